"""What a query tells of its blocks of rows: all rows of a query count as one block."""

from __future__ import annotations

from sparktree.errors import not_implemented
from sparktree.functions.core.clickhouse_bytes import width
from sparktree.functions.core.declare import Call, function, illegal_type
from sparktree.functions.strings.basic import length_in_bytes
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UINT64,
    Array,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    SimpleAggregateFunction,
    String,
    Tuple,
    Type,
)


def _of_windows(name: str, doc: str, least: int, most: int | None, example: str) -> None:
    def lower(call: Call) -> Sql:
        raise not_implemented(f"{name} is supported in SELECT, ORDER BY and WHERE only.")

    lower.__doc__ = doc
    function(
        name, args=(least, most), returns=UINT64, deterministic=False, folds=False, nulls="own",
        low_cardinality=False, takes_nothing=True, example=(f"{name}()", example),
    )(lower)  # fmt: skip


# Where windows may stand the planner makes windows over all rows of them.
_of_windows("blockSize", "Number of rows of the block: all rows count as one.", 0, 0, "1")
_of_windows(
    "blockSerializedSize",
    "Bytes of the values of the block, which all rows are, as the format Native has them.",
    0,
    None,
    "0",
)


@function(
    "_serializedSize",
    args=(0, None),
    returns=UINT64,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
)
def serialized_size(call: Call) -> Sql:
    """Bytes of the values of a row in the format Native."""
    sizes = [_size(value, call.type(i)) for i, value in enumerate(call.sqls)]
    return sql.cast(sql.op("+", 0, *sizes), "UBIGINT") if sizes else sql.cast(0, "UBIGINT")


def _size(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, LowCardinality | SimpleAggregateFunction):
        return _size(value, type_.of)
    if isinstance(type_, Nullable):
        inner = type_.of
        if isinstance(inner, Nothing):
            return Sql("2")
        return sql.op("+", 1, sql.coalesce(_size(value, inner), _size(inner.default(), inner)))
    if isinstance(type_, Nothing):
        return Sql("1")
    if isinstance(type_, String):
        return sql.let(length_in_bytes(value), _with_length)
    if isinstance(type_, Tuple):
        sizes = [_size(sql.field(value, i), t) for i, t in enumerate(type_.of, 1)]
        return sql.op("+", 0, *sizes) if sizes else Sql("1")
    if isinstance(type_, Map):
        return _size(value, type_.form)
    if isinstance(type_, Array):
        each = type_.map(value, lambda item: sql.cast(_size(item, type_.of), "BIGINT"))
        return sql.op("+", 8, sql.coalesce(sql.call("list_sum", each), 0))
    size = width(type_)
    if size is None:
        raise illegal_type("blockSerializedSize", type_)
    return Sql(str(size))


def _with_length(length: Sql) -> Sql:
    """A text takes its bytes and those of their number, seven bits each."""
    more = [sql.case((sql.op(">=", length, 1 << bits), 1), otherwise=0) for bits in (7, 14, 21, 28)]
    return sql.op("+", 1, length, *more)
