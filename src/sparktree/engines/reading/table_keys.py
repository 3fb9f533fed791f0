"""A table's keys and indexes as typed expressions over a query's columns."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.skip_indexes.definition import SkipIndex
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr, columns_of
from sparktree.planner.sources import ScanRequest
from sparktree.sql import ast, format_query
from sparktree.types import UINT64


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one table in one query."""

    definition: TableDefinition
    columns: dict[str, Column]
    environment: Environment
    partition: list[Expr]
    primary: list[Expr]
    part_offset: Column | None = None

    @classmethod
    def of(
        cls, definition: TableDefinition, request: ScanRequest, environment: Environment
    ) -> Keys:
        """The keys over the columns that the query numbers."""
        names = {name: number for number, name in request.ids.items()}
        columns = {
            c.name: Column(c.type, names[c.name], c.name)
            for c in definition.columns
            if c.name in names
        }
        own = "_part_offset" in definition.by_name  # then it is not where the row lies
        offset = None if own else names.get("_part_offset")
        place = None if offset is None else Column(UINT64, offset, "_part_offset")
        return cls.over(definition, columns, environment, place)

    @classmethod
    def over(
        cls,
        definition: TableDefinition,
        columns: dict[str, Column],
        environment: Environment,
        part_offset: Column | None = None,
    ) -> Keys:
        """The keys over given columns."""
        return cls(
            definition,
            columns,
            environment,
            _typed(definition.partition_key, columns, environment),
            _typed(definition.primary_key, columns, environment),
            part_offset,
        )

    @property
    def partition_columns(self) -> dict[str, Column]:
        """The columns that the partition key reads."""
        read = columns_of(*self.partition)
        return {c.name: c for c in self.columns.values() if c.id in read}

    @property
    def primary_names(self) -> list[str]:
        """The primary key's expressions as text."""
        return [format_query(node, one_line=True) for node in self.definition.primary_key]

    @property
    def descending(self) -> list[bool]:
        """The direction of each key."""
        return [item.descending for item in self.definition.sorting_key]

    def aliases(self, read: Iterable[int]) -> dict[int, Expr]:
        """What the ALIAS columns among those that are read stand for, by their numbers."""
        found: dict[int, Expr] = {}
        waiting = list(read)
        while waiting:
            number = waiting.pop()
            column = next((c for c in self.columns.values() if c.id == number), None)
            declared = self.definition.by_name[column.name] if column is not None else None
            if column is None or declared is None or declared.default is None:
                continue
            if declared.kind == "ALIAS" and number not in found:
                (value,) = _typed([declared.default], self.columns, self.environment)
                found[number] = cast_to(value, column.type) if value.type != column.type else value
                waiting += columns_of(value)
        return found

    def index(self, index: SkipIndex) -> tuple[Expr, ...]:
        """The expressions of a skip index."""
        return tuple(_typed(index.expressions, self.columns, self.environment))


def _typed(
    nodes: Sequence[ast.Expression], columns: dict[str, Column], environment: Environment
) -> list[Expr]:
    over = TableExpressions(environment, columns, Numbers(itertools.count(10_000_000)))
    return [over.analyse(node) for node in nodes]
