"""Moments from text: parseDateTime in two syntaxes, and the best effort."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.constant_arguments import scale_instead_of_zone
from sparktree.functions.core.declare import Argument, Call, function, illegal_type
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import refusal
from sparktree.functions.dates import clock
from sparktree.functions.dates.datetime_columns import (
    DAYS,
    MONTHS,
    SHORT_DAYS,
    SHORT_MONTHS,
    Moments,
)
from sparktree.functions.dates.format import joda_pieces, mysql_pieces
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.types import DateTime, DateTime64, String, Type, make_nullable
from sparktree.types.best_effort import best_effort
from sparktree.types.best_effort_arrays import best_efforts
from sparktree.types.free_moments import as_free, is_no_moment
from sparktree.types.moments import epoch_seconds, is_utc, local_timestamp
from sparktree.types.times import own_zone
from sparktree.types.usual_text import epoch_digits, free_moment

Read = Callable[[Moments, str], None]


def _two(name: str, low: int, high: int) -> Read:
    return lambda parts, piece: parts.number(piece, name, 2, 2, low, high)


def _sequence(pattern: str) -> Read:
    def read(parts: Moments, piece: str) -> None:
        _read_mysql(parts, pattern)

    return read


def _short_date(parts: Moments, piece: str) -> None:
    _read_mysql(parts, "%m/%d/")
    parts.short_year(piece)


_YEARS, _ALL_YEARS = (1970, 2106), (0, 9999)  # of a DateTime, of a DateTime64

_MYSQL: dict[str, Read] = {
    "a": lambda p, x: p.word(x, "weekday_name", SHORT_DAYS),
    "b": lambda p, x: p.word(x, "month", SHORT_MONTHS),
    "c": lambda p, x: p.number(x, "month", 1, 2, 1, 12),
    "C": _two("century", 19, 22),
    "d": _two("day", 1, 31),
    "D": _short_date,
    "e": lambda p, x: p.number(x, "day", 1, 2, 1, 31),
    "f": lambda p, x: p.digits(x, 6),
    "F": _sequence("%Y-%m-%d"),
    "G": lambda p, x: p.number(x, "week_year", 4, 4, *_YEARS),
    "h": _two("hour12", 1, 12),
    "H": _two("hour", 0, 23),
    "i": _two("minute", 0, 59),
    "I": _two("hour12", 1, 12),
    "j": lambda p, x: p.number(x, "day_of_year", 3, 3, 1, 366),
    "k": lambda p, x: p.number(x, "hour", 1, 2, 0, 23),
    "l": lambda p, x: p.number(x, "hour12", 1, 2, 1, 12),
    "m": _two("month", 1, 12),
    "M": lambda p, x: p.word(x, "month", MONTHS),
    "n": lambda p, x: p.literal("\n"),
    "p": lambda p, x: p.word(x, "half", ["am", "pm"]),
    "r": _sequence("%h:%i %p"),
    "R": _sequence("%H:%i"),
    "s": _two("second", 0, 59),
    "S": _two("second", 0, 59),
    "t": lambda p, x: p.literal("\t"),
    "T": _sequence("%H:%i:%s"),
    "u": lambda p, x: p.number(x, "weekday", 1, 1, 1, 7),
    "V": _two("week", 1, 53),
    "w": lambda p, x: p.number(x, "weekday", 1, 1, 0, 6),
    "W": lambda p, x: p.word(x, "weekday_name", DAYS),
    "y": _two("year2", 0, 99),
    "Y": lambda p, x: p.number(x, "year", 4, 4, *_YEARS),
    "z": lambda p, x: p.zone_offset(x),
    "%": lambda p, x: p.literal("%"),
}


# Other readings of letters, by the options that settings give, or a DateTime64.
_WIDE = "6"
_OPTIONS: dict[str, dict[str, Read]] = {
    "M": {"M": _two("minute", 0, 59)},
    "0": {
        "c": _two("month", 1, 12),
        "k": _two("hour", 0, 23),
        "l": _two("hour12", 1, 12),
    },
    "e": {"e": lambda p, x: p.padded(x, "day", 1, 31)},
    _WIDE: {
        "C": _two("century", 0, 99),
        "G": lambda p, x: p.number(x, "week_year", 4, 4, *_ALL_YEARS),
        "Y": lambda p, x: p.number(x, "year", 4, 4, *_ALL_YEARS),
        "F": lambda p, x: _read_mysql(p, "%Y-%m-%d", _WIDE),
    },
}


@lru_cache(maxsize=16)
def _letters(options: str) -> dict[str, Read]:
    return dict(chain(_MYSQL.items(), *(_OPTIONS[option].items() for option in options)))


def _read_mysql(parts: Moments, pattern: str, options: str = "") -> None:
    letters = _letters(options)
    for piece in mysql_pieces(pattern, "parseDateTime"):
        if len(piece) == 1:
            parts.literal(piece)
        elif piece[1] in letters:
            letters[piece[1]](parts, piece)
        else:
            raise Error(Code.NOT_IMPLEMENTED, f"format is not supported for {piece}")


_JODA_NUMBERS = {
    "w": ("week", 1, 53), "e": ("weekday", 1, 7),
    "D": ("day_of_year", 1, 366), "d": ("day", 1, 31), "K": ("hour12", 0, 11),
    "h": ("hour12", 1, 12), "H": ("hour", 0, 23), "k": ("hour", 1, 24), "m": ("minute", 0, 59),
    "s": ("second", 0, 59),
}  # fmt: skip


def _read_joda(parts: Moments, pattern: str, *, wide: bool) -> None:
    for letter, width in joda_pieces(pattern, offsets=True):
        piece = letter * max(width, 1)
        if width == 0:
            parts.literal(letter)
        elif letter in "yYx":
            _joda_year(parts, piece, width, _ALL_YEARS if wide else _YEARS)
        elif letter == "Z":
            parts.zone_offset(piece, limited=True)
        elif letter == "M":
            _joda_month(parts, piece, width)
        elif letter == "E":
            parts.word(piece, "weekday_name", DAYS, SHORT_DAYS)
        elif letter == "a":
            parts.word(piece, "half", ["am", "pm"])
        elif letter == "S":
            parts.digits(piece, width, right=True)
        elif letter in _JODA_NUMBERS:
            name, low, high = _JODA_NUMBERS[letter]
            parts.number(piece, name, 1, max(width, 2 if high < 100 else 4), low, high)
        else:
            raise Error(Code.NOT_IMPLEMENTED, f"format is not supported for {piece}")


def _joda_year(parts: Moments, piece: str, width: int, years: tuple[int, int]) -> None:
    if piece[0] == "x":
        parts.number(piece, "week_year", 1, max(width, 4), *years)
    elif width == 2:
        parts.number(piece, "year2", 2, 2, 0, 99)
    else:
        parts.number(piece, "year", 1, width, *years)


def _joda_month(parts: Moments, piece: str, width: int) -> None:
    if width >= 3:
        parts.word(piece, "month", MONTHS, SHORT_MONTHS)
    else:
        parts.number(piece, "month", 1, 2, 1, 12)


@arrow_function(
    "st_parse_time",
    ("VARCHAR", "VARCHAR", "INTEGER", "VARCHAR", "BOOLEAN"),
    "BIGINT",
    handles_null=True,
)
def _parse(
    texts: pa.ChunkedArray,
    patterns: pa.ChunkedArray,
    digits: pa.ChunkedArray,
    syntaxes: pa.ChunkedArray,
    strict: pa.ChunkedArray,
) -> pa.Array:
    """Ticks that clocks show; all but the texts are constants."""
    array = whole(texts)
    if len(array) == 0:
        return pa.array([], pa.int64())
    known = np.asarray(array.is_valid())
    moments = Moments(Texts.of(array.filter(pa.array(known))))
    try:
        _read(moments, patterns[0].as_py(), syntaxes[0].as_py())
        ticks = moments.ticks(digits[0].as_py())
        if strict[0].as_py() and (error := moments.first_error()) is not None:
            raise error
    except Error as error:
        raise ValueError(raising(error.code, error.message)) from error
    found, missing = np.zeros(len(array), np.int64), ~known
    found[known], missing[known] = ticks, ~moments.right
    return pa.array(found, mask=missing)


def _read(moments: Moments, pattern: str, syntax: str) -> None:
    if syntax.startswith(_JODA_SYNTAX):
        _read_joda(moments, pattern, wide=syntax.endswith(_WIDE))
    else:
        _read_mysql(moments, pattern, syntax)


# --- declarations -------------------------------------------------------------------------

_JODA_SYNTAX = "joda"


def _options(call: Call) -> str:
    """What settings change in the reading of letters."""
    settings = call.context.settings
    return "".join(
        option
        for option, is_set in (
            ("M", not settings.formatdatetime_parsedatetime_m_is_month_name),
            ("0", not settings.parsedatetime_parse_without_leading_zeros),
            ("e", settings.parsedatetime_e_requires_space_padding),
        )
        if is_set
    )


_DEFAULT = {False: "%Y-%m-%d %H:%i:%s", True: "yyyy-MM-dd HH:mm:ss"}


@dataclass(frozen=True, slots=True)
class Parser:
    """One of parseDateTime's spellings."""

    joda: bool
    wide: bool
    mode: str  # "", OrNull, OrZero

    @property
    def name(self) -> str:
        width = "64" if self.wide else ""
        return f"parseDateTime{width}{'InJodaSyntax' if self.joda else ''}{self.mode}"

    @property
    def default(self) -> str:
        """The pattern where none is given: with DateTime64 and MySQL's syntax also a fraction."""
        return _DEFAULT[self.joda] + (".%f" if self.wide and not self.joda else "")

    def returns(self, arguments: Sequence[Argument]) -> Type:
        for argument in arguments:
            if not isinstance(argument.type, String):
                raise illegal_type(self.name, argument.type)
        context = arguments[0].context
        zone = clock.zone_argument(arguments, 2, empty=True) or (context.zone if context else "UTC")
        result: Type = DateTime(zone)
        if self.wide:
            pattern = str(arguments[1].value) if len(arguments) > 1 else self.default
            result = DateTime64(self.precision(pattern), zone)
        return make_nullable(result) if self.mode == "OrNull" else result

    def precision(self, pattern: str) -> int:
        """Digits after the second: those of the pattern."""
        if not self.joda:
            return 6
        return max(
            (w for letter, w in joda_pieces(pattern, offsets=True) if letter == "S" and w),
            default=0,
        )

    def lower(self, call: Call) -> Sql:
        target = call.result.inner
        digits = target.precision if isinstance(target, DateTime64) else 0
        pattern = call[1] if len(call) > 1 else sql.string(self.default)
        zone = clock.zone_argument(call.arguments, 2, empty=True) or call.context.zone
        strict = not self.mode
        syntax = (_JODA_SYNTAX if self.joda else _options(call)) + (_WIDE if self.wide else "")

        def read(text: Sql) -> Sql:
            ticks = _parse(text, pattern, digits, sql.string(syntax), strict)
            known = len(call) == 1 or call.arguments[1].is_constant
            form = str(call.value(1)) if len(call) > 1 and known else self.default
            fast = _fixed_stamp(text, form, self.joda) if known else None
            slow = ticks if _tells_zone(form, self.joda) else _in_zone(ticks, digits, zone)
            if fast is None:
                return slow
            shown = epoch_seconds(fast[1], "UTC")
            ticks = sql.op("*", _shown_seconds(shown, zone), 10**digits)
            return sql.case((fast[0], ticks), otherwise=slow)

        found = sql.let(call[0], read)
        if not self.wide:
            found = sql.let(found, self._of_epoch)
        if self.mode == "OrZero":
            nulls = sql.is_null(call[0])
            return sql.case((nulls, sql.NULL), otherwise=sql.coalesce(found, target.default()))
        return found

    def _of_epoch(self, seconds: Sql) -> Sql:
        """The seconds of a DateTime; what is before the epoch does not fit."""
        code = Code.VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
        wrong = sql.NULL if self.mode else refusal(code, "Seconds since epoch is negative")
        return sql.case((sql.op("<", seconds, 0), wrong), otherwise=clock.clamp_seconds(seconds))


