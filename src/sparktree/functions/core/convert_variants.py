"""Values as Variants, and Variants as values of one type."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.errors import Code, Error
from sparktree.functions.core import conversion_errors
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    Array,
    FixedString,
    Map,
    Nothing,
    String,
    Tuple,
    Type,
    Variant,
    remove_nullable,
)
from sparktree.types.base import typed_null
from sparktree.types.from_text import from_text


def to_variant(value: Sql, source: Type, target: Variant, text_zone: str | None) -> Sql:
    """A value of one of the very types; text becomes one that it looks like, if a zone is given."""
    if isinstance(source, Variant):
        return _extended(value, source, target)
    solid = remove_nullable(source)
    if isinstance(solid, Nothing):
        return typed_null(target.kernel)
    if text_zone is not None and isinstance(solid, String | FixedString):
        text = value if isinstance(solid, String) else sql.call("rtrim", value, sql.string("\0"))
        return from_text(target, text, zone=text_zone)
    if solid not in target.of:
        raise Error(
            Code.CANNOT_CONVERT_TYPE,
            f"Cannot convert type {source} to {target}. Conversion to Variant allowed only for"
            " types from this Variant",
        )
    packed = target.pack(solid, value)
    return _unless_null(value, packed) if source.nullable else packed


def _extended(value: Sql, source: Variant, target: Variant) -> Sql:
    if not set(source.of) <= set(target.of):
        raise Error(
            Code.CANNOT_CONVERT_TYPE,
            f"Cannot convert type {source} to {target}. Conversion between Variant types is"
            " allowed only when new Variant type is an extension of an initial one",
        )
    fields = (
        sql.field(value, source.of.index(t) + 1) if t in source.of else typed_null(t.kernel)
        for t in target.of
    )
    return _unless_null(value, sql.struct(*fields))


def _unless_null(value: Sql, made: Sql) -> Sql:
    return sql.case((sql.is_known(value), made), otherwise=sql.NULL)


def from_variant(
    value: Sql, source: Variant, target: Type, convert: Callable[[Sql, Type, Type], Sql]
) -> Sql:
    """Each of the types as the target; NULL is the default of a target without NULL."""
    if isinstance(target, Array | Tuple | Map):
        raise conversion_errors.conversion(source, target)
    chosen = source.choose(value, lambda member, own: convert(own, member, target))
    return chosen if target.nullable else sql.coalesce(chosen, target.default())
