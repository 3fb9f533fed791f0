"""Constants of a query in the terms of keys: single ones, prefixes of text, sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sparktree.engines.keys.domain import constant_of, is_ordered, values_of
from sparktree.engines.keys.intervals import Bounds
from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel.text import has_escapes
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import Call, Constant, Expr, InSet
from sparktree.planner.lower import fold
from sparktree.types import (
    Bool,
    Date,
    DateTime,
    Decimal,
    Enum,
    Float,
    Integer,
    String,
    Tuple,
    Type,
    remove_low_cardinality,
    remove_nullable,
)

_META = "|()[].$^*+?{}\\"  # what means something of its own in a regular expression


def key_constant(constant: Expr, key: Type, context: QueryContext) -> Any:
    """The constant in the key's terms, None if the two are not comparable here."""
    solid = remove_nullable(remove_low_cardinality(key))
    source = remove_nullable(remove_low_cardinality(constant.type))
    if not is_ordered(solid):
        return None
    if _needs_cast(source, solid):
        try:
            value = fold(cast_to(constant, solid), context).value
        except Error:
            return None
        return constant_of(value, solid)
    if {type(source), type(solid)} == {Float, Decimal}:
        return None  # the kernel compares those as floats
    numbers = (Integer, Float, Decimal, Bool)
    alike = source == solid or (isinstance(source, numbers) and isinstance(solid, numbers))
    alike = alike or (isinstance(source, Date) and isinstance(solid, Date))
    alike = alike or (isinstance(source, DateTime) and isinstance(solid, DateTime))
    return constant_of(fold(constant, context).value, solid) if alike else None


def _needs_cast(source: Type, solid: Type) -> bool:
    if isinstance(source, String):
        return not isinstance(solid, String)
    if isinstance(solid, Enum):
        return True
    return type(source) is Date and isinstance(solid, DateTime)


def prefix_bounds(text: Any, key: Type, *, is_pattern: bool) -> tuple[Bounds, bool] | None:
    """The values that start as a pattern (or a plain prefix) does, and whether all these match."""
    if not isinstance(text, str) or has_escapes(text) or not isinstance(key.inner, String):
        return None
    prefix, rest = _fixed_prefix(text) if is_pattern else (text, "%")
    if not prefix:
        return None
    start = prefix.encode()
    if not rest:
        return Bounds(start, start), True
    return Bounds(start, _after(start), high_open=True), rest == "%"


def _after(prefix: bytes) -> bytes | None:
    """The least text behind all texts with the prefix."""
    kept = prefix.rstrip(b"\xff")
    return kept[:-1] + bytes([kept[-1] + 1]) if kept else None


def _fixed_prefix(pattern: str) -> tuple[str, str]:
    """What a LIKE pattern starts with before its first wildcard, and the rest."""
    prefix: list[str] = []
    position = 0
    while position < len(pattern):
        char = pattern[position]
        if char in "%_":
            return "".join(prefix), pattern[position:]
        if char == "\\" and position + 1 < len(pattern) and pattern[position + 1] in "%_\\":
            position += 1
            char = pattern[position]
        prefix.append(char)
        position += 1
    return "".join(prefix), ""


def regexp_prefix(pattern: Any) -> str:
    """What every text that a regular expression matches begins with; empty if nothing is sure."""
    if not isinstance(pattern, str) or not pattern.startswith("^") or "|" in pattern:
        return ""
    prefix: list[str] = []
    position = 1
    while position < len(pattern):
        char = pattern[position]
        if char in "*?{":
            return "".join(prefix[:-1])  # the last one may be missing
        if char == "\\":
            position += 1
            if position == len(pattern) or pattern[position] not in _META:
                break
            char = pattern[position]
        elif char in _META:
            break
        prefix.append(char)
        position += 1
    return "".join(prefix)


def tuple_columns(constant: Expr, context: QueryContext) -> list[Expr] | None:
    """The elements of a constant tuple."""
    if isinstance(constant, Call) and constant.function.name == "tuple":
        return list(constant.args)
    value = fold(constant, context).value
    kinds = constant.type
    assert isinstance(kinds, Tuple)
    items = _elements(value)
    if items is None or len(items) != len(kinds.of):
        return None
    return [Constant(kind, item) for kind, item in zip(kinds.of, items, strict=True)]


def _elements(value: Any) -> list[Any] | None:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, tuple | list) else None


def wanted_rows(expr: InSet, context: QueryContext, most: int) -> list[list[Any]] | None:
    """The columns of the set at the right of IN, in the keys' terms (None for a value without a
    place in the order); None if indexes shall not look at it."""
    if expr.table is not None:
        if most < 0 or (most and expr.table.table.num_rows > most):
            return None
        return _table_columns(expr)
    if isinstance(expr.value, Call) and expr.value.function.name == "tuple":
        return _tuple_rows(expr, context)
    solid = remove_nullable(remove_low_cardinality(expr.value.type))
    if not is_ordered(solid):
        return None
    return [[key_constant(v, solid, context) for v in expr.values]]


def _tuple_rows(expr: InSet, context: QueryContext) -> list[list[Any]] | None:
    assert isinstance(expr.value, Call)
    columns: list[list[Any]] = [[] for _ in expr.value.args]
    for row in expr.values:
        items = tuple_columns(row, context) if isinstance(row.type.inner, Tuple) else None
        if items is None:
            return None
        for column, item, kind in zip(columns, items, expr.value.args, strict=True):
            column.append(key_constant(item, kind.type, context))
    return columns


def _table_columns(expr: InSet) -> list[list[Any]] | None:
    """A subquery's rows without those that hold NULL, which equals nothing."""
    assert expr.table is not None
    found = [
        values_of(column, kind)
        for column, kind in zip(expr.table.table.columns, expr.table.types, strict=True)
    ]
    solid: Sequence[Any] = [v for v in found if v is not None]
    if len(solid) < len(found) or not found:
        return None
    kept = ~solid[0].null
    for column in solid[1:]:
        kept = kept & ~column.null
    return [
        [None if odd else v for v, odd in zip(c.data[kept].tolist(), c.odd[kept], strict=True)]
        for c in solid
    ]