def _tells_zone(pattern: str, joda: bool) -> bool:
    """Whether moments come with the offset of their zone."""
    if joda:
        return any(letter == "Z" and width for letter, width in joda_pieces(pattern, offsets=True))
    return "%z" in mysql_pieces(pattern)


def _shown_seconds(seconds: Sql, zone: str) -> Sql:
    """The seconds of the epoch for those that a clock shows; as ClickHouse, with the offset that a
    zone has when clocks of UTC show them, which is another for hours after a change of the clocks.
    """
    if is_utc(zone):
        return seconds
    return Sql(f"(2 * {seconds} - epoch_us({local_timestamp(seconds, zone)}) // 1000000)")


def _in_zone(ticks: Sql, digits: int, zone: str) -> Sql:
    """The ticks of the epoch when a clock in a zone shows others."""
    if is_utc(zone):
        return ticks

    def moved(found: Sql) -> Sql:
        scale = Sql(str(10**digits))
        seconds = _shown_seconds(sql.op("//", found, scale), zone)
        return sql.op("+", sql.op("*", seconds, scale), sql.op("%", found, scale))

    return sql.let(ticks, moved)


def _declare(parser: Parser) -> None:
    def lower(call: Call) -> Sql:
        return parser.lower(call)

    what = {"": "", "OrNull": "; NULL if it does not fit", "OrZero": "; zero if it does not fit"}
    lower.__doc__ = (
        f"The moment of a text in {'Joda' if parser.joda else 'MySQL'}'s syntax{what[parser.mode]}."
    )
    pattern = _DEFAULT[parser.joda]
    shown = "2024-05-06 07:08:09" + (".000000" if parser.wide and not parser.joda else "")
    aliases = {"parseDateTime": ("TO_UNIXTIME",), "parseDateTimeOrNull": ("str_to_date",)}
    function(
        parser.name, args=(1, 3), returns=parser.returns, nulls="propagate",
        constant_arguments=(1, 2), any_case_aliases=aliases.get(parser.name, ()),
        refuses_default=not parser.mode and not parser.wide,
        example=(f"{parser.name}('2024-05-06 07:08:09', '{pattern}')", shown),
    )(lower)  # fmt: skip


