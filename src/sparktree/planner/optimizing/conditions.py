"""Conditions as lists of parts that all hold: what the alternatives of an OR share comes first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.calls import call
from sparktree.planner.expr import Call, Expr, columns_of, is_deterministic


def all_of(parts: Sequence[Expr], context: QueryContext) -> Expr:
    """The parts as one condition."""
    return parts[0] if len(parts) == 1 else call("and", parts, context)


def any_of(parts: Sequence[Expr], context: QueryContext) -> Expr:
    """The alternatives as one condition."""
    return parts[0] if len(parts) == 1 else call("or", parts, context)


def alternatives(expr: Expr) -> list[Expr]:
    """The parts of an OR; a condition that is none is its only alternative."""
    if isinstance(expr, Call) and expr.function.name == "or":
        return [part for arg in expr.args for part in alternatives(arg)]
    return [expr]


def parts_of(expr: Expr, context: QueryContext) -> list[Expr]:
    """The parts of an AND; of an OR what all its alternatives ask, then the rest of it."""
    return [found for part in conjuncts(expr) for found in _factored(part, context)]


def _factored(part: Expr, context: QueryContext) -> list[Expr]:
    branches = alternatives(part)
    if len(branches) == 1 or not is_deterministic(part):
        return [part]
    asked = [parts_of(branch, context) for branch in branches]
    shared = [one for one in dict.fromkeys(asked[0]) if all(one in others for others in asked[1:])]
    if not shared:
        return [part]
    rests = [[one for one in branch if one not in shared] for branch in asked]
    if not all(rests):
        return shared  # an alternative asks nothing else
    return [*shared, any_of([all_of(rest, context) for rest in rests], context)]


def implied(part: Expr, columns: Iterable[int], context: QueryContext) -> Expr | None:
    """What an OR says of some columns alone: a condition on these if every alternative has one."""
    own = set(columns)
    branches = alternatives(part)
    if len(branches) == 1:
        return None
    said = []
    for branch in branches:
        known = [
            one for one in conjuncts(branch) if (read := columns_of(one)) and read.keys() <= own
        ]
        if not known:
            return None
        said.append(all_of(known, context))
    return any_of(list(dict.fromkeys(said)), context)
