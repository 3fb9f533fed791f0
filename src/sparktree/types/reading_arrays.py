"""What the readers of whole arrays share: how they answer, and the parts of texts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.types.base import Type
from sparktree.types.reading import Context

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
# Texts that the kernel can cast, and which of them are values; what others have there says nothing.
Values = tuple[pa.Array, Flags]
ArrayReader = Callable[[Type, pa.Array, Context], Values]

_HEX = np.frombuffer(b"0123456789abcdef", np.uint8)


def matching(texts: pa.Array, pattern: str) -> Flags:
    """Which texts are wholly of a pattern."""
    return np.asarray(pc.match_substring_regex(texts, f"^(?:{pattern})$"))


def parts_of(texts: pa.Array, pattern: str) -> tuple[list[pa.Array], Flags]:
    """The named groups of texts that are wholly of a pattern, empty for others, and which are."""
    parts = pc.extract_regex(texts, f"^(?:{pattern})$")
    fine = np.asarray(parts.is_valid())
    fields = [parts.field(place) for place in range(parts.type.num_fields)]
    if not fine.all():
        flags = pa.array(fine)
        fields = [pc.if_else(flags, field, "") for field in fields]
    return fields, fine


def numbers(digits: pa.Array) -> Numbers:
    """Texts of at most 18 digits, with or without a sign, as numbers; nothing is zero."""
    filled = pc.if_else(pc.equal(digits, ""), "0", digits)
    return np.asarray(filled.cast(pa.int64()))


def limited(digits: pa.Array, most: int) -> Numbers:
    """As `numbers`, of any length; what has more than so many digits is as great as can be."""
    plain = pc.ascii_ltrim(pc.ascii_ltrim(digits, "+-"), "0")
    far = pc.greater(pc.binary_length(plain), most)
    size = numbers(pc.if_else(far, "9" * most, plain))
    return np.where(np.asarray(pc.starts_with(digits, "-")), -size, size)


def sizes(texts: pa.Array) -> Numbers:
    """The lengths of texts in bytes."""
    return np.asarray(pc.binary_length(texts)).astype(np.int64)


def lines_text(lines: Bytes) -> pa.Array:
    """Lines of ASCII characters, all of one length, as texts."""
    count, width = lines.shape
    offsets = np.arange(count + 1, dtype=np.int32) * np.int32(width)
    data = np.ascontiguousarray(lines)
    return pa.StringArray.from_buffers(count, pa.py_buffer(offsets), pa.py_buffer(data))


def hexadecimal(values: pa.Array, width: int) -> pa.Array:
    """Binary values of one width in hexadecimal digits."""
    data = values.cast(pa.binary(width)).buffers()[1] if len(values) else b""
    rows = np.frombuffer(data, np.uint8)[: len(values) * width].reshape(-1, width)
    return lines_text(_HEX[np.stack([rows >> 4, rows & 15], axis=2).reshape(-1, 2 * width)])


def ticks_text(seconds: Numbers, fractions: Numbers, precision: int) -> pa.Array:
    """Seconds and the ticks behind them as one number, however large."""
    if not precision:
        return pa.array(seconds).cast(pa.string())
    scale = 10**precision
    moved = (seconds < 0) & (fractions > 0)
    rest = np.where(moved, scale - fractions, fractions)
    size = np.abs(seconds) - moved
    sign = pc.if_else(pa.array(seconds < 0), "-", "")
    filled = pc.ascii_lpad(pa.array(rest).cast(pa.string()), precision, "0")
    return pc.binary_join_element_wise(sign, pa.array(size).cast(pa.string()), filled, "")


def scaled_digits(digits: pa.Array, precision: int) -> Numbers:
    """The digits of fractions as ticks; those beyond the precision are cut."""
    cut = pc.utf8_slice_codeunits(digits, 0, precision)
    return numbers(pc.ascii_rpad(cut, precision, "0"))
