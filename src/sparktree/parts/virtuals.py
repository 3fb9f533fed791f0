"""Virtual columns that say where a row lies, as kernel SQL."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription
from sparktree.registry import Registry


@dataclass(frozen=True, slots=True)
class Place:
    """Where the rows of a scan lie: parts (with number and offset in the query), row and file."""

    parts: Sequence[tuple[PartDescription, int, int]]
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


@VIRTUAL_COLUMNS.declare("_part")
def _part(place: Place) -> Sql:
    """Name of the part."""
    return place.each([sql.string(part.name) for part, _, _ in place.parts])


@VIRTUAL_COLUMNS.declare("_part_index")
def _part_index(place: Place) -> Sql:
    """Number of the part among those of the query."""
    return _unsigned(place.each([sql.integer(index) for _, index, _ in place.parts]))


@VIRTUAL_COLUMNS.declare("_part_starting_offset")
def _part_starting_offset(place: Place) -> Sql:
    """Rows of the parts before this one."""
    return _unsigned(place.each([sql.integer(offset) for _, _, offset in place.parts]))


@VIRTUAL_COLUMNS.declare("_part_offset")
def _part_offset(place: Place) -> Sql:
    """Number of the row in the part."""
    return _unsigned(place.row)


@VIRTUAL_COLUMNS.declare("_part_uuid")
def _part_uuid(place: Place) -> Sql:
    """Unique identifier of the part."""
    return sql.cast(place.each([sql.string(part.uuid) for part, _, _ in place.parts]), "UUID")


@VIRTUAL_COLUMNS.declare("_partition_id")
def _partition_id(place: Place) -> Sql:
    """Id of the partition."""
    return place.each([sql.string(part.partition_id) for part, _, _ in place.parts])


@VIRTUAL_COLUMNS.declare("_part_data_version")
def _part_data_version(place: Place) -> Sql:
    """Number of the last block or mutation that is in the part."""
    versions = [sql.integer(part.info.data_version) for part, _, _ in place.parts]
    return _unsigned(place.each(versions))
