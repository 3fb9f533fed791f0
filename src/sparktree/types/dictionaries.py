"""Which types LowCardinality takes, and types without it."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.composite import Array, LowCardinality, Map, Nullable, Tuple
from sparktree.types.numeric import Bool, Float, Integer, Interval
from sparktree.types.texts import UUID, FixedString, IPv4, IPv6, String
from sparktree.types.times import Date, DateTime, Time

_ALLOWED = (
    Integer, Float, Bool, Interval, String, FixedString, UUID, IPv4, IPv6, Date, DateTime, Time,
)  # fmt: skip


def inside_low_cardinality(type_: Type) -> bool:
    """Whether ClickHouse allows the type, or its Nullable, inside LowCardinality."""
    return isinstance(type_.of if isinstance(type_, Nullable) else type_, _ALLOWED)


def low_cardinality(type_: Type) -> LowCardinality:
    """The type with a dictionary, or ILLEGAL_TYPE_OF_ARGUMENT."""
    if not inside_low_cardinality(type_):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "DataTypeLowCardinality is supported only for numbers, strings, Date or DateTime,"
            f" but got {type_}",
        )
    return LowCardinality(type_)


def without_dictionaries(type_: Type) -> Type:
    """The type without LowCardinality, also inside of arrays, tuples and maps."""
    if isinstance(type_, LowCardinality):
        return type_.of
    if isinstance(type_, Array | Nullable):
        of = without_dictionaries(type_.of)
        return type_ if of == type_.of else replace(type_, of=of)
    if isinstance(type_, Tuple):
        fields = tuple(map(without_dictionaries, type_.of))
        return type_ if fields == type_.of else replace(type_, of=fields)
    if isinstance(type_, Map):
        key, value = without_dictionaries(type_.key), without_dictionaries(type_.value)
        same = (key, value) == (type_.key, type_.value)
        return type_ if same else replace(type_, key=key, value=value)
    return type_
