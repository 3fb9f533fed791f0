"""partitionId: the id of the partition that the values of a partition key name."""

from __future__ import annotations

from sparktree.errors import not_implemented
from sparktree.functions.core import lists
from sparktree.functions.core.clickhouse_bytes import as_integer, little_endian
from sparktree.functions.core.declare import Call, function
from sparktree.functions.hashes.sip_hashes import Sip
from sparktree.kernel import sql
from sparktree.kernel.connection import raw_bytes
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT64,
    NULL_TYPE,
    STRING,
    UINT64,
    UUID,
    Array,
    Date,
    Date32,
    DateTime64,
    Decimal,
    FixedString,
    Float,
    Integer,
    IPv4,
    IPv6,
    Map,
    Nothing,
    Nullable,
    String,
    Time64,
    Tuple,
    Type,
    remove_low_cardinality,
)
from sparktree.types import value_tags as tags
from sparktree.types.value_tags import is_integral


def _integral_text(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, Date) and not isinstance(type_, Date32):
        return sql.call("strftime", value, sql.string("%Y%m%d"))
    number = as_integer(value, type_)
    assert number is not None
    return sql.cast(number[0], "VARCHAR")


def _tagged(tag: int, data: Sql) -> Sql:
    return sql.op("||", Sql(f"unhex('{tag:02x}')"), data)


def _hashed(value: Sql, type_: Type) -> Sql:
    """What goes into the hash for one value: the number of its kind, then its bytes."""
    if isinstance(type_, Nothing) or type_ == NULL_TYPE:
        return Sql(f"unhex('{tags.NULL:02x}')")
    if isinstance(type_, Nullable):
        return sql.case(
            (sql.is_null(value), Sql(f"unhex('{tags.NULL:02x}')")),
            otherwise=_hashed(value, type_.of),
        )
    if isinstance(type_, Array | Tuple | Map):
        return _hashed_parts(value, type_)
    return _hashed_scalar(value, type_)


def _hashed_scalar(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, String | FixedString):
        data = raw_bytes(value)
        size = sql.cast(sql.call("octet_length", data), "UBIGINT")
        found = _tagged(tags.STRING, sql.op("||", little_endian(size, UINT64), data))
    elif isinstance(type_, Float):
        found = _tagged(tags.FLOAT64, little_endian(sql.cast(value, "DOUBLE"), FLOAT64))
    elif isinstance(type_, IPv4):
        found = _tagged(tags.IPV4, little_endian(value, type_))
    elif isinstance(type_, DateTime64 | Time64):
        found = _tagged(tags.DECIMALS[64], little_endian(value, INT64))
    elif isinstance(type_, Decimal):
        found = _tagged(tags.DECIMALS[type_.bits], little_endian(value, type_))
    elif isinstance(type_, UUID):
        found = _tagged(tags.WIDE[128, False], little_endian(value, type_))
    elif isinstance(type_, IPv6):
        size = little_endian(sql.cast(16, "UBIGINT"), UINT64)
        found = _tagged(tags.STRING, sql.op("||", size, little_endian(value, type_)))
    elif isinstance(type_, Integer) and type_.bits > 64:
        found = _tagged(tags.WIDE[type_.bits, type_.signed], little_endian(value, type_))
    elif is_integral(type_):
        number = as_integer(value, type_)
        assert number is not None
        signed = number[1].signed
        kind, tag = (INT64, tags.INT64) if signed else (UINT64, tags.UINT64)
        found = _tagged(tag, little_endian(sql.cast(number[0], kind.kernel), kind))
    else:
        raise not_implemented(f"partitionId of values of type {type_} is not supported yet.")
    return found


def _hashed_parts(value: Sql, type_: Array | Tuple | Map) -> Sql:
    """Of a container the number of its parts, then the parts."""
    if isinstance(type_, Tuple):
        parts = [
            _hashed(sql.field(value, i), remove_low_cardinality(of))
            for i, of in enumerate(type_.of, 1)
        ]
        size = little_endian(sql.cast(len(parts), "UBIGINT"), UINT64)
        return _tagged(tags.TUPLE, sql.op("||", size, *parts) if parts else size)
    of: Type = type_.of if isinstance(type_, Array) else Tuple((type_.key, type_.value))
    tag = tags.ARRAY if isinstance(type_, Array) else tags.MAP
    pieces = lists.transform(value, lambda item: _hashed(item, remove_low_cardinality(of)))
    together = Sql(f"list_reduce({pieces}, lambda _a, _b: _a || _b, ''::BLOB)")
    size = little_endian(sql.cast(lists.size(value), "UBIGINT"), UINT64)
    return _tagged(tag, sql.op("||", size, together))


@function(
    "partitionId",
    args=(1, None),
    returns=STRING,
    aliases=("partitionID",),
    example=("partitionId(toDate('2024-05-06'))", "20240506"),
)
def partition_id(call: Call) -> Sql:
    """The id of the partition with these values of the partition key."""
    pairs = [
        (value, argument.type.inner)
        for value, argument in zip(call.sqls, call.arguments, strict=True)
    ]
    if all(is_integral(type_) for _, type_ in pairs):
        texts = [_integral_text(value, type_) for value, type_ in pairs]
        return sql.op("|| '-' ||", *texts) if len(texts) > 1 else texts[0]
    zero = sql.cast(0, "UBIGINT")
    pieces = [_hashed(value, type_) for value, type_ in pairs]
    data = sql.op("||", *pieces) if len(pieces) > 1 else pieces[0]
    return sql.call("lower", sql.call("hex", Sip(128, (zero, zero)).bytes_of(data)))
