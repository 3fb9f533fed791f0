"""Names of the columns of query parameters: ClickHouse puts a cast of the value in their place."""

from __future__ import annotations

import datetime
import decimal

from sparktree.kernel.constants import evaluate
from sparktree.planner.expr import Constant
from sparktree.sql.printers.expressions import format_scalar
from sparktree.types import (
    STRING,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    Interval,
    Map,
    Tuple,
    Type,
)
from sparktree.types.literal import literal
from sparktree.types.to_text import to_text

_EPOCH = datetime.date(1970, 1, 1)


def parameter_name(value: Constant) -> str:
    """The text of a String, a cast of any other value."""
    if value.type == STRING:
        return format_scalar(value.value)  # type: ignore[arg-type]
    if isinstance(value.type, Bool):
        shown = format_scalar("true" if value.value else "false")
    else:
        shown = _literal_text(value.type.inner, value.value)
    return f"_CAST({shown}, {format_scalar(str(value.type))})"


def _literal_text(type_: Type, value: object) -> str:
    """The literal of a value in the form that ClickHouse keeps it in."""
    if value is None:
        return "NULL"
    if isinstance(type_, Array | Map | Tuple):
        return _container(type_, value)
    if isinstance(value, datetime.date) and isinstance(type_, Date):
        return str((value - _EPOCH).days)
    if isinstance(type_, DateTime64) and isinstance(value, int):
        return _digits(decimal.Decimal(value).scaleb(-type_.precision))
    if isinstance(type_, Decimal) and isinstance(value, decimal.Decimal):
        return _digits(value)
    if isinstance(type_, Float):
        return format_scalar(value)  # type: ignore[arg-type]
    small = isinstance(type_, Integer) and type_.bits <= 64
    if small or isinstance(type_, Bool | DateTime | Enum | Interval):
        return str(int(value))  # type: ignore[call-overload]
    return format_scalar(str(evaluate(to_text(type_, literal(type_, value)))))


def _container(type_: Array | Map | Tuple, value: object) -> str:
    if isinstance(type_, Tuple):
        assert isinstance(value, dict)
        fields = zip(type_.of, value.values(), strict=True)
        return f"({', '.join(_literal_text(t.inner, v) for t, v in fields)})"
    assert isinstance(value, list)
    inner = type_.of if isinstance(type_, Array) else Tuple((type_.key, type_.value))
    return f"[{', '.join(_literal_text(inner.inner, v) for v in value)}]"


def _digits(value: decimal.Decimal) -> str:
    text = format(value, "f")
    return format_scalar(text.rstrip("0").rstrip(".") if "." in text else text)
