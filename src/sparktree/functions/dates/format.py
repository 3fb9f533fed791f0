"""formatDateTime in the syntax of MySQL and of Joda, dateName."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Arguments, Call, function, illegal_type
from sparktree.functions.core.text_functions import bad
from sparktree.functions.dates import clock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    STRING,
    Date,
    DateTime,
    DateTime64,
    Integer,
    String,
    Type,
)

_FIRST_SECOND, _LAST_SECOND = Sql("-62167219200"), Sql("253402300799")  # of ClickHouse's calendar


@dataclass(frozen=True, slots=True)
class Moment:
    """What a moment is shown by, in kernel SQL."""

    wall: Sql  # the wall clock's TIMESTAMP
    seconds: Sql  # of the epoch
    fraction: Sql  # behind the second, in ticks
    digits: int  # of the fraction
    zone: str

    @classmethod
    def of(cls, call: Call, zone: str) -> Moment:
        """The first argument of a call: a date, a moment or seconds of the epoch."""
        type_ = call.inner(0)
        if isinstance(type_, Integer):
            seconds = number(call[0], type_, INT64)
            if type_.bits < 64:
                seconds = Sql(f"({seconds} & {clock.MOST_SECONDS})")
            else:
                seconds = sql.clamped(seconds, _FIRST_SECOND, _LAST_SECOND)
            return cls(zones.local(seconds, zone), seconds, Sql("0"), 0, zone)
        digits = zones.precision(type_)
        fraction = clock.floor_mod(call[0], Sql(str(10**digits))) if digits else Sql("0")
        wall, seconds = clock.wall(call, zone), clock.seconds(call, zone)
        return cls(wall, seconds, fraction, digits, zone)

    def part(self, kernel: str) -> Sql:
        """A part of the wall clock, by the kernel's name for it."""
        return sql.call(kernel, self.wall)

    def fraction_text(self, width: int) -> Sql:
        """The digits of the fraction, filled up or cut to a width."""
        if not self.digits:
            return sql.string("0" * max(width, 1))
        return sql.call("rpad", _number(self.fraction, self.digits), width, sql.string("0"))

    def offset(self) -> Sql:
        """How far the zone is ahead of UTC: +hhmm."""
        ahead = Sql(f"(epoch_us({self.wall}) // 1000000 - {self.seconds})")
        minutes = Sql(f"(abs({ahead}) // 60)")
        sign = sql.case((sql.op("<", ahead, 0), sql.string("-")), otherwise=sql.string("+"))
        hours, rest = sql.op("//", minutes, 60), sql.op("%", minutes, 60)
        return sql.op("||", sign, _number(hours, 2), _number(rest, 2))


def _number(value: Sql, width: int) -> Sql:
    """The number with zeros before it."""
    return sql.call("printf", Sql(f"'%0{width}d'"), sql.cast(value, "BIGINT"))


Write = Callable[[Moment], Sql]

# What the kernel's strftime has under this or another letter, and what it has not.
_STRFTIME = {"a": "%a", "b": "%b", "c": "%m", "d": "%d", "D": "%m/%d/%y", "e": "%-d",
             "F": "%Y-%m-%d", "G": "%G", "h": "%I", "H": "%H", "i": "%M", "I": "%I", "j": "%j",
             "k": "%H", "l": "%I", "m": "%m", "M": "%B", "n": "\n", "p": "%p", "r": "%I:%M %p",
             "R": "%H:%M", "s": "%S", "S": "%S", "t": "\t", "T": "%H:%M:%S", "u": "%u",
             "V": "%V", "w": "%w", "W": "%A", "y": "%y", "Y": "%Y", "%": "%%"}  # fmt: skip
