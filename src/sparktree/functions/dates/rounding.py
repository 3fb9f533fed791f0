"""Moments rounded down: toStartOf*, toMonday, dateTrunc, toStartOfInterval, timeSlot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.functions.dates import clock, intervals
from sparktree.functions.dates.clock import of_moment
from sparktree.functions.dates.parts import _mode_type, mode_of
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    DATE32,
    UINT32,
    Array,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Integer,
    Interval,
    String,
    Type,
)
from sparktree.types.times import own_zone

_DAY = "toDate('2024-05-06')"
_TIME = "toDateTime('2024-05-06 07:38:09')"


def _to_day(name: str, body: Callable[[Sql], Sql], doc: str, result: str) -> None:
    def lower(call: Call) -> Sql:
        first = sql.cast(body(clock.day(call, clock.zone_of(call))), "DATE")
        if isinstance(call.inner(0), DateTime64 | Date32):
            return clock.clamp_day(first)
        return (
            first
            if name not in ("toMonday", "toStartOfISOYear")
            else sql.clamped(first, clock.FIRST_DAY)
        )

    lower.__doc__ = doc
    function(
        name, args=(1, 2), returns=of_moment(DATE), monotonic="increasing",
        constant_arguments=(1,), example=(f"{name}({_DAY})", result),
    )(lower)  # fmt: skip


def _trunc(unit: str) -> Callable[[Sql], Sql]:
    passed = {"year": "dayofyear", "month": "day", "week": "isodow"}.get(unit)
    if passed is None:
        return lambda day: sql.call("date_trunc", sql.string(unit), day)
    # A third of the time that date_trunc takes.
    return lambda day: Sql(f"({day} - CAST({passed}({day}) - 1 AS INTEGER))")


def _iso_year(day: Sql) -> Sql:
    january4 = sql.call("make_date", sql.call("isoyear", day), 1, 4)
    return sql.call("date_trunc", sql.string("week"), january4)


_to_day("toStartOfYear", _trunc("year"), "The first day of the year.", "2024-01-01")
_to_day("toStartOfQuarter", _trunc("quarter"), "The first day of the quarter.", "2024-04-01")
_to_day("toStartOfMonth", _trunc("month"), "The first day of the month.", "2024-05-01")
_to_day("toMonday", _trunc("week"), "The Monday on or before a day.", "2024-05-06")
_to_day("toStartOfISOYear", _iso_year, "The first day of the ISO year.", "2024-01-01")


@function(
    "toStartOfWeek",
    args=(1, 3),
    returns=_mode_type(DATE, texts=False),
    monotonic="increasing",
    constant_arguments=(1, 2),
    example=(f"toStartOfWeek({_DAY})", "2024-05-05"),
)
def to_start_of_week(call: Call) -> Sql:
    """The Sunday on or before a day; with an odd mode the Monday."""
    day = clock.day(call, clock.zone_of(call, 2))
    monday = bool(mode_of(call) & 1)

    def start(v: Sql) -> Sql:
        back = Sql(f"(isodow({v}) - 1)") if monday else sql.call("dayofweek", v)
        return clock.clamp_day(sql.op("-", v, sql.cast(back, "INTEGER")))

    return sql.let(day, start)


# --- times of day -------------------------------------------------------------------------


def _zoned(*, days: bool) -> Rule:
    """The type rule of what gives a DateTime in the argument's zone."""

    def returns(arguments: Arguments) -> Type:
        type_ = clock.moment(arguments.function, arguments[0].type, days=days)
        return DateTime(clock.zone_argument(arguments, 1) or own_zone(type_))

    return returns


@function(
    "toStartOfDay",
    args=(1, 2),
    returns=_zoned(days=True),
    monotonic="increasing",
    constant_arguments=(1,),
    example=(f"toStartOfDay({_TIME})", "2024-05-06 00:00:00"),
)
def to_start_of_day(call: Call) -> Sql:
    """Midnight."""
    zone = clock.zone_of(call)
    return clock.clamp_seconds(zones.start_of_day(clock.day(call, zone), zone))


