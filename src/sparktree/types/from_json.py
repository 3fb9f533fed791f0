"""Kernel SQL that reads a value of any type from JSON."""

from __future__ import annotations

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type, typed_null
from sparktree.types.composite import Array, Map, Nested, Nothing, Nullable, Tuple, Wrapper
from sparktree.types.from_text import Mode, from_text
from sparktree.types.numeric import Decimal, Float, Integer
from sparktree.types.sharing import shared
from sparktree.types.texts import String


def from_json(type_: Type, json: Sql, *, zone: str = "UTC") -> Sql:
    """The value of a piece of JSON; null is NULL where that may be, the default elsewhere."""
    return shared(json, lambda named: _from_json(type_, named, zone))


def _from_json(type_: Type, json: Sql, zone: str) -> Sql:
    null = Sql(f"(json_type({json}) = 'NULL')")
    if isinstance(type_, Nullable):
        inner = from_json(type_.of, json, zone=zone)
        return sql.case((null, typed_null(type_.kernel)), otherwise=inner)
    if isinstance(type_, Wrapper):
        return from_json(type_.of, json, zone=zone)
    if isinstance(type_, Nothing):
        return typed_null(type_.kernel)
    return sql.case((null, type_.default()), otherwise=_solid(type_, json, zone))


def _solid(type_: Type, json: Sql, zone: str) -> Sql:
    if isinstance(type_, Map):
        return _map(type_, json, zone)
    if isinstance(type_, Tuple):
        return _tuple(type_, json, zone)
    if isinstance(type_, Array | Nested):
        form = type_.form if isinstance(type_, Nested) else type_
        assert isinstance(form, Array)
        inner = form.of
        items = _checked(json, "ARRAY", "[", sql.call("json_extract", json, "'$[*]'"))
        return form.map(items, lambda item: from_json(inner, item, zone=zone))
    text = sql.call("json_extract_string", json, "'$'")
    if isinstance(type_, Integer | Float | Decimal):
        text = sql.case(
            (Sql(f"({json} = 'true')"), "'1'"), (Sql(f"({json} = 'false')"), "'0'"), otherwise=text
        )
    if isinstance(type_, String):
        return text
    return from_text(type_, text, mode=Mode.FIELD, zone=zone)


def _checked(json: Sql, kind: str, sign: str, value: Sql) -> Sql:
    """The value if the JSON is of the kind."""
    message = raising(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
        f"Cannot parse input: expected '{sign}' before: ",
    )
    failure = sql.call("error", sql.op("||", sql.string(message), sql.cast(json, "VARCHAR")))
    bad = sql.cast(failure, "JSON[]")
    return sql.case((Sql(f"(json_type({json}) = '{kind}')"), value), otherwise=bad)


def _tuple(type_: Tuple, json: Sql, zone: str) -> Sql:
    if type_.names is None:
        return type_.pack(*(_item(t, json, i, zone) for i, t in enumerate(type_.of)))
    named = zip(type_.names, type_.of, strict=True)
    by_name = type_.pack(*(_key(t, json, name, zone) for name, t in named))
    by_place = type_.pack(*(_item(t, json, i, zone) for i, t in enumerate(type_.of)))
    return sql.case((Sql(f"(json_type({json}) = 'OBJECT')"), by_name), otherwise=by_place)


def _item(type_: Type, json: Sql, place: int, zone: str) -> Sql:
    return from_json(type_, sql.call("json_extract", json, sql.string(f"$[{place}]")), zone=zone)


def _key(type_: Type, json: Sql, name: str, zone: str) -> Sql:
    """A key that is not there is the default."""
    value = sql.call("json_extract", json, sql.string(key_path(name)))
    found = from_json(type_, value, zone=zone)
    return sql.case((sql.is_null(value), type_.default()), otherwise=found)


def key_path(name: str) -> str:
    """The kernel's path to a key of an object."""
    return '$."' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _map(type_: Map, json: Sql, zone: str) -> Sql:
    form = type_.form
    assert isinstance(form, Array)
    values = _checked(json, "OBJECT", "{", sql.call("json_extract", json, "'$.*'"))

    def pairs(keys: Sql, values: Sql) -> Sql:
        def pair(index: Sql) -> Sql:
            key = from_text(type_.key, Sql(f"{keys}[{index}]"), mode=Mode.FIELD, zone=zone)
            return sql.struct(key, from_json(type_.value, Sql(f"{values}[{index}]"), zone=zone))

        return form.map(Sql(f"range(1, len({keys}) + 1)"), pair)

    return shared(
        sql.call("json_keys", json), lambda keys: shared(values, lambda named: pairs(keys, named))
    )
