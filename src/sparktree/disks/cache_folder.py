"""The folder of a cache on this machine: pieces of files, never more of them than its size.

All processes of the machine share it without a process of its own. A piece is a file, whose time
tells when it was used last. Who wants to add one takes the room first, under a lock: a file of the
whole size, which gets its name once it is written. Behind the data stand its hash, how often it was
used and the size of the file that it is of.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import struct
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import xxhash

_LOG = logging.getLogger("sparktree.cache")
_TRAILER = struct.Struct("<16sQQ")  # hash, uses, size of the whole file
_USED = struct.Struct("<Q")
_STATUS = "status"
_STATUS_BYTES = _USED.size
_TEMPORARY = ".tmp"
_FORGOTTEN = 600.0  # seconds after which a piece that was not completed is litter
_PREFIX = 3  # digits of a key that begin the name of the folder above its own
_MOST_VERIFIED = 100_000


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a file in the cache."""

    path: Path
    key: str
    begin: int
    size: int
    hits: int
    file_size: int
    used: float  # when it was written or used last


class _Verified:
    """The pieces that this process has compared with their hashes."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._lock = threading.Lock()

    def holds(self, path: Path, inode: int) -> bool:
        """Whether this very piece was found right."""
        with self._lock:
            return (str(path), inode) in self._seen

    def add(self, path: Path, inode: int) -> None:
        """It was found right."""
        with self._lock:
            self._seen[str(path), inode] = None
            while len(self._seen) > _MOST_VERIFIED:
                self._seen.popitem(last=False)


_VERIFIED = _Verified()


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """Pieces of files, up to `max_size` bytes together. What fails is as if it were not cached."""

    path: Path
    max_size: int

    @property
    def room(self) -> int:
        """The bytes of all pieces together, at most."""
        return self.max_size - _STATUS_BYTES

    def _at(self, key: str, begin: int) -> Path:
        return self.path / key[:_PREFIX] / key / str(begin)

    # --- reading --------------------------------------------------------------------------

    def get(self, key: str, begin: int, position: int, count: int) -> bytes | None:
        """Bytes of a piece, from a position in it; None if it is not there, or damaged."""
        try:
            return self._get(self._at(key, begin), position, count)
        except FileNotFoundError:
            return None
        except OSError as error:
            _LOG.warning("Cannot read the cache %s: %s", self.path, error)
            return None

    def _get(self, path: Path, position: int, count: int) -> bytes | None:
        descriptor = os.open(path, os.O_RDWR)
        try:
            status = os.fstat(descriptor)
            size = status.st_size - _TRAILER.size
            if size < 0:
                self._damaged(path)
                return None
            digest, hits, file_size = _TRAILER.unpack(os.pread(descriptor, _TRAILER.size, size))
            if _VERIFIED.holds(path, status.st_ino):
                data = os.pread(descriptor, min(count, size - position), position)
            else:
                whole = os.pread(descriptor, size, 0)
                if xxhash.xxh3_128_digest(whole) != digest:
                    self._damaged(path)
                    return None
                _VERIFIED.add(path, status.st_ino)
                data = whole[position : position + count]
            os.pwrite(descriptor, _TRAILER.pack(digest, hits + 1, file_size), size)
            os.utime(descriptor, ns=(now := time.time_ns(), now))
            return data
        finally:
            os.close(descriptor)

    def _damaged(self, path: Path) -> None:
        _LOG.warning("A piece of the cache is damaged and goes: %s", path)
        path.unlink(missing_ok=True)

    def size_of(self, key: str) -> int | None:
        """The size of the file that the cached beginning is of; None if that is not cached."""
        try:
            with open(self._at(key, 0), "rb") as file:
                file.seek(-_TRAILER.size, os.SEEK_END)
                return int(_TRAILER.unpack(file.read(_TRAILER.size))[2])
        except (OSError, struct.error):
            return None

    # --- writing --------------------------------------------------------------------------

    def put(self, key: str, begin: int, data: bytes, file_size: int) -> bool:
        """Keep a piece, in the place of those that were not used for longest if need be."""
        try:
            return self._put(self._at(key, begin), data, file_size)
        except OSError as error:
            _LOG.warning("Cannot write into the cache %s: %s", self.path, error)
            return False

    def _put(self, target: Path, data: bytes, file_size: int) -> bool:
        size = len(data) + _TRAILER.size
        name = f"{target.name}.{os.getpid()}.{threading.get_ident()}{_TEMPORARY}"
        temporary = target.with_name(name)
        with self._locked() as status:
            if target.exists():
                return True
            if not self._take(status, size):
                return False
            target.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            os.ftruncate(descriptor, size)  # from now on a look at the folder counts it
        try:
            os.pwrite(descriptor, data, 0)
            os.pwrite(
                descriptor, _TRAILER.pack(xxhash.xxh3_128_digest(data), 0, file_size), len(data)
            )
            os.rename(temporary, target)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)
        return True

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """Alone among all processes, with the file that tells how much is used."""
        self.path.mkdir(parents=True, exist_ok=True)
        status = os.open(self.path / _STATUS, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(status, fcntl.LOCK_EX)
            yield status
        finally:
            os.close(status)

    def _take(self, status: int, size: int) -> bool:
        """Count so many bytes more, after making room for them if need be."""
        if size > self.room:
            return False
        told = os.pread(status, _USED.size, 0)
        used = _USED.unpack(told)[0] if len(told) == _USED.size else None
        if used is None or used + size > self.room:  # what is told may be too much, no less
            used = self._cleared(size)
        fits = bool(used + size <= self.room)
        os.pwrite(status, _USED.pack(used + size * fits), 0)
        return fits

    def _cleared(self, size: int) -> int:
        """The bytes that are used once so many more have room."""
        found = sorted(self._files(), key=lambda file: file[1])
        used = sum(length for _, _, length in found)
        for path, modified, length in found:
            if path.name.endswith(_TEMPORARY) and time.time() - modified < _FORGOTTEN:
                continue  # somebody writes it
            if path.name.endswith(_TEMPORARY) or used + size > self.room:
                path.unlink(missing_ok=True)
                used -= length
                with suppress(OSError):  # the last one of its file
                    path.parent.rmdir()
        return used

    def _files(self) -> Iterator[tuple[Path, float, int]]:
        """All files of pieces: when they were used, and their bytes."""
        for folder, _, names in os.walk(self.path):
            for name in names:
                path = Path(folder, name)
                if path.parent == self.path:
                    continue
                with suppress(FileNotFoundError):
                    status = path.stat()
                    yield path, status.st_mtime, status.st_size

    # --- looking and dropping -------------------------------------------------------------

    def segments(self) -> Iterator[Segment]:
        """The pieces that are there."""
        for path, used, size in self._files():
            if path.name.isdecimal() and size >= _TRAILER.size:
                with suppress(OSError), open(path, "rb") as file:
                    file.seek(-_TRAILER.size, os.SEEK_END)
                    _, hits, whole = _TRAILER.unpack(file.read(_TRAILER.size))
                    length, key = size - _TRAILER.size, path.parent.name
                    yield Segment(path, key, int(path.name), length, hits, whole, used)

    def clear(self) -> None:
        """Drop all pieces but those that are being written."""
        with self._locked() as status:
            for path, _, _ in self._files():
                if not path.name.endswith(_TEMPORARY):
                    path.unlink(missing_ok=True)
            for folder in self.path.iterdir():
                if folder.is_dir() and not any(file.is_file() for file in folder.rglob("*")):
                    shutil.rmtree(folder, ignore_errors=True)
            used = sum(length for _, _, length in self._files())
            os.pwrite(status, _USED.pack(used), 0)


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """How much is cached where, in pieces of what size."""

    folder: str
    max_size: int
    alignment: int = 4 << 20
    on_write: bool = False  # whether what is written is cached, too

    @property
    def piece(self) -> int:
        """Bytes of a piece: a small cache has room for some of them at least."""
        return max(min(self.alignment, self.max_size // 8), 1 << 12)

    def cache(self) -> CacheFolder:
        """The folder on this machine."""
        return CacheFolder(Path(self.folder), self.max_size)
