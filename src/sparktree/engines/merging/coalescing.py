"""CoalescingMergeTree: of every column the last value that is not NULL."""

from __future__ import annotations

from collections.abc import Collection

from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.merging.aggregating import state_call
from sparktree.engines.merging.grouped import Combined, Grouped, grouped
from sparktree.engines.merging.summing import required_columns
from sparktree.planner.environment import Environment
from sparktree.sql import ast


def coalescing(
    definition: TableDefinition,
    environment: Environment,
    wanted: Collection[str],
    listed: Collection[str],
) -> Grouped:
    """`CoalescingMergeTree([columns])`, for those of its columns that are wanted."""
    keys = required_columns(definition, environment)
    columns = [
        c
        for c in definition.columns
        if c.stored and c.name in wanted and c.name not in keys and (not listed or c.name in listed)
    ]
    combined = [Combined(c.name, c.type, _last(c)) for c in columns]
    return grouped(environment, [(c.name, c.type) for c in columns], combined)


def _last(column: Column) -> ast.Function:
    call = state_call(column)
    return call or ast.Function("anyLast", (ast.Identifier((column.name,)),))
