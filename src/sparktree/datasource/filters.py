"""Spark's filters as ClickHouse conditions, where both mean the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from decimal import Decimal as PyDecimal
from typing import Any

from pyspark.sql import datasource as ds

from sparktree.sql.printers.base import back_quote, quote_string
from sparktree.types import Bool, Date, DateTime, DateTime64, Decimal, Integer, String, Type

_COMPARISONS = {
    ds.EqualTo: "=",
    ds.EqualNullSafe: "=",
    ds.GreaterThan: ">",
    ds.GreaterThanOrEqual: ">=",
    ds.LessThan: "<",
    ds.LessThanOrEqual: "<=",
}
_TEXTS = {
    ds.StringStartsWith: "startsWith({}, {})",
    ds.StringEndsWith: "endsWith({}, {})",
    ds.StringContains: "position({}, {}) > 0",
}


def condition(filter_: ds.Filter, columns: Mapping[str, Type]) -> str | None:
    """The filter as a condition; None where Spark must look itself.

    Floats are left to Spark: its NaN is equal to itself and greater than all numbers.
    """
    if isinstance(filter_, ds.Not):
        inner = None if _is_null_safe(filter_.child) else condition(filter_.child, columns)
        return f"NOT ({inner})" if inner is not None else None
    path: tuple[str, ...] = getattr(filter_, "attribute", ())
    if len(path) != 1 or path[0] not in columns:
        return None
    return _of_column(filter_, back_quote(path[0]), columns[path[0]])


def _is_null_safe(filter_: ds.Filter) -> bool:
    return isinstance(filter_, ds.EqualNullSafe)


def _of_column(filter_: ds.Filter, name: str, type_: Type) -> str | None:
    if isinstance(filter_, ds.IsNull):
        return f"{name} IS NULL"
    if isinstance(filter_, ds.IsNotNull):
        return f"{name} IS NOT NULL"
    if isinstance(filter_, ds.In):
        values = [literal(value, type_) for value in filter_.value]
        known = [value for value in values if value is not None]
        return f"{name} IN ({', '.join(known)})" if known and len(known) == len(values) else None
    value = literal(getattr(filter_, "value", None), type_)
    if value is None:
        return None
    if type(filter_) in _TEXTS:
        text = isinstance(type_.inner, String)
        return _TEXTS[type(filter_)].format(name, value) if text else None
    operator = _COMPARISONS.get(type(filter_))
    return f"{name} {operator} {value}" if operator else None


def literal(value: Any, type_: Type) -> str | None:
    """A value that Spark compares a column of the type with; None if it is of no such kind."""
    for kind, python, text in _LITERALS:
        if isinstance(type_.inner, kind) and isinstance(value, python):
            if isinstance(value, bool) and kind is not Bool:
                return None
            return text(value)
    return None


def _decimal(value: Any) -> str | None:
    text = f"{value:f}"
    scale = len(text.partition(".")[2])
    return f"toDecimal128('{text}', {scale})" if len(text) <= 36 else None


def _whole(value: Any) -> str | None:
    if isinstance(value, PyDecimal) and value != int(value):
        return _decimal(value)
    return str(int(value))


def _moment(value: dt.datetime) -> str:
    # Spark gives times in UTC, with or without saying so.
    utc = value.astimezone(dt.UTC) if value.tzinfo else value
    return f"toDateTime64('{utc:%Y-%m-%d %H:%M:%S.%f}', 6, 'UTC')"


_LITERALS: tuple[tuple[type[Type], type | tuple[type, ...], Callable[[Any], str | None]], ...] = (
    (Integer, (int, PyDecimal), _whole),
    (Decimal, (int, PyDecimal), _decimal),
    (Bool, bool, lambda value: str(value).lower()),
    (String, str, quote_string),
    (Date, dt.date, lambda value: f"toDate32('{value:%Y-%m-%d}')"),
    (DateTime, dt.datetime, _moment),
    (DateTime64, dt.datetime, _moment),
)


def is_exact(type_: Type) -> bool:
    """Whether Spark's value of the column is the value itself, not a text of it."""
    inner = type_.inner
    return not isinstance(inner, Integer) or inner.bits <= 64