for _joda in (False, True):
    for _wide in (False, True):
        for _mode in ("", "OrNull", "OrZero"):
            _declare(Parser(_joda, _wide, _mode))


_WHOLE_SECONDS = -1  # in the place of digits after the second


@arrow_function(
    "st_best_effort",
    ("VARCHAR", "VARCHAR", "INTEGER", "BOOLEAN", "BOOLEAN"),
    "BIGINT",
    handles_null=True,
)
def _best_effort(
    texts: pa.ChunkedArray,
    zones: pa.ChunkedArray,
    digits: pa.ChunkedArray,
    us_style: pa.ChunkedArray,
    strict: pa.ChunkedArray,
) -> pa.Array:
    """Ticks of moments in any usual notation; all but the texts are constants."""
    array = whole(texts)
    if len(array) == 0:
        return pa.array([], pa.int64())
    zone, precision, us = zones[0].as_py(), digits[0].as_py(), bool(us_style[0].as_py())
    found = best_efforts(array.fill_null(""), zone, fractions=precision >= 0, us_style=us)
    ticks, fits = found.ticks(max(precision, 0))
    wrong = ~fits & np.asarray(array.is_valid())
    if bool(strict[0].as_py()) and wrong.any():
        raise _no_moment(unescape(array[int(wrong.argmax())].as_py()), zone, precision, us)
    return pa.array(ticks, mask=~fits)


