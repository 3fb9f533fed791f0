"""SummingMergeTree: numbers of equal keys are added; a row of nothing but zeros goes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.merging.aggregating import state_call
from sparktree.engines.merging.grouped import Combined, Grouped, grouped
from sparktree.planner.environment import Environment
from sparktree.planner.expr import columns_of
from sparktree.sql import ast
from sparktree.types import (
    UUID,
    AggregateFunction,
    Array,
    Bool,
    Date,
    DateTime,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    IPv6,
    SimpleAggregateFunction,
    String,
    Time,
    Type,
    remove_low_cardinality,
)

_SUMMABLE = (Integer, Float, Decimal, Bool)
_MAP_KEYS = (
    Integer, Bool, Date, DateTime, Time, Interval, Enum, UUID, IPv4, IPv6, String, FixedString
)  # fmt: skip
_NEVER_ZERO = (AggregateFunction, SimpleAggregateFunction)
_KEY_ENDINGS = ("ID", "Key", "Type")


def required_columns(
    definition: TableDefinition,
    environment: Environment,
    *,
    sorting: bool = True,
    partition: bool = True,
) -> set[str]:
    """The columns that the sorting key and the partition key read."""
    expressions = TableExpressions.over(environment, definition.readable())
    nodes = [item.expression for item in definition.sorting_key] if sorting else []
    nodes += definition.partition_key if partition else ()
    return {c.name for n in nodes for c in columns_of(expressions.analyse(n)).values()}


def summing(
    definition: TableDefinition,
    environment: Environment,
    wanted: Collection[str],
    listed: Collection[str],
) -> Grouped:
    """`SummingMergeTree([columns])`: the columns outside the keys, or those listed."""
    keys = required_columns(definition, environment)
    own = [c for c in definition.columns if c.stored and c.name not in keys]
    columns = [c for c in own if c.name in wanted]
    # As ClickHouse, FINAL takes a row for zero by the columns that are read.
    maps = [one for one in _maps(own, listed) if any(c in columns for c in one)]
    nested = {c.name for one in maps for c in one}
    singles = {
        c: call
        for c in columns
        if c.name not in nested and (not listed or c.name in listed) and (call := _sum(c))
    }
    combined = [Combined(c.name, c.type, call) for c, call in singles.items()]
    combined += [one for columns_of_map in maps for one in _map_sums(columns_of_map)]
    read = [(c.name, c.type) for c in (*singles, *(c for one in maps for c in one))]
    # A map, a state or what its own function combines is never taken for zero.
    drops = bool(singles) and not maps
    drops = drops and not any(isinstance(c.type, _NEVER_ZERO) for c in singles)
    return grouped(environment, read, combined, drop_empty=drops)


def _sum(column: Column) -> ast.Function | None:
    call = state_call(column)
    if call is not None:
        return call
    if isinstance(column.type.inner, _SUMMABLE):
        # A sum of truth values is true where any of them is.
        name = "max" if isinstance(column.type.inner, Bool) else "sumWithOverflow"
        return ast.Function(name, (ast.Identifier((column.name,)),))
    return None


def _maps(columns: Sequence[Column], listed: Collection[str]) -> list[list[Column]]:
    """Nested structures called ...Map whose first column is a key and whose others can be added."""
    found: dict[str, list[Column]] = {}
    for column in columns:
        table, dot, _ = column.name.partition(".")
        if dot and table.endswith("Map") and isinstance(column.type, Array):
            found.setdefault(table, []).append(column)
    return [
        one
        for name, one in found.items()
        if _is_map(one) and (not listed or name in listed or any(c.name in listed for c in one))
    ]


def _is_map(columns: Sequence[Column]) -> bool:
    keys = [c for i, c in enumerate(columns) if _is_key(i, c)]
    values = [c for i, c in enumerate(columns) if not _is_key(i, c)]
    fits = all(isinstance(remove_low_cardinality(_element(c)), _MAP_KEYS) for c in keys)
    return bool(values) and fits and all(isinstance(_element(c).inner, _SUMMABLE) for c in values)


def _element(column: Column) -> Type:
    assert isinstance(column.type, Array)
    return column.type.of


def _is_key(position: int, column: Column) -> bool:
    return position == 0 or column.name.endswith(_KEY_ENDINGS)


def _map_sums(columns: Sequence[Column]) -> list[Combined]:
    """sumMappedArrays over the key, or over tuples of the keys, and the values."""
    keys = [c for i, c in enumerate(columns) if _is_key(i, c)]
    values = [c for i, c in enumerate(columns) if not _is_key(i, c)]
    names = [ast.Identifier((c.name,)) for c in keys]
    key: ast.Expression = names[0] if len(names) == 1 else ast.Function("arrayZip", tuple(names))
    call = ast.Function("sumMappedArrays", (key, *(ast.Identifier((c.name,)) for c in values)))
    sums = [Combined(c.name, c.type, call, i) for i, c in enumerate(values, 2)]
    if len(keys) == 1:
        return [Combined(keys[0].name, keys[0].type, call, 1), *sums]
    return [*(Combined(c.name, c.type, call, 1, i) for i, c in enumerate(keys, 1)), *sums]
