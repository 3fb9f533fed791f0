"""Functions that SQL gives a syntax of their own: CAST, SUBSTRING, TRIM, DATE_ADD and others.

A name with such a syntax has no other one: what does not fit is a syntax error, and neither
parameters nor FILTER or OVER may follow.
"""

from __future__ import annotations

from collections.abc import Callable

from sparktree.sql.ast import Aliased, Expression, Function, Literal, Subquery
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.aliases import RESTRICTED
from sparktree.sql.grammar.calls import cast, data_type_text
from sparktree.sql.grammar.intervals import UNITS, unit
from sparktree.sql.lexer import Kind

Rule = Callable[[Cursor], Expression]


def part(c: Cursor, *ends: str) -> Expression:
    """`expression [[AS] alias]`, up to one of the words that the form goes on with."""
    return _aliased(c, c.rules.expression(c), *ends)


def _aliased(c: Cursor, value: Expression, *ends: str) -> Expression:
    token = c.token
    if token.key in ends:
        return value
    if token.key == "AS" and c.peek().kind <= Kind.QUOTED:
        c.advance()
        return Aliased(value, c.advance().text)
    if token.kind is Kind.QUOTED or (token.kind is Kind.WORD and token.key not in RESTRICTED):
        c.advance()
        return Aliased(value, token.text)
    return value


def _parts(c: Cursor) -> tuple[Expression, ...]:
    """Any number of parts up to the closing bracket, which is stepped over."""
    if c.accept(")"):
        return ()
    found = c.listed(part)
    c.expect(")")
    return found


# --- CAST ----------------------------------------------------------------------------------


def _cast(c: Cursor) -> Expression:
    """`CAST(x [[AS] alias] AS T)` or `CAST(x [[AS] alias], 'T')`."""
    value = c.rules.expression(c)
    if c.token.key != "AS" or c.peek(2).key in ("AS", ","):
        value = _aliased(c, value)
    if c.accept("AS"):
        type_text = data_type_text(c)
        c.expect(")")
        return cast(value, type_text)
    c.expect(",")
    target = part(c)
    c.expect(")")
    return Function("CAST", (value, target))


# --- parts of dates ------------------------------------------------------------------------


def _simple(function: str, *mode: int) -> Callable[[Expression], Expression]:
    def make(value: Expression) -> Expression:
        return Function(function, (value, *(_number(number) for number in mode)))

    return make


def _number(value: int) -> Literal:
    return Literal(value, str(value))


def _decade(value: Expression) -> Expression:
    return Function("intDiv", (Function("__toYearCalendarOnly", (value,)), _number(10)))


def _years(length: int) -> Callable[[Expression], Expression]:
    """Which of the spans of so many years it is; the first begins with the year 1."""

    def make(value: Expression) -> Expression:
        year = Function("__toYearCalendarOnly", (value,))
        before = Function("minus", (year, _number(1)))
        return Function("plus", (Function("intDiv", (before, _number(length))), _number(1)))

    return make


def _zone_hour(value: Expression) -> Expression:
    return Function("intDiv", (Function("timezoneOffset", (value,)), _int64(3600)))


def _zone_minute(value: Expression) -> Expression:
    rest = Function("modulo", (Function("timezoneOffset", (value,)), _int64(3600)))
    return Function("intDiv", (rest, _int64(60)))


def _int64(value: int) -> Function:
    return Function("toInt64", (_number(value),))


# A part of a date to the call that computes it.
_EXTRACTORS: dict[str, Callable[[Expression], Expression]] = {
    "Nanosecond": _simple("toNanosecond"),
    "Microsecond": _simple("toMicrosecond"),
    "Millisecond": _simple("toMillisecond"),
    "Second": _simple("toSecond"),
    "Minute": _simple("toMinute"),
    "Hour": _simple("toHour"),
    "Day": _simple("toDayOfMonth"),
    "Week": _simple("toISOWeek"),
    "Month": _simple("toMonth"),
    "Quarter": _simple("toQuarter"),
    "Year": _simple("toYear"),
    "EPOCH": _simple("toUnixTimestamp"),
    "DOW": _simple("toDayOfWeek", 2),
    "ISODOW": _simple("toDayOfWeek"),
    "DOY": _simple("toDayOfYear"),
    "ISOYEAR": _simple("toISOYear"),
    "DECADE": _decade,
    "CENTURY": _years(100),
    "MILLENNIUM": _years(1000),
    "TIMEZONE_HOUR": _zone_hour,
    "TIMEZONE_MINUTE": _zone_minute,
}


def _extract(c: Cursor) -> Expression:
    """`EXTRACT(DAY FROM x)`, or the function `extract(text, pattern)`."""
    kind = UNITS.get(c.token.key, c.token.key)
    if kind not in _EXTRACTORS or c.peek().key != "FROM":
        return Function("extract", _parts(c))
    c.advance()
    c.advance()
    value = part(c)
    c.expect(")")
    return _EXTRACTORS[kind](value)


# --- text ----------------------------------------------------------------------------------


def _substring(c: Cursor) -> Expression:
    """`SUBSTRING(x FROM a [FOR b])`; commas may stand for the words."""
    args = [part(c, "FROM")]
    if not c.accept(","):
        c.expect("FROM")
    args.append(part(c, "FOR"))
    if c.at("FOR", ","):
        c.advance()
        args.extend(c.listed(part))
    c.expect(")")
    return Function("substring", tuple(args))


