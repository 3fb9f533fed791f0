"""Rows in the order in which they were first seen, as ClickHouse gives them that reads one stream.

That is for rows of the driver only: those of tasks come as the tasks end.
"""

from __future__ import annotations

from collections.abc import Sequence

_ROW = "seen_"


def numbered(text: str) -> str:
    """The rows with their numbers."""
    return f"SELECT *, row_number() OVER () AS {_ROW} FROM ({text})"


def in_order(text: str, condition: str = "", first: str = "") -> str:
    """Numbered rows in the order of `first`, then of their numbers."""
    order = f"{first}, {_ROW}" if first else _ROW
    return f"SELECT * EXCLUDE ({_ROW}) FROM ({text}) {condition} ORDER BY {order}"


def place_in_group(keys: str) -> str:
    """Which row of its group a numbered row is, from 1."""
    return f"row_number() OVER (PARTITION BY {keys} ORDER BY {_ROW})"


def distinct(text: str, names: str) -> str:
    """The first of equal rows."""
    return in_order(numbered(text), f"QUALIFY {place_in_group(names)} = 1")


def compared(left: str, right: str, names: Sequence[str], *, common: bool, once: bool) -> str:
    """The rows of `left` that `right` has too (or has not), as often as ALL counts or once."""
    keys = ", ".join(names)
    placed = f"SELECT *, {place_in_group(keys)} AS place_ FROM ({numbered(left)})"
    counted = f"SELECT {keys}, count(*) AS found_ FROM ({right}) GROUP BY {keys}"
    same = " AND ".join(f"l.{name} IS NOT DISTINCT FROM r.{name}" for name in names)
    times = "coalesce(found_, 0)"
    if once:
        kept = f"place_ = 1 AND {times} {'>' if common else '='} 0"
    else:
        kept = f"place_ {'<=' if common else '>'} {times}"
    shown = ", ".join(f"l.{name}" for name in names)
    joined = f"SELECT {shown}, {_ROW} FROM ({placed}) AS l LEFT JOIN ({counted}) AS r ON {same}"
    return in_order(f"{joined} WHERE {kept}")
