"""HDFS, through the package hdfs-native."""

from __future__ import annotations

import io
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO, cast
from urllib.parse import unquote, urlsplit
from uuid import uuid4

import pyarrow as pa

from sparktree.disks.ranges import RangeReader
from sparktree.errors import Code, Error
from sparktree.stores.store import ListedFile, Staged, Writing
from sparktree.stores.walking import HIDDEN

_PIECE = 1 << 20
_PORT = 8020  # of a name node, unless the address says another
_CONNECT_SECONDS = 5.0


@dataclass(frozen=True)
class HdfsStore:
    """A name node; keys are paths."""

    node: str  # hdfs://host:port

    @property
    def endpoint(self) -> str:
        """The name node."""
        return self.node

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """Names in the folder of the prefix; none if there is no such folder."""
        folder, _, begin = prefix.rpartition("/")
        folder = folder or "/"
        with _naming(self.node, folder):
            try:
                listed = sorted(_client(self.node).list_status(folder, deep), key=_order)
            except FileNotFoundError:
                return
        for one in listed:
            below = one.path.removeprefix(folder.rstrip("/") + "/")
            if not below.startswith(begin) or (deep and one.isdir):
                continue
            if one.isdir:
                yield ListedFile(f"{one.path}/")
            else:
                when = one.modification_time / 1000
                yield ListedFile(
                    one.path, one.length, when, f"{one.modification_time}-{one.length}"
                )

    def open(self, found: ListedFile) -> BinaryIO:
        """The file."""
        with _naming(self.node, found.key):
            opened = _client(self.node).read(found.key)

        def fetch(position: int, count: int) -> bytes:
            with _naming(self.node, found.key):
                return bytes(opened.read_range(position, count))

        return cast(BinaryIO, RangeReader(found.size, fetch))

    def arrow(self, found: ListedFile) -> pa.NativeFile:
        """The file by the ranges that are asked for."""
        return pa.PythonFile(self.open(found), "r")

    def display_path(self, key: str) -> str:
        """The path."""
        return key

    def begin(self, key: str) -> str:
        """Nothing: see `sweep`."""
        return ""

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """A file in a hidden folder beside the new one's."""
        return _HdfsFile(self, key, insert)

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """Give the file its name."""
        with _naming(self.node, staged.key):
            client = _client(self.node)
            client.mkdirs(os.path.dirname(staged.key), 0o755, True)
            client.rename(staged.token, staged.key, replaces)

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """Remove both names."""
        for path in filter(None, (staged.token, staged.key if shown else "")):
            self._remove(path)

    def sweep(self, prefix: str, insert: str) -> None:
        """Remove the hidden folder."""
        self._remove(_staging(prefix, insert))

    # --- as a disk --------------------------------------------------------------------------

    def get(self, key: str, position: int = 0, count: int | None = None) -> bytes:
        """A range of the file; FILE_DOESNT_EXIST if there is none."""
        with _naming(self.node, key):
            try:
                opened = _client(self.node).read(key)
            except FileNotFoundError:
                message = f"There is no file {self.node}{key}"
                raise Error(Code.FILE_DOESNT_EXIST, message) from None
            left = max(len(opened) - position, 0)
            wanted = left if count is None else min(count, left)
            return bytes(opened.read_range(position, wanted)) if wanted else b""

    def head(self, key: str) -> ListedFile | None:
        """What a listing would show of the file."""
        with _naming(self.node, key):
            try:
                found = _client(self.node).get_file_info(key)
            except FileNotFoundError:
                return None
        if found.isdir:
            return None
        return ListedFile(key, found.length, found.modification_time / 1000)

    def put(self, key: str, data: bytes, *, replaces: bool = False) -> None:
        """A file that gets its name when it is complete."""
        if not replaces and self.head(key) is not None:
            raise Error(Code.FILE_ALREADY_EXISTS, f"File {self.node}{key} already exists")
        folder, _, name = key.rpartition("/")
        made = f"{folder}/{HIDDEN}{uuid4().hex}.{name}"
        with _naming(self.node, key):
            client = _client(self.node)
            file = client.create(made)
            file.write(data)
            file.close()
            client.rename(made, key, replaces)

    def delete(self, keys: Sequence[str]) -> None:
        """The files, and the folders above that have none left."""
        for key in keys:
            self._remove(key)
        above: set[str] = set()
        for key in keys:
            folders = key.split("/")[:-1]
            above |= {"/".join(folders[:depth]) for depth in range(2, len(folders) + 1)}
        for folder in sorted(above, key=lambda one: -one.count("/")):
            for empty in (_staging(f"{folder}/x", ""), folder):
                with suppress(Error), _naming(self.node, empty):
                    _client(self.node).delete(empty, False)

    def forget_uploads(self, prefix: str, is_dead: Callable[[str], bool]) -> None:
        """Nothing: what was begun lies in the folder that it is for, and goes with it."""

    def _remove(self, path: str) -> None:
        with _naming(self.node, path):
            try:
                _client(self.node).delete(path, True)
            except FileNotFoundError:
                return


