"""rowNumberInAllBlocks() where windows may not stand: in conditions, keys and aggregates.

Such a number is counted before the clause that asks for it, and stays the row's in those behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.nondeterministic_calls import Draws
from sparktree.planner.analysis.selected import Selected
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


def counted(numbers: Numbers, rows: Selected) -> Selected:
    """With the numbers that any clause asks for: they mean the rows as they are, before these are
    made into others."""
    shown = rows.above.expressions() if rows.group is None else []
    return _numbered(numbers, rows, [*rows.where, *shown, *_inside(rows)])


def filtered(numbers: Numbers, rows: Selected) -> Selected:
    """Those for which the conditions hold, counted for each behind those before it."""
    while rows.where:
        rows = _numbered(numbers, rows, rows.where[:1])
        rows = replace(rows, node=Filter(rows.node, rows.where[0]), where=rows.where[1:])
    return _numbered(numbers, rows, _inside(rows))


def _numbered(numbers: Numbers, rows: Selected, exprs: Sequence[Expr]) -> Selected:
    """With the numbers that these expressions ask for, as columns in all."""
    known = RowNumbers(numbers)
    known.find(exprs)
    if not known.columns:
        return rows
    group = rows.group
    if group is not None:
        group = replace(group, keys=[known.put(key) for key in group.keys])
    where = [known.put(condition) for condition in rows.where]
    above = rows.above.mapped(known.put)
    return replace(rows.over(known.below), where=where, group=group, above=above)


def _inside(rows: Selected) -> list[Expr]:
    """What is computed of rows before they are grouped, seen by windows or left out by HAVING."""
    above, group = rows.above, rows.group
    parts = (part for expr in above.expressions() for part in walk(expr))
    uses = [p for p in parts if isinstance(p, AggregateUse | WindowUse)]
    grouped = group is not None or any(isinstance(use, AggregateUse) for use in uses)
    having = [] if grouped or above.having is None else [above.having]
    keys = [] if group is None else group.keys
    return [*keys, *having, *(part for use in uses for part in children(use))]
