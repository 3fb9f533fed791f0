"""256-bit integers of whole columns: as words for arithmetic, as Arrow's decimals for their digits.

The kernel has them as 32 bytes whose order is that of the numbers: the highest byte first, and the
sign turned over.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.types.numeric import wide_bytes, wide_value

Words = npt.NDArray[np.uint64]  # eight a row, 32 bits in each, the lowest first
Bytes = npt.NDArray[np.uint8]

_SIZE, _WORDS, _HALF = 32, 8, np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_DIGITS = pa.decimal256(76, 0)
_PLAIN = r"^[+-]?[0-9]{1,76}$"


def _raw(array: pa.Array, signed: bool) -> Bytes:
    """The bytes of the numbers in two's complement, the lowest first; NULL counts as zero."""
    filled = array.fill_null(pa.scalar(wide_bytes(0, signed), pa.binary()))
    lines = _lines(filled.cast(pa.binary(_SIZE)))[:, ::-1].copy()
    if signed:
        lines[:, -1] ^= 0x80
    return lines


def _lines(array: pa.Array) -> Bytes:
    """The bytes of an array of values of 32 bytes, a line each."""
    data = array.buffers()[1] if len(array) else b""
    lines = np.frombuffer(data, np.uint8).reshape(-1, _SIZE)
    return lines[array.offset : array.offset + len(array)]


def _stored(lines: Bytes, signed: bool, nulls: npt.NDArray[np.bool_]) -> pa.Array:
    """As the kernel has them."""
    turned = lines[:, ::-1].copy()
    if signed:
        turned[:, 0] ^= 0x80
    fixed = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(_SIZE), len(turned), [None, pa.py_buffer(np.ascontiguousarray(turned))]
    )
    array = fixed.cast(pa.binary())
    return pc.if_else(pa.array(nulls), pa.scalar(None, pa.binary()), array)


def little_endian_bytes(array: pa.Array, signed: bool) -> pa.Array:
    """The bytes of the numbers as a processor has them."""
    fixed = np.ascontiguousarray(_raw(array, signed))
    buffers = [None, pa.py_buffer(fixed)]
    made = pa.FixedSizeBinaryArray.from_buffers(pa.binary(_SIZE), len(array), buffers)
    return pc.if_else(array.is_valid(), made.cast(pa.binary()), pa.scalar(None, pa.binary()))


def words(array: pa.Array, signed: bool) -> Words:
    """The numbers of a BLOB array as words."""
    return np.ascontiguousarray(_raw(array, signed)).view("<u4").astype(np.uint64)


def from_words(numbers: Words, signed: bool, nulls: npt.NDArray[np.bool_]) -> pa.Array:
    """Words as a BLOB array; what does not fit in 256 bits wraps."""
    carried = _carried(numbers)
    return _stored(carried.astype("<u4").view(np.uint8).reshape(-1, _SIZE), signed, nulls)


def _carried(numbers: Words) -> Words:
    """Each word within its 32 bits, what is beyond being added to the next one."""
    out = numbers.copy()
    for place in range(_WORDS - 1):
        out[:, place + 1] += out[:, place] >> _HALF
    return np.asarray(out & _LOW, np.uint64)


def negated(numbers: Words) -> Words:
    """Two's complement."""
    out = numbers ^ _LOW
    out[:, 0] += np.uint64(1)
    return _carried(out)


def multiplied(left: Words, right: Words) -> Words:
    """The lowest 256 bits of the products."""
    out = np.zeros_like(left)
    for place in range(_WORDS):
        carry = np.zeros(len(left), np.uint64)
        for other in range(_WORDS - place):
            product = left[:, place] * right[:, other] + out[:, place + other] + carry
            out[:, place + other] = product & _LOW
            carry = product >> _HALF
    return out


