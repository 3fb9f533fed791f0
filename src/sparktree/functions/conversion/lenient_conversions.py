"""Conversions of text that may be no value: toXOrNull, toXOrZero."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.core.constant_arguments import whole_number
from sparktree.functions.core.constant_arguments import zone as zone_argument
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_bytes import is_address
from sparktree.functions.core.declare import Arguments, Call, Rule, function, illegal_type
from sparktree.functions.dates.basic_datetimes import basic_moment
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DateTime,
    DateTime64,
    FixedString,
    Integer,
    String,
    Type,
    make_nullable,
    remove_nullable,
)
from sparktree.types.from_text import Mode, from_text
from sparktree.types.times import own_zone

Target = Type | Rule


def target_type(type_: Target, arguments: Arguments) -> Type:
    """The type itself, or what the rule makes of the arguments."""
    return type_ if isinstance(type_, Type) else type_(arguments)


def _lenient(call: Call, mode: Mode) -> Sql:
    """toT...OrNull and OrZero: text that is no value gives NULL or the default."""
    target = remove_nullable(call.result)
    zone = own_zone(target) or call.context.zone
    source = call.inner(0)
    if not isinstance(source, String | FixedString) or is_address(source, target):
        return convert(call[0], remove_nullable(call.type(0)), target, zone)
    if isinstance(target, DateTime | DateTime64):
        found = basic_moment(target, call[0], zone)
        if mode is Mode.OR_NULL:
            return found
        nothing = (sql.is_null(call[0]), sql.NULL)
        return sql.case(nothing, otherwise=sql.coalesce(found, target.default()))
    return from_text(target, call[0], mode=mode, zone=zone)


_FROM_NUMBERS = (
    "toDateOrNull",
    "toDateTimeOrNull",
    "toDateTime64OrNull",
)


def _text_only(name: str, target: Target) -> Rule:
    """The rule of toT...OrNull and OrZero: only text can be no value."""
    scaled = name.startswith("toDateTime64")

    def returns(arguments: Arguments) -> Type:
        source = arguments[0].type
        small = isinstance(source, Integer) and source.bits <= 64
        if not isinstance(source, String | FixedString) and not (small and name in _FROM_NUMBERS):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {source} of first argument of function {name}. Conversion functions"
                " with postfix 'OrZero' or 'OrNull' should take String argument",
            )
        if name.startswith("toDateTimeOr") and len(arguments) > 1:
            zone_argument(name, arguments, 1)
        if scaled and len(arguments) > 1:
            whole_number(name, arguments, 1, "scale")
            if (
                isinstance(arguments[1].type, Integer)
                and not 0 <= int(str(arguments[1].value)) < 256
            ):
                raise illegal_type(name, arguments[1].type, 1)
        return target_type(target, arguments)

    return returns


def lenient_of_text(call: Call) -> Type:
    """The result as what the first argument is converted to: of text that may be NULL, what is no
    value is NULL too, but for moments with fractions."""
    target = call.result
    text = isinstance(call.inner(0), String | FixedString) and call.type(0).nullable
    return make_nullable(target) if text and not isinstance(target.inner, DateTime64) else target


def declare_lenient(
    name: str,
    target: Target,
    arity: tuple[int, int],
    zero: str,
    *,
    unfit: str = "'?'",
    constants: tuple[int, ...] = (),
) -> None:
    """toXOrZero and toXOrNull; `unfit` are arguments that are no value."""

    def or_null(call: Call) -> Sql:
        return _lenient(call, Mode.OR_NULL)

    or_null.__doc__ = f"As {name}, but NULL for text that is no value."
    function(
        f"{name}OrNull",
        args=arity,
        returns=lambda a: make_nullable(_text_only(f"{name}OrNull", target)(a)),
        converts=True,
        example=(f"{name}OrNull({unfit})", "\\N"),
        constant_arguments=constants,
    )(or_null)

    def or_zero(call: Call) -> Sql:
        return _lenient(call, Mode.OR_ZERO)

    or_zero.__doc__ = f"As {name}, but the default value for text that is no value."
    function(
        f"{name}OrZero",
        args=arity,
        returns=_text_only(f"{name}OrZero", target),
        converts=True,
        example=(f"{name}OrZero({unfit})", zero),
        constant_arguments=constants,
    )(or_zero)
