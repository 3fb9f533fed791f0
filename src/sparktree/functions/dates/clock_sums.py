"""Times of day plus and minus numbers, intervals, days, moments and other times of day."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.convert_numbers import failure, number, wrap
from sparktree.functions.core.declare import Call
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT32,
    INT64,
    UINT64,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    Interval,
    Moment,
    Time,
    Time64,
    Type,
)
from sparktree.types.times import clock_digits, own_zone

CLOCKS = (Time, Time64)
_SECONDS = {"Second": 1, "Minute": 60, "Hour": 3600, "Day": 86400, "Week": 604800}
_FRACTIONS = {"Millisecond": 3, "Microsecond": 6, "Nanosecond": 9}


def is_sum(left: Type, right: Type) -> bool:
    """Whether a time of day takes part."""
    return isinstance(left, CLOCKS) or isinstance(right, CLOCKS)


def sum_type(name: str, left: Type, right: Type) -> Type | None:
    """The type of a sum or difference with a time of day; None if there is none."""
    if isinstance(left, CLOCKS) and isinstance(right, CLOCKS):
        return _difference_type(left, right) if name == "minus" else None
    if isinstance(right, CLOCKS) and (name == "plus" or isinstance(left, Moment)):
        left, right = right, left
    elif name == "minus" and isinstance(right, Moment):
        return None
    if not isinstance(left, CLOCKS):
        return None
    if isinstance(right, Date):
        return _moment_type(left, right) if name == "plus" else None
    if isinstance(right, DateTime | DateTime64):
        return _moment_type(left, right)
    if isinstance(right, Interval):
        return shifted_type(left, right.unit)
    plain = isinstance(right, Integer) and right.bits <= 64
    return left if plain or (isinstance(right, Float) and right.bits >= 32) else None


def _difference_type(left: Type, right: Type) -> Type:
    if isinstance(left, Time) and isinstance(right, Time):
        return INT32
    return Decimal(18, max(clock_digits(left), clock_digits(right)))


def _moment_type(clock: Type, moment: Type) -> Type:
    zone = own_zone(moment)
    if isinstance(clock, Time) and not isinstance(moment, Date32 | DateTime64):
        return DateTime(zone)
    return DateTime64(max(clock_digits(clock), clock_digits(moment)), zone)


def shifted_type(clock: Type, unit: str) -> Type:
    """The type of a time of day moved by some units."""
    if isinstance(clock, Time64) and unit in _FRACTIONS:
        return Time64(max(clock.precision, _FRACTIONS[unit]))
    if unit not in _SECONDS or (isinstance(clock, Time) and unit in ("Day", "Week")):
        message = f"add{unit}s cannot be used with {clock}"
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
    return clock


def lower(call: Call, operator: str) -> Sql:
    """The sum or difference."""
    left, right, a, b = call.inner(0), call.inner(1), call[0], call[1]
    if isinstance(left, CLOCKS) and isinstance(right, CLOCKS):
        return _difference(call, call.result.inner)
    if isinstance(right, CLOCKS):
        left, right, a, b = right, left, b, a
    if isinstance(right, Moment):
        return _on_moment(call, operator, (a, left), (b, right), call.result.inner)
    if isinstance(right, Interval):
        return shift(a, left, b, right.unit, operator)
    return shift(a, left, _whole(b, right), "Second", operator)


def _whole(value: Sql, type_: Type) -> Sql:
    """A number of seconds; of those without a sign the greatest are too many."""
    if type_ != UINT64:
        return number(value, type_, INT64)
    beyond = failure(Code.DECIMAL_OVERFLOW, "Numeric overflow", INT64)
    fits = sql.try_cast(value, "BIGINT")
    return sql.coalesce(fits, sql.case((sql.is_known(value), beyond)))


def shift(value: Sql, clock: Type, amount: Sql, unit: str, operator: str = "+") -> Sql:
    """The time of day moved by an amount of units, in the shape of `shifted_type`."""
    result = shifted_type(clock, unit)
    scale = clock_digits(result)
    step = _SECONDS.get(unit, 1) * 10**scale // 10 ** _FRACTIONS.get(unit, 0)
    base = sql.cast(zones.rescale_ticks(value, clock_digits(clock), scale, "BIGINT"), "HUGEINT")
    moved = sql.op(operator, base, sql.op("*", sql.cast(amount, "HUGEINT"), step))
    if isinstance(result, Time):
        return wrap(moved, Integer(128, True), INT32)
    return sql.coalesce(
        sql.try_cast(moved, "BIGINT"),
        sql.case((sql.is_known(moved), failure(Code.DECIMAL_OVERFLOW, "Numeric overflow", INT64))),
    )


def _difference(call: Call, result: Type) -> Sql:
    scale = result.scale if isinstance(result, Decimal) else 0
    sides = [
        zones.rescale_ticks(call[i], clock_digits(call.inner(i)), scale, "BIGINT") for i in (0, 1)
    ]
    ticks = sql.op("-", *sides)
    if not isinstance(result, Decimal):
        return sql.cast(ticks, "INTEGER")
    unit = Sql(f"CAST('1e-{scale}' AS DECIMAL(18,{scale}))")
    return sql.cast(sql.op("*", sql.cast(ticks, "DECIMAL(20,0)"), unit), result.kernel)


def _on_moment(
    call: Call, operator: str, clock: tuple[Sql, Type], moment: tuple[Sql, Type], result: Type
) -> Sql:
    scale = clock_digits(result)
    value, type_ = moment
    if isinstance(type_, Date):
        seconds = zones.start_of_day(value, call.context.zone)
        base = sql.op("*", seconds, 10**scale)
    else:
        base = zones.rescale_ticks(value, clock_digits(type_), scale, "BIGINT")
    moved = sql.op(
        operator, base, zones.rescale_ticks(clock[0], clock_digits(clock[1]), scale, "BIGINT")
    )
    if isinstance(result, DateTime64):
        return moved
    return sql.cast(sql.op("&", moved, 4294967295), "UINTEGER")
