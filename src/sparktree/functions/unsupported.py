"""The errors of conversions that do not exist, in ClickHouse's words."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.types import UUID, Array, FixedString, IPv4, IPv6, Map, Tuple, Type


def conversion(source: Type, target: Type) -> Error:
    """The error of CAST from one type to another that knows no way."""
    for kind, code, words in _ERRORS:
        if isinstance(target, kind):
            return Error(code, words.format(source=source, target=target))
    return Error(Code.CANNOT_CONVERT_TYPE, f"Conversion from {source} to {target} is not supported")


_UNQUOTED = (
    "Conversion between numeric types and {target} is not supported."
    " Probably the passed {target} is unquoted"
)
_ERRORS: tuple[tuple[type[Type], Code, str], ...] = (
    (
        FixedString,
        Code.NOT_IMPLEMENTED,
        "CAST AS FixedString is only implemented for types String and FixedString",
    ),
    (UUID, Code.NOT_IMPLEMENTED, _UNQUOTED),
    (IPv6, Code.NOT_IMPLEMENTED, _UNQUOTED),
    (IPv4, Code.NOT_IMPLEMENTED, "Conversion from {source} to {target} is not supported"),
    (
        Array,
        Code.TYPE_MISMATCH,
        "CAST AS Array can only be performed between same-dimensional Array, Map or String types",
    ),
    (
        Tuple,
        Code.TYPE_MISMATCH,
        "CAST AS Tuple can only be performed between tuple types or from String."
        "\nLeft type: {source}, right type: {target}",
    ),
    (
        Map,
        Code.TYPE_MISMATCH,
        "Unsupported types to CAST AS Map. Left type: {source}, right type: {target}",
    ),
)
