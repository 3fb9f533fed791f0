"""A place in bytes that are read: numbers, texts, and arrays of texts."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel.byte_shapes import PLAIN_TEXT, UNSIGNED, texts_behind, whole_values

_UNLIMITED = 1 << 62
_PIECE = 1 << 20  # bytes that are fetched at a time where it is not known how many are needed
_LAST_SHIFT = 63  # of a number of 64 bits in groups of seven
_LONGEST_NUMBER = 10  # bytes


class ShortError(Error):
    """The data ends too early; there may be more."""


class Bytes(Protocol):
    """Where a cursor gets more bytes."""

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes; fewer only at the end."""
        ...

    def read1(self, size: int = -1, /) -> bytes:
        """The bytes that are there, at most so many, but some; none only at the end."""
        ...


class Cursor:
    """A place in bytes, which are fetched from a source as they are needed if there is one."""

    def __init__(self, data: bytes = b"", source: Bytes | None = None, revision: int = 0) -> None:
        self.data = data
        self.position = 0
        self.revision = revision  # of the protocol, that who wrote the bytes knows
        self.allowed = _UNLIMITED  # bytes that may still be fetched
        self._source = source

    # --- fetching -------------------------------------------------------------------------

    def require(self, size: int) -> int:
        """Where the next bytes end, if there are so many."""
        missing = self.position + size - len(self.data)
        if missing > 0:
            source = self._source
            if source is None:
                raise self.short(size)
            self._check_allowed(missing)
            if self._add(source.read(missing)) < missing:
                raise self.short(size)
        return self.position + size

    def fetch_some(self) -> bool:
        """Fetch the bytes that have come, waiting for some; whether there were any."""
        if self._source is None:
            return False
        self._check_allowed(1)
        return self._add(self._source.read1(min(_PIECE, self.allowed))) > 0

    def _check_allowed(self, size: int) -> None:
        if size > self.allowed:
            message = "Too much data: a packet or a block is larger than it may be"
            raise Error(Code.TOO_LARGE_STRING_SIZE, message)

    def _add(self, found: bytes) -> int:
        self.allowed -= len(found)
        self.data = self.data[self.position :] + found if self.bytes_left else found
        self.position = 0
        return len(found)

    @property
    def bytes_left(self) -> int:
        """How many bytes were fetched and not taken."""
        return len(self.data) - self.position

    def short(self, size: int) -> ShortError:
        """The error that there are not so many bytes."""
        return ShortError(
            Code.CANNOT_READ_ALL_DATA,
            f"Cannot read all data. Bytes read: {self.bytes_left}. Bytes expected: {size}.",
        )

    # --- values ---------------------------------------------------------------------------

    def take(self, size: int) -> bytes:
        """The next bytes."""
        end = self.require(size)
        taken, self.position = self.data[self.position : end], end
        return taken

    def byte(self) -> int:
        """The next byte."""
        if not self.bytes_left and not self.fetch_some():
            raise self.short(1)
        found = self.data[self.position]
        self.position += 1
        return found

    def varint(self) -> int:
        """The next number in groups of seven bits."""
        value = shift = 0
        while shift <= _LAST_SHIFT:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
        raise _too_long()

    def number(self, size: int = 8) -> int:
        """The next unsigned number of so many bytes."""
        return int.from_bytes(self.take(size), "little")

    def string(self) -> bytes:
        """The next bytes behind their length."""
        return self.take(self.varint())

    def strings(self, count: int) -> pa.Array:
        """The same so many times."""
        if self._source is not None:
            return self._fetched_strings(count)
        try:
            found, self.position = texts_behind(self.data, self.position, count)
        except IndexError as error:
            raise self.short(self.bytes_left + 1) from error
        return found

    def _fetched_strings(self, count: int) -> pa.Array:
        parts = []
        while count:
            starts, end = whole_values([PLAIN_TEXT], self.data, self.position, count)
            if len(starts):
                parts.append(PLAIN_TEXT.array(np.frombuffer(self.data, np.uint8), starts))
                self.position, count = end, count - len(starts)
            if count:
                self._fetch_string()
        return pa.chunked_array(parts, pa.large_binary()).combine_chunks()

    def _fetch_string(self) -> None:
        """Fetch more of the next string, which has not come whole."""
        try:
            size, start = UNSIGNED.number_at(self.data, self.position)
        except IndexError:
            if self.bytes_left >= _LONGEST_NUMBER:
                raise _too_long() from None
            if not self.fetch_some():
                raise self.short(1) from None
        else:
            self.require(start - self.position + size)


def _too_long() -> Error:
    return Error(Code.INCORRECT_DATA, "A number is longer than 64 bits")
