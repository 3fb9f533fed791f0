"""Streams made of others."""

from __future__ import annotations

import io
from typing import Any, BinaryIO


def discard(stream: BinaryIO) -> None:
    """Give up a file that is being written; one of a local disk is left for who removes it."""
    getattr(stream, "discard", stream.close)()


class Joined(io.RawIOBase):
    """Some bytes, then a stream."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first, self._rest = first, rest

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self._first:
            return self._rest.read(size)
        if 0 <= size <= len(self._first):
            taken, self._first = self._first[:size], self._first[size:]
            return taken
        taken, self._first = self._first, b""
        return taken + self._rest.read(size - len(taken) if size >= 0 else -1)

    def readinto(self, buffer: Any) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)
