"""Function calls, and the functions that SQL gives a syntax of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Function, Literal, Subquery
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.data_types import data_type
from sparktree.sql.grammar.intervals import UNITS, unit
from sparktree.sql.grammar.windows import over
from sparktree.sql.lexer import Kind
from sparktree.sql.printers.types import format_type


def data_type_text(c: Cursor) -> str:
    """A type in ClickHouse's normal spelling."""
    return format_type(data_type(c))


def cast(value: Expression, type_text: str) -> Function:
    """`CAST(value, 'type')`."""
    return Function("CAST", (value, Literal(type_text)))


def arguments(c: Cursor, closing: str) -> tuple[Expression, ...]:
    """Elements up to the closing bracket, which is stepped over."""
    found: list[Expression] = []
    while c.token.key != closing:
        found.append(c.rules.element(c))
        if not c.accept(","):
            break
    c.expect(closing)
    return tuple(found)


def call(c: Cursor, name: str) -> Expression:
    """`name(arguments)` with parameters, DISTINCT, FILTER, NULLS and OVER."""
    c.expect("(")
    c.depth += 1
    name, args = _distinct_or_all(c, name)
    parameters = None
    if c.token.key == "(":
        parameters = args
        c.advance()
        if parameters and c.token.key == ")":  # only what has no parameters may have no arguments
            c.fail()
        name, args = _distinct_or_all(c, name)
    c.depth -= 1
    if c.token.kind is not Kind.WORD:
        return Function(name, args, parameters)
    return _suffixes(c, name, args, parameters)


def _distinct_or_all(c: Cursor, name: str) -> tuple[str, tuple[Expression, ...]]:
    """The arguments; `f(DISTINCT x)` is `fDistinct(x)`."""
    following = c.peek().key
    if c.token.key == "DISTINCT" and following not in (")", ","):
        c.advance()
        name += "Distinct"
    elif c.token.key == "ALL" and (c.peek().kind <= Kind.NUMBER or following == "("):
        c.advance()
    return name, arguments(c, ")")


def _suffixes(
    c: Cursor, name: str, args: tuple[Expression, ...], parameters: tuple[Expression, ...] | None
) -> Expression:
    if c.token.key == "FILTER" and c.peek().key == "(" and c.peek(2).key == "WHERE":
        for _ in range(3):
            c.advance()
        name, args = name + "If", (*args, c.rules.expression(c))
        c.expect(")")
    nulls = _nulls(c)
    if c.token.key == "FILTER" and c.peek().key == "(" and c.peek(2).key == "WHERE":
        c.fail()
    window = over(c) if c.token.key == "OVER" else None
    return Function(name, args, parameters, nulls=nulls, over=window)


def _nulls(c: Cursor) -> Choice["RESPECT", "IGNORE"] | None:
    if c.accept_words("RESPECT NULLS"):
        return "RESPECT"
    return "IGNORE" if c.accept_words("IGNORE NULLS") else None


# --- special syntax ------------------------------------------------------------------------


def _cast(c: Cursor, name: str) -> Expression:
    c.expect("(")
    value = c.rules.expression(c)
    if c.accept("AS"):
        if c.peek().key == "," or c.peek().key == "AS":
            c.fail()
        type_text = data_type_text(c)
        c.expect(")")
        return cast(value, type_text)
    c.expect(",")
    target = c.rules.expression(c)
    c.expect(")")
    return Function("CAST", (value, target))


# Part of a date to the function and its mode.
_EXTRACTORS: dict[str, tuple[str, ...]] = {
    "Nanosecond": ("toNanosecond",),
    "Microsecond": ("toMicrosecond",),
    "Millisecond": ("toMillisecond",),
    "Second": ("toSecond",),
    "Minute": ("toMinute",),
    "Hour": ("toHour",),
    "Day": ("toDayOfMonth",),
    "Week": ("toISOWeek",),
    "Month": ("toMonth",),
    "Quarter": ("toQuarter",),
    "Year": ("toYear",),
    "EPOCH": ("toUnixTimestamp",),
    "DOW": ("toDayOfWeek", "2"),
    "ISODOW": ("toDayOfWeek",),
    "DOY": ("toDayOfYear",),
    "ISOYEAR": ("toISOYear",),
}


