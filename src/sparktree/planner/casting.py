"""Casts that analysis adds."""

from __future__ import annotations

from sparktree.functions.core.declare import find
from sparktree.planner.expr import Call, Constant, Expr
from sparktree.types import STRING, Type


def cast_to(expr: Expr, target: Type) -> Expr:
    """The expression as one of another type."""
    if expr.type == target:
        return expr
    function = find("_CAST")
    assert function is not None
    return Call(target, function, (expr, Constant(STRING, str(target))))
