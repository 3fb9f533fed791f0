"""The transforms by which Iceberg partitions tables: hashes, buckets and what is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.clickhouse_bytes import float_bytes, integer_bytes, text_bytes
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import FUNCTIONS, Argument, Call, function
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import bad
from sparktree.functions.hashes.any_values import MURMUR3_32
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT32,
    INT64,
    INT128,
    STRING,
    UINT32,
    UUID,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    Interval,
    Type,
)

_MICROSECONDS = 6


def _check_hashed(type_: Type) -> None:
    most = 128 if isinstance(type_, Decimal) else 64
    if isinstance(type_, Integer | Decimal) and type_.bits > most:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Type `{type_}` is not supported by icebergHash: the Iceberg specification only"
            " defines hashing for `int` (32-bit), `long` (64-bit), and `decimal(P,S)` with P <= 38",
        )
    if isinstance(type_, DateTime64):
        if type_.precision not in (_MICROSECONDS, 9):
            raise bad(
                "Unsupported scale for DateTime64 in IcebergHash function. Supports only"
                " microseconds and nanoseconds"
            )
    elif not is_text(type_) and not isinstance(
        type_, Integer | Bool | Float | Date | Decimal | UUID
    ):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Unsupported data type `{type_}` for icebergHash"
        )


def _hash_type(arguments: Sequence[Argument]) -> Type:
    _check_hashed(arguments[0].type)
    return INT32


def _hash(value: Sql, type_: Type) -> Sql:
    """Murmur3 of the bytes that Iceberg says: 8 of whole numbers, as few as decimals need."""
    text = is_text(type_)
    unsigned = MURMUR3_32.texts(value) if text else MURMUR3_32.bytes(_bytes(value, type_))
    return number(unsigned, UINT32, INT32)


def _bytes(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, Float):
        plain = Sql(f"({to_double(value, type_)} + 0.0)")  # -0 is 0
        return float_bytes(plain, 64)
    if isinstance(type_, UUID):
        return sql.call(
            "unhex",
            sql.call("replace", sql.cast(value, "VARCHAR"), sql.string("-"), sql.string("")),
        )
    if isinstance(type_, Decimal):
        digits = sql.call("replace", sql.cast(value, "VARCHAR"), sql.string("."), sql.string(""))
        return _fewest(text_bytes(digits, 16))
    if isinstance(type_, Date):
        value = sql.op("-", value, Sql("DATE '1970-01-01'"))
    elif isinstance(type_, DateTime64):
        value = sql.op("//", value, 10 ** (type_.precision - _MICROSECONDS))
    return integer_bytes(sql.cast(value, "HUGEINT"), 8)


@arrow_function("st_fewest_bytes", ("BLOB",), "BLOB")
def _fewest(column: pa.ChunkedArray) -> pa.Array:
    """Numbers of 16 bytes, the lowest first, as the highest first and as few as they need."""
    array = whole(column)
    filled = array.fill_null(bytes(16)).cast(pa.binary(16))
    data = np.frombuffer(filled.buffers()[1], np.uint8)[filled.offset * 16 :]
    lines = data[: len(filled) * 16].reshape(-1, 16)[:, ::-1]
    sign = np.where(lines[:, :1] >= 0x80, 0xFF, 0)
    # A byte can go if all before it can, it is the sign, and so is the bit that follows.
    next_sign = np.where(lines[:, 1:] >= 0x80, 0xFF, 0)
    idle = np.logical_and.accumulate((lines[:, :-1] == sign) & (next_sign == sign), axis=1)
    skipped = idle.sum(axis=1)
    kept = np.arange(16) >= skipped[:, None]
    return binary_of(lines[kept], np.concatenate([[0], np.cumsum(16 - skipped)]))


@function(
    "icebergHash",
    returns=_hash_type,
    example=("icebergHash('iceberg')", "1210000089"),
)
def iceberg_hash(call: Call) -> Sql:
    """The hash by which Iceberg makes buckets."""
    return _hash(call[0], call.inner(0))


# What ClickHouse keeps as an integer counts, also as a number of buckets.
def _counts(type_: Type) -> bool:
    if isinstance(type_, Integer):
        return type_.bits <= 64
    counted = isinstance(type_, Bool | Date | DateTime | Enum | Interval)
    return counted and not isinstance(type_, DateTime64)


def _buckets(argument: Argument) -> int:
    type_, value = argument.type.inner, argument.value
    if isinstance(value, date):
        value = (value - date(1970, 1, 1)).days
    if not isinstance(value, int) or not _counts(type_):
        raise Error(Code.BAD_GET, f"Bad get: has {type_}, requested Int64")
    count = int(value)
    if not 0 < count <= INT32.maximum:
        raise bad(
            "Function IcebergBucket accepts only positive bucket size which is suitable to Int32"
        )
    return count


def _bucket_type(arguments: Sequence[Argument]) -> Type:
    _check_hashed(arguments[1].type)
    _buckets(arguments[0])
    return UINT32


@function(
    "icebergBucket",
    args=2,
    returns=_bucket_type,
    constant_arguments=(0,),
    example=("icebergBucket(16, 'iceberg')", "9"),
)
def iceberg_bucket(call: Call) -> Sql:
    """In which of so many buckets Iceberg puts a value."""
    positive = f"({_hash(call[1], call.inner(1))} & {INT32.maximum})"
    return sql.cast(Sql(f"{positive} % {_buckets(call.arguments[0])}"), "UINTEGER")


# --- icebergTruncate ------------------------------------------------------------------------------


def _width(argument: Argument) -> int:
    type_ = argument.type.inner
    if not isinstance(type_, Bool) and not (
        isinstance(type_, Integer) and not type_.signed and type_.bits <= 64
    ):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, "First argument should be UInt data type")
    width: int = int(argument.value)  # type: ignore[call-overload]
    if not 0 < width <= INT64.maximum:
        raise bad("Function icebergTruncate accepts only positive width")
    return width


def _truncate_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[1].type
    native = isinstance(type_, Bool) or (isinstance(type_, Integer) and type_.bits <= 64)
    small = isinstance(type_, Decimal) and type_.bits <= 64
    if not native and not small and not is_text(type_):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Second argument must be of native integer type, String/FixedString, Decimal",
        )
    _width(arguments[0])
    if is_text(type_):
        return STRING
    if isinstance(type_, Decimal):
        return type_
    value = Argument(type_)
    rest = FUNCTIONS["positiveModulo"].result_type([value, Argument(arguments[0].type)])
    return FUNCTIONS["minus"].result_type([value, Argument(rest)])


@function(
    "icebergTruncate",
    args=2,
    returns=_truncate_type,
    constant_arguments=(0,),
    example=("icebergTruncate(3, 'iceberg')", "ice"),
)
def iceberg_truncate(call: Call) -> Sql:
    """The first characters of a text, or a number rounded down to a multiple of the width."""
    width, type_ = _width(call.arguments[0]), call.inner(1)
    if is_text(type_):
        return _first_characters(call, width)
    if isinstance(type_, Decimal):
        unscaled = f"CAST({call[1]} * CAST({10**type_.scale} AS HUGEINT) AS HUGEINT)"
        low = Sql(f"(({unscaled} % {width} + {width}) % {width})")
        step = Sql(f"CAST(CAST({low} AS DECIMAL(38,0)) / {10**type_.scale} AS {type_.kernel})")
        return sql.op("-", call[1], step)
    value = sql.cast(call[1], "HUGEINT")
    low = Sql(f"(({value} % {width} + {width}) % {width})")
    return number(sql.op("-", value, low), INT128, call.result.inner)


def _first_characters(call: Call, width: int) -> Sql:
    text = replace(call.arguments[1], type=STRING)
    arguments = (text, Argument(INT64, True, lambda: width))
    left = replace(
        call, name="leftUTF8", arguments=arguments, result=STRING,
        sqls=(call[1], sql.cast(width, "BIGINT")),
    )  # fmt: skip
    return FUNCTIONS["leftUTF8"].lower(left)