def start_of_hour(seconds: Sql, zone: str) -> Sql:
    """Seconds rounded down to the local hour."""
    if zones.whole_hours(zone):
        return _floor(seconds, 3600)
    local = zones.local(seconds, zone)
    return Sql(f"({seconds} - minute({local}) * 60 - second({local}))")


def _floor(seconds: Sql, unit: int) -> Sql:
    return sql.op("*", sql.cast(zones.floor_seconds(seconds, unit), "BIGINT"), unit)


def _floor_ticks(ticks: Sql, unit: int) -> Sql:
    """Ticks of a fine clock, which floats do not hold, cut to whole units."""
    if unit == 1:
        return ticks
    rest = Sql(f"((({ticks}) % {unit} + {unit}) % {unit})")
    return sql.op("-", ticks, rest)


@function(
    "toStartOfHour",
    args=(1, 2),
    returns=_zoned(days=False),
    monotonic="increasing",
    constant_arguments=(1,),
    example=(f"toStartOfHour({_TIME})", "2024-05-06 07:00:00"),
)
def to_start_of_hour(call: Call) -> Sql:
    """The full hour."""
    zone = clock.zone_of(call)
    return sql.let(clock.seconds(call, zone), lambda v: clock.clamp_seconds(start_of_hour(v, zone)))


def _minutes(name: str, minutes: int, doc: str, result: str, aliases: tuple[str, ...] = ()) -> None:
    def lower(call: Call) -> Sql:
        return clock.clamp_seconds(_floor(clock.seconds(call, clock.zone_of(call)), minutes * 60))

    lower.__doc__ = doc
    function(
        name, args=(1, 2), returns=_zoned(days=False), aliases=aliases,
        monotonic="increasing", constant_arguments=(1,), example=(f"{name}({_TIME})", result),
    )(lower)  # fmt: skip


_minutes("toStartOfMinute", 1, "The full minute.", "2024-05-06 07:38:00")
_minutes(
    "toStartOfFiveMinutes",
    5,
    "The start of five minutes.",
    "2024-05-06 07:35:00",
    ("toStartOfFiveMinute",),
)
_minutes("toStartOfTenMinutes", 10, "The start of ten minutes.", "2024-05-06 07:30:00")
_minutes("toStartOfFifteenMinutes", 15, "The start of a quarter of an hour.", "2024-05-06 07:30:00")
_minutes("timeSlot", 30, "The start of half an hour.", "2024-05-06 07:30:00")


def _fine_type(digits: int) -> Rule:
    def returns(arguments: Arguments) -> Type:
        type_ = arguments[0].type
        if not isinstance(type_, DateTime64):
            raise illegal_type(arguments.function, type_)
        zone = clock.zone_argument(arguments, 1) or type_.zone
        return DateTime64(max(digits, type_.precision), zone)

    return returns


def _fine(name: str, digits: int, unit: str, result: str) -> None:
    def lower(call: Call) -> Sql:
        source, target = call.inner(0), call.result.inner
        assert isinstance(source, DateTime64) and isinstance(target, DateTime64)
        ticks = zones.rescale_ticks(call[0], source.precision, target.precision, "BIGINT")
        return _floor_ticks(ticks, 10 ** (target.precision - digits))

    lower.__doc__ = f"The full {unit}."
    function(
        name, args=(1, 2), returns=_fine_type(digits),
        monotonic="increasing", constant_arguments=(1,),
        example=(f"{name}(toDateTime64('2024-05-06 07:38:09.123456', 6))", result),
    )(lower)  # fmt: skip


_fine("toStartOfSecond", 0, "second", "2024-05-06 07:38:09.000000")
_fine("toStartOfMillisecond", 3, "millisecond", "2024-05-06 07:38:09.123000")
_fine("toStartOfMicrosecond", 6, "microsecond", "2024-05-06 07:38:09.123456")
_fine("toStartOfNanosecond", 9, "nanosecond", "2024-05-06 07:38:09.123456000")


# --- intervals ----------------------------------------------------------------------------

_DAYS_AND_MORE = ("Day", "Week", "Month", "Quarter", "Year")


def _bad_interval(type_: Type) -> Error:
    kind = type(type_).__name__
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Illegal interval kind for argument data type {kind}"
    )


