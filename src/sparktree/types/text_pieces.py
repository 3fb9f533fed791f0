"""Texts of arrays, tuples and maps cut into their elements, all texts of a column at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]

_QUOTE, _BACKSLASH = ord("'"), ord("\\")
BLANKS = " \t\n\r\f\v"


def bytes_in(characters: bytes) -> Flags:
    """Of each of the 256 bytes whether it is one of these."""
    found = np.zeros(256, np.bool_)
    found[list(characters)] = True
    return found


_OPEN, _CLOSE, _BLANK = bytes_in(b"[({"), bytes_in(b"])}"), bytes_in(BLANKS.encode())


@dataclass(frozen=True, slots=True)
class Column:
    """Texts one behind the other: their bytes, where each begins, and at last where all end."""

    data: npt.NDArray[np.uint8]
    bounds: Places

    @classmethod
    def of(cls, texts: pa.Array) -> Column:
        """The texts of an array without NULLs."""
        if len(texts) == 0:
            return cls(np.zeros(0, np.uint8), np.zeros(1, np.int64))
        _, offsets, data = texts.buffers()
        bounds = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]
        raw = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
        return cls(raw[bounds[0] : bounds[-1]], (bounds - bounds[0]).astype(np.int64))

    def counted(self, flags: Flags) -> Places:
        """How many flags there are before each byte, from the beginning of its text."""
        sums = np.concatenate([[0], np.cumsum(flags)])
        sizes = np.diff(self.bounds)
        return np.asarray(sums[:-1] - np.repeat(sums[self.bounds[:-1]], sizes), np.int64)

    def take(self, rows: Flags) -> Column:
        """Some of the texts."""
        sizes = np.diff(self.bounds)
        bounds = np.concatenate([[0], np.cumsum(sizes[rows])])
        return Column(self.data[np.repeat(rows, sizes)], bounds)

    def quoting(self, quote: int = _QUOTE) -> tuple[Flags, Flags]:
        """Which bytes are quotes around strings, and which are behind one that opens a string."""
        quotes = (self.data == quote) & ~self.escaped()
        inside = self.counted(quotes) % 2 == 1
        stray = (self.data == _BACKSLASH) & ~inside
        if stray.any():  # outside of strings it is a character as any other
            sizes = np.diff(self.bounds)
            rows = np.zeros(len(sizes), np.bool_)
            rows[np.repeat(np.arange(len(sizes)), sizes)[stray]] = True
            bytes_ = np.repeat(rows, sizes)
            quotes[bytes_], inside[bytes_] = _stepped_quoting(self.take(rows), quote)
        return quotes, inside

    def runs(self, flags: Flags) -> Places:
        """How many flags follow each other up to each byte, within its text."""
        places = np.arange(len(flags))
        last_other = np.maximum.accumulate(np.where(flags, -1, places))
        begins = np.repeat(self.bounds[:-1], np.diff(self.bounds))
        return np.asarray(places - np.maximum(last_other, begins - 1), np.int64)

    def escaped(self) -> Flags:
        """Bytes behind an odd number of backslashes."""
        found = np.zeros(len(self.data), np.bool_)
        backslash = self.data == _BACKSLASH
        if backslash.any():
            found[1:] = (backslash & (self.runs(backslash) % 2 == 1))[:-1]
            found[self.bounds[:-1][self.bounds[:-1] < len(found)]] = False
        return found

    def changed(self, data: npt.NDArray[np.uint8], keep: Flags) -> pa.Array:
        """Other bytes in the place of these, as many of them as are kept, as a binary array."""
        offsets = np.concatenate([[0], np.cumsum(keep)])[self.bounds].astype(np.int32)
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data[keep]))]
        return pa.Array.from_buffers(pa.binary(), len(self.bounds) - 1, buffers)


_OUT, _IN, _BEHIND_BACKSLASH = range(3)


def _stepped_quoting(column: Column, quote: int) -> tuple[Flags, Flags]:
    """As `Column.quoting`, by what each byte makes of the state before it: that of two bytes, then
    of four, and so on."""
    data, sizes = column.data, np.diff(column.bounds)
    steps = np.empty((len(data), 3), np.uint8)
    steps[:, _OUT] = np.where(data == quote, _IN, _OUT)
    steps[:, _IN] = np.where(data == quote, _OUT, _IN)
    steps[data == _BACKSLASH, _IN] = _BEHIND_BACKSLASH
    steps[:, _BEHIND_BACKSLASH] = _IN
    begins = column.bounds[:-1][sizes > 0]
    steps[begins] = steps[begins, :1]  # whatever was before it, a text begins outside
    distance = 1
    while distance < sizes.max(initial=0):
        steps[distance:] = np.take_along_axis(steps[distance:], steps[:-distance], axis=1)
        distance *= 2
    before = np.concatenate([[_OUT], steps[:-1, _OUT]])
    before[begins] = _OUT
    return (data == quote) & (before != _BEHIND_BACKSLASH), before != _OUT


def split_all(texts: pa.Array, brackets: str, quote: str = "'") -> tuple[pa.Array, Flags]:
    """The elements of texts in brackets without blanks around them, and which texts are in order.

    A pair of a map is two elements; of texts that are not in order there are none.
    """
    trimmed = pc.ascii_trim(texts, BLANKS)
    column = Column.of(trimmed)
    sizes = np.diff(column.bounds)
    quotes, inside = column.quoting(ord(quote))
    plain = ~inside & ~quotes
    opens, closes = plain & _OPEN[column.data], plain & _CLOSE[column.data]
    depth = column.counted(opens) - column.counted(closes)  # before each byte
    fine = _in_order(column, brackets, inside, depth, opens | closes)
    cuts = plain & (depth == 1) & (column.data == ord(","))
    if brackets == "{}":
        cuts |= plain & (depth == 1) & (column.data == ord(":"))
    rows = np.repeat(np.arange(len(sizes)), sizes)
    cuts &= fine[rows]
    return _elements(column, np.flatnonzero(cuts), rows, fine), fine


def _in_order(column: Column, brackets: str, inside: Flags, depth: Places, signs: Flags) -> Flags:
    """Texts that begin and end with their brackets, with none that closes them before the end."""
    sizes = np.diff(column.bounds)
    long = sizes >= 2
    firsts, lasts = column.bounds[:-1][long], column.bounds[1:][long] - 1
    fine = np.zeros(len(sizes), np.bool_)
    fine[long] = (column.data[firsts] == ord(brackets[0])) & (
        column.data[lasts] == ord(brackets[1])
    )
    fine[long] &= (depth[lasts] == 1) & signs[lasts] & ~inside[lasts]
    begun = np.ones(len(column.data), np.bool_)
    begun[column.bounds[:-1][sizes > 0]] = False
    sums = np.concatenate([[0], np.cumsum(begun & (depth <= 0))])
    return np.asarray(fine & (sums[column.bounds[1:]] == sums[column.bounds[:-1]]))


def _elements(column: Column, cuts: Places, rows: Places, fine: Flags) -> pa.Array:
    """The pieces between brackets and cuts as lists; the nothing behind a last comma is none."""
    starts_of, ends_of = column.bounds[:-1][fine] + 1, column.bounds[1:][fine] - 1
    starts = np.concatenate([starts_of, cuts + 1])
    ends = np.concatenate([ends_of, cuts])
    starts.sort()
    ends.sort()
    owners = np.flatnonzero(fine)
    counts = np.zeros(len(fine), np.int64)
    counts[owners] = np.bincount(rows[cuts], minlength=len(fine))[owners] + 1 if len(cuts) else 1
    starts, ends = _trimmed(column, starts, ends)
    last = np.cumsum(counts[owners]) - 1
    empty = last[ends[last] <= starts[last]]  # nothing at all, or nothing behind a comma
    kept = np.ones(len(starts), np.bool_)
    kept[empty] = False
    counts[owners] -= ~kept[last]
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), _texts(column, starts[kept], ends[kept]))


def _trimmed(column: Column, starts: Places, ends: Places) -> tuple[Places, Places]:
    """Without the blanks at both ends."""
    blank = _BLANK[column.data]
    if not blank.any():
        return starts, ends
    places = np.arange(len(blank))
    before = np.maximum.accumulate(np.where(blank, -1, places))  # the last byte that is not blank
    behind = np.minimum.accumulate(np.where(blank, len(blank), places)[::-1])[::-1]
    some = starts < ends
    new_starts, new_ends = starts.copy(), ends.copy()
    new_starts[some] = np.minimum(behind[starts[some]], ends[some])
    new_ends[some] = np.maximum(before[ends[some] - 1] + 1, new_starts[some])
    return new_starts, new_ends


def _texts(column: Column, starts: Places, ends: Places) -> pa.Array:
    sizes = ends - starts
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    places = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], sizes)
    buffers = [None, pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(column.data[places])]
    return pa.Array.from_buffers(pa.string(), len(starts), buffers)
