"""Texts of network addresses as numbers, all texts of a column at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.pointer_jumping import Flags, slices

Bytes = npt.NDArray[np.uint8]

_DOT, _COLON, _ZERO = ord("."), ord(":"), ord("0")
_GROUPS = 8  # of 16 bits
_MOST_DIGITS = 4
_HEXADECIMAL = np.full(256, 255, np.int64)
for _value, _digit in enumerate("0123456789abcdef"):
    _HEXADECIMAL[[ord(_digit), ord(_digit.upper())]] = _value


@dataclass(frozen=True, slots=True)
class Addresses:
    """Numbers of 128 bits as two halves; which of them are IPv4, and which texts are none."""

    high: Words
    low: Words
    old: Flags
    wrong: Flags


def addresses(texts: Texts) -> Addresses:
    """IPv4 addresses (in the low half), and IPv6 addresses where there is a colon."""
    colons = np.flatnonzero(texts.data == _COLON)
    ends = texts.starts + texts.sizes
    new = np.searchsorted(colons, ends) > np.searchsorted(colons, texts.starts)
    high, low = np.zeros((2, len(new)), np.uint64)
    right = np.zeros(len(new), np.bool_)
    old = texts.take(~new)
    low[~new], right[~new] = _octets(old.data, old.starts, old.starts + old.sizes, strict=True)
    if new.any():
        some = texts.take(new)
        bounds = np.concatenate([[0], np.cumsum(some.sizes)])
        groups, right[new] = _groups(slices(some.data, some.starts, some.sizes), bounds)
        halves = np.ascontiguousarray(groups.astype(">u2")).view(">u8").astype(np.uint64)
        high[new], low[new] = halves.T
    return Addresses(high, low, ~new, ~right)


def _octets(
    data: Bytes, at: Places, ends: Places, *, strict: bool, count: int = 4
) -> tuple[Places, Flags]:
    """Numbers between points as one, and where all between the bounds is such; `strict`: none
    begins with a zero."""
    numbers, right = np.zeros(len(at), np.int64), np.ones(len(at), np.bool_)
    for octet in range(count):
        value, begin = np.zeros(len(at), np.int64), at
        going = np.ones(len(at), np.bool_)
        for _ in range(_MOST_DIGITS):
            digit = data[at] - np.uint8(_ZERO)
            going = going & (digit < 10) & (at < ends)
            value = np.where(going, value * 10 + digit, value)
            at = at + going
        right &= (at > begin) & (value < 256)
        if strict:
            right &= (at == begin + 1) | (data[begin] != _ZERO)
        if octet < count - 1:
            right &= (data[at] == _DOT) & (at < ends)
            at = np.minimum(at + 1, ends)
        numbers = numbers << 8 | value
    return numbers, right & (at == ends)


@dataclass(frozen=True, slots=True)
class _Tokens:
    """What stands between the colons of texts: where it is, in which text, as which of its tokens,
    and how many colons are before it."""

    begins: Places
    sizes: Places
    rows: Places
    order: Places
    before: Places

    @classmethod
    def of(cls, data: Bytes, bounds: Places) -> _Tokens:
        inside = np.zeros(len(data) + 1, np.bool_)
        inside[:-1] = data != _COLON
        first = inside.copy()
        first[1:] &= ~inside[:-1]
        first[bounds[:-1]] |= inside[bounds[:-1]]
        last = inside.copy()
        last[:-1] &= ~inside[1:]
        last[bounds[1:] - 1] |= inside[bounds[1:] - 1]
        begins, ends = np.flatnonzero(first), np.flatnonzero(last) + 1
        rows = np.searchsorted(bounds, begins, side="right") - 1
        order = np.arange(len(rows)) - np.searchsorted(rows, rows)
        before = begins - np.where(order > 0, np.append(0, ends[:-1]), bounds[rows])
        return cls(begins, ends - begins, rows, order, before)


def _groups(data: Bytes, bounds: Places) -> tuple[Places, Flags]:
    """The groups of texts with colons, and which texts are right."""
    tokens, count = _Tokens.of(data, bounds), len(bounds) - 1
    rows, order = tokens.rows, tokens.order
    counts = np.bincount(rows, minlength=count)
    zeros, right = _zeros(tokens, bounds, counts)
    padded = np.concatenate([data, np.zeros(16, np.uint8)])
    values, wrong = _values(padded, tokens.begins, tokens.sizes)
    total, rests = counts.copy(), np.zeros(count, np.int64)
    pointed = np.flatnonzero(wrong & (tokens.begins + tokens.sizes == bounds[1:][rows]))
    if len(pointed):
        own = rows[pointed]
        numbers, good = _mixed(padded, tokens.begins[pointed], tokens.sizes[pointed])
        wrong[pointed] = ~(good & ((counts[own] > 1) | (zeros[own] >= 0)))
        values[pointed], rests[own] = numbers >> 16, numbers & 0xFFFF
        total[own] += 1
    right[rows[wrong]] = False
    right &= (total == _GROUPS) | ((total < _GROUPS) & (zeros >= 0))
    right &= (zeros != counts) | (total < _GROUPS)
    out = np.zeros((count, _GROUPS), np.int64)
    moved = (zeros[rows] >= 0) & (order >= zeros[rows])
    places = np.where(moved, order + _GROUPS - total[rows], order)
    some = right[rows]
    out[rows[some], places[some]] = values[some]
    out[:, -1] |= np.where(total > counts, rests, 0)
    return out, right


def _zeros(tokens: _Tokens, bounds: Places, counts: Places) -> tuple[Places, Flags]:
    """Before which token two colons stand for zeros (-1: nowhere), and which texts have colons as
    they may be. A third one is overlooked inside of an address."""
    rows, order, before = tokens.rows, tokens.order, tokens.before
    behind = bounds[1:] - bounds[:-1]
    last = np.flatnonzero(np.append(rows[1:] != rows[:-1], True)[: len(rows)])
    behind[rows[last]] = bounds[1:][rows[last]] - (tokens.begins + tokens.sizes)[last]
    several = np.flatnonzero(before >= 2)
    right = (behind == 0) | (behind == 2)
    right &= np.bincount(rows[several], minlength=len(counts)) + (behind == 2) <= 1
    first = order == 0
    right[rows[(before > 3) | (first & ((before == 1) | (before == 3)))]] = False
    zeros = np.full(len(counts), -1, np.int64)
    zeros[rows[several]] = order[several]
    return np.where(behind == 2, counts, zeros), right


def _values(data: Bytes, begins: Places, sizes: Places) -> tuple[Places, Flags]:
    """The numbers of up to four hexadecimal digits, and which tokens are no such."""
    values, wrong = np.zeros(len(begins), np.int64), sizes > _MOST_DIGITS
    for step in range(_MOST_DIGITS):
        digit = _HEXADECIMAL[data[begins + step]]
        used = sizes > step
        wrong |= used & (digit > 15)
        values = np.where(used, values << 4 | digit & 15, values)
    return values, wrong


def _mixed(data: Bytes, begins: Places, sizes: Places) -> tuple[Places, Flags]:
    """IPv4 addresses at the end of IPv6 ones; the first number may have zeros before it."""
    ends = begins + sizes
    first, at = np.zeros(len(begins), np.int64), begins
    going = np.ones(len(begins), np.bool_)
    for _ in range(_MOST_DIGITS):
        digit = data[at] - np.uint8(_ZERO)
        going = going & (digit < 10) & (at < ends)
        first, at = np.where(going, first * 10 + digit, first), at + going
    right = (at > begins) & (first < 256) & (at < ends) & (data[at] == _DOT)
    rest, good = _octets(data, np.minimum(at + 1, ends), ends, strict=False, count=3)
    return first << 24 | rest, right & good
