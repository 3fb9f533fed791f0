"""INTERVAL literals and the names of units."""

from __future__ import annotations

import re

from sparktree.sql.ast import Expression, Function
from sparktree.sql.ast import Literal as Value
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.numbers import number
from sparktree.sql.lexer import Kind

_UNITS: dict[str, tuple[str, ...]] = {
    "Nanosecond": ("NANOSECOND", "NANOSECONDS", "SQL_TSI_NANOSECOND", "NS"),
    "Microsecond": ("MICROSECOND", "MICROSECONDS", "SQL_TSI_MICROSECOND", "US"),
    "Millisecond": ("MILLISECOND", "MILLISECONDS", "SQL_TSI_MILLISECOND", "MS"),
    "Second": ("SECOND", "SECONDS", "SQL_TSI_SECOND", "SS", "S"),
    "Minute": ("MINUTE", "MINUTES", "SQL_TSI_MINUTE", "MI", "N"),
    "Hour": ("HOUR", "HOURS", "SQL_TSI_HOUR", "HH", "H"),
    "Day": ("DAY", "DAYS", "SQL_TSI_DAY", "DD", "D"),
    "Week": ("WEEK", "WEEKS", "SQL_TSI_WEEK", "WK", "WW"),
    "Month": ("MONTH", "MONTHS", "SQL_TSI_MONTH", "MM", "M"),
    "Quarter": ("QUARTER", "QUARTERS", "SQL_TSI_QUARTER", "QQ", "Q"),
    "Year": ("YEAR", "YEARS", "SQL_TSI_YEAR", "YYYY", "YY"),
}
UNITS: dict[str, str] = {word: unit for unit, words in _UNITS.items() for word in words}
# `INTERVAL '1 2:3' DAY TO MINUTE`: units from the first to the last, what stands between them, and
# how many of each but the first make one of the unit before.
_RANGES = ("Year", "Month"), ("Day", "Hour", "Minute", "Second")
_SEPARATORS = {"Month": "-", "Hour": " ", "Minute": ":", "Second": ":"}
_LIMITS = {"Month": 12, "Hour": 24, "Minute": 60, "Second": 60}
_MOST_DIGITS = 18  # so that the number fits into 64 bits


def unit(c: Cursor) -> str | None:
    """The unit under the cursor, stepped over: `DAY` gives `Day`."""
    found = UNITS.get(c.token.key) if c.token.kind is Kind.WORD else None
    if found:
        c.advance()
    return found


def interval(c: Cursor) -> Expression:
    """`INTERVAL 1 DAY`, `INTERVAL '1' DAY`, `'1 day 2 hours'` or `'1-2' YEAR TO MONTH`."""
    c.expect("INTERVAL")
    if c.at_string():
        found = _range(c) or _from_text(c)
        if found is not None:
            return found
    amount = c.rules.element(c)
    found_unit = unit(c)
    if found_unit is None:
        c.fail("interval kind")
    return Function(f"toInterval{found_unit}", (amount,))


def _from_text(c: Cursor) -> Expression | None:
    """Numbers and units in a text; None if the text is one number, whose unit comes after it."""
    text = c.string()
    inner = Cursor(text, c.rules)
    parts: list[Expression] = []
    while inner.token.kind is not Kind.END or not parts:
        amount = _amount(inner)
        if amount is None:
            c.fail("interval kind")
        if not parts and inner.token.kind is Kind.END:
            c.rewind(c.index - 1)
            return None
        kind = unit(inner)
        if kind is None:
            c.fail("interval kind")
        parts.append(Function(f"toInterval{kind}", (amount,)))
    return parts[0] if len(parts) == 1 else Function("tuple", tuple(parts), operator=True)


def _amount(c: Cursor) -> Expression | None:
    """A number with its sign."""
    sign = c.accept_any("-", "+")
    if c.token.kind is not Kind.NUMBER:
        return None
    return number(c.advance().text, sign == "-")


def _range(c: Cursor) -> Expression | None:
    """`'1-2' YEAR TO MONTH`, a tuple of intervals; None if no range of units follows."""
    first, last = UNITS.get(c.peek().key), UNITS.get(c.peek(3).key)
    if c.peek(2).key != "TO" or first is None or last is None:
        return None
    whole: tuple[str, ...] = next((u for u in _RANGES if first in u and last in u), ())
    units = whole[whole.index(first) : whole.index(last) + 1] if whole else ()
    numbers = _numbers(c.token.text, units)
    if numbers is None:
        return None
    for _ in range(4):
        c.advance()
    negative, amounts = numbers
    parts: list[Expression] = []
    for name, amount in zip(units, amounts, strict=True):
        made = Function(f"toInterval{name}", (Value(amount, str(amount)),))
        parts.append(Function("negate", (made,)) if negative else made)
    return Function("tuple", tuple(parts), operator=True)


def _numbers(text: str, units: tuple[str, ...]) -> tuple[bool, list[int]] | None:
    """The sign and the number of each unit; None if the text does not say them."""
    if len(units) < 2:
        return None
    pattern = "".join(f"{_SEPARATORS[name]}([0-9]+)" for name in units[1:])
    match = re.fullmatch(f"([+-]?)([0-9]+){pattern}", text)
    if match is None or any(len(digits) > _MOST_DIGITS for digits in match.groups()):
        return None
    amounts = [int(digits) for digits in match.groups()[1:]]
    within = (n < _LIMITS[u] for n, u in zip(amounts[1:], units[1:], strict=True))
    return (match.group(1) == "-", amounts) if all(within) else None
