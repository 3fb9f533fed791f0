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
from sparktree.parts.virtuals import ROW_EXISTS as ROW_EXISTS
from sparktree.parts.virtuals import always
from sparktree.planner.environment import Environment
from sparktree.sql.statements.create import ColumnDeclaration
from sparktree.sql.type_ast import TypeName
from sparktree.types import (
    FLOAT64,
    STRING,
    UINT8,
    UINT64,
    UUID,
    LowCardinality,
    Tuple,
    Type,
)
from sparktree.types.stored_literal import stored_literal

_TEXT = LowCardinality(STRING)

VIRTUAL_COLUMNS: tuple[tuple[str, Type], ...] = (
    ("_part", _TEXT),
    ("_part_index", UINT64),
    ("_part_starting_offset", UINT64),
    ("_part_uuid", UUID()),
    ("_partition_id", _TEXT),
    ("_sample_factor", FLOAT64),
    ("_part_offset", UINT64),
    ("_part_granule_offset", UINT64),
    ("_part_data_version", UINT64),
    ("_disk_name", _TEXT),
    (ROW_EXISTS, UINT8),
    ("_block_number", UINT64),
    ("_block_offset", UINT64),
)

# Those that the engine itself reads, whatever the columns of the table are called.
ALWAYS_VIRTUAL: tuple[tuple[str, Type], ...] = tuple(
    (always(name), type_)
    for name, type_ in VIRTUAL_COLUMNS
    if name in ("_part", "_part_index", "_part_offset")
)

# What DESCRIBE says of them.
COMMENTS = {
    "_part": "Name of part",
    "_part_index": "Sequential index of the part in the query result",
    "_part_starting_offset": "Cumulative starting row of the part in the query result",
    "_part_uuid": "Unique part identifier (if enabled MergeTree setting assign_part_uuids)",
    "_partition_id": "Name of partition",
    "_sample_factor": "Sample factor (from the query)",
    "_part_offset": "Number of row in the part",
    "_part_granule_offset": "Number of granule in the part",
    "_part_data_version": "Data version of part (either min block number or mutation version)",
    "_disk_name": "Disk name",
    "_partition_value": "Value (a tuple) of a PARTITION BY expression",
    ROW_EXISTS: "Persisted mask created by lightweight delete that show whether row exists or is"
    " deleted",
    "_block_number": "Persisted original number of block that was assigned at insert",
    "_block_offset": "Persisted original number of row in block that was assigned at insert",
}

# Those that tables may keep in their merged parts: what rows are known by, and the settings.
_PERSISTENT = {
    "_block_number": "enable_block_number_column",
    "_block_offset": "enable_block_offset_column",
}
PERSISTENT = frozenset(_PERSISTENT)
# Names that parts have a use for: no column can be called so.
RESERVED = PERSISTENT | {ROW_EXISTS}


def persistent_columns(definition: TableDefinition) -> tuple[str, ...]:
    """The virtual columns that the table keeps."""
    settings = definition.settings
    return tuple(name for name, setting in _PERSISTENT.items() if getattr(settings, setting))


def with_persistent(definition: TableDefinition) -> TableDefinition:
    """The table as its merged parts are: with the virtual columns that it keeps."""
    kept = persistent_columns(definition)
    if not kept:
        return definition
    added = tuple(ColumnDeclaration(name, TypeName("UInt64")) for name in kept)
    columns = (*definition.create.columns, *added)
    return TableDefinition(replace(definition.create, columns=columns))


# Those that are the same for all rows of a part, so that conditions over them leave out parts.
OF_PARTS = frozenset(
    {
        "_part", "_part_index", "_part_starting_offset", "_part_uuid", "_partition_id",
        "_part_data_version", "_disk_name", "_partition_value",
    }
)  # fmt: skip


def virtual_columns(
    definition: TableDefinition, environment: Environment
) -> tuple[tuple[str, Type], ...]:
    """All of a table's, with the type of its partition key."""
    types = partition_types(definition, environment)
    return (*VIRTUAL_COLUMNS, ("_partition_value", Tuple(types))) if types else VIRTUAL_COLUMNS


def partition_types(definition: TableDefinition, environment: Environment) -> tuple[Type, ...]:
    """The types of the partition key's expressions."""
    if not definition.partition_key:
        return ()
    expressions = TableExpressions.over(environment, definition.readable())
    return tuple(expressions.analyse(node).type for node in definition.partition_key)


OF_TABLE = frozenset({"_part_uuid", "_disk_name", "_sample_factor", "_partition_value"})


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
