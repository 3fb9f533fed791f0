"""The intervals of quotas: their length in seconds, and how they are written."""

from __future__ import annotations

from dataclasses import replace

from sparktree.sql.statements.access import QuotaLimits

# Seconds of the units; those of the calendar as ClickHouse takes them on average.
_SECONDS = {
    "year": 31_556_952,
    "quarter": 7_889_238,
    "month": 2_629_746,
    "week": 604_800,
    "day": 86_400,
    "hour": 3_600,
    "minute": 60,
    "second": 1,
}


def seconds(limits: QuotaLimits) -> int:
    """How long the interval is."""
    return limits.amount * _SECONDS[limits.unit]


def in_largest_unit(limits: QuotaLimits) -> QuotaLimits:
    """The interval in the largest unit that divides it."""
    total = seconds(limits)
    unit = next(name for name, size in _SECONDS.items() if total % size == 0)
    return replace(limits, amount=total // _SECONDS[unit], unit=unit)
