"""The columns on which the last clauses of a SELECT work: what it shows, and what they read."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.expr import Column, Expr, is_constant


class Projecting:
    """Gives expressions columns behind those that are shown; equal ones share a column."""

    def __init__(self, numbers: Numbers, outputs: Sequence[tuple[Expr, str]]) -> None:
        self._numbers = numbers
        self.shown = tuple(numbers.column(name, e.type) for e, name in outputs)
        self.columns = list(zip(self.shown, (e for e, _ in outputs), strict=True))
        self.known: dict[Expr, Column] = {}
        for column, expr in self.columns:
            self.known.setdefault(expr, column)

    def column_of(self, expr: Expr, *, always: bool = False) -> Expr:
        """The column that holds the expression; a constant needs none, unless `always`."""
        if is_constant(expr) and not always:
            return expr
        if expr not in self.known:
            self.known[expr] = self.added(expr)
        return self.known[expr]

    def added(self, expr: Expr) -> Column:
        """A column of its own for the expression."""
        column = self._numbers.column("", expr.type)
        self.columns.append((column, expr))
        return column
