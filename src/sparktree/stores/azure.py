"""Azure Blob Storage."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as Xml
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qsl, unquote, urlsplit
from uuid import uuid4

from sparktree.errors import Code, Error
from sparktree.stores.answers import reason_of, tree_of
from sparktree.stores.azure_signing import Account, signed
from sparktree.stores.http import Limits, Request, Response, UnreachableError, send
from sparktree.stores.objects import OK, ObjectStore, in_order
from sparktree.stores.signing import target_of
from sparktree.stores.store import ListedFile, Staged, Writing
from sparktree.stores.uploading import PartedUpload

_PAGE = 5000
_CONTAINER = re.compile(r"\$root|\$web|\$logs|[a-zA-Z0-9](?:-?[a-zA-Z0-9]){2,62}")


@dataclass(frozen=True)
class AzureStore(ObjectStore):
    """A container."""

    endpoint: str  # scheme://host[:port][/account]
    container: str
    account: Account | None = None  # nobody: requests are not signed
    token: Mapping[str, str] = field(default_factory=dict, repr=False)  # a shared access signature
    limits: Limits = field(default_factory=Limits)

    # --- reading --------------------------------------------------------------------------

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """One request for each five thousand names."""
        query = {"comp": "list", "restype": "container", "maxresults": str(_PAGE)}
        if prefix:
            query["prefix"] = prefix
        if not deep:
            query["delimiter"] = "/"
        while True:
            what = f"list blobs that begin with '{prefix}'"
            tree = tree_of(self.ask("GET", "", query, what=what))
            yield from _listed(tree)
            marker = tree.findtext("NextMarker")
            if not marker:
                return
            query["marker"] = marker

    def display_path(self, key: str) -> str:
        """Container and name."""
        return f"{self.container}/{key}"

    # --- writing --------------------------------------------------------------------------

    def begin(self, key: str) -> str:
        """Nothing: see `sweep`."""
        return ""

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """Blocks, which are no blob before they are committed."""
        return _Blocks(self, key)

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """Commit the blocks."""
        blocks = "".join(f"<Uncommitted>{block}</Uncommitted>" for block in staged.parts if block)
        body = f'<?xml version="1.0" encoding="utf-8"?><BlockList>{blocks}</BlockList>'.encode()
        headers = {} if replaces else {"if-none-match": "*"}
        query, what = {"comp": "blocklist"}, "commit the blocks"
        there = () if replaces else (409, 412)
        answer = self.ask("PUT", staged.key, query, headers, body, what=what, allowed=there)
        if answer.status in there and self._committed(staged.key) != tuple(
            filter(None, staged.parts)
        ):
            raise Error(
                Code.FILE_ALREADY_EXISTS, f"Blob {self.display_path(staged.key)} already exists"
            )

    def _committed(self, key: str) -> tuple[str, ...]:
        """The blocks that a blob is made of: an answer that was lost may have been a yes."""
        query = {"comp": "blocklist", "blocklisttype": "committed"}
        tree = tree_of(self.ask("GET", key, query, what="list blocks", allowed=(404,)))
        return tuple(node.findtext("Name") or "" for node in tree.iter("Block"))

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """Delete the blob; of blocks that were never committed there is none."""
        if shown:
            self.ask("DELETE", staged.key, what="delete", allowed=(404,))

    def sweep(self, prefix: str, insert: str) -> None:
        """Nothing: Azure itself forgets blocks that nobody commits, after a week."""

    # --- as a disk --------------------------------------------------------------------------

    def put(self, key: str, data: bytes, *, replaces: bool = False) -> None:
        """One request."""
        headers = {"x-ms-blob-type": "BlockBlob"} | ({} if replaces else {"if-none-match": "*"})
        there = () if replaces else (409, 412)
        answer = self.ask("PUT", key, None, headers, data, what="write", allowed=there)
        if answer.status in there:
            message = f"Blob {self.display_path(key)} already exists"
            raise Error(Code.FILE_ALREADY_EXISTS, message)

    def delete(self, keys: Sequence[str]) -> None:
        """One request for each."""
        for key in keys:
            self.ask("DELETE", key, what="delete", allowed=(404,))

    def forget_uploads(self, prefix: str, is_dead: Callable[[str], bool]) -> None:
        """Nothing: Azure forgets blocks that nobody commits."""

    # --- requests -------------------------------------------------------------------------

    def ask(
        self,
        method: str,
        key: str,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        *,
        what: str,
        allowed: tuple[int, ...] = (),
    ) -> Response:
        """The answer of the server, or AZURE_BLOB_STORAGE_ERROR that says `what` failed."""
        scheme, host, base = urlsplit(self.endpoint)[:3]
        path = f"{base.rstrip('/')}/{self.container}" + (f"/{key}" if key else "")
        # The token comes last: it is no part of what a request means.
        target = target_of(path, {**(query or {}), **self.token})
        request = Request(method, target, {"host": host, **(headers or {})}, body)
        try:
            answer = send(f"{scheme}://{host}", lambda: signed(request, self.account), self.limits)
        except UnreachableError as error:
            raise self._failed(what, key, str(error)) from error
        if answer.status not in OK and answer.status not in allowed:
            name, message = reason_of(answer)
            reason = message.partition("\n")[0] or "the server refused"
            shown = f", Azure error code: {name}" if name else ""
            text = f"{reason.rstrip('.')} (HTTP {answer.status}{shown})"
            raise self._failed(what, key, text)
        return answer

    def _failed(self, what: str, key: str, reason: str) -> Error:
        of = f", blob '{key}'" if key else ""
        text = f"Cannot {what} (container '{self.container}'{of}): {reason}."
        return Error(Code.AZURE_BLOB_STORAGE_ERROR, text)


class _Blocks(PartedUpload):
    """Blocks of a blob. Their names are its own, so that those of another attempt are not mixed
    in; all that a blob has must be of one length."""

    def __init__(self, store: AzureStore, key: str) -> None:
        super().__init__(key)
        self._store = store
        self._begin = uuid4().bytes[:12]

    def token(self) -> str:
        return self._begin.hex()

    def begin(self) -> None:
        """Nothing: a blob begins with its first block."""

    def forget(self) -> None:
        """Nothing: see `sweep`."""

    def send(self, number: int, data: bytes) -> str:
        if not data:
            return ""  # a blob without bytes has no blocks
        name = base64.b64encode(self._begin + number.to_bytes(3, "big")).decode()
        query = {"comp": "block", "blockid": name}
        self._store.ask("PUT", self.key, query, body=data, what="upload a block")
        return name


def _listed(tree: Xml.Element) -> Iterator[ListedFile]:
    found = []
    for node in tree.iter("Blob"):
        told = node.find("Properties")
        assert told is not None
        if told.findtext("ResourceType") == "directory":
            continue
        moment = told.findtext("Last-Modified") or ""
        modified = parsedate_to_datetime(moment).timestamp() if moment else 0.0
        size, etag = int(told.findtext("Content-Length") or 0), told.findtext("Etag") or ""
        found.append(ListedFile(_name(node), size, modified, etag.strip('"')))
    folders = [ListedFile(_name(node)) for node in tree.iter("BlobPrefix")]
    yield from in_order(found, folders)


def _name(node: Xml.Element) -> str:
    name = node.find("Name")
    assert name is not None
    text = name.text or ""
    return unquote(text) if name.get("Encoded") == "true" else text


# --- addresses --------------------------------------------------------------------------------


def azure_store(
    connection: str,
    container: str,
    account: Account | None = None,
    *,
    limits: Limits | None = None,
) -> AzureStore:
    """A container by a connection string, or by the address of an account and its key."""
    if not _CONTAINER.fullmatch(container):
        raise Error(
            Code.BAD_ARGUMENTS,
            "AzureBlobStorage container name is not valid, it should be of 3 to 63 letters, digits"
            f" and single hyphens: '{container}'",
        )
    if connection.lower().startswith(("http://", "https://")):
        endpoint, token = connection, ""
    else:
        endpoint, account, token = _connected(connection)
    address, _, query = endpoint.partition("?")
    if not urlsplit(address).hostname:
        raise Error(Code.BAD_ARGUMENTS, "The address of an Azure account has no host.")
    signature = dict(parse_qsl(query or token.removeprefix("?")))
    return AzureStore(address.rstrip("/"), container, account, signature, limits or Limits())


def _connected(text: str) -> tuple[str, Account | None, str]:
    """Address, account and token of `Name=value;Name=value`. The text is in no message: it has
    the key."""
    pairs = (part.partition("=") for part in text.split(";") if part.strip())
    told = {name.strip().lower(): value.strip() for name, _, value in pairs}
    name, key = told.get("accountname", ""), told.get("accountkey", "")
    endpoint = told.get("blobendpoint", "")
    if not endpoint and name:
        scheme = told.get("defaultendpointsprotocol", "https")
        endpoint = f"{scheme}://{name}.blob.{told.get('endpointsuffix', 'core.windows.net')}"
    if not endpoint:
        raise Error(
            Code.BAD_ARGUMENTS,
            "A connection string of Azure needs a BlobEndpoint or an AccountName, and has none.",
        )
    return endpoint, Account(name, key) if key else None, told.get("sharedaccesssignature", "")


def account_of(endpoint: str) -> str:
    """The account that an address names: its host begins with it, or (emulators) its path is."""
    address = urlsplit(endpoint)
    return address.path.strip("/") or (address.hostname or "").partition(".")[0]
