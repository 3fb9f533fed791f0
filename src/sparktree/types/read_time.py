"""Dates and times from text."""

from __future__ import annotations

import re
from datetime import date, timedelta

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.best_effort import ParsedMoment, best_effort
from sparktree.types.moments import epoch_of
from sparktree.types.reading import Context, Read, failure
from sparktree.types.times import Date32, DateTime, DateTime64, Time64

BETWEEN = r"[\x00-/:-\x7f]"  # a byte that is no digit
_DATE = re.compile(
    rf"(\d{{4}}){BETWEEN}(\d{{1,2}}){BETWEEN}(\d{{1,2}})|(\d{{4}})(\d{{2}})(\d{{2}})", re.ASCII
)
# A text that begins with a date is as long as one with a clock, or so long before a fraction.
WITH_CLOCK = len("YYYY-MM-DD hh:mm:ss")
WITH_FRACTION = rf"[\x00-\x7f]{{{WITH_CLOCK}}}\.[0-9]+"
_TIME = re.compile(r"(-?)(\d{1,3}):(\d{2}):(\d{2})|(-?)(\d{1,2}):(\d{2})|(-?)(\d{1,2})", re.ASCII)
_FRACTION = re.compile(r"\.(\d+)", re.ASCII)
_ANY_FRACTION = re.compile(r"\.(\d*)", re.ASCII)
_DAY = re.compile(rf"(\d{{4}}){BETWEEN}(\d{{2}}){BETWEEN}(\d{{2}})", re.ASCII)
_BASIC_CLOCK = re.compile(rf"(\d{{2}}){BETWEEN}(\d{{2}}){BETWEEN}(\d{{2}})", re.ASCII)
_SECONDS = re.compile(r"\d{5,}", re.ASCII)  # fewer digits could be a year
_SIGNED = re.compile(r"\d{5,}|-\d+", re.ASCII)
SCALED = 1_000_000_000  # for each digit of the precision: larger numbers are ticks, not seconds
_FIRST, _LAST = date(1970, 1, 1), date(2149, 6, 6)
_FIRST32 = date(1900, 1, 1)
_MOST_SECONDS = 0xFFFFFFFF


def read_date(type_: Type, text: str, context: Context) -> Read:
    """YYYY-MM-DD or YYYYMMDD; a day that is not in the calendar is the first one. What may be a
    clock behind it, whatever it is, is left out, but not in a field."""
    match = _DATE.match(text)
    if match is None:
        message = "Cannot parse date: expected a date in the YYYY-MM-DD or YYYYMMDD format"
        raise failure(Code.CANNOT_PARSE_DATE, message, type_)
    year, month, day = (int(group) for group in match.groups() if group is not None)
    end = match.end()
    if not context.field and text[end : end + 1] in (" ", "T"):
        is_long = len(text.encode("utf-8", "surrogatepass")) == WITH_CLOCK
        end = len(text) if is_long or re.fullmatch(WITH_FRACTION, text) else end
    if isinstance(type_, Date32):
        return Read(_day_since_year_zero(year, month, day), end)
    value = _calendar(year, month, day)
    value = min(max(value or _FIRST, _FIRST), _LAST)
    return Read(value.isoformat(), end)


def _day_since_year_zero(year: int, month: int, day: int) -> str:
    """The day in text; that of the year 0, which Python lacks, by another leap year."""
    value = _calendar(year or 2000, month, day)
    if year or value is None:
        return (value or _FIRST32).isoformat()
    return f"{value.year - 2000:04d}{value:-%m-%d}"


def _calendar(year: int, month: int, day: int) -> date | None:
    if not (year and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return date(year, month, 1) + timedelta(days=day - 1)


def read_datetime(type_: Type, text: str, context: Context) -> Read:
    """Any usual way to write a moment; before the epoch and after 2106 it saturates."""
    assert isinstance(type_, DateTime)
    found = _moment(type_, text, type_.zone or context.zone, context, fractions=False)
    seconds = min(max(found.seconds, 0), _MOST_SECONDS)
    return Read(str(seconds), found.end)


def read_datetime64(type_: Type, text: str, context: Context) -> Read:
    """As `read_datetime`, with a fraction; digits beyond the precision are cut."""
    assert isinstance(type_, DateTime64)
    found = _moment(type_, text, type_.zone or context.zone, context, fractions=True)
    fraction = _scaled(found.fraction, type_.precision)
    if context.moments == "basic":
        if type_.precision and not found.fraction and found.seconds >= SCALED * type_.precision:
            return Read(str(found.seconds), found.end)  # ticks already
        fraction = -fraction if text.startswith("-") else fraction
    ticks = found.seconds * 10**type_.precision + fraction
    if context.moments != "basic" and found.end == len(text) and abs(ticks) >= 1 << 63:
        raise Error(Code.DECIMAL_OVERFLOW, "Decimal math overflow")
    return Read(str(ticks), found.end)


def _moment(
    type_: Type, text: str, zone: str, context: Context, *, fractions: bool
) -> ParsedMoment:
    if context.moments == "basic":
        return _basic(type_, text, zone, fractions=fractions)
    us_style = context.moments == "best_effort_us"
    return best_effort(text, type_, zone, fractions=fractions, us_style=us_style)


def _basic(type_: Type, text: str, zone: str, *, fractions: bool) -> ParsedMoment:
    """YYYY-MM-DD, hh:mm:ss behind it, or seconds of the epoch; nothing checks the calendar."""
    match = _DAY.match(text)
    if match is None:
        return _epoch(type_, text, fractions=fractions)
    year, month, day = map(int, match.groups())
    end, second = match.end(), 0
    if text[end : end + 1] in (" ", "T"):
        clock = _BASIC_CLOCK.match(text, end + 1)
        if clock is None:
            message = f"Cannot parse time component of DateTime {text[end + 1 :]}"
            raise failure(Code.CANNOT_PARSE_DATETIME, message, type_)
        hours, minutes, seconds = map(int, clock.groups())
        end, second = clock.end(), hours * 3600 + minutes * 60 + seconds
    value = _calendar(year, month, day)
    if value is None:
        return ParsedMoment(0, "", end)
    whole = epoch_of(value.year, value.month, value.day, second, zone)
    return _with_fraction(text, ParsedMoment(whole, "", end), fractions)


def _epoch(type_: Type, text: str, *, fractions: bool) -> ParsedMoment:
    match = (_SIGNED if fractions else _SECONDS).match(text)
    if match is None:
        raise failure(Code.CANNOT_PARSE_DATETIME, "Cannot parse DateTime", type_)
    return _with_fraction(text, ParsedMoment(int(match.group()), "", match.end()), fractions)


def _with_fraction(text: str, found: ParsedMoment, fractions: bool) -> ParsedMoment:
    fraction = _FRACTION.match(text, found.end) if fractions else None
    return (
        found
        if fraction is None
        else ParsedMoment(found.seconds, fraction.group(1), fraction.end())
    )


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
    fraction = _ANY_FRACTION.match(text, end)
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
