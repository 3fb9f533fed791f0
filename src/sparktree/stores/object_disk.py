"""Disks whose files are the objects of a store: for parts of MergeTree tables.

A file's key is the disk's prefix and its path. Objects are never written over, renamed or linked:
a part's folder is its final place from the first byte, and files that parts share are named by
each of them (`PartFile.key`).
"""

from __future__ import annotations

import io
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, BinaryIO, cast

from sparktree.disks.disk import FileIdentity
from sparktree.disks.local_objects import immovable
from sparktree.disks.positional import stream
from sparktree.errors import Code, Error
from sparktree.kernel import files
from sparktree.kernel.files import PositionalFile
from sparktree.stores.file_ends import ENDS
from sparktree.stores.local_copies import LocalCopies
from sparktree.stores.read_ahead import ReadAhead
from sparktree.stores.store import Blobs, Writing

BOUNDLESS = (1 << 64) - 1  # what ClickHouse shows as the space of a disk without an end
_SMALL = 8 << 20  # bytes; larger files are uploaded in parts
_AT_ONCE = 128 << 10  # bytes; smaller files are read by one request, whatever is wanted of them


@dataclass(frozen=True, slots=True)
class ObjectDisk:
    """The objects of a store whose keys begin with `prefix`, which is empty or ends with `/`."""

    store: Blobs
    prefix: str = ""
    is_read_only: bool = False
    keep_free: int = 0
    copies: LocalCopies | None = None  # of small files, for planning
    seek: int = 0  # bytes that may be fetched for nothing to spare a request
    # The name under which this process opens files for kernels.
    mount: str = field(default_factory=lambda: uuid.uuid4().hex, compare=False)

    @property
    def type(self) -> str:
        """ClickHouse's name of the disk's type."""
        return "ObjectStorage"

    @property
    def can_link(self) -> bool:
        """Objects have one name, for ever."""
        return False

    @property
    def is_remote(self) -> bool:
        """Every look at a file is a request."""
        return True

    def _key(self, path: str) -> str:
        return f"{self.prefix}{path}"

    def url(self, path: str) -> str:
        """The object as users and errors know it."""
        return f"{self.store.endpoint}/{self.store.display_path(self._key(path))}"

    def address(self, path: str, size: int) -> str:
        """Where the kernel reads a file of that size: through this process."""
        return files.address(self.mount, size, path)

    def naming(self, path: str) -> AbstractContextManager[None]:
        """What stores raise names the object already."""
        return nullcontext()

    # --- looking --------------------------------------------------------------------------

    def names(self, folder: str) -> Iterator[str]:
        """The names in a folder, in order: one request for each thousand."""
        found = self.store.list(_inside(self._key(folder)))
        return iter(sorted({one.name for one in found}))

    def beginning(self, prefix: str) -> Iterator[str]:
        """The paths of all files that begin so: one request for each thousand."""
        for one in self.store.list(self._key(prefix), deep=True):
            yield one.key.removeprefix(self.prefix)

    def exists(self, path: str) -> bool:
        """Whether there is a file, or one below a folder of that name."""
        return self.store.head(self._key(path)) is not None or self.is_folder(path)

    def is_folder(self, path: str) -> bool:
        """Whether there is a file below it."""
        return next(iter(self.store.list(_inside(self._key(path)))), None) is not None

    def identity(self, path: str) -> FileIdentity:
        """Size and time; of a folder those of all files below it."""
        found = self.store.head(self._key(path))
        if found is not None:
            return FileIdentity(found.size, int(found.modified * 1e9), 0)
        below = list(self.store.list(_inside(self._key(path)), deep=True))
        if not below:
            raise _missing(self.url(path))
        modified = max(one.modified for one in below)
        return FileIdentity(sum(one.size for one in below), int(modified * 1e9), 0)

    def size(self, path: str) -> int:
        """Bytes of a file, or of all files in a folder."""
        return self.identity(path).size

    # --- reading --------------------------------------------------------------------------

    def read(self, path: str) -> bytes:
        """The whole file, by one request if there is no copy of it here."""
        found = self.copies.find(path) if self.copies is not None else None
        if found is None:
            found = self.store.get(self._key(path))
            self._keep(path, found)
        return found

    def _keep(self, path: str, data: bytes) -> None:
        if self.copies is not None:
            self.copies.keep(path, data)

    def _forget(self, paths: Sequence[str]) -> None:
        if self.copies is not None:
            self.copies.forget(paths)

    def read_range(self, path: str, begin: int, size: int) -> bytes:
        """Bytes of the file, by one request; fewer only at its end."""
        return self.store.get(self._key(path), begin, size) if size > 0 else b""

    def open_at(self, path: str, size: int | None = None) -> PositionalFile:
        """The file, to be read at any place by several threads at once.

        Opening one whose size is known asks nobody.
        """
        return ObjectFile(self, path, self.identity(path).size if size is None else size)

    def open_read(self, path: str) -> BinaryIO:
        """The file as a stream that can seek."""
        return stream(self.open_at(path))

    # --- writing --------------------------------------------------------------------------

    def create(self, path: str, data: bytes) -> None:
        """Write a file that must not exist."""
        self._require_writable(path)
        try:
            self.store.put(self._key(path), data)
        except Error as error:
            # The answer to an earlier try of the same request may have been lost.
            is_other = error.code != Code.FILE_ALREADY_EXISTS
            if is_other or self.store.get(self._key(path)) != data:
                raise
        self._keep(path, data)

    def replace(self, path: str, data: bytes) -> None:
        """Write a small file, new or in the place of another."""
        self._require_writable(path)
        self.store.put(self._key(path), data, replaces=True)
        self._keep(path, data)

    def open_write(self, path: str) -> BinaryIO:
        """A new file, which nobody sees before it is closed."""
        self._require_writable(path)
        written = partial(self._keep, path)
        return cast(BinaryIO, ObjectStream(self.store, self._key(path), written))

    def make_folder(self, folder: str) -> None:
        """Folders are there as long as there are files in them."""

    def sync(self, path: str) -> None:
        """What the store acknowledged is durable."""

    def rename(self, source: str, target: str, *, durable: bool = True) -> None:
        """LOGICAL_ERROR: who asks for it has not looked at `can_link`."""
        raise immovable(self.url(source))

    def link(self, source: str, target: str) -> None:
        """LOGICAL_ERROR: who asks for it has not looked at `can_link`."""
        raise immovable(self.url(source))

    def remove(self, path: str) -> None:
        """Remove a file or a folder with all that is in it; quiet if already gone."""
        self._require_writable(path)
        below = [one.key for one in self.store.list(_inside(self._key(path)), deep=True)]
        self.store.delete(below or [self._key(path)])
        self._forget([key.removeprefix(self.prefix) for key in below] or [path])

    def remove_all(self, paths: Sequence[str]) -> None:
        """Remove files by as few requests as it takes; quiet about those that are gone."""
        if paths:
            self._require_writable(paths[0])
            self.store.delete([self._key(path) for path in paths])
            self._forget(paths)

    def forget_copies(self, folder: str) -> None:
        """What is at `metadata_path`."""
        if self.copies is not None:
            self.copies.forget_below(folder)

    def forget_unfinished(self, is_dead: Callable[[str], bool]) -> None:
        """Give up uploads of files whose paths tell that nobody will complete them."""
        self.store.forget_uploads(self.prefix, lambda key: is_dead(key.removeprefix(self.prefix)))

    def _require_writable(self, path: str) -> None:
        if self.is_read_only:
            message = f"Cannot write {self.url(path)}: the disk is read-only."
            raise Error(Code.READONLY, message)

    # --- space ----------------------------------------------------------------------------

    def free_space(self) -> int:
        """There is no end."""
        return BOUNDLESS

    def total_space(self) -> int:
        """There is no end."""
        return BOUNDLESS