def rounded_type(type_: Type, unit: str, zone: str | None) -> Type:
    """The type of a moment rounded down to some units."""
    if unit in ("Week", "Month", "Quarter", "Year"):
        return DATE
    if unit == "Day":
        return DateTime(zone)
    if isinstance(type_, Date):
        raise _bad_interval(type_)
    if unit in intervals.FRACTIONS:
        if not isinstance(type_, DateTime64):
            raise _bad_interval(type_)
        return DateTime64(max(intervals.FRACTIONS[unit], 0), zone)
    return DateTime(zone)


def _interval_type(arguments: Sequence[Argument]) -> Type:
    name = "toStartOfInterval"
    type_ = clock.moment(name, arguments[0].type)
    interval = arguments[1].type
    if not isinstance(interval, Interval):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {interval} of 2nd argument of function {name}. Should be interval",
        )
    if _has_origin(arguments):
        return type_
    asked = clock.zone_argument(arguments, 2)
    if asked and type_ == DATE and interval.unit in ("Week", *intervals.MONTHS):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"A timezone argument of function {name} with interval type {interval.unit} is allowed"
            " only when the 1st argument has the type DateTime or DateTime64",
        )
    zone = asked or own_zone(type_)
    return rounded_type(type_, interval.unit, zone)


def _has_origin(arguments: Sequence[Argument]) -> bool:
    return len(arguments) > 2 and isinstance(arguments[2].type.inner, Date | DateTime | DateTime64)


def _amount(call: Call) -> int:
    amount = int(str(call.value(1)))
    if amount <= 0:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            "Value for second argument of function toStartOfInterval must be positive",
        )
    return amount


@function(
    "toStartOfInterval",
    args=(2, 4),
    returns=_interval_type,
    any_case_aliases=("time_bucket", "date_bin"),
    monotonic="increasing",
    constant_arguments=(1, 3),
    example=(f"toStartOfInterval({_TIME}, INTERVAL 15 MINUTE)", "2024-05-06 07:30:00"),
)
def to_start_of_interval(call: Call) -> Sql:
    """The moment rounded down to a multiple of an interval, counted from an origin if given."""
    interval = call.inner(1)
    assert isinstance(interval, Interval)
    if _has_origin(call.arguments):
        return _from_origin(call, interval.unit)
    return round_down(call, _amount(call), interval.unit, clock.zone_of(call, 2))


def round_down(call: Call, amount: int, unit: str, zone: str) -> Sql:
    """The first argument rounded down, in the form of `rounded_type`."""
    if unit in ("Week", "Month", "Quarter", "Year"):
        return clock.fit_day(_days(clock.day(call, zone), amount, unit), call.inner(0))
    if unit == "Day":
        day = _multiple_of_days(clock.day(call, zone), amount)
        return clock.fit_seconds(zones.start_of_day(day, zone), call.inner(0))
    if unit in intervals.FRACTIONS:
        return _round_ticks(call, amount, unit)
    seconds = clock.seconds(call, zone)
    if unit == "Hour":
        return clock.clamp_seconds(_hours(seconds, amount, zone))
    if unit == "Second" and amount % 60 and not zones.whole_hours(zone):
        return clock.clamp_seconds(_since_midnight(seconds, amount, zone))
    return clock.clamp_seconds(_floor(seconds, amount * intervals.SECONDS[unit]))


def _multiple_of_days(day: Sql, amount: int) -> Sql:
    if amount == 1:
        return day
    number = clock.day_number(day)
    return clock.add_days(clock.FIRST_DAY, _floor(number, amount))


def _days(day: Sql, amount: int, unit: str) -> Sql:
    if amount == 1:
        return sql.cast(_trunc(unit.lower())(day), "DATE")
    if unit == "Week":
        # Counted from the first Monday of the epoch, its fifth day.
        size = amount * 7
        number = sql.op("+", _floor(sql.op("-", clock.day_number(day), 4), size), 4)
        return clock.add_days(clock.FIRST_DAY, number)
    if unit == "Year":
        return Sql(f"make_date(year({day}) // {amount} * {amount}, 1, 1)")
    months = amount * intervals.MONTHS[unit]
    index = sql.let(day, lambda v: Sql(f"((year({v}) - 1900) * 12 + month({v}) - 1)"))
    first = Sql(f"({index} // {months} * {months})")
    return sql.let(first, lambda v: Sql(f"make_date(1900 + {v} // 12, {v} % 12 + 1, 1)"))


