"""Which texts are dates and times."""

from __future__ import annotations

import re

from sparktree.errors import Error
from sparktree.formats.guess import Guess, Kind
from sparktree.formats.options import FormatSettings
from sparktree.types.best_effort import best_effort
from sparktree.types.times import DATETIME

_SHORTEST = 8
_SIGNS = re.compile(r"[0-9A-Za-z ,:/.+\-]+")
_NUMBER = re.compile(r"[+-]?\d+\.?\d*")
_DATE = re.compile(r"(\d{4})[-/:](\d{1,2})[-/:](\d{1,2})")
_BASIC = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?")
# What every date has: parts with a sign between them, or the name of a month.
_HINT = re.compile(r"\d[-/:]\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.IGNORECASE)
# Times of which no closer look is due.
_USUAL = re.compile(
    r"(?:19[789]\d|20\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])[ T]"
    r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?"
)
_FIRST_YEAR, _LAST_DAY = 1970, (2149, 6, 6)
_LAST_SECOND = 0xFFFFFFFF
_SECONDS_OF_NANOSECONDS = 2**63 // 10**9  # on both sides of the epoch


def guess_moment(text: str, settings: FormatSettings) -> Guess | None:
    """A date or a time, if the text is one."""
    if len(text) < _SHORTEST or not _HINT.search(text) or not _SIGNS.fullmatch(text):
        return None
    if _NUMBER.fullmatch(text):
        return None
    if settings.input_format_try_infer_dates and _is_date(text):
        return Guess(Kind.DATE)
    return _time(text, settings) if settings.input_format_try_infer_datetimes else None


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = (int(part) for part in found.groups())
    is_valid = 1 <= month <= 12 and 1 <= day <= 31
    return is_valid and year >= _FIRST_YEAR and (year, month, day) <= _LAST_DAY


def _time(text: str, settings: FormatSettings) -> Guess | None:
    style = settings.date_time_input_format
    if style == "basic" and not _BASIC.fullmatch(text):
        return None
    usual = _USUAL.fullmatch(text)
    if usual is not None and (usual[1] or text[:4] >= "1971"):
        return _moment(usual[1] is None, settings)
    us_style = style == "best_effort_us"
    try:
        found = best_effort(
            text, DATETIME, settings.zone, fractions=True, us_style=us_style, strict=True
        )
    except Error:
        return None
    if found.end != len(text) or abs(found.seconds) >= _SECONDS_OF_NANOSECONDS:
        return None
    return _moment(0 <= found.seconds <= _LAST_SECOND and not found.fraction, settings)


def _moment(fits: bool, settings: FormatSettings) -> Guess:
    """The guess of a time, by whether a DateTime can hold it."""
    if fits and not settings.input_format_try_infer_datetimes_only_datetime64:
        return Guess(Kind.DATETIME)
    return Guess(Kind.DATETIME64)
