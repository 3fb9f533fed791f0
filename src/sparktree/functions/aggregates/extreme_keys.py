"""What aggregates compare values by when they look for the least or the greatest.

NULL and NaN never win: inside of tuples and arrays they count as the greatest where the least is
asked for, which is the kernel's own order, and as the least where the greatest is.
"""

from __future__ import annotations

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import Array, Float, Nullable, Tuple, Type, remove_low_cardinality


def least_key(type_: Type, value: Sql) -> Sql | None:
    """What min compares a value by, where the kernel compares otherwise; numbers need none."""
    key = type_.order_key(value)
    return key if key != value and not isinstance(type_, Float) else None


def greatest_key(type_: Type, value: Sql) -> Sql | None:
    """The same of max."""
    if not isinstance(type_, Tuple | Array) or not _may_lose(type_):
        return least_key(type_, value)
    return sql.case((sql.op("NOT", sql.is_null(value)), _ranked(type_, value)))


def _may_lose(type_: Type) -> bool:
    """Whether a value, or one inside of it, may be NULL or NaN."""
    inner = remove_low_cardinality(type_)
    if isinstance(inner, Tuple):
        return any(map(_may_lose, inner.of))
    if isinstance(inner, Array):
        return _may_lose(inner.of)
    return isinstance(inner, Nullable | Float)


def _ranked(type_: Type, value: Sql) -> Sql:
    """The value with a flag before everything in it that never wins."""
    inner = remove_low_cardinality(type_)
    if isinstance(inner, Tuple):
        fields = (_ranked(t, sql.field(value, i)) for i, t in enumerate(inner.of, 1))
        return inner.pack(*fields)
    if isinstance(inner, Array):
        return inner.map(value, lambda item: _ranked(inner.of, item))
    if isinstance(inner, Nullable):
        return sql.struct(sql.op("NOT", sql.is_null(value)), _ranked(inner.of, value))
    if isinstance(inner, Float):
        return sql.struct(Sql(f"NOT isnan({value})"), value)
    return inner.order_key(value)
