"""Pairs of keys and values in texts with quotes and escapes, in all texts of a column at once.

A text is seen as gaps: what stands before each sign in it, its end being a sign too. Where a key
that begins with a gap ends, what its value is and with which gap the search goes on depends on
that gap alone. So this is told for all gaps at once, and the ways from the beginnings of the texts
choose those that count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.pointer_jumping import (
    Flags,
    Places,
    at_or_behind,
    ends_of_ways,
    passed,
    slices,
)
from sparktree.types.escapes import escape_meaning

Bytes = npt.NDArray[np.uint8]

_NONE, _BETWEEN, _PAIR, _QUOTE, _ESCAPE, _END = range(6)


@dataclass(frozen=True, slots=True)
class Signs:
    """What separates keys, values and pairs, and what quotes them."""

    between: bytes
    pairs: bytes
    quote: bytes
    strategy: bytes  # what an unexpected quote does to a key or a value
    escaping: bool

    def kinds(self) -> Bytes:
        """The kind of sign that every byte is."""
        table = np.full(256, _NONE, np.uint8)
        table[list(self.pairs)] = _PAIR
        table[self.between[0]] = _BETWEEN
        table[self.quote[0]] = _QUOTE
        if self.escaping:
            table[ord("\\")] = _ESCAPE
        return table


@dataclass(frozen=True, slots=True)
class Pairs:
    """Keys and values of all texts, and how many pairs each text has."""

    keys: pa.Array
    values: pa.Array
    counts: Places


def pairs_of(texts: Texts, signs: Signs) -> Pairs:
    """The pairs of every text."""
    reader = _Reader(texts, signs)
    keys, values, counts = reader.pairs()
    cut = partial(_cut, reader.data, escaping=signs.escaping)
    return Pairs(cut(*keys), cut(*values), counts)


Ranges = tuple[Places, Places]  # where pieces begin and how long they are


class _Reader:
    """The signs of all texts, and where the reading of each gap leads."""

    def __init__(self, texts: Texts, signs: Signs) -> None:
        self._signs = signs
        sizes = texts.sizes
        ends = np.cumsum(sizes + 1) - 1
        size = int(ends[-1]) + 1 if len(ends) else 0
        kinds = np.full(size + 4, _END, np.uint8)
        self.data = np.zeros(size + 4, np.uint8)  # with room to look beyond the last text
        inside = np.ones(size, np.bool_)
        inside[ends] = False
        self.data[:size][inside] = slices(texts.data, texts.starts, sizes)
        kinds[:size][inside] = signs.kinds()[self.data[:size][inside]]
        self._places = np.flatnonzero(kinds)  # with four ends beyond all texts
        self._kinds = kinds[self._places]
        self._begins = np.concatenate([[0], self._places[:-1] + 1])  # of the gaps
        self._count = len(self._places) - 4
        self._texts = np.flatnonzero(self._kinds[: self._count] == _END)
        self._empty = self._begins == self._places
        self._no_end = len(self._places) - 1
        if signs.escaping:
            self._find_escapes()
        self._quotes = self._stops(_QUOTE)

    def _find_escapes(self) -> None:
        """The first sign behind each escape; of one that is cut off, the end of its text."""
        escapes = np.flatnonzero(self._kinds == _ESCAPE)
        at = self._places[escapes]
        text_ends = self._places[self._texts][np.searchsorted(self._texts, escapes)]
        behind = at + np.where(self.data[at + 1] == ord("x"), 4, 2)
        behind = np.minimum(behind, text_ends)
        self._escapes, self._behind = escapes, np.searchsorted(self._places, behind)
        # Escapes that mean nothing at all leave what they are in empty.
        nothing = at[self.data[at + 1] == ord("N")]
        self._solid = np.arange(len(self.data))
        if len(nothing):
            self._solid[nothing] += 2
            self._solid = ends_of_ways(self._solid)

    def _stops(self, *kinds: int) -> Places:
        """The first sign of these kinds, or the end, that each gap comes to; escapes are passed."""
        wanted = np.zeros(_END + 1, np.bool_)
        wanted[[*kinds, _END]] = True
        if not self._signs.escaping:
            return at_or_behind(wanted[self._kinds])[:-1]
        wanted[_ESCAPE] = True
        found = at_or_behind(wanted[self._kinds])[:-1]
        ways = np.arange(len(found))
        ways[self._escapes] = found[self._behind]
        return np.asarray(ends_of_ways(ways)[found], np.int64)

    def _is(self, gaps: Places, kind: int) -> Flags:
        return np.asarray(self._kinds[gaps] == kind)

    def pairs(self) -> tuple[Ranges, Ranges, Places]:
        """Where keys and values are, and how many of them each text has."""
        firsts = np.concatenate([[0], self._texts[:-1] + 1]) if len(self._texts) else self._texts
        skipped = (_BETWEEN, _PAIR, _ESCAPE)
        solid = ~self._empty | ~np.isin(self._kinds, skipped)
        gaps = at_or_behind(solid)[:-1]
        key, key_end, value_gap = self._keys(gaps)
        value, value_end, following = self._values(np.minimum(value_gap, self._no_end))
        found = key_end >= 0
        following = np.where(found, following, value_gap)
        following[self._count :] = self._no_end
        ended = self._empty[gaps] & self._is(gaps, _END)
        following = np.where(ended, self._no_end, following)
        chosen = passed(following, firsts)
        chosen &= found & (value_end >= 0) & ~ended
        chosen[self._count :] = False
        which = np.flatnonzero(chosen)
        counts = np.bincount(np.searchsorted(self._texts, which), minlength=len(self._texts))
        return (
            (self._begins[key[which]], self._size(key[which], key_end[which])),
            (self._begins[value[which]], self._size(value[which], value_end[which])),
            counts.astype(np.int64),
        )

    def _size(self, gaps: Places, stops: Places) -> Places:
        return np.asarray(self._places[stops] - self._begins[gaps], np.int64)

    def _keys(self, gaps: Places) -> tuple[Places, Places, Places]:
        """With which gap the key begins, at which sign it ends (-1: there is none), and with which
        gap its value begins or the search goes on."""
        strategy = self._signs.strategy
        unexpected = () if strategy == b"ACCEPT" else (_QUOTE,)
        ends = self._stops(_BETWEEN, _PAIR, *unexpected)[gaps]
        quoted = self._empty[gaps] & self._is(gaps, _QUOTE)
        inside = np.where(quoted, gaps, ends) + 1
        plain = ~quoted & self._is(ends, _BETWEEN)
        begins, found = gaps, np.where(plain, ends, -1)
        following = np.where(self._is(ends, _END), self._no_end, ends + 1)
        if strategy == b"PROMOTE":
            quoted |= self._is(ends, _QUOTE)
        inside = np.minimum(inside, self._no_end)
        closing = self._quotes[inside]
        closed = quoted & self._is(closing, _QUOTE)
        behind = np.minimum(closing + 1, self._no_end)
        follows = closed & self._empty[behind] & self._is(behind, _BETWEEN)
        follows &= ~self._means_nothing(inside, closing)
        following = np.where(quoted, np.where(closed, behind, self._no_end), following)
        return (
            np.where(quoted, inside, begins),
            np.where(follows, closing, np.where(quoted, -1, found)),
            np.where(follows, behind + 1, following),
        )

    def _means_nothing(self, gaps: Places, stops: Places) -> Flags:
        begins = self._begins[gaps]
        if self._signs.escaping:
            begins = self._solid[begins]
        return np.asarray(begins == self._places[stops])

    def _values(self, gaps: Places) -> tuple[Places, Places, Places]:
        """As `_keys`, for the values that begin with these gaps."""
        strategy = self._signs.strategy
        unexpected = () if strategy == b"ACCEPT" else (_QUOTE,)
        ends = self._stops(_PAIR, *unexpected)[gaps]
        quoted = self._empty[gaps] & self._is(gaps, _QUOTE)
        escaped = self._empty[gaps] & self._is(gaps, _ESCAPE)
        inside = np.where(quoted, gaps, ends) + 1
        refused = ~quoted & self._is(ends, _QUOTE)
        if strategy == b"PROMOTE":
            quoted |= refused
        quoted &= ~escaped
        found = np.where(refused | escaped, -1, ends)
        following = np.where(self._is(ends, _END), self._no_end, ends + 1)
        following = np.where(escaped, gaps, following)
        inside = np.minimum(inside, self._no_end)
        closing = self._quotes[inside]
        closed = self._is(closing, _QUOTE)
        behind = self._pair_ends()[np.minimum(closing + 1, self._no_end)]
        resumed = np.where(closed & self._is(behind, _PAIR), behind + 1, self._no_end)
        return (
            np.where(quoted, inside, gaps),
            np.where(quoted, np.where(closed, closing, -1), found),
            np.where(quoted, resumed, following),
        )

    def _pair_ends(self) -> Places:
        """The end of the pair that each gap is in, whatever is escaped there."""
        return at_or_behind(np.isin(self._kinds, (_PAIR, _END)))[:-1]


def _cut(data: Bytes, starts: Places, sizes: Places, *, escaping: bool) -> pa.Array:
    """Pieces of the data with escapes undone."""
    made = slices(data, starts, sizes)
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    if escaping and (made == ord("\\")).any():
        made, bounds = _undone(made, bounds)
    return binary_of(made, bounds)


def _meanings() -> tuple[Bytes, Bytes, Bytes]:
    """By the character behind a backslash: the size of what both mean, and its last byte; then the
    value of a hexadecimal digit. Others count as 255, unchecked."""
    meanings = [escape_meaning(bytes([byte])) for byte in range(256)]
    digits = np.full(256, 255, np.uint8)
    for value, digit in enumerate("0123456789abcdef"):
        digits[[ord(digit), ord(digit.upper())]] = value
    sizes = np.array([len(meaning) for meaning in meanings], np.uint8)
    return (
        sizes,
        np.array([meaning[-1] if meaning else 0 for meaning in meanings], np.uint8),
        digits,
    )


_SIZES, _LAST, _DIGITS = _meanings()


def _undone(data: Bytes, bounds: Places) -> tuple[Bytes, Places]:
    """What the escapes of all pieces mean; one that is cut off at the end means nothing."""
    places = np.flatnonzero(data == ord("\\"))
    pieces = np.searchsorted(bounds, places, side="right") - 1
    ends = bounds[pieces + 1]
    padded = np.concatenate([data, np.zeros(4, np.uint8)])
    sizes = np.where(padded[places + 1] == ord("x"), 4, 2)
    following = np.searchsorted(places, np.minimum(places + sizes, ends))
    first = np.ones(len(places) + 1, np.bool_)
    first[1:-1] = pieces[1:] != pieces[:-1]
    starts = np.flatnonzero(passed(np.append(following, len(places)), np.flatnonzero(first))[:-1])
    at, sizes, ends = places[starts], sizes[starts], ends[starts]
    whole = at + sizes <= ends
    keep = np.ones(len(padded), np.bool_)
    out = padded.copy()
    character = padded[at + 1]
    by_digits = whole & (sizes == 4)
    keep[at] = whole & ~by_digits & (_SIZES[character] == 2)
    short = whole & ~by_digits
    out[at[short] + 1] = _LAST[character[short]]
    keep[at[short] + 1] = _SIZES[character[short]] > 0
    long = at[by_digits]
    high, low = _DIGITS[padded[long + 2]], _DIGITS[padded[long + 3]]
    out[long + 3] = high * np.uint8(16) + low
    keep[long + 1] = keep[long + 2] = False
    cut = ~whole
    for step in range(1, 4):
        keep[at[cut] + np.minimum(step, ends[cut] - at[cut] - 1)] = False
    kept = keep[: len(data)]
    return out[: len(data)][kept], np.concatenate([[0], np.cumsum(kept)])[bounds]