_MYSQL: dict[str, Write] = {
    "C": lambda m: _number(sql.op("//", m.part("year"), 100), 2),
    "f": lambda m: m.fraction_text(6),
    "g": lambda m: _number(sql.op("%", m.part("isoyear"), 100), 2),
    "Q": lambda m: sql.cast(m.part("quarter"), "VARCHAR"),
    "z": Moment.offset,
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
        if letter not in _MYSQL and letter not in _STRFTIME:
            raise bad(
                f"Incorrect syntax '{pattern}', symbol is not supported '{letter}' for function"
                f" {name}"
            )
        pieces.append("%" + letter)
        position += 2
    return tuple(pieces)


def _of(kernel: str) -> Callable[[Moment, int], Sql]:
    return lambda m, width: _number(m.part(kernel), width)


_JODA_STRFTIME = {"yy": "%y", "YY": "%y", "MMM": "%b", "a": "%p", "E": "%a", "EE": "%a",
                  "EEE": "%a"}  # fmt: skip
_JODA: dict[str, Callable[[Moment, int], Sql]] = {
    "G": lambda m, width: sql.string("AD" if width <= 3 else "Anno Domini"),
    "C": lambda m, width: _number(sql.op("//", m.part("year"), 100), width),
    "Y": _of("year"),
    "x": _of("isoyear"),
    "w": _of("weekofyear"),
    "e": _of("isodow"),
    "E": lambda m, width: m.part("dayname"),
    "y": _of("year"),
    "D": _of("dayofyear"),
    "M": lambda m, width: _number(m.part("month"), width) if width < 4 else m.part("monthname"),
    "d": _of("day"),
    "a": lambda m, width: sql.call("strftime", m.wall, sql.string("%p")),
    "K": lambda m, width: _number(sql.op("%", m.part("hour"), 12), width),
    "h": lambda m, width: _number(Sql(f"(({m.part('hour')} + 11) % 12 + 1)"), width),
    "H": _of("hour"),
    "k": lambda m, width: _number(Sql(f"(({m.part('hour')} + 23) % 24 + 1)"), width),
    "m": _of("minute"),
    "s": _of("second"),
    "S": lambda m, width: m.fraction_text(width),
    "z": lambda m, width: sql.string(m.zone),
}


@lru_cache(maxsize=256)
def joda_pieces(pattern: str, *, offsets: bool = False) -> tuple[tuple[str, int], ...]:
    """The pattern as (letter, width); width 0 is text to be taken as it is. With `offsets` there
    may be those of zones: they are read, but not written."""
    pieces: list[tuple[str, int]] = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == "'":
            text, position = _quoted(pattern, position)
            pieces.append((text, 0))
        elif character.isalpha() and character.isascii():
            width = len(pattern) - position - len(pattern[position:].lstrip(character))
            _check_joda(character, width, offsets)
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


def _check_joda(letter: str, width: int, offsets: bool) -> None:
    if letter == "z" and width < 4:
        raise Error(Code.NOT_IMPLEMENTED, "Short name time zone is not yet supported")
    if letter == "Z" and not offsets:
        raise Error(Code.NOT_IMPLEMENTED, "format is not supported for TIMEZONE_OFFSET_ID")
    if letter not in _JODA and letter != "Z":
        raise Error(Code.NOT_IMPLEMENTED, f"format is not supported for {letter * width}")


def _mysql_letter(letter: str, call: Call, type_: Type) -> str | Write:
    """How a letter is written under the settings: by the kernel's strftime, or by other SQL."""
    settings = call.context.settings
    if letter == "M" and not settings.formatdatetime_parsedatetime_m_is_month_name:
        return "%M"
    if letter in _LEADING and settings.formatdatetime_format_without_leading_zeros:
        return _LEADING[letter]
    if letter == "e" and settings.formatdatetime_e_with_space_padding:
        return lambda m: sql.call("printf", sql.string("%2d"), sql.cast(m.part("day"), "BIGINT"))
    if letter == "f":
        return _fraction(call, type_)
    return _STRFTIME.get(letter) or _MYSQL[letter]


_LEADING = {"c": "%-m", "e": "%-d", "l": "%-I", "k": "%-H"}


def _fraction(call: Call, type_: Type) -> Write:
    digits = zones.precision(type_)
    if not digits and call.context.settings.formatdatetime_f_prints_single_zero:
        return lambda m: sql.string("0")
    exact = digits and call.context.settings.formatdatetime_f_prints_scale_number_of_digits
    return lambda m: m.fraction_text(digits if exact else 6)


def _mysql_written(call: Call, type_: Type) -> list[str | Write]:
    return [
        _mysql_letter(piece[1], call, type_) if len(piece) > 1 else piece
        for piece in mysql_pieces(str(call.value(1)))
    ]


def _joda_written(call: Call) -> list[str | Write]:
    written: list[str | Write] = []
    for piece, width in joda_pieces(str(call.value(1))):
        if not width:
            written.append(_literal(piece))
        elif (known := _JODA_STRFTIME.get(piece * width)) is not None:
            written.append(known)
        else:
            written.append(_of_width(_JODA[piece], width))
    return written


def _of_width(write: Callable[[Moment, int], Sql], width: int) -> Write:
    return lambda moment: write(moment, width)


def _written(moment: Moment, pieces: Sequence[str | Write]) -> Sql:
    """The pieces one behind the other; those of strftime that are neighbours by one call."""
    texts: list[Sql] = []
    for by_strftime, group in groupby(pieces, lambda piece: isinstance(piece, str)):
        if by_strftime:
            texts.append(sql.call("strftime", moment.wall, sql.string("".join(map(str, group)))))
        else:
            texts += [piece(moment) for piece in group if not isinstance(piece, str)]
    if not texts:
        return sql.case((sql.is_null(moment.wall), sql.NULL), otherwise=sql.string(""))
    return sql.op("||", *texts) if len(texts) > 1 else texts[0]


def _literal(text: str) -> str:
    return text.replace("%", "%%")


def _format_type(arguments: Arguments) -> Type:
    name = arguments.function
    type_ = arguments[0].type
    seconds = name.startswith("from") and isinstance(type_, Integer)
    if seconds and type_.bits > 64:  # type: ignore[attr-defined]
        raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {type_} of function {name}")
    if not seconds and not isinstance(type_, Date | DateTime | DateTime64):
        raise illegal_type(name, type_)
    if len(arguments) == 1:
        return DateTime()
    if not isinstance(arguments[1].type, String):
        message = f"Illegal type {arguments[1].type} of the format of function {name}"
        from_number = name.startswith("from") and len(arguments) > 2
        code = Code.ILLEGAL_COLUMN if from_number else Code.ILLEGAL_TYPE_OF_ARGUMENT
        raise Error(code, message)
    clock.zone_argument(arguments, 2)
    return STRING


def _formatted(call: Call, *, joda: bool) -> Sql:
    type_, zone = call.inner(0), clock.zone_of(call, 2)
    _check_zone_use(str(call.value(1)), type_, joda)
    written = _joda_written(call) if joda else _mysql_written(call, type_)
    return _written(Moment.of(call, zone), written)


def _check_zone_use(pattern: str, type_: Type, joda: bool) -> None:
    if isinstance(type_, Date) and not joda and "%z" in mysql_pieces(pattern):
        raise clock.illegal("timezoneOffset", type_)


_TIME = "toDateTime('2024-05-06 07:08:09')"


@function(
    "formatDateTime",
    args=(2, 3),
    returns=_format_type,
    any_case_aliases=("DATE_FORMAT",),
    constant_arguments=(1, 2),
    example=(f"formatDateTime({_TIME}, '%d.%m.%Y %H:%i')", "06.05.2024 07:08"),
)
def format_date_time(call: Call) -> Sql:
    """The moment as text in MySQL's syntax, e.g. %Y-%m-%d %H:%i:%S."""
    return _formatted(call, joda=False)


@function(
    "formatDateTimeInJodaSyntax",
    args=(2, 3),
    returns=_format_type,
    constant_arguments=(1, 2),
    example=(f"formatDateTimeInJodaSyntax({_TIME}, 'dd.MM.yyyy HH:mm')", "06.05.2024 07:08"),
)
def format_date_time_joda(call: Call) -> Sql:
    """The moment as text in Joda's syntax, e.g. yyyy-MM-dd HH:mm:ss."""
    return _formatted(call, joda=True)


@function(
    "fromUnixTimestamp",
    args=(1, 3),
    returns=_format_type,
    any_case_aliases=("FROM_UNIXTIME",),
    constant_arguments=(1, 2),
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
    returns=_format_type,
    constant_arguments=(1, 2),
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


def _name_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, String):
        raise illegal_type(arguments.function, arguments[0].type)
    part = str(arguments[0].value).lower()
    if part not in _NAMES:
        raise Error(
            Code.BAD_ARGUMENTS, f"Invalid date part {part} for function {arguments.function}"
        )
    clock.moment(
        arguments.function, arguments[1].type, days=part not in ("hour", "minute", "second")
    )
    clock.zone_argument(arguments, 2)
    return STRING


@function(
    "dateName",
    args=(2, 3),
    returns=_name_type,
    any_case=True,
    constant_arguments=(0, 2),
    example=("dateName('month', toDate('2024-05-06'))", "May"),
)
def date_name(call: Call) -> Sql:
    """A part of a moment as text: year, quarter, month, dayofyear, day, week, weekday, hour, ..."""
    wall = clock.wall(call, clock.zone_of(call, 2, subject=1), 1)
    return sql.cast(Sql(_NAMES[str(call.value(0)).lower()].format(wall)), "VARCHAR")
