"""Kinds of types, by which aggregate functions say what they take."""

from __future__ import annotations

from sparktree.types import (
    UUID,
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
    Nothing,
    Tuple,
    Type,
)

Kinds = frozenset[str]

_KINDS: tuple[tuple[type[Type], str], ...] = (
    (Bool, "bool"),
    (Float, "float"),
    (Decimal, "decimal"),
    (Date, "date"),
    (DateTime, "date_time"),
    (DateTime64, "date_time"),
    (Enum, "enum"),
    (Interval, "interval"),
    (Array, "array"),
    (Tuple, "tuple"),
    (Map, "map"),
    (UUID, "uuid"),
    (Nothing, "nothing"),
)


def kind(type_: Type) -> str:
    """The kind of a type without Nullable and LowCardinality; "other" where none has a name."""
    if isinstance(type_, Integer):
        word = "signed" if type_.signed else "unsigned"
        return word if type_.bits <= 64 else f"wide_{word}"
    return next((name for class_, name in _KINDS if isinstance(type_, class_)), "other")


def kinds(*names: str) -> Kinds:
    """A set of kinds; what has no values at all is taken everywhere."""
    return frozenset((*names, "nothing"))


UNSIGNED = kinds("unsigned", "wide_unsigned", "bool")
INTEGERS = UNSIGNED | kinds("signed", "wide_signed")
NATIVE = kinds("unsigned", "signed", "bool", "float")
NUMBERS = INTEGERS | NATIVE
DECIMALS = NUMBERS | kinds("decimal")
MOMENTS = kinds("date", "date_time")
ANYTHING = NUMBERS | kinds("other", *(name for _, name in _KINDS))
MEASURES = DECIMALS | MOMENTS | kinds("enum", "interval")  # whatever has a number inside
