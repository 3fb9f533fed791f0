"""The columns that the parameters of the MergeTree family name, and what they must be."""

from __future__ import annotations

from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.merging.summing import required_columns
from sparktree.errors import Code, Error
from sparktree.planner.environment import Environment
from sparktree.sql import ast
from sparktree.types import (
    AggregateFunction,
    Date,
    DateTime,
    DateTime64,
    Integer,
    SimpleAggregateFunction,
    Time,
    Time64,
    Type,
    remove_low_cardinality,
)
from sparktree.types.numeric import Bool, Float

_VERSIONS = Integer | Float | Date | DateTime | DateTime64 | Time | Time64 | Bool


def listed_columns(definition: TableDefinition) -> tuple[str, ...]:
    """The columns that SummingMergeTree and CoalescingMergeTree name."""
    if not definition.parameters:
        return ()
    node = definition.parameters[0]
    items = node.args if isinstance(node, ast.Function) and node.name == "tuple" else (node,)
    return tuple(".".join(item.parts) for item in items if isinstance(item, ast.Identifier))


def parameter(definition: TableDefinition, position: int) -> str | None:
    """The column that a parameter names; None if it was not given."""
    args = definition.parameters
    if position >= len(args):
        return None
    node = args[position]
    return ".".join(node.parts) if isinstance(node, ast.Identifier) else None


def check_replacing(definition: TableDefinition, _: Environment) -> None:
    """The version and is_deleted columns."""
    if any(not isinstance(node, ast.Identifier) for node in definition.parameters):
        raise Error(Code.BAD_ARGUMENTS, "Wrong number of engine arguments.")
    version, is_deleted = parameter(definition, 0), parameter(definition, 1)
    if is_deleted is not None:
        column = _column(definition, is_deleted, "is_deleted column")
        if _plain(column.type) not in (Integer(8, signed=False), Bool()):
            raise Error(
                Code.BAD_TYPE_OF_FIELD,
                f"is_deleted column ({is_deleted}) for storage {definition.engine.name} must have"
                f" type UInt8. Provided column of type {column.type}.",
            )
        if is_deleted == version:
            message = f"The version and is_deleted column cannot be the same column ({version})"
            raise Error(Code.BAD_ARGUMENTS, message)
    if version is not None:
        _check_version(definition, version)


def check_collapsing(definition: TableDefinition, _: Environment) -> None:
    """The sign column."""
    sign = parameter(definition, 0)
    if sign is None:
        raise Error(Code.BAD_ARGUMENTS, "Sign column name must be an unquoted string")
    column = _column(definition, sign, "Sign column")
    if _plain(column.type) != Integer(8, signed=True):
        raise Error(
            Code.BAD_TYPE_OF_FIELD,
            f"Sign column ({sign}) for storage {definition.engine.name} must have type Int8."
            f" Provided column of type {column.type}.",
        )


def check_versioned(definition: TableDefinition, environment: Environment) -> None:
    """The sign and version columns."""
    check_collapsing(definition, environment)
    version = parameter(definition, 1)
    if version is None:
        raise Error(Code.BAD_ARGUMENTS, "Version column name must be an unquoted string")
    _check_version(definition, version)


def _plain(type_: Type) -> Type:
    return type_.of if isinstance(type_, SimpleAggregateFunction) else type_


def _check_version(definition: TableDefinition, version: str) -> None:
    column = _column(definition, version, "Version column")
    if not isinstance(remove_low_cardinality(_plain(column.type)), _VERSIONS):
        raise Error(
            Code.BAD_TYPE_OF_FIELD,
            f"The column {version} cannot be used as a version column for storage"
            f" {definition.engine.name} because it is of type {column.type} (must be of an integer"
            " type or of type Date/DateTime/DateTime64).",
        )


def _column(definition: TableDefinition, name: str, what: str) -> Column:
    column = definition.by_name.get(name)
    if column is None or not column.stored:
        raise Error(
            Code.NO_SUCH_COLUMN_IN_TABLE, f"{what} {name} does not exist in table declaration."
        )
    return column


def check_summing(definition: TableDefinition, environment: Environment) -> None:
    """The columns to sum."""
    allowed = definition.settings.allow_summing_columns_in_partition_or_order_key
    _check_listed(definition, environment, allowed)


def check_coalescing(definition: TableDefinition, environment: Environment) -> None:
    """The columns to coalesce."""
    allowed = definition.settings.allow_coalescing_columns_in_partition_or_order_key
    _check_listed(definition, environment, allowed)


def _check_listed(definition: TableDefinition, environment: Environment, allowed: bool) -> None:
    for name in (listed := listed_columns(definition)):
        nested = any(c.name.startswith(f"{name}.") for c in definition.columns)
        if name not in definition.by_name and not nested:
            raise Error(
                Code.NO_SUCH_COLUMN_IN_TABLE,
                f"Column {name} listed in columns to sum does not exist in table declaration.",
            )
    if allowed:
        return
    _not_in(listed, "sorting key", required_columns(definition, environment, partition=False))
    _not_in(listed, "partition key", required_columns(definition, environment, sorting=False))


def check_aggregating(definition: TableDefinition, environment: Environment) -> None:
    """Columns whose value a merge would pick at random are refused."""
    states = (AggregateFunction, SimpleAggregateFunction)
    if definition.settings.allow_dimensions_outside_sorting_key or not any(
        isinstance(c.type, states) for c in definition.columns
    ):
        return
    keys = required_columns(definition, environment)
    other = [
        c.name
        for c in definition.columns
        if c.kind in ("", "DEFAULT") and c.name not in keys and not isinstance(c.type, states)
    ]
    if other:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Column(s) {', '.join(other)} of the AggregatingMergeTree table are neither part of"
            " the sorting key nor aggregate measures (AggregateFunction or"
            " SimpleAggregateFunction). During background merges, rows with the same value of the"
            " sorting key are collapsed into one, so these columns keep an arbitrary value, which"
            " silently produces wrong results for queries that GROUP BY or filter on them. Add them"
            " to the sorting key (ORDER BY), or set 'allow_dimensions_outside_sorting_key = 1' if"
            " this is intentional (for example, when the columns are functionally dependent on the"
            " sorting key).",
        )


def _not_in(listed: tuple[str, ...], what: str, columns: set[str]) -> None:
    both = [name for name in listed if name in columns]
    if both:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Columns: {', '.join(both)} listed both in columns to sum and in {what}."
            " That is not allowed.",
        )
