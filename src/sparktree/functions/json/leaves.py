"""Values inside of JSON containers that are read out of texts: dates, decimals, addresses ...

They come from JSON as texts. One that is no value of its type is the default, not an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    Array,
    Bool,
    Date32,
    Float,
    Integer,
    LowCardinality,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
    remove_nullable,
)

Read = Callable[[Sql, Type], Sql]  # the value of a text in a type, NULL if it is none

_TEXT = Nullable(STRING)
_PLAIN = (String, Integer, Float, Bool)


def default(type_: Type) -> Sql:
    """What stands for a value that is none: all bits zero, which for Date32 is not its default."""
    if isinstance(type_, Date32):
        return Sql("DATE '1970-01-01'")
    if isinstance(type_, Tuple):
        return type_.pack(*map(default, type_.of))
    return type_.default()


def is_leaf(type_: Type) -> bool:
    """Whether values of the type are read out of texts."""
    return not isinstance(remove_nullable(type_), (*_PLAIN, Array, Map, Tuple))


def loose(type_: Type) -> Type:
    """The type with texts, or NULL, in the place of such values."""
    if isinstance(type_, LowCardinality):
        return loose(type_.of)
    if isinstance(type_, Array):
        return Array(loose(type_.of))
    if isinstance(type_, Map):
        return Map(type_.key, loose(type_.value))
    if isinstance(type_, Tuple):
        return replace(type_, of=tuple(map(loose, type_.of)))
    return _TEXT if is_leaf(type_) else type_


def fitted(type_: Type, value: Sql, read: Read) -> Sql:
    """A value of the loose type as one of the type."""
    if isinstance(type_, LowCardinality):
        return fitted(type_.of, value, read)
    if loose(type_) == type_:
        return value
    if isinstance(type_, Array):
        return _array(type_, value, read)
    if isinstance(type_, Map):
        pair = Tuple((type_.key, type_.value))
        return Array(pair).map(value, lambda p: fitted(pair, p, read))
    if isinstance(type_, Tuple):
        fields = enumerate(type_.of, 1)
        return type_.pack(*(fitted(t, sql.field(value, i), read) for i, t in fields))
    found = read(value, remove_nullable(type_))
    return found if type_.nullable else sql.coalesce(found, default(type_))


def _array(type_: Array, value: Sql, read: Read) -> Sql:
    """An array of which no element is a value is empty."""
    of = type_.of.of if isinstance(type_.of, LowCardinality) else type_.of
    if not is_leaf(of):
        return type_.map(value, lambda item: fitted(of, item, read))
    found = type_.map(value, lambda item: read(item, remove_nullable(of)))

    def chosen(items: Sql) -> Sql:
        none = [Sql(f"len({items}) > 0"), Sql(f"list_count({items}) = 0")]
        if of.nullable:  # a null is a value
            none.append(Sql(f"list_count({value}) = len({value})"))
        whole = items
        if not of.nullable:
            whole = type_.map(items, lambda item: sql.coalesce(item, default(of)))
        return sql.case((sql.all_of(none), type_.default()), otherwise=whole)

    return sql.let(found, chosen)


def fitted_pairs(type_: Type, pairs: Sql, read: Read) -> Sql:
    """Keys and values of the loose type, of which those that are values of the type are kept."""
    pair = Tuple((STRING, type_))
    plain = type_.of if isinstance(type_, LowCardinality) else type_
    if is_leaf(plain):
        text = sql.field(sql.name("_p"), 2)
        kept = [Sql(f"({read(text, remove_nullable(plain))} IS NOT NULL)")]
        if plain.nullable:
            kept.append(sql.is_null(text))
        pairs = sql.call("list_filter", pairs, sql.function(["_p"], sql.any_of(kept)))
    return Array(pair).map(pairs, lambda p: fitted(pair, p, read))
