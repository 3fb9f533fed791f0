"""Text cut into fields over whole arrays of bytes: signs count only outside of quotes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.text import escape_array

Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


def bytes_of(data: bytes) -> Bytes:
    """The bytes as numbers, not copied."""
    return np.frombuffer(data, dtype=np.uint8)


def is_one_of(data: Bytes, signs: bytes) -> Mask:
    """Where one of the signs stands."""
    table = np.zeros(256, dtype=np.bool_)
    table[list(signs)] = True
    return table[data]


def unescaped_quotes(data: Bytes, quote: bytes) -> Places:
    """Where quotes stand that no backslash escapes."""
    places = np.flatnonzero(data == quote[0])
    if not len(places) or not (data == ord("\\")).any():
        return places
    index = np.arange(len(data))
    last_other = np.maximum.accumulate(np.where(data != ord("\\"), index, -1))
    before = np.where(places > 0, places - 1, 0)
    backslashes = np.where(places > 0, before - last_other[before], 0)
    kept: Places = places[backslashes % 2 == 0]
    return kept


def inside_quotes(size: int, quotes: Places) -> Mask:
    """What lies between a quote (itself included) and the next one."""
    inside = np.zeros(size, dtype=np.uint8)
    inside[quotes] = 1
    return np.bitwise_xor.accumulate(inside).astype(np.bool_)


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields of equally wide rows in some bytes, row by row: where each starts and ends."""

    data: Bytes
    starts: Places
    ends: Places
    width: int

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.starts) // self.width

    def trimmed(self, signs: bytes, only: Mask | None = None) -> Fields:
        """Without some signs at both ends of the fields."""
        if not len(self.data):
            return self
        table = is_one_of(np.arange(256, dtype=np.uint8), signs)
        starts, ends = self.starts.copy(), self.ends.copy()
        last = len(self.data) - 1
        chosen = np.ones(len(starts), dtype=np.bool_) if only is None else only
        while (at := chosen & (starts < ends) & table[self.data[np.minimum(starts, last)]]).any():
            starts[at] += 1
        while (at := chosen & (starts < ends) & table[self.data[np.maximum(ends, 1) - 1]]).any():
            ends[at] -= 1
        return Fields(self.data, starts, ends, self.width)

    def begin_with(self, sign: bytes) -> Mask:
        """Which fields begin with the sign."""
        there = self.starts < self.ends
        found: Mask = there & (self.data[np.minimum(self.starts, len(self.data) - 1)] == sign[0])
        return found

    def without_quotes(self, quoted: Mask) -> Fields:
        """The fields that are marked without their first and last byte."""
        one = quoted.astype(np.int64)
        return Fields(self.data, self.starts + one, self.ends - one, self.width)

    def columns(self) -> list[pa.Array]:
        """The texts of every column, in the kernel's form."""
        lengths = self.ends - self.starts
        offsets = np.zeros(len(lengths) + 1, dtype=np.int32)
        np.cumsum(lengths, out=offsets[1:])
        edges = np.zeros(len(self.data) + 1, dtype=np.int8)
        edges[self.starts[lengths > 0]] += 1
        edges[self.ends[lengths > 0]] -= 1
        kept = self.data[np.cumsum(edges[:-1], dtype=np.int8).astype(np.bool_)]
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(kept)]
        texts = pa.Array.from_buffers(pa.binary(), len(lengths), buffers)
        places = np.arange(self.rows) * self.width
        return [escape_array(texts.take(pa.array(places + i))) for i in range(self.width)]
