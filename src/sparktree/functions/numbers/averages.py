"""The middle of several values of one row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core.clickhouse_bytes import as_integer
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.logic.choices import common_of
from sparktree.functions.numbers import division
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT32,
    NULL_TYPE,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    Time,
    Time64,
    Type,
    make_nullable,
)

_MEASURES = (Integer, Float, Decimal, Bool, Date, DateTime, DateTime64, Time, Time64)


def _midpoint_type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) == 1:
        return arguments[0].type
    common = common_of(arguments)
    if common != NULL_TYPE and not isinstance(common.inner, _MEASURES):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Function midpoint supports only numeric/temporal types, got {common.inner}",
        )
    return common


def _middle(call: Call) -> Sql:
    if len(call) == 1:
        return call[0]
    if call.result == NULL_TYPE:
        return sql.NULL
    target = make_nullable(call.result)
    values = [
        convert(call[i], call.type(i), target, call.context.zone)
        for i in range(len(call))
        if call.type(i) != NULL_TYPE
    ]
    count = Sql(" + ".join(f"CAST({value} IS NOT NULL AS INTEGER)" for value in values))
    return _mean(values, Sql(f"nullif({count}, 0)"), call.result.inner)


def _mean(values: list[Sql], count: Sql, type_: Type) -> Sql:
    """The sum, in which NULL counts as nothing, by the count; whole numbers towards zero."""
    if isinstance(type_, Float):
        total = " + ".join(f"coalesce({value}, 0)" for value in values)
        return sql.cast(Sql(f"({total}) / {count}"), type_.kernel)
    if isinstance(type_, Integer) and type_.bits > 64:
        return _wide_mean(values, count, type_)
    numbers = [as_integer(value, type_) for value in values]
    if any(number is None for number in numbers):
        raise not_implemented(f"Function midpoint of {type_}, of more than 64 bits, is not built.")
    total = " + ".join(f"coalesce(CAST({n[0]} AS HUGEINT), 0)" for n in numbers if n is not None)
    return _back(Sql(f"(({total}) // ({count}))"), type_)


def _wide_mean(values: list[Sql], count: Sql, type_: Integer) -> Sql:
    wide = Integer(256, type_.signed)
    parts = [sql.coalesce(number(value, type_, wide), wide.literal(0)) for value in values]
    total = reduce(lambda a, b: division.wide("plus", a, wide, b, wide, wide), parts)
    return number(division.wide("intDiv", total, wide, count, INT32, wide), wide, type_)


def _back(whole: Sql, type_: Type) -> Sql:
    """The value for which a whole number is kept."""
    if isinstance(type_, Date):
        return Sql(f"(DATE '1970-01-01' + CAST({whole} AS INTEGER))")
    if isinstance(type_, Bool):
        return sql.cast(sql.op("<>", whole, 0), type_.kernel)
    if isinstance(type_, Decimal):
        unit = Sql(f"CAST(0.{'0' * (type_.scale - 1)}1 AS DECIMAL(38,{type_.scale}))")
        exact = sql.op("*", sql.cast(whole, "DECIMAL(19,0)"), unit) if type_.scale else whole
        return sql.cast(exact, type_.kernel)
    return sql.cast(whole, type_.kernel)


@function(
    "midpoint",
    args=(1, None),
    any_case=True,
    returns=_midpoint_type,
    nulls="own",
    low_cardinality=True,
    example=("midpoint(1, 4, 10)", "5"),
)
def midpoint(call: Call) -> Sql:
    """The mean of several numbers or moments, of a type that they all fit; NULL does not count."""
    return _middle(call)


@function(
    "avg2",
    args=2,
    any_case=True,
    returns=_midpoint_type,
    nulls="own",
    low_cardinality=True,
    example=("avg2(1.5, 4)", "2.75"),
)
def avg2(call: Call) -> Sql:
    """The mean of two numbers or moments, as midpoint."""
    return _middle(call)
