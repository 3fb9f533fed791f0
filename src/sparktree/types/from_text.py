"""Kernel SQL that reads a value of any type from ClickHouse's text.

The usual spelling of a value is read by the kernel itself; whatever else ClickHouse accepts, and
what it refuses, goes through one function over arrays, `st_read`, that knows its rules and errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum as PythonEnum

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type, typed_null
from sparktree.types.composite import (
    AggregateFunction,
    Array,
    Map,
    Nested,
    Nothing,
    Nullable,
    Tuple,
    Variant,
    Wrapper,
)
from sparktree.types.epoch_numbers import epoch_number, is_number
from sparktree.types.escapes import unquoted
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.parse import AggregateStates
from sparktree.types.read_text import read
from sparktree.types.split_text import elements, fields
from sparktree.types.texts import Enum, String
from sparktree.types.times import DateTime, DateTime64
from sparktree.types.usual_text import impossible, usual
from sparktree.types.variant_text import NONE, member_sql, no_value


class Mode(PythonEnum):
    """What happens to text that is not a value."""

    STRICT = "strict"  # CAST: an error
    OR_NULL = "or_null"
    OR_ZERO = "or_zero"
    FIELD = "field"  # a field of an input format: an error in the formats' words
    FIELD_BASIC = "field_basic"  # the same; moments are written in the usual way alone
    FIELD_US = "field_best_effort_us"  # the same; the month of a moment goes before its day


_FREE = (Mode.STRICT, Mode.OR_NULL, Mode.FIELD)  # moments may be written as programs do
_FIELDS = {"best_effort": Mode.FIELD, "basic": Mode.FIELD_BASIC, "best_effort_us": Mode.FIELD_US}


@dataclass(frozen=True, slots=True)
class Fields:
    """How input formats read fields: the time zone, and how moments may be written."""

    zone: str = "UTC"
    moments: str = "best_effort"

    def value(self, type_: Type, text: Sql, *, quoted: bool = False) -> Sql:
        """The kernel value of a field."""
        return from_text(type_, text, mode=_FIELDS[self.moments], zone=self.zone, quoted=quoted)


def from_text(
    type_: Type, text: Sql, *, mode: Mode = Mode.STRICT, zone: str = "UTC", quoted: bool = False
) -> Sql:
    """The kernel value of a text; `quoted` text is an element of an array, a tuple or a map."""
    if isinstance(type_, Nullable):
        return _nullable(type_, text, mode, zone, quoted)
    if isinstance(type_, Wrapper):
        return from_text(type_.of, text, mode=mode, zone=zone, quoted=quoted)
    if isinstance(type_, Nothing):
        return typed_null(type_.kernel)
    return sql.let(text, lambda named: _solid(type_, named, mode, zone, quoted))


def _solid(type_: Type, text: Sql, mode: Mode, zone: str, quoted: bool) -> Sql:
    if mode is Mode.OR_ZERO:
        found = from_text(type_, text, mode=Mode.OR_NULL, zone=zone, quoted=quoted)
        return sql.case(
            (sql.is_null(text), sql.NULL), otherwise=sql.coalesce(found, type_.default())
        )
    if isinstance(type_, Variant):
        return _variant(type_, text, mode, zone, quoted)
    if quoted:
        return _element(type_, text, mode, zone)
    return _whole_text(type_, text, mode, zone)


def _whole_text(type_: Type, text: Sql, mode: Mode, zone: str) -> Sql:
    if isinstance(type_, String):
        return text
    if isinstance(type_, Array | Nested | Tuple | Map):
        return _container(type_, text, mode, zone)
    if isinstance(type_, AggregateFunction):
        return AggregateStates.of_text(type_, text)
    slow = read(type_, text, zone, mode.value)
    cases = usual(type_, text, zone, free=mode in _FREE)
    if mode is Mode.OR_NULL and (hopeless := impossible(type_, text)) is not None:
        cases.append((hopeless, typed_null(type_.kernel)))
    return sql.case(*cases, otherwise=slow) if cases else slow


def _nullable(type_: Nullable, text: Sql, mode: Mode, zone: str, quoted: bool) -> Sql:
    inner = type_.of
    if mode is Mode.STRICT and not quoted and not isinstance(inner, Bool | Enum):
        mode = Mode.OR_NULL  # ClickHouse's CAST to Nullable takes what it cannot read as NULL
    if mode is Mode.OR_ZERO:
        mode = Mode.OR_NULL
    value = from_text(inner, text, mode=mode, zone=zone, quoted=quoted)
    if not quoted:
        return value
    null = typed_null(inner.kernel)
    return sql.case((_is_null_word(text), null), otherwise=value)


def _is_null_word(text: Sql) -> Sql:
    return sql.op("=", sql.call("upper", text), sql.string("NULL"))


def _element(type_: Type, text: Sql, mode: Mode, zone: str) -> Sql:
    """Strings and words stand in quotes inside containers; NULL without Nullable is the default."""
    if isinstance(type_, Integer | Float | Decimal | Interval | Array | Nested | Tuple | Map):
        value = _whole_text(type_, text, mode, zone)
    elif isinstance(type_, Bool | DateTime | DateTime64):
        bare = _whole_text(type_, text, mode, zone)
        inside = _whole_text(type_, unquoted(text), mode, zone)
        cases = [(sql.call("prefix", text, sql.string("'")), inside)]
        if not isinstance(type_, Bool):
            cases.append((is_number(text), epoch_number(type_, text)))
        value = sql.case(*cases, otherwise=bare)
    else:
        value = _whole_text(type_, unquoted(text), mode, zone)
    return sql.case((_is_null_word(text), type_.default()), otherwise=value)


def _container(type_: Type, text: Sql, mode: Mode, zone: str) -> Sql:
    if isinstance(type_, Map):
        return _map(type_, text, mode, zone)
    if isinstance(type_, Tuple):
        return _tuple(type_, text, mode, zone)
    form = type_.form if isinstance(type_, Nested) else type_
    assert isinstance(form, Array)
    pieces = elements(text, "[]")
    inner = form.of
    return form.map(
        pieces, lambda piece: from_text(inner, piece, mode=mode, zone=zone, quoted=True)
    )


def _tuple(type_: Tuple, text: Sql, mode: Mode, zone: str) -> Sql:
    def packed(pieces: Sql) -> Sql:
        values = (
            from_text(t, sql.item(pieces, i), mode=mode, zone=zone, quoted=True)
            for i, t in enumerate(type_.of, 1)
        )
        return type_.pack(*values)

    return sql.let(fields(text, len(type_.of)), packed)


def _variant(type_: Variant, text: Sql, mode: Mode, zone: str, quoted: bool) -> Sql:
    is_field = mode in _FIELDS.values()
    kind = "quoted" if quoted else "escaped" if is_field else "text"
    inside = mode if is_field else Mode.FIELD  # as the type was found

    def chosen(place: Sql) -> Sql:
        branches = [
            (
                sql.op("=", place, number),
                type_.pack(member, from_text(member, text, mode=inside, zone=zone, quoted=quoted)),
            )
            for number, member in enumerate(type_.of, 1)
        ]
        if mode is Mode.OR_NULL:
            return sql.case(*branches)
        none = sql.op("=", place, NONE)
        return sql.case(*branches, (none, no_value(type_, text, kind)))

    return sql.let(member_sql(type_, text, zone, kind), chosen)


def _map(type_: Map, text: Sql, mode: Mode, zone: str) -> Sql:
    form = type_.form
    assert isinstance(form, Array)

    def pairs(pieces: Sql) -> Sql:
        def pair(index: Sql) -> Sql:
            key, value = sql.item(pieces, index), Sql(f"{pieces}[{index} + 1]")
            return sql.struct(
                from_text(type_.key, key, mode=mode, zone=zone, quoted=True),
                from_text(type_.value, value, mode=mode, zone=zone, quoted=True),
            )

        places = sql.call("range", 1, sql.op("+", sql.call("len", pieces), 1), 2)
        return form.map(places, pair)

    return sql.let(elements(text, "{}"), pairs)
