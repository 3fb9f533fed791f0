"""Projections of parts that merges and mutations made: merged out of others, or built of the rows.

Large parts are projected piece by piece, a task for each; the pieces are then merged as parts are.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from sparktree.catalog.records import Part, Table
from sparktree.disks.disk import Disk
from sparktree.engines.merging.job import TEMPORARY, MergeJob
from sparktree.engines.merging.stream import MergedStream, Piece
from sparktree.engines.merging.work import MergeWork
from sparktree.engines.projections.definition import Projection
from sparktree.engines.projections.rows import ProjectedSql
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.errors import Error
from sparktree.kernel import sql
from sparktree.parts.description import PartDescription, PartProjection, from_report
from sparktree.parts.filename import projection_folder
from sparktree.parts.layout import PartLayout
from sparktree.parts.reader import PartScan
from sparktree.parts.sharing import keyed
from sparktree.parts.writer import PartWriter
from sparktree.planner.environment import Environment
from sparktree.planner.sources import ScanRequest
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Stage, TaskInfo, WorkRelation

_PIECE_ROWS = 1_000_000  # of a part that are projected at once
_LOG = logging.getLogger("sparktree.projections")


@dataclass(frozen=True, slots=True)
class MissingProjections:
    """A new part, not named yet, and the projections that it is to get.

    `merged` are made of the projections of the parts that it was merged of, `built` of its rows.
    """

    part: PartDescription
    record: Part  # tells the disk
    built: tuple[Projection, ...] = ()
    merged: tuple[tuple[Projection, tuple[PartOnDisk, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class _Works:
    """The work of each task."""

    of: tuple[MergeWork, ...]

    def __call__(self, info: TaskInfo) -> Iterator[bytes]:
        yield from self.of[info.task](replace(info, task=0))


@dataclass(slots=True)
class ProjectionMaking:
    """Makes projections of new parts; `watch` is told the id of every Spark job before it starts.

    `sweep` must follow.
    """

    storage: DataFolder
    table: Table
    environment: Environment
    watch: Callable[[str], None]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _folders: int = 0
    _disks: set[str] = field(default_factory=set)  # where folders were made
    _jobs: list[MergeJob] = field(default_factory=list)

    def make(self, wanted: Sequence[MissingProjections]) -> list[PartDescription]:
        """The parts with their projections inside."""
        self._disks |= {one.record.disk for one in wanted}
        found: list[dict[str, PartProjection]] = [{} for _ in wanted]
        building: list[tuple[int, Projection]] = []
        for number, one in enumerate(wanted):
            for projection, sources in one.merged:
                made = self._merged(projection, one, sources)
                if made is None:
                    building.append((number, projection))
                else:
                    found[number][projection.name] = self._placed(projection, one, made)
            building += [(number, projection) for projection in one.built]
        built = self._built([(wanted[number], p) for number, p in building])
        reach("projections_after_build")
        for (number, projection), made in zip(building, built, strict=True):
            found[number][projection.name] = self._placed(projection, wanted[number], made)
        return [
            replace(one.part, projections={**one.part.projections, **inside})
            for one, inside in zip(wanted, found, strict=True)
        ]

    def sweep(self) -> None:
        """Remove what has not got its place."""
        for job in self._jobs:
            job.sweep()
        folder, storage = f"store/{self.table.uuid}", self.storage
        remove_unnamed(storage.catalog, storage.disks, self._disks, folder, self._prefix)

    @property
    def _prefix(self) -> str:
        return f"{TEMPORARY}{self.storage.catalog.owner}_{self.id}_"

    def _folder(self) -> str:
        self._folders += 1
        return f"store/{self.table.uuid}/{self._prefix}{self._folders}"

    def _disk(self, one: MissingProjections) -> Disk:
        return self.storage.disks[one.record.disk]

    def _placed(
        self, projection: Projection, one: MissingProjections, made: PartDescription
    ) -> PartProjection:
        """The projection in its folder inside the part."""
        target = f"{one.part.folder}/{projection_folder(projection.name)}"
        if not self._disk(one).can_link:
            return PartProjection(projection.signature, keyed(made, target))
        if made.files:  # without rows there is no folder
            self._disk(one).rename(made.folder, target)
        return PartProjection(projection.signature, made.moved(target))

    # --- merging --------------------------------------------------------------------------

    def _merged(
        self, projection: Projection, one: MissingProjections, sources: Sequence[PartOnDisk]
    ) -> PartDescription | None:
        """The projections of several parts as one; None if one of them cannot be read."""
        try:
            return self._merge(projection, one, sources)
        except Error as error:
            _LOG.warning(
                "Projection %s is built of the rows of the merged part, because those of its"
                " sources cannot be merged: %s",
                projection.name, error.message,
            )  # fmt: skip
            return None

    def _merge(
        self, projection: Projection, one: MissingProjections, sources: Sequence[PartOnDisk]
    ) -> PartDescription:
        job = MergeJob(
            self.storage,
            replace(self.table, create_query=projection.create_query),
            sources,
            self.environment,
            str(uuid.uuid4()),
            self.watch,
            disk_name=one.record.disk,
        )
        self._jobs.append(job)
        return job.run() or self._empty(projection, one)

    def _empty(self, projection: Projection, one: MissingProjections) -> PartDescription:
        """A projection without rows."""
        _, layout = self._rows(projection, one.part, ())
        part_type = layout.part_type(0, 0)
        return PartWriter(self._disk(one), self._folder(), layout, (), part_type).finish()

    # --- building -------------------------------------------------------------------------

    def _built(
        self, orders: Sequence[tuple[MissingProjections, Projection]]
    ) -> list[PartDescription]:
        """Projections out of rows, all in one job; those of several pieces are merged after it."""
        works: list[MergeWork] = []
        places: list[list[str]] = []
        for one, projection in orders:
            own = [self._work(projection, one, scan) for scan in _pieces(one, self._disk(one))]
            works += own
            places.append([work.prefix for work in own])
        made = self._run(works)
        return [
            self._joined(projection, one, [made[place] for place in own if place in made])
            for (one, projection), own in zip(orders, places, strict=True)
        ]

    def _joined(
        self, projection: Projection, one: MissingProjections, pieces: Sequence[PartDescription]
    ) -> PartDescription:
        if not pieces:
            return self._empty(projection, one)
        if len(pieces) == 1:
            return pieces[0]
        disk = self._disk(one)
        return self._merge(projection, one, [PartOnDisk(one.record, p, disk) for p in pieces])

    def _work(self, projection: Projection, one: MissingProjections, scan: PartScan) -> MergeWork:
        text, layout = self._rows(projection, one.part, [scan])
        memory = self.storage.spark.task_memory()
        stream = MergedStream((Piece(text),), layout.sorting_key, None, memory)
        return MergeWork(
            (stream,),
            layout,
            self._disk(one),
            self._folder(),
            (),
            layout.part_type(scan.rows, one.part.uncompressed_bytes),
            {},
        )

    def _rows(
        self, projection: Projection, part: PartDescription, scans: Sequence[PartScan]
    ) -> tuple[str, PartLayout]:
        aliases = {name: f"r{i}" for i, name in enumerate(projection.reads)}
        request = ScanRequest(tuple(aliases.items()), (), {}, 1)
        reader = ScanReader(projection.parent, self.environment, request, masks=True)
        source = reader.sql(scans) if scans else reader.empty()
        names = {name: sql.name(alias) for name, alias in aliases.items()}
        return ProjectedSql(projection, self.environment).stored(source, names)

    def _run(self, works: Sequence[MergeWork]) -> Mapping[str, PartDescription]:
        """What the tasks wrote, by the beginning of its folder's name; nothing for no rows."""
        if not works:
            return {}
        query_id = str(uuid.uuid4())
        self.watch(query_id)
        inputs = tuple({"rows": WorkRelation(1)} for _ in works)
        stage = Stage(inputs=inputs, work=_Works(tuple(works)))
        reports = self.storage.spark.run_sink([stage], RunOptions(query_id))
        made = [from_report(report) for report in reports]
        return {part.folder.rsplit("_", 2)[0]: part for part in made}


def _pieces(one: MissingProjections, disk: Disk) -> list[PartScan]:
    """The rows of a part, cut at granules into pieces that tasks can project at once."""
    part = one.part
    scan = PartScan(part, disk)
    if part.rows <= _PIECE_ROWS:
        return [scan] if part.rows else []
    starts, count = part.granules.starts(), -(-part.rows // _PIECE_ROWS)
    cuts = [starts[len(part.granules.rows) * i // count] for i in range(count + 1)]
    return [replace(scan, ranges=(pair,)) for pair in pairwise(cuts) if pair[0] < pair[1]]
