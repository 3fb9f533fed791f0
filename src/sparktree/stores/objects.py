"""What stores of objects over HTTP have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from email.utils import parsedate_to_datetime
from typing import BinaryIO, cast

import pyarrow as pa

from sparktree.disks.ranges import RangeReader
from sparktree.errors import Code, Error
from sparktree.stores.http import Response
from sparktree.stores.store import ListedFile

OK = range(200, 300)


class ObjectStore(ABC):
    """Reads objects by ranges; how a request is made is the store's matter."""

    @abstractmethod
    def display_path(self, key: str) -> str:
        """The key as `_path` shows it."""

    @abstractmethod
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
        """The answer of the server, or an error that says `what` failed."""

    def open(self, found: ListedFile) -> BinaryIO:
        """The object; fails if it is replaced while it is read."""
        match = {"if-match": f'"{found.etag}"'} if found.etag else {}

        def fetch(position: int, count: int) -> bytes:
            whole = not position and count == found.size
            span = {} if whole else {"range": f"bytes={position}-{position + count - 1}"}
            return self.ask("GET", found.key, headers=match | span, what="read").body

        return cast(BinaryIO, RangeReader(found.size, fetch))

    def get(self, key: str, position: int = 0, count: int | None = None) -> bytes:
        """So many bytes from a position on, or all that follow."""
        if count == 0:
            return b""
        last = "" if count is None else str(position + count - 1)
        span = {"range": f"bytes={position}-{last}"} if position or last else {}
        answer = self.ask("GET", key, headers=span, what="read", allowed=(404, 416))
        if answer.status == 404:
            message = f"There is no object {self.display_path(key)}"
            raise Error(Code.FILE_DOESNT_EXIST, message)
        return b"" if answer.status == 416 else answer.body

    def head(self, key: str) -> ListedFile | None:
        """Size, time and tag of the object; None if there is none."""
        answer = self.ask("HEAD", key, what="look at", allowed=(404,))
        if answer.status == 404:
            return None
        told = answer.headers
        return ListedFile(
            key,
            int(told.get("content-length", 0)),
            _moment(told.get("last-modified", "")),
            told.get("etag", "").strip('"'),
        )

    def arrow(self, found: ListedFile) -> pa.NativeFile:
        """The object by the ranges that are asked for."""
        return pa.PythonFile(self.open(found), "r")


def in_order(objects: Iterable[ListedFile], folders: Iterable[ListedFile]) -> list[ListedFile]:
    """What a listing shows. A key that ends with `/` is a mark that some tools leave for a folder,
    and no file."""
    files = (one for one in objects if not one.is_folder)
    return sorted([*files, *folders], key=lambda one: one.key)


def _moment(text: str) -> float:
    return parsedate_to_datetime(text).timestamp() if text else 0.0
