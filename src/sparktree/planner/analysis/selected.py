"""The rows of a SELECT on their way through its clauses, with the expressions of those to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sparktree.planner.analysis.fills import Fills
from sparktree.planner.analysis.rewriting import Above, GroupKeys
from sparktree.planner.expr import Column, Expr, SortItem
from sparktree.planner.nodes import Node


@dataclass(frozen=True, slots=True)
class Selected:
    """What the clauses up to one of them give, and the expressions of those to come, over it."""

    node: Node
    totals: Node | None  # the row of totals beside the rows
    where: list[Expr]
    group: GroupKeys | None
    above: Above
    moved: Callable[[Expr], Expr] | None = None  # how expressions over rows are over groups
    columns: tuple[Column, ...] = ()  # that the query shows
    order: tuple[SortItem, ...] = ()
    limit_by: tuple[Expr, ...] = ()
    fills: Fills | None = None
    interpolated: tuple[tuple[Column, Expr], ...] = ()

    def over(self, change: Callable[[Node], Node]) -> Selected:
        """The same change of the rows and of the totals."""
        totals = None if self.totals is None else change(self.totals)
        return replace(self, node=change(self.node), totals=totals)