def _hours(seconds: Sql, amount: int, zone: str) -> Sql:
    if amount == 1:
        return sql.let(seconds, lambda v: start_of_hour(v, zone))
    if zones.is_utc(zone) and 24 % amount == 0:
        return _floor(seconds, amount * 3600)
    return _since_midnight(seconds, amount * 3600, zone)


def _since_midnight(seconds: Sql, unit: int, zone: str) -> Sql:
    """Seconds rounded down to a multiple of the unit since local midnight."""

    def body(wall: Sql) -> Sql:
        passed = Sql(f"(epoch({wall})::BIGINT % 86400 // {unit} * {unit})")
        midnight = sql.call("date_trunc", sql.string("day"), wall)
        return zones.epoch(sql.op("+", midnight, sql.call("to_seconds", passed)), zone)

    return sql.let(zones.local(seconds, zone), body)


def _round_ticks(call: Call, amount: int, unit: str) -> Sql:
    source, target = call.inner(0), call.result.inner
    assert isinstance(source, DateTime64) and isinstance(target, DateTime64)
    step = amount * 10 ** max(0, source.precision - intervals.FRACTIONS[unit])
    fine = max(source.precision, intervals.FRACTIONS[unit])
    ticks = zones.rescale_ticks(call[0], source.precision, fine, "BIGINT")
    return zones.rescale_ticks(_floor_ticks(ticks, step), fine, target.precision, "BIGINT")


def _from_origin(call: Call, unit: str) -> Sql:
    """Multiples of the interval after the origin."""
    type_, amount = call.inner(0), _amount(call)
    if str(type_) != str(call.inner(2)):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Datetime argument and origin argument for function toStartOfInterval must have the"
            " same type",
        )
    zone = clock.zone_of(call, 3)
    if unit in intervals.MONTHS:
        between = Sql(f"date_sub('month', {clock.wall(call, zone, 2)}, {clock.wall(call, zone)})")
        months = amount * intervals.MONTHS[unit]
        count = Sql(f"({between} // {months} * {months})")
        return intervals.shift(call[2], type_, count, "Month", zone)
    if isinstance(type_, Date):
        step = amount * intervals.SECONDS[unit] // 86400
        return sql.let(
            call[2], lambda o: Sql(f"({o} + CAST(({call[0]} - {o}) // {step} * {step} AS INTEGER))")
        )
    digits = zones.precision(type_)
    if unit in intervals.FRACTIONS:
        size = amount * 10 ** max(0, digits - intervals.FRACTIONS[unit])
    else:
        size = amount * intervals.SECONDS[unit] * 10**digits
    moved = sql.let(call[2], lambda o: Sql(f"({o} + ({call[0]} - {o}) // {size} * {size})"))
    return sql.cast(moved, type_.kernel)


_UNITS = {
    u.lower(): u
    for u in (
        "Nanosecond",
        "Microsecond",
        "Millisecond",
        "Second",
        "Minute",
        "Hour",
        *_DAYS_AND_MORE,
    )
}


def _trunc_unit(arguments: Sequence[Argument]) -> str:
    if not isinstance(arguments[0].type.inner, String):
        raise illegal_type("dateTrunc", arguments[0].type, 0)
    unit = str(arguments[0].value).lower()
    if unit not in _UNITS:
        raise Error(Code.BAD_ARGUMENTS, f"{unit} doesn't look like datepart name in dateTrunc")
    return _UNITS[unit]


def _trunc_type(arguments: Arguments) -> Type:
    unit, type_ = _trunc_unit(arguments), clock.moment(arguments.function, arguments[1].type)
    zone = clock.zone_argument(arguments, 2) or own_zone(type_)
    if unit in _DAYS_AND_MORE:
        wide = isinstance(type_, Date32 | DateTime64)
        if unit == "Day":
            return DateTime64(0, zone) if wide else DateTime(zone)
        return DATE32 if wide else DATE
    if isinstance(type_, Date) or (unit in intervals.FRACTIONS and isinstance(type_, DateTime)):
        raise illegal_type(arguments.function, type_)
    if isinstance(type_, DateTime64):
        return DateTime64(intervals.FRACTIONS.get(unit, 0), zone)
    return DateTime(zone)