def _no_moment(text: bytes, zone: str, digits: int, us_style: bool) -> ValueError:
    """What keeps a text from being a moment."""
    shown = text.decode("utf-8", "replace")
    try:
        end = best_effort(shown, DateTime(), zone, fractions=digits >= 0, us_style=us_style).end
    except Error as error:
        return ValueError(raising(error.code, error.message))
    if end == len(shown):
        return ValueError(raising(Code.DECIMAL_OVERFLOW, "Decimal math overflow"))
    message = f"Cannot parse string '{shown}' as DateTime: syntax error at position {end}"
    return ValueError(raising(Code.CANNOT_PARSE_TEXT, message))


def _within(stamp: Sql) -> Sql:
    """Days that every zone has in the range of a DateTime."""
    return Sql(f"({stamp} BETWEEN '1970-01-03' AND '2106-02-05')")


# The places of a pattern whose fields have a fixed number of digits.
_FIXED = {"%Y": "Y", "%m": "m", "%d": "d", "%H": "H", "%i": "i", "%s": "s", "%S": "s",
          "yyyy": "Y", "MM": "m", "dd": "d", "HH": "H", "mm": "i", "ss": "s"}  # fmt: skip


def _fixed_stamp(text: Sql, pattern: str, joda: bool) -> tuple[Sql, Sql] | None:
    """Texts of a pattern of fixed places: when they are of its form, and the TIMESTAMP."""
    wholes = {"%F": "%Y-%m-%d", "%T": "%H:%i:%s", "%R": "%H:%i"}
    for short, long in wholes.items() if not joda else ():
        pattern = pattern.replace(short, long)
    letters = joda_pieces(pattern, offsets=True) if joda else ()
    pieces = [p * w if w else p for p, w in letters] if joda else mysql_pieces(pattern)
    places: dict[str, Sql] = {}
    form, position = "", 1
    for piece in pieces:
        name = _FIXED.get(piece)
        if name is None and (len(piece) > 1 or piece.isalnum() or piece == "%"):
            return None
        width = 1 if name is None else 4 if name == "Y" else 2
        if name is not None:
            if name in places:
                return None
            places[name] = sql.call("substring", text, position, width)
        form += re.escape(piece) if name is None else f"[0-9]{{{width}}}"
        position += width
    if not {"Y", "m", "d"} <= places.keys():
        return None
    day = sql.op("||", places["Y"], sql.string("-"), places["m"], sql.string("-"), places["d"])
    clock_ = [places.get(name, Sql("'00'")) for name in "His"]
    moment = sql.op(
        "||",
        day,
        sql.string(" "),
        clock_[0],
        sql.string(":"),
        clock_[1],
        sql.string(":"),
        clock_[2],
    )
    stamp = sql.try_cast(moment, "TIMESTAMP")
    matches = sql.call("regexp_full_match", text, sql.string(form))
    return sql.all_of([matches, _within(stamp)]), stamp


