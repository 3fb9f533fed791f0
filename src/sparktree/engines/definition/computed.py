"""Columns out of default expressions."""

from __future__ import annotations

from sparktree.engines.definition import nested
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.functions.core.convert import convert
from sparktree.kernel.sql import Sql
from sparktree.planner.environment import Environment
from sparktree.planner.expr import columns_of


class Computed:
    """Columns out of default expressions, over columns that are there."""

    def __init__(
        self, definition: TableDefinition, environment: Environment, names: dict[str, Sql]
    ) -> None:
        self.definition = definition
        self.environment = environment
        self.names = names
        self.expressions = TableExpressions.over(environment, definition.readable())

    def value(self, name: str) -> Sql:
        """Kernel SQL of the column."""
        if name not in self.names:
            self.names[name] = self._computed(self.definition.by_name[name])
        return self.names[name]

    def _computed(self, column: Column) -> Sql:
        if column.default is None:
            other = nested.sibling(column, self.definition.columns, self.names)
            if other is None:
                return column.type.default()
            return nested.defaults_like(column, self.names[other.name])
        typed = self.expressions.analyse(column.default)
        for read in columns_of(typed).values():
            self.value(read.name)
        context = self.environment.context
        value = self.expressions.lower(typed, self.names, context)
        return convert(value, typed.type, column.type, context.zone)
