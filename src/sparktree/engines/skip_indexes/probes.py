"""Filters as questions to Bloom filters and token lists: does a block hold all of these?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sparktree.engines.keys.build import constantly
from sparktree.engines.keys.condition import (
    UNKNOWN,
    All,
    Box,
    Condition,
    Constantly,
    Either,
    simplified,
)
from sparktree.engines.keys.intervals import Both
from sparktree.engines.skip_indexes.kind import Question
from sparktree.planner.expr import Call, Constant, Expr, InSet, is_constant


@dataclass(frozen=True, slots=True)
class Probe(Condition):
    """A condition that only rows with all the needles satisfy."""

    column: int
    needles: Any

    def evaluate(self, box: Box) -> Both:
        """Blocks that may hold the needles; nothing is known of the opposite."""
        return box.content.hold_all(self.column, self.needles), np.ones(box.count, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Accepted(Condition):
    """A condition that the index is meant for and that rules out nothing this time."""


ACCEPTED = Accepted()


class Matcher(Protocol):
    """How a kind of index understands functions; None where it is not meant for them."""

    def call(self, call: Call, negated: bool) -> Condition | None:
        """A function over the index's expressions."""
        ...

    def in_set(self, expr: InSet, negated: bool) -> Condition | None:
        """IN and NOT IN."""
        ...


def probing(question: Question, matcher: Matcher) -> Condition:
    """The filters as questions to the index."""
    parts = tuple(_build(f, matcher, negated=False) for f in question.filters)
    return simplified(All(parts)) if parts else UNKNOWN


def _build(expr: Expr, matcher: Matcher, *, negated: bool) -> Condition:
    if isinstance(expr, InSet):
        return matcher.in_set(expr, negated != expr.negated) or UNKNOWN
    if isinstance(expr, Constant):
        return constantly(expr, negated)
    if not isinstance(expr, Call):
        return UNKNOWN
    name = expr.function.name
    if name in ("and", "or"):
        parts = tuple(_build(a, matcher, negated=negated) for a in expr.args)
        return All(parts) if (name == "and") != negated else Either(parts)
    if name == "not":
        return _build(expr.args[0], matcher, negated=not negated)
    return matcher.call(expr, negated) or UNKNOWN


def sides(call: Call) -> tuple[Expr, Expr] | None:
    """The varying and the constant argument of a comparison."""
    left, right = call.args[:2]
    if is_constant(right):
        return left, right
    return (right, left) if is_constant(left) else None


def any_of(parts: Sequence[Condition]) -> Condition:
    """One of the conditions."""
    if not parts:
        return Constantly(False)
    return parts[0] if len(parts) == 1 else Either(tuple(parts))


def all_of(parts: Sequence[Condition]) -> Condition:
    """All of the conditions."""
    return parts[0] if len(parts) == 1 else All(tuple(parts)) if parts else ACCEPTED
