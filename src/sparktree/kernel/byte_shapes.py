"""Rows of bytes, read: a row's fields follow each other, and only reading tells where one ends.

A walk over the bytes finds where rows begin; the values of all rows are then taken at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel import text_places

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]
_LAST_SHIFT = 63
_FEW, _MANY = 64, 1 << 14  # values that are read one by one before many are looked for at once


class Shape(Protocol):
    """How the bytes of one kind of value lie."""

    @property
    def width(self) -> int | None:
        """How many bytes a value has; None if that differs."""

    def end(self, data: bytes, at: int) -> int:
        """Where the value ends that begins at a place; IndexError if the data ends before."""

    def ends(self, data: Bytes, at: Places) -> Places:
        """The same for many values at once."""

    def array(self, data: Bytes, at: Places) -> pa.Array:
        """The values that begin at the places, which are in ascending order."""


@dataclass(frozen=True, slots=True)
class Coding:
    """Numbers in groups of seven bits, the lowest first; `signed` ones have the sign last."""

    signed: bool = False

    def number_at(self, data: bytes, at: int) -> tuple[int, int]:
        """The number at a place, and where it ends."""
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return ((value >> 1) ^ -(value & 1) if self.signed else value), at
            shift = _next_shift(shift)

    def many(self, data: Bytes, at: Places) -> tuple[Places, Places]:
        """The numbers at places, and where they end."""
        found = data[at]
        value = (found & 0x7F).astype(np.uint64)
        ends, shift = at + 1, 7
        longer = np.flatnonzero(found >= 0x80)
        while len(longer):
            found = data[ends[longer]]
            value[longer] |= (found & 0x7F).astype(np.uint64) << np.uint64(shift)
            ends[longer] += 1
            longer = longer[found >= 0x80]
            shift = _next_shift(shift) if len(longer) else shift
        if self.signed:
            value = (value >> np.uint64(1)) ^ (np.uint64(0) - (value & np.uint64(1)))
        return value.view(np.int64), ends


def _next_shift(shift: int) -> int:
    """That of the next group of a number; there are no more than 64 bits."""
    if shift >= _LAST_SHIFT:
        raise IndexError(shift)
    return shift + 7


UNSIGNED, SIGNED = Coding(), Coding(signed=True)


@dataclass(frozen=True, slots=True)
class Fixed:
    """Values of one width; `make` takes them as rows of bytes."""

    width: int
    make: Callable[[Bytes], pa.Array]

    def end(self, data: bytes, at: int) -> int:
        return at + self.width

    def ends(self, data: Bytes, at: Places) -> Places:
        return at + self.width

    def array(self, data: Bytes, at: Places) -> pa.Array:
        if not self.width or not len(at):
            return self.make(np.zeros((len(at), self.width), np.uint8))
        # A value begins at every byte: so one look takes all bytes of a value.
        kind = np.dtype((np.void, self.width))
        whole = np.ndarray((len(data) - self.width + 1,), kind, data, strides=(1,))
        return self.make(whole[at].view(np.uint8).reshape(-1, self.width))


@dataclass(frozen=True, slots=True)
class Number:
    """Numbers in groups of seven bits."""

    coding: Coding
    make: Callable[[Places], pa.Array]

    @property
    def width(self) -> int | None:
        return None

    def end(self, data: bytes, at: int) -> int:
        while data[at] >= 0x80:
            at += 1
        return at + 1

    def ends(self, data: Bytes, at: Places) -> Places:
        return self.coding.many(data, at)[1]

    def array(self, data: Bytes, at: Places) -> pa.Array:
        return self.make(self.coding.many(data, at)[0])


@dataclass(frozen=True, slots=True)
class Text:
    """Bytes behind their length."""

    coding: Coding
    make: Callable[[pa.Array], pa.Array]

    @property
    def width(self) -> int | None:
        return None

    def end(self, data: bytes, at: int) -> int:
        size = data[at]
        if size < 0x80:  # most are short
            return at + 1 + (size >> 1 if self.coding.signed else size)
        size, at = self.coding.number_at(data, at)
        return at + size

    def ends(self, data: Bytes, at: Places) -> Places:
        sizes, starts = self.coding.many(data, at)
        return starts + sizes

    def array(self, data: Bytes, at: Places) -> pa.Array:
        sizes, starts = self.coding.many(data, at)
        return self.make(slices(data, starts, starts + sizes))


PLAIN_TEXT = Text(UNSIGNED, lambda found: found)


def slices(data: Bytes, starts: Places, ends: Places) -> pa.Array:
    """The bytes between the places: every second value of an array over all bytes."""
    edges = np.empty(2 * len(starts) + 1, np.int64)
    edges[0:-1:2], edges[1::2] = starts, ends
    edges[-1] = ends[-1] if len(ends) else 0
    buffers = [None, pa.py_buffer(edges), pa.py_buffer(data)]
    whole = pa.Array.from_buffers(pa.large_binary(), 2 * len(starts), buffers)
    return whole.take(pa.array(np.arange(0, 2 * len(starts), 2)))


@dataclass(frozen=True, slots=True)
class Optional:
    """A value behind a byte that says if there is one."""

    inner: Shape
    nulls: frozenset[int]  # the bytes that say that there is none

    @property
    def width(self) -> int | None:
        return None

    def end(self, data: bytes, at: int) -> int:
        return at + 1 if data[at] in self.nulls else self.inner.end(data, at + 1)

    def ends(self, data: Bytes, at: Places) -> Places:
        given = ~self._is_null(data, at)
        ends = at + 1
        ends[given] = self.inner.ends(data, ends[given])
        return ends

    def array(self, data: Bytes, at: Places) -> pa.Array:
        null = self._is_null(data, at)
        values = self.inner.array(data, at[~null] + 1)
        if not null.any():
            return values
        places = np.cumsum(~null) - 1
        return values.take(pa.array(np.maximum(places, 0), mask=null))

    def _is_null(self, data: Bytes, at: Places) -> npt.NDArray[np.bool_]:
        table = np.zeros(256, np.bool_)
        table[list(self.nulls)] = True
        return table[data[at]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of one of several kinds behind a byte with its number; others stand for NULL."""

    kinds: tuple[Shape, ...]
    make: Callable[[Bytes, list[pa.Array]], pa.Array]  # of the numbers, and each kind's values

    @property
    def width(self) -> int | None:
        return None

    def end(self, data: bytes, at: int) -> int:
        number = data[at]
        return self.kinds[number].end(data, at + 1) if number < len(self.kinds) else at + 1

    def ends(self, data: Bytes, at: Places) -> Places:
        numbers, ends = data[at], at + 1
        for number, kind in enumerate(self.kinds):
            here = numbers == number
            ends[here] = kind.ends(data, ends[here])
        return ends

    def array(self, data: Bytes, at: Places) -> pa.Array:
        numbers = data[at]
        found = [k.array(data, at[numbers == i] + 1) for i, k in enumerate(self.kinds)]
        return self.make(numbers, found)


