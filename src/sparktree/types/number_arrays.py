"""Numbers of whole arrays from text, as `read_number.py` reads one."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.types import wide_arrays
from sparktree.types.base import Type
from sparktree.types.numeric import INT64, Decimal, Float, Integer
from sparktree.types.read_number import CHECKED_BITS, MOST_EXPONENT, most_digits
from sparktree.types.reading import Context
from sparktree.types.reading_arrays import (
    Flags,
    Numbers,
    Values,
    hexadecimal,
    limited,
    lines_text,
    matching,
    numbers,
    parts_of,
    sizes,
)
from sparktree.types.text_pieces import Column
from sparktree.types.wide_division import Words

_FLOAT = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_WORD = "(?P<sign>[+-]?)(?P<word>(?i:infinity|inf|nan))"
_DECIMAL = (
    r"(?P<sign>[+-]?)(?P<whole>[0-9]*)(?P<rest>[.0-9]*)"
    r"(?:[eE](?P<exponent>[+-]?[0-9]+))?"
)
_WIDE_SIZE = 32  # bytes of a number of 256 bits
_SAFE_DIGITS = 18  # that every 64-bit integer has room for
_LAST_DIGITS = 256  # ten to this power is no part of the lowest 256 bits
_EXPONENT_DIGITS = 12


def read_integers(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Integers; what does not fit wraps around, unless the context checks. In a field nothing at
    all is zero."""
    assert isinstance(type_, Integer)
    return _integers(type_, texts, context, nothing_is_zero=context.field)


def _integers(
    type_: Integer, texts: pa.Array, context: Context, *, nothing_is_zero: bool
) -> Values:
    fine = matching(texts, f"{'[+-]' if type_.signed else '[+]'}?[0-9]+")
    if nothing_is_zero:
        fine |= sizes(texts) == 0
    filled = texts if fine.all() else pc.if_else(pa.array(fine), texts, "")
    negative = pc.starts_with(filled, "-")
    digits = pc.ascii_ltrim(pc.ascii_ltrim(filled, "+-"), "0")
    if context.checked and type_.bits <= CHECKED_BITS:
        fine &= _in_range(type_, digits, np.asarray(negative))
        digits = pc.if_else(pa.array(fine), digits, "")
    signed = pc.binary_join_element_wise(
        pc.if_else(negative, "-", ""), pc.if_else(pc.equal(digits, ""), "0", digits), ""
    )
    return _kernel_integers(type_, signed), fine


def _in_range(type_: Integer, digits: pa.Array, negative: Flags) -> Flags:
    """Whether numbers without leading zeros fit, by the digits of the greatest and the least."""
    lengths = sizes(digits)

    def within(most: int) -> Flags:
        limit = str(most)
        not_greater = np.asarray(pc.less_equal(digits, limit))
        return np.asarray((lengths < len(limit)) | ((lengths == len(limit)) & not_greater))

    return np.where(negative, within(-type_.minimum), within(type_.maximum))


def _kernel_integers(type_: Integer, texts: pa.Array) -> pa.Array:
    """Numbers in text as the kernel has them, modulo the range of the type."""
    if sizes(texts).max(initial=0) <= _SAFE_DIGITS and type_.bits <= 64:
        return _narrow(type_, numbers(texts).view(np.uint64))
    negative, words = wide_arrays.sizes_of(
        pc.binary_join_element_wise(
            pc.if_else(pc.starts_with(texts, "-"), "-", ""),
            pc.utf8_slice_codeunits(pc.ascii_ltrim(texts, "-"), -_LAST_DIGITS),
            "",
        ),
        wide_arrays.WIDTH,
    )
    words = np.where(negative[:, None], wide_arrays.negated(words), words)
    if type_.bits <= 64:
        return _narrow(type_, words[:, 0] | words[:, 1] << np.uint64(32))
    none = np.zeros(len(texts), np.bool_)
    if not type_.wide:
        wrapped = wide_arrays.wrapped(words, type_.bits, type_.signed)
        stored = wide_arrays.from_words(wrapped, type_.signed, none)
        return wide_arrays.digits(stored, type_.signed)
    return hexadecimal(wide_arrays.from_words(words, type_.signed, none), _WIDE_SIZE)


def _narrow(type_: Integer, low: Words) -> pa.Array:
    kind = np.dtype(f"{'i' if type_.signed else 'u'}{type_.bits // 8}")
    return pa.array(low.astype(kind)).cast(pa.string())


