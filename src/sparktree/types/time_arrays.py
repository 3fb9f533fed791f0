"""Dates and times of whole arrays from text, as `read_time.py` reads one."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.types.base import Type
from sparktree.types.best_effort_arrays import best_efforts
from sparktree.types.read_time import BETWEEN, SCALED, WITH_CLOCK, WITH_FRACTION
from sparktree.types.reading import Context
from sparktree.types.reading_arrays import (
    Flags,
    Numbers,
    Values,
    limited,
    matching,
    numbers,
    parts_of,
    scaled_digits,
    sizes,
    ticks_text,
)
from sparktree.types.times import Date32, DateTime, DateTime64, Time64
from sparktree.types.zone_clocks import epochs_of

_DATE = (
    f"(?P<year>[0-9]{{4}})(?:{BETWEEN}(?P<month>[0-9]{{1,2}}){BETWEEN}(?P<day>[0-9]{{1,2}})"
    "|(?P<m>[0-9]{2})(?P<d>[0-9]{2}))(?P<clock>(?s:[ T].*)?)"
)
_STAMP = (
    f"(?P<year>[0-9]{{4}}){BETWEEN}(?P<month>[0-9]{{2}}){BETWEEN}(?P<day>[0-9]{{2}})"
    f"(?:[ T](?P<h>[0-9]{{2}}){BETWEEN}(?P<m>[0-9]{{2}}){BETWEEN}(?P<s>[0-9]{{2}}))?"
)
_SECONDS = "(?P<seconds>[0-9]{5,})"
_SIGNED = "(?P<seconds>[0-9]{5,}|-[0-9]+)"
_FRACTION = r"(?:\.(?P<fraction>[0-9]+))?"
_ANY_FRACTION = r"(?:\.(?P<fraction>[0-9]*))?"
_TIME = (
    "(?P<sign>-?)(?:(?P<hours>[0-9]{1,3}):(?P<m>[0-9]{2}):(?P<s>[0-9]{2})"
    "|(?P<minutes>[0-9]{1,2}):(?P<ss>[0-9]{2})|(?P<seconds>[0-9]{1,2}))"
)
_FIRST, _LAST = (np.datetime64(day).astype(np.int64) for day in ("1970-01-01", "2149-06-06"))
_FIRST32 = np.datetime64("1900-01-01").astype(np.int64)
_MOST_SECONDS = 0xFFFFFFFF
_SAFE_DIGITS = 18


def read_dates(type_: Type, texts: pa.Array, context: Context) -> Values:
    """YYYY-MM-DD or YYYYMMDD; a day that is not in the calendar is the first one. What may be a
    clock behind it, whatever it is, is left out, but not in a field."""
    (year, month, day, m, d, clock), fine = parts_of(texts, _DATE)
    alone = sizes(clock) == 0
    if not context.field and not alone.all():
        alone |= (sizes(texts) == WITH_CLOCK) | matching(texts, WITH_FRACTION)
    fine &= alone
    joined = (pc.binary_join_element_wise(*pair, "") for pair in ((month, m), (day, d)))
    years, (months, days) = numbers(year), map(numbers, joined)
    if isinstance(type_, Date32):
        found, known = _calendar(years, months, days)
        found = np.where(known, found, _FIRST32)
    else:
        found, known = _calendar(years, months, days)
        found = np.clip(np.where(known & (years > 0), found, _FIRST), _FIRST, _LAST)
    return pa.array(found.astype(np.int32)).view(pa.date32()).cast(pa.string()), fine


def _calendar(years: Numbers, months: Numbers, days: Numbers) -> tuple[Numbers, Flags]:
    """Days of the epoch, and which of them are in a month of 31 days."""
    known = (months >= 1) & (months <= 12) & (days >= 1) & (days <= 31)
    first = ((years - 1970) * 12 + np.where(known, months, 1) - 1).astype("M8[M]")
    return first.astype("M8[D]").astype(np.int64) + days - 1, known


def read_datetimes(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Any usual way to write a moment; before the epoch and after 2106 it saturates."""
    assert isinstance(type_, DateTime)
    zone = type_.zone or context.zone
    if context.moments == "basic":
        seconds, _, fine = _basic(texts, zone, fractions=False)
        far, fine_far, _ = _epochs(texts, fractions=False)
        seconds = np.where(fine, seconds, limited(far, _SAFE_DIGITS))
        fine |= fine_far
    else:
        us_style = context.moments == "best_effort_us"
        found = best_efforts(texts, zone, fractions=False, us_style=us_style)
        seconds, fine = found.seconds, found.fine
    return pa.array(np.clip(seconds, 0, _MOST_SECONDS)).cast(pa.string()), fine