@dataclass(frozen=True, slots=True)
class Lists:
    """Values behind their number; `in_runs`, more runs of values follow until one is empty, and a
    negative number has the length of its run behind it."""

    inner: Shape
    coding: Coding
    in_runs: bool
    make: Callable[[Places, pa.Array], pa.Array]  # of offsets and all values

    @property
    def width(self) -> int | None:
        return None

    def end(self, data: bytes, at: int) -> int:
        while True:
            count, at = self.coding.number_at(data, at)
            if count < 0:
                count, (_, at) = -count, self.coding.number_at(data, at)
            at = self._past(data, at, count)
            if not self.in_runs or not count:
                return at

    def _past(self, data: bytes, at: int, count: int) -> int:
        if self.inner.width is not None:
            return at + self.inner.width * count
        for _ in range(count):
            at = self.inner.end(data, at)
        return at

    def ends(self, data: Bytes, at: Places) -> Places:
        return self._items(data, at)[2]

    def array(self, data: Bytes, at: Places) -> pa.Array:
        counts, items, _ = self._items(data, at)
        offsets = np.zeros(len(at) + 1, np.int64)
        np.cumsum(counts, out=offsets[1:])
        return self.make(offsets, self.inner.array(data, items))

    def _items(self, data: Bytes, at: Places) -> tuple[Places, Places, Places]:
        """How many values each list has, where all of them begin, and where the lists end."""
        total = np.zeros(len(at), np.int64)
        ends = at.copy()
        found: list[Places] = []
        lists = np.arange(len(at))
        while len(lists):
            counts, places = self.coding.many(data, ends[lists])
            if (np.abs(counts) > len(data)).any():
                raise IndexError(len(data))
            sized = counts < 0
            if sized.any():
                places[sized] = self.coding.many(data, places[sized])[1]
                counts = np.abs(counts)
            items, ends[lists] = self._run(data, places, counts)
            found.append(items)
            total[lists] += counts
            lists = lists[counts > 0] if self.in_runs else lists[:0]
        # Lists lie one behind the other, so their values in order are those of list after list.
        return total, np.sort(np.concatenate(found or [ends[:0]])), ends

    def _run(self, data: Bytes, places: Places, counts: Places) -> tuple[Places, Places]:
        """Where the values of one run of each list begin, and where the runs end."""
        width = self.inner.width
        if width is not None:
            first = np.repeat(places, counts)
            before = np.repeat(np.cumsum(counts) - counts, counts)
            return first + width * (np.arange(len(first)) - before), places + width * counts
        found: list[Places] = []
        ends, open_ = places.copy(), np.flatnonzero(counts > 0)
        number = 0
        while len(open_):
            found.append(ends[open_])
            ends[open_] = self.inner.ends(data, ends[open_])
            number += 1
            open_ = open_[counts[open_] > number]
        return np.concatenate(found or [ends[:0]]), ends


