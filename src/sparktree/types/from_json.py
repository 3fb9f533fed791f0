"""Kernel SQL that reads a value of any type from JSON."""

from __future__ import annotations

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type, typed_null
from sparktree.types.composite import Array, Map, Nested, Nothing, Nullable, Tuple, Variant, Wrapper
from sparktree.types.epoch_numbers import epoch_number
from sparktree.types.from_text import Fields
from sparktree.types.numeric import Bool, Float, Integer
from sparktree.types.texts import String
from sparktree.types.times import Date, DateTime, DateTime64
from sparktree.types.variant_json import json_member_sql
from sparktree.types.variant_text import NONE, no_value


def from_json(type_: Type, json: Sql, fields: Fields) -> Sql:
    """The value of a piece of JSON; null is NULL where that may be, the default elsewhere."""
    return sql.let(json, lambda named: _from_json(type_, named, fields))


def _from_json(type_: Type, json: Sql, fields: Fields) -> Sql:
    null = Sql(f"(json_type({json}) = 'NULL')")
    if isinstance(type_, Nullable):
        inner = from_json(type_.of, json, fields)
        return sql.case((null, typed_null(type_.kernel)), otherwise=inner)
    if isinstance(type_, Wrapper):
        return from_json(type_.of, json, fields)
    if isinstance(type_, Nothing):
        return typed_null(type_.kernel)
    if isinstance(type_, Variant):
        return _variant(type_, json, fields)
    return sql.case((null, type_.default()), otherwise=_solid(type_, json, fields))


def _variant(type_: Variant, json: Sql, fields: Fields) -> Sql:
    """A value of the first type that it fits."""

    def chosen(place: Sql) -> Sql:
        branches = [
            (sql.op("=", place, i), type_.pack(t, from_json(t, json, fields)))
            for i, t in enumerate(type_.of, 1)
        ]
        unfit = (sql.op("=", place, NONE), no_value(type_, sql.cast(json, "VARCHAR"), "JSON"))
        return sql.case(*branches, unfit)

    return sql.let(json_member_sql(type_, json, fields.zone), chosen)


def _solid(type_: Type, json: Sql, fields: Fields) -> Sql:
    if isinstance(type_, Map):
        return _map(type_, json, fields)
    if isinstance(type_, Tuple):
        return _tuple(type_, json, fields)
    if isinstance(type_, Array | Nested):
        form = type_.form if isinstance(type_, Nested) else type_
        assert isinstance(form, Array)
        inner = form.of
        failure = raising(
            Code.CANNOT_READ_ARRAY_FROM_TEXT, "Array does not start with '[' character"
        )
        found = sql.call("json_extract", json, sql.string("$[*]"))
        items = _checked(_is(json, "ARRAY"), found, "JSON[]", sql.string(failure))
        return form.map(items, lambda item: from_json(inner, item, fields))
    if isinstance(type_, Bool):
        return _bool(json)
    text = sql.call("json_extract_string", json, sql.string("$"))
    if isinstance(type_, Date):
        days = sql.cast(sql.cast(text, "BIGINT"), "INTEGER")
        moment = Sql(f"(DATE '1970-01-01' + {days})")
        number = Sql(f"(json_type({json}) IN ('UBIGINT', 'BIGINT'))")
        read = fields.value(type_, text)
        return sql.case((number, moment), otherwise=read)
    if isinstance(type_, DateTime | DateTime64):
        number = Sql(f"(json_type({json}) IN ('UBIGINT', 'BIGINT', 'DOUBLE'))")
        seconds = epoch_number(type_, text)
        return sql.case((number, seconds), otherwise=fields.value(type_, text))
    if isinstance(type_, Integer | Float):
        text = sql.case(
            (Sql(f"({json} = 'true')"), sql.string("1")),
            (Sql(f"({json} = 'false')"), sql.string("0")),
            otherwise=text,
        )
    if isinstance(type_, String):
        return text
    return fields.value(type_, text)


def _is(json: Sql, kind: str) -> Sql:
    return Sql(f"(json_type({json}) = '{kind}')")


def _expected(sign: str, json: Sql) -> Sql:
    message = raising(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
        f"Cannot parse input: expected '{sign}' before: ",
    )
    return sql.op("||", sql.string(message), sql.cast(json, "VARCHAR"))


def _checked(fits: Sql, value: Sql, kernel: str, message: Sql) -> Sql:
    """The value if the JSON is of its kind."""
    failure = sql.cast(sql.call("error", message), kernel)
    return sql.case((fits, value), otherwise=failure)


def _bool(json: Sql) -> Sql:
    message = raising(
        Code.CANNOT_PARSE_BOOL,
        "Invalid boolean value, should be true/false, 1/0, but it starts with the character ",
    )
    failure = sql.op("||", sql.string(message), Sql(f"left(CAST({json} AS VARCHAR), 1)"))
    true = Sql(f"({json} IN ('true', '1'))")
    return _checked(Sql(f"({json} IN ('true', 'false', '1', '0'))"), true, "BOOLEAN", failure)


def _tuple(type_: Tuple, json: Sql, fields: Fields) -> Sql:
    if type_.names is not None:
        named = zip(type_.names, type_.of, strict=True)
        by_name = type_.pack(*(_key(t, json, name, fields) for name, t in named))
        return _checked(_is(json, "OBJECT"), by_name, type_.kernel, _expected("{", json))
    by_place = type_.pack(*(_element(t, json, i, fields) for i, t in enumerate(type_.of)))
    whole = Sql(f"(json_array_length({json}) = {len(type_.of)})")
    sized = _checked(whole, by_place, type_.kernel, _expected("]", json))
    return _checked(_is(json, "ARRAY"), sized, type_.kernel, _expected("[", json))


def _element(type_: Type, json: Sql, place: int, fields: Fields) -> Sql:
    return from_json(type_, sql.call("json_extract", json, sql.string(f"$[{place}]")), fields)


def _key(type_: Type, json: Sql, name: str, fields: Fields) -> Sql:
    """A key that is not there is the default."""
    value = sql.call("json_extract", json, sql.string(key_path(name)))
    found = from_json(type_, value, fields)
    return sql.case((sql.is_null(value), type_.default()), otherwise=found)


def key_path(name: str) -> str:
    """The kernel's path to a key of an object."""
    return '$."' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _map(type_: Map, json: Sql, fields: Fields) -> Sql:
    form = type_.form
    assert isinstance(form, Array)
    found = sql.call("json_extract", json, sql.string("$.*"))
    values = _checked(_is(json, "OBJECT"), found, "JSON[]", _expected("{", json))

    def pairs(keys: Sql, values: Sql) -> Sql:
        def pair(index: Sql) -> Sql:
            key = fields.value(type_.key, sql.item(keys, index))
            return sql.struct(key, from_json(type_.value, sql.item(values, index), fields))

        return form.map(Sql(f"range(1, len({keys}) + 1)"), pair)

    return sql.let(
        sql.call("json_keys", json), lambda keys: sql.let(values, lambda named: pairs(keys, named))
    )
