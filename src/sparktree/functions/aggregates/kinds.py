"""Kinds of types, by which aggregate functions say what they take."""

from __future__ import annotations

from sparktree.types import (
    UUID,
    Array,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    Interval,
    IPv4,
    Map,
    Nothing,
    Time,
    Time64,
    Tuple,
    Type,
)

Kinds = frozenset[str]

_KINDS: tuple[tuple[type[Type], str], ...] = (
    (Bool, "bool"),
    (Float, "float"),
    (Decimal, "decimal"),
    (Date32, "date32"),  # which is a Date too
    (Date, "date"),
    (DateTime, "date_time"),
    (DateTime64, "date_time64"),
    (Enum, "enum"),
    (Interval, "interval"),
    (Array, "array"),
    (Tuple, "tuple"),
    (Map, "map"),
    (UUID, "uuid"),
    (Nothing, "nothing"),
    (IPv4, "ipv4"),
    (Time, "time"),
    (Time64, "time"),
)


def kind(type_: Type) -> str:
    """The kind of a type without Nullable and LowCardinality; "other" where none has a name."""
    if isinstance(type_, Integer):
        word = "signed" if type_.signed else "unsigned"
        return word if type_.bits <= 64 else f"wide_{word}"
    if isinstance(type_, Float) and type_.bits == 16:
        return "bfloat16"
    return next((name for class_, name in _KINDS if isinstance(type_, class_)), "other")


def kinds(*names: str) -> Kinds:
    """A set of kinds."""
    return frozenset(names)


UNSIGNED = kinds("unsigned", "wide_unsigned", "bool")
INTEGERS = UNSIGNED | kinds("signed", "wide_signed")
NATIVE = kinds("unsigned", "signed", "bool", "float")
PLAIN_NUMBERS = INTEGERS | NATIVE
NUMBERS = PLAIN_NUMBERS | kinds("bfloat16")
PLAIN_DECIMALS = PLAIN_NUMBERS | kinds("decimal")
DECIMALS = NUMBERS | kinds("decimal")
STAMPS = kinds("date", "date_time")
FINE_STAMPS = STAMPS | kinds("date_time64")
MOMENTS = FINE_STAMPS | kinds("date32")
ANYTHING = NUMBERS | kinds("other", *(name for _, name in _KINDS))
# Whatever has a number inside.
MEASURES = DECIMALS | MOMENTS | kinds("enum", "interval", "time")
