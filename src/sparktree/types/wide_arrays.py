"""256-bit integers of whole columns: as words for arithmetic, as Arrow's decimals for their digits.

The kernel has them as 32 bytes whose order is that of the numbers: the highest byte first, and the
sign turned over.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code
from sparktree.kernel.errors import raising
from sparktree.types.numeric import wide_bytes
from sparktree.types.wide_division import Words, divided

Bytes = npt.NDArray[np.uint8]

WIDTH = 8  # words of 32 bits in a number
_SIZE, _WORDS, _HALF = 32, WIDTH, np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_DIGITS = pa.decimal256(76, 0)


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
    lines = carried(numbers).astype("<u4").view(np.uint8).reshape(-1, _SIZE)
    return _stored(lines, signed, nulls)


def carried(numbers: Words) -> Words:
    """Each word within its 32 bits, what is beyond being added to the next one."""
    out = numbers.copy()
    for place in range(out.shape[1] - 1):
        out[:, place + 1] += out[:, place] >> _HALF
    return np.asarray(out & _LOW, np.uint64)


def negated(numbers: Words) -> Words:
    """Two's complement."""
    out = numbers ^ _LOW
    out[:, 0] += np.uint64(1)
    return carried(out)


def multiplied(left: Words, right: Words) -> Words:
    """The products, in as many words as both sides have: what is beyond is lost."""
    out = np.zeros_like(left)
    width = left.shape[1]
    for place in range(width):
        carry = np.zeros(len(left), np.uint64)
        for other in range(width - place):
            product = left[:, place] * right[:, other] + out[:, place + other] + carry
            out[:, place + other] = product & _LOW
            carry = product >> _HALF
    return out


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
        numbers = np.ascontiguousarray(lines[far]).view("<u4").astype(np.uint64)
        texts = pc.replace_with_mask(texts, pa.array(far), _long_digits(numbers))
    return pc.if_else(array.is_valid(), texts, pa.scalar(None, pa.string()))


def _long_digits(numbers: Words) -> pa.Array:
    """The digits of numbers of all 256 bits: those before and those among the last 38."""
    power = np.frombuffer((10**38).to_bytes(_SIZE, "little"), "<u4").astype(np.uint64)
    halves = divided(numbers, np.broadcast_to(power, numbers.shape))
    none = np.zeros(len(numbers), np.bool_)
    high, low = (digits(from_words(half, False, none), False) for half in halves)
    return pc.binary_join_element_wise(high, pc.ascii_lpad(low, 38, "0"), "")


def from_decimals(array: pa.Array) -> pa.Array:
    """The numbers of an array of decimal256, without their points."""
    return _stored(_lines(array), True, np.asarray(array.is_null()))


def from_digits(texts: pa.Array, signed: bool) -> pa.Array:
    """The numbers of texts of digits with or without a sign; what is beyond 256 bits wraps."""
    nulls = np.asarray(texts.is_null())
    filled = texts.fill_null("0")
    if (pc.max(pc.binary_length(filled)).as_py() or 0) <= _DIGITS.precision:
        return _stored(_lines(filled.cast(_DIGITS)), signed, nulls)
    negative, numbers = sizes_of(filled, _WORDS)
    return from_words(np.where(negative[:, None], negated(numbers), numbers), signed, nulls)


_STEP = 9  # digits that fit in a word


def sizes_of(texts: pa.Array, width: int) -> tuple[npt.NDArray[np.bool_], Words]:
    """Which texts of digits have a minus, and the numbers without it in so many words."""
    negative = np.asarray(pc.starts_with(texts, "-"))
    plain = pc.utf8_ltrim(texts, "+-")
    longest = pc.max(pc.binary_length(plain)).as_py() or 0
    steps = max(-(-longest // _STEP), 1)
    padded = pc.ascii_lpad(plain, steps * _STEP, "0").cast(pa.binary(steps * _STEP))
    data = np.frombuffer(padded.buffers()[1], np.uint8) if len(texts) else np.zeros(0, np.uint8)
    lines = (data - 48).reshape(-1, _STEP)[: len(texts) * steps].astype(np.uint64)
    parts = (lines @ (np.uint64(10) ** np.arange(_STEP - 1, -1, -1).astype(np.uint64))).reshape(
        len(texts), steps
    )
    numbers = np.zeros((len(texts), width), np.uint64)
    for step in range(steps):
        numbers[:, : step + 1] *= np.uint64(10**_STEP)
        numbers[:, 0] += parts[:, step]
        numbers = carried(numbers)
    return negative, numbers


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


_DECIMAL = r"^(?P<whole>[+-]?[0-9]*)\.?(?P<rest>[0-9]*)(?:[eE](?P<power>[+-]?[0-9]{1,6}))?$"
_ROOM = 2 * _WORDS  # words in which digits and powers of ten come together
_MOST_DIGITS = 9 * _ROOM


def scaled(texts: pa.Array, scale: int) -> pa.Array:
    """Decimals in text times a power of ten, cut to whole numbers."""
    parts = pc.extract_regex(texts.fill_null("0"), _DECIMAL)
    if parts.null_count:
        odd = texts.filter(parts.is_null())[0].as_py()
        raise ValueError(raising(Code.CANNOT_PARSE_TEXT, f"Cannot parse '{odd}' as a decimal"))
    whole, rest, power = (parts.field(name) for name in ("whole", "rest", "power"))
    if pc.all(pc.equal(power, "")).as_py():
        filled = pc.utf8_rpad(pc.utf8_slice_codeunits(rest, 0, scale), scale, "0")
        digits_ = pc.binary_join_element_wise(whole, filled, "")
        return from_digits(
            pc.if_else(texts.is_valid(), digits_, pa.scalar(None, pa.string())), True
        )
    powers = pc.if_else(pc.equal(power, ""), "0", power).cast(pa.int64())
    shifts = np.asarray(pc.subtract(powers, pc.utf8_length(rest).cast(pa.int64()))) + scale
    negative, numbers = sizes_of(pc.binary_join_element_wise(whole, rest, ""), _ROOM)
    numbers = multiplied(numbers, powers_of_ten(np.maximum(shifts, 0)))
    numbers, _ = divided(numbers, powers_of_ten(np.maximum(-shifts, 0)))
    low = numbers[:, :_WORDS]
    signed = np.where(negative[:, None], negated(low), low)
    return from_words(signed, True, np.asarray(texts.is_null()))


def powers_of_ten(exponents: npt.NDArray[np.int64]) -> Words:
    """Ten to some powers; beyond what has room, to the last that has."""
    table = [10**n for n in range(_MOST_DIGITS)]
    data = b"".join(number.to_bytes(4 * _ROOM, "little") for number in table)
    lines = np.frombuffer(data, "<u4").reshape(-1, _ROOM).astype(np.uint64)
    return np.asarray(lines[np.minimum(exponents, _MOST_DIGITS - 1)])
