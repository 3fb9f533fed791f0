"""Values as the bytes that ClickHouse keeps in memory: what hashes, hex and reinterpret look at."""

from __future__ import annotations

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UUID,
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
from sparktree.types.wide_arrays import little_endian_bytes


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
            sql.op("*", value, f"CAST(1{'0' * type_.scale} AS DECIMAL({type_.scale + 1},0))"),
            target.kernel,
        )
    elif isinstance(type_, Bool):
        value = sql.cast(value, target.kernel)
    return value, target


def little_endian(value: Sql, type_: Type) -> Sql:
    """The bytes of a value, BLOB, the lowest first; strings as they are."""
    if isinstance(type_, String | FixedString):
        return sql.call("st_bytes", value)
    number = as_integer(value, type_)
    if number is not None:
        return sql.call("st_integer_bytes", sql.cast(number[0], "HUGEINT"), str(width(type_)))
    if isinstance(type_, Float):
        return sql.call("st_float_bytes", sql.cast(value, "DOUBLE"), str(type_.bits))
    if isinstance(type_, IPv6):
        return type_.to_storage(value)
    if isinstance(type_, UUID):
        return sql.call("st_uuid_bytes", sql.cast(value, "VARCHAR"))
    if isinstance(type_, Integer | Decimal) and type_.wide:
        signed = "true" if isinstance(type_, Decimal) or type_.signed else "false"
        return sql.call("st_wide_bytes", value, signed)
    if isinstance(type_, Integer):
        return sql.call("st_text_bytes", sql.cast(value, "VARCHAR"), "16")
    if isinstance(type_, Decimal):
        scaled = sql.call("replace", sql.cast(value, "VARCHAR"), "'.'", "''")
        return sql.call("st_text_bytes", scaled, "16")
    raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Values of type {type_} have no bytes.")


def _bytes_of(values: list[int | None], size: int) -> pa.Array:
    mask = (1 << (8 * size)) - 1
    data = [None if v is None else (v & mask).to_bytes(size, "little") for v in values]
    return pa.array(data, pa.binary())


@arrow_function("st_integer_bytes", ("HUGEINT", "INTEGER"), "BLOB")
def _integer_bytes(values: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    size = sizes[0].as_py()
    numbers = [
        None
        if v is None
        else int.from_bytes(v, "little", signed=True)
        if isinstance(v, bytes)
        else int(v)
        for v in whole(values).to_pylist()
    ]
    return _bytes_of(numbers, size)


@arrow_function("st_text_bytes", ("VARCHAR", "INTEGER"), "BLOB")
def _text_bytes(values: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    numbers = [None if v is None else int(v) for v in whole(values).to_pylist()]
    return _bytes_of(numbers, sizes[0].as_py())


@arrow_function("st_float_bytes", ("DOUBLE", "INTEGER"), "BLOB")
def _float_bytes(values: pa.ChunkedArray, bits: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    numbers = whole(values).fill_null(0).to_numpy(zero_copy_only=False)
    kind = {64: "<f8", 32: "<f4", 16: "<f4"}[bits[0].as_py()]
    data = numbers.astype(kind).tobytes()
    size = 8 if kind == "<f8" else 4
    cut = 2 if bits[0].as_py() == 16 else 0
    pieces = [data[i + cut : i + size] for i in range(0, len(data), size)]
    nulls = whole(values).is_null().to_pylist()
    return pa.array([None if n else p for p, n in zip(pieces, nulls, strict=True)], pa.binary())


@arrow_function("st_wide_bytes", ("BLOB", "BOOLEAN"), "BLOB")
def _wide_bytes(values: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    return little_endian_bytes(whole(values), bool(signed[0].as_py()))


@arrow_function("st_uuid_bytes", ("VARCHAR",), "BLOB")
def _uuid_bytes(values: pa.ChunkedArray) -> pa.Array:
    """ClickHouse keeps the two halves of a UUID as two numbers, the lowest byte first."""
    data = []
    for value in whole(values).to_pylist():
        raw = None if value is None else bytes.fromhex(value.replace("-", ""))
        data.append(None if raw is None else raw[7::-1] + raw[:7:-1])
    return pa.array(data, pa.binary())
