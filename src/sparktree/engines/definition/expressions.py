"""Expressions over a table's columns: keys, defaults, constraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel.sql import Sql
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr
from sparktree.planner.lower import Lowering
from sparktree.sql import ast
from sparktree.types import Type


@dataclass(slots=True)
class TableExpressions:
    """Analyses expressions whose names are the columns of one table."""

    environment: Environment
    columns: Mapping[str, Column]
    numbers: Numbers

    @classmethod
    def over(
        cls,
        environment: Environment,
        columns: Sequence[tuple[str, Type]],
        numbers: Numbers | None = None,
    ) -> TableExpressions:
        """Expressions over columns that get new numbers."""
        numbers = numbers or Numbers()
        return cls(environment, {n: numbers.column(n, t) for n, t in columns}, numbers)

    def analyse(self, node: ast.Expression) -> Expr:
        """The typed expression."""
        scope = Scope(tables=[TableScope(None, None, None, dict(self.columns))], node=node)
        queries = QueryAnalyser(self.environment, self.numbers)
        return ExpressionAnalyser(self.environment, scope, self.numbers, queries.analyse).expr(node)

    def lower_check(self, expr: Expr, target: Type) -> None:
        """Fail if the expression cannot become the target type."""
        context = self.environment.context
        convert(Lowering(context).value(expr), expr.type, target, context.zone)

    def lower(self, expr: Expr, names: Mapping[str, Sql], context: QueryContext) -> Sql:
        """Kernel SQL of an expression, its columns printed as given."""
        return self._lowering(names, context).value(expr)

    def condition(self, expr: Expr, names: Mapping[str, Sql], context: QueryContext) -> Sql:
        """Kernel SQL of whether an expression is not zero."""
        return self._lowering(names, context).condition(expr)

    def _lowering(self, names: Mapping[str, Sql], context: QueryContext) -> Lowering:
        by_id: dict[object, Sql] = {
            self.columns[name].id: text for name, text in names.items() if name in self.columns
        }
        return Lowering(context, by_id)
