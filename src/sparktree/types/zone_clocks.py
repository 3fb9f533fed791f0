"""Moments that the clocks of time zones show, for whole arrays."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from sparktree.types.moments import is_utc

Numbers = npt.NDArray[np.int64]

_DAY = 86400
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PERIOD = 146097 * _DAY  # 400 years, after which the calendar repeats
# Zones may have changed their clocks on any day; otherwise by rules, that is not twice in ten days.
_FIRST, _ANY_DAY, _BY_RULE, _LAST = 1800, 1900, 2045, 2500
_RULE_STEP = 10


@lru_cache(maxsize=1)
def _looks() -> list[datetime]:
    """When to look for a change of the clocks."""

    def days(first: int, last: int, step: int) -> Iterator[datetime]:
        begin = datetime(first, 1, 1)
        count = (datetime(last, 1, 1) - begin).days
        return (begin + timedelta(days=day) for day in range(0, count, step))

    return list(
        chain(
            days(_FIRST, _ANY_DAY, _RULE_STEP),
            days(_ANY_DAY, _BY_RULE, 1),
            days(_BY_RULE, _LAST, _RULE_STEP),
        )
    )


@lru_cache(maxsize=64)
def _changes(name: str) -> tuple[Numbers, Numbers]:
    """When the clocks of a zone change, and their offsets before, between and after."""
    zone = zoneinfo.ZoneInfo(name)
    looks = _looks()
    shown = list(map(zone.utcoffset, looks))
    moments, offsets = [], [_seconds(shown[0])]
    for (first, before), (last, after) in pairwise(zip(looks, shown, strict=True)):
        if before != after:
            moments.append(_change(zone, first, last, offsets[-1]))
            offsets.append(_offset(zone, moments[-1]))
    return np.array(moments, np.int64), np.array(offsets, np.int64)


def _change(zone: zoneinfo.ZoneInfo, first: datetime, last: datetime, old: int) -> int:
    """The first second near two days at which the offset is not the old one any more."""
    low, high = (_seconds(day.replace(tzinfo=UTC) - _EPOCH) for day in (first, last))
    low, high = low - 2 * _DAY, high + 2 * _DAY
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _offset(zone, middle) == old else (low, middle)
    return high


def _offset(zone: zoneinfo.ZoneInfo, second: int) -> int:
    return _seconds((_EPOCH + timedelta(seconds=second)).astimezone(zone).utcoffset())


def _seconds(duration: timedelta | None) -> int:
    return int(duration.total_seconds()) if duration is not None else 0


def epochs_of(days: Numbers, seconds: Numbers, zone: str) -> Numbers:
    """The seconds of the epoch when clocks show so many seconds behind the midnight of days.

    As `moments.epoch_of`: of an hour that comes twice it is the first, and an hour that is skipped
    counts from the one before.
    """
    midnight = days * _DAY
    if is_utc(zone):
        return np.asarray(midnight + seconds)
    changes, offsets = _changes(zone)
    walls = changes + np.maximum(offsets[:-1], offsets[1:])
    naive = midnight - _offsets(walls, offsets, midnight) + seconds
    shown = naive + _offsets(changes, offsets, naive)
    return np.asarray(naive - (shown - (midnight + seconds)))


def _offsets(changes: Numbers, offsets: Numbers, moments: Numbers) -> Numbers:
    known = (_LAST - 1971) * 365 * _DAY
    periods = np.maximum(-(-(moments - known) // _PERIOD), 0)
    return np.asarray(offsets[np.searchsorted(changes, moments - periods * _PERIOD, "right")])
