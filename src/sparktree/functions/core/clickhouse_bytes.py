"""Values as the bytes that ClickHouse keeps in memory: what hashes, hex and reinterpret look at."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, raw_bytes, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UUID,
    AggregateFunction,
    Array,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    IPv6,
    String,
    Time,
    Time64,
    Type,
)
from sparktree.types.parse import AggregateStates
from sparktree.types.wide_arrays import from_digits, little_endian_bytes


def width(type_: Type) -> int | None:
    """How many bytes a value has; None for those that have none of a fixed size."""
    if isinstance(type_, FixedString):
        return type_.size
    if isinstance(type_, Integer | Float | Decimal | Enum):
        return type_.bits // 8
    for kinds, size in _WIDTHS:
        if isinstance(type_, kinds):
            return size
    return None


_WIDTHS: tuple[tuple[tuple[type[Type], ...], int], ...] = (
    ((Bool,), 1),
    ((Date32,), 4),
    ((Date,), 2),
    ((DateTime, IPv4, Time), 4),
    ((DateTime64, Time64, Interval), 8),
    ((UUID, IPv6), 16),
)


def as_integer(value: Sql, type_: Type) -> tuple[Sql, Integer] | None:
    """The integer that ClickHouse keeps for a value of up to 64 bits; None for other types."""
    size = width(type_)
    if size is None or size > 8 or isinstance(type_, Float | FixedString):
        return None
    signed = isinstance(type_, Decimal | Enum | Date32 | DateTime64 | Time | Time64 | Interval)
    target = type_ if isinstance(type_, Integer) else Integer(size * 8, signed)
    if isinstance(type_, Date):
        value = sql.cast(sql.op("-", value, Sql("DATE '1970-01-01'")), target.kernel)
    elif isinstance(type_, Decimal):
        value = sql.cast(
            sql.op("*", value, Sql(f"CAST(1{'0' * type_.scale} AS DECIMAL({type_.scale + 1},0))")),
            target.kernel,
        )
    elif isinstance(type_, Bool):
        value = sql.cast(value, target.kernel)
    return value, target


def little_endian(value: Sql, type_: Type) -> Sql:
    """The bytes of a value, BLOB, the lowest first; strings as they are."""
    if isinstance(type_, String | FixedString):
        return raw_bytes(value)
    if isinstance(type_, Array):
        digits = type_.map(value, lambda item: sql.call("hex", little_endian(item, type_.of)))
        return sql.call("from_hex", sql.call("array_to_string", digits, sql.string("")))
    number, size = as_integer(value, type_), width(type_)
    if number is not None and size is not None:
        return integer_bytes(sql.cast(number[0], "HUGEINT"), size)
    if isinstance(type_, Float):
        return float_bytes(sql.cast(value, "DOUBLE"), type_.bits)
    if isinstance(type_, IPv6):
        return type_.to_storage(value)
    if isinstance(type_, UUID):
        return _uuid_bytes(sql.cast(value, "VARCHAR"))
    if isinstance(type_, Integer | Decimal) and type_.wide:
        signed = sql.TRUE if isinstance(type_, Decimal) or type_.signed else sql.FALSE
        return _wide_bytes(value, signed)
    if isinstance(type_, Integer):
        return text_bytes(sql.cast(value, "VARCHAR"), 16)
    if isinstance(type_, Decimal):
        scaled = sql.call("replace", sql.cast(value, "VARCHAR"), sql.string("."), sql.string(""))
        return text_bytes(scaled, 16)
    if isinstance(type_, AggregateFunction):
        return raw_bytes(AggregateStates.text_of(type_, value))
    raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Values of type {type_} have no bytes.")


Bytes = npt.NDArray[np.uint8]


def lines_of(lines: Bytes, nulls: pa.Array) -> pa.Array:
    """A line of bytes a row, as a binary array; NULL where `nulls` says so."""
    size = lines.shape[1]
    buffers = [None, pa.py_buffer(np.ascontiguousarray(lines))]
    made = pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), len(lines), buffers)
    return pc.if_else(nulls, pa.scalar(None, pa.binary()), made.cast(pa.binary()))


@arrow_function("st_integer_bytes", ("HUGEINT", "INTEGER"), "BLOB")
def integer_bytes(values: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    """The lowest bytes of numbers, which the kernel hands over as 16 bytes each."""
    if not len(values):
        return pa.array([], pa.binary())
    array = whole(values)
    stored = array.storage if isinstance(array, pa.ExtensionArray) else array
    lines = np.frombuffer(stored.buffers()[1], np.uint8)[: (stored.offset + len(stored)) * 16]
    mine = lines.reshape(-1, 16)[stored.offset :]
    return lines_of(mine[:, : sizes[0].as_py()], array.is_null())


@arrow_function("st_text_bytes", ("VARCHAR", "INTEGER"), "BLOB")
def text_bytes(values: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    """The lowest bytes of numbers given as digits."""
    if not len(values):
        return pa.array([], pa.binary())
    stored = from_digits(whole(values), True)
    return pc.binary_slice(little_endian_bytes(stored, True), 0, sizes[0].as_py())


@arrow_function("st_float_bytes", ("DOUBLE", "INTEGER"), "BLOB")
def float_bytes(values: pa.ChunkedArray, bits: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    width = bits[0].as_py()
    numbers = whole(values).fill_null(0).to_numpy(zero_copy_only=False)
    kind = {64: "<f8", 32: "<f4", 16: "<f4"}[width]
    lines = np.ascontiguousarray(numbers.astype(kind)).view(np.uint8).reshape(len(numbers), -1)
    return lines_of(lines[:, 2:] if width == 16 else lines, whole(values).is_null())


@arrow_function("st_wide_bytes", ("BLOB", "BOOLEAN"), "BLOB")
def _wide_bytes(values: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    return little_endian_bytes(whole(values), bool(signed[0].as_py()))


@arrow_function("st_uuid_bytes", ("VARCHAR",), "BLOB")
def _uuid_bytes(values: pa.ChunkedArray) -> pa.Array:
    """ClickHouse keeps the two halves of a UUID as two numbers, the lowest byte first."""
    if not len(values):
        return pa.array([], pa.binary())
    array = whole(values)
    digits = pc.replace_substring(array.fill_null(_NO_UUID), "-", "").cast(pa.binary(32))
    codes = np.frombuffer(digits.buffers()[1], np.uint8)[: len(digits) * 32].reshape(-1, 32)
    halves = _HEXADECIMAL[codes]
    data = np.asarray(halves[:, ::2] << 4 | halves[:, 1::2], np.uint8)
    return lines_of(data[:, [*range(7, -1, -1), *range(15, 7, -1)]], array.is_null())


_NO_UUID = "0" * 32
_HEXADECIMAL = np.zeros(256, np.uint8)
for _value, _digit in enumerate("0123456789abcdef"):
    _HEXADECIMAL[[ord(_digit), ord(_digit.upper())]] = _value
