"""Numbers as written."""

from __future__ import annotations

from sparktree.sql.ast import Literal


def number(text: str, negative: bool = False) -> Literal:
    """The literal of a number as written; whole numbers past 64 bits are floats."""
    sign = "-" if negative else ""
    if len(text) < 19 and text.isdigit():
        return Literal(-int(text) if negative else int(text), sign + text)
    plain = text.replace("_", "")
    value: int | float
    lower = plain.lower()
    if lower.startswith("0x"):
        is_float = "p" in lower or "." in lower
        value = float.fromhex(plain) if is_float else int(plain, 16)
    elif lower.startswith("0b"):
        value = int(plain, 2)
    elif plain.isdigit():
        value = int(plain)
    else:
        value = float(plain)
    value = -value if negative else value
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        value = float(value)
    return Literal(value, sign + text)