def _overlay(function: str) -> Rule:
    """`OVERLAY(x PLACING y FROM a [FOR b])`, or with commas alone."""

    def parse(c: Cursor) -> Expression:
        args = [part(c, "PLACING")]
        if not c.accept("PLACING"):
            if c.accept(","):
                args.extend(c.listed(part))
            c.expect(")")
            return Function(function, tuple(args))
        args.append(part(c))
        c.expect("FROM")
        args.append(part(c, "FOR"))
        if c.accept("FOR"):
            args.append(part(c))
        c.expect(")")
        return Function(function, tuple(args))

    return parse


def _position(c: Cursor) -> Expression:
    """`POSITION(needle IN haystack)`, or the function `position(haystack, needle)`."""
    if c.accept(")"):
        return Function("position", ())
    first = part(c)
    alias = first.alias if isinstance(first, Aliased) else None
    inside = first.expression if isinstance(first, Aliased) else first
    args: tuple[Expression, ...]
    if isinstance(inside, Function) and inside.name == "in" and _is_operator(inside):
        needle, haystack = inside.args  # the alias, being the last word, is the haystack's
        args = (haystack if alias is None else Aliased(haystack, alias), needle)
    elif c.accept("IN"):
        args = (part(c), first)
    else:
        more = c.listed(part) if c.accept(",") else ()
        args = (first, *more)
    c.expect(")")
    return Function("position", args)


def _is_operator(node: Function) -> bool:
    return node.operator and not node.parens


_TRIMS = {"LEADING": "trimLeft", "TRAILING": "trimRight", "BOTH": "trimBoth"}


def _trim(c: Cursor) -> Expression:
    """`TRIM([BOTH | LEADING | TRAILING characters FROM] text)`."""
    side = c.accept_any(*_TRIMS)
    if side is None:
        return _one_sided_trim("trimBoth")(c)
    what = part(c)
    c.expect("FROM")
    values = c.listed(part)
    c.expect(")")
    return Function(_TRIMS[side], (*values, what))


def _one_sided_trim(function: str) -> Rule:
    def parse(c: Cursor) -> Expression:
        args = c.listed(part)
        c.expect(")")
        return Function(function, args)

    return parse


# --- dates ---------------------------------------------------------------------------------


def _date_arithmetic(function: str) -> Rule:
    """`DATE_ADD(DAY, 1, x)` and `DATE_ADD(x, INTERVAL 1 DAY)`."""

    def parse(c: Cursor) -> Expression:
        kind = unit(c)
        if kind is None:
            return Function(function, _parts(c))
        c.expect(",")
        args = _parts(c)
        if len(args) < 2:
            c.fail(",")
        return Function(function, (args[1], Function(f"toInterval{kind}", args[:1])))

    return parse


def _date_difference(c: Cursor) -> Expression:
    kind = unit(c)
    if kind is None:
        return Function("dateDiff", _parts(c))
    c.expect(",")
    args = _parts(c)
    if len(args) not in (2, 3):
        c.fail(",")
    return Function("dateDiff", (Literal(kind.lower()), *args))


# --- queries -------------------------------------------------------------------------------


def _exists(c: Cursor) -> Expression:
    query = c.rules.query(c)
    c.expect(")")
    return Function("exists", (Subquery(query),))


def bare_query(c: Cursor, name: str) -> Function:
    """The table function `view(SELECT ...)`, the query without brackets of its own."""
    query = c.parenthesized(c.rules.query)
    return Function(name, (Subquery(query),))


_add, _subtract = _date_arithmetic("plus"), _date_arithmetic("minus")
# What stands between the brackets, by the name in capitals; also of a quoted name.
SPECIAL_CALLS: dict[str, Rule] = {
    "CAST": _cast,
    "EXTRACT": _extract,
    "SUBSTRING": _substring,
    "OVERLAY": _overlay("overlay"),
    "OVERLAYUTF8": _overlay("overlayUTF8"),
    "POSITION": _position,
    "TRIM": _trim,
    "LTRIM": _one_sided_trim("trimLeft"),
    "RTRIM": _one_sided_trim("trimRight"),
    "DATE_ADD": _add,
    "DATEADD": _add,
    "TIMESTAMP_ADD": _add,
    "TIMESTAMPADD": _add,
    "DATE_SUB": _subtract,
    "DATESUB": _subtract,
    "TIMESTAMP_SUB": _subtract,
    "TIMESTAMPSUB": _subtract,
    "DATE_DIFF": _date_difference,
    "DATEDIFF": _date_difference,
    "TIMESTAMP_DIFF": _date_difference,
    "TIMESTAMPDIFF": _date_difference,
    "EXISTS": _exists,
}
QUERY_CALLS = frozenset(("VIEW", "VIEWIFPERMITTED"))


def special_call(c: Cursor, name: str) -> Expression | None:
    """A call of a name that has its own syntax; None if it has not."""
    rule = SPECIAL_CALLS.get(name.upper())
    if rule is None:
        return None
    c.expect("(")
    return c.deeper(rule)