def divided(left: Words, right: Words) -> tuple[Words, Words]:
    """Quotients and remainders of unsigned numbers by others, none of which is zero.

    Divisors of 32 bits divide word by word, numbers of 64 bits at once. The others Python divides:
    faster than bit by bit over whole columns.
    """
    quotients, rests = np.zeros_like(left), np.zeros_like(left)
    short = ~right[:, 1:].any(axis=1)
    divisors, rest = right[short, 0], np.zeros(int(short.sum()), np.uint64)
    dividends = left[short]
    for place in range(_WORDS - 1, -1, -1):
        step = rest << _HALF | dividends[:, place]
        dividends[:, place], rest = step // divisors, step % divisors
    quotients[short], rests[short, 0] = dividends, rest
    middle = ~short & ~left[:, 2:].any(axis=1) & ~right[:, 2:].any(axis=1)
    a, b = (side[middle, 0] | side[middle, 1] << _HALF for side in (left, right))
    for found, number in ((quotients, a // b), (rests, a % b)):
        found[middle, 0], found[middle, 1] = number & _LOW, number >> _HALF
    long = np.flatnonzero(~short & ~middle)
    pairs = list(map(divmod, _integers(left[long]), _integers(right[long])))
    quotients[long] = _of_integers([quotient for quotient, _ in pairs])
    rests[long] = _of_integers([rest_ for _, rest_ in pairs])
    return quotients, rests


def _integers(numbers: Words) -> list[int]:
    """Unsigned numbers as Python's."""
    data = numbers.astype("<u4").tobytes()
    return [int.from_bytes(data[i : i + _SIZE], "little") for i in range(0, len(data), _SIZE)]


def _of_integers(numbers: Sequence[int]) -> Words:
    data = b"".join(number.to_bytes(_SIZE, "little") for number in numbers)
    return np.frombuffer(data, "<u4").reshape(-1, _WORDS).astype(np.uint64)


def totals(numbers: Words, sizes: npt.NDArray[np.int64]) -> Words:
    """The sums of runs of rows, so many each."""
    out = np.zeros((len(sizes), _WORDS), np.uint64)
    filled = np.flatnonzero(sizes)
    starts = (np.cumsum(sizes) - sizes)[filled]
    if len(filled):
        out[filled] = np.add.reduceat(numbers, starts, axis=0)
    return out


def wrapped(numbers: Words, bits: int, signed: bool) -> Words:
    """The numbers in fewer bits: those above are zero, or like the sign."""
    out = numbers.copy()
    whole, rest = divmod(bits, 32)
    top = min(whole, _WORDS - 1) if rest else whole - 1
    sign = (out[:, top] >> np.uint64((rest or 32) - 1)) & np.uint64(1)
    fill = np.where((sign == 1) & signed, _LOW, np.uint64(0))
    if rest:
        mask = np.uint64((1 << rest) - 1)
        out[:, top] = (out[:, top] & mask) | (fill & ~mask & _LOW)
    out[:, top + 1 :] = fill[:, None]
    return out


# --- digits ---------------------------------------------------------------------------------------


def digits(array: pa.Array, signed: bool) -> pa.Array:
    """The numbers in text."""
    lines = _raw(array, signed)
    texts = pa.Array.from_buffers(
        _DIGITS, len(lines), [None, pa.py_buffer(np.ascontiguousarray(lines))]
    ).cast(pa.string())
    far = np.zeros(len(lines), np.bool_) if signed else lines[:, -1] >= 0x80
    if far.any():  # beyond the numbers that a decimal with a sign has
        exact = [str(wide_value(v, signed)) for v in array.filter(pa.array(far)).to_pylist()]
        texts = pc.replace_with_mask(texts, pa.array(far), pa.array(exact, pa.string()))
    return pc.if_else(array.is_valid(), texts, pa.scalar(None, pa.string()))


def from_digits(texts: pa.Array, signed: bool) -> pa.Array | None:
    """The numbers of texts; None if some of them are not plain digits, at most 76 of them."""
    plain = pc.match_substring_regex(texts.fill_null("0"), _PLAIN)
    if not pc.all(plain).as_py():
        return None
    numbers = texts.fill_null("0").cast(_DIGITS)
    return _stored(_lines(numbers), signed, np.asarray(texts.is_null()))


def pointed(texts: pa.Array, scale: int, *, zeros: bool) -> pa.Array:
    """Whole numbers in text with a point before their last digits; `zeros` keeps zeros there."""
    negative = pc.starts_with(texts, "-")
    shown = pc.utf8_lpad(pc.utf8_ltrim(texts, "-"), scale + 1, "0")
    fraction = pc.utf8_slice_codeunits(shown, -scale)
    if not zeros:
        fraction = pc.utf8_rtrim(fraction, "0")
    point = pc.if_else(pc.equal(fraction, ""), "", ".")
    sign = pc.if_else(negative, "-", "")
    whole = pc.utf8_slice_codeunits(shown, 0, -scale)
    return pc.binary_join_element_wise(sign, whole, point, fraction, "")


def scaled(texts: pa.Array, scale: int) -> pa.Array | None:
    """The digits of decimals in text times a power of ten; None if a text is no plain decimal."""
    parts = pc.extract_regex(texts.fill_null("0"), r"^(?P<whole>[+-]?[0-9]+)\.?(?P<rest>[0-9]*)$")
    if parts.null_count:
        return None
    whole, rest = parts.field("whole"), parts.field("rest")
    filled = pc.utf8_rpad(pc.utf8_slice_codeunits(rest, 0, scale), scale, "0")
    return pc.if_else(
        texts.is_valid(),
        pc.binary_join_element_wise(whole, filled, ""),
        pa.scalar(None, pa.string()),
    )
