"""A disk whose files are read through a cache on the machine that reads them.

Only files below a `store/` are cached: they are never changed. All else, and all writing, goes to
the disk below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

import xxhash

from sparktree.disks.cache_folder import CachePolicy
from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import DISK_TYPES, Disk, FileIdentity
from sparktree.disks.events import DISK_EVENTS
from sparktree.disks.wrapped import WrappedDisk
from sparktree.errors import Code, Error, not_implemented
from sparktree.kernel.files import PositionalFile

_IMMUTABLE = "/store/"
_MOST_AT_ONCE = 32 << 20  # bytes that are asked of the disk below by one request
_EVENT = "CachedReadBuffer"


class _CachedFile:
    """A file whose pieces come from the cache, or go there; opened below only when it must be."""

    def __init__(self, disk: CachedDisk, path: str, size: int | None) -> None:
        self._disk, self._path = disk, path
        self._cache = disk.policy.cache()
        self._key = disk.cache_key(path)
        self._below: PositionalFile | None = None
        if size is None:
            size = self._cache.size_of(self._key)
        self.size = self._opened().size if size is None else size

    def _opened(self) -> PositionalFile:
        if self._below is None:
            self._below = self._disk.inner.open_at(self._path, getattr(self, "size", None))
        return self._below

    def read_at(self, position: int, count: int) -> bytes:
        """Bytes of the pieces around the range."""
        end = min(position + count, self.size)
        if position >= end:
            return b""
        piece = self._disk.policy.piece
        found: list[bytes] = []
        missing = -1  # the first of the pieces that were not found
        for begin in range(position // piece * piece, end, piece):
            low, high = max(position - begin, 0), min(end - begin, piece)
            data = self._cache.get(self._key, begin, low, high - low)
            if data is not None and len(data) == high - low:
                if missing >= 0:
                    found.append(self._fetched(missing, begin, position, end))
                    missing = -1
                found.append(data)
                DISK_EVENTS.count(f"{_EVENT}ReadFromCacheHits")
                DISK_EVENTS.count(f"{_EVENT}ReadFromCacheBytes", len(data))
            else:
                missing = begin if missing < 0 else missing
                DISK_EVENTS.count(f"{_EVENT}ReadFromCacheMisses")
        if missing >= 0:
            found.append(self._fetched(missing, end, position, end))
        return found[0] if len(found) == 1 else b"".join(found)

    def _fetched(self, begin: int, end: int, first: int, last: int) -> bytes:
        """Whole pieces from the disk below, kept; of them the bytes that were asked for."""
        piece = self._disk.policy.piece
        stop = min(-(-end // piece) * piece, self.size)
        got: list[bytes] = []
        step = max(_MOST_AT_ONCE // piece, 1) * piece
        for place in range(begin, stop, step):
            data = self._opened().read_at(place, min(step, stop - place))
            DISK_EVENTS.count(f"{_EVENT}ReadFromSourceBytes", len(data))
            for at in range(0, len(data), piece):
                one = data[at : at + piece]
                if self._cache.put(self._key, place + at, one, self.size):
                    DISK_EVENTS.count(f"{_EVENT}CacheWriteBytes", len(one))
            got.append(data[max(first - place, 0) : max(last - place, 0)])
        return b"".join(got)

    def close(self) -> None:
        """Read no more."""
        if self._below is not None:
            self._below.close()


def _is_immutable(path: str) -> bool:
    """Whether a file is one of a part; a disk above this one may have a folder here."""
    return _IMMUTABLE in f"/{path}"


@dataclass(frozen=True, slots=True)
class CachedDisk(WrappedDisk):
    """Another disk, read through a cache."""

    policy: CachePolicy

    def cache_key(self, path: str) -> str:
        """Under which key pieces of the file are kept: the same for all processes, for ever.

        Names of files of this machine are used again, so what tells such a file belongs to it.
        """
        url = self.inner.url(path)
        if self.inner.can_link:
            url = f"{url} {self.inner.identity(path)}"
        return xxhash.xxh3_128_hexdigest(url.encode())

    def beginning(self, prefix: str) -> Iterator[str]:
        """The paths of all files that begin so, in folders too."""
        return self.inner.beginning(prefix)

    def identity(self, path: str) -> FileIdentity:
        """The file's size and what changes when it does."""
        return self.inner.identity(path)

    def create(self, path: str, data: bytes) -> None:
        """Write a file that must not exist: whole and durable, or not at all."""
        self.inner.create(path, data)

    def replace(self, path: str, data: bytes) -> None:
        """Write a small file, new or in the place of another: whole and durable, or not at all."""
        self.inner.replace(path, data)

    def read(self, path: str) -> bytes:
        """The whole file."""
        if not _is_immutable(path):
            return self.inner.read(path)
        file = self.open_at(path)
        try:
            return file.read_at(0, file.size)
        finally:
            file.close()

    def open_at(self, path: str, size: int | None = None) -> PositionalFile:
        """The file, to be read at any place, by several threads at once."""
        if not _is_immutable(path):
            return self.inner.open_at(path, size)
        return _CachedFile(self, path, size)

    def open_write(self, path: str) -> BinaryIO:
        """A new file as a stream; folders above it are made."""
        return self.inner.open_write(path)

    def forget_unfinished(self, is_dead: Callable[[str], bool]) -> None:
        """Give up files that nobody will complete."""
        self.inner.forget_unfinished(is_dead)

    def size(self, path: str) -> int:
        """Bytes of a file, or of all files in a folder."""
        return self.inner.size(path)


@DISK_TYPES.declare("cache")
def open_cached(declared: DeclaredDisk, disks: Mapping[str, Disk]) -> CachedDisk:
    """The disk over the one that it names; the cache's folder is made when it is needed."""
    if declared.cache is None:
        raise Error(Code.LOGICAL_ERROR, f"Disk {declared.name} has no cache.")
    if declared.cache.on_write:
        raise not_implemented("The setting cache_on_write_operations of caches is not built yet.")
    return CachedDisk(disks[declared.wrapped], declared.cache)
