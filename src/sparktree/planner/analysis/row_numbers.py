"""rowNumberInAllBlocks() where windows may not stand: in conditions, keys and aggregates.

Such a number is counted before the clause that asks for it, and stays the row's in those behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.nondeterministic_calls import Draws, with_draws
from sparktree.planner.analysis.rewriting import Above, GroupKeys
from sparktree.planner.expr import AggregateUse, Expr, RowNumber, WindowUse, children, walk
from sparktree.planner.nodes import Filter, Node, Window


class RowNumbers(Draws):
    """The number of a row as a column of the rows below a clause."""

    def find(self, exprs: Sequence[Expr]) -> None:
        """Look for it."""
        for use in {e for expr in exprs for e in walk(expr) if isinstance(e, RowNumber)}:
            self.columns[use] = self.numbers.column("", use.type)

    def below(self, node: Node) -> Node:
        """The rows with their numbers."""
        uses = tuple((c, use) for use, c in self.columns.items() if isinstance(use, RowNumber))
        return Window(node, uses) if uses else node


@dataclass(slots=True)
class Clauses:
    """The rows of FROM, their totals, and the expressions of the clauses over them."""

    numbers: Numbers
    node: Node
    totals: Node | None
    where: list[Expr]
    group: GroupKeys | None
    above: Above

    def number(self, *, all_rows: bool) -> None:
        """Count the rows where conditions, keys, aggregates or windows ask for it; `all_rows` if
        whatever asks means them, as they will be made into others."""
        shown = self.above.expressions() if self.group is None else []
        self._numbered([*self.where, *(shown if all_rows else ()), *self._inside()])

    def draw(self) -> None:
        """Draw the values that several clauses share."""
        draws, self.where, self.group, self.above = with_draws(
            self.numbers, self.where, self.group, self.above
        )
        self.node = draws.below(self.node)
        self.totals = None if self.totals is None else draws.below(self.totals)

    def filter(self) -> None:
        """Leave the rows for which the conditions hold, each counted behind those before it."""
        where, self.where = self.where, []
        for n, condition in enumerate(where):
            self.where = where[n:]
            self._numbered([condition])
            where[n:] = self.where
            self.node = Filter(self.node, where[n])
        self.where = []
        self._numbered(self._inside())

    def _numbered(self, exprs: Sequence[Expr]) -> None:
        known = RowNumbers(self.numbers)
        known.find(exprs)
        if not known.columns:
            return
        self.node = known.below(self.node)
        self.totals = None if self.totals is None else known.below(self.totals)
        self.where = [known.put(condition) for condition in self.where]
        if self.group is not None:
            self.group = replace(self.group, keys=[known.put(key) for key in self.group.keys])
        self.above = self.above.mapped(known.put)

    def _inside(self) -> list[Expr]:
        """What is computed of rows before they are grouped, seen by windows or left out by
        HAVING."""
        above, group = self.above, self.group
        parts = (part for expr in above.expressions() for part in walk(expr))
        uses = [p for p in parts if isinstance(p, AggregateUse | WindowUse)]
        grouped = group is not None or any(isinstance(use, AggregateUse) for use in uses)
        having = [] if grouped or above.having is None else [above.having]
        keys = [] if group is None else group.keys
        return [*keys, *having, *(part for use in uses for part in children(use))]
