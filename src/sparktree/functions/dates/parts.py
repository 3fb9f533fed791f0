"""Parts of dates and times: toYear, toMonth, toHour, toYYYYMM, weeks, relative numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.declare import Argument, Call, Rule, function
from sparktree.functions.dates import clock
from sparktree.functions.dates.clock import add_days, of_moment
from sparktree.functions.dates.parse import any_moment
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Integer,
    String,
    Type,
)

Days = npt.NDArray[np.int64]  # since the epoch


@dataclass(frozen=True, slots=True)
class Part:
    """A number read off the calendar or the clock: `body` gives it for a DATE or TIMESTAMP."""

    name: str
    result: Type
    body: Callable[[Sql], Sql]
    doc: str
    example: tuple[str, str]
    alias: str = ""
    rising: bool = False


def _plain(kernel: str) -> Callable[[Sql], Sql]:
    return lambda value: sql.call(kernel, value)


def _months(value: Sql) -> Sql:
    return sql.let(value, lambda v: Sql(f"(year({v}) * 12 + month({v}))"))


def _yyyymm(value: Sql) -> Sql:
    return sql.let(value, lambda v: Sql(f"(year({v}) * 100 + month({v}))"))


def _yyyymmdd(value: Sql) -> Sql:
    return sql.let(value, lambda v: Sql(f"(year({v}) * 10000 + month({v}) * 100 + day({v}))"))


def _quarters(value: Sql) -> Sql:
    return sql.let(value, lambda v: Sql(f"(year({v}) * 4 + quarter({v}) - 1)"))


def _year_zero(value: Sql) -> Sql:
    return Sql(f"({clock.day_number(value)} + 719528)")


def _since_epoch(body: Callable[[Sql], Sql]) -> Callable[[Sql], Sql]:
    return lambda value: sql.clamped(body(value), 0)


def _month_number(value: Sql) -> Sql:
    return sql.let(value, lambda v: Sql(f"((year({v}) - 1970) * 12 + month({v}) - 1)"))


_DAY = "toDate('2024-05-06')"
PARTS = (
    Part(
        "toYear",
        UINT16,
        _plain("year"),
        "The year.",
        (f"toYear({_DAY})", "2024"),
        "YEAR",
        rising=True,
    ),
    Part(
        "__toYearCalendarOnly",  # what EXTRACT(CENTURY FROM x) and its like are made of
        UINT16,
        _plain("year"),
        "The year of a date or time.",
        (f"__toYearCalendarOnly({_DAY})", "2024"),
        rising=True,
    ),
    Part(
        "toQuarter",
        UINT8,
        _plain("quarter"),
        "The quarter, 1 to 4.",
        (f"toQuarter({_DAY})", "2"),
        "QUARTER",
    ),
    Part(
        "toMonth", UINT8, _plain("month"), "The month, 1 to 12.", (f"toMonth({_DAY})", "5"), "MONTH"
    ),
    Part(
        "toDayOfYear",
        UINT16,
        _plain("dayofyear"),
        "The day of the year, 1 to 366.",
        (f"toDayOfYear({_DAY})", "127"),
        "DAYOFYEAR",
    ),
    Part(
        "toDaysInMonth",
        UINT8,
        lambda v: Sql(f"day(last_day({v}))"),
        "How many days the month has.",
        (f"toDaysInMonth({_DAY})", "31"),
    ),
    Part(
        "toISOWeek", UINT8, _plain("week"), "The ISO week, 1 to 53.", (f"toISOWeek({_DAY})", "19")
    ),
    Part(
        "toISOYear",
        UINT16,
        _plain("isoyear"),
        "The year that the ISO week belongs to.",
        (f"toISOYear({_DAY})", "2024"),
        rising=True,
    ),
    Part(
        "toYYYYMM",
        UINT32,
        _yyyymm,
        "Year and month as one number.",
        (f"toYYYYMM({_DAY})", "202405"),
        rising=True,
    ),
    Part(
        "toYYYYMMDD",
        UINT32,
        _yyyymmdd,
        "Year, month and day as one number.",
        (f"toYYYYMMDD({_DAY})", "20240506"),
        rising=True,
    ),
    Part(
        "toRelativeYearNum",
        UINT16,
        _plain("year"),
        "The number of the year.",
        (f"toRelativeYearNum({_DAY})", "2024"),
        rising=True,
    ),
    Part(
        "toRelativeQuarterNum",
        UINT32,
        _quarters,
        "The number of the quarter since the year 0.",
        (f"toRelativeQuarterNum({_DAY})", "8097"),
        rising=True,
    ),
    Part(
        "toRelativeMonthNum",
        UINT32,
        _months,
        "The number of the month since the year 0.",
        (f"toRelativeMonthNum({_DAY})", "24293"),
        rising=True,
    ),
    Part(
        "toRelativeWeekNum",
        UINT32,
        _since_epoch(lambda v: Sql(f"(({clock.day_number(v)} + 3) // 7)")),
        "The number of the week.",
        (f"toRelativeWeekNum({_DAY})", "2836"),
        rising=True,
    ),
    Part(
        "toRelativeDayNum",
        UINT32,
        lambda value: sql.clamped(clock.day_number(value), 0, UINT16.maximum),
        "The number of the day since the epoch.",
        (f"toRelativeDayNum({_DAY})", "19849"),
        rising=True,
    ),
    Part(
        "toDaysSinceYearZero",
        UINT32,
        _year_zero,
        "Days since the year 0.",
        (f"toDaysSinceYearZero({_DAY})", "739377"),
        "TO_DAYS",
        rising=True,
    ),
    Part(
        "toMonthNumSinceEpoch",
        UINT32,
        _since_epoch(_month_number),
        "Months since January 1970.",
        (f"toMonthNumSinceEpoch({_DAY})", "652"),
        rising=True,
    ),
    Part(
        "toYearNumSinceEpoch",
        UINT16,
        _since_epoch(lambda v: Sql(f"(year({v}) - 1970)")),
        "Years since 1970.",
        (f"toYearNumSinceEpoch({_DAY})", "54"),
        rising=True,
    ),
)


def _declare(part: Part) -> None:
    def lower(call: Call) -> Sql:
        return sql.cast(part.body(clock.day(call, clock.zone_of(call))), part.result.kernel)

    lower.__doc__ = part.doc
    function(
        part.name,
        args=(1, 2),
        returns=of_moment(part.name, part.result),
        example=part.example,
        any_case_aliases=(part.alias,) if part.alias else (),
        monotonic="increasing" if part.rising else "partly",
        constant_arguments=(1,),
    )(clock.or_interval(lower))


for _part in PARTS:
    _declare(_part)


@function(
    "toDayOfMonth",
    args=(1, 2),
    returns=of_moment("toDayOfMonth", UINT8),
    any_case_aliases=("DAY", "DAYOFMONTH"),
    monotonic="partly",
    constant_arguments=(1,),
    example=(f"toDayOfMonth({_DAY})", "6"),
)
@clock.or_interval
def to_day_of_month(call: Call) -> Sql:
    """The day of the month, 1 to 31."""
    return sql.cast(sql.call("day", clock.day(call, clock.zone_of(call))), "UTINYINT")


def _mode_type(name: str, result: Type, *, texts: bool = True) -> Rule:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not texts or not isinstance(arguments[0].type, String):
            clock.moment(name, arguments[0].type)
        if len(arguments) > 1 and not isinstance(arguments[1].type, Integer):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {arguments[1].type} of 2nd (optional) argument of function {name}."
                " Must be constant UInt8 (week mode).",
            )
        clock.zone_argument(arguments, 2)
        return result

    return returns


def mode_of(call: Call) -> int:
    """The constant second argument, 0 by default."""
    return int(str(call.value(1))) & 255 if len(call) > 1 else 0


def day_or_text(call: Call, zone: str) -> Sql:
    """The local day; weeks are also told of moments in text of any usual notation."""
    if isinstance(call.inner(0), String):
        return zones.day(any_moment(call[0], DateTime(), zone), zone)
    return clock.day(call, zone)


@function(
    "toDayOfWeek",
    args=(1, 3),
    returns=_mode_type("toDayOfWeek", UINT8),
    any_case_aliases=("DAYOFWEEK",),
    monotonic="partly",
    constant_arguments=(1, 2),
    example=(f"toDayOfWeek({_DAY})", "1"),
)
def to_day_of_week(call: Call) -> Sql:
    """The day of the week: 1 is Monday; with mode 1 Monday is 0, 2: Sunday is 0, 3: Sunday is 1."""
    day = day_or_text(call, clock.zone_of(call, 2))
    mode = mode_of(call) & 3
    number = sql.call("isodow", day) if mode < 2 else sql.call("dayofweek", day)
    shift = {0: 0, 1: -1, 2: 0, 3: 1}[mode]
    return sql.cast(sql.op("+", number, sql.integer(shift)), "UTINYINT")


@function(
    "toWeek",
    args=(1, 3),
    returns=_mode_type("toWeek", UINT8),
    any_case_aliases=("week",),
    monotonic="partly",
    constant_arguments=(1, 2),
    example=(f"toWeek({_DAY})", "18"),
)
def to_week(call: Call) -> Sql:
    """The week of the year; the mode says where weeks and the first week begin, as in MySQL."""
    found = _year_week(day_or_text(call, clock.zone_of(call, 2)), mode_of(call))
    return sql.cast(sql.op("%", found, 100), "UTINYINT")


@function(
    "toYearWeek",
    args=(1, 3),
    returns=_mode_type("toYearWeek", UINT32),
    any_case_aliases=("yearweek",),
    monotonic="increasing",
    constant_arguments=(1, 2),
    example=(f"toYearWeek({_DAY})", "202418"),
)
def to_year_week(call: Call) -> Sql:
    """Year and week as one number; the year is the one that the week belongs to."""
    mode = Sql(str(mode_of(call) | 2))
    found = _year_week(day_or_text(call, clock.zone_of(call, 2)), mode)
    return sql.cast(found, "UINTEGER")


@arrow_function("st_year_week", ("DATE", "INTEGER"), "INTEGER")
def _year_week(column: pa.ChunkedArray, modes: pa.ChunkedArray) -> pa.Array:
    """The year and the week of all days at once."""
    if not len(column):
        return pa.array([], pa.int32())
    days, mode = np.asarray(whole(column).cast(pa.int32()).fill_null(0), np.int64), modes[0].as_py()
    if mode & 8:
        found = _week_of_new_year(days, monday_first=bool(mode & 1))
    else:
        flags = mode & 7 if mode & 1 else mode & 7 ^ 4
        found = _mysql_week(days, bool(flags & 1), bool(flags & 2), bool(flags & 4))
    return pa.array(found.astype(np.int32))


def _year_of(days: Days) -> Days:
    return days.astype("M8[D]").astype("M8[Y]").astype(np.int64) + 1970


def _new_year(years: Days) -> Days:
    """The day of January 1."""
    return (years - 1970).astype("M8[Y]").astype("M8[D]").astype(np.int64)


def _weekday(days: Days) -> Days:
    """0 is Monday; the epoch began on a Thursday."""
    return (days + 3) % 7


def _mysql_week(days: Days, monday_first: bool, year_mode: bool, first_weekday: bool) -> Days:
    def late(weekday: Days) -> npt.NDArray[np.bool_]:
        return np.asarray(weekday != 0 if first_weekday else weekday >= 4)

    year = _year_of(days)
    first = _new_year(year)
    weekday = (_weekday(first) + (not monday_first)) % 7
    early = days - first < 7 - weekday
    zeroth = early & late(weekday) & (not year_mode)
    before = early & ~zeroth  # the week belongs to the year before
    length = first - _new_year(year - 1)
    week_year = year - before
    start = np.where(before, first - length, first)
    weekday = np.where(before, (weekday + 53 * 7 - length) % 7, weekday)
    passed = days - np.where(late(weekday), start + 7 - weekday, start - weekday)
    following = (weekday + _new_year(week_year + 1) - _new_year(week_year)) % 7
    ahead = (before | year_mode) & (passed >= 52 * 7) & ~late(following)
    found = np.where(ahead, (week_year + 1) * 100 + 1, week_year * 100 + passed // 7 + 1)
    return np.where(zeroth, year * 100, found)


def _week_of_new_year(days: Days, *, monday_first: bool) -> Days:
    """Mode 8 and 9: week 1 is the one with January 1."""

    def week_start(some: Days) -> Days:
        return some - (_weekday(some) + (not monday_first)) % 7

    start = week_start(days)
    year = _year_of(start + 6)
    return year * 100 + (start - week_start(_new_year(year))) // 7 + 1


# --- the time of day ----------------------------------------------------------------------


def _time_part(name: str, kernel: str, alias: str, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        return sql.cast(sql.call(kernel, clock.wall(call, clock.zone_of(call))), "UTINYINT")

    lower.__doc__ = doc
    function(
        name, args=(1, 2), returns=of_moment(name, UINT8, days=False),
        example=example, any_case_aliases=(alias,), monotonic="partly", constant_arguments=(1,),
    )(clock.or_interval(lower))  # fmt: skip


_TIME = "toDateTime('2024-05-06 07:08:09')"
_time_part("toHour", "hour", "HOUR", "The hour, 0 to 23.", (f"toHour({_TIME})", "7"))
_time_part("toMinute", "minute", "MINUTE", "The minute, 0 to 59.", (f"toMinute({_TIME})", "8"))
_time_part("toSecond", "second", "SECOND", "The second, 0 to 59.", (f"toSecond({_TIME})", "9"))


def _fraction(name: str, digits: int, result: Type, alias: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        type_ = call.inner(0)
        if not isinstance(type_, DateTime64) or not type_.precision:
            return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=sql.cast(0, result.kernel))
        part = clock.floor_mod(call[0], Sql(str(10**type_.precision)))
        return sql.cast(zones.rescale_ticks(part, type_.precision, digits, "BIGINT"), result.kernel)

    lower.__doc__ = f"The {alias.lower()}s of the second."
    function(
        name, args=(1, 2), returns=of_moment(name, result, days=False),
        example=example, any_case_aliases=(alias,), monotonic="partly", constant_arguments=(1,),
    )(clock.or_interval(lower))  # fmt: skip


_FINE = "toDateTime64('2024-05-06 07:08:09.123456', 6)"
_fraction("toMillisecond", 3, UINT16, "MILLISECOND", (f"toMillisecond({_FINE})", "123"))
_fraction("toMicrosecond", 6, UINT32, "MICROSECOND", (f"toMicrosecond({_FINE})", "123456"))
_fraction("toNanosecond", 9, UINT32, "NANOSECOND", (f"toNanosecond({_FINE})", "123456000"))


@function(
    "toYYYYMMDDhhmmss",
    args=(1, 2),
    returns=of_moment("toYYYYMMDDhhmmss", UINT64),
    monotonic="increasing",
    constant_arguments=(1,),
    example=(f"toYYYYMMDDhhmmss({_TIME})", "20240506070809"),
)
def to_yyyymmddhhmmss(call: Call) -> Sql:
    """The whole moment as one number."""
    wall = clock.wall(call, clock.zone_of(call))

    def digits(v: Sql) -> Sql:
        clock_ = f"hour({v}) * 10000 + minute({v}) * 100 + second({v})"
        return sql.cast(Sql(f"{_yyyymmdd(v)}::BIGINT * 1000000 + {clock_}"), "UBIGINT")

    return sql.let(wall, digits)


def _hours(seconds: Sql, zone: str) -> Sql:
    """Hours of the epoch; ClickHouse shifts them where the clock is not full hours ahead of UTC."""
    ahead = zones.epoch_offset(zone)
    shifted = Sql(f"(({seconds} + {86400 - ahead}) // 3600)")
    if not zones.whole_hours(zone):
        return shifted
    return sql.case((sql.op(">=", seconds, 0), sql.op("//", seconds, 3600)), otherwise=shifted)


def _relative(name: str, unit: int, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        zone = clock.zone_of(call)
        seconds = clock.seconds(call, zone)
        number = seconds if unit == 1 else sql.op("//", seconds, unit)
        if unit == 3600:
            number = sql.let(seconds, lambda v: _hours(v, zone))
        return sql.cast(sql.clamped(number, 0), "UINTEGER")

    lower.__doc__ = doc
    function(
        name, args=(1, 2), returns=of_moment(name, UINT32), example=example,
        monotonic="increasing", constant_arguments=(1,),
    )(lower)  # fmt: skip


_relative(
    "toRelativeHourNum",
    3600,
    "The number of the hour since the epoch.",
    (f"toRelativeHourNum({_TIME})", "476383"),
)
_relative(
    "toRelativeMinuteNum",
    60,
    "The number of the minute since the epoch.",
    (f"toRelativeMinuteNum({_TIME})", "28582988"),
)
_relative(
    "toRelativeSecondNum",
    1,
    "The number of the second since the epoch.",
    (f"toRelativeSecondNum({_TIME})", "1714979289"),
)


def _month_name_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Date32) or not isinstance(type_, Date | DateTime | DateTime64):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "A value of illegal type was provided as 1st argument 'datetime' to function"
            f" 'monthName'. Expected: Date or DateTime, got: {type_}",
        )
    return String()


@function(
    "monthName",
    returns=_month_name_type,
    any_case=True,
    example=(f"monthName({_DAY})", "May"),
)
def month_name(call: Call) -> Sql:
    """The English name of the month."""
    return sql.call("monthname", clock.day(call, clock.zone_of(call, 0)))


@function(
    "toLastDayOfMonth",
    args=(1, 2),
    returns=of_moment("toLastDayOfMonth", Date()),
    any_case_aliases=("LAST_DAY",),
    monotonic="increasing",
    constant_arguments=(1,),
    example=(f"toLastDayOfMonth({_DAY})", "2024-05-31"),
)
def to_last_day_of_month(call: Call) -> Sql:
    """The last day of the month."""
    day = clock.day(call, clock.zone_of(call))
    return sql.let(
        day,
        lambda v: sql.case(
            (sql.op("<", v, clock.FIRST_DAY), clock.FIRST_DAY),
            otherwise=clock.clamp_day(sql.call("last_day", v)),
        ),
    )


@function(
    "toLastDayOfWeek",
    args=(1, 3),
    returns=_mode_type("toLastDayOfWeek", Date(), texts=False),
    monotonic="increasing",
    constant_arguments=(1, 2),
    example=(f"toLastDayOfWeek({_DAY})", "2024-05-11"),
)
def to_last_day_of_week(call: Call) -> Sql:
    """The Saturday on or after a day; with an odd mode the Sunday."""
    day = clock.day(call, clock.zone_of(call, 2))

    def last(v: Sql) -> Sql:
        ahead = Sql(f"(7 - isodow({v}))") if mode_of(call) & 1 else Sql(f"(6 - dayofweek({v}))")
        return clock.clamp_day(add_days(v, ahead))

    return sql.let(day, last)
