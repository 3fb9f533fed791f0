"""Conversions with a value for what does not fit: toXOrDefault, accurateCast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.conversion.cast import decimal_type
from sparktree.functions.core.constant_arguments import in_zone_of, named_type, precision, zone
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_bytes import address, is_address
from sparktree.functions.core.declare import (
    FUNCTIONS,
    Argument,
    Arguments,
    Call,
    Rule,
    function,
    on_dictionary,
)
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    DATE32,
    FLOAT32,
    FLOAT64,
    NULL_TYPE,
    UUID,
    Bool,
    DateTime,
    DateTime64,
    Decimal,
    FixedString,
    Float,
    Integer,
    IPv4,
    IPv6,
    LowCardinality,
    Moment,
    String,
    Time,
    Time64,
    Type,
    inside_low_cardinality,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
)
from sparktree.types.base import typed_null
from sparktree.types.times import own_zone

Target = Rule


def _or_null(call: Call, target: Type) -> Sql:
    """The value as accurateCastOrNull gives it."""
    turned = Call(
        "accurateCastOrNull",
        (call.arguments[0], call.arguments[0]),
        make_nullable(target),
        call.context,
        (call[0], call[0]),
        call.conditions,
    )
    return FUNCTIONS["accurateCastOrNull"].lower(turned)


def _with_default(call: Call, target: Type, position: int) -> Sql:
    source = call.inner(0)
    short = isinstance(target, IPv6) and isinstance(source, FixedString) and source.size != 16
    hopeless = call.type(0) == NULL_TYPE or short or _never_fits(source, target)
    if is_address(source, target):
        found = address(call[0])
    else:
        found = typed_null(target.kernel) if hopeless else _or_null(call, target)
    if len(call) <= position:
        return sql.coalesce(found, target.default())
    default = convert(call[position], call.type(position), target, call.context.zone)
    return sql.coalesce(found, default)


def _never_fits(source: Type, target: Type) -> bool:
    """What is no Decimal and no moment gives the default; others are refused with an error."""
    known = (Integer, Float, Decimal, Bool, String, FixedString, Moment, Time, Time64)
    return isinstance(target, Decimal | DateTime64) and not isinstance(source, known)


def _dictionary(arguments: Sequence[Argument], result: Type) -> Type:
    """Over the dictionary of a LowCardinality value the result has a dictionary too."""
    low = isinstance(arguments[0].type, LowCardinality) and inside_low_cardinality(result)
    return LowCardinality(result) if low else result


def _check_default(name: str, arguments: Sequence[Argument], position: int, target: Type) -> None:
    if len(arguments) <= position:
        return
    given = remove_nullable(remove_low_cardinality(arguments[position].type))
    if str(given) != str(target):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Default value type should be same as cast type. Expected {target}. Actual {given}",
        )


def _declare(
    name: str, target: Target, extra: int, example: tuple[str, str], least: int = 1
) -> None:
    """toXOrDefault(value[, scale][, zone][, default]): `extra` is 1 where there may be a zone."""

    def returns(arguments: Arguments) -> Type:
        result = target(arguments)
        if isinstance(result, IPv4) and isinstance(arguments[0].type.inner, FixedString):
            message = f"Illegal column type {arguments[0].type}. Expected String"
            raise Error(Code.ILLEGAL_COLUMN, message)
        _check_default(name, arguments, least + extra, result)
        return _dictionary(arguments, result)

    def lower(call: Call) -> Sql:
        return _with_default(call, call.result.inner, least + extra)

    lower.__doc__ = f"As {name.removesuffix('OrDefault')}, but a default for what does not fit."
    function(
        name, args=(least, least + 1 + extra), returns=returns, nulls="own", low_cardinality=False,
        converts=True, example=example, refuses_null=least > 1, takes_nothing=True,
    )(lower)  # fmt: skip


def _fixed(type_: Type) -> Target:
    return lambda arguments: type_


def _datetime(arguments: Sequence[Argument]) -> Type:
    return DateTime(zone("toDateTimeOrDefault", arguments, 1) or own_zone(arguments[0].type.inner))


def _datetime64(arguments: Arguments) -> Type:
    scale = precision("toDateTime64OrDefault", _with_scale(arguments), 1)
    zone_ = zone("toDateTime64OrDefault", arguments, 2) or own_zone(arguments[0].type.inner)
    return DateTime64(scale, zone_)


def _with_scale(arguments: Arguments) -> Arguments:
    """The arguments with a scale that is no dictionary; below zero there is none."""
    value, scale, *rest = arguments
    if isinstance(scale.type, LowCardinality) and not scale.is_constant:
        raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {scale.type} of the scale")
    plain = replace(scale, type=remove_low_cardinality(scale.type))
    type_ = plain.type
    signed = isinstance(type_, Integer) and type_.signed and type_.bits <= 64
    if signed and plain.is_constant and int(str(plain.value)) < 0:
        raise Error(Code.BAD_ARGUMENTS, f"Scale must not be negative, got {plain.value}")
    return Arguments.of(arguments.function, (value, plain, *rest))


for _type in (
    *(Integer(b, s) for b in (8, 16, 32, 64, 128, 256) for s in (True, False)),
    FLOAT32,
    FLOAT64,
):
    _declare(f"to{_type}OrDefault", _fixed(_type), 0, (f"to{_type}OrDefault('x')", "0"))
_declare("toDateOrDefault", _fixed(DATE), 0, ("toDateOrDefault('x')", "1970-01-01"))
_declare("toDate32OrDefault", _fixed(DATE32), 0, ("toDate32OrDefault('1930-01-01')", "1930-01-01"))
_declare(
    "toUUIDOrDefault",
    _fixed(UUID()),
    0,
    ("toUUIDOrDefault('x')", "00000000-0000-0000-0000-000000000000"),
)
_declare("toIPv4OrDefault", _fixed(IPv4()), 0, ("toIPv4OrDefault('x')", "0.0.0.0"))
_declare("toIPv6OrDefault", _fixed(IPv6()), 0, ("toIPv6OrDefault('x')", "::"))
_declare("toDateTimeOrDefault", _datetime, 1, ("toDateTimeOrDefault('x')", "1970-01-01 00:00:00"))
_declare(
    "toDateTime64OrDefault",
    _datetime64,
    1,
    ("toDateTime64OrDefault('x', 3)", "1970-01-01 00:00:00.000"),
    2,
)


def _decimal(precision_: int) -> Target:
    return lambda arguments: decimal_type(precision_)(_with_scale(arguments))


for _bits, _precision in ((32, 9), (64, 18), (128, 38), (256, 76)):
    _declare(
        f"toDecimal{_bits}OrDefault",
        _decimal(_precision),
        0,
        (f"toDecimal{_bits}OrDefault('x', 2)", "0"),
        2,
    )


def _named(arguments: Arguments) -> Type:
    target = in_zone_of(named_type(arguments.function, arguments[1]), arguments[0].type)
    if arguments[0].type == NULL_TYPE and not target.nullable:
        message = f"Cannot convert NULL value to non-Nullable type {target}"
        raise Error(Code.CANNOT_CONVERT_TYPE, message)
    return target


@function(
    "accurateCast",
    args=2,
    refuses_null=True,
    returns=_named,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(1,),
    converts=True,
    takes_nothing=True,
    example=("accurateCast('5', 'UInt8')", "5"),
)
def accurate_cast(call: Call) -> Sql:
    """The value in the named type; an error if the type cannot hold it exactly."""
    source = remove_nullable(remove_low_cardinality(call.type(0)))
    if isinstance(source, String):
        read = convert(call[0], call.type(0), call.result, call.context.zone)
        if not isinstance(call.result.inner, Integer | Float):
            return read
        empty = refusal(Code.CANNOT_PARSE_TEXT, f"Cannot parse an empty string as {call.result}")
        return sql.case((sql.op("=", call[0], sql.string("")), empty), otherwise=read)
    target = remove_nullable(remove_low_cardinality(call.result))
    message = raising(
        Code.CANNOT_CONVERT_TYPE,
        f"Value in column {source} cannot be safely converted into type {target}",
    )
    failure = sql.cast(sql.call("error", sql.string(message)), target.kernel)
    nothing = convert(call[0], call.type(0), call.result, call.context.zone)  # NULL, or an error
    return sql.case(
        (sql.is_null(call[0]), nothing), otherwise=sql.coalesce(_or_null(call, target), failure)
    )


def _named_or_default(arguments: Arguments) -> Type:
    name = replace(arguments[1], type=remove_low_cardinality(arguments[1].type))
    result = in_zone_of(named_type(arguments.function, name), arguments[0].type)
    _check_default(arguments.function, arguments, 2, result)
    low = on_dictionary(arguments) and inside_low_cardinality(result)
    return LowCardinality(result) if low else _dictionary(arguments, result)


@function(
    "accurateCastOrDefault",
    args=(2, 3),
    refuses_null=True,
    returns=_named_or_default,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(1,),
    converts=True,
    takes_nothing=True,
    example=("accurateCastOrDefault(300, 'UInt8')", "0"),
)
def accurate_cast_or_default(call: Call) -> Sql:
    """The value in the named type; a default if the type cannot hold it exactly."""
    return _with_default(call, call.result.inner, 2)
