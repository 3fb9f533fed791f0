"""Rows as a table of HTML, as notebooks show it: escaped, and never more than is looked at."""

from collections.abc import Iterable
from html import escape
from typing import Any

from sparktree.formats.options import Header

MOST_ROWS = 100
MOST_COLUMNS = 100
MOST_CHARACTERS = 300  # of a value


def html_table(header: Header, first: Iterable[tuple[Any, ...]], rows: int) -> str:
    """The first of so many rows; what is left out is told below."""
    shown = header[:MOST_COLUMNS]
    names = "".join(
        f'<th style="text-align:left">{escape(name)}<br><small>{escape(str(type_))}</small></th>'
        for name, type_ in shown
    )
    lines = "".join(f"<tr>{''.join(map(_cell, line[:MOST_COLUMNS]))}</tr>" for line in first)
    note = f"{rows} row{'' if rows == 1 else 's'}"
    if rows > MOST_ROWS:
        note += f", the first {MOST_ROWS} are shown"
    if len(header) > MOST_COLUMNS:
        note += f"; {len(header)} columns, the first {MOST_COLUMNS} are shown"
    return (
        f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table><small>{note}</small>"
    )


def _cell(value: Any) -> str:
    if value is None:
        return "<td><i>NULL</i></td>"
    text = value if isinstance(value, str) else str(value)
    if len(text) > MOST_CHARACTERS:
        text = f"{text[:MOST_CHARACTERS]}…"
    return f'<td style="text-align:left">{escape(text)}</td>'
