"""Values out of their bytes, the lowest first."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.clickhouse_bytes import width
from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, escaped_text, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UUID,
    Array,
    Date,
    Date32,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv6,
    String,
    Time,
    Time64,
    Type,
)


def _with_sign(numbers: Words, bits: int) -> npt.NDArray[np.int64]:
    """The highest of the bits is the sign."""
    shift = np.uint64(64 - bits)
    return (numbers << shift).view(np.int64) >> shift.astype(np.int64)


@arrow_function("st_blob_integer", ("BLOB", "INTEGER", "BOOLEAN"), "VARCHAR")
def _integers(values: pa.ChunkedArray, sizes: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.string())
    size, flag = sizes[0].as_py(), bool(signed[0].as_py())
    lines = np.concatenate(
        [_lines(values, size), np.zeros((len(values), 8 - size), np.uint8)], axis=1
    )
    numbers = np.ascontiguousarray(lines).view("<u8")[:, 0]
    return pa.array(_with_sign(numbers, size * 8) if flag else numbers).cast(pa.string())


def _lines(values: pa.ChunkedArray, size: int) -> npt.NDArray[np.uint8]:
    """A line of `size` bytes for each value, filled up with zeros."""
    texts = Texts.of(whole(values))
    places = np.minimum(texts.starts[:, None] + np.arange(size), len(texts.data) - 1)
    return np.where(np.arange(size) < texts.sizes[:, None], texts.data[places], 0).astype(np.uint8)


def _binary(lines: npt.NDArray[np.uint8]) -> pa.Array:
    bounds = np.arange(len(lines) + 1) * lines.shape[1]
    return binary_of(np.ascontiguousarray(lines).ravel(), bounds)


@arrow_function("st_blob_float", ("BLOB", "INTEGER"), "DOUBLE")
def _floats(values: pa.ChunkedArray, bits: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.float64())
    size = bits[0].as_py()
    lines = _lines(values, size // 8)
    if size == 16:
        lines = np.concatenate([np.zeros_like(lines), lines], axis=1)
    kind = "<f8" if size == 64 else "<f4"
    with np.errstate(invalid="ignore"):  # some bytes are NaNs that signal
        return pa.array(np.ascontiguousarray(lines).view(kind)[:, 0].astype(np.float64))


@arrow_function("st_blob_cut", ("BLOB",), "BLOB")
def _cut(values: pa.ChunkedArray) -> pa.Array:
    """Without the zeros at the end."""
    data, bounds = bounds_of(whole(values).fill_null(b""))
    (others,) = np.nonzero(data)
    last = np.concatenate([[-1], others])[np.searchsorted(others, bounds[1:])]
    sizes = np.maximum(last + 1 - bounds[:-1], 0)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    kept = np.arange(ends[-1]) + np.repeat(bounds[:-1] - ends[:-1], sizes)
    return binary_of(data[kept], ends)


@arrow_function("st_blob_fixed", ("BLOB", "INTEGER"), "BLOB")
def _fixed(values: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    return _binary(_lines(values, sizes[0].as_py() if len(values) else 1))


@arrow_function("st_blob_uuid", ("BLOB",), "VARCHAR")
def _uuids(values: pa.ChunkedArray) -> pa.Array:
    """Both halves are kept backwards."""
    lines = _lines(values, 16)[:, [*range(7, -1, -1), *range(15, 7, -1)]]
    digits = np.frombuffer(lines.tobytes().hex().encode(), np.uint8).reshape(-1, 32)
    made = np.full((len(lines), 36), ord("-"), np.uint8)
    made[:, [i for i in range(36) if i not in (8, 13, 18, 23)]] = digits
    return _binary(made).view(pa.string())


@arrow_function("st_blob_wide", ("BLOB", "BOOLEAN"), "BLOB")
def _wide(values: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    lines = _lines(values, 32)[:, ::-1].copy()
    if len(lines) and signed[0].as_py():
        lines[:, 0] ^= 0x80
    return _binary(lines)


_SIGNED = (Decimal, Enum, Date32, DateTime64, Time, Time64, Interval)


def _number(data: Sql, size: int, *, signed: bool) -> Sql:
    """Up to 16 bytes as a number (or its text), the lowest first."""
    if size <= 8:
        return _integers(data, size, signed)
    kernel = "HUGEINT" if signed else "UHUGEINT"
    low = sql.cast(_integers(data, 8, False), kernel)
    high = sql.cast(_integers(Sql(f"{data}[9:]"), 8, signed), kernel)
    # In two halves: the kernel refuses the product that is the least number.
    half = Sql(f"{high} * CAST('{1 << 63}' AS {kernel})")
    return Sql(f"({half} + {low} + {half})")


def from_bytes(data: Sql, target: Type, source: Type) -> Sql:
    """The kernel value whose bytes, the lowest first, these are."""
    if isinstance(target, String):
        cut = data if isinstance(source, String | Array) else _cut(data)
        return escaped_text(cut)
    if isinstance(target, FixedString):
        return escaped_text(_fixed(data, target.size))
    if isinstance(target, Float):
        return sql.cast(_floats(data, target.bits), target.kernel)
    if isinstance(target, UUID):
        return sql.cast(_uuids(data), "UUID")
    if isinstance(target, IPv6):
        return target.from_storage(_fixed(data, 16))
    signed = target.signed if isinstance(target, Integer) else isinstance(target, _SIGNED)
    if isinstance(target, Integer) and target.wide:
        return _wide(data, signed)
    size = width(target)
    assert size is not None
    number = _number(data, size, signed=signed)
    if isinstance(target, Date):
        return Sql(f"(DATE '1970-01-01' + CAST({number} AS INTEGER))")
    if isinstance(target, Decimal):
        unit = Sql(
            f"CAST('1e-{target.scale}' AS DECIMAL({max(target.scale, 1) + 1},{target.scale}))"
        )
        return sql.cast(sql.op("*", sql.cast(number, "DECIMAL(38,0)"), unit), target.kernel)
    return sql.cast(number, target.kernel)