def read_intervals(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Numbers of units."""
    return _integers(INT64, texts, context, nothing_is_zero=False)


def read_floats(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Floats; too great is infinite, BFloat16 is cut, not rounded."""
    assert isinstance(type_, Float)
    fine = matching(texts, _FLOAT)
    values = texts
    if not fine.all():
        (sign, word), named = parts_of(texts, _WORD)
        shown = pc.utf8_slice_codeunits(pc.ascii_lower(word), 0, 3)
        signed = pc.binary_join_element_wise(
            pc.if_else(pc.equal(sign, "-"), "-", ""), pc.if_else(pa.array(named), shown, "0"), ""
        )
        values = pc.if_else(pa.array(fine), texts, signed)
        fine |= named
    if type_.bits == 16:
        values = pa.array(_cut_to_bfloat16(values)).cast(pa.string())
    return values, fine


def _cut_to_bfloat16(texts: pa.Array) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The BFloat16 towards zero; what rounds to infinity without being it is the greatest."""
    values = np.asarray(texts.cast(pa.float64()))
    most = float(np.finfo(np.float32).max)
    finite = np.abs(values) < 2.0**128
    with np.errstate(over="ignore"):
        single = np.where(finite, np.clip(values, -most, most), values).astype(np.float32)
    return (single.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)


def read_decimals(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Decimals; digits beyond the scale are cut."""
    assert isinstance(type_, Decimal)
    (sign, whole, rest, exponent), fine = parts_of(texts, _DECIMAL)
    powers, limit = limited(exponent, _EXPONENT_DIGITS), most_digits(type_, context)
    digits, fraction = pc.ascii_ltrim(whole, "0"), pc.replace_substring(rest, ".", "")
    lengths = sizes(digits)
    fine &= (sizes(texts) > 0) & (np.abs(powers) <= MOST_EXPONENT) & (lengths <= limit)
    zeros, used = _bounds(fraction, limit - lengths)
    kept = lengths + powers + type_.scale
    zeros = np.where(lengths == 0, zeros, 0)
    nothing = (lengths == 0) & (used == 0)
    fine &= (kept <= limit) & (nothing | (kept - zeros <= type_.precision))
    joined = pc.binary_join_element_wise(digits, fraction, "")
    lines = _digit_lines(joined, lengths + used, kept, type_.precision)
    return _kernel_decimals(type_, np.asarray(pc.equal(sign, "-")), lines), fine


def _bounds(digits: pa.Array, most: Numbers) -> tuple[Numbers, Numbers]:
    """How many zeros are before the first digit that is none, and how many digits there are up to
    the last one, among so many digits."""
    column = Column.of(digits)
    lengths = np.diff(column.bounds)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    places = np.arange(len(rows)) - column.bounds[rows]
    at = np.flatnonzero((column.data != ord("0")) & (places < most[rows]))
    zeros, used = np.zeros(len(lengths), np.int64), np.zeros(len(lengths), np.int64)
    zeros[rows[at[::-1]]] = places[at[::-1]]
    used[rows[at]] = places[at] + 1
    return zeros, used


def _digit_lines(
    digits: pa.Array, lengths: Numbers, kept: Numbers, width: int
) -> wide_arrays.Bytes:
    """The first digits of each number, so many, in lines: zeros before, and behind if there are
    fewer."""
    column = Column.of(digits)
    places = kept[:, None] + np.arange(-width, 0)
    inside = (places >= 0) & (places < lengths[:, None])
    data = np.concatenate([column.data, np.zeros(1, np.uint8)])
    found = data[np.where(inside, column.bounds[:-1, None] + places, 0)]
    return np.where(inside, found, ord("0")).astype(np.uint8)


def _kernel_decimals(type_: Decimal, negative: Flags, lines: wide_arrays.Bytes) -> pa.Array:
    if type_.wide:
        digits = pc.ascii_ltrim(lines_text(lines), "0")
        shown = pc.if_else(pc.equal(digits, ""), "0", digits)
        signed = pc.binary_join_element_wise(pc.if_else(pa.array(negative), "-", ""), shown, "")
        return hexadecimal(wide_arrays.from_digits(signed, True), _WIDE_SIZE)
    signs = np.where(negative, ord("-"), ord("0")).astype(np.uint8)[:, None]
    point = type_.precision - type_.scale
    zero = np.full_like(signs, ord("0"))
    pieces = [signs, zero, lines[:, :point]]
    if type_.scale:
        pieces += [np.full_like(signs, ord(".")), lines[:, point:]]
    return lines_text(np.hstack(pieces))
