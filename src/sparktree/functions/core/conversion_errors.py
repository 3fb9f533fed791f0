"""The errors of conversions that do not exist, in ClickHouse's words."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.types import (
    UUID,
    Array,
    Bool,
    Date,
    DateTime,
    Decimal,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    IPv6,
    Map,
    Time,
    Time64,
    Tuple,
    Type,
)


def refuse_containers(name: str, source: Type) -> None:
    """What toDecimal and its like say of values that CAST merely cannot convert."""
    if isinstance(source, Array | Tuple | Map):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Illegal type {source} of argument of function {name}"
        )
    if isinstance(source, UUID | IPv4 | IPv6):
        raise Error(Code.NOT_IMPLEMENTED, f"Conversion from {source} by {name} is not supported")


Kinds = type[Type] | tuple[type[Type], ...]


def conversion(source: Type, target: Type) -> Error:
    """The error of CAST from one type to another that knows no way."""
    for sources, targets, code, words in _ERRORS:
        if isinstance(source, sources) and isinstance(target, targets):
            return Error(code, words.format(source=source, target=target))
    return Error(Code.CANNOT_CONVERT_TYPE, f"Conversion from {source} to {target} is not supported")


_PLAIN = "Conversion from {source} to {target} is not supported"
_UNQUOTED = (
    "Conversion between numeric types and {target} is not supported."
    " Probably the passed {target} is unquoted"
)
_COLUMN = "Illegal column {source} of first argument of conversion to {target}"
_ARGUMENT = "Illegal type {source} of argument of conversion to {target}"
_MOMENTS = (Date, DateTime, Time, Time64)
_ERRORS: tuple[tuple[Kinds, Kinds, Code, str], ...] = (
    (
        Type,
        FixedString,
        Code.NOT_IMPLEMENTED,
        "CAST AS FixedString is only implemented for types String and FixedString",
    ),
    (
        Type,
        Array,
        Code.TYPE_MISMATCH,
        "CAST AS Array can only be performed between same-dimensional Array, Map or String types",
    ),
    (
        Type,
        Tuple,
        Code.TYPE_MISMATCH,
        "CAST AS Tuple can only be performed between tuple types or from String."
        "\nLeft type: {source}, right type: {target}",
    ),
    (
        Type,
        Map,
        Code.TYPE_MISMATCH,
        "Unsupported types to CAST AS Map. Left type: {source}, right type: {target}",
    ),
    (
        (Array, Tuple, Map),
        (Integer, Float, Bool, Interval, Date, DateTime, Time, UUID, IPv4, IPv6),
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        _ARGUMENT,
    ),
    (Decimal, Interval, Code.ILLEGAL_TYPE_OF_ARGUMENT, _ARGUMENT),
    (Decimal, (UUID, IPv4, IPv6, *_MOMENTS), Code.ILLEGAL_COLUMN, _COLUMN),
    (_MOMENTS, Decimal, Code.ILLEGAL_COLUMN, _COLUMN),
    (Type, (UUID, IPv6), Code.NOT_IMPLEMENTED, _UNQUOTED),
    (Type, IPv4, Code.NOT_IMPLEMENTED, _PLAIN),
    (
        (UUID, IPv4, IPv6),
        (Integer, Float, Interval, Date, DateTime, Time),
        Code.NOT_IMPLEMENTED,
        _PLAIN,
    ),
)