@function(
    "dateTrunc",
    args=(2, 3),
    returns=_trunc_type,
    any_case_aliases=("DATE_TRUNC",),
    monotonic="increasing",
    constant_arguments=(0, 2),
    takes_nothing=True,
    example=(f"dateTrunc('hour', {_TIME})", "2024-05-06 07:00:00"),
)
def date_trunc(call: Call) -> Sql:
    """The moment rounded down to a unit given by name."""
    unit = _trunc_unit(call.arguments)
    turned = Call(
        "toStartOfInterval",
        (call.arguments[1],),
        call.result,
        call.context,
        (call[1],),
        call.conditions,
    )
    zone = clock.zone_of(call, 2, subject=1)
    if isinstance(call.result.inner, Date32):
        return _days(clock.day(turned, zone), 1, unit)
    if isinstance(call.result.inner, DateTime64) and unit not in intervals.FRACTIONS:
        seconds = clock.seconds(turned, zone)
        if unit == "Day":
            return zones.start_of_day(clock.day(turned, zone), zone)
        if unit == "Hour":
            return _hours(seconds, 1, zone)
        if (
            unit == "Second"
        ):  # as ClickHouse: before the epoch the fraction is cut, not rounded down
            return sql.op("//", call[1], 10 ** zones.precision(call.inner(1)))
        return _floor(seconds, intervals.SECONDS[unit])
    return round_down(turned, 1, unit, zone)


def _slots_type(arguments: Arguments) -> Type:
    type_ = clock.moment(arguments.function, arguments[0].type, days=False)
    if isinstance(type_, DateTime) and arguments[1].type != UINT32:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[1].type} of second argument of function {arguments.function}."
            " Must be UInt32 when first argument is DateTime.",
        )
    if isinstance(type_, DateTime64) and not isinstance(arguments[1].type, Decimal):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[1].type} of second argument of function {arguments.function}."
            " Must be Decimal64 when first argument is DateTime64.",
        )
    if len(arguments) > 2 and not isinstance(arguments[2].type, Integer | Decimal):
        raise illegal_type(arguments.function, arguments[2].type)
    return Array(type_)


@function(
    "timeSlots",
    args=(2, 3),
    returns=_slots_type,
    constant_arguments=(2,),
    example=(
        "timeSlots(toDateTime('2012-01-01 12:20:00'), toUInt32(600))",
        "['2012-01-01 12:00:00','2012-01-01 12:30:00']",
    ),
)
def time_slots(call: Call) -> Sql:
    """The starts of the slots (half an hour by default) that a time and a duration touch."""
    type_ = call.inner(0)
    digits = zones.precision(type_)
    size = int(float(str(call.value(2))) * 10**digits) if len(call) > 2 else 1800 * 10**digits
    if size <= 0:
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Third argument for function {call.name} must be greater than zero",
        )
    length = call[1]
    if isinstance(call.inner(1), Decimal):
        length = sql.cast(sql.op("*", length, 10**digits), "BIGINT")
    start = sql.cast(call[0], "BIGINT")
    end = f"({start} + {length})"
    if isinstance(type_, DateTime):  # whose seconds wrap
        end = f"({end} & {UINT32.maximum})"
    slots = Sql(f"range({start} // {size}, {end} // {size} + 1)")
    item = sql.cast(sql.op("*", sql.name("_s"), size), type_.kernel)
    return sql.call("list_transform", slots, sql.function(["_s"], item))


@function(
    "toTimeWithFixedDate",
    args=(1, 2),
    returns=_zoned(days=False),
    constant_arguments=(1,),
    example=(f"toTimeWithFixedDate({_TIME})", "1970-01-02 07:38:09"),
)
def to_time_with_fixed_date(call: Call) -> Sql:
    """The time of day on January 2, 1970."""
    zone = clock.zone_of(call)
    time = sql.cast(clock.wall(call, zone), "TIME")
    return clock.clamp_seconds(zones.epoch(Sql(f"(DATE '1970-01-02' + {time})"), zone))
