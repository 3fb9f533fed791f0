"""INTERVAL literals and the names of units."""

from __future__ import annotations

import re

from sparktree.sql.ast import Expression, Function
from sparktree.sql.ast import Literal as Value
from sparktree.sql.cursor import Cursor
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
_PAIR = re.compile(r"\s*([+-]?\d+)\s+([A-Za-z_]+)\s*")


def unit(c: Cursor) -> str | None:
    """The unit under the cursor, stepped over: `DAY` gives `Day`."""
    found = UNITS.get(c.token.key) if c.token.kind is Kind.WORD else None
    if found:
        c.advance()
    return found


def interval(c: Cursor) -> Expression:
    """`INTERVAL 1 DAY`, `INTERVAL '1' DAY` or `INTERVAL '1 day 2 hours'`."""
    c.expect("INTERVAL")
    if c.at_string() and c.peek().key not in UNITS:
        return _from_text(c)
    amount = c.rules.element(c)
    found = unit(c)
    if found is None:
        c.fail("interval kind")
    return Function(f"toInterval{found}", (amount,))


def _from_text(c: Cursor) -> Expression:
    text = c.string()
    parts: list[Expression] = []
    position = 0
    while position < len(text):
        match = _PAIR.match(text, position)
        kind = UNITS.get(match.group(2).upper()) if match else None
        if match is None or kind is None:
            c.fail("interval kind")
        parts.append(Function(f"toInterval{kind}", (Value(int(match.group(1)), match.group(1)),)))
        position = match.end()
    if not parts:
        c.fail("interval kind")
    return parts[0] if len(parts) == 1 else Function("tuple", tuple(parts), operator=True)
