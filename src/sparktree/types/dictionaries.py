"""Which types LowCardinality takes."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.composite import LowCardinality, Nullable
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
