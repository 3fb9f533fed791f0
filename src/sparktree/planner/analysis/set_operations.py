"""UNION, INTERSECT and EXCEPT: several queries as one, their columns in common types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions.core.common_types import common_type
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.scope import Scope, add_shared, add_with
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr
from sparktree.planner.nodes import Node, Project, Query, SetOperation
from sparktree.sql import ast


@dataclass(frozen=True, slots=True)
class SetAnalyser:
    """Makes typed queries of set operations."""

    environment: Environment
    numbers: Numbers
    analyse: Callable[[ast.Query, Scope], Query]

    def of(self, query: ast.SetOperation, scope: Scope | None) -> Query:
        """The typed query."""
        inner = Scope(parent=scope, node=scope.node if scope else None, shared=True)
        add_with(inner, query.with_, False)
        first = _first(query)
        add_with(inner, first.with_, first.recursive)  # WITH of the first SELECT is for all
        add_shared(inner)
        branches = [self.analyse(part, inner) for part in _branches(query)]
        widths = {len(b.columns) for b in branches}
        if len(widths) > 1:
            raise _different_widths(query, branches, nested=scope is not None and not scope.alone)
        types = [
            common_type((c.type for c in column), self.environment.context)
            for column in zip(*(b.columns for b in branches), strict=True)
        ]
        names = [c.name for c in branches[0].columns]
        columns = tuple(self.numbers.column(n, t) for n, t in zip(names, types, strict=True))
        inputs = tuple(
            (
                b.root,
                tuple(cast_to(c, t) for c, t in zip(b.columns, types, strict=True)),
            )
            for b in branches
        )
        node = SetOperation(query.operator, self._distinct(query), inputs, columns)
        return Query(node, columns, self._totals(branches, inputs, columns))

    def _totals(
        self,
        branches: list[Query],
        inputs: tuple[tuple[Node, tuple[Expr, ...]], ...],
        columns: tuple[Column, ...],
    ) -> Node | None:
        """The totals of the first input that has them."""
        for branch, (_, exprs) in zip(branches, inputs, strict=True):
            if branch.totals is not None:
                return Project(branch.totals, tuple(zip(columns, exprs, strict=True)))
        return None

    def _distinct(self, query: ast.SetOperation) -> bool:
        return quantified(query, self.environment) == "DISTINCT"


def _different_widths(query: ast.SetOperation, branches: list[Query], *, nested: bool) -> Error:
    if nested:
        return Error(Code.TYPE_MISMATCH, "UNION different number of columns in queries")
    code = Code.INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH
    if query.operator == "UNION":
        code = Code.UNION_ALL_RESULT_STRUCTURES_MISMATCH
    listed = " and ".join(", ".join(c.name for c in b.columns) for b in branches)
    return Error(code, f"Different number of columns in {query.operator} elements: {listed}")


def _first(query: ast.Query) -> ast.Select:
    """The SELECT that the query begins with."""
    while isinstance(query, ast.SetOperation):
        query = query.left
    assert isinstance(query, ast.Select)
    return query


def _branches(query: ast.SetOperation) -> list[ast.Query]:
    """The inputs; a chain of the same operation is one operation over many inputs."""
    left = query.left
    if (
        isinstance(left, ast.SetOperation)
        and query.operator == "UNION"
        and (left.operator, left.quantifier) == (query.operator, query.quantifier)
        and not left.with_
    ):
        return [*_branches(left), query.right]
    return [query.left, query.right]


def quantified(query: ast.SetOperation, environment: Environment) -> ast.SetQuantifier:
    """Whether rows are kept as often as they come; a setting says what a bare word means."""
    if query.quantifier is not None:
        return query.quantifier
    word, settings = query.operator, environment.settings
    default = {
        "UNION": settings.union_default_mode,
        "INTERSECT": settings.intersect_default_mode,
        "EXCEPT": settings.except_default_mode,
    }[word].upper()
    if not default:
        raise Error(
            Code.EXPECTED_ALL_OR_DISTINCT,
            f"Expected ALL or DISTINCT after {word}. Write `{word} ALL` to keep duplicate"
            f" rows or `{word} DISTINCT` to remove them, or set"
            f" `{word.lower()}_default_mode` to choose what a bare {word} means",
        )
    return "ALL" if default == "ALL" else "DISTINCT"
