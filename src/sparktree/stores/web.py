"""Folders of a web server as a disk reads them: in each, a file `.index` says what is there."""

from __future__ import annotations

import email.utils
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, cast
from urllib.parse import quote, unquote, urlsplit

import pyarrow as pa

from sparktree.disks.ranges import RangeReader
from sparktree.errors import Code, Error
from sparktree.stores.http import Limits, Request, Response, UnreachableError, send, shown
from sparktree.stores.store import ListedFile, Staged, Writing

INDEX = ".index"
_SAFE = "/:@!$&'()*+,;=~-._"
_SHOWN = 1000  # characters of a server's answer in an error


def index_text(folders: Sequence[str], files: Mapping[str, int]) -> str:
    """The `.index` of a folder, in ClickHouse's form: names, whether they are folders, sizes."""
    lines = [f"{name}\ttrue\n" for name in folders]
    return "".join([*lines, *(f"{name}\tfalse\t{size}\n" for name, size in files.items())])


@dataclass(frozen=True, slots=True)
class WebStore:
    """What lies below an address, for reading."""

    endpoint: str  # scheme://host[:port]
    root: str  # the path there, with slashes around it
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    limits: Limits = field(default_factory=Limits)

    # --- reading --------------------------------------------------------------------------

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """One request for each folder; a folder without `.index` is none."""
        folder, slash, beginning = prefix.rpartition("/")
        for found in self._index(f"{folder}{slash}"):
            if not found.name.startswith(beginning):
                continue
            if found.is_folder and deep:
                yield from self.list(found.key, deep=True)
            else:
                yield found

    def _index(self, folder: str) -> Iterator[ListedFile]:
        path = f"{folder}{INDEX}"
        answer = self._ask("GET", path, allowed=(404,))
        if answer.status == 404:
            return
        text = answer.body.decode("utf-8", "surrogateescape")
        for line in text.removesuffix("\n").split("\n") if text else ():
            name, is_folder, size = [*line.split("\t"), "", ""][:3]
            if is_folder not in ("true", "false") or (is_folder == "false") != size.isdigit():
                message = f"File {shown(self._url(path))} is no index of a folder: '{line}'"
                raise Error(Code.CORRUPTED_DATA, message)
            if is_folder == "true":
                yield ListedFile(f"{folder}{name}/")
            else:
                yield ListedFile(f"{folder}{name}", int(size))

    def get(self, key: str, position: int = 0, count: int | None = None) -> bytes:
        """One request, of servers that know no ranges for the whole file."""
        headers = {}
        if position or count is not None:
            end = "" if count is None else position + count - 1
            headers = {"range": f"bytes={position}-{end}"}
        answer = self._ask("GET", key, headers, allowed=(404, 416))
        if answer.status == 404:
            message = f"There is no file {shown(self._url(key))}"
            raise Error(Code.FILE_DOESNT_EXIST, message)
        if answer.status == 416:
            return b""
        if headers and answer.status != 206:
            stop = None if count is None else position + count
            return answer.body[position:stop]
        return answer.body

    def head(self, key: str) -> ListedFile | None:
        """What the server says of a file."""
        answer = self._ask("HEAD", key, allowed=(404,))
        if answer.status == 404:
            return None
        moment = email.utils.parsedate_tz(answer.headers.get("last-modified", ""))
        when = float(email.utils.mktime_tz(moment)) if moment else 0.0
        return ListedFile(key, int(answer.headers.get("content-length", 0)), when)

    def open(self, found: ListedFile) -> BinaryIO:
        """The file by ranges."""
        return cast(BinaryIO, RangeReader(found.size, lambda at, n: self.get(found.key, at, n)))

    def arrow(self, found: ListedFile) -> pa.NativeFile:
        """The same for Arrow."""
        return pa.PythonFile(self.open(found), "r")

    def display_path(self, key: str) -> str:
        """The path behind the host."""
        return f"{self.root}{key}".lstrip("/")

    def _url(self, key: str) -> str:
        return f"{self.endpoint}{self.root}{key}"

    def _ask(
        self,
        method: str,
        key: str,
        headers: Mapping[str, str] | None = None,
        *,
        allowed: Sequence[int] = (),
    ) -> Response:
        target = quote(f"{self.root}{key}", safe=_SAFE, errors="surrogateescape")
        told = {"host": urlsplit(self.endpoint).netloc, **self.headers, **(headers or {})}
        try:
            answer = send(self.endpoint, lambda: Request(method, target, told), self.limits)
        except UnreachableError as error:
            message = f"Cannot read {shown(self._url(key))}: {error}"
            raise Error(Code.NETWORK_ERROR, message) from error
        if answer.status // 100 != 2 and answer.status not in allowed:
            body = answer.body[:_SHOWN].decode("utf-8", "replace")
            raise Error(
                Code.RECEIVED_ERROR_FROM_REMOTE_IO_SERVER,
                f"Received error from remote server {shown(self._url(key))}. HTTP status code:"
                f" {answer.status}, body length: {len(answer.body)} bytes, body: '{body}'",
            )
        return answer

    # --- what a web server does not do ------------------------------------------------------

    def _refusal(self, key: str) -> Error:
        return Error(Code.READONLY, f"Cannot write {shown(self._url(key))}: it is only read.")

    def begin(self, key: str) -> str:
        """READONLY."""
        raise self._refusal(key)

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """READONLY."""
        raise self._refusal(key)

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """READONLY."""
        raise self._refusal(staged.key)

    def put(self, key: str, data: bytes, *, replaces: bool = False) -> None:
        """READONLY."""
        raise self._refusal(key)

    def delete(self, keys: Sequence[str]) -> None:
        """READONLY."""
        raise self._refusal(keys[0] if keys else "")

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """Nothing was written."""

    def sweep(self, prefix: str, insert: str) -> None:
        """Nothing is left behind."""

    def forget_uploads(self, prefix: str, is_dead: Callable[[str], bool]) -> None:
        """Nothing was begun."""


def web_store(address: str, headers: Mapping[str, str], limits: Limits) -> WebStore:
    """What lies below an address, or BAD_ARGUMENTS."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Error(Code.BAD_ARGUMENTS, f"The endpoint of a web disk is no address: '{address}'")
    path = unquote(parts.path).strip("/")
    root = f"/{path}/" if path else "/"
    return WebStore(f"{parts.scheme}://{parts.netloc}", root, dict(headers), limits)
