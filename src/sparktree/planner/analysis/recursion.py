"""WITH RECURSIVE: the query runs over its own last rows until there are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.planner.analysis.scope import CommonTable, Scope
from sparktree.planner.analysis.set_operations import quantified
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column
from sparktree.planner.nodes import Project, Query
from sparktree.planner.sources import KnownRows
from sparktree.sql import ast
from sparktree.types import Type, least_supertype

Header = tuple[tuple[str, Type], ...]
_WIDENINGS = 100  # types that still grow after so many steps never end


@dataclass(slots=True)
class Recursion:
    """The evaluation of one recursive query of WITH."""

    environment: Environment
    analyse: Callable[[ast.Query, Scope], Query]
    new_column: Callable[[str, Type], Column]
    common: CommonTable
    rows_wanted: int | None = None  # no more rows are read
    complete: bool = False  # whether the last step gave no rows

    def rows(self) -> KnownRows:
        """The rows of all steps, or of those that give enough."""
        query = self.common.definition.query
        if not isinstance(query, ast.SetOperation):
            message = f"Unknown table expression identifier '{self._name}'. In scope {self._name}"
            raise Error(Code.UNKNOWN_TABLE, message)
        if quantified(query, self.environment) == "DISTINCT":
            raise Error(
                Code.UNSUPPORTED_METHOD,
                f"Recursive CTE subquery {self._name} is supported only as a UNION ALL of a query"
                " that begins and queries that read it",
            )
        beginning, step = self._divided(query)
        first = self.analyse(beginning, self.common.scope)
        header = self._header(first, step)
        found = [self._run(first, header)]
        deepest = self.environment.settings.max_recursive_cte_evaluation_depth
        count = found[0].num_rows
        while found[-1].num_rows and (self.rows_wanted is None or count < self.rows_wanted):
            if len(found) > deepest:
                raise self._too_deep(deepest)
            found.append(self._step(step, header, found[-1]))
            count += found[-1].num_rows
        self.complete = not found[-1].num_rows
        table = pa.concat_tables(found)
        return KnownRows(self._name, header, table)

    def _divided(self, query: ast.SetOperation) -> tuple[ast.Query, ast.Query]:
        """The first query of a UNION ALL, and those behind it."""
        left = query.left
        if not isinstance(left, ast.SetOperation) or left.operator != "UNION":
            return left, query.right
        if quantified(left, self.environment) == "DISTINCT":
            return left, query.right
        beginning, rest = self._divided(left)
        return beginning, replace(query, left=rest)

    @property
    def _name(self) -> str:
        return self.common.definition.name

    def _header(self, first: Query, step: ast.Query) -> Header:
        """The columns in types that hold what every step makes of them."""
        names = self.common.definition.columns or tuple(c.name for c in first.columns)
        types = tuple(c.type for c in first.columns)
        for _ in range(_WIDENINGS):
            header = tuple(zip(names, types, strict=True))
            made = self._analysed(step, header, _no_rows(len(names)))
            if len(made.columns) != len(types):
                raise self._other_columns()
            pairs = zip(types, made.columns, strict=True)
            wider = tuple(least_supertype((old, c.type)) for old, c in pairs)
            if wider == types:
                return header
            types = wider
        raise self._too_deep(_WIDENINGS)

    def _analysed(self, step: ast.Query, header: Header, last: pa.Table) -> Query:
        known = CommonTable(self.common.definition, self.common.scope)
        known.computed_rows = KnownRows(self._name, header, last)
        scope = Scope(
            parent=self.common.scope, common={self._name: known}, node=self.common.scope.node
        )
        return self.analyse(step, scope)

    def _step(self, query: ast.Query, header: Header, last: pa.Table) -> pa.Table:
        return self._run(self._analysed(query, header, last), header)

    def _run(self, query: Query, header: Header) -> pa.Table:
        columns = tuple(self.new_column(name, type_) for name, type_ in header)
        values = tuple(
            (new, cast_to(old, new.type)) for new, old in zip(columns, query.columns, strict=True)
        )
        table = self.environment.run(Query(Project(query.root, values), columns))
        return table.rename_columns([f"r{place}" for place in range(len(columns))])

    def _other_columns(self) -> Error:
        return Error(
            Code.SIZES_OF_COLUMNS_DOESNT_MATCH,
            f"Recursive CTE subquery {self._name}. Expected projection columns to have same size in"
            " recursive and non recursive subquery",
        )

    def _too_deep(self, deepest: int) -> Error:
        return Error(
            Code.TOO_DEEP_RECURSION,
            f"Maximum recursive CTE evaluation depth ({deepest}) exceeded, during evaluation of"
            f" {self._name}. Consider raising max_recursive_cte_evaluation_depth setting",
        )


def _no_rows(columns: int) -> pa.Table:
    return pa.table([pa.nulls(0)] * columns, names=[f"r{place}" for place in range(columns)])
