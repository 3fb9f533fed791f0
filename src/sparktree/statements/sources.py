"""The rights that files, other servers and named collections need."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.engines.definition.engines import ENGINES
from sparktree.engines.objects.collections import find_collection
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.sql import ast

# What engines and table functions read and write, as READ ON and WRITE ON name it.
SOURCES = {
    "file": "FILE",
    "filecluster": "FILE",
    "url": "URL",
    "urlcluster": "URL",
    "s3": "S3",
    "s3cluster": "S3",
    "gcs": "S3",
    "oss": "S3",
    "cosn": "S3",
    "hdfs": "HDFS",
    "hdfscluster": "HDFS",
    "azureblobstorage": "AZURE",
    "azureblobstoragecluster": "AZURE",
    "hive": "HIVE",
    "remote": "REMOTE",
    "remotesecure": "REMOTE",
}


# Table functions without a source that ClickHouse takes for temporary tables.
_LIKE_TABLES = frozenset({"format", "loop", "zeros", "zeros_mt"})


def source_of(name: str) -> str | None:
    """The kind of source of an engine or table function; None if it reads nothing from outside."""
    return SOURCES.get(name.lower())


def engine_sources() -> dict[str, str | None]:
    """The engines, with what tables of them read from outside."""
    return {name: source_of(name) for name in sorted(ENGINES)}


def function_rights(
    call: ast.Function, storage: DataFolder, privilege: str = "READ"
) -> Iterator[Element]:
    """To call a table function: its source, the named collection that tells where it is, and to
    make temporary tables, which it is like, unless it only tells what is known."""
    source = source_of(call.name)
    if source is not None:
        yield right(privilege, source)
        yield from collection_rights(call, storage)
    if source is not None or privilege == "WRITE" or call.name.lower() in _LIKE_TABLES:
        yield right("CREATE TEMPORARY TABLE")


def collection_rights(call: ast.Function, storage: DataFolder) -> Iterator[Element]:
    """To use the named collection in the place of the first argument."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Identifier) and len(first.parts) == 1:
        name = first.parts[0]
        if find_collection(name, storage) is not None:
            yield right("NAMED COLLECTION", name)