@dataclass(frozen=True, slots=True)
class Record:
    """Values of several kinds one behind the other."""

    fields: tuple[Shape, ...]
    make: Callable[[list[pa.Array], int], pa.Array]  # of the fields' values, and how many there are

    @property
    def width(self) -> int | None:
        widths = [field.width for field in self.fields]
        return None if None in widths else sum(width or 0 for width in widths)

    def end(self, data: bytes, at: int) -> int:
        for field in self.fields:
            at = field.end(data, at)
        return at

    def ends(self, data: Bytes, at: Places) -> Places:
        for field in self.fields:
            at = field.ends(data, at)
        return at

    def array(self, data: Bytes, at: Places) -> pa.Array:
        return self.make(self.arrays(data, at), len(at))

    def arrays(self, data: Bytes, at: Places) -> list[pa.Array]:
        """The values of each field."""
        found = []
        for field in self.fields:
            found.append(field.array(data, at))
            at = field.ends(data, at)
        return found


def whole_values(shapes: Sequence[Shape], data: bytes, at: int, most: int) -> tuple[Places, int]:
    """Where rows begin of which all bytes are there, at most so many; and where the last ends."""
    widths = [shape.width for shape in shapes]
    if None not in widths:
        width = sum(w or 0 for w in widths)
        count = min(most, (len(data) - at) // width) if width else 0
        return at + width * np.arange(count, dtype=np.int64), at + width * count
    if list(shapes) == [PLAIN_TEXT]:
        return _whole_texts(data, at, most)
    return _whole_one_by_one(shapes, data, at, most)


def _whole_one_by_one(
    shapes: Sequence[Shape], data: bytes, at: int, most: int
) -> tuple[Places, int]:
    starts: list[int] = []
    steps = _steps(shapes)
    size = begin = len(data)
    try:
        while len(starts) < most and at < size:
            begin = at
            for width, end in steps:
                at += width
                if end is not None:
                    at = end(data, at)
            if at > size:
                return np.array(starts, np.int64), begin
            starts.append(begin)
    except IndexError:
        at = begin
    return np.array(starts, np.int64), at


def _whole_texts(data: bytes, at: int, most: int) -> tuple[Places, int]:
    """The same for byte strings: some tell how long they are, many more are found at once."""
    found: list[Places] = []
    view = np.frombuffer(data, np.uint8)
    few, many = _FEW, _MANY
    while most:
        wanted, begin = min(most, few), at
        starts, at = _whole_one_by_one([PLAIN_TEXT], data, at, wanted)
        found.append(starts)
        most -= len(starts)
        if len(starts) < wanted or not most:
            break
        size = (at - begin) // wanted + 1
        places, fitted = text_places.beginnings(view, at, most, size)
        few = _FEW if len(places) else _MANY
        if not fitted:  # such data is looked at again ever more seldom
            few = many = 4 * many
        if len(places):
            # The last one is left to be read, which tells if all of its bytes are there.
            taken = places[: min(most, len(places) - 1)]
            found.append(taken)
            most, at = most - len(taken), int(places[len(taken)])
    return np.concatenate([np.zeros(0, np.int64), *found]), at


def _steps(shapes: Sequence[Shape]) -> list[tuple[int, Callable[[bytes, int], int] | None]]:
    """The way through a row: so many bytes ahead, then past a value of any length."""
    steps: list[tuple[int, Callable[[bytes, int], int] | None]] = []
    width = 0
    for shape in shapes:
        if shape.width is not None:
            width += shape.width
        else:
            steps.append((width, shape.end))
            width = 0
    return [*steps, (width, None)] if width else steps


def texts_behind(data: bytes, at: int, count: int) -> tuple[pa.Array, int]:
    """So many byte strings behind their lengths, and where the last ends; IndexError if the data
    ends before."""
    places, end = whole_values([PLAIN_TEXT], data, at, count)
    if len(places) < count:
        raise IndexError(end)
    return PLAIN_TEXT.array(np.frombuffer(data, np.uint8), places), end
