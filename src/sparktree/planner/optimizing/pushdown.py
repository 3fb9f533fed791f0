"""Conditions moved towards the tables, so that scans are pruned and fewer rows meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.expr import Column, Expr, columns_of, is_deterministic, transform
from sparktree.planner.join_algorithms import no_keys
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Filter,
    Join,
    Node,
    OneRow,
    Project,
    Scan,
    SetOperation,
    Sort,
    produced,
)

_LEFT_KEEPS = ("INNER", "CROSS", "LEFT", "SEMI", "ANTI", "ASOF", "ASOF LEFT")
_RIGHT_KEEPS = ("INNER", "CROSS", "RIGHT", "RIGHT SEMI", "RIGHT ANTI")


def push_down(node: Node) -> Node:
    """The same rows, every condition as close to its table as it can be."""
    if isinstance(node, Filter):
        parts = conjuncts(node.condition)
        below = node.input
        while isinstance(below, Filter):
            parts = [*conjuncts(below.condition), *parts]
            below = below.input
        return _pushed(below, parts)
    return _rebuilt(node)


def _pushed(node: Node, parts: Sequence[Expr]) -> Node:
    """The node's rows that satisfy all parts."""
    push = _PUSHES.get(type(node))
    movable = [p for p in parts if is_deterministic(p)] if push is not None else []
    if not movable or push is None:
        return _filtered(push_down(node), parts)
    inner, left = push(node, movable)
    fixed = [p for p in parts if not is_deterministic(p)]
    return _filtered(inner, [*left, *fixed])


def _filtered(node: Node, parts: Sequence[Expr]) -> Node:
    for part in parts:
        node = Filter(node, part)
    return node


def _rebuilt(node: Node) -> Node:
    """The node with its inputs done."""
    if isinstance(node, Join):
        if node.keyless is not None:
            raise no_keys(node.keyless)
        if node.refused is not None:
            raise node.refused
        return replace(node, left=push_down(node.left), right=push_down(node.right))
    if isinstance(node, SetOperation):
        return replace(node, inputs=tuple((push_down(n), e) for n, e in node.inputs))
    if isinstance(node, Scan | OneRow):
        return node
    return replace(node, input=push_down(node.input))  # type: ignore[attr-defined, call-arg]


def substituted(expr: Expr, values: Mapping[int, Expr]) -> Expr:
    return transform(expr, lambda e: values.get(e.id) if isinstance(e, Column) else None)


Pushed = tuple[Node, list[Expr]]


def _split(parts: Sequence[Expr], allowed: set[int]) -> tuple[list[Expr], list[Expr]]:
    """The parts that read only allowed columns, and the others."""
    inside = [p for p in parts if columns_of(p).keys() <= allowed]
    return inside, [p for p in parts if p not in inside]


def _through_project(node: Project, parts: Sequence[Expr]) -> Pushed:
    values = {c.id: e for c, e in node.columns if is_deterministic(e)}
    inside, left = _split(parts, set(values))
    below = _pushed(node.input, [substituted(p, values) for p in inside])
    return replace(node, input=below), left


def _through_aggregate(node: Aggregate, parts: Sequence[Expr]) -> Pushed:
    values = {c.id: e for c, e in node.keys} if not node.sets and node.totals is None else {}
    inside, left = _split(parts, set(values))
    inside = [
        p for p in inside if columns_of(p)
    ]  # a constant condition keeps the empty result's row
    left = [p for p in parts if p not in inside]
    below = _pushed(node.input, [substituted(p, values) for p in inside])
    return replace(node, input=below), left


def _through_sort(node: Sort, parts: Sequence[Expr]) -> Pushed:
    return replace(node, input=_pushed(node.input, parts)), []


def _through_distinct(node: Distinct, parts: Sequence[Expr]) -> Pushed:
    inside, left = _split(parts, {c.id for c in node.columns})
    return replace(node, input=_pushed(node.input, inside)), left


def _through_array_join(node: ArrayJoin, parts: Sequence[Expr]) -> Pushed:
    made = {c.id for c, _ in node.arrays}
    inside = [p for p in parts if not columns_of(p).keys() & made]
    left = [p for p in parts if p not in inside]
    return replace(node, input=_pushed(node.input, inside)), left


def _through_union(node: SetOperation, parts: Sequence[Expr]) -> Pushed:
    if node.operator != "UNION":
        return _rebuilt(node), list(parts)
    inputs = []
    for root, exprs in node.inputs:
        values = {c.id: e for c, e in zip(node.columns, exprs, strict=True)}
        inputs.append((_pushed(root, [substituted(p, values) for p in parts]), exprs))
    return replace(node, inputs=tuple(inputs)), []


def _through_join(node: Join, parts: Sequence[Expr]) -> Pushed:
    right_ids = produced(node.right).keys()
    values = {new.id: old for new, old in node.columns}
    of_right = {new.id for new, old in node.columns if old.id in right_ids}
    of_left = set(values) - of_right
    made = of_right if node.kind == "LEFT" else of_left if node.kind == "RIGHT" else set(values)
    if node.keyless is not None and not _split(parts, made)[0]:
        raise no_keys(node.keyless)
    to_left, left = _split(parts, of_left) if node.kind in _LEFT_KEEPS else ([], list(parts))
    # Without a row of the right side another one would become the partner.
    keeps_right = node.kind in _RIGHT_KEEPS and not node.any_left
    to_right, left = _split(left, of_right) if keeps_right else ([], left)
    constant = [p for p in (*to_left, *to_right) if not columns_of(p)]
    to_left = [p for p in to_left if p not in constant]
    to_right = [p for p in to_right if p not in constant]
    return replace(
        node,
        left=_pushed(node.left, [substituted(p, values) for p in to_left]),
        right=_pushed(node.right, [substituted(p, values) for p in to_right]),
    ), [*left, *constant]


_PUSHES: dict[type[Node], Callable[..., Pushed]] = {
    Project: _through_project,
    Aggregate: _through_aggregate,
    Sort: _through_sort,
    Distinct: _through_distinct,
    ArrayJoin: _through_array_join,
    SetOperation: _through_union,
    Join: _through_join,
}
