"""The same bytes as another type: reinterpret and its family."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.clickhouse_bytes import little_endian, width
from sparktree.functions.core.constant_arguments import named_type
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.from_bytes import from_bytes
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    UUID,
    Array,
    Date,
    DateTime,
    Enum,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    String,
    Type,
)


def _impossible(source: Type, target: Type) -> Error:
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"Cannot reinterpret {source} as {target} because it is not fixed size and contiguous in"
        " memory",
    )


def _check(source: Type, target: Type) -> Type:
    text = isinstance(source, String | FixedString)
    if isinstance(source, IPv4 | Interval | Enum) and not isinstance(target, String | FixedString):
        raise _impossible(source, target)
    if isinstance(source, Array) and isinstance(target, String) and width(source.of) is not None:
        return target
    if not text and width(source) is None:
        raise _impossible(source, target)
    if isinstance(target, FixedString) and isinstance(source, String):
        raise _impossible(source, target)
    if not isinstance(target, String) and width(target) is None:
        raise _impossible(source, target)
    return target


def _declare(name: str, target: Type, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        return from_bytes(little_endian(call[0], call.inner(0)), target, call.inner(0))

    lower.__doc__ = f"The bytes of a value as {target}."
    function(
        name,
        returns=lambda a: _check(a[0].type, target),
        example=example,
    )(lower)


for _bits in (8, 16, 32, 64, 128, 256):
    for _signed in (True, False):
        _type = Integer(_bits, _signed)
        _declare(f"reinterpretAs{_type}", _type, (f"reinterpretAs{_type}('a')", "97"))
_declare("reinterpretAsFloat32", Float(32), ("reinterpretAsFloat32(toUInt32(1065353216))", "1"))
_declare("reinterpretAsFloat64", Float(64), ("reinterpretAsFloat64(4607182418800017408)", "1"))
_declare("reinterpretAsDate", Date(), ("reinterpretAsDate(toUInt16(1))", "1970-01-02"))
_declare(
    "reinterpretAsDateTime",
    DateTime(),
    ("reinterpretAsDateTime(toUInt32(1))", "1970-01-01 00:00:01"),
)
_declare(
    "reinterpretAsUUID",
    UUID(),
    ("reinterpretAsUUID('abcdefghijklmnop')", "68676665-6463-6261-706f-6e6d6c6b6a69"),
)
_declare("reinterpretAsString", STRING, ("reinterpretAsString(97)", "a"))


def _fixed_type(arguments: Sequence[Argument]) -> Type:
    size = width(arguments[0].type)
    if size is None:
        raise _impossible(arguments[0].type, FixedString(1))
    return FixedString(size)


@function(
    "reinterpretAsFixedString",
    returns=_fixed_type,
    example=("length(reinterpretAsFixedString(toUInt32(97)))", "4"),
)
def reinterpret_as_fixed_string(call: Call) -> Sql:
    """The bytes of a value as a FixedString of the same size."""
    return from_bytes(little_endian(call[0], call.inner(0)), call.result.inner, call.inner(0))


@function(
    "reinterpret",
    args=2,
    returns=lambda a: _check(a[0].type, named_type("reinterpret", a[1])),
    constant_arguments=(1,),
    example=("reinterpret(toUInt8(255), 'Int8')", "-1"),
)
def reinterpret(call: Call) -> Sql:
    """The bytes of a value as one of the named type."""
    return from_bytes(little_endian(call[0], call.inner(0)), call.result.inner, call.inner(0))
