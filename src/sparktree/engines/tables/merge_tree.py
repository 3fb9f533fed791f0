"""MergeTree: reading the active parts of a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import Mutation, Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.disks.disk import Disk
from sparktree.engines.definition.engines import Family
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.virtual_columns import virtual_columns
from sparktree.engines.keys.index_filters import is_always
from sparktree.engines.merging.final import FinalScan, key_filters, with_condition
from sparktree.engines.mutations.on_fly import OnFlyReader
from sparktree.engines.projections.candidates import Candidate
from sparktree.engines.projections.choosing import (
    Choosing,
    Normal,
    considered_by_index,
    declared_projections,
)
from sparktree.engines.projections.row_index import Indexed
from sparktree.engines.reading.granule_queue import GranuleQueue
from sparktree.engines.reading.in_order import InOrder, first_granules, ordered_reading
from sparktree.engines.reading.late_reading import LateScan, late_scan
from sparktree.engines.reading.pruning import Pruned, Pruner
from sparktree.engines.reading.row_lookup import RowLookup
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.reading.shares import cut, whole_if_all
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.statistics.estimating import Estimates
from sparktree.engines.statistics.measuring import TableMeasures
from sparktree.engines.storage.part_on_disk import AllParts, PartOnDisk
from sparktree.engines.tables.join_engine import join_table
from sparktree.parts.granules import ROW_GROUP_ROWS
from sparktree.parts.reader import PartScan, RowRange, bytes_of
from sparktree.parts.scan_check import ScanCheck, scan_check
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column, Expr, columns_of
from sparktree.planner.scan_reports import Considered, ScanReport
from sparktree.planner.sources import (
    Choice,
    Match,
    NewColumn,
    Offer,
    Sampling,
    ScanRequest,
    ScanResult,
    ScanTask,
    SourceTraits,
)
from sparktree.spark.stages import SAMPLE
from sparktree.types import Type

Parts = Callable[[], Sequence[PartOnDisk]]
_ROWS_OF_OPENING = 200  # so many rows are read in the time that the files of a part need
_MANY_ROWS = 4 * SAMPLE  # of a part, for a sample of its own


@dataclass(frozen=True, slots=True, eq=False)
class MergeTreeTable:
    """A MergeTree table as a query sees it: a snapshot of its parts, taken when first needed."""

    record: Table
    definition: TableDefinition
    catalog: Catalog
    environment: Environment
    parts: Parts
    only_given: bool = False  # whether these are some parts: what an INSERT just wrote
    subqueries: bool = False  # whether pending mutations may have some: ScanResult has their rows

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.record.database}.{self.record.name}"

    @property
    def traits(self) -> SourceTraits:
        """What the engine can do."""
        definition, info = self.definition, self.definition.engine_info
        key = definition.sampling_key
        return SourceTraits(
            info.name,
            merges_rows=info.merges_rows,
            # Other engines with parts refuse it; of a buffer the table behind it decides.
            reads_prewhere=info.sorted or info.family is Family.BUFFER,
            only_in_sets=info.only_in_sets,
            join=join_table(definition, self.name),
            unreadable=frozenset(c.name for c in definition.columns if c.kind == "EPHEMERAL"),
            sampling=None if key is None else Sampling(key, self._total_rows),
            granularity=definition.settings.index_granularity,
            projections=self,
            measured=TableMeasures(definition, self.environment, self.parts),
        )

    def columns(self) -> list[tuple[str, Type]]:
        """Columns of SELECT *."""
        return self.definition.asterisk_columns(
            materialized=self.environment.settings.asterisk_include_materialized_columns,
            aliases=self.environment.settings.asterisk_include_alias_columns,
        )

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """MATERIALIZED and ALIAS columns, then those that say where a row lies."""
        shown = {name for name, _ in self.columns()}
        others = [(n, t) for n, t in self.definition.readable() if n not in shown]
        known = {name for name, _ in self.definition.readable()}
        virtual = virtual_columns(self.definition, self.environment)
        return [*others, *((n, t) for n, t in virtual if n not in known)]

    def scan(self, request: ScanRequest) -> ScanResult:
        """The parts that the filters leave, cut into shares of about equal size."""
        if request.final:
            return self._scan_final(request)
        parts = self.parts()
        reader = ScanReader(self.definition, self.environment, request)
        pending = self._pending()
        if pending:
            # Values are about to change, so that no condition leaves out a row.
            reader = OnFlyReader(reader, self.record, pending, subqueries=self.subqueries)
            request = replace(request, filters=(), top=None)
        pruned = Pruner(self.definition, request, self.environment).prune(parts)
        reader.in_order = pruned.rows <= ROW_GROUP_ROWS  # of few rows the order costs nothing
        projects = not pending and self._may_project(request.sample_factor)
        used = self._choosing.indexed(request, parts, pruned) if projects else Indexed(pruned, [])
        pruned = used.pruned
        order = ordered_reading(self.definition, request, self.environment)
        first = self._first_granules(order, request, pruned, parts)
        if request.distinct is not None and self._stops_early(pruned):
            first = replace(first, queue=GranuleQueue.stored(first.scans, request.distinct[1]))
        normal = self._choosing.normal(request, parts, first) if projects else Normal()
        report = self._report(pruned, request, order, normal.considered)
        if normal.best is not None:
            return self._scan_projection(reader, *normal.best, report)
        lookups: tuple[RowLookup, ...] = ()
        if used.by and first.queue is None:  # one granule after another is read without an index
            lookups = used.lookups
            considered = (*report.considered, *considered_by_index(used))
            report = replace(report, considered=considered)
        details: tuple[str, ...] = (pruned.summary(self.name),)
        if not pruned.rows:
            return ScanResult(local=reader.empty(), details=details, report=report)
        details += self._estimate(reader, request, pruned)
        tasks = self._tasks(reader, first, request.most_tasks(first.rows), lookups)
        details += self._read_first(tasks)
        rows = _likely_rows(first.rows, reader, request)
        sets = reader.sets() if isinstance(reader, OnFlyReader) else ()
        return ScanResult(tuple(tasks), rows=rows, details=details, sets=sets, report=report)

    def _report(
        self,
        pruned: Pruned,
        request: ScanRequest,
        order: InOrder | None = None,
        considered: tuple[Considered, ...] = (),
    ) -> ScanReport:
        """What is told of reading the table's own rows."""
        # Groups are told apart by hash, whatever the order in which their rows are read.
        if order is not None and request.top is not None and request.top.groups:
            order = None
        own = pruned.read(self.name)
        shown = None if order is None else order.report
        return ScanReport(own.rows, self._full_name, own, order=shown, considered=considered)

    @property
    def _full_name(self) -> tuple[str, str]:
        return self.record.database, self.record.name

    def scan_ranges(self, request: ScanRequest, ranges: Sequence[RowRange]) -> tuple[ScanTask, ...]:
        """A task for each range of rows of the only part that was given."""
        parts = self.parts()
        assert len(parts) == 1
        reader = ScanReader(self.definition, self.environment, request)
        (scan,) = Pruner(self.definition, request, self.environment).prune(parts).scans
        scans = [whole_if_all(replace(scan, ranges=(one,))) for one in ranges]
        return tuple(self._task(reader, [one], parts) for one in scans)

    def _stops_early(self, pruned: Pruned) -> bool:
        """Whether DISTINCT with LIMIT reads step by step: not where one step would do."""
        wanted = self.environment.settings.optimize_distinct_in_order
        return bool(wanted) and pruned.rows > ROW_GROUP_ROWS

    def _read_first(self, tasks: Sequence[ScanTask]) -> tuple[str, ...]:
        """The conditions whose columns are read before the others, for EXPLAIN."""
        late = next((task.late for task in tasks if task.late is not None), None)
        if not isinstance(late, LateScan) or not late.condition_texts:
            return ()
        return (f"{self.name}: PREWHERE {' AND '.join(late.condition_texts)}",)

    def _first_granules(
        self,
        order: InOrder | None,
        request: ScanRequest,
        pruned: Pruned,
        parts: Sequence[PartOnDisk],
    ) -> Pruned:
        """Of a scan with an ordering by keys only what may hold the first rows."""
        if order is None or not pruned.scans:
            return pruned
        keys = Keys.of(self.definition, request, self.environment)
        by_name = {part.description.name: part for part in parts}
        return first_granules(order, pruned, by_name, keys, request)

    def _estimate(
        self, reader: ScanReader, request: ScanRequest, pruned: Pruned
    ) -> tuple[str, ...]:
        """Let the reader know what conditions leave, and tell it for EXPLAIN."""
        if not self.environment.settings.allow_statistics_optimize:
            return ()
        left = {scan.part.name for scan in pruned.scans}
        parts = self.parts()
        read = [part for part in parts if part.description.name in left]
        context = self.environment.context
        estimates = Estimates(self.definition, context, request.ids, read)
        reader.estimates = estimates
        described_ = estimates.describe(request.filters)
        return () if described_ is None else (f"{self.name}: {described_}",)

    def _tasks(
        self,
        reader: ScanReader,
        pruned: Pruned,
        most: int,
        lookups: Sequence[RowLookup] = (),
    ) -> list[ScanTask]:
        """The tasks of a scan: as many as its rows are worth."""
        parts = self.parts()
        least = self.environment.settings.merge_tree_min_rows_for_concurrent_read
        queue = pruned.queue
        rows = pruned.rows if queue is None else min(queue.likely_rows, pruned.rows)
        for lookup in lookups:
            rows = min(rows, lookup.likely_rows(pruned.scans))
        weight = rows + len(pruned.scans) * _ROWS_OF_OPENING
        count = max(1, min(most, weight // max(least, 1)))
        in_order = self._in_order_tasks(reader, pruned, count, parts) if queue else []
        return in_order or [
            self._task(reader, share, parts, lookups=lookups) for share in cut(pruned, count)
        ]

    def _in_order_tasks(
        self, reader: ScanReader, pruned: Pruned, count: int, parts: Sequence[PartOnDisk]
    ) -> list[ScanTask]:
        """Tasks that read granule after granule until they have enough; none if that cannot be."""
        assert pruned.queue is not None
        by_index = {scan.index: scan for scan in pruned.scans}
        tasks = []
        for queue in pruned.queue.cut(count, ROW_GROUP_ROWS):
            ranges = queue.ranges(0, len(queue)).items()
            share = [replace(by_index[number], ranges=tuple(of)) for number, of in ranges]
            task = self._task(reader, share, parts, queue)
            if task.late is None:
                return []
            tasks.append(task)
        return tasks

    # --- projections ----------------------------------------------------------------------

    @property
    def _choosing(self) -> Choosing:
        text, definition, environment = self.record.create_query, self.definition, self.environment
        known = declared_projections(text, definition, environment)
        return Choosing(known, definition, environment)

    def _may_project(self, sample_factor: float = 1.0) -> bool:
        """Whether parts are read as they are, so that their projections are as good as they."""
        return not self.only_given and sample_factor == 1.0 and self._choosing.is_on

    def _scan_projection(
        self, reader: ScanReader, chosen: Candidate, request: ScanRequest, plain: ScanReport
    ) -> ScanResult:
        """A normal projection, and the rows of the parts that lack it."""
        name = chosen.projection.name
        shown = tuple(name for name, _ in reader.request.columns)
        own, projection = chosen.rest.read(self.name), chosen.pruned.read(name, shown)
        rows = own.rows + projection.rows
        report = replace(plain, rows=rows, of_table=own, projection=projection)
        details = (
            f"Projection {chosen.pruned.summary(f'{self.name}.{name}')}",
            chosen.rest.summary(self.name),
        )
        if not chosen.rows:
            return ScanResult(local=reader.empty(), details=details, report=report)
        tasks: list[ScanTask] = []
        if chosen.pruned.rows:
            inside = ScanReader(chosen.projection.definition, self.environment, request)
            tasks += self._tasks(inside, chosen.pruned, request.tasks)
        if chosen.rest.rows:
            tasks += self._tasks(reader, chosen.rest, request.tasks)
        return ScanResult(tuple(tasks), rows=chosen.rows, details=details, report=report)

    def offers(
        self,
        columns: Sequence[Column],
        uses: Sequence[AggregateUse],
        filters: Sequence[Expr],
        new: NewColumn,
    ) -> Sequence[Offer]:
        """The aggregate projections by which the table can be read."""
        if not self._may_project() or self._pending():
            return ()
        return self._choosing.offers(columns, uses, filters, new, self._tasks)

    def best(
        self, columns: Sequence[Column], filters: Sequence[Expr], matches: Sequence[Match]
    ) -> Choice:
        """The match with the fewest granules to read; None if plain reading is better."""
        parts = self.parts()
        ids = {column.id: column.name for column in columns}
        request = ScanRequest((), tuple(filters), ids, 1)
        # What answers a query without conditions need not find them met by indexes.
        pruner = Pruner(self.definition, request, self.environment)
        pruner.forced = not all(is_always(condition) for condition in pruner.filters)
        pruner.limited = False  # the scan that is made if none is chosen counts them
        found = self._choosing.best(matches, parts, pruner.prune(parts))
        match, considered = found.match, found.considered
        if match is None or found.projection is None or found.rest is None:
            return Choice(None, ScanReport(considered=considered))
        shown = tuple(dict.fromkeys(_columns_read(match)))
        own, projection = found.rest.read(self.name), found.projection.read(match.offer.name, shown)
        rows = own.rows + projection.rows
        report = ScanReport(rows, self._full_name, own, projection, considered=considered)
        return Choice(match, report)

    def _pending(self) -> list[Mutation]:
        """The mutations to apply on the fly."""
        if not self.environment.settings.apply_mutations_on_fly:
            return []
        return self.catalog.mutations.all(self.record.uuid, is_done=False)

    def _task(
        self,
        reader: ScanReader,
        share: Sequence[PartScan],
        parts: Sequence[PartOnDisk],
        queue: GranuleQueue | None = None,
        lookups: Sequence[RowLookup] = (),
    ) -> ScanTask:
        names = [name for name, _ in reader.request.columns]
        size = sum(s.rows for s in share), bytes_of(share, names)
        late = None
        if type(reader) is ScanReader and not reader.request.final:
            checked = self.environment.settings.checksum_on_read
            late = late_scan(reader, share, checked, queue, lookups)
        check = None if late else self._check(reader, share)
        sample = None if late else _sample(reader, share)
        return ScanTask(reader.sql(share), *size, check=check, late=late, sample=sample)

    def _scan_final(self, request: ScanRequest) -> ScanResult:
        """As `scan`, but rows with equal keys are merged where parts overlap."""
        parts = self.parts()
        final = FinalScan(self.definition, self.environment, request, parts)
        filters = key_filters(request, self.definition, self.environment)
        by_key = replace(request, filters=filters)
        pruner = Pruner(self.definition, by_key, self.environment)
        pruned = pruner.prune(parts)
        report = self._report(pruned, request)
        details = (pruned.summary(self.name),)
        if not pruned.rows:
            reader = ScanReader(self.definition, self.environment, request)
            return ScanResult(local=reader.empty(), details=details, report=report)
        least = self.environment.settings.merge_tree_min_rows_for_concurrent_read
        count = max(1, min(request.tasks, pruned.rows // max(least, 1)))
        shown, hide = with_condition(request, final.rule.shows)
        reader = ScanReader(self.definition, self.environment, shown)

        def plain(scans: Sequence[PartScan], count: int) -> list[ScanTask]:
            shares = cut(replace(pruned, scans=tuple(scans)), count)
            tasks = [self._task(reader, share, parts) for share in shares]
            return [replace(task, sql=hide(task.sql)) for task in tasks]

        tasks = final.tasks(pruned.scans, plain, count)
        return ScanResult(tuple(tasks), rows=pruned.rows, details=details, report=report)

    def _total_rows(self) -> int:
        return sum(part.description.rows for part in self.parts())

    def _check(self, reader: ScanReader, share: Sequence[PartScan]) -> ScanCheck | None:
        """What makes a task notice damaged files before it reads them."""
        if not self.environment.settings.checksum_on_read:
            return None
        return scan_check(share, reader.stored_names(share))


def active_parts(
    record: Table,
    catalog: Catalog,
    disks: Mapping[str, Disk],
    environment: Environment,
    holds: list[Snapshot],
) -> Parts:
    """The parts of a snapshot, which is taken, and held, when they are first asked for."""

    @cache
    def parts() -> Sequence[PartOnDisk]:
        snapshot = catalog.snapshot(record.uuid)
        holds.append(snapshot)
        # Columns have the names that the query saw, also if they were changed meanwhile.
        table = replace(record, definition=snapshot.table.definition)
        applied = environment.settings.apply_patch_parts
        key = (table.definition, table.metadata_version, table.create_query, applied)
        known = snapshot.derived.get(key)
        if not isinstance(known, AllParts):
            stored = StoredParts(table, disks, snapshot.patches if applied else ())
            known = AllParts(stored.ready(part) for part in snapshot.parts)
            snapshot.derived[key] = known
        return known

    return parts


def _likely_rows(rows: int, reader: ScanReader, request: ScanRequest) -> int:
    """The rows that conditions leave, by statistics: twice the estimate, as that may be low."""
    if reader.estimates is None or not request.filters:
        return rows
    return min(rows, math.ceil(2 * rows * reader.estimates.share_of_all(request.filters)) + 1)


def _columns_read(match: Match) -> Iterator[str]:
    """The columns of a projection that an aggregation reads."""
    exprs = [*match.keys, *match.filters, *(use for _, use in match.uses)]
    return (column.name for column in columns_of(*exprs).values())


def _sample(reader: ScanReader, share: Sequence[PartScan]) -> str | None:
    """SQL of the first rows of a share's largest part, if it has many.

    The kernel reads columns of several files whole before a LIMIT ends the reading.
    """
    largest = max(share, key=lambda scan: scan.rows)
    if largest.rows < _MANY_ROWS:
        return None
    ranges: list[RowRange] = []
    left = SAMPLE
    for begin, end in largest.ranges or ((0, largest.part.rows),):
        ranges.append((begin, min(end, begin + left)))
        left -= ranges[-1][1] - begin
        if not left:
            break
    return reader.sql([replace(largest, ranges=tuple(ranges))])
