"""Virtual columns that say where a row lies, as kernel SQL."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription
from sparktree.registry import Registry

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
class Place:
    """Where the rows of a scan lie: parts, row and file."""

    parts: Sequence[PlacedPart]
    row: Sql
    file: Sql

    def each(self, values: Sequence[Sql]) -> Sql:
        """The value that belongs to the row's part."""
        if all(value == values[0] for value in values):
            return values[0]
        return Sql(f"{sql.array(*values)}[{sql.cast(self.file, 'BIGINT')} + 1]")


VIRTUAL_COLUMNS: Registry[str, Callable[[Place], Sql]] = Registry()


def _unsigned(value: str) -> Sql:
    return sql.cast(value, "UBIGINT")


def always(name: str) -> str:
    """A name under which the virtual column is read even where a table has a column of its name."""
    return f"\0{name}"


@VIRTUAL_COLUMNS.declare("_part", always("_part"))
def _part(place: Place) -> Sql:
    """Name of the part."""
    return place.each([sql.string(p.part.name) for p in place.parts])


@VIRTUAL_COLUMNS.declare("_part_index", always("_part_index"))
def _part_index(place: Place) -> Sql:
    """Number of the part among those of the query."""
    return _unsigned(place.each([sql.integer(p.index) for p in place.parts]))


@VIRTUAL_COLUMNS.declare("_part_starting_offset")
def _part_starting_offset(place: Place) -> Sql:
    """Rows of the parts before this one."""
    return _unsigned(place.each([sql.integer(p.starting_offset) for p in place.parts]))


@VIRTUAL_COLUMNS.declare("_part_offset", always("_part_offset"))
def _part_offset(place: Place) -> Sql:
    """Number of the row in the part."""
    return _unsigned(place.row)


@VIRTUAL_COLUMNS.declare("_part_granule_offset")
def _part_granule_offset(place: Place) -> Sql:
    """Number of the granule in the part."""
    return _unsigned(place.each([_granule(p.part, place.row) for p in place.parts]))


def _granule(part: PartDescription, row: Sql) -> Sql:
    rows = part.granules.rows
    if len(set(rows[:-1])) <= 1 and rows[-1] <= rows[0]:
        return Sql(f"({row} // {rows[0]})")
    starts = ", ".join(str(start) for start in part.granules.starts()[1:-1])
    return Sql(f"len(list_filter([{starts}], lambda s: s <= {row}))")


@VIRTUAL_COLUMNS.declare("_block_number")
def _block_number(place: Place) -> Sql:
    """Number of the block that the row came with; of a merged part the first of its blocks."""
    return _unsigned(place.each([sql.integer(p.part.info.min_block) for p in place.parts]))


@VIRTUAL_COLUMNS.declare("_block_offset")
def _block_offset(place: Place) -> Sql:
    """Number of the row in the block that it came with; in a merged part that of the row there."""
    return _unsigned(place.row)


def _constant(name: str, doc: str) -> None:
    def value(place: Place) -> Sql:
        return place.each([p.constants[name] for p in place.parts])

    value.__doc__ = doc
    VIRTUAL_COLUMNS.add(name, value)


_constant("_part_uuid", "Unique identifier of the part.")
_constant("_partition_value", "The values of the partition key.")
_constant("_sample_factor", "How many rows a row of the sample stands for.")
_constant("_disk_name", "Name of the disk that holds the part.")


@VIRTUAL_COLUMNS.declare("_partition_id")
def _partition_id(place: Place) -> Sql:
    """Id of the partition."""
    return place.each([sql.string(p.part.partition_id) for p in place.parts])


@VIRTUAL_COLUMNS.declare("_part_data_version")
def _part_data_version(place: Place) -> Sql:
    """Number of the last block or mutation that is in the part."""
    versions = [sql.integer(p.part.info.data_version) for p in place.parts]
    return _unsigned(place.each(versions))
