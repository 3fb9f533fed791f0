"""What the functions of dates and times share: their argument's zone, day and wall clock."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.declare import Argument, Arguments, Call, Lowering, Rule
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import INT64, Date, Date32, DateTime, DateTime64, Interval, String, Type
from sparktree.types.parse import known_zone
from sparktree.types.times import own_zone

FIRST_DAY, LAST_DAY = Sql("DATE '1970-01-01'"), Sql("DATE '2149-06-06'")
MOST_SECONDS = 4294967295


def zone_argument(
    arguments: Sequence[Argument], position: int, *, empty: bool = False
) -> str | None:
    """The time zone given as a constant argument; None if it is not given."""
    if len(arguments) <= position:
        return None
    if not isinstance(arguments[position].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[position].type} of the time zone argument. Should be String",
        )
    zone = str(arguments[position].value)
    if zone:
        return known_zone(zone)
    if empty:
        return None
    raise Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        "Provided time zone must be non-empty and be a valid time zone",
    )


def zone_of(call: Call, position: int = 1, subject: int = 0) -> str:
    """The zone that counts: an argument, the type's, the session's."""
    given = zone_argument(call.arguments, position) if position else None
    return given or own_zone(call.inner(subject)) or call.context.zone


def illegal(name: str, type_: Type) -> Error:
    """ILLEGAL_TYPE_OF_ARGUMENT as the functions of dates word it."""
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Illegal argument of type {type_} for function {name}"
    )


def moment(name: str, type_: Type, *, days: bool = True) -> Type:
    """The type if it is a moment (with `days=False`: one with a time of day)."""
    allowed = (Date, DateTime, DateTime64) if days else (DateTime, DateTime64)
    if not isinstance(type_, allowed):
        raise illegal(name, type_)
    return type_


Returns = Rule

# The parts of moments that intervals of the same unit have too: their number.
_UNITS = {
    "toYear": "Year", "toQuarter": "Quarter", "toMonth": "Month", "toISOWeek": "Week",
    "toDayOfMonth": "Day", "toHour": "Hour", "toMinute": "Minute", "toSecond": "Second",
    "toMillisecond": "Millisecond", "toMicrosecond": "Microsecond", "toNanosecond": "Nanosecond",
}  # fmt: skip


def of_moment(result: Type, *, days: bool = True) -> Returns:
    """A type rule: the first argument is a moment, the second may be a zone."""

    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if arguments[0].type == Interval(_UNITS.get(name, "")) and len(arguments) == 1:
            return INT64
        moment(name, arguments[0].type, days=days)
        zone_argument(arguments, 1)
        return result

    return returns


def or_interval(lower: Lowering) -> Lowering:
    """The lowering of a part of a moment, which of an interval is its number."""

    def lowered(call: Call) -> Sql:
        return call[0] if isinstance(call.inner(0), Interval) else lower(call)

    lowered.__doc__ = lower.__doc__
    return lowered


def day(call: Call, zone: str, position: int = 0) -> Sql:
    """The local day of a moment, DATE."""
    type_ = call.inner(position)
    if isinstance(type_, Date):
        return call[position]
    return zones.day(zones.seconds(call[position], type_), zone)


def wall(call: Call, zone: str, position: int = 0) -> Sql:
    """What the wall clock shows, TIMESTAMP (whole seconds)."""
    type_ = call.inner(position)
    if isinstance(type_, Date):
        return sql.cast(call[position], "TIMESTAMP")
    return zones.local(zones.seconds(call[position], type_), zone)


def seconds(call: Call, zone: str, position: int = 0) -> Sql:
    """Seconds since the epoch, BIGINT; of a date those of its midnight."""
    type_ = call.inner(position)
    if isinstance(type_, Date):
        return zones.start_of_day(call[position], zone)
    return zones.seconds(call[position], type_)


def clamp_day(date: Sql) -> Sql:
    """A day within the range of Date."""
    return sql.clamped(date, FIRST_DAY, LAST_DAY)


def clamp_seconds(value: Sql) -> Sql:
    """Seconds within the range of DateTime."""
    return sql.cast(sql.clamped(value, 0, MOST_SECONDS), "UINTEGER")


def fit_day(date: Sql, source: Type) -> Sql:
    """A day as a Date: those of a Date32 wrap as in ClickHouse, those of a DateTime64 saturate."""
    if isinstance(source, Date32):
        return add_days(FIRST_DAY, sql.op("&", day_number(date), 65535))
    return date if isinstance(source, Date) else clamp_day(date)


def fit_seconds(value: Sql, source: Type) -> Sql:
    """Seconds as a DateTime, by the same rule as `fit_day`."""
    if isinstance(source, Date32):
        return sql.cast(sql.op("&", value, MOST_SECONDS), "UINTEGER")
    return clamp_seconds(value)


def add_days(date: Sql, days: Sql) -> Sql:
    """A DATE some days later."""
    return sql.op("+", date, sql.cast(days, "INTEGER"))


def day_number(date: Sql) -> Sql:
    """Days since the epoch, BIGINT."""
    return sql.cast(sql.op("-", date, FIRST_DAY), "BIGINT")


def floor_div(value: Sql, divisor: Sql) -> Sql:
    """The quotient rounded down: the kernel's own cuts towards zero."""
    return sql.let(
        value,
        lambda v: sql.op("//", sql.op("-", v, floor_mod(v, divisor)), divisor),
    )


def floor_mod(value: Sql, divisor: Sql) -> Sql:
    """The remainder that is never negative."""
    return sql.op("%", sql.op("+", sql.op("%", value, divisor), divisor), divisor)
