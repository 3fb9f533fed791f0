"""Dates and times from text."""

from __future__ import annotations

import re
from datetime import date, timedelta

from sparktree.errors import Code
from sparktree.types.base import Type
from sparktree.types.best_effort import best_effort
from sparktree.types.reading import Context, Read, failure
from sparktree.types.times import Date32, DateTime, DateTime64, Time64

_DATE = re.compile(r"(\d{4})\D(\d{1,2})\D(\d{1,2})|(\d{4})(\d{2})(\d{2})")
_CLOCK_AFTER_DATE = re.compile(r"[ T]\d{2}:\d{2}:\d{2}")
_TIME = re.compile(r"(-?)(\d{1,3}):(\d{1,2}):(\d{1,2})|(-?)(\d{1,2}):(\d{1,2})|(-?)(\d{1,2})")
_FRACTION = re.compile(r"\.(\d+)")
_FIRST, _LAST = date(1970, 1, 1), date(2149, 6, 6)
_FIRST32 = date(1900, 1, 1)
_MOST_SECONDS = 0xFFFFFFFF


def read_date(type_: Type, text: str, context: Context) -> Read:
    """YYYY-MM-DD or YYYYMMDD; a day that is not in the calendar is the first one."""
    match = _DATE.match(text)
    if match is None:
        message = "Cannot parse date: expected a date in the YYYY-MM-DD or YYYYMMDD format"
        raise failure(Code.CANNOT_PARSE_DATE, message, type_)
    year, month, day = (int(group) for group in match.groups() if group is not None)
    end = match.end()
    clock = _CLOCK_AFTER_DATE.match(text, end)
    value = _calendar(year, month, day)
    if isinstance(type_, Date32):
        return Read((value or _FIRST32).isoformat(), clock.end() if clock else end)
    value = min(max(value or _FIRST, _FIRST), _LAST)
    return Read(value.isoformat(), clock.end() if clock else end)


def _calendar(year: int, month: int, day: int) -> date | None:
    if not (year and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return date(year, month, 1) + timedelta(days=day - 1)


def read_datetime(type_: Type, text: str, context: Context) -> Read:
    """Any usual way to write a moment; before the epoch and after 2106 it saturates."""
    assert isinstance(type_, DateTime)
    found = best_effort(text, type_, type_.zone or context.zone, fractions=False)
    seconds = min(max(found.seconds, 0), _MOST_SECONDS)
    return Read(str(seconds), found.end)


def read_datetime64(type_: Type, text: str, context: Context) -> Read:
    """As `read_datetime`, with a fraction; digits beyond the precision are cut."""
    assert isinstance(type_, DateTime64)
    found = best_effort(text, type_, type_.zone or context.zone, fractions=True)
    ticks = found.seconds * 10**type_.precision + _scaled(found.fraction, type_.precision)
    return Read(str(ticks), found.end)


def _scaled(digits: str, precision: int) -> int:
    return int(digits[:precision].ljust(precision, "0") or "0")


def read_time(type_: Type, text: str, context: Context) -> Read:
    """hh:mm:ss, mm:ss or ss, with up to three digits of hours and a sign."""
    sign, seconds, end = _clock(type_, text)
    return Read(str(sign * seconds), end)


def read_time64(type_: Type, text: str, context: Context) -> Read:
    """As `read_time`, with a fraction."""
    assert isinstance(type_, Time64)
    sign, seconds, end = _clock(type_, text)
    fraction = _FRACTION.match(text, end)
    ticks = seconds * 10**type_.precision
    if fraction is not None:
        ticks += _scaled(fraction.group(1), type_.precision)
        end = fraction.end()
    return Read(str(sign * ticks), end)


def _clock(type_: Type, text: str) -> tuple[int, int, int]:
    if not text:
        message = "Cannot parse time from empty string"
        raise failure(Code.CANNOT_PARSE_DATETIME, message, type_)
    match = _TIME.match(text)
    if match is None:
        message = "Cannot parse time: invalid first character"
        raise failure(Code.CANNOT_PARSE_DATETIME, message, type_)
    sign, *parts = (group for group in match.groups() if group is not None)
    hours, minutes, seconds = (int(part) for part in ("0", "0", *parts)[-3:])
    return (-1 if sign else 1), hours * 3600 + minutes * 60 + seconds, match.end()
