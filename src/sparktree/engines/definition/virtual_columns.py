"""The virtual columns of a MergeTree table: where a row lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sparktree.catalog.records import NO_UUID
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.virtuals import VIRTUAL_COLUMNS, always
from sparktree.planner.environment import Environment
from sparktree.sql.statements.create import ColumnDeclaration
from sparktree.sql.type_ast import TypeName
from sparktree.types import (
    Tuple,
    Type,
)
from sparktree.types.stored_literal import stored_literal

_EVERY = VIRTUAL_COLUMNS.values()

# Those of every table; one with a partition key has one more.
OF_EVERY_TABLE: tuple[tuple[str, Type], ...] = tuple(
    (c.name, c.type) for c in _EVERY if c.type is not None
)
# Those that the engine itself reads, whatever the columns of the table are called.
ALWAYS_VIRTUAL: tuple[tuple[str, Type], ...] = tuple(
    (always(c.name), c.type) for c in _EVERY if c.for_engine and c.type is not None
)
# Those that tables may keep in their merged parts: what rows are known by.
PERSISTENT = frozenset(c.name for c in _EVERY if c.kept_if is not None)
RESERVED = frozenset(c.name for c in _EVERY if c.reserved)
OF_PARTS = frozenset(c.name for c in _EVERY if c.of_part)
OF_TABLE = frozenset(c.name for c in _EVERY if c.of_table)


def persistent_columns(definition: TableDefinition) -> tuple[str, ...]:
    """The virtual columns that the table keeps."""
    settings = definition.settings
    return tuple(c.name for c in _EVERY if c.kept_if is not None and c.kept_if(settings))


def with_persistent(definition: TableDefinition) -> TableDefinition:
    """The table as its merged parts are: with the virtual columns that it keeps."""
    kept = persistent_columns(definition)
    if not kept:
        return definition
    added = tuple(ColumnDeclaration(name, TypeName("UInt64")) for name in kept)
    columns = (*definition.create.columns, *added)
    return TableDefinition(replace(definition.create, columns=columns))


def virtual_columns(
    definition: TableDefinition, environment: Environment
) -> tuple[tuple[str, Type], ...]:
    """All of a table's, with the type of its partition key."""
    types = partition_types(definition, environment)
    return (*OF_EVERY_TABLE, ("_partition_value", Tuple(types))) if types else OF_EVERY_TABLE


def partition_types(definition: TableDefinition, environment: Environment) -> tuple[Type, ...]:
    """The types of the partition key's expressions."""
    if not definition.partition_key:
        return ()
    expressions = TableExpressions.over(environment, definition.readable())
    return tuple(expressions.analyse(node).type for node in definition.partition_key)


def constants_of(
    part: PartOnDisk,
    definition: TableDefinition,
    types: tuple[Type, ...],
    sample_factor: float = 1.0,
) -> Mapping[str, Sql]:
    """What only the table knows of a part."""
    named = definition.settings.assign_part_uuids
    uuid = part.description.uuid if named else NO_UUID
    found: dict[str, Sql] = {
        "_part_uuid": sql.cast(sql.string(uuid), "UUID"),
        "_disk_name": sql.string(part.record.disk),
        "_sample_factor": sql.cast(sql.string(repr(sample_factor)), "DOUBLE"),
    }
    if types:
        found["_partition_value"] = _tuple(types, part.description.partition_values)
    return found


def _tuple(types: tuple[Type, ...], values: Sequence[Any]) -> Sql:
    """The values of a partition key as one value."""
    items = zip(types, values, strict=True)
    return Tuple(types).pack(*(stored_literal(type_, value) for type_, value in items))
