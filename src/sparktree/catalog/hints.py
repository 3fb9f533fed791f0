"""ClickHouse's hints at misspelt names, and names as its messages write them."""

import re
from collections.abc import Collection, Iterable, Mapping

from sparktree.hints import near

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Names that look plain but mean something else without quotes.
_PROBLEMATIC = frozenset(
    ("all", "distinct", "false", "from", "inf", "nan", "null", "select", "table", "true", "values")
)
_ESCAPES = {
    "\\": "\\\\", "`": "\\`", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0",
    "\b": "\\b", "\f": "\\f",
}  # fmt: skip


def back_quoted(name: str) -> str:
    """A name in back quotes."""
    return "`" + "".join(_ESCAPES.get(letter, letter) for letter in name) + "`"


def dotted(*names: str) -> str:
    """A dotted name, each piece in back quotes only where it needs them."""
    return ".".join(_spelled(name) for name in names)


def _spelled(name: str) -> str:
    if _PLAIN.fullmatch(name) and name.lower() not in _PROBLEMATIC:
        return name
    return back_quoted(name)


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` may have meant; the first of equals."""
    return next(iter(near(name, candidates, 1)), None)


def closest_table(
    database: str, name: str, tables: Mapping[str, Collection[str]]
) -> tuple[str, str] | None:
    """A table of the database that may have been meant, else one of any other database."""
    others = [other for other in sorted(tables) if other != database]
    for place in (database, *others):
        hint = closest(name, sorted(tables.get(place, ())))
        if hint is not None:
            return place, hint
    return None
