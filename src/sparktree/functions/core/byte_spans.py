"""Stretches of bytes of one buffer, many at once: cut out, joined, compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.text_buffers import Bytes

Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint64]

_WORD = 8
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], np.uint64)
_LOWER = bytes(range(256)).lower()
PADDING = 16  # bytes that a buffer has beyond its last stretch


@dataclass(frozen=True, slots=True)
class Spans:
    """Where stretches begin in a buffer and how long they are; the buffer is padded."""

    data: Bytes
    starts: Places
    sizes: Places

    @classmethod
    def of_bytes(cls, array: pa.Array) -> Self:
        """The values of a binary array without NULLs."""
        offsets, data = array.buffers()[1:]
        if not len(array) or offsets is None:
            return cls(padded(NO_BYTES), np.zeros(0, np.int64), np.zeros(0, np.int64))
        bounds = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
        raw = np.frombuffer(data, np.uint8)[: bounds[-1]] if data is not None else NO_BYTES
        return cls(padded(raw), bounds[:-1].astype(np.int64), np.diff(bounds).astype(np.int64))

    def take(self, places: Places | Flags) -> Self:
        """Some of them."""
        return type(self)(self.data, self.starts[places], self.sizes[places])

    def cut(self, size: int) -> Spans:
        """Without so many bytes at the beginning."""
        return Spans(self.data, self.starts + size, self.sizes - size)

    def lower(self) -> Spans:
        """With small letters (ASCII) for capital ones."""
        data = np.frombuffer(self.data.tobytes().translate(_LOWER), np.uint8)
        return Spans(data, self.starts, self.sizes)

    def array(self) -> pa.Array:
        """The stretches as a binary array."""
        count = len(self.starts)
        # One value from every bound to the next: every other one is a stretch.
        bounds = np.zeros(2 * count + 2, np.int32)
        bounds[1:-1:2], bounds[2::2], bounds[-1] = (
            self.starts,
            self.starts + self.sizes,
            len(self.data),
        )
        buffers = [None, pa.py_buffer(bounds), pa.py_buffer(np.ascontiguousarray(self.data))]
        values = pa.Array.from_buffers(pa.binary(), 2 * count + 1, buffers, null_count=0)
        return values.take(pa.array(np.arange(1, 2 * count + 1, 2)))

    def joined(self, counts: Places) -> pa.Array:
        """So many stretches each, joined to one value."""
        pieces = self.array()
        bounds = np.frombuffer(pieces.buffers()[1], np.int32)[: len(pieces) + 1]
        ends = np.concatenate([[0], np.cumsum(counts)])
        buffers = [None, pa.py_buffer(np.ascontiguousarray(bounds[ends])), pieces.buffers()[2]]
        return pa.Array.from_buffers(pa.binary(), len(counts), buffers, null_count=0)

    def words(self, offset: int = 0) -> Words:
        """The 8 bytes at an offset of each, the lowest first; zeros behind its end."""
        numbers = np.ndarray((len(self.data) - _WORD + 1,), "<u8", self.data, strides=(1,))
        return numbers[self.starts + offset] & _MASKS[np.clip(self.sizes - offset, 0, _WORD)]

    def equal(self, other: Spans) -> Flags:
        """Whether each is the same as the other's at the same place, which has the same size."""
        same = np.asarray(self.words() == other.words(), np.bool_)
        offset, live = _WORD, np.flatnonzero(same & (self.sizes > _WORD))
        while len(live):
            same[live] = self.take(live).words(offset) == other.take(live).words(offset)
            offset += _WORD
            live = live[same[live] & (self.sizes[live] > offset)]
        return same


NO_BYTES = np.zeros(0, np.uint8)


def padded(data: Bytes) -> Bytes:
    """With bytes behind the end, for words to be read there."""
    return np.concatenate([data, np.zeros(PADDING, np.uint8)])


def ranges(firsts: Places, counts: Places) -> Places:
    """All the numbers of ranges, one range behind the other."""
    ends = np.cumsum(counts)
    return np.repeat(firsts - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)


def offsets(counts: Places) -> pa.Array:
    """The offsets of lists of so many elements."""
    return pa.array(np.concatenate([[0], np.cumsum(counts)]).astype(np.int32))


def in_one(values: pa.Array) -> tuple[Bytes, Places]:
    """The values of a binary array without NULLs in one buffer, each behind a byte that is none of
    its own, and where these bytes are."""
    bounds = np.frombuffer(values.buffers()[1], np.int32)
    bounds = bounds[values.offset : values.offset + len(values) + 1].astype(np.int64)
    lists = pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values)
    joined = pc.binary_join(lists, b"\n").buffers()[2]
    size = int(bounds[-1] - bounds[0]) + len(values)
    data = np.full(size + PADDING, ord("\n"), np.uint8)
    if joined is not None and size:
        data[1:size] = np.frombuffer(joined, np.uint8)[: size - 1]
    return data, bounds[:-1] - bounds[0] + np.arange(len(values))


def first_of(rows: Places, values: Places, count: int) -> Places:
    """The first value of each row, of those in order of their rows; -1 where there is none."""
    found = np.full(count, -1, np.int64)
    found[rows[::-1]] = values[::-1]  # the first is written last
    return found
