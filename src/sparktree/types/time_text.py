"""Dates and times as ClickHouse writes them."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.moments import local_timestamp
from sparktree.types.numeric import Interval
from sparktree.types.text_settings import TextSettings
from sparktree.types.times import DateTime, DateTime64, Time64

# ClickHouse's calendar ends with the years 0 and 9999.
_FIRST_SECOND, _LAST_SECOND = -62167219200, 253402300799
_YEAR_ONE = -62135596800


def datetime_text(type_: DateTime, value: Sql, settings: TextSettings) -> Sql:
    """Seconds of the epoch as `2020-01-01 00:00:00`, or as the settings ask."""
    style = settings.date_time_output_format
    if style == "unix_timestamp":
        return sql.cast(value, "VARCHAR")
    return _clock(value, Sql("''"), type_.zone or settings.zone, style)


def datetime64_text(type_: DateTime64, value: Sql, settings: TextSettings) -> Sql:
    """Ticks of the epoch with their fraction."""
    scale = sql.integer(10**type_.precision)
    part = Sql(f"((({value} % {scale}) + {scale}) % {scale})")
    below = sql.cast(Sql(f"{value} % {scale} < 0"), "BIGINT")
    seconds = Sql(f"({value} // {scale} - {below})") if type_.precision else value
    style = settings.date_time_output_format
    fraction = _fraction(part, type_.precision, settings)
    if style == "unix_timestamp":
        return _decimal_seconds(value, type_.precision)
    solid = sql.clamped(seconds, sql.integer(_FIRST_SECOND), sql.integer(_LAST_SECOND))
    return _since_year_zero(_clock(solid, fraction, type_.zone or settings.zone, style), solid)


def _since_year_zero(text: Sql, seconds: Sql) -> Sql:
    """The kernel has no year 0: it writes `0001-05-06 (BC)` for that before the first."""
    before = sql.op(
        "||",
        sql.string("0000"),
        sql.call("replace", Sql(f"{text}[5:]"), sql.string(" (BC)"), sql.string("")),
    )
    return sql.case((sql.op("<", seconds, sql.integer(_YEAR_ONE)), before), otherwise=text)


def _clock(seconds: Sql, fraction: Sql, zone: str, style: str) -> Sql:
    if style == "simple":
        text = sql.cast(local_timestamp(seconds, zone), "VARCHAR")
        return text if fraction == "''" else sql.op("||", text, fraction)
    if style != "iso":
        raise Error(Code.BAD_ARGUMENTS, f"Unexpected value of DateTimeOutputFormat: '{style}'.")
    text = sql.cast(local_timestamp(seconds, "UTC"), "VARCHAR")
    return sql.op(
        "||", sql.call("replace", text, sql.string(" "), sql.string("T")), fraction, sql.string("Z")
    )


def _fraction(part: Sql, precision: int, settings: TextSettings) -> Sql:
    if not precision:
        return Sql("''")
    digits = sql.call("lpad", sql.cast(part, "VARCHAR"), precision, sql.string("0"))
    if not settings.date_time_64_output_format_cut_trailing_zeros_align_to_groups_of_thousands:
        return sql.op("||", sql.string("."), digits)
    padded = sql.call("rpad", digits, 9, sql.string("0"))
    kept = [(Sql(f"{padded}[{start + 1}:] = '{'0' * (9 - start)}'"), start) for start in (0, 3, 6)]
    return sql.case(
        *((condition, Sql(f"'.' || {padded}[1:{n}]") if n else Sql("''")) for condition, n in kept),
        otherwise=sql.op("||", sql.string("."), padded),
    )


def _decimal_seconds(value: Sql, precision: int) -> Sql:
    if not precision:
        return sql.cast(value, "VARCHAR")
    scale = sql.integer(10**precision)
    digits = sql.call(
        "lpad", sql.cast(Sql(f"(abs({value}) % {scale})"), "VARCHAR"), precision, sql.string("0")
    )
    sign = sql.case((sql.op("<", value, 0), sql.string("-")), otherwise=sql.string(""))
    return sql.op(
        "||", sign, sql.cast(Sql(f"(abs({value}) // {scale})"), "VARCHAR"), sql.string("."), digits
    )


_LAST_TIME = 999 * 3600 + 59 * 60 + 59  # what sums lead to beyond it is shown as it


def time_text(value: Sql) -> Sql:
    """Seconds of a clock as `12:34:56`, hours up to 999."""
    sign = sql.case((sql.op("<", value, 0), sql.string("-")), otherwise=sql.string(""))
    return sql.op("||", sign, _hours(sql.call("abs", sql.cast(value, "BIGINT"))))


def time64_text(type_: Time64, value: Sql, settings: TextSettings) -> Sql:
    """Ticks of a clock with their fraction."""
    scale = sql.integer(10**type_.precision)
    size = sql.call("abs", value)
    fraction = _fraction(sql.op("%", size, scale), type_.precision, settings)
    sign = sql.case((sql.op("<", value, 0), sql.string("-")), otherwise=sql.string(""))
    return sql.op("||", sign, _hours(sql.op("//", size, scale)), fraction)


def _hours(seconds: Sql) -> Sql:
    seconds = sql.case((sql.op(">", seconds, _LAST_TIME), _LAST_TIME), otherwise=seconds)
    hours = _two_digits(sql.op("//", seconds, 3600))
    minutes = _two_digits(Sql(f"(({seconds} // 60) % 60)"))
    return sql.op(
        "||",
        hours,
        sql.string(":"),
        minutes,
        sql.string(":"),
        _two_digits(sql.op("%", seconds, 60)),
    )


def _two_digits(number: Sql) -> Sql:
    text = sql.cast(number, "VARCHAR")
    return sql.case((sql.op("<", number, 10), sql.op("||", sql.string("0"), text)), otherwise=text)


# The units of a Kusto timespan in its ticks of 100 nanoseconds.
_TICKS = {
    "Microsecond": 10,
    "Millisecond": 10_000,
    "Second": 10_000_000,
    "Minute": 60 * 10_000_000,
    "Hour": 3600 * 10_000_000,
    "Day": 86400 * 10_000_000,
    "Week": 7 * 86400 * 10_000_000,
}


def interval_text(type_: Interval, value: Sql, settings: TextSettings) -> Sql:
    """An interval as a Kusto timespan: `-1.02:03:04.5000000`."""
    style = settings.interval_output_format
    if style != "kusto":
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Unexpected value of IntervalOutputFormat: '{style}'. Must be one of"
            " ['numeric', 'kusto']",
        )
    if type_.unit == "Nanosecond":
        message = (
            "Cannot format an IntervalNanosecond that is not a multiple of 100 in Kusto timespan"
            " format"
        )
        failure = sql.call("error", sql.string(raising(Code.BAD_ARGUMENTS, message)))
        ticks = Sql(f"CASE WHEN {value} % 100 <> 0 THEN {failure} ELSE abs({value}) // 100 END")
    elif type_.unit in _TICKS:
        ticks = Sql(f"abs(CAST({value} AS HUGEINT)) * {_TICKS[type_.unit]}")
    else:
        raise Error(
            Code.BAD_ARGUMENTS, "Cannot format a calendar interval in Kusto timespan format"
        )
    return sql.op(
        "||",
        sql.case((sql.op("<", value, 0), sql.string("-")), otherwise=sql.string("")),
        sql.let(ticks, _timespan),
    )


def _timespan(ticks: Sql) -> Sql:
    """Days and the fraction (seven digits) only if there are some."""

    def part(unit: str, most: int) -> Sql:
        return Sql(f"lpad(CAST({ticks} // {_TICKS[unit]} % {most} AS VARCHAR), 2, '0')")

    day, second = _TICKS["Day"], _TICKS["Second"]
    days = sql.case(
        (sql.op(">=", ticks, day), Sql(f"CAST({ticks} // {day} AS VARCHAR) || '.'")),
        otherwise=sql.string(""),
    )
    clock = sql.op(
        "||",
        part("Hour", 24),
        sql.string(":"),
        part("Minute", 60),
        sql.string(":"),
        part("Second", 60),
    )
    fraction = Sql(f"'.' || lpad(CAST({ticks} % {second} AS VARCHAR), 7, '0')")
    shown = sql.case((Sql(f"{ticks} % {second} <> 0"), fraction), otherwise=sql.string(""))
    return sql.op("||", days, clock, shown)
