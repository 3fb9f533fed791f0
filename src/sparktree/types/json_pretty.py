"""JSON over several lines, as the JSON format shows nested values."""

from __future__ import annotations

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nested, Tuple, Variant
from sparktree.types.string_text import json_quoted
from sparktree.types.text_settings import TextSettings
from sparktree.types.to_text import Mode, json_key, to_field

_CONTAINERS = (Array, Map, Nested, Tuple)


def pretty_json(type_: Type, value: Sql, level: int, unit: str, settings: TextSettings) -> Sql:
    """The value, with what is inside it on lines of their own, `level` units from the left."""
    inner = type_.inner
    if isinstance(inner, Map) and not settings.output_format_json_map_as_array_of_tuples:
        return _map(inner, value, level, unit, settings)
    if isinstance(inner, Variant):
        return sql.coalesce(
            inner.choose(value, lambda t, own: pretty_json(t, own, level, unit, settings)),
            sql.string("null"),
        )
    if isinstance(inner, Tuple):
        return _tuple(inner, value, level, unit, settings)
    form = inner.form if isinstance(inner, Nested) else inner
    if isinstance(inner, Map):
        form = Array(Tuple((inner.key, inner.value), ("keys", "values")))
    if isinstance(form, Array) and isinstance(form.of.inner, _CONTAINERS):
        return _array(form, value, level, unit, settings)
    return to_field(type_, value, Mode.JSON, settings)


def named_tuple_json(type_: Tuple, value: Sql, settings: TextSettings) -> Sql:
    """A tuple with names as the Pretty formats show it: JSON with narrow indents."""
    assert type_.names is not None
    pieces = [sql.string("{\n")]
    for number, (name, t) in enumerate(zip(type_.names, type_.of, strict=True), 1):
        key = json_quoted(sql.string(name), settings)
        shown = pretty_json(t, sql.field(value, number), 2, " ", settings)
        end = ",\n" if number < len(type_.of) else "\n"
        pieces += [sql.string("  "), key, sql.string(": "), shown, sql.string(end)]
    return sql.op("||", *pieces, sql.string("}"))


def _lines(level: int, unit: str) -> tuple[str, str, str]:
    """What goes before the first item, between two, and after the last."""
    deeper, same = unit * (level + 1), unit * level
    return f"\n{deeper}", f",\n{deeper}", f"\n{same}"


def _array(type_: Array, value: Sql, level: int, unit: str, settings: TextSettings) -> Sql:
    items = type_.map(value, lambda item: pretty_json(type_.of, item, level + 1, unit, settings))
    return _listed(value, items, "[]", level, unit)


def _map(type_: Map, value: Sql, level: int, unit: str, settings: TextSettings) -> Sql:
    form = type_.form
    assert isinstance(form, Array)

    def pair(item: Sql) -> Sql:
        key = json_key(type_.key, sql.field(item, 1), settings)
        shown = pretty_json(type_.value, sql.field(item, 2), level + 1, unit, settings)
        return sql.op("||", key, sql.string(": "), shown)

    return _listed(value, form.map(value, pair), "{}", level, unit)


def _listed(value: Sql, items: Sql, brackets: str, level: int, unit: str) -> Sql:
    first, between, last = _lines(level, unit)
    joined = sql.call("array_to_string", items, sql.string(between))
    shown = sql.op("||", sql.string(brackets[0] + first), joined, sql.string(last + brackets[1]))
    return sql.case((Sql(f"len({value}) = 0"), sql.string(brackets)), otherwise=shown)


def _tuple(type_: Tuple, value: Sql, level: int, unit: str, settings: TextSettings) -> Sql:
    first, between, last = _lines(level, unit)
    if not type_.of:
        return sql.string(f"[\n{last}]")
    shown = [
        pretty_json(t, sql.field(value, i), level + 1, unit, settings)
        for i, t in enumerate(type_.of, 1)
    ]
    named = type_.names is not None and settings.output_format_json_named_tuples_as_objects
    if named and type_.names is not None:
        keys = (json_quoted(sql.string(name), settings) for name in type_.names)
        shown = [
            sql.op("||", key, sql.string(": "), text) for key, text in zip(keys, shown, strict=True)
        ]
    opening, closing = ("{", "}") if named else ("[", "]")
    pieces = [sql.string(opening + first)]
    for number, text in enumerate(shown):
        pieces += ([sql.string(between)] if number else []) + [text]
    return sql.op("||", *pieces, sql.string(last + closing))
