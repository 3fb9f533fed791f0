"""AggregatingMergeTree: states of aggregate functions are merged, other columns keep a value."""

from __future__ import annotations

from collections.abc import Collection

from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.merging.grouped import Combined, Grouped, grouped
from sparktree.planner.environment import Environment
from sparktree.sql import ast, parse_expression
from sparktree.types import AggregateFunction, SimpleAggregateFunction


def state_call(column: Column) -> ast.Function | None:
    """What combines the values of an AggregateFunction or SimpleAggregateFunction column."""
    name = ast.Identifier((column.name,))
    type_ = column.type
    if isinstance(type_, AggregateFunction):
        parameters = f"({', '.join(type_.parameters)})" if type_.parameters else ""
        text = f"{type_.function}MergeState{parameters}"
    elif isinstance(type_, SimpleAggregateFunction):
        text = type_.function
    else:
        return None
    call = parse_expression(f"{text}(x)")
    assert isinstance(call, ast.Function)
    return ast.Function(call.name, (name,), parameters=call.parameters)


def aggregating(
    definition: TableDefinition, environment: Environment, wanted: Collection[str]
) -> Grouped:
    """`AggregatingMergeTree`, for those of its columns that are wanted."""
    keys = key_columns(definition)
    calls = {
        c: call
        for c in definition.columns
        if c.stored and c.name in wanted and c.name not in keys and (call := state_call(c))
    }
    combined = [Combined(c.name, c.type, call) for c, call in calls.items()]
    return grouped(environment, [(c.name, c.type) for c in calls], combined)


def key_columns(definition: TableDefinition) -> set[str]:
    """The names that the sorting key is made of."""
    items = [item.expression for item in definition.sorting_key]
    return {node.parts[-1] for node in items if isinstance(node, ast.Identifier)}