def _extract(c: Cursor, name: str) -> Expression:
    c.expect("(")
    kind = UNITS.get(c.token.key, c.token.key)
    if kind not in _EXTRACTORS:
        c.fail("interval kind")
    c.advance()
    c.expect("FROM")
    value = c.rules.expression(c)
    c.expect(")")
    function, *more = _EXTRACTORS[kind]
    return Function(function, (value, *(Literal(int(mode), mode) for mode in more)))


def _substring(c: Cursor, name: str) -> Expression:
    c.expect("(")
    args = [c.rules.element(c)]
    c.expect("FROM")
    args.append(c.rules.element(c))
    if c.accept("FOR"):
        args.append(c.rules.element(c))
    c.expect(")")
    return Function("substring", tuple(args))


def _overlay(c: Cursor, name: str) -> Expression:
    c.expect("(")
    args = [c.rules.element(c)]
    for word in ("PLACING", "FROM"):
        c.expect(word)
        args.append(c.rules.element(c))
    if c.accept("FOR"):
        args.append(c.rules.element(c))
    c.expect(")")
    return Function("overlay", tuple(args))


def _position(c: Cursor, name: str) -> Expression:
    c.expect("(")
    args = c.rules.element(c)
    c.expect(")")
    if isinstance(args, Function) and args.name == "in" and args.operator and not args.parens:
        return Function("position", (args.args[1], args.args[0]))
    raise c.failure()


_TRIMS = {"LEADING": "trimLeft", "TRAILING": "trimRight", "BOTH": "trimBoth"}


def _trim(c: Cursor, name: str) -> Expression:
    c.expect("(")
    side = c.accept_any(*_TRIMS)
    if side is None:
        args = arguments(c, ")")
        return Function("trimBoth", args)
    what = c.rules.expression(c)
    c.expect("FROM")
    value = c.rules.expression(c)
    c.expect(")")
    return Function(_TRIMS[side], (value, what))


def _one_sided_trim(function: str) -> Callable[[Cursor, str], Expression]:
    def parse(c: Cursor, name: str) -> Expression:
        c.expect("(")
        return Function(function, arguments(c, ")"))

    return parse


def _date_arithmetic(function: str) -> Callable[[Cursor, str], Expression]:
    """`DATE_ADD(DAY, 1, x)` and `DATE_ADD(x, INTERVAL 1 DAY)`."""

    def parse(c: Cursor, name: str) -> Expression:
        c.expect("(")
        if c.token.key in UNITS and c.peek().key == ",":
            kind = unit(c)
            c.expect(",")
            amount = c.rules.element(c)
            c.expect(",")
            value = c.rules.element(c)
            c.expect(")")
            return Function(function, (value, Function(f"toInterval{kind}", (amount,))))
        args = arguments(c, ")")
        if len(args) != 2:
            c.fail()
        return Function(function, args)

    return parse


def _date_difference(c: Cursor, name: str) -> Expression:
    c.expect("(")
    if c.token.key in UNITS and c.peek().key == ",":
        kind = unit(c)
        c.expect(",")
        return Function("dateDiff", (Literal(str(kind).lower()), *arguments(c, ")")))
    return Function("dateDiff", arguments(c, ")"))


def _exists(c: Cursor, name: str) -> Expression:
    query = c.parenthesized(c.rules.query)
    return Function("exists", (Subquery(query),))


def _view(c: Cursor, name: str) -> Expression:
    """`view(SELECT ...)`, the query bare."""
    query = c.parenthesized(c.rules.query)
    return Function(name, (Subquery(query),))


_add, _subtract = _date_arithmetic("plus"), _date_arithmetic("minus")
SPECIAL_CALLS: dict[str, Callable[[Cursor, str], Expression]] = {
    "CAST": _cast,
    "EXTRACT": _extract,
    "SUBSTRING": _substring,
    "SUBSTR": _substring,
    "OVERLAY": _overlay,
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
    "VIEW": _view,
    "VIEWIFPERMITTED": _view,
}
