"""Virtual columns: where a row lies. What is true of one is declared once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription
from sparktree.registry import Registry
from sparktree.settings.merge_tree import MergeTreeSettings
from sparktree.types import FLOAT64, STRING, UINT8, UINT64, UUID, LowCardinality, Type

# The mask of lightweight deletes: a column of the parts that have one, 0 where a row is deleted.
ROW_EXISTS = "_row_exists"


class PlacedPart(Protocol):
    """A part with its number and offset in the query, and what only the table knows of it."""

    @property
    def part(self) -> PartDescription:
        """The part."""
        ...

    @property
    def index(self) -> int:
        """Its number among the parts of the query."""
        ...

    @property
    def starting_offset(self) -> int:
        """The rows of the parts before it."""
        ...

    @property
    def constants(self) -> Mapping[str, Sql]:
        """Virtual columns that are the same for all its rows."""
        ...


@dataclass(frozen=True, slots=True)
class RowsPlace:
    """Where the rows of a scan lie: parts, row and file."""

    parts: Sequence[PlacedPart]
    row: Sql
    file: Sql

    def each(self, values: Sequence[Sql]) -> Sql:
        """The value that belongs to the row's part."""
        if all(value == values[0] for value in values):
            return values[0]
        return Sql(f"{sql.array(*values)}[{sql.cast(self.file, 'BIGINT')} + 1]")


Value = Callable[[RowsPlace], Sql]


@dataclass(frozen=True, slots=True)
class VirtualColumn:
    """A column that tables have without declaring it."""

    name: str
    type: Type | None  # None: it depends on the partition key
    comment: str  # what DESCRIBE says of it
    value: Value | None  # None: it is a column of the parts that have it
    # Whether all rows of a part have the same value, so that conditions over it leave out parts.
    of_part: bool = False
    of_table: bool = False  # whether only the table knows the value of a part
    for_engine: bool = False  # whether the engine reads it whatever the table's columns are called
    # The setting by which a table keeps the values of rows in its merged parts.
    kept_if: Callable[[MergeTreeSettings], bool] | None = None

    @property
    def reserved(self) -> bool:
        """Whether parts have a use for the name, so that no column can be called so."""
        return self.kept_if is not None or self.value is None


VIRTUAL_COLUMNS: Registry[str, VirtualColumn] = Registry()


def value_of(name: str) -> Value:
    """The kernel SQL of a virtual column, also under the name that the engine reads it by."""
    value = VIRTUAL_COLUMNS[name.removeprefix(_ALWAYS)].value
    assert value is not None
    return value


_ALWAYS = "\0"


def always(name: str) -> str:
    """A name under which the virtual column is read even where a table has a column of its name."""
    return f"{_ALWAYS}{name}"


def _unsigned(value: Sql) -> Sql:
    return sql.cast(value, "UBIGINT")


def _constant(name: str) -> Value:
    """What the table says of each part."""
    return lambda place: place.each([p.constants[name] for p in place.parts])


def _number(of: Callable[[PlacedPart], int]) -> Value:
    return lambda place: _unsigned(place.each([sql.integer(of(p)) for p in place.parts]))


def _granule(part: PartDescription, row: Sql) -> Sql:
    rows = part.granules.rows
    if len(set(rows[:-1])) <= 1 and rows[-1] <= rows[0]:
        return Sql(f"({row} // {rows[0]})")
    starts = ", ".join(str(start) for start in part.granules.starts()[1:-1])
    return Sql(f"len(list_filter([{starts}], lambda s: s <= {row}))")


_TEXT = LowCardinality(STRING)

# In the order in which DESCRIBE shows them.
for _column in (
    VirtualColumn(
        "_part",
        _TEXT,
        "Name of part",
        lambda place: place.each([sql.string(p.part.name) for p in place.parts]),
        of_part=True,
        for_engine=True,
    ),
    VirtualColumn(
        "_part_index",
        UINT64,
        "Sequential index of the part in the query result",
        _number(lambda p: p.index),
        of_part=True,
        for_engine=True,
    ),
    VirtualColumn(
        "_part_starting_offset",
        UINT64,
        "Cumulative starting row of the part in the query result",
        _number(lambda p: p.starting_offset),
        of_part=True,
    ),
    VirtualColumn(
        "_part_uuid",
        UUID(),
        "Unique part identifier (if enabled MergeTree setting assign_part_uuids)",
        _constant("_part_uuid"),
        of_part=True,
        of_table=True,
    ),
    VirtualColumn(
        "_partition_id",
        _TEXT,
        "Name of partition",
        lambda place: place.each([sql.string(p.part.partition_id) for p in place.parts]),
        of_part=True,
    ),
    VirtualColumn(
        "_sample_factor",
        FLOAT64,
        "Sample factor (from the query)",
        _constant("_sample_factor"),
        of_table=True,
    ),
    VirtualColumn(
        "_part_offset",
        UINT64,
        "Number of row in the part",
        lambda place: _unsigned(place.row),
        for_engine=True,
    ),
    VirtualColumn(
        "_part_granule_offset",
        UINT64,
        "Number of granule in the part",
        lambda place: _unsigned(place.each([_granule(p.part, place.row) for p in place.parts])),
    ),
    VirtualColumn(
        "_part_data_version",
        UINT64,
        "Data version of part (either min block number or mutation version)",
        _number(lambda p: p.part.info.data_version),
        of_part=True,
    ),
    VirtualColumn(
        "_disk_name", _TEXT, "Disk name", _constant("_disk_name"), of_part=True, of_table=True
    ),
    VirtualColumn(
        ROW_EXISTS,
        UINT8,
        "Persisted mask created by lightweight delete that show whether row exists or is deleted",
        None,
    ),
    # Of a merged part that does not keep them: the first of its blocks, and the row in the part.
    VirtualColumn(
        "_block_number",
        UINT64,
        "Persisted original number of block that was assigned at insert",
        _number(lambda p: p.part.info.min_block),
        kept_if=lambda settings: settings.enable_block_number_column,
    ),
    VirtualColumn(
        "_block_offset",
        UINT64,
        "Persisted original number of row in block that was assigned at insert",
        lambda place: _unsigned(place.row),
        kept_if=lambda settings: settings.enable_block_offset_column,
    ),
    VirtualColumn(
        "_partition_value",
        None,
        "Value (a tuple) of a PARTITION BY expression",
        _constant("_partition_value"),
        of_part=True,
        of_table=True,
    ),
):
    VIRTUAL_COLUMNS.add(_column.name, _column)
