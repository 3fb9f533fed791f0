"""Constants of a type as kernel SQL."""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Sequence

from sparktree.errors import Error
from sparktree.kernel import sql
from sparktree.kernel.constants import constant_value
from sparktree.kernel.sql import Sql
from sparktree.types import texts, times
from sparktree.types.base import Type, typed_null
from sparktree.types.composite import Array, Like, Map, Nothing, Nullable, Tuple, Variant
from sparktree.types.numeric import Bool, Decimal, Float, Integer, wide_bytes

_EPOCH = datetime.date(1970, 1, 1)


def literal(type_: Type, value: object) -> Sql:
    """The value, given as the kernel's Python form of the type, as kernel SQL."""
    if value is None:
        return typed_null(type_.kernel)
    for kind, make in _MAKERS:
        if isinstance(type_, kind):
            return make(type_, value)
    return sql.cast(sql.integer(int(str(value))), type_.kernel)


def settled(type_: Type, expression: Sql) -> Sql:
    """An expression that reads nothing and has always the same value, as a literal.

    What is wrong with it is said where and when it is asked for: it stays as it is then.
    """
    if not isinstance(type_.inner, _SETTLED):
        return expression
    try:
        return literal(type_, constant_value(expression))
    except Error:
        return expression


def _integer(type_: Type, value: object) -> Sql:
    if isinstance(value, bytes):
        return Sql(f"unhex('{value.hex()}')")
    assert isinstance(type_, Integer)
    return type_.literal(int(str(value)) if not isinstance(value, bool) else int(value))


def _float(type_: Type, value: object) -> Sql:
    number = float(str(value))
    text = "nan" if math.isnan(number) else repr(number)
    return sql.cast(sql.string(text), type_.kernel)


def _decimal(type_: Type, value: object) -> Sql:
    assert isinstance(type_, Decimal)
    if isinstance(value, bytes):
        return Sql(f"unhex('{value.hex()}')")
    number = decimal.Decimal(str(value))
    if type_.wide:
        with decimal.localcontext(prec=100):
            return Sql(f"unhex('{wide_bytes(int(number.scaleb(type_.scale)), True).hex()}')")
    return sql.cast(sql.string(f"{number:f}"), type_.kernel)


def _string(type_: Type, value: object) -> Sql:
    return sql.string(str(value))


def _uuid(type_: Type, value: object) -> Sql:
    return sql.cast(sql.string(str(value)), "UUID")


def _date(type_: Type, value: object) -> Sql:
    if isinstance(value, int):
        value = _EPOCH + datetime.timedelta(days=value)
    return Sql(f"DATE '{value}'")


def _array(type_: Type, value: object) -> Sql:
    assert isinstance(type_, Array) and isinstance(value, Sequence)
    items = sql.array(*(literal(type_.of, item) for item in value))
    return sql.cast(items, type_.kernel) if not value else items


def _tuple(type_: Type, value: object) -> Sql:
    assert isinstance(type_, Tuple)
    fields = list(value.values()) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    return type_.pack(*(literal(t, f) for t, f in zip(type_.of, fields, strict=False)))


def _variant(type_: Type, value: object) -> Sql:
    assert isinstance(type_, Variant) and isinstance(value, dict)
    return sql.struct(*(literal(t, f) for t, f in zip(type_.of, value.values(), strict=True)))


def _like(type_: Type, value: object) -> Sql:
    assert isinstance(type_, Like)
    if isinstance(type_, Map) and isinstance(value, dict):
        value = list(value.items())
    return literal(type_.form, value)


def _nothing(type_: Type, value: object) -> Sql:
    return typed_null(type_.kernel)


def _bool(type_: Type, value: object) -> Sql:
    return sql.TRUE if value else sql.FALSE


_MAKERS = (
    (Nullable, _like),
    (Like, _like),
    (Integer, _integer),
    (Bool, _bool),
    (Float, _float),
    (Decimal, _decimal),
    (texts.String, _string),
    (texts.FixedString, _string),
    (texts.UUID, _uuid),
    (times.Date, _date),
    (Array, _array),
    (Tuple, _tuple),
    (Variant, _variant),
    (Nothing, _nothing),
)

_SETTLED = (
    Bool,
    Decimal,
    Float,
    Integer,
    texts.Enum,
    texts.IPv4,
    texts.IPv6,
    texts.String,
    texts.UUID,
    times.Date,
    times.DateTime,
    times.DateTime64,
)
