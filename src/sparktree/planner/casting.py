"""Casts that analysis adds."""

from __future__ import annotations

from sparktree.functions.core.declare import find
from sparktree.planner.expr import Call, Constant, Expr
from sparktree.types import STRING, Array, LowCardinality, Map, SimpleAggregateFunction, Tuple, Type


def cast_to(expr: Expr, target: Type) -> Expr:
    """The expression as one of another type."""
    if expr.type == target:
        return expr
    function = find("_CAST")
    assert function is not None
    return Call(target, function, (expr, Constant(STRING, str(target))))


def unwrapped(expr: Expr) -> Expr:
    """A SimpleAggregateFunction of an array, a tuple, a map or a dictionary as what is inside of
    it; those of other values are taken for these anyway."""
    type_ = expr.type
    if isinstance(type_, SimpleAggregateFunction) and isinstance(type_.of, _WITH_PARTS):
        return cast_to(expr, type_.of)
    return expr


_WITH_PARTS = (Array, Tuple, Map, LowCardinality)
