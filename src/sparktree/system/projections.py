"""system.projections, projection_parts, projection_parts_columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sparktree.engines.projections.choosing import declared_projections
from sparktree.engines.projections.definition import Projection
from sparktree.errors import Error
from sparktree.parts.checksums import verify
from sparktree.parts.description import PartColumn, PartDescription
from sparktree.sql import format_query
from sparktree.system.parts import COMMON, OF_COLUMN, files_hash
from sparktree.system.stored import PartOfTable, Stored, all_parts, stored_tables
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class _Declared:
    """A projection of a table."""

    table: Stored
    projection: Projection


def _projections(reading: Reading) -> Iterator[_Declared]:
    for table in stored_tables(reading):
        if table.table.projections:
            text, definition = table.record.create_query, table.definition
            for one in declared_projections(text, definition, reading.environment):
                yield _Declared(table, one)


system_table(
    SystemTable[_Declared](
        "projections",
        "The projections of tables.",
        _projections,
        {
            "database": "table.record.database",
            "table": "table.record.name",
            "name": "projection.name",
            "type": lambda row: "Aggregate" if row.projection.aggregates else "Normal",
            "sorting_key": lambda row: list(row.projection.sorting_key),
            "query": "projection.text",
            "settings": lambda row: {
                s.name: str(s.value) for s in row.projection.declaration.settings
            },
        },
    )
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A projection in a part."""

    parent: PartOfTable
    name: str
    part: PartDescription

    @property
    def damage(self) -> Error | None:
        """What is wrong with its files."""
        disk = self.parent.table.reading.services.disks[self.parent.record.disk]
        try:
            verify(disk, self.part)
        except Error as error:
            return error
        return None

    @property
    def path(self) -> str:
        """Its folder."""
        disk = self.parent.table.reading.services.disks[self.parent.record.disk]
        return disk.url(self.part.folder).rstrip("/") + "/"


def _parts(reading: Reading) -> Iterator[_Part]:
    for parent in all_parts(reading):
        for name, found in sorted(parent.description.projections.items()):
            yield _Part(parent, name, found.part)


def _of_parent(value: str | Callable[[PartOfTable], Any]) -> str | Callable[[_Part], Any]:
    return f"parent.{value}" if isinstance(value, str) else lambda row: value(row.parent)


# Columns that tell of the part around the projection, under another name or the same.
_PARENTS = ("name", "uuid", "part_type", "marks", "rows", "bytes_on_disk", "data_compressed_bytes",
            "data_uncompressed_bytes")  # fmt: skip
_SAME = ("partition", "active", "modification_time", "remove_time", "refcount", "min_date",
         "max_date", "min_time", "max_time", "partition_id", "min_block_number",
         "max_block_number", "level", "data_version", "database", "table", "engine",
         "disk_name")  # fmt: skip

_OF_PART: Mapping[str, str | Callable[[_Part], Any]] = {
    **{f"parent_{name}": _of_parent(COMMON[name]) for name in _PARENTS},
    **{name: _of_parent(COMMON[name]) for name in _SAME},
    "name": "name",
    "part_type": "part.part_type",
    "marks": "part.marks",
    "rows": "part.rows",
    "bytes_on_disk": "part.bytes_on_disk",
    "data_compressed_bytes": "part.compressed_bytes",
    "data_uncompressed_bytes": "part.uncompressed_bytes",
    "primary_key_bytes_in_memory": "part.primary_key_size",
    "primary_key_bytes_in_memory_allocated": "part.primary_key_size",
    "path": "path",
}


def _code(row: _Part) -> int:
    return row.damage.code if row.damage is not None else 0


system_table(
    SystemTable[_Part](
        "projection_parts",
        "The parts of projections, inside the parts of tables.",
        _parts,
        {
            **_OF_PART,
            "files": lambda row: len(row.part.files),
            "hash_of_all_files": lambda row: files_hash(row.part),
            "default_compression_codec": "part.default_codec",
            "is_broken": lambda row: row.damage is not None,
            "exception_code": _code,
            "exception": lambda row: str(row.damage or ""),
        },
    )
)


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a projection in a part."""

    row: _Part
    column: PartColumn
    position: int

    @property
    def default(self) -> tuple[str, str]:
        """Kind and expression of the default that the table declares for the column."""
        found = self.row.parent.table.definition.by_name.get(self.column.name)
        if found is None or found.default is None:
            return "", ""
        return found.kind, format_query(found.default, one_line=True)


def _columns(reading: Reading) -> Iterator[_Column]:
    for row in _parts(reading):
        for position, column in enumerate(row.part.columns, 1):
            yield _Column(row, column, position)


def _of_row(value: str | Callable[[_Part], Any]) -> str | Callable[[_Column], Any]:
    return f"row.{value}" if isinstance(value, str) else lambda column: value(column.row)


system_table(
    SystemTable[_Column](
        "projection_parts_columns",
        "The columns of parts of projections.",
        _columns,
        {
            **{name: _of_row(value) for name, value in _OF_PART.items()},
            **OF_COLUMN,
            "column_modification_time": lambda c: int(c.row.part.modified),
        },
    )
)
