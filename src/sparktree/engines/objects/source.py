"""Where the files of a table are and how they are read, out of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sparktree import formats
from sparktree.disks.compression import method_of
from sparktree.engines.objects.arguments import (
    AZURE,
    FILE,
    FILE_TABLE,
    HDFS,
    S3,
    URL,
    SourceArguments,
)
from sparktree.errors import Code, Error
from sparktree.stores.addresses import local_store, s3_store
from sparktree.stores.azure import account_of, azure_store
from sparktree.stores.azure_signing import Account
from sparktree.stores.endpoints import Endpoint
from sparktree.stores.globs import Pattern, parse_pattern
from sparktree.stores.hdfs import hdfs_store
from sparktree.stores.signing import Credentials
from sparktree.stores.store import Store
from sparktree.stores.url import url_store, without_query

PARQUET = "Parquet"
HIVE, AUTO = "hive", "auto"
PARTITION_ID = "{_partition_id}"


@dataclass(frozen=True)
class Source:
    """Files of one format below one address."""

    form: str
    store: Store
    key: str  # a pattern; with the strategy `hive`, the folder of the table
    format: str  # its declared name; empty if only the files can tell it
    extension: str  # of new files
    structure: str = AUTO
    compression: str = AUTO
    strategy: str = AUTO
    keys_in_files: bool = False  # whether files hold the partition columns too
    partition_by: tuple[str, ...] = ()  # columns, by the strategy `hive`
    levels: tuple[str, ...] = ()  # what its folders are called by: those columns, or expressions

    @cached_property
    def pattern(self) -> Pattern:
        """What is read."""
        return parse_pattern(self.key if self.strategy != HIVE else self._hive_key())

    def _hive_key(self) -> str:
        # The text of an expression may hold signs that mean something in a pattern.
        folders = "".join(f"{n}=*/" if n in self.partition_by else "*/" for n in self.levels)
        return f"{self.folder}{folders}*.{self.extension}"

    @property
    def folder(self) -> str:
        """The folder of a table with the strategy `hive`; empty at the root, else it ends with
        `/`, so that no neighbour whose name begins alike is taken for a part of it."""
        return f"{self.key.rstrip('/')}/" if self.key else ""

    def undetected(self) -> Error:
        """The error of files whose format nothing tells."""
        return Error(
            Code.CANNOT_DETECT_FORMAT,
            f"The data format of {self.key} cannot be detected by its name. Name it explicitly.",
        )

    def method(self, key: str) -> str:
        """How a file is compressed."""
        return method_of(key, None if self.compression == AUTO else self.compression)

    def is_parquet(self, key: str) -> bool:
        """Whether a file is Parquet as it is, of which the pieces that are wanted can be read."""
        return self.format == PARQUET and self.method(key) == "none"


def source_of(
    given: SourceArguments, partition_by: Sequence[str] = (), levels: Sequence[str] | None = None
) -> Source:
    """The files that the arguments mean, or what is wrong with them.

    `levels` are all elements of the partition key where some are no columns.
    """
    strategy = _strategy(given)
    in_files = given.flag("partition_columns_in_data_file")
    url = _url(given, strategy)
    store, key = _opened(given, url, strategy)
    if strategy == HIVE and any(c in key for c in "*?{"):
        raise Error(
            Code.BAD_ARGUMENTS, "Partition strategy hive can not be used with a globbed path."
        )
    for name in partition_by if strategy != HIVE else ():
        key = key.replace(f"{{{name}}}", f"{name}=*")
    parse_pattern(key.replace(PARTITION_ID, ""))
    written = given.text("format", AUTO)
    format_ = file_format(key) if written.lower() == AUTO else formats.find(written).name
    compression = given.text("compression_method", AUTO) or AUTO
    method_of("", compression)
    extension = (format_ if written.lower() == AUTO else written).lower()
    source = Source(
        given.form.name,
        store,
        key,
        format_,
        extension,
        given.text("structure", AUTO),
        compression,
        strategy,
        in_files,
        tuple(partition_by) if strategy == HIVE else (),
        tuple(partition_by if levels is None else levels) if strategy == HIVE else (),
    )
    if strategy == HIVE and not format_:  # the names of its files end with it
        raise source.undetected()
    return source


def opened_store(given: SourceArguments) -> tuple[Store, str]:
    """The store of the arguments' address, and a key in it, which may be empty."""
    return _opened(given, given.text("blob_path" if given.form is AZURE else "url"), HIVE)


def _strategy(given: SourceArguments) -> str:
    value = given.values.get("partition_strategy", AUTO)
    if value not in (HIVE, AUTO):
        raise Error(Code.BAD_ARGUMENTS, f"Partition strategy {value} is not supported.")
    return str(value)


def _url(given: SourceArguments, strategy: str) -> str:
    url = given.text("blob_path" if given.form is AZURE else "url")
    if "filename" not in given.values:
        return url
    name = given.text("filename")
    parts = name.split("/")
    bad = not name or "\0" in name or "" in parts or ".." in parts or "." in parts
    if bad or (strategy == HIVE and any(c in name for c in "*?{}")):
        raise Error(Code.BAD_ARGUMENTS, f"Invalid filename: '{name}'")
    return f"{url.rstrip('/')}/{name}"


def _opened(given: SourceArguments, url: str, strategy: str) -> tuple[Store, str]:
    if given.form.name == FILE.name:
        return local_store(url)
    if given.form.name == HDFS.name:
        return hdfs_store(url)
    if given.form.name == URL.name:
        return url_store(url, given.headers)
    if given.form.name == AZURE.name:
        return _azure(given), url
    assert given.form.name == S3.name
    address = given.endpoints.mapped(url)
    return s3_store(address, _endpoint(given, address), at_root=strategy == HIVE)


def _endpoint(given: SourceArguments, address: str) -> Endpoint:
    """What is known of the address: arguments come before the configuration."""
    configured = given.endpoints.find(address)
    keys = _credentials(given)
    environment = "use_environment_credentials"
    return replace(
        configured,
        credentials=keys or configured.credentials,
        signs=given.signs
        and not given.flag("no_sign_request")
        and (configured.signs or keys is not None),
        uses_environment=given.flag(environment)
        if environment in given.values
        else configured.uses_environment,
        region=given.text("region") or configured.region,
        headers={**configured.headers, **given.headers},
        role=(given.text("role_arn"), given.text("role_session_name"), given.text("external_id"))
        if given.text("role_arn")
        else configured.role,
    )


def _azure(given: SourceArguments) -> Store:
    connection = given.text("connection_string")
    name, key = given.text("account_name"), given.text("account_key")
    account = Account(name or account_of(connection), key) if key else None
    return azure_store(connection, given.text("container"), account)


def _credentials(given: SourceArguments) -> Credentials | None:
    access, secret = given.text("access_key_id"), given.text("secret_access_key")
    if access or secret:
        return Credentials(access, secret, given.text("session_token"))
    return None


def file_format(path: str) -> str:
    """The format that a file's name says; empty if it says none."""
    found = formats.of_path(without_query(path))
    return "" if found is None else found.name


ENGINE_FORMS = {
    "S3": S3,
    "GCS": S3,
    "AzureBlobStorage": AZURE,
    "HDFS": HDFS,
    "File": FILE_TABLE,
    "URL": URL,
}
