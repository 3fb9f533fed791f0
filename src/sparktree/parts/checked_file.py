"""Reading a file of a part in pieces, each compared with its checksum on the way."""

from __future__ import annotations

from typing import BinaryIO

import xxhash

from sparktree.disks.disk import Disk
from sparktree.parts.checksums import BLOCK, block_digest, check_size, mismatch
from sparktree.parts.description import PartDescription

_DIGITS = 8


class CheckedFile:
    """A file of a part. Some blocks are kept, so that pieces in a row are read once."""

    def __init__(self, disk: Disk, part: PartDescription, name: str, blocks: int) -> None:
        path = part.at(name)
        self.url, self.identity = disk.url(path), disk.identity(path)
        self._part, self._file, self._blocks = part.name, part.files[name], blocks
        check_size(self.url, part.name, self.identity, self._file)
        self._stream: BinaryIO = disk.open_read(path)
        self._begin, self._kept = 0, memoryview(b"")

    def close(self) -> None:
        """Read no more."""
        self._stream.close()
        self.forget()

    def forget(self) -> None:
        """Give the kept blocks free."""
        self._begin, self._kept = 0, memoryview(b"")

    def read(self, begin: int, end: int) -> memoryview:
        """Bytes from `begin` on: up to `end`, or as many as are kept at once."""
        if not self._begin <= begin < self._begin + len(self._kept):
            self._fill(begin)
        return self._kept[begin - self._begin : end - self._begin]

    def bytes(self, begin: int, end: int) -> bytes:
        """All bytes of a range."""
        found = bytearray()
        while begin + len(found) < end:
            found += self.read(begin + len(found), end)
        return bytes(found)

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return self._file.size

    def _fill(self, position: int) -> None:
        first = position // BLOCK if self._file.blocks else 0
        self._stream.seek(first * BLOCK)
        data = self._stream.read(self._blocks * BLOCK)
        view = memoryview(data)
        if position >= first * BLOCK + len(data) or not self._holds(first, view):
            raise mismatch(self.url, self._part)
        self._begin, self._kept = first * BLOCK, view

    def _holds(self, first: int, data: memoryview) -> bool:
        """Whether the bytes, which begin with a block, are those that were written."""
        if not self._file.blocks:  # one block, of which only the whole has a checksum
            return bool(xxhash.xxh3_128_hexdigest(data) == self._file.hash)
        known = self._file.blocks
        return all(
            block_digest(xxhash.xxh3_64(data[at : at + BLOCK])) == known[digits : digits + _DIGITS]
            for at, digits in zip(
                range(0, len(data), BLOCK),
                range(first * _DIGITS, len(known), _DIGITS),
                strict=False,
            )
        )
