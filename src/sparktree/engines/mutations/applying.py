"""Applies a mutation to parts: counts the rows that it meets, writes in tasks, links the rest."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pyarrow as pa

from sparktree.catalog.records import Part
from sparktree.disks.disk import Disk
from sparktree.engines.definition.ttl_rules import is_due, rules_of
from sparktree.engines.definition.virtual_columns import with_persistent
from sparktree.engines.merging.job import Expire, MergeJob
from sparktree.engines.mutations.planning import (
    PartWork,
    column_layout,
    concerning,
    conditional,
    plan,
    whole_definition,
    without_columns,
)
from sparktree.engines.mutations.preparing import Prepared, TypedStep
from sparktree.engines.mutations.rewriting_sql import SOURCE, RewritingSql
from sparktree.engines.mutations.sinks import ColumnsSink, WholeSink
from sparktree.engines.projections.keeping import after_mutation, linked
from sparktree.engines.projections.making import MissingProjections, ProjectionMaking
from sparktree.engines.reading.pruning import Pruner
from sparktree.engines.reading.shares import cut
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.statistics.declaration import statistics_layouts
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.kernel import sql
from sparktree.parts.description import PartDescription, from_report
from sparktree.parts.reader import PartScan
from sparktree.parts.rewriting import Rewriting, rewrite
from sparktree.parts.segments import join_segments
from sparktree.parts.storage import BINARY, PLAIN
from sparktree.parts.virtuals import always
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.fragment import DriverRows, Fragment, Shares, relations
from sparktree.planner.sources import ScanRequest, ScanTask
from sparktree.settings.query import QuerySettings
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Gather, Sink, Stage

LEAST_TASK_ROWS = 2_000_000  # fewer rows of a part are not worth a task of their own
_PART = always("_part")


@dataclass(slots=True)
class Applying:
    """One mutation over some parts; `watch` is told the id of every Spark job before it starts.

    The new parts have the values of the patches before the mutation, whatever else is done.
    """

    storage: DataFolder
    prepared: Prepared
    watch: Callable[[str], None]
    patches: Sequence[Part] = ()
    number: int | None = None  # of the mutation
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _folders: int = 0
    _disks: set[str] = field(default_factory=set)  # where folders were made
    _jobs: list[MergeJob] = field(default_factory=list)
    _making: ProjectionMaking | None = None

    def run(self, parts: Sequence[Part]) -> list[PartDescription]:
        """New folders for all the parts, in their order; the caller names and commits them."""
        self._disks |= {part.disk for part in parts}
        works = self._plan([self._on_disk(part) for part in parts])
        made: dict[str, PartDescription] = {}
        for work in works:
            if not work.needs_rows:
                made[work.part.record.uuid] = rewrite(self._order(work), work.part.disk)
        made |= {w.part.record.uuid: self._expired(w.part) for w in works if w.expires}
        for group in _alike([work for work in works if work.needs_rows and not work.expires]):
            made |= self._whole(group) if group[0].whole else self._columns(group)
        for work in works:
            new = replace(work.part, description=made[work.part.record.uuid], patches=())
            if work.moments and self._has_expired(new.description):
                made[work.part.record.uuid] = self._expired(new)
        return self._projected(works, [made[part.uuid] for part in parts])

    def _projected(
        self, works: Sequence[PartWork], made: Sequence[PartDescription]
    ) -> list[PartDescription]:
        """The new parts with their projections: those that stay are linked, others are built."""
        prepared, wanted = self.prepared, []
        for work, new in zip(works, made, strict=True):
            part = work.part
            kept, built = after_mutation(prepared.record, prepared.environment, part, work.change)
            found, lost = linked(part, new, kept)
            wanted.append(MissingProjections(found, part.record, (*built, *lost)))
        self._making = ProjectionMaking(
            self.storage, prepared.record, prepared.environment, self.watch
        )
        return self._making.make(wanted)

    def sweep(self) -> None:
        """Remove the folders that were made and not named."""
        for job in self._jobs:
            job.sweep()
        if self._making is not None:
            self._making.sweep()
        folder, storage = f"store/{self.prepared.record.uuid}", self.storage
        remove_unnamed(storage.catalog, storage.disks, self._disks, folder, self._prefix)

    # --- what to do -----------------------------------------------------------------------

    def _on_disk(self, part: Part) -> PartOnDisk:
        record, disks = self.prepared.record, self.storage.disks
        return StoredParts(record, disks, self.patches, self.number).ready(part)

    def _plan(self, parts: Sequence[PartOnDisk]) -> list[PartWork]:
        steps = [concerning(self.prepared, part) for part in parts]
        asked = [(p, s) for p, s in zip(parts, steps, strict=True) if conditional(s)]
        touched: set[str] = set()
        for some in dict.fromkeys(s for _, s in asked):
            touched |= self._touched([p for p, s in asked if s == some], some)
        return [
            plan(self.prepared, p, s if not conditional(s) or p.record.name in touched else ())
            for p, s in zip(parts, steps, strict=True)
        ]

    def _touched(self, parts: list[PartOnDisk], steps: tuple[TypedStep, ...]) -> set[str]:
        """The names of the parts with rows that meet a condition of the steps."""
        prepared = self.prepared
        reading = RewritingSql(
            prepared, prepared.definition, tuple(_conditions(steps)), (_PART,), masks=True
        )
        filters = conjuncts(steps[0].condition) if len(steps) == 1 and steps[0].condition else []
        ids = {column.id: name for name, column in prepared.expressions.columns.items()}
        request = ScanRequest((), tuple(filters), ids, 1)
        pruned = Pruner(prepared.definition, request, prepared.environment).prune(parts)
        if not pruned.rows:
            return set()
        shares = cut(pruned, self.storage.spark.parallelism())
        part = reading.aliases[_PART]
        text = f"SELECT DISTINCT {part} AS part FROM {SOURCE} WHERE {reading.touched()}"
        rows = self._rows(text, [reading.task(share) for share in shares])
        return {name for table in rows for name in table["part"].to_pylist()}

    # --- jobs -----------------------------------------------------------------------------

    def _rows(self, text: str, tasks: Sequence[ScanTask]) -> list[pa.Table]:
        stage = self._stage(text, tasks, None)
        return list(self.storage.spark.run([stage], self._options()))

    def _sunk(self, text: str, tasks: Sequence[ScanTask], sink: Sink) -> list[PartDescription]:
        stage = self._stage(text, tasks, sink)
        reports = self.storage.spark.run_sink([stage], self._options())
        return [from_report(report) for report in reports]

    def _stage(self, text: str, tasks: Sequence[ScanTask], sink: Sink | None) -> Stage:
        sets = {table.name: DriverRows(table.table) for table in self.prepared.sets()}
        fragment = Fragment(text, {**sets, SOURCE: Shares(tuple(tasks))}, len(tasks))
        return Stage(text, relations(fragment), Gather(), sink)

    def _options(self) -> RunOptions:
        query_id = str(uuid.uuid4())
        self.watch(query_id)
        return RunOptions(query_id)

    def _columns(self, works: Sequence[PartWork]) -> dict[str, PartDescription]:
        """Some columns written anew."""
        definition, first = self.prepared.definition, works[0]
        reading = RewritingSql(self.prepared, definition, first.steps, first.written, masks=False)
        layouts = [column_layout(definition, name) for name in first.written]
        items = [_stored(reading, name) for name in first.written]
        text = f"SELECT {', '.join(items)} FROM ({reading.rows()})"
        statistics = statistics_layouts(definition, first.written, automatic=True)
        orders = tuple(
            replace(self._order(w), written=tuple(layouts), statistics=statistics) for w in works
        )
        sink = ColumnsSink(orders, tuple(w.part.disk for w in works))
        return _by_part(works, self._sunk(text, _tasks(reading, works), sink))

    def _whole(self, works: Sequence[PartWork]) -> dict[str, PartDescription]:
        """Parts written anew as a whole."""
        first, prepared = works[0], self.prepared
        definition = whole_definition(first, prepared.definition)
        kept = without_columns(with_persistent(definition), first.lacking)
        names = tuple(c.name for c in kept.columns if c.stored)
        reading = RewritingSql(prepared, definition, first.steps, names, first.masks)
        types = {c.name: c.type for c in kept.columns}
        given = [(n, sql.name(reading.aliases[n]), types[n]) for n in names]
        rows = RowsForTable(kept, prepared.environment, QuerySettings())
        text = rows.select(reading.rows(), given, checked=False)
        layout = rows.layout(prepared.record.metadata_version, automatic_statistics=True)
        layout = replace(layout, default_codec=first.part.description.default_codec)
        pieces = [(w, scan) for w in works for scan in self._pieces(w)]
        sink = WholeSink(
            tuple(w.part.description for w, _ in pieces),
            tuple(self._folder() for _ in pieces),
            tuple(w.part.disk for w, _ in pieces),
            layout,
            tuple(_encodings(scan) for _, scan in pieces),
        )
        made = self._sunk(text, [reading.task([scan]) for _, scan in pieces], sink)
        segments: dict[str, list[PartDescription]] = {}
        for (work, _), one in zip(pieces, made, strict=True):
            segments.setdefault(work.part.record.uuid, []).append(one)
        whole = [_joined(w.part.disk, segments[w.part.record.uuid]) for w in works]
        return _by_part(works, whole)

    def _has_expired(self, part: PartDescription) -> bool:
        """Whether rows got values by which their time has come."""
        rules, now = rules_of(self.prepared.definition), self.prepared.environment.context.now
        return bool(part.rows) and is_due(rules, [part], now)

    def _expired(self, part: PartOnDisk) -> PartDescription:
        """A part written anew with the table's TTL applied to its rows."""
        prepared = self.prepared
        job = MergeJob(
            self.storage,
            prepared.record,
            [part],
            prepared.environment,
            str(uuid.uuid4()),
            self.watch,
            expire=Expire.ALWAYS,
            rewrites=True,
        )
        self._jobs.append(job)
        made = job.run()
        assert made is not None
        return made

    def _pieces(self, work: PartWork) -> list[PartScan]:
        """A large part in ranges of granules, one for each task."""
        part = work.part.description
        tasks = max(1, min(self.storage.spark.parallelism(), part.rows // LEAST_TASK_ROWS))
        scan = work.part.scan
        if tasks == 1:
            return [scan]
        starts = part.granules.starts()
        cuts = [starts[len(part.granules.rows) * i // tasks] for i in range(tasks + 1)]
        return [replace(scan, ranges=(pair,)) for pair in pairwise(cuts) if pair[0] < pair[1]]

    # --- folders --------------------------------------------------------------------------

    @property
    def _prefix(self) -> str:
        return f"tmp_mut_{self.storage.catalog.owner}_{self.id}_"

    def _folder(self) -> str:
        self._folders += 1
        return f"store/{self.prepared.record.uuid}/{self._prefix}{self._folders}"

    def _order(self, work: PartWork) -> Rewriting:
        return Rewriting(
            work.source,
            self._folder(),
            described(work.part.record),
            work.kept_columns,
            dropped_files=work.dropped_files,
            metadata_version=self.prepared.record.metadata_version,
        )


def _conditions(steps: tuple[TypedStep, ...]) -> list[TypedStep]:
    return [TypedStep(step.step, step.condition) for step in steps]


def _alike(works: Sequence[PartWork]) -> list[list[PartWork]]:
    """Parts to which the same is done by the same SQL."""
    groups: dict[object, list[PartWork]] = {}
    for work in works:
        masked = work.part.scan.hides_rows
        codec = work.part.description.default_codec
        whole = work.whole and (masked, codec, work.lacking)
        key = (work.steps, work.written, work.whole, whole)
        groups.setdefault(key, []).append(work)
    return list(groups.values())


def _stored(reading: RewritingSql, name: str) -> str:
    value = sql.name(reading.aliases[name])
    column = reading.definition.by_name.get(name)
    stored = value if column is None else column.type.to_storage(value)
    return f"{stored} AS {sql.quote_name(name)}"


def _tasks(reading: RewritingSql, works: Sequence[PartWork]) -> list[ScanTask]:
    """A task for each part."""
    return [reading.task([work.part.scan]) for work in works]


def _encodings(scan: PartScan) -> dict[str, str]:
    """The forms of columns that the segments of one part must agree on."""
    if scan.ranges is None:
        return {}
    parts = (scan.part, *(patch.part for patch in scan.patches))
    bytes_ = {c.name for part in parts for c in part.columns if c.encoding == BINARY}
    return {c.name: BINARY if c.name in bytes_ else PLAIN for part in parts for c in part.columns}


def _joined(disk: Disk, segments: Sequence[PartDescription]) -> PartDescription:
    """One part out of its segments; those without rows are left out."""
    return join_segments(disk, [one for one in segments if one.rows] or segments[:1])


def _by_part(
    works: Sequence[PartWork], made: Sequence[PartDescription]
) -> dict[str, PartDescription]:
    return {w.part.record.uuid: part for w, part in zip(works, made, strict=True)}
