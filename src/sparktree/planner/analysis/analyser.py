"""What the analysis of expressions offers to those that analyse kinds of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr
from sparktree.planner.nodes import Query
from sparktree.sql import ast
from sparktree.types import Type

AnalyseQuery = Callable[[ast.Query, Scope], Query]


@dataclass(slots=True)
class Numbers:
    """Numbers for the columns of one query, each used once."""

    counter: Iterator[int] = field(default_factory=itertools.count)

    def column(self, name: str, type_: Type) -> Column:
        """A new column."""
        return Column(type_, next(self.counter), name)


@dataclass(frozen=True, slots=True)
class Correlated:
    """A subquery that names columns of the query around it; joined to it as the column `result`."""

    result: Column
    query: Query
    captured: tuple[Column, ...]
    exists: bool


class Analyser(Protocol):
    """Makes typed expressions of syntax trees, inside one scope."""

    environment: Environment
    scope: Scope
    numbers: Numbers
    correlated: list[Correlated] | None
    answers: dict[int, int]
    array_joins: list[tuple[Column, Expr]]

    @property
    def context(self) -> QueryContext:
        """What functions may know."""
        ...

    @property
    def analyse_query(self) -> AnalyseQuery:
        """How a query is analysed that sees the names of a scope."""
        ...

    def expr(self, node: ast.Expression) -> Expr:
        """The typed expression."""
        ...

    def call(self, name: str, args: Sequence[Expr]) -> Expr:
        """A call of a function by its name."""
        ...

    def constant(self, node: ast.Expression) -> object:
        """The value of a constant expression."""
        ...

    def spread(self, node: ast.Function) -> list[ast.Expression]:
        """The arguments, with those that stand for several."""
        ...
