"""Arguments that say something about the call: types by name, scales, time zones, sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument
from sparktree.functions.core.number_types import is_unsigned
from sparktree.types import (
    Bool,
    DateTime,
    DateTime64,
    FixedString,
    Integer,
    LowCardinality,
    Nullable,
    String,
    Type,
    parse_type,
)
from sparktree.types.parse import known_zone
from sparktree.types.times import own_zone


def wrong(name: str, position: int, argument: Argument, what: str, wanted: str) -> Error:
    """ILLEGAL_TYPE_OF_ARGUMENT for an argument with a role of its own."""
    place = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")[position]
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"A value of illegal type was provided as {place} argument '{what}' to function '{name}'."
        f" Expected: {wanted}, got: {argument.type}",
    )


def whole_number(name: str, arguments: Sequence[Argument], position: int, what: str) -> int:
    """The value of a constant integer of at most 64 bits."""
    argument = arguments[position]
    native = isinstance(argument.type, Integer) and argument.type.bits <= 64
    if not native and not isinstance(argument.type, Bool):
        raise wrong(name, position, argument, what, "const Integer")
    return int(argument.value)  # type: ignore[call-overload, no-any-return]


def unsigned_constant(argument: Argument) -> int:
    """The value of a constant of such a type; of 256 bits it is kept as bytes."""
    value = argument.value
    if isinstance(value, bytes):
        return int.from_bytes(value, "big")
    return int(value)  # type: ignore[call-overload, no-any-return]


def precision(name: str, arguments: Sequence[Argument], position: int) -> int:
    """How many digits behind the second: up to nanoseconds."""
    digits = whole_number(name, arguments, position, "scale")
    if digits < -(1 << 31):
        raise wrong(name, position, arguments[position], "scale", "const Integer")
    if not 0 <= digits <= 9:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Scale {digits} is too large for {name}. Maximum is up to nanoseconds (9)",
        )
    return digits


def scale_instead_of_zone(name: str, arguments: Sequence[Argument]) -> int | None:
    """Digits behind the second where a time zone may stand, which make it a finer type."""
    if len(arguments) < 2 or not is_unsigned(arguments[1].type.inner):
        return None
    return precision(name, arguments, 1)


def zone(name: str, arguments: Sequence[Argument], position: int) -> str | None:
    """The time zone, if there is an argument for it."""
    if len(arguments) <= position:
        return None
    argument = arguments[position]
    if not isinstance(argument.type.inner, String | FixedString):
        raise wrong(name, position, argument, "timezone", "const String")
    given = str(argument.value)
    return known_zone(given) if given else None


def named_type(name: str, argument: Argument) -> Type:
    """The type that a constant string names."""
    if not isinstance(argument.type, String) or not argument.is_constant:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Second argument to {name} must be a constant string describing type",
        )
    return parse_type(str(argument.value))


def in_zone_of(target: Type, source: Type) -> Type:
    """A moment that is cast to a type without a time zone is still shown in its own."""
    zone = own_zone(source.inner)
    if isinstance(target, Nullable | LowCardinality):
        return replace(target, of=in_zone_of(target.of, source))
    if zone is None or not isinstance(target, DateTime | DateTime64) or target.zone is not None:
        return target
    return replace(target, zone=zone)
