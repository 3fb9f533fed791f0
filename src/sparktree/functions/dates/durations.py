"""Lengths of time in words, as numbers of seconds."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, String, Type

_DAY = 86400
# A year and a month are not always as long: these are ClickHouse's.
_UNITS: dict[str, tuple[str, ...]] = {
    repr(365 * _DAY): ("years", "year", "yr", "y"),
    repr(30.5 * _DAY): ("months", "month", "mo"),
    repr(7 * _DAY): ("weeks", "week", "w"),
    repr(_DAY): ("days", "day", "d"),
    "3600": ("hours", "hour", "hr", "h"),
    "60": ("minutes", "minute", "min", "m"),
    "1": ("seconds", "second", "sec", "s"),
    "1e-3": ("milliseconds", "millisecond", "millisec", "ms"),
    "1e-6": ("microseconds", "microsecond", "microsec", "μs", "µs", "us"),
    "1e-9": ("nanoseconds", "nanosecond", "nanosec", "ns"),
}
_WORDS = "|".join(word for words in _UNITS.values() for word in words)
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_PIECE = rf"{_NUMBER} *(?:{_WORDS})"
_DELTA = rf" *{_PIECE}(?: *[;+,: -]? *{_PIECE})*[ .]*"


def _text_type(name: str, role: str, arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type, String):
        raise wrong(name, 0, arguments[0], role, "String")
    return FLOAT64


def _refused(name: str, text: Sql) -> Sql:
    pieces = (f'Invalid argument of function {name}, str: "', text, '"')
    return sql.cast(refusal(Code.BAD_ARGUMENTS, *pieces), "DOUBLE")


def _all_matches(text: Sql, pattern: str, group: int) -> Sql:
    return sql.call("regexp_extract_all", text, sql.string(pattern), group)


@function(
    "parseTimeDelta",
    returns=lambda arguments: _text_type("parseTimeDelta", "timestr", arguments),
    nulls="guard",
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    too_many=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
    refuses_default=True,
    example=("parseTimeDelta('1 min 35 sec')", "95"),
)
def parse_time_delta(call: Call) -> Sql:
    """The seconds that numbers with units of time come to: 1yr2mo, 11s+22min, 3 days, 4 hours."""

    def seconds(text: Sql) -> Sql:
        piece = rf"({_NUMBER}) *([^0-9;+,: .-]+)"
        factors = ", ".join(
            f"{sql.string(word)}: {seconds}::DOUBLE"
            for seconds, words in _UNITS.items()
            for word in words
        )
        pairs = sql.call("list_zip", _all_matches(text, piece, 1), _all_matches(text, piece, 2))
        value = Sql(f"lambda _p: CAST(_p[1] AS DOUBLE) * (MAP {{{factors}}})[_p[2]]")
        whole = sql.call("regexp_full_match", text, sql.string(_DELTA))
        total = sql.call("list_sum", sql.call("list_transform", pairs, value))
        return sql.case((whole, total), otherwise=_refused(call.name, text))

    return sql.bound(call[0], seconds)


_PARTS = (("W", 7 * _DAY), ("D", _DAY), ("H", 3600), ("M", 60), ("S", 1))
_ISO = "P" + "".join(rf"(?:({_NUMBER}){unit})?" for unit in "WD")
_ISO += "(?:T" + "".join(rf"(?:({_NUMBER}){unit})?" for unit in "HMS") + ")?"


@function(
    "parseISO8601Duration",
    returns=lambda arguments: _text_type("parseISO8601Duration", "duration", arguments),
    nulls="guard",
    of_null=FLOAT64,
    example=("parseISO8601Duration('P1DT12H30M5.5S')", "131405.5"),
)
def parse_iso8601_duration(call: Call) -> Sql:
    """The seconds of a duration in ISO 8601: weeks, days, then T and hours, minutes, seconds."""

    def seconds(text: Sql) -> Sql:
        parts = [
            f"coalesce(TRY_CAST(nullif(regexp_extract({text}, {sql.string(_ISO)}, {group}), '')"
            f" AS DOUBLE), 0) * {factor}"
            for group, (_, factor) in enumerate(_PARTS, 1)
        ]
        total = Sql(f"({' + '.join(parts)})")
        known = sql.all_of(
            (
                sql.call("regexp_full_match", text, sql.string(_ISO)),
                Sql(f"NOT regexp_matches({text}, '[PT]$')"),
                Sql(f"isfinite({total})"),
            )
        )
        return sql.case((known, total), otherwise=_refused(call.name, text))

    return sql.bound(call[0], seconds)
