"""Moments and the clocks of time zones, in kernel SQL and in Python."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql

_MICRO = Sql("1000000")
_UTC = frozenset(
    ("UTC", "Etc/UTC", "GMT", "Etc/GMT", "Zulu", "Universal", "Etc/Universal", "Etc/Zulu", "UCT")
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def is_utc(zone: str) -> bool:
    """Whether local time is UTC, so that plain arithmetic is enough."""
    return zone in _UTC


def local_timestamp(seconds: Sql, zone: str) -> Sql:
    """The TIMESTAMP that a clock in the zone shows at some seconds of the epoch."""
    micros = sql.op("*", sql.cast(seconds, "BIGINT"), _MICRO)
    if is_utc(zone):
        return sql.call("make_timestamp", micros)
    return sql.call("timezone", sql.string(zone), sql.call("make_timestamptz", micros))


def epoch_seconds(timestamp: Sql, zone: str) -> Sql:
    """The seconds of the epoch when a clock in the zone shows the TIMESTAMP, BIGINT.

    As ClickHouse: of an hour that comes twice it is the first, and an hour that is skipped counts
    from the one before.
    """
    if is_utc(zone):
        return Sql(f"(epoch_us({timestamp}) // {_MICRO})")
    midnight = sql.call("date_trunc", sql.string("day"), timestamp)
    of_midnight = f"epoch_us(timezone({sql.string(zone)}, {midnight}))"
    naive = Sql(f"(({of_midnight} + epoch_us({timestamp}) - epoch_us({midnight})) // {_MICRO})")
    shown = local_timestamp(naive, zone)
    return Sql(f"({naive} - (epoch_us({shown}) - epoch_us({timestamp})) // {_MICRO})")


@lru_cache(maxsize=64)
def _zone(name: str) -> zoneinfo.ZoneInfo:
    return zoneinfo.ZoneInfo(name)


def epoch_of(year: int, month: int, day: int, second_of_day: int, zone: str) -> int:
    """As `epoch_seconds`, of one moment."""
    if is_utc(zone):
        midnight = datetime(year, month, day, tzinfo=UTC)
        return int((midnight - _EPOCH).total_seconds()) + second_of_day
    midnight = datetime(year, month, day, tzinfo=_zone(zone))
    naive = int((midnight - _EPOCH).total_seconds()) + second_of_day
    try:
        shown = (_EPOCH + timedelta(seconds=naive)).astimezone(_zone(zone)).replace(tzinfo=None)
        wanted = midnight.replace(tzinfo=None) + timedelta(seconds=second_of_day)
    except OverflowError:  # a day that Python's calendar lacks
        return naive
    return naive - int((shown - wanted).total_seconds())
