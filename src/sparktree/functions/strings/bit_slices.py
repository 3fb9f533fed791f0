"""bitSlice: pieces of texts that begin and end at any bit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.core.text_arguments import is_text
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import INT64, STRING, Bool, Float, Integer, Type

_BITS = 8
_FARTHEST = 1 << 40  # bits from the start that no text has


@arrow_function("st_bit_slice", ("VARCHAR", "BIGINT", "BIGINT"), "VARCHAR", handles_null=True)
def _slice(texts: pa.ChunkedArray, starts: pa.ChunkedArray, lengths: pa.ChunkedArray) -> pa.Array:
    """A missing length is that of what is left."""
    known = Texts.of(whole(texts))
    start, length = (_numbers(column) for column in (starts, lengths))
    endless = np.asarray(whole(lengths).is_null())
    first, count, shift, cut = _bounds(known.sizes, start, np.where(endless, 1, length), endless)
    none = (start == 0) | (~endless & (length == 0))
    out, ends = _shifted(known, first, np.where(none, 0, count), shift, cut)
    made = escape_array(binary_of(out, ends))
    nulls = np.asarray(whole(texts).is_null()) | np.asarray(whole(starts).is_null())
    return pc.if_else(pa.array(nulls), pa.scalar(None, pa.string()), made)


def _numbers(column: pa.ChunkedArray) -> Places:
    values = np.asarray(whole(column).fill_null(0), np.int64)
    return np.clip(values, -_FARTHEST, _FARTHEST)


def _bounds(
    sizes: Places, start: Places, length: Places, endless: npt.NDArray[np.bool_]
) -> tuple[Places, Places, Places, Places]:
    """The first byte, the number of bytes, the bits before the first and behind the last one."""
    left = start > 0
    offset = np.where(left, start - 1, -start)
    skipped = offset // _BITS
    bit = np.where(left, offset % _BITS, -offset % _BITS)
    skipped = np.where(~left & (bit > 0), skipped + 1, skipped)
    shift = np.where(~left & (skipped > sizes), 0, bit)
    remain = np.where(left, sizes - skipped, skipped)
    forward = length > 0
    whole_bytes, over = np.divmod(length + bit, _BITS)
    whole_bytes = np.where((over > 0) & ((whole_bytes > 0) | (over > bit)), 1, 0) + whole_bytes
    back_bytes = np.maximum(remain - -length // _BITS, 0)
    back_over = _BITS - -length % _BITS
    back_bytes = np.where((back_bytes == 1) & (back_over <= bit), 0, back_bytes)
    wanted = np.where(forward, whole_bytes, back_bytes)
    over = np.where(forward, over, back_over)
    cut = np.where((over > 0) & (wanted <= remain), _BITS - over, 0)
    wanted, cut = np.where(endless, _FARTHEST, wanted), np.where(endless, 0, cut)
    inside = np.where(left, np.minimum(wanted, sizes - skipped), np.minimum(wanted, skipped))
    beyond = np.minimum(sizes, wanted + sizes - skipped)
    count = np.where(~left & (skipped > sizes), beyond, inside)
    first = np.where(left, skipped, np.maximum(sizes - skipped, 0))
    return first, np.maximum(count, 0), shift, cut


def _shifted(
    texts: Texts, first: Places, count: Places, shift: Places, cut: Places
) -> tuple[npt.NDArray[np.uint8], Places]:
    """The bytes moved to the left, what is cut off being zero; and where each text begins."""
    shorter = (cut + shift >= _BITS) & (count > 0)
    sizes = count - shorter
    ends = np.concatenate([[0], np.cumsum(sizes)])
    rows = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(len(rows)) - ends[:-1][rows]
    at = (texts.starts + first)[rows] + place
    read = texts.data.astype(np.uint16)
    more = place + 1 < count[rows]
    following = np.where(more, read[np.minimum(at + 1, len(read) - 1)], 0)
    moved = (read[at] << _BITS | following) << shift[rows] >> _BITS & 0xFF
    last = place + 1 == sizes[rows]
    zeros = np.where(last, (cut + shift - _BITS * shorter)[rows], 0)
    return (moved >> zeros << zeros & 0xFF).astype(np.uint8), ends


def _slice_type(arguments: Arguments) -> Type:
    if not is_text(arguments[0].type):
        raise wrong(arguments.function, 0, arguments[0], "s", "String")
    for position, role in ((1, "offset"), (2, "length")):
        if position < len(arguments):
            type_ = arguments[position].type
            if not isinstance(type_, Float | Bool) and not (
                isinstance(type_, Integer) and type_.bits <= 64
            ):
                wanted = "(U)Int8/16/32/64 or Float"
                raise wrong(arguments.function, position, arguments[position], role, wanted)
    return STRING


@function(
    "bitSlice",
    args=(2, 3),
    returns=_slice_type,
    example=("bin(bitSlice('Hello', 1, 9))", "0100100000000000"),
)
def bit_slice(call: Call) -> Sql:
    """The bits from an offset (from 1, or from the end if negative), as many as wanted."""
    numbers = [convert(call[i], call.inner(i), INT64) for i in range(1, len(call))]
    if len(call) == 2:
        return _slice(call[0], numbers[0], sql.cast(sql.NULL, "BIGINT"))
    made = _slice(call[0], *numbers)
    return sql.case((sql.is_null(call[2]), sql.NULL), otherwise=made)
