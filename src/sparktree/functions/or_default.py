"""Conversions with a value for what does not fit: toXOrDefault, accurateCast."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.convert import convert
from sparktree.functions.declare import FUNCTIONS, Argument, Call, function
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
    DateTime,
    Decimal,
    Integer,
    IPv4,
    IPv6,
    String,
    Type,
    make_nullable,
    parse_type,
    remove_low_cardinality,
    remove_nullable,
)
from sparktree.types.base import typed_null

Target = Callable[[Sequence[Argument]], Type]


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
    found = typed_null(target.kernel) if call.type(0) == NULL_TYPE else _or_null(call, target)
    if len(call) <= position:
        return sql.coalesce(found, target.default())
    default = convert(call[position], call.type(position), target, call.context.zone)
    return sql.coalesce(found, default)


def _check_default(name: str, arguments: Sequence[Argument], position: int, target: Type) -> None:
    if len(arguments) <= position:
        return
    given = remove_nullable(remove_low_cardinality(arguments[position].type))
    if str(given) != str(target):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Default value type should be same as cast type. Expected {target}. Actual {given}",
        )


def _declare(name: str, target: Target, extra: int, example: tuple[str, str]) -> None:
    """toXOrDefault(value[, scale or zone][, default])."""

    def default_at(arguments: Sequence[Argument]) -> int:
        zone = extra and len(arguments) > 1 and isinstance(arguments[1].type, String)
        return 1 + extra if name.startswith("toDecimal") or zone or not extra else 1

    def returns(arguments: Sequence[Argument]) -> Type:
        result = target(arguments)
        _check_default(name, arguments, default_at(arguments), result)
        return result

    def lower(call: Call) -> Sql:
        return _with_default(call, call.result.inner, default_at(call.arguments))

    lower.__doc__ = f"As {name.removesuffix('OrDefault')}, but a default for what does not fit."
    least = 2 if name.startswith("toDecimal") else 1
    function(
        name, args=(least, 2 + extra), returns=returns, nulls="own", low_cardinality=False,
        family="conversion", example=example,
    )(lower)  # fmt: skip


def _fixed(type_: Type) -> Target:
    return lambda arguments: type_


def _decimal(precision: int) -> Target:
    return lambda arguments: Decimal(precision, int(str(arguments[1].value)))


def _datetime(arguments: Sequence[Argument]) -> Type:
    zoned = len(arguments) > 1 and isinstance(arguments[1].type, String)
    return DateTime(str(arguments[1].value) if zoned else None)


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
for _bits, _precision in ((32, 9), (64, 18), (128, 38)):
    _declare(
        f"toDecimal{_bits}OrDefault",
        _decimal(_precision),
        1,
        (f"toDecimal{_bits}OrDefault('x', 2)", "0"),
    )


def _named(arguments: Sequence[Argument]) -> Type:
    return parse_type(str(arguments[1].value))


@function(
    "accurateCast",
    args=2,
    returns=_named,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(1,),
    family="conversion",
    example=("accurateCast('5', 'UInt8')", "5"),
)
def accurate_cast(call: Call) -> Sql:
    """The value in the named type; an error if the type cannot hold it exactly."""
    source = remove_nullable(remove_low_cardinality(call.type(0)))
    if isinstance(source, String):
        return convert(call[0], call.type(0), call.result, call.context.zone)
    target = remove_nullable(remove_low_cardinality(call.result))
    message = raising(
        Code.CANNOT_CONVERT_TYPE,
        f"Value in column {source} cannot be safely converted into type {target}",
    )
    failure = sql.cast(sql.call("error", sql.string(message)), target.kernel)
    return sql.case(
        (sql.is_null(call[0]), sql.NULL), otherwise=sql.coalesce(_or_null(call, target), failure)
    )


@function(
    "accurateCastOrDefault",
    args=(2, 3),
    returns=_named,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(1,),
    family="conversion",
    example=("accurateCastOrDefault(300, 'UInt8')", "0"),
)
def accurate_cast_or_default(call: Call) -> Sql:
    """The value in the named type; a default if the type cannot hold it exactly."""
    return _with_default(call, call.result.inner, 2)