class _HdfsFile:
    def __init__(self, store: HdfsStore, key: str, insert: str) -> None:
        self._store = store
        self._key = key
        # A name of its own: another attempt at the task may have left one.
        self._path = f"{_staging(key, insert)}/{uuid4().hex}"
        self._size = 0
        self._buffer = io.BytesIO()
        with _naming(store.node, self._path):
            client = _client(store.node)
            client.mkdirs(os.path.dirname(self._path), 0o755, True)
            self._file = client.create(self._path)

    def write(self, data: bytes | memoryview) -> int:
        self._size += len(data)
        self._buffer.write(data)
        if self._buffer.tell() >= _PIECE:
            self._flush()
        return len(data)

    def _flush(self) -> None:
        with _naming(self._store.node, self._path):
            self._file.write(self._buffer.getvalue())
        self._buffer = io.BytesIO()

    def finish(self) -> Staged:
        self._flush()
        with _naming(self._store.node, self._path):
            self._file.close()
        return Staged(self._key, self._path, (), self._size)

    def discard(self) -> None:
        with _naming(self._store.node, self._path):
            self._file.close()
        self._store._remove(self._path)


def _staging(key: str, insert: str) -> str:
    """The hidden folder of an INSERT: in the first folder above that is no `key=value`."""
    folder = key.rpartition("/")[0]
    while "=" in os.path.basename(folder):
        folder = os.path.dirname(folder)
    return f"{folder.rstrip('/')}/{HIDDEN}{insert}"


@lru_cache(maxsize=16)
def _client(node: str) -> Any:
    try:
        import hdfs_native  # noqa: PLC0415  # only tables on HDFS need it
    except ImportError:
        raise Error(
            Code.HDFS_ERROR, "HDFS needs the package hdfs-native: pip install 'sparktree[hdfs]'."
        ) from None
    _check_reachable(node)
    return hdfs_native.Client(node)


def _check_reachable(node: str) -> None:
    """HDFS_ERROR if nobody answers: the client itself would try for minutes."""
    address = urlsplit(node)
    try:
        port = address.port or _PORT
        socket.create_connection((address.hostname or "", port), _CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise Error(Code.HDFS_ERROR, f"Cannot connect to {node}: {error}") from error


@contextmanager
def _naming(node: str, path: str) -> Iterator[None]:
    """Turn what the client raises into HDFS_ERROR."""
    try:
        yield
    except Error:
        raise
    except Exception as error:
        raise Error(Code.HDFS_ERROR, f"Cannot use {node}{path}: {error}") from error


def _order(one: Any) -> str:
    return f"{one.path}/" if one.isdir else str(one.path)


def hdfs_store(url: str) -> tuple[HdfsStore, str]:
    """The name node of `hdfs://host:port/path` and the path there."""
    scheme, sign, rest = url.partition("://")
    if not sign or scheme.lower() != "hdfs":
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Bad hdfs url: {url}. It should have structure 'hdfs://<host_name>:<port>/path'",
        )
    authority, slash, path = rest.partition("/")
    node = authority or os.environ.get("HDFS_NAMENODE", "")
    if not slash or not node or not path:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Bad hdfs url: {url}. It should have structure 'hdfs://<host_name>:<port>/path'",
        )
    return HdfsStore(f"hdfs://{node}"), unquote(f"/{path}")
