"""Filters as indexes see them: hints as the conditions in them, equal tuples element by element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sparktree.engines.keys.constants import tuple_columns
from sparktree.functions.declare import QueryContext
from sparktree.planner.calls import call, is_null_constant
from sparktree.planner.expr import Call, Expr, is_constant
from sparktree.planner.join_conditions import conjuncts
from sparktree.types import Tuple


def for_indexes(filters: Sequence[Expr], context: QueryContext) -> tuple[Expr, ...]:
    """What must hold for rows that are looked for; it may say less than the filters."""
    return tuple(part for one in filters for part in conjuncts(_seen(one, context)))


def _seen(expr: Expr, context: QueryContext) -> Expr:
    if not isinstance(expr, Call):
        return expr
    name = expr.function.name
    if name in ("and", "or"):
        return call(name, [_seen(arg, context) for arg in expr.args], context)
    if name == "indexHint" and expr.args:
        return _all([_seen(arg, context) for arg in expr.args], context)
    if name == "equals":
        left, right = expr.args
        pairs = list(_pairs(left, right, context))
        if len(pairs) > 1:
            return _all([call("equals", pair, context) for pair in pairs], context)
    return expr


def _pairs(left: Expr, right: Expr, context: QueryContext) -> Iterator[tuple[Expr, Expr]]:
    """The elements that must be equal where two tuples are, of tuples in tuples too."""
    ours, theirs = _elements(left, context), _elements(right, context)
    if ours is None or theirs is None or len(ours) != len(theirs):
        yield left, right
        return
    for one, other in zip(ours, theirs, strict=True):
        yield from _pairs(one, other, context)


def _elements(expr: Expr, context: QueryContext) -> list[Expr] | None:
    """The elements of a tuple; of none with NULL, which has rules of its own there."""
    if isinstance(expr, Call) and expr.function.name == "tuple":
        items: list[Expr] | None = list(expr.args)
    elif is_constant(expr) and isinstance(expr.type, Tuple):
        items = tuple_columns(expr, context)
    else:
        return None
    return None if items is None or any(map(is_null_constant, items)) else items


def _all(parts: Sequence[Expr], context: QueryContext) -> Expr:
    return parts[0] if len(parts) == 1 else call("and", parts, context)
