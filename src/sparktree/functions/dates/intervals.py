"""Moments plus and minus numbers and intervals."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.functions.core import zones
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Call
from sparktree.functions.core.number_types import illegal_pair
from sparktree.functions.dates import clock_sums
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT32,
    INT64,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    Interval,
    Moment,
    String,
    Tuple,
    Type,
)
from sparktree.types.from_text import from_text
from sparktree.types.times import own_zone

SECONDS = {"Second": 1, "Minute": 60, "Hour": 3600, "Day": 86400, "Week": 604800}
MONTHS = {"Month": 1, "Quarter": 3, "Year": 12}
_OF_TEXT = DateTime64(3)  # as what a text is read that an interval is added to
FRACTIONS = {"Millisecond": 3, "Microsecond": 6, "Nanosecond": 9}


def sum_type(name: str, left: Type, right: Type) -> Type | None:
    """The type of moment ± number, moment ± interval, moment - moment; None if it is none."""
    if clock_sums.is_sum(left, right):
        return clock_sums.sum_type(name, left, right)
    if name == "plus" and isinstance(right, Moment) and not isinstance(left, Moment):
        left, right = right, left
    if name == "plus" and isinstance(right, String) and isinstance(left, Interval):
        left, right = right, left
    if isinstance(left, String) and isinstance(right, Interval):
        left = _OF_TEXT
    if isinstance(right, Interval) and (isinstance(left, Interval) or _several(left)):
        units = _units(left)
        return left if units[-1] == right else Tuple((*units, right))
    if name == "plus" and _several(left) and isinstance(right, Moment):
        left, right = right, left
    if not isinstance(left, Moment):
        return None
    if _all_amounts(right):
        for each, _ in amounts(right, Sql("")):
            left = sum_type(name, left, each) or left
        return left
    if isinstance(right, Moment):
        return _difference_type(left, right) if name == "minus" else None
    if isinstance(right, Interval):
        return shifted_type(left, right.unit)
    return left if isinstance(right, Integer | Float) else None


def _difference_type(left: Type, right: Type) -> Type:
    if isinstance(left, Date) != isinstance(right, Date) or (
        isinstance(left, Date) and left != right
    ):
        raise illegal_pair("minus", left, right)
    if isinstance(left, DateTime64) or isinstance(right, DateTime64):
        return Decimal(18, max(zones.precision(left), zones.precision(right)))
    return INT32


def shifted_type(type_: Type, unit: str) -> Type:
    """The type of a moment moved by some units."""
    if unit in FRACTIONS:
        zone = own_zone(type_)
        return DateTime64(max(FRACTIONS[unit], zones.precision(type_)), zone)
    if isinstance(type_, Date) and unit in ("Second", "Minute", "Hour"):
        return DateTime64(0) if isinstance(type_, Date32) else DateTime()
    return type_


def lower(call: Call, operator: str) -> Sql | None:
    """The sum or difference if a moment or an interval takes part."""
    left, right = call.inner(0), call.inner(1)
    if clock_sums.is_sum(left, right):
        return clock_sums.lower(call, operator)
    a, b = call[0], call[1]
    if isinstance(right, Interval) and (isinstance(left, Interval) or _several(left)):
        return _together(left, right, a, b, operator)
    if operator == "+" and isinstance(right, Moment | String):
        left, right, a, b = right, left, b, a
    zone = own_zone(left) or call.context.zone
    if isinstance(left, String) and isinstance(right, Interval):
        left, a = _OF_TEXT, from_text(_OF_TEXT, a, zone=zone)
    if not isinstance(left, Moment):
        return None
    if isinstance(right, Moment):
        return _difference(call, left, right)
    for each, amount in amounts(right, b):
        a = _moved(a, left, amount, each, operator, zone)
        left = sum_type("plus", left, each) or left
    return a


def _several(type_: Type) -> bool:
    """Whether the type is a sum of intervals of different units, or of numbers: a tuple."""
    kinds = (Interval, Integer, Float)
    return (
        isinstance(type_, Tuple) and bool(type_.of) and all(isinstance(t, kinds) for t in type_.of)
    )


def _all_amounts(type_: Type) -> bool:
    """As `_several`, also of tuples in tuples."""
    return (
        isinstance(type_, Tuple)
        and bool(type_.of)
        and all(isinstance(t, Interval | Integer | Float) or _all_amounts(t) for t in type_.of)
    )


def amounts(type_: Type, value: Sql) -> Iterator[tuple[Type, Sql]]:
    """The numbers or intervals by which a moment is moved, one after the other."""
    if not isinstance(type_, Tuple):
        yield type_, value
        return
    for place, part in enumerate(type_.of, 1):
        yield from amounts(part, sql.field(value, place))


def _units(type_: Type) -> tuple[Type, ...]:
    return tuple(type_.of) if isinstance(type_, Tuple) else (type_,)


def _together(left: Type, right: Type, a: Sql, b: Sql, operator: str) -> Sql:
    """Intervals of one unit are added up; another unit makes a tuple longer."""
    units = _units(left)
    parts = [sql.field(a, n) for n in range(1, len(units) + 1)] if _several(left) else [a]
    if units[-1] == right:
        parts[-1] = sql.op(operator, parts[-1], b)
    else:
        parts.append(b if operator == "+" else sql.op("-", sql.cast(b, "BIGINT")))
    return parts[0] if len(parts) == 1 else sql.struct(*parts)


def _moved(a: Sql, left: Type, b: Sql, right: Type, operator: str, zone: str) -> Sql:
    if isinstance(right, Float):
        b = number(b, right, INT64)
    amount = b if operator == "+" else sql.op("-", sql.cast(b, "BIGINT"))
    unit = (
        right.unit
        if isinstance(right, Interval)
        else ("Day" if isinstance(left, Date) else "Second")
    )
    return shift(a, left, amount, unit, zone)


def _difference(call: Call, left: Type, right: Type) -> Sql:
    result = call.result.inner
    if isinstance(result, Decimal):
        ticks = DateTime64(result.scale)
        sides = [_as_ticks(v, t, ticks, call) for v, t in ((call[0], left), (call[1], right))]
        return _scaled(sql.op("-", *sides), result)
    if isinstance(left, Date) and isinstance(right, Date):
        return sql.cast(sql.op("-", call[0], call[1]), "INTEGER")
    sides = [_as_seconds(v, t, call) for v, t in ((call[0], left), (call[1], right))]
    return sql.cast(sql.op("-", *sides), "INTEGER")


def _scaled(ticks: Sql, result: Decimal) -> Sql:
    unit = Sql(f"CAST('1e-{result.scale}' AS DECIMAL(18,{result.scale}))")
    return sql.cast(sql.op("*", sql.cast(ticks, "DECIMAL(20,0)"), unit), result.kernel)


def _as_seconds(value: Sql, type_: Type, call: Call) -> Sql:
    if isinstance(type_, Date):
        return zones.start_of_day(value, call.context.zone)
    return zones.seconds(value, type_)


def _as_ticks(value: Sql, type_: Type, target: DateTime64, call: Call) -> Sql:
    if isinstance(type_, Date):
        return sql.op("*", zones.start_of_day(value, call.context.zone), 10**target.precision)
    return zones.rescale_ticks(value, zones.precision(type_), target.precision, "BIGINT")


def shift(value: Sql, type_: Type, amount: Sql, unit: str, zone: str) -> Sql:
    """The moment moved by an amount of units, in the shape of `shifted_type`."""
    if isinstance(type_, Date):
        return _shift_date(value, type_, amount, unit, zone)
    digits = zones.precision(type_)
    target = shifted_type(type_, unit)
    if unit in FRACTIONS:
        precision = zones.precision(target)
        base = zones.rescale_ticks(value, digits, precision, "BIGINT")
        step = sql.op("*", sql.cast(amount, "BIGINT"), 10 ** (precision - FRACTIONS[unit]))
        return sql.op("+", base, step)
    if unit in ("Second", "Minute", "Hour") or (unit in SECONDS and zones.is_utc(zone)):
        step = _step(amount, SECONDS[unit] * 10**digits, type_)
        return _fit(sql.op("+", sql.cast(value, "BIGINT"), step), type_)
    return _calendar(value, type_, amount, unit, zone)


def _step(amount: Sql, size: int, type_: Type) -> Sql:
    """The amount of units in seconds, ticks or days; of what wraps only the lowest bits count."""
    bits = {Date: 65535, DateTime: 4294967295}.get(type(type_))
    whole = sql.cast(amount, "BIGINT")
    return sql.op("*", sql.op("&", whole, bits) if bits else whole, size)


def _fit(seconds: Sql, type_: Type) -> Sql:
    if isinstance(type_, DateTime64):
        return seconds
    return sql.cast(sql.op("&", seconds, 4294967295), "UINTEGER")


def _interval(amount: Sql, unit: str) -> Sql:
    months = unit in MONTHS
    size = MONTHS[unit] if months else SECONDS[unit] // 86400
    far = (_FAR_MONTHS if months else _FAR_DAYS) // size
    bounded = sql.case(  # NULL stays NULL, which it would not by least and greatest
        (Sql(f"{amount} < -{far}"), Sql(f"-{far}")),
        (sql.op(">", amount, far), far),
        otherwise=amount,
    )
    kernel = "to_months" if months else "to_days"
    return sql.call(kernel, sql.cast(sql.op("*", bounded, size), "INTEGER"))


# What leads out of ClickHouse's calendar, forwards and backwards, but not out of the kernel's.
_FAR_MONTHS, _FAR_DAYS = 2_400_000, 70_000_000


def _calendar(value: Sql, type_: Type, amount: Sql, unit: str, zone: str) -> Sql:
    seconds = zones.seconds(value, type_)
    moved = sql.op("+", zones.local(seconds, zone), _interval(amount, unit))
    epoch = zones.epoch(moved, zone)
    digits = zones.precision(type_)
    if digits:
        rest = sql.op("-", value, sql.op("*", seconds, 10**digits))
        return sql.op("+", sql.op("*", epoch, 10**digits), rest)
    if unit in MONTHS and not isinstance(type_, DateTime64):
        epoch = sql.clamped(epoch, 0)  # the calendar begins in 1970
    return _fit(epoch, type_)


def _shift_date(value: Sql, type_: Date, amount: Sql, unit: str, zone: str) -> Sql:
    if unit in FRACTIONS or unit in ("Second", "Minute", "Hour"):
        target = shifted_type(type_, unit)
        digits = zones.precision(target)
        base = sql.op("*", zones.start_of_day(value, zone), 10**digits)
        size = (
            SECONDS.get(unit, 1) * 10 ** (digits - FRACTIONS.get(unit, 0))
            if unit in FRACTIONS
            else SECONDS[unit] * 10**digits
        )
        moved = sql.op("+", base, _step(amount, size, target))
        return _fit(moved, target)
    if unit in MONTHS:
        return _in_calendar(sql.cast(sql.op("+", value, _interval(amount, unit)), "DATE"), type_)
    days = _step(amount, SECONDS[unit] // 86400, type_)
    if isinstance(type_, Date32):
        moved = sql.cast(sql.op("+", value, _interval(amount, unit)), "DATE")
        return _in_calendar(moved, type_)
    return _wrapped(sql.op("+", sql.op("-", value, _EPOCH), days))


_EPOCH = Sql("DATE '1970-01-01'")


def _wrapped(days: Sql) -> Sql:
    """A Date is 16 bits, and wraps."""
    return sql.op("+", _EPOCH, sql.cast(sql.op("&", days, 65535), "INTEGER"))


def _in_calendar(day: Sql, type_: Date) -> Sql:
    """A day that the calendar has: for Date from 1970 to 2299, for Date32 from 0000 to 9999."""
    first, last = _EPOCH, Sql("DATE '2299-12-31'")
    if isinstance(type_, Date32):
        first, last = Sql("DATE '0001-01-01 (BC)'"), Sql("DATE '9999-12-31'")

    def kept(v: Sql) -> Sql:
        return sql.case((sql.op("<", v, first), first), (sql.op(">", v, last), last), otherwise=v)

    within = sql.let(day, kept)
    return within if isinstance(type_, Date32) else _wrapped(sql.op("-", within, _EPOCH))
