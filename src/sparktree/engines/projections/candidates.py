"""What is left to read of a table if one of its projections is read instead of the rows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sparktree.engines.projections.definition import Projection
from sparktree.engines.reading.pruning import Pruned, Pruner
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.errors import Code, Error
from sparktree.parts.checksums import verify
from sparktree.parts.description import PartDescription, PartProjection
from sparktree.parts.reader import PartScan
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr, columns_of, transform
from sparktree.planner.sources import ScanRequest

_LOG = logging.getLogger("sparktree.projections")


@dataclass(frozen=True, slots=True)
class Candidate:
    """The granules of a projection's parts, and those of the parts that lack it."""

    projection: Projection
    parts: tuple[PartOnDisk, ...]
    pruned: Pruned
    rest: Pruned

    @property
    def marks(self) -> int:
        """Granules in all."""
        return self.pruned.granules_left + self.rest.granules_left

    @property
    def rows(self) -> int:
        """Rows in all."""
        return self.pruned.rows + self.rest.rows


def candidate(
    projection: Projection,
    parts: Sequence[PartOnDisk],
    plain: Pruned,
    request: ScanRequest,
    environment: Environment,
) -> Candidate | None:
    """The projection in place of what `plain` would read; None if no part has it.

    `request` is over the projection's columns. Only parts that plain reading would touch count.
    """
    wanted = {name for name, _ in request.columns}
    wanted |= {request.ids[number] for number in columns_of(*request.filters)}
    having = {
        scan.index: inner
        for scan in plain.scans
        if (inner := held(parts[scan.index], projection, environment, wanted)) is not None
    }
    if not having:
        return None
    inside = tuple(having.values())
    try:
        pruned = Pruner(projection.definition, request, environment).prune(inside)
    except Error as error:
        if error.code == Code.INDEX_NOT_USED:  # what is forced is a key of the table itself
            return None
        having, inside = _undamaged(having, projection)
        if not having:
            return None
        pruned = Pruner(projection.definition, request, environment).prune(inside)
    rest = restricted(plain, lambda scan: scan.index not in having)
    return Candidate(projection, inside, pruned, rest)


def _undamaged(
    having: dict[int, PartOnDisk], projection: Projection
) -> tuple[dict[int, PartOnDisk], tuple[PartOnDisk, ...]]:
    """Without the parts whose projection is damaged: their rows are read instead."""
    kept = {}
    for index, part in having.items():
        try:
            verify(part.disk, part.description)
            kept[index] = part
        except Error as error:
            _LOG.warning(
                "Projection %s of part %s is not used: %s",
                projection.name, part.description.name, error.message,
            )  # fmt: skip
    return kept, tuple(kept.values())


def held(
    part: PartOnDisk,
    projection: Projection,
    environment: Environment,
    wanted: Collection[str] | None = None,
) -> PartOnDisk | None:
    """The projection of a part as a part; None if it has none that is as declared now.

    `wanted` are the columns that matter.
    """
    found = part.description.projections.get(projection.name)
    if part.patches:  # projections have the values of before
        return None
    if found is None or not _fits(found, part.description, projection, wanted):
        return None
    # Rows that are deleted by mask are not in projections.
    masked = part.description.column(ROW_EXISTS) is not None
    if masked and not environment.settings.apply_deleted_mask:
        return None
    return PartOnDisk(part.record, found.part, part.disk)


def _fits(
    found: PartProjection,
    part: PartDescription,
    projection: Projection,
    wanted: Collection[str] | None,
) -> bool:
    """Whether the projection in a part is the declared one.

    Columns that a part of the table lacks, because they are newer, its projection may lack too:
    SELECT * means more columns than when it was written.
    """
    if found.declaration == projection.signature:
        return True
    if projection.aggregates or not found.declaration.startswith(f"{projection.text}: "):
        return False
    types = {column.name: column.type for column in found.part.columns}
    return all(
        types[name] == str(column.type)
        if name in types
        else _is_newer(column.name, part, projection)
        for name, column in projection.columns
        if wanted is None or name in wanted
    )


def _is_newer(name: str, part: PartDescription, projection: Projection) -> bool:
    column = projection.parent.by_name.get(name)
    return column is not None and column.default is None and part.column(name) is None


def restricted(pruned: Pruned, keep: Callable[[PartScan], bool]) -> Pruned:
    """Only some of the parts."""
    scans = tuple(scan for scan in pruned.scans if keep(scan))
    return counted(replace(pruned, scans=scans, queue=None))


def counted(pruned: Pruned) -> Pruned:
    """With the numbers that belong to the scans."""
    granules = sum(map(granules_of, pruned.scans))
    ranges = sum(1 if scan.ranges is None else len(scan.ranges) for scan in pruned.scans)
    report = replace(pruned.report, parts=len(pruned.scans), granules=granules, ranges=ranges)
    return replace(pruned, granules_left=granules, report=report)


def granules_of(scan: PartScan) -> int:
    """How many granules a scan reads."""
    if scan.ranges is None:
        return len(scan.part.granules.rows)
    starts = np.array(scan.part.granules.starts())
    begins = np.searchsorted(starts, [begin for begin, _ in scan.ranges], side="right") - 1
    ends = np.searchsorted(starts, [end for _, end in scan.ranges], side="left")
    return int((ends - begins).sum())


# --- normal projections --------------------------------------------------------------------


def normal_request(
    projection: Projection, request: ScanRequest, forced: bool = False
) -> ScanRequest | None:
    """The request over a normal projection; None if the projection does not hold all of it."""
    if projection.aggregates or not (request.filters or request.top or forced):
        return None
    known = {column.name: name for name, column in projection.columns}
    wanted = {request.ids[number] for number in columns_of(*request.filters)}
    if not known.keys() >= wanted | {name for name, _ in request.columns}:
        return None
    if not all(condition in request.filters for condition in _own_filters(projection, request)):
        return None
    ids = {number: known[name] for number, name in request.ids.items() if name in known}
    columns = tuple((known[name], alias) for name, alias in request.columns)
    return replace(request, columns=columns, ids=ids)


def filter_request(projection: Projection, request: ScanRequest) -> ScanRequest | None:
    """Those conditions that a normal projection has all columns of; None if there are none."""
    if projection.aggregates or projection.query.filters:
        return None
    known = {column.name: name for name, column in projection.columns}
    ids = {number: known[name] for number, name in request.ids.items() if name in known}
    own = [f for f in request.filters if columns_of(f) and columns_of(f).keys() <= ids.keys()]
    return replace(request, columns=(), filters=tuple(own), ids=ids) if own else None


def ruled_out(found: Candidate) -> frozenset[str]:
    """The parts of whose projection the conditions leave no granule."""
    left = {found.parts[scan.index].record.name for scan in found.pruned.scans}
    return frozenset(part.record.name for part in found.parts) - left


def _own_filters(projection: Projection, request: ScanRequest) -> list[Expr]:
    """The projection's WHERE over the query's columns."""
    numbers = {name: number for number, name in request.ids.items()}

    def change(expr: Expr) -> Expr | None:
        if isinstance(expr, Column):
            return replace(expr, id=numbers.get(expr.name, -1))
        return None

    return [transform(condition, change) for condition in projection.query.filters]
