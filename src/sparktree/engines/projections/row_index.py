"""Normal projections as indexes: which parts and which rows of them conditions can match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sparktree.engines.keys.condition import is_useful
from sparktree.engines.projections.candidates import (
    Candidate,
    candidate,
    filter_request,
    restricted,
    ruled_out,
)
from sparktree.engines.projections.definition import PARENT_OFFSET, Projection
from sparktree.engines.reading.late_reading import is_usable
from sparktree.engines.reading.pruning import Pruned
from sparktree.engines.reading.row_lookup import PART, ROW, RowLookup
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.kernel import sql
from sparktree.parts.virtuals import always
from sparktree.planner.environment import Environment
from sparktree.planner.expr import columns_of
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import ScanRequest


@dataclass(frozen=True, slots=True)
class Indexing:
    """A projection whose key a query's conditions restrict.

    `lookup` tells the rows, where the projection holds their places and is read quickly.
    """

    candidate: Candidate
    parts_ruled_out: int
    lookup: RowLookup | None

    @property
    def text(self) -> str:
        """What it does, in ClickHouse's words."""
        if self.lookup is not None:
            return "Projection has been analyzed and will be applied during reading"
        return "Projection has been analyzed and is used for part-level filtering"


@dataclass(slots=True)
class Indexed:
    """What some projections leave of a scan."""

    pruned: Pruned
    by: list[Indexing]

    @property
    def lookups(self) -> tuple[RowLookup, ...]:
        """What tells the rows."""
        return tuple(one.lookup for one in self.by if one.lookup is not None)


def indexed(
    projections: Sequence[Projection],
    request: ScanRequest,
    parts: Sequence[PartOnDisk],
    plain: Pruned,
    environment: Environment,
) -> Indexed:
    """What projections that are not read themselves leave to read of the table's rows."""
    found = Indexed(plain, [])
    for projection in projections:
        own = filter_request(projection, request)
        if own is None or not found.pruned.scans:
            continue
        made = candidate(projection, parts, found.pruned, own, environment)
        if made is None or not _is_restricted(made):
            continue
        gone = ruled_out(made)
        lookup = _lookup(made, own, found.pruned, environment)
        if gone or lookup is not None:
            found.by.append(Indexing(made, len(gone), lookup))
            found.pruned = _without(found.pruned, gone)
    return found


def _without(plain: Pruned, gone: frozenset[str]) -> Pruned:
    return restricted(plain, lambda scan: scan.part.name not in gone) if gone else plain


def _is_restricted(made: Candidate) -> bool:
    """Whether the conditions say something of the projection's key."""
    uses = made.pruned.report.uses
    return any(use.kind == "PrimaryKey" and is_useful(use.condition) for use in uses)


def _lookup(
    made: Candidate, request: ScanRequest, plain: Pruned, environment: Environment
) -> RowLookup | None:
    """The rows of the parts by their places in the projection; None if that does not pay."""
    least = environment.settings.min_table_rows_to_use_projection_index
    most = environment.settings.max_projection_rows_to_use_projection_index
    filters = [one for one in request.filters if is_usable(one)]
    held = {name for name, _ in made.projection.columns}
    if PARENT_OFFSET not in held or not filters or not made.pruned.scans:
        return None
    if plain.rows < least or made.pruned.rows > most:
        return None
    numbers = {scan.part.name: scan.index for scan in plain.scans}
    inside = [made.parts[scan.index].record.name for scan in made.pruned.scans]
    scans = [
        replace(scan, index=numbers[name])
        for scan, name in zip(made.pruned.scans, inside, strict=True)
    ]
    columns = columns_of(*filters).values()
    read = [(request.ids[column.id], column.kernel_name) for column in columns]
    reader = ScanReader(
        made.projection.definition,
        environment,
        replace(request, columns=(*read, (PARENT_OFFSET, ROW), (always("_part_index"), PART))),
        in_order=False,
    )
    condition = sql.all_of(map(Lowering(environment.context).condition, filters))
    known = frozenset(numbers[part.record.name] for part in made.parts)
    names = (*(name for name, _ in read), PARENT_OFFSET)
    return RowLookup(tuple(reader.texts(scans)), condition, names, known)
