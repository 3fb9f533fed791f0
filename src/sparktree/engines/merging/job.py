"""The Spark job of a merge: parts of one partition become one, written in parallel key ranges."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import pyarrow as pa

from sparktree.catalog.records import Table
from sparktree.disks.disk import Disk
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import (
    Rule,
    codec_of,
    is_due,
    is_over,
    rules_of,
    was_applied,
)
from sparktree.engines.definition.virtual_columns import with_persistent
from sparktree.engines.merging.carried_statistics import PLACE, CarriedStatistics, carried_by
from sparktree.engines.merging.deduplicating import Deduplicating
from sparktree.engines.merging.expiring import Expiring, columns_over, expiring, grouping_length
from sparktree.engines.merging.graphite import Graphite
from sparktree.engines.merging.ranges import KeyRange, key_ranges, row_ranges, shortened
from sparktree.engines.merging.replacing import Replacing
from sparktree.engines.merging.rules import merging_rule
from sparktree.engines.merging.source import StoredRows
from sparktree.engines.merging.stream import MergedStream
from sparktree.engines.merging.work import MergeWork
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.statistics.declaration import statistics_layouts
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.engines.writing.sorted_block import Merging
from sparktree.parts.description import PartDescription, from_report
from sparktree.parts.index import read_index
from sparktree.parts.layout import PartLayout, StatisticsLayout
from sparktree.parts.reader import PartScan
from sparktree.parts.segments import join_segments, without_columns
from sparktree.parts.storage import BINARY, PLAIN
from sparktree.planner.environment import Environment
from sparktree.spark.progress import OnProgress
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Stage, WorkRelation

TEMPORARY = "tmp_merge_"
# A range begins inside of row groups, whose first rows are decoded for nothing: few are better.
_RANGE_BYTES = 256 << 20
_LEAST_RANGE_BYTES = 64 << 20
_RANGE_SHARE = 8  # of a task's memory: rows are there twice, and as the writer's pages
_RANGE_ROWS = 1_000_000
_LEAST_RANGE = 65_536
# A task for less costs more than it saves.
_TASK_ROWS = 1_000_000
_TASK_BYTES = 128 << 20


@dataclass(frozen=True, slots=True)
class MergeWishes:
    """What OPTIMIZE asks of a merge beside its rows."""

    deduplicate: tuple[str, ...] = ()
    cleanup: bool = False


class Expire(Enum):
    """When a merge applies the table's TTL to the rows."""

    NEVER = "never"
    DUE = "due"  # where the time of some rows has come, or it is not known
    ALWAYS = "always"


