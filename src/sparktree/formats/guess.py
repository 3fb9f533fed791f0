"""Which types the texts of a format have: ClickHouse's schema inference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nullable, Tuple, make_nullable
from sparktree.types.numeric import BOOL, FLOAT64, INT64, UINT64
from sparktree.types.split_text import split
from sparktree.types.texts import STRING
from sparktree.types.times import DATE, DATETIME, DateTime, DateTime64, Moment

ROWS = 25000
_INTEGER = re.compile(r"[+-]?\d+")
_FLOAT = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?|[+-]?(?:inf|nan)", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATETIME = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?")
_NANOSECONDS = DateTime64(9)


def guess_moment(text: str) -> Type | None:
    """A date or a time, if the text is one."""
    if _DATE.fullmatch(text):
        return DATE
    found = _DATETIME.fullmatch(text)
    if found is None:
        return None
    return _NANOSECONDS if found.group(1) else DATETIME


def guess_text(text: str, *, in_container: bool = False) -> Type | None:
    """The type of a field of TabSeparated or CSV; None for NULL."""
    if text in ("NULL", "null", "\\N"):
        return None
    if text in ("true", "false"):
        return BOOL
    if _INTEGER.fullmatch(text):
        return _integer(int(text), STRING)
    if _FLOAT.fullmatch(text):
        return FLOAT64
    if text[:1] in ("[", "(", "{"):
        return _container(text)
    if in_container and len(text) > 1 and text[0] == text[-1] == "'":
        return guess_moment(text[1:-1]) or STRING
    return STRING if in_container else guess_moment(text) or STRING


def _integer(value: int, too_great: Type) -> Type:
    if INT64.minimum <= value <= INT64.maximum:
        return INT64
    return UINT64 if 0 <= value <= UINT64.maximum else too_great


def _container(text: str) -> Type:
    try:
        if text[0] == "[":
            items = [guess_text(item, in_container=True) for item in split(text, "[]")]
            inner = common(items)
            return STRING if inner is STRING and len(set(items)) > 1 else Array(settled(inner))
        if text[0] == "(":
            fields = (guess_text(item, in_container=True) for item in split(text, "()"))
            return Tuple(tuple(settled(field) for field in fields))
        pieces = split(text, "{}")
    except ValueError:
        return STRING
    values = common(guess_text(item, in_container=True) for item in pieces[1::2])
    return Map(STRING, settled(values))


def guess_json(value: Any) -> Type | None:
    """The type of a JSON value; None for null."""
    if value is None:
        return None
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return _integer(value, FLOAT64)
    if isinstance(value, float):
        return FLOAT64
    if isinstance(value, str):
        return guess_moment(value) or STRING
    if isinstance(value, list):
        return Array(settled(common(guess_json(item) for item in value)))
    names = tuple(value)
    return Tuple(tuple(settled(guess_json(value[name])) for name in names), names)


def common(types: Iterable[Type | None]) -> Type | None:
    """The type that all fit; String if there is no better one."""
    known = list(dict.fromkeys(t for t in types if t is not None))
    if not known:
        return None
    if len(known) == 1:
        return known[0]
    if all(t in (INT64, UINT64, FLOAT64) for t in known):
        return FLOAT64 if FLOAT64 in known else INT64
    if all(isinstance(t, Moment) for t in known):
        return _NANOSECONDS if _NANOSECONDS in known else DateTime()
    if all(isinstance(t, Array) for t in known):
        inner = [_inner(t) for t in known]
        best = common(inner)
        return STRING if best is STRING and set(inner) != {STRING} else Array(settled(best))
    return STRING


def _inner(type_: Type) -> Type:
    assert isinstance(type_, Array)
    return type_.of.of if isinstance(type_.of, Nullable) else type_.of


def settled(type_: Type | None) -> Type:
    """A guess as the type of a column: what may be NULL is Nullable, and nothing is a String."""
    if type_ is None:
        return Nullable(STRING)
    if isinstance(type_, Tuple):
        return Nullable(type_)
    return make_nullable(type_)


def guess_columns(names: list[str] | None, rows: list[list[Type | None]]) -> list[tuple[str, Type]]:
    """Columns over the guesses of their fields."""
    width = max((len(row) for row in rows), default=len(names or ()))
    shown = names or [f"c{i}" for i in range(1, width + 1)]
    columns: list[tuple[str, Type]] = []
    for number, name in enumerate(shown):
        guesses = [row[number] for row in rows if number < len(row)]
        columns.append((name, settled(common(guesses))))
    if not columns:
        raise Error(
            Code.CANNOT_EXTRACT_TABLE_STRUCTURE,
            "Cannot extract table structure from the data: it is empty.",
        )
    return columns


def is_header(names: list[Type | None], rows: list[list[Type | None]]) -> bool:
    """Whether a row of texts stands above rows of something else."""
    if not rows or any(name is not STRING for name in names):
        return False
    return any(common(column) not in (STRING, None) for column in zip(*rows, strict=False))


def guess_objects(texts: Iterable[str]) -> list[tuple[str, Type]]:
    """Columns over the keys of JSON objects, in the order in which they come."""
    found: dict[str, list[Type | None]] = {}
    for text in texts:
        for key, value in json.loads(text).items():
            found.setdefault(key, []).append(guess_json(value))
    return [(name, settled(common(guesses))) for name, guesses in found.items()]
