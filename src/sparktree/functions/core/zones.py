"""Moments and the calendar: seconds to local time and back, in kernel SQL."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import DateTime64, Type

_UTC = ("UTC", "Etc/UTC", "GMT", "Etc/GMT", "Zulu", "Universal", "Etc/Universal", "Etc/Zulu")
_DAY = 86400


def is_utc(zone: str) -> bool:
    """Whether local time is UTC, so that plain arithmetic is enough."""
    return zone in _UTC


@lru_cache(maxsize=64)
def epoch_offset(zone: str) -> int:
    """How many seconds the zone's clock was ahead of UTC at the start of the epoch."""
    return _offset(zone, datetime(1970, 1, 1, tzinfo=UTC))


@lru_cache(maxsize=64)
def whole_hours(zone: str) -> bool:
    """Whether the zone's clock has always been full hours ahead of UTC since 1970."""
    if is_utc(zone):
        return True
    months = (datetime(y, m, 1, tzinfo=UTC) for y in range(1970, 2050) for m in range(1, 13))
    return all(_offset(zone, moment) % 3600 == 0 for moment in months)


def _offset(zone: str, moment: datetime) -> int:
    offset = moment.astimezone(ZoneInfo(zone)).utcoffset()
    assert offset is not None
    return int(offset.total_seconds())


def precision(type_: Type) -> int:
    """Digits after the second."""
    return type_.precision if isinstance(type_, DateTime64) else 0


def seconds(value: Sql, type_: Type) -> Sql:
    """Whole seconds since the epoch (rounded down), BIGINT."""
    digits = precision(type_)
    if digits == 0:
        return sql.cast(value, "BIGINT")
    return floor_div(value, 10**digits)


def floor_div(value: Sql, divisor: int) -> Sql:
    """The quotient rounded down; the kernel's // cuts towards zero."""
    below = sql.cast(sql.op("<", sql.op("%", value, divisor), 0), "BIGINT")
    return sql.op("-", sql.op("//", value, divisor), below)


def floor_seconds(seconds_: Sql, unit: int) -> Sql:
    """How many units of seconds (or days) have passed: floats hold them exactly, and are faster."""
    return sql.call("floor", sql.op("/", seconds_, Sql(f"{unit}::DOUBLE")))


def local(seconds_: Sql, zone: str) -> Sql:
    """Seconds since the epoch as the wall clock's TIMESTAMP."""
    if is_utc(zone):
        return sql.call("make_timestamp", sql.op("*", seconds_, 1000000))
    return sql.call("timezone", sql.string(zone), sql.call("to_timestamp", seconds_))


def epoch(timestamp: Sql, zone: str) -> Sql:
    """A wall clock's TIMESTAMP as seconds since the epoch, BIGINT."""
    if is_utc(zone):
        return sql.cast(sql.call("epoch", timestamp), "BIGINT")
    return sql.cast(sql.call("epoch", sql.call("timezone", sql.string(zone), timestamp)), "BIGINT")


def day(seconds_: Sql, zone: str) -> Sql:
    """The local day, DATE."""
    if is_utc(zone):
        days = sql.cast(floor_seconds(seconds_, _DAY), "INTEGER")
        return sql.op("+", Sql("DATE '1970-01-01'"), days)
    return sql.cast(local(seconds_, zone), "DATE")


def start_of_day(date: Sql, zone: str) -> Sql:
    """Midnight of a DATE in the zone, seconds since the epoch."""
    if is_utc(zone):
        days = sql.op("-", date, Sql("DATE '1970-01-01'"))
        return sql.op("*", sql.cast(days, "BIGINT"), _DAY)
    return epoch(sql.cast(date, "TIMESTAMP"), zone)


def rescale_ticks(value: Sql, source: int, target: int, kernel: str) -> Sql:
    """Ticks of one precision as ticks of another, rounded down."""
    if target >= source:
        scaled = sql.op("*", sql.cast(value, "BIGINT"), 10 ** (target - source))
        return sql.cast(scaled, kernel)
    factor = 10 ** (source - target)
    floor = sql.op(
        "-",
        value,
        sql.op("%", sql.op("+", sql.op("%", value, factor), factor), factor),
    )
    return sql.cast(sql.op("//", floor, factor), kernel)


def rescale(value: Sql, source: Type, target: Type) -> Sql:
    """A moment at the target's precision; DateTime saturates."""
    if precision(source) == precision(target) and source.kernel == target.kernel:
        return value
    if isinstance(target, DateTime64):
        return rescale_ticks(value, precision(source), target.precision, "BIGINT")
    return sql.cast(sql.clamped(seconds(value, source), 0, 4294967295), "UINTEGER")
