"""Escapes in JSON strings, of many strings at once: found, checked, resolved, written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import NO_BYTES, Flags, Places, Spans, padded, ranges
from sparktree.kernel.text_buffers import Bytes

Codes = npt.NDArray[np.int64]

_LETTERS = np.zeros(256, np.uint8)  # what stands behind a backslash, and what it means
for _letter, _meaning in zip(b'"\\/bfnrt', b'"\\/\b\f\n\r\t', strict=True):
    _LETTERS[_letter] = _meaning
_HEX = np.full(256, -1, np.int64)
for _digit in b"0123456789abcdefABCDEF":
    _HEX[_digit] = int(chr(_digit), 16)
_HIGH, _LOW, _AFTER = 0xD800, 0xDC00, 0xE000
_UNIT, _PAIR = 6, 12  # bytes of an escape with a number, and of two


def beginnings(backslashes: Places) -> Flags:
    """Which backslashes begin an escape: the first, third, ... of those in a row."""
    apart = np.ones(len(backslashes), np.bool_)
    apart[1:] = np.diff(backslashes) != 1
    return _every_other(apart)


def _every_other(first: Flags) -> Flags:
    """The first, third, ... from each first on."""
    count = np.arange(len(first))
    begun = np.maximum.accumulate(np.where(first, count, 0))
    return np.asarray((count - begun) % 2 == 0, np.bool_)


@dataclass(frozen=True, slots=True)
class Escapes:
    """Escapes in a buffer: where each begins, its letter, and the numbers of those that have one.

    A first half of a surrogate pair takes the number behind it for the second half; if it is none,
    both count for nothing.
    """

    places: Places
    letters: Bytes
    codes: Codes  # -1 if it has no number
    halves: Flags  # whether it is the first half of a pair, or wants to be
    seconds: Flags  # whether the one before it takes it for its second half

    @classmethod
    def of(cls, data: Bytes, places: Places, owners: Places | None = None) -> Escapes:
        letters = data[places + 1]
        codes = np.full(len(places), -1, np.int64)
        units = np.flatnonzero(letters == ord("u"))
        if len(units):
            digits = _HEX[data[(places[units] + 2)[:, None] + np.arange(4)]]
            whole = digits @ np.array([4096, 256, 16, 1])
            codes[units] = np.where((digits >= 0).all(1), whole, -1)
        high = (codes >= _HIGH) & (codes < _LOW)
        halves, seconds = high.copy(), np.zeros(len(places), np.bool_)
        if high.any():
            close = np.zeros(len(places), np.bool_)
            close[1:] = (np.diff(places) == _UNIT) & (codes[1:] >= 0)
            if owners is not None:  # strings without a byte between them
                close[1:] &= np.diff(owners) == 0
            firsts = np.flatnonzero(high)
            follows = np.zeros(len(firsts), np.bool_)
            follows[1:] = (np.diff(firsts) == 1) & close[firsts[1:]]
            halves[firsts] = _every_other(~follows)
            seconds[1:] = halves[:-1] & close[1:]
        return cls(places, letters, codes, halves, seconds)

    @property
    def pairs(self) -> Flags:
        """Which are the first halves of pairs, the second halves of which are such."""
        low = self.seconds & (self.codes >= _LOW) & (self.codes < _AFTER)
        return np.asarray(self.halves & np.append(low[1:], False), np.bool_)

    @property
    def right(self) -> Flags:
        """Which are escapes of JSON."""
        pairs = self.pairs
        lone = (self.codes >= _HIGH) & (self.codes < _AFTER) & ~pairs
        lone[1:] &= ~pairs[:-1]
        return (_LETTERS[self.letters] > 0) | ((self.codes >= 0) & ~lone)


def resolved(spans: Spans, places: Places, owners: Places) -> Spans:
    """Stretches with what their escapes stand for; `places` tells where the escapes begin, and
    `owners` in which of the stretches."""
    data = padded(np.asarray(np.frombuffer(spans.array().buffers()[2], np.uint8)))
    ends = np.cumsum(spans.sizes)
    moved = places - spans.starts[owners] + (ends - spans.sizes)[owners]
    return _resolved(data, Escapes.of(data, moved, owners), ends - spans.sizes, ends)


def _resolved(data: Bytes, escapes: Escapes, starts: Places, ends: Places) -> Spans:
    data, keep = data.copy(), np.ones(len(data), np.bool_)
    places, codes = escapes.places, escapes.codes
    plain = codes < 0
    known = _LETTERS[escapes.letters[plain]]
    data[places[plain]] = np.where(known > 0, known, escapes.letters[plain])
    keep[places[plain] + 1] = False
    units = np.flatnonzero(~plain & ~escapes.seconds)
    pairs, taken = escapes.pairs[units], np.append(escapes.seconds[1:], False)[units]
    second = codes[np.minimum(units + 1, len(codes) - 1)]
    values = np.where(pairs, 0x10000 + ((codes[units] - _HIGH) << 10) + second - _LOW, codes[units])
    at, sizes = places[units], np.where(taken, _PAIR, _UNIT)
    width = 1 + (values >= 0x80) + (values >= 0x800) + (values >= 0x10000)
    width[escapes.halves[units] & ~pairs] = 0
    keep[ranges(at + width, sizes - width)] = False
    for place in range(4):
        wanted = width > place
        shift = 6 * (width - 1 - place)[wanted]
        bits = values[wanted] >> shift
        lead = np.array([0, 0, 0xC0, 0xE0, 0xF0])[width[wanted]]
        data[at[wanted] + place] = bits | lead if place == 0 else 0x80 | bits & 0x3F
    kept = np.concatenate([[0], np.cumsum(keep)])
    out = data[keep]
    return Spans(padded(out), kept[starts], kept[ends] - kept[starts])


@dataclass(frozen=True, slots=True)
class Quoting:
    """How texts are written in quotes: which characters by a backslash and a letter, and how the
    other control characters: by numbers of these digits, or as they are."""

    quote: str
    letters: dict[str, str]
    digits: bytes = b""

    def sizes(self) -> Places:
        """How many bytes each byte becomes."""
        sizes = np.ones(256, np.int64)
        sizes[:0x20] = _UNIT if self.digits else 1
        sizes[[ord(character) for character in self.letters]] = 2
        return sizes

    def escapes(self) -> Bytes:
        """The letter for each byte that has one."""
        table = np.zeros(256, np.uint8)
        for character, letter in self.letters.items():
            table[ord(character)] = ord(letter)
        return table


_JSON_LETTERS = dict(zip('"\\\b\f\n\r\t', '"\\bfnrt', strict=True))
CAPITALS = Quoting('"', _JSON_LETTERS, b"0123456789ABCDEF")
SMALL = Quoting('"', _JSON_LETTERS, b"0123456789abcdef")
CLICKHOUSE = Quoting("'", dict(zip("\\'\n\t\r\0\b\f", "\\'ntr0bf", strict=True)))


def written(spans: Spans, quoting: Quoting) -> Spans:
    """Texts in quotes."""
    count = len(spans.sizes)
    made = spans.array().buffers()[2]
    data = np.asarray(np.frombuffer(made, np.uint8))[: int(spans.sizes.sum())] if made else NO_BYTES
    sizes = quoting.sizes()[data]
    ends = np.concatenate([[0], np.cumsum(sizes)])
    bounds = np.concatenate([[0], np.cumsum(spans.sizes)])
    at = ends[:-1] + 2 * np.repeat(np.arange(count), spans.sizes) + 1
    out = np.full(int(ends[-1]) + 2 * count, ord(quoting.quote), np.uint8)
    short, long = sizes == 2, sizes == _UNIT
    out[at] = np.where(sizes == 1, data, ord("\\"))
    out[at[short] + 1] = quoting.escapes()[data[short]]
    if long.any():
        digits = np.frombuffer(quoting.digits, np.uint8)
        for place, value in enumerate(b"u00", 1):
            out[at[long] + place] = value
        out[at[long] + 4] = digits[data[long] >> 4]
        out[at[long] + 5] = digits[data[long] & 15]
    starts = ends[bounds[:-1]] + 2 * np.arange(count)
    return Spans(padded(out), starts, np.diff(ends[bounds]) + 2)