def read_datetime64s(type_: Type, texts: pa.Array, context: Context) -> Values:
    """As `read_datetimes`, with a fraction; digits beyond the precision are cut."""
    assert isinstance(type_, DateTime64)
    zone = type_.zone or context.zone
    if context.moments == "basic":
        return _basic_ticks(type_, texts, zone)
    us_style = context.moments == "best_effort_us"
    found = best_efforts(texts, zone, fractions=True, us_style=us_style)
    ticks, fits = found.ticks(type_.precision)
    return pa.array(ticks).cast(pa.string()), fits


def _basic_ticks(type_: DateTime64, texts: pa.Array, zone: str) -> Values:
    precision = type_.precision
    seconds, fraction, fine = _basic(texts, zone, fractions=True)
    values = ticks_text(seconds, scaled_digits(fraction, precision), precision)
    scaled = fine & (sizes(fraction) == 0) & (seconds >= SCALED * precision) & (precision > 0)
    values = pc.if_else(pa.array(scaled), pa.array(seconds).cast(pa.string()), values)
    if fine.all():
        return values, fine
    whole, fine_far, fraction = _epochs(texts, fractions=True)
    rest = pc.ascii_rpad(pc.utf8_slice_codeunits(fraction, 0, precision), precision, "0")
    are_ticks = (sizes(fraction) == 0) & (limited(whole, _SAFE_DIGITS) >= SCALED * precision)
    rest = pc.if_else(pa.array(are_ticks & (precision > 0)), "", rest)
    far = pc.binary_join_element_wise(whole, rest, "")
    return pc.if_else(pa.array(fine), values, far), fine | fine_far


def _basic(texts: pa.Array, zone: str, *, fractions: bool) -> tuple[Numbers, pa.Array, Flags]:
    """YYYY-MM-DD, hh:mm:ss behind it: seconds and digits of the fraction; nothing checks the
    calendar, but what is none of it is zero."""
    pattern = _STAMP + (_FRACTION if fractions else "")
    (year, month, day, h, m, s, *rest), fine = parts_of(texts, pattern)
    fraction = rest[0] if rest else pc.utf8_slice_codeunits(year, 0, 0)
    years = numbers(year)
    days, known = _calendar(years, numbers(month), numbers(day))
    known &= years > 0
    clock = numbers(h) * 3600 + numbers(m) * 60 + numbers(s)
    seconds = np.where(known, epochs_of(days, clock, zone), 0)
    return seconds, fraction, fine & (known | (sizes(fraction) == 0))


def _epochs(texts: pa.Array, *, fractions: bool) -> tuple[pa.Array, Flags, pa.Array]:
    """Seconds of the epoch, in text, and the digits of their fractions."""
    (whole, *rest), fine = parts_of(texts, _SIGNED + _FRACTION if fractions else _SECONDS)
    return whole, fine, rest[0] if rest else whole


def read_times(type_: Type, texts: pa.Array, context: Context) -> Values:
    """hh:mm:ss, mm:ss or ss, with up to three digits of hours and a sign."""
    (sign, *parts), fine = parts_of(texts, _TIME)
    seconds = _clock(*parts)
    signed = np.where(np.asarray(pc.equal(sign, "-")), -seconds, seconds)
    return pa.array(signed).cast(pa.string()), fine


def read_time64s(type_: Type, texts: pa.Array, context: Context) -> Values:
    """As `read_times`, with a fraction."""
    assert isinstance(type_, Time64)
    (sign, *parts, fraction), fine = parts_of(texts, _TIME + _ANY_FRACTION)
    ticks = _clock(*parts) * 10**type_.precision + scaled_digits(fraction, type_.precision)
    signed = np.where(np.asarray(pc.equal(sign, "-")), -ticks, ticks)
    return pa.array(signed).cast(pa.string()), fine


def _clock(*parts: pa.Array) -> Numbers:
    """Seconds of hours, minutes and seconds, of minutes and seconds, or of seconds: the other parts
    are empty."""
    units = (3600, 60, 1, 60, 1, 1)
    return np.asarray(sum(numbers(part) * unit for part, unit in zip(parts, units, strict=True)))
