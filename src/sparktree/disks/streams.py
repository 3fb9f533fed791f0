"""Streams made of others."""

from __future__ import annotations

import io
from typing import Any, BinaryIO


def discard(stream: BinaryIO) -> None:
    """Give up a file that is being written; one of a local disk is left for who removes it."""
    getattr(stream, "discard", stream.close)()


class ByReading(io.RawIOBase):
    """A stream of which a subclass says what `read` gives; all other ways to read ask that."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """So many bytes, fewer only at the end; all that are left without a size."""
        raise NotImplementedError

    def readinto(self, buffer: Any) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class Joined(ByReading):
    """Some bytes, then a stream."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first, self._rest = first, rest

    def read(self, size: int = -1) -> bytes:
        if not self._first:
            return self._rest.read(size)
        if 0 <= size <= len(self._first):
            taken, self._first = self._first[:size], self._first[size:]
            return taken
        taken, self._first = self._first, b""
        return taken + self._rest.read(size - len(taken) if size >= 0 else -1)
