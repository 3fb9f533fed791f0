"""Parts of dates and times: toYear, toMonth, toHour, toYYYYMM, weeks, relative numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.declare import Argument, Arguments, Call, Monotonic, Rule, function
from sparktree.functions.core.family import Family, Row, row
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
    Interval,
    String,
    Type,
)

Days = npt.NDArray[np.int64]  # since the epoch


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


def _month_days(value: Sql) -> Sql:
    return sql.call("day", sql.call("last_day", value))


def _week_number(value: Sql) -> Sql:
    return Sql(f"(({clock.day_number(value)} + 3) // 7)")


def _day_number(value: Sql) -> Sql:
    return sql.clamped(clock.day_number(value), 0, UINT16.maximum)


def _year_number(value: Sql) -> Sql:
    return sql.op("-", sql.call("year", value), 1970)


_DAY = "toDate('2024-05-06')"


def _of_a_day(part: Callable[[Sql], Sql], call: Call) -> Sql:
    """A number read off the calendar; of an interval it is the number of its units."""
    if isinstance(call.inner(0), Interval):
        return call[0]
    return sql.cast(part(clock.day(call, clock.zone_of(call))), call.result.inner.kernel)


def _declare(result: Type, monotonic: Monotonic, *rows: Row[Callable[[Sql], Sql]]) -> None:
    Family(
        _of_a_day,
        returns=of_moment(result),
        args=(1, 2),
        constant_arguments=(1,),
        monotonic=monotonic,
        rows=rows,
    )


_declare(
    UINT16,
    "increasing",
    row("toYear", _plain("year"), (_DAY, "2024"), "The year.", any_case_aliases=("YEAR",)),
    row("__toYearCalendarOnly", _plain("year"), (_DAY, "2024"), "The year of a date or time."),
    row("toISOYear", _plain("isoyear"), (_DAY, "2024"), "The year that the ISO week belongs to."),
    row("toRelativeYearNum", _plain("year"), (_DAY, "2024"), "The number of the year."),
    row("toYearNumSinceEpoch", _since_epoch(_year_number), (_DAY, "54"), "Years since 1970."),
)
_declare(
    UINT8,
    "partly",
    row(
        "toQuarter",
        _plain("quarter"),
        (_DAY, "2"),
        "The quarter, 1 to 4.",
        any_case_aliases=("QUARTER",),
    ),
    row(
        "toMonth", _plain("month"), (_DAY, "5"), "The month, 1 to 12.", any_case_aliases=("MONTH",)
    ),
    row("toDaysInMonth", _month_days, (_DAY, "31"), "How many days the month has."),
    row("toISOWeek", _plain("week"), (_DAY, "19"), "The ISO week, 1 to 53."),
)
_declare(
    UINT16,
    "partly",
    row(
        "toDayOfYear",
        _plain("dayofyear"),
        (_DAY, "127"),
        "The day of the year, 1 to 366.",
        any_case_aliases=("DAYOFYEAR",),
    ),
)
_declare(
    UINT32,
    "increasing",
    row("toYYYYMM", _yyyymm, (_DAY, "202405"), "Year and month as one number."),
    row("toYYYYMMDD", _yyyymmdd, (_DAY, "20240506"), "Year, month and day as one number."),
    row(
        "toRelativeQuarterNum",
        _quarters,
        (_DAY, "8097"),
        "The number of the quarter since the year 0.",
    ),
    row(
        "toRelativeMonthNum", _months, (_DAY, "24293"), "The number of the month since the year 0."
    ),
    row("toRelativeWeekNum", _since_epoch(_week_number), (_DAY, "2836"), "The number of the week."),
    row("toRelativeDayNum", _day_number, (_DAY, "19849"), "The number of the day since the epoch."),
    row(
        "toDaysSinceYearZero",
        _year_zero,
        (_DAY, "739377"),
        "Days since the year 0.",
        any_case_aliases=("TO_DAYS",),
    ),
    row(
        "toMonthNumSinceEpoch",
        _since_epoch(_month_number),
        (_DAY, "652"),
        "Months since January 1970.",
    ),
)


@function(
    "toDayOfMonth",
    args=(1, 2),
    returns=of_moment(UINT8),
    any_case_aliases=("DAY", "DAYOFMONTH"),
    monotonic="partly",
    constant_arguments=(1,),
    example=(f"toDayOfMonth({_DAY})", "6"),
)
@clock.or_interval
def to_day_of_month(call: Call) -> Sql:
    """The day of the month, 1 to 31."""
    return sql.cast(sql.call("day", clock.day(call, clock.zone_of(call))), "UTINYINT")


def _mode_type(result: Type, *, texts: bool = True) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
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
    returns=_mode_type(UINT8),
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
    returns=_mode_type(UINT8),
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
    returns=_mode_type(UINT32),
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
        name, args=(1, 2), returns=of_moment(UINT8, days=False),
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
        name, args=(1, 2), returns=of_moment(result, days=False),
        example=example, any_case_aliases=(alias,), monotonic="partly", constant_arguments=(1,),
    )(clock.or_interval(lower))  # fmt: skip


_FINE = "toDateTime64('2024-05-06 07:08:09.123456', 6)"
_fraction("toMillisecond", 3, UINT16, "MILLISECOND", (f"toMillisecond({_FINE})", "123"))
_fraction("toMicrosecond", 6, UINT32, "MICROSECOND", (f"toMicrosecond({_FINE})", "123456"))
_fraction("toNanosecond", 9, UINT32, "NANOSECOND", (f"toNanosecond({_FINE})", "123456000"))


@function(
    "toYYYYMMDDhhmmss",
    args=(1, 2),
    returns=of_moment(UINT64),
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
        name, args=(1, 2), returns=of_moment(UINT32), example=example,
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
    returns=of_moment(Date()),
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
    returns=_mode_type(Date(), texts=False),
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