def any_moment(
    text: Sql,
    target: DateTime | DateTime64,
    zone: str,
    digits: int = 0,
    *,
    us: bool = False,
    strict: bool = True,
) -> Sql:
    """The ticks of a moment in any usual notation; if not `strict`, NULL for other texts."""

    def read(v: Sql) -> Sql:
        precision = digits if isinstance(target, DateTime64) else _WHOLE_SECONDS
        slow = _best_effort(v, sql.string(zone), precision, us, strict)
        hopeless = [] if strict else [(is_no_moment(v), sql.NULL)]
        return sql.case(
            *epoch_digits(v, digits), free_moment(target, v, zone), *hopeless, otherwise=slow
        )

    return sql.let(sql.let(text, lambda v: as_free(v, us_style=us)), read)


@dataclass(frozen=True, slots=True)
class BestEffort:
    """One of parseDateTimeBestEffort's spellings."""

    width: str  # "", 32, 64
    us: bool
    mode: str

    @property
    def name(self) -> str:
        return f"parseDateTime{self.width}BestEffort{'US' if self.us else ''}{self.mode}"

    def returns(self, arguments: Sequence[Argument]) -> Type:
        if not is_text(arguments[0].type.inner):
            raise illegal_type(self.name, arguments[0].type)
        if self.width == "64":
            digits = int(str(arguments[1].value)) if len(arguments) > 1 else 3
            result: Type = DateTime64(digits, clock.zone_argument(arguments, 2, empty=True))
        else:
            plain = not self.us and not self.width
            scale = scale_instead_of_zone(self.name, arguments) if plain else None
            zone = clock.zone_argument(arguments, 1 if scale is None else 2, empty=True)
            result = DateTime64(scale, zone) if scale else DateTime(zone)
        return make_nullable(result) if self.mode == "OrNull" else result

    def lower(self, call: Call) -> Sql:
        target = call.result.inner
        assert isinstance(target, DateTime | DateTime64)
        digits = target.precision if isinstance(target, DateTime64) else 0
        zone = own_zone(target) or call.context.zone
        found = any_moment(call[0], target, zone, digits, us=self.us, strict=not self.mode)
        if self.mode == "OrZero":
            null = sql.is_null(call[0])
            found = sql.case((null, sql.NULL), otherwise=sql.coalesce(found, 0))
        if isinstance(target, DateTime64):
            return found
        return clock.clamp_seconds(found)


def _declare_best(parser: BestEffort) -> None:
    def lower(call: Call) -> Sql:
        return parser.lower(call)

    lower.__doc__ = "The moment of a text in any usual notation" + (
        ", the month first." if parser.us else "."
    )
    wide = parser.width == "64"
    shown = "2024-05-06 07:08:09" + (".000" if wide else "")
    function(
        parser.name, args=(1, 2 if not wide and (parser.us or parser.width) else 3),
        returns=parser.returns, constant_arguments=(1, 2),
        example=(f"{parser.name}('2024-05-06T07:08:09Z')", shown),
    )(lower)  # fmt: skip


for _width, _us in (("", False), ("", True), ("32", False), ("64", False), ("64", True)):
    for _mode in ("", "OrNull", "OrZero"):
        _declare_best(BestEffort(_width, _us, _mode))
