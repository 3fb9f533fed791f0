"""Numbers and moments as the kernel's DOUBLE, and back."""

from __future__ import annotations

from sparktree.functions.core.convert_numbers import number
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    Bool,
    Date,
    Decimal,
    Enum,
    Float,
    Integer,
    Interval,
    Moment,
    Time,
    Time64,
    Type,
)


def to_double(value: Sql, type_: Type) -> Sql:
    """A number, or the number inside a moment, as the kernel's DOUBLE."""
    if isinstance(type_, Bool):
        return sql.cast(sql.cast(value, "TINYINT"), "DOUBLE")
    if isinstance(type_, Date):
        return sql.cast(sql.op("-", value, Sql("DATE '1970-01-01'")), "DOUBLE")
    if isinstance(type_, Enum | Moment | Interval | Time | Time64):
        return sql.cast(value, "DOUBLE")
    return number(value, type_, FLOAT64)


def from_double(value: Sql, result: Type) -> Sql:
    """A DOUBLE as a value of the type, cut off towards zero."""
    if isinstance(result, Date):
        return sql.op("+", Sql("DATE '1970-01-01'"), Sql(f"CAST(trunc({value}) AS INTEGER)"))
    if isinstance(result, Float):
        return value
    if isinstance(result, Integer | Decimal) and result.wide:
        return number(value, FLOAT64, result)
    cut = (
        Sql(f"trunc({value}, {result.scale})")
        if isinstance(result, Decimal)
        else Sql(f"trunc({value})")
    )
    return sql.cast(cut, result.kernel)
