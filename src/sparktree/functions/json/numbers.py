"""Numbers and words of JSON, many at once: what they are, their values, floats as text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Flags, Places, Spans, Words, padded

Floats = npt.NDArray[np.float64]
Kinds = npt.NDArray[np.uint8]


class Kind(IntEnum):
    """What a JSON value is."""

    NULL = 0
    TRUE = 1
    FALSE = 2
    INT = 3  # fits in Int64
    UINT = 4  # only fits in UInt64
    DOUBLE = 5
    STRING = 6
    ARRAY = 7
    OBJECT = 8
    BIG = 9  # an integer that fits in neither, which counts as a string
    WRONG = 10  # nothing that JSON knows


_LITERALS = ((b"null", Kind.NULL), (b"true", Kind.TRUE), (b"false", Kind.FALSE))
_NUMBER = r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$"
_INTEGER = r"^-?[0-9]+$"
_SAFE_DIGITS, _MOST_DIGITS = 18, 20
_MOST_INT, _LEAST_20 = np.uint64((1 << 63) - 1), np.uint64(10**19)


def scalars(spans: Spans) -> tuple[Kinds, Words]:
    """What the words and numbers are, and the bits of the numbers."""
    simple, values = _simple(spans)
    kinds = np.where(simple, np.uint8(Kind.INT), np.uint8(Kind.WRONG))
    words = spans.words()
    for text, kind in _LITERALS:
        kinds[(words == int.from_bytes(text, "little")) & (spans.sizes == len(text))] = kind
    others = np.flatnonzero(kinds == Kind.WRONG)
    if len(others):
        kinds[others], values[others] = _numbers(spans.take(others))
    return kinds, values


def _numbers(spans: Spans) -> tuple[Kinds, Words]:
    texts = spans.array()
    known = flags(pc.match_substring_regex(texts, _NUMBER))
    whole = known & flags(pc.match_substring_regex(texts, _INTEGER))
    kinds = np.full(len(known), Kind.WRONG, np.uint8)
    values = np.zeros(len(known), np.uint64)
    places = np.flatnonzero(whole)
    if len(places):
        kinds[places], values[places] = integers(spans.take(places))
    places = np.flatnonzero(known & ~whole)
    if len(places):
        real = floats(spans.take(places))
        kinds[places] = np.where(np.isinf(real), np.uint8(Kind.WRONG), np.uint8(Kind.DOUBLE))
        values[places] = real.view(np.uint64)
    return kinds, values


def _simple(spans: Spans) -> tuple[Flags, Words]:
    """Which are at most eight digits and nothing else, and their values."""
    words = spans.words() << _BITS[np.maximum(8 - spans.sizes, 0)]
    words |= _FILLED[np.maximum(8 - spans.sizes, 0)]  # zeros in front
    simple = (spans.sizes <= 8) & (words & _HIGH_HALVES == _ZERO_DIGITS)
    simple &= (words + _SIXES) & _HIGH_HALVES == _ZERO_DIGITS
    simple &= (spans.sizes == 1) | (spans.data[spans.starts] != ord("0"))
    values = words & _LOW_HALVES
    # Neighbours are taken together: digits, then pairs, then fours.
    for width, scale in ((8, 10), (16, 100), (32, 10000)):
        mask = np.uint64(_EVERY[width])
        values = (values & mask) * np.uint64(scale) + ((values >> np.uint64(width)) & mask)
    values[~simple] = 0
    return simple, values


_BITS = np.arange(9, dtype=np.uint64) * np.uint64(8)
_BITS[8] = 0
_FILLED = np.array([int.from_bytes(b"0" * n, "little") for n in range(9)], np.uint64)
_ZERO_DIGITS, _SIXES = np.uint64(0x3030303030303030), np.uint64(0x0606060606060606)
_HIGH_HALVES, _LOW_HALVES = np.uint64(0xF0F0F0F0F0F0F0F0), np.uint64(0x0F0F0F0F0F0F0F0F)
_EVERY = {8: 0x00FF00FF00FF00FF, 16: 0x0000FFFF0000FFFF, 32: 0x00000000FFFFFFFF}


def integers(spans: Spans) -> tuple[Kinds, Words]:
    """Which integers fit in 64 bits, and their bits."""
    minus = spans.data[spans.starts] == ord("-")
    digits = spans.sizes - minus
    kinds = np.full(len(minus), Kind.INT, np.uint8)
    values = np.zeros(len(minus), np.uint64)
    safe = digits <= _SAFE_DIGITS
    small = spans.take(safe).array().cast(pa.string()).cast(pa.int64())
    values[safe] = np.asarray(small, np.int64).view(np.uint64)
    if not safe.all():
        kinds[~safe], values[~safe] = _large(spans.take(~safe), minus[~safe], digits[~safe])
    return kinds, values


def _large(spans: Spans, minus: Flags, digits: Places) -> tuple[Kinds, Words]:
    """Integers that may be too large."""
    values = np.zeros(len(digits), np.uint64)
    first = spans.starts + minus
    for place in range(_MOST_DIGITS):
        digit = spans.data[first + np.minimum(place, digits - 1)] - np.uint8(ord("0"))
        values = np.where(place < digits, values * np.uint64(10) + digit, values)
    over = (digits == _MOST_DIGITS) & (
        (spans.data[first] > ord("1")) | (values < _LEAST_20)  # it went around
    )
    over |= (digits > _MOST_DIGITS) | (minus & (values > _MOST_INT + np.uint64(1)))
    kinds = np.where(values > _MOST_INT, np.uint8(Kind.UINT), np.uint8(Kind.INT))
    kinds[minus] = Kind.INT
    kinds[over] = Kind.BIG
    return kinds, np.where(minus, ~values + np.uint64(1), values)


def flags(array: pa.Array) -> Flags:
    """A boolean array; NULL is false."""
    return np.asarray(array.fill_null(False), np.bool_)


def floats(spans: Spans) -> Floats:
    """The values of texts that are all numbers."""
    return np.asarray(spans.array().cast(pa.string()).cast(pa.float64()), np.float64)


# --- floats as text -----------------------------------------------------------------------

_DIGITS_OF = r"^-?(?P<whole>[0-9]+)\.?(?P<fraction>[0-9]*)(?:e\+?(?P<power>-?[0-9]+))?$"
_LEAST_POINT, _MOST_POINT = -6, 21


@dataclass(frozen=True, slots=True)
class Digits:
    """The shortest digits of floats, and how many of them stand before the point."""

    spans: Spans
    points: Places
    minus: Flags

    @classmethod
    def of(cls, values: Floats) -> Digits:
        found = pc.extract_regex(pa.array(np.abs(values)).cast(pa.string()), _DIGITS_OF)
        whole, fraction, power = (found.field(n) for n in ("whole", "fraction", "power"))
        powers = np.asarray(pc.if_else(pc.equal(power, ""), "0", power).cast(pa.int64()))
        digits = pc.binary_join_element_wise(whole, fraction, "")
        bare = pc.utf8_ltrim(digits, "0")
        zeros = _lengths(digits) - _lengths(bare)
        points = powers + _lengths(whole) - zeros
        bare = pc.utf8_rtrim(bare, "0")
        zero = values == 0
        bare = pc.if_else(pa.array(zero), "0", bare)
        points[zero] = 1
        return cls(Spans.of_bytes(bare.cast(pa.binary())), points, np.signbit(values))


def _lengths(texts: pa.Array) -> Places:
    return np.asarray(pc.binary_length(texts), np.int64)


_EXACT = float(1 << 53)
_ZEROS = 24
_PARTS = b"-0." + b"0" * _ZEROS + b".0"
_POWERS = [f"e{n}".encode() for n in range(-400, 401)]
_CPP_POWERS = [f"e{'-' if n < 0 else '+'}{abs(n):02}".encode() for n in range(-400, 401)]


def _layout(digits: Digits, powers: list[bytes], plain: Flags, tail: bytes = b"") -> pa.Array:
    """Digits with a point in them where `plain`, otherwise with a power of ten; `tail` stands
    behind those without a fraction."""
    table = b"".join(powers)
    sizes = np.array([len(p) for p in powers])
    starts = np.cumsum(sizes) - sizes
    data = digits.spans.data
    base, at = len(data) + len(_PARTS), len(data)
    count, points = digits.spans.sizes, digits.points
    small = plain & (points <= 0)
    whole = plain & (points >= count)
    split = np.where(small, 0, np.where(plain, np.minimum(points, count), 1))
    pieces = np.zeros((len(count), 6, 2), np.int64)  # where each piece begins, and its size
    pieces[:, 0] = np.stack([np.full(len(count), at), digits.minus], 1)
    pieces[:, 1] = np.stack([np.full(len(count), at + 1), np.where(small, 2 - points, 0)], 1)
    pieces[:, 2] = np.stack([digits.spans.starts, split], 1)
    middle = ~small & (split < count)
    pieces[:, 3] = np.stack(
        [np.where(middle, at + 2, at + 3), middle + np.where(whole, points - count, 0)], 1
    )
    pieces[:, 4] = np.stack([digits.spans.starts + split, count - split], 1)
    place = np.where(plain, 0, points - 1 + 400)
    pieces[:, 5, 0] = np.where(plain, base - 2, base + starts[place])
    pieces[:, 5, 1] = np.where(plain, np.where(whole, len(tail), 0), sizes[place])
    every = padded(np.concatenate([data, np.frombuffer(_PARTS + table, np.uint8)]))
    spans = Spans(every, pieces[:, :, 0].reshape(-1), pieces[:, :, 1].reshape(-1))
    return spans.joined(np.full(len(count), 6))


def raw_floats(values: Floats) -> pa.Array:
    """Floats as JSONExtractRaw writes them."""
    digits = Digits.of(values)
    plain = (digits.points > _LEAST_POINT) & (digits.points <= _MOST_POINT)
    return _layout(digits, _POWERS, plain)


def pointed_floats(values: Floats) -> pa.Array:
    """As `raw_floats`, but whole ones with `.0`: how JSONMergePatch writes them."""
    digits = Digits.of(values)
    plain = (digits.points > _LEAST_POINT) & (digits.points <= _MOST_POINT)
    return _layout(digits, _POWERS, plain, b".0")


def short_floats(values: Floats) -> pa.Array:
    """With or without a power, whatever is shorter: how JSON_QUERY writes floats."""
    digits = Digits.of(values)
    count, points = digits.spans.sizes, digits.points
    fixed = np.where(points <= 0, 2 - points + count, np.where(points >= count, points, count + 1))
    wide = 4 + (np.abs(points - 1) > 99)
    scientific = count + (count > 1) + wide
    texts = _layout(digits, _CPP_POWERS, fixed <= scientific)
    exact = (fixed <= scientific) & (np.abs(values) >= _EXACT) & (points >= count)
    if exact.any():  # such are written to their last digit
        whole = pa.array(values[exact]).cast(pa.decimal128(38, 0)).cast(pa.string())
        texts = pc.replace_with_mask(texts, pa.array(exact), whole.cast(pa.binary()))
    return texts