@dataclass(slots=True)
class MergeJob:
    """One merge; `watch` is told the id of the Spark job before it starts."""

    storage: DataFolder
    record: Table
    parts: Sequence[PartOnDisk]
    environment: Environment
    query_id: str
    watch: Callable[[str], None]
    on_progress: OnProgress | None = None
    wishes: MergeWishes = MergeWishes()
    expire: Expire = Expire.DUE
    disk_name: str = ""  # of the new part; by default that of the first one
    rewrites: bool = False  # a part is written anew: its rows are not merged, and it may be empty
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def run(self) -> PartDescription | None:
        """The new part in a temporary folder; None if no row is left. `sweep` must follow."""
        now = self.storage.clock()
        parts = [part for part in self.parts if self.rewrites or not self._is_over(part, now)]
        if not parts:
            return None
        expired = self._expiring([part.description for part in parts], now)
        carried = self._carried(parts, all_rows=expired is None and self._rule() is None)
        source = self._source(parts, carried)
        tasks = self._tasks(parts, source)
        work = self._work(parts, source, tasks, expired, carried)
        inputs = tuple({"rows": WorkRelation(sum(r.rows for r in t))} for t in tasks)
        stage = Stage(inputs=inputs, work=work)
        reports = self.storage.spark.run_sink([stage], self._options())
        written = [from_report(report) for report in reports]
        if not written:
            return None
        made = join_segments(work.disk, [one for one in written if one.rows] or written[:1])
        made = carried.put_into(made, work.disk)
        return self._without_expired(work.disk, made) if expired is not None else made

    def _is_over(self, part: PartOnDisk, now: float) -> bool:
        """Whether no row will be left of the part, so that nobody need read it."""
        if not part.description.rows:
            return True
        return self.expire is not Expire.NEVER and is_over(self._rules, part.description, now)

    def _expiring(
        self, parts: Sequence[PartDescription], now: float
    ) -> tuple[Expiring, RowsForTable] | None:
        """What applies the TTL, if that is called for."""
        due = is_due(self._rules, parts, now) or was_applied(self._rules, parts)
        if self.expire is Expire.NEVER or (self.expire is Expire.DUE and not due):
            return None
        return expiring(self._written, self.environment, now)

    def _without_expired(self, disk: Disk, part: PartDescription) -> PartDescription:
        """Columns that have nothing but defaults now leave the part."""
        definition = load_definition(self.record.create_query)
        return without_columns(disk, part, columns_over(definition, part))

    @property
    def _rules(self) -> list[Rule]:
        return rules_of(load_definition(self.record.create_query))

    def sweep(self) -> None:
        """Remove what has not got its name."""
        names = [self.disk_name or part.record.disk for part in self.parts[:1]]
        folder, storage = f"store/{self.record.uuid}", self.storage
        remove_unnamed(storage.catalog, storage.disks, names, folder, self._prefix)

    @property
    def _prefix(self) -> str:
        return f"{TEMPORARY}{self.storage.catalog.owner}_{self.id}"

    def _options(self) -> RunOptions:
        self.watch(self.query_id)
        return RunOptions(self.query_id, on_progress=self.on_progress)

    def _carried(self, parts: Sequence[PartOnDisk], *, all_rows: bool) -> CarriedStatistics:
        """What the parts know of their rows, if `all_rows` go into the new part as they are."""
        definition = load_definition(self.record.create_query)
        telling = all_rows and PLACE not in definition.by_name
        return carried_by(parts if telling else (), self._statistics(parts))

    def _statistics(self, parts: Sequence[PartOnDisk]) -> tuple[StatisticsLayout, ...]:
        """The statistics that the new part gets."""
        definition = load_definition(self.record.create_query)
        if not definition.settings.materialize_statistics_on_merge:
            return ()
        named = all(part.description.name for part in parts)  # else they are of a projection
        return statistics_layouts(definition, automatic=named)

    def _source(self, parts: Sequence[PartOnDisk], carried: CarriedStatistics) -> StoredRows:
        """What is read; always checked, or damage would get new checksums and go unnoticed."""
        definition = load_definition(self.record.create_query)
        written = self._written
        names = [c.name for c in written.columns if c.stored]
        return StoredRows(
            definition, self.environment, names, (PLACE,) if carried.counted else (),
            whole=True, checked=True, written=written,
        )  # fmt: skip

    @property
    def _written(self) -> TableDefinition:
        """The table with the virtual columns that the new part keeps; a nameless part has none."""
        definition = load_definition(self.record.create_query)
        named = all(part.description.name for part in self.parts)
        return with_persistent(definition) if named else definition

    def _rule(self) -> Merging | None:
        if self.rewrites:
            return None
        definition = load_definition(self.record.create_query)
        rule = merging_rule(definition, self.environment)
        if isinstance(rule, Replacing) and self.wishes.cleanup:
            rule = replace(rule, cleanup=True)
        if self.wishes.deduplicate:
            return Deduplicating(self.wishes.deduplicate, rule)
        return rule

    def _tasks(self, parts: Sequence[PartOnDisk], source: StoredRows) -> list[list[KeyRange]]:
        """The key ranges of each task."""
        scans = scans_of(parts)
        rows = sum(scan.rows for scan in scans)
        size = sum(part.description.uncompressed_bytes for part in parts)
        worth = max(rows // _TASK_ROWS, size // _TASK_BYTES)
        count = max(1, min(self.storage.spark.expected_parallelism(), worth))
        goal = even(rows, count, range_goal(rows, size, self.storage.spark.task_memory()))
        if source.keys or self._rule() is not None:
            indexes = [self._index(part) for part in parts]
            ranges = key_ranges(scans, indexes, [k.descending for k in source.keys], goal)
        else:
            ranges = row_ranges(scans, goal)
        return share(ranges, count)

    def _index(self, part: PartOnDisk) -> pa.Table:
        """The primary index, cut to the keys by which rows must meet."""
        index = read_index(part.disk, part.description)
        rule = self._rule()
        lengths = [grouping_length(load_definition(self.record.create_query))]
        lengths += [rule.meets] if isinstance(rule, Graphite) else []
        return shortened(index, lengths)

    def _work(
        self,
        parts: Sequence[PartOnDisk],
        source: StoredRows,
        tasks: Sequence[Sequence[KeyRange]],
        expired: tuple[Expiring, RowsForTable] | None,
        carried: CarriedStatistics,
    ) -> MergeWork:
        rule, memory = self._rule(), self.storage.spark.task_memory()
        leaving, form = expired if expired is not None else (None, source.rows)
        streams = tuple(
            MergedStream(tuple(map(source.piece, ranges)), source.keys, rule, memory, leaving)
            for ranges in tasks
        )
        layout = self._layout(form, parts, carried)
        rows = sum(part.description.rows for part in parts)
        size = sum(part.description.uncompressed_bytes for part in parts)
        return MergeWork(
            streams,
            layout,
            self.storage.disks[self.disk_name or parts[0].record.disk],
            f"store/{self.record.uuid}/{self._prefix}",
            parts[0].description.partition_values,
            layout.part_type(rows, size),
            _encodings(layout, parts),
            self.rewrites,
            carried.counted,
        )

    def _layout(
        self, form: RowsForTable, parts: Sequence[PartOnDisk], carried: CarriedStatistics
    ) -> PartLayout:
        layout = form.layout(self.record.metadata_version, merged=True)
        known = [part.description for part in parts]
        codec = codec_of(self._rules, known, self.storage.clock(), layout.default_codec)
        if self.rewrites:  # only merges compress anew
            codec = known[0].default_codec
        statistics = () if carried.all else self._statistics(parts)
        return replace(layout, default_codec=codec, statistics=statistics)


def scans_of(parts: Sequence[PartOnDisk]) -> list[PartScan]:
    """All rows of the parts."""
    return [replace(part.scan, index=index) for index, part in enumerate(parts)]


def range_goal(rows: int, size: int, memory: int) -> int:
    """How many rows a key range should have, for rows of so many bytes and tasks of that memory."""
    room = max(_LEAST_RANGE_BYTES, min(memory // _RANGE_SHARE, _RANGE_BYTES))
    fitting = room // max(size // max(rows, 1), 1)
    return max(_LEAST_RANGE, min(fitting, _RANGE_ROWS))


def even(rows: int, count: int, most: int) -> int:
    """The length of ranges by which each of some tasks has about as many rows as the others."""
    of_a_task = max(-(-rows // count), 1)
    return -(-of_a_task // -(-of_a_task // most))


def share(ranges: Sequence[KeyRange], count: int) -> list[list[KeyRange]]:
    """The ranges in their order, for at most `count` tasks of about equal rows."""
    goal = -(-sum(one.rows for one in ranges) // count)
    tasks: list[list[KeyRange]] = [[]]
    room = goal
    for one in ranges:
        if tasks[-1] and room < one.rows // 2 and len(tasks) < count:
            tasks.append([])
            room = goal
        tasks[-1].append(one)
        room -= one.rows
    return tasks


def _encodings(layout: PartLayout, parts: Sequence[PartOnDisk]) -> dict[str, str]:
    """Text of any bytes where a source has such; else text that is UTF-8."""
    found = {}
    for column in layout.columns:
        known = [d for p in parts for d in (p.description, *(one.part for one in p.patches))]
        same = [c for d in known if (c := d.column(column.name))]
        found[column.name] = BINARY if any(c.encoding == BINARY for c in same) else PLAIN
    return found