class ObjectFile:
    """An object that is read at any place, by as few requests as it takes."""

    def __init__(self, disk: ObjectDisk, path: str, size: int) -> None:
        self._disk = disk
        self._path = path
        self.size = size
        self._ahead = ReadAhead(size, partial(disk.read_range, path), disk.seek)

    def read_at(self, position: int, count: int) -> bytes:
        """So many bytes from a position on."""
        count = min(count, self.size - position)
        if count <= 0:
            return b""
        key = self._disk.mount, self._path
        data = ENDS.find(key, position, count)
        if data is not None:
            return data
        if self.size <= _AT_ONCE:
            whole = self._disk.read_range(self._path, 0, self.size)
            ENDS.keep(key, 0, whole)
            return whole[position : position + count]
        data = self._ahead.read(position, count)
        if position + len(data) == self.size:
            ENDS.keep(key, position, data)
        return data

    def close(self) -> None:
        """Nothing is held."""


class ObjectStream(io.RawIOBase):
    """A new object in the making: one request if it is small, an upload in parts if not."""

    def __init__(self, store: Blobs, key: str, written: Callable[[bytes], None]) -> None:
        self._store = store
        self._key = key
        self._written = written  # is told what a small object holds
        self._waiting = bytearray()
        self._upload: Writing | None = None
        self._size = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        """How many bytes there are."""
        return self._size

    def write(self, data: Any) -> int:
        """Add bytes."""
        view = memoryview(data).cast("B")
        self._size += view.nbytes
        if self._upload is None and len(self._waiting) + view.nbytes <= _SMALL:
            self._waiting += view
            return view.nbytes
        if self._upload is None:
            self._upload = self._store.stage(self._key, "")
            first, self._waiting = bytes(self._waiting), bytearray()
            self._upload.write(first)
        self._upload.write(bytes(view))
        return view.nbytes

    def discard(self) -> None:
        """The object is not to be; nothing of it stays."""
        if self.closed:
            return
        upload, self._upload = self._upload, None
        self._finish(lambda: upload.discard() if upload is not None else None)

    def close(self) -> None:
        """Complete the object: it can be read when this returns."""
        if not self.closed:
            self._finish(self._publish)

    def _finish(self, what: Callable[[], None]) -> None:
        try:
            what()
        finally:
            super().close()

    def _publish(self) -> None:
        if self._upload is None:
            data = bytes(self._waiting)
            self._store.put(self._key, data, replaces=True)
            self._written(data)
            return
        upload, self._upload = self._upload, None
        try:
            staged = upload.finish()
        except BaseException:
            upload.discard()
            raise
        try:
            self._store.publish(staged, replaces=True)
        except Error:
            # The answer to an earlier try of the same request may have been lost.
            found = self._store.head(self._key)
            if found is None or found.size != self._size:
                self._store.withdraw(staged)
                raise

    def __del__(self) -> None:
        """Whoever forgets the stream does not want the object."""
        self.discard()


def _inside(key: str) -> str:
    """With what all keys in a folder begin."""
    return f"{key.rstrip('/')}/" if key else ""


def _missing(url: str) -> Error:
    return Error(Code.FILE_DOESNT_EXIST, f"Cannot use {url}: No such file or directory.")
