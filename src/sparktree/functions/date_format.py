"""formatDateTime in the syntax of MySQL and of Joda, dateName."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from sparktree.errors import Code, Error
from sparktree.functions import clock, zones
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import bad
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    Date,
    DateTime,
    DateTime64,
    Integer,
    String,
    Type,
)

_EPOCH = datetime(1970, 1, 1)


class Moment(datetime):
    """A wall clock's moment with the digits of its fraction and its offset from UTC."""

    digits: str = ""
    offset: int = 0
    zone: str = "UTC"


Write = Callable[[Moment], str]


def _hour12(m: Moment) -> int:
    return m.hour % 12 or 12


def _offset(m: Moment) -> str:
    sign = "-" if m.offset < 0 else "+"
    minutes = abs(m.offset) // 60
    return f"{sign}{minutes // 60:02}{minutes % 60:02}"


_MYSQL: dict[str, Write] = {
    "a": lambda m: calendar.day_abbr[m.weekday()],
    "b": lambda m: calendar.month_abbr[m.month],
    "c": lambda m: f"{m.month:02}",
    "C": lambda m: f"{m.year // 100:02}",
    "d": lambda m: f"{m.day:02}",
    "D": lambda m: f"{m.month:02}/{m.day:02}/{m.year % 100:02}",
    "e": lambda m: f"{m.day}",
    "f": lambda m: (m.digits or "0").ljust(6, "0"),
    "F": lambda m: f"{m.year:04}-{m.month:02}-{m.day:02}",
    "g": lambda m: f"{m.isocalendar().year % 100:02}",
    "G": lambda m: f"{m.isocalendar().year:04}",
    "h": lambda m: f"{_hour12(m):02}",
    "H": lambda m: f"{m.hour:02}",
    "i": lambda m: f"{m.minute:02}",
    "I": lambda m: f"{_hour12(m):02}",
    "j": lambda m: f"{m.timetuple().tm_yday:03}",
    "k": lambda m: f"{m.hour:02}",
    "l": lambda m: f"{_hour12(m):02}",
    "m": lambda m: f"{m.month:02}",
    "M": lambda m: calendar.month_name[m.month],
    "n": lambda m: "\n",
    "p": lambda m: "AM" if m.hour < 12 else "PM",
    "Q": lambda m: str((m.month + 2) // 3),
    "r": lambda m: f"{_hour12(m):02}:{m.minute:02} {'AM' if m.hour < 12 else 'PM'}",
    "R": lambda m: f"{m.hour:02}:{m.minute:02}",
    "s": lambda m: f"{m.second:02}",
    "S": lambda m: f"{m.second:02}",
    "t": lambda m: "\t",
    "T": lambda m: f"{m.hour:02}:{m.minute:02}:{m.second:02}",
    "u": lambda m: str(m.isoweekday()),
    "V": lambda m: f"{m.isocalendar().week:02}",
    "w": lambda m: str(m.isoweekday() % 7),
    "W": lambda m: calendar.day_name[m.weekday()],
    "y": lambda m: f"{m.year % 100:02}",
    "Y": lambda m: f"{m.year:04}",
    "z": _offset,
    "%": lambda m: "%",
}
_UNSUPPORTED = {
    "U": "format is not supported for WEEK (Sun-Sat)",
    "v": "format is not supported for WEEK (Mon-Sun)",
    "x": "format is not supported for YEAR for week (Mon-Sun)",
    "X": "format is not supported for YEAR for week (Sun-Sat)",
}


@lru_cache(maxsize=256)
def mysql_pieces(pattern: str, name: str = "formatDateTime") -> tuple[str, ...]:
    """The pattern as pieces: `%x` is a placeholder, anything else is itself."""
    pieces: list[str] = []
    position = 0
    while position < len(pattern):
        if pattern[position] != "%":
            pieces.append(pattern[position])
            position += 1
            continue
        letter = pattern[position + 1 : position + 2]
        if not letter:
            raise bad("'%' must not be the last character in the format string, use '%%' instead")
        if letter in _UNSUPPORTED:
            raise Error(Code.NOT_IMPLEMENTED, _UNSUPPORTED[letter])
        if letter not in _MYSQL:
            raise bad(
                f"Incorrect syntax '{pattern}', symbol is not supported '{letter}' for function"
                f" {name}"
            )
        pieces.append("%" + letter)
        position += 2
    return tuple(pieces)


def _number(value: Callable[[Moment], int]) -> Callable[[Moment, int], str]:
    return lambda m, width: f"{value(m):0{width}}"


def _year(value: Callable[[Moment], int]) -> Callable[[Moment, int], str]:
    return lambda m, width: f"{value(m) % 100:02}" if width == 2 else f"{value(m):0{width}}"


def _joda_month(m: Moment, width: int) -> str:
    if width >= 4:
        return calendar.month_name[m.month]
    return calendar.month_abbr[m.month] if width == 3 else f"{m.month:0{width}}"


def _joda_zone(m: Moment, width: int) -> str:
    return m.zone


_JODA: dict[str, Callable[[Moment, int], str]] = {
    "G": lambda m, width: "AD" if width <= 3 else "Anno Domini",
    "C": _number(lambda m: m.year // 100),
    "Y": _year(lambda m: m.year),
    "x": _number(lambda m: m.isocalendar().year),
    "w": _number(lambda m: m.isocalendar().week),
    "e": _number(lambda m: m.isoweekday()),
    "E": lambda m, w: calendar.day_name[m.weekday()] if w > 3 else calendar.day_abbr[m.weekday()],
    "y": _year(lambda m: m.year),
    "D": _number(lambda m: m.timetuple().tm_yday),
    "M": _joda_month,
    "d": _number(lambda m: m.day),
    "a": lambda m, width: "AM" if m.hour < 12 else "PM",
    "K": _number(lambda m: m.hour % 12),
    "h": _number(_hour12),
    "H": _number(lambda m: m.hour),
    "k": _number(lambda m: m.hour or 24),
    "m": _number(lambda m: m.minute),
    "s": _number(lambda m: m.second),
    "S": lambda m, width: (m.digits or "0").ljust(width, "0")[:width],
    "z": _joda_zone,
}


@lru_cache(maxsize=256)
def joda_pieces(
    pattern: str, name: str = "formatDateTimeInJodaSyntax"
) -> tuple[tuple[str, int], ...]:
    """The pattern as (letter, width); width 0 is text to be taken as it is."""
    pieces: list[tuple[str, int]] = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == "'":
            text, position = _quoted(pattern, position)
            pieces.append((text, 0))
        elif character.isalpha() and character.isascii():
            width = len(pattern) - position - len(pattern[position:].lstrip(character))
            _check_joda(character, width, name)
            pieces.append((character, width))
            position += width
        else:
            pieces.append((character, 0))
            position += 1
    return tuple(pieces)


def _quoted(pattern: str, start: int) -> tuple[str, int]:
    """A text in quotes; two quotes are one."""
    if pattern[start + 1 : start + 2] == "'":
        return "'", start + 2
    end, text = start + 1, ""
    while True:
        place = pattern.find("'", end)
        if place < 0:
            raise bad("No closing single quote for literal")
        text += pattern[end:place]
        if pattern[place + 1 : place + 2] != "'":
            return text, place + 1
        text += "'"
        end = place + 2


def _check_joda(letter: str, width: int, name: str) -> None:
    if letter == "z" and width < 4:
        raise Error(Code.NOT_IMPLEMENTED, "Short name time zone is not yet supported")
    if letter == "Z":
        raise Error(Code.NOT_IMPLEMENTED, "format is not supported for TIMEZONE_OFFSET_ID")
    if letter not in _JODA:
        raise Error(Code.NOT_IMPLEMENTED, f"format is not supported for {letter * width}")


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _moment(ticks: int, digits: int, zone: str) -> Moment:
    seconds, rest = divmod(ticks, 10**digits)
    wall = _EPOCH + timedelta(seconds=seconds)
    offset = 0
    if not zones.is_utc(zone):
        local = wall.replace(tzinfo=UTC).astimezone(_zone(zone))
        offset = int((local.utcoffset() or timedelta()).total_seconds())
        wall = local.replace(tzinfo=None)
    moment = Moment(wall.year, wall.month, wall.day, wall.hour, wall.minute, wall.second)
    moment.digits = str(rest).zfill(digits) if digits else ""
    moment.offset, moment.zone = offset, zone
    return moment


@row_function("st_format_time", ("BIGINT", "INTEGER", "VARCHAR", "VARCHAR", "BOOLEAN"), "VARCHAR")
def _format(ticks: int, digits: int, zone: bytes, pattern: bytes, joda: bool) -> bytes:
    moment, text = _moment(ticks, digits, zone.decode()), pattern.decode("utf-8", "surrogateescape")
    if joda:
        pieces = (_JODA[p](moment, w) if w else p for p, w in joda_pieces(text))
    else:
        pieces = (_MYSQL[p[1]](moment) if len(p) > 1 else p for p in mysql_pieces(text))
    return "".join(pieces).encode("utf-8", "surrogateescape")


# Placeholders that the kernel's strftime has under this or another letter.
_KERNEL = {"a": "%a", "b": "%b", "c": "%m", "d": "%d", "D": "%m/%d/%y", "e": "%-d", "F": "%Y-%m-%d",
           "G": "%G", "h": "%I", "H": "%H", "i": "%M", "I": "%I", "j": "%j", "k": "%H", "l": "%I",
           "m": "%m", "M": "%B", "n": "\n", "p": "%p", "r": "%I:%M %p", "R": "%H:%M", "s": "%S",
           "S": "%S", "t": "\t", "T": "%H:%M:%S", "u": "%u", "V": "%V", "w": "%w", "W": "%A",
           "y": "%y", "Y": "%Y", "%": "%%"}  # fmt: skip
_KERNEL_JODA = {"y": "%Y", "yy": "%y", "yyyy": "%Y", "Y": "%Y", "YY": "%y", "YYYY": "%Y",
                "M": "%-m", "MM": "%m", "MMM": "%b", "MMMM": "%B", "d": "%-d", "dd": "%d",
                "H": "%-H", "HH": "%H", "h": "%-I", "hh": "%I", "m": "%-M", "mm": "%M",
                "s": "%-S", "ss": "%S", "a": "%p", "E": "%a", "EE": "%a", "EEE": "%a",
                "EEEE": "%A", "D": "%-j", "DDD": "%j", "e": "%u", "ww": "%V"}  # fmt: skip


def _kernel_format(pattern: str, *, joda: bool) -> str | None:
    """The pattern for the kernel's strftime; None if it cannot say it."""
    if joda:
        named = [(_KERNEL_JODA.get(p * w) if w else _literal(p)) for p, w in joda_pieces(pattern)]
    else:
        named = [_KERNEL.get(p[1]) if len(p) > 1 else p for p in mysql_pieces(pattern)]
    return None if None in named else "".join(map(str, named))


def _literal(text: str) -> str:
    return text.replace("%", "%%")


def _format_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = arguments[0].type
        number = name.startswith("from") and isinstance(type_, Integer)
        if not number and not isinstance(type_, Date | DateTime | DateTime64):
            raise illegal_type(name, type_)
        if len(arguments) == 1:
            return DateTime()
        if not isinstance(arguments[1].type, String):
            raise illegal_type(name, arguments[1].type)
        clock.zone_argument(arguments, 2)
        return STRING

    return returns


def _formatted(call: Call, *, joda: bool) -> Sql:
    type_, zone = call.inner(0), clock.zone_of(call, 2)
    argument = call.arguments[1]
    if argument.is_constant:
        pattern = str(argument.value)
        _check_zone_use(pattern, type_, joda)
        kernel = _kernel_format(pattern, joda=joda)
        if kernel is not None and not isinstance(type_, Integer):
            return sql.call("strftime", clock.wall(call, zone), sql.string(kernel))
    ticks = call[0] if isinstance(type_, DateTime64 | Integer) else clock.seconds(call, zone)
    return sql.call(
        "st_format_time", sql.cast(ticks, "BIGINT"), str(zones.precision(type_)),
        sql.string(zone), call[1], "true" if joda else "false",
    )  # fmt: skip


def _check_zone_use(pattern: str, type_: Type, joda: bool) -> None:
    if isinstance(type_, Date) and not joda and "%z" in mysql_pieces(pattern):
        raise clock.illegal("timezoneOffset", type_)


_TIME = "toDateTime('2024-05-06 07:08:09')"


@function(
    "formatDateTime",
    args=(2, 3),
    returns=_format_type("formatDateTime"),
    any_case_aliases=("DATE_FORMAT",),
    constant_arguments=(1, 2),
    family="dates",
    example=(f"formatDateTime({_TIME}, '%d.%m.%Y %H:%i')", "06.05.2024 07:08"),
)
def format_date_time(call: Call) -> Sql:
    """The moment as text in MySQL's syntax, e.g. %Y-%m-%d %H:%i:%S."""
    return _formatted(call, joda=False)


@function(
    "formatDateTimeInJodaSyntax",
    args=(2, 3),
    returns=_format_type("formatDateTimeInJodaSyntax"),
    constant_arguments=(1, 2),
    family="dates",
    example=(f"formatDateTimeInJodaSyntax({_TIME}, 'dd.MM.yyyy HH:mm')", "06.05.2024 07:08"),
)
def format_date_time_joda(call: Call) -> Sql:
    """The moment as text in Joda's syntax, e.g. yyyy-MM-dd HH:mm:ss."""
    return _formatted(call, joda=True)


@function(
    "fromUnixTimestamp",
    args=(1, 3),
    returns=_format_type("fromUnixTimestamp"),
    any_case_aliases=("FROM_UNIXTIME",),
    constant_arguments=(1, 2),
    family="dates",
    example=("fromUnixTimestamp(1714979289, '%Y-%m-%d', 'UTC')", "2024-05-06"),
)
def from_unix_timestamp(call: Call) -> Sql:
    """The DateTime of seconds since the epoch, or its text in MySQL's syntax."""
    if len(call) == 1:
        return clock.clamp_seconds(call[0])
    return _formatted(call, joda=False)


@function(
    "fromUnixTimestampInJodaSyntax",
    args=(1, 3),
    returns=_format_type("fromUnixTimestampInJodaSyntax"),
    constant_arguments=(1, 2),
    family="dates",
    example=("fromUnixTimestampInJodaSyntax(1714979289, 'yyyy-MM-dd', 'UTC')", "2024-05-06"),
)
def from_unix_timestamp_joda(call: Call) -> Sql:
    """As fromUnixTimestamp, in Joda's syntax."""
    if len(call) == 1:
        return clock.clamp_seconds(call[0])
    return _formatted(call, joda=True)


_NAMES = {
    "year": "year({})", "quarter": "quarter({})", "month": "monthname({})",
    "dayofyear": "dayofyear({})", "day": "day({})", "week": "week({})", "weekday": "dayname({})",
    "hour": "hour({})", "minute": "minute({})", "second": "second({})",
}  # fmt: skip


def _name_type(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type, String):
        raise illegal_type("dateName", arguments[0].type)
    part = str(arguments[0].value).lower()
    if part not in _NAMES:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Invalid date part {part} for function dateName"
        )
    clock.moment("dateName", arguments[1].type, days=part not in ("hour", "minute", "second"))
    clock.zone_argument(arguments, 2)
    return STRING


@function(
    "dateName",
    args=(2, 3),
    returns=_name_type,
    any_case=True,
    constant_arguments=(0, 2),
    family="dates",
    example=("dateName('month', toDate('2024-05-06'))", "May"),
)
def date_name(call: Call) -> Sql:
    """A part of a moment as text: year, quarter, month, dayofyear, day, week, weekday, hour, ..."""
    wall = clock.wall(call, clock.zone_of(call, 2, subject=1), 1)
    return sql.cast(_NAMES[str(call.value(0)).lower()].format(wall), "VARCHAR")
