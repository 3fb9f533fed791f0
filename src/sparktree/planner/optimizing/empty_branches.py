"""Inputs of UNION that a condition of constants leaves no rows: these are not read."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import Expr, is_constant
from sparktree.planner.lower import fold
from sparktree.planner.nodes import (
    Aggregate,
    Distinct,
    Filter,
    Node,
    Project,
    SetOperation,
    Sort,
    over_inputs,
)


def without_empty_branches(node: Node, context: QueryContext) -> Node:
    """The same rows. What a query asks of one of several tables, which are told apart by a
    constant (`WHERE kind = 'web'`), reads that table alone."""
    node = over_inputs(node, lambda below: without_empty_branches(below, context))
    if not isinstance(node, SetOperation) or node.operator != "UNION":
        return node
    kept = tuple(one for one in node.inputs if not _is_empty(one[0], context))
    return node if len(kept) == len(node.inputs) else replace(node, inputs=kept or node.inputs[:1])


def _is_empty(node: Node, context: QueryContext) -> bool:
    """Whether it surely has no rows."""
    match node:
        case Filter():
            return _is_never(node.condition, context) or _is_empty(node.input, context)
        case Project() | Sort() | Distinct():
            return _is_empty(node.input, context)
        case Aggregate():
            groups = bool(node.keys) and not node.sets and node.totals is None
            return groups and _is_empty(node.input, context)
    return False


def _is_never(condition: Expr, context: QueryContext) -> bool:
    if not is_constant(condition):
        return False
    with suppress(Error):  # whoever computes it says so
        return not fold(condition, context).value
    return False
