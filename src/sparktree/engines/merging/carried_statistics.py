"""Statistics that a merge need not make of rows: what its sources know adds up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.disks.disk import Disk
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.parts.description import PartDescription
from sparktree.parts.layout import StatisticsLayout
from sparktree.parts.packed import intact_statistics, read_statistics, with_statistics
from sparktree.parts.statistics import ColumnStatistics

PLACE = "_part_index"  # the virtual column that tells which part a row comes from


@dataclass(frozen=True, slots=True)
class CarriedStatistics:
    """What is known of the rows of some sources; those of the `untold` ones are counted."""

    by_column: Mapping[str, ColumnStatistics]
    untold: tuple[int, ...]  # places of parts

    @property
    def all(self) -> bool:
        """Whether no row need be counted."""
        return bool(self.by_column and not self.untold)

    @property
    def counted(self) -> tuple[int, ...]:
        """The places of the parts whose rows are counted, if rows must tell theirs."""
        return self.untold if self.by_column else ()

    def put_into(self, part: PartDescription, disk: Disk) -> PartDescription:
        """The merged part, whose statistics are of the counted rows so far."""
        if not self.by_column:
            return part
        counted = read_statistics(disk, part)
        found = {n: k + counted[n] if n in counted else k for n, k in self.by_column.items()}
        return with_statistics(disk, part, found)


def rows_of(places: Sequence[int], rows: pa.Table) -> pa.Table:
    """The rows that come from the parts of these places."""
    wanted = pa.array(places, rows.schema.field(PLACE).type)
    return rows.filter(pc.is_in(rows[PLACE], value_set=wanted))


def carried_by(
    parts: Sequence[PartOnDisk], wanted: Sequence[StatisticsLayout]
) -> CarriedStatistics:
    """What the parts know, for a merge that neither drops nor changes rows."""
    found = [_statistics_of(part, wanted) for part in parts]
    telling = [one for one in found if one]
    names = [one.column for one in wanted] if telling else []
    return CarriedStatistics(
        {name: reduce(add, (one[name] for one in telling)) for name in names},
        tuple(place for place, one in enumerate(found) if not one),
    )


def _statistics_of(
    part: PartOnDisk, wanted: Sequence[StatisticsLayout]
) -> dict[str, ColumnStatistics]:
    """All the wanted statistics of a part, or none."""
    held = part.description.statistics
    if (
        part.patches
        or part.scan.hides_rows
        or not all(
            one.column in held and held[one.column].declaration == one.declaration for one in wanted
        )
    ):
        return {}
    found = intact_statistics(part.disk, part.description, [one.column for one in wanted])
    return found if all(one.is_addable for one in found.values()) else {}
