"""The Spark job of an UPDATE: the rows that it meets, with their new values, as patch parts."""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.catalog.records import Table
from sparktree.disks.disk import Disk
from sparktree.disks.siphash import siphash128
from sparktree.engines.definition.table import load_definition
from sparktree.engines.mutations.planning import column_layout
from sparktree.engines.mutations.preparing import Prepared, TypedStep
from sparktree.engines.mutations.rewriting_sql import SOURCE, RewritingSql
from sparktree.engines.reading.overlay import NUMBER, OFFSET, VERSION
from sparktree.engines.reading.pruning import Pruner
from sparktree.engines.reading.shares import cut
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.kernel import sql
from sparktree.parts.description import PartDescription, from_report, to_report
from sparktree.parts.layout import ColumnLayout, KeyLayout, PartLayout, ValueLayout
from sparktree.parts.name import patch_partition
from sparktree.parts.store import STORE
from sparktree.parts.writer import TEMPORARY, write_parts
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.environment import Environment
from sparktree.planner.fragment import DriverRows, Fragment, Shares, relations
from sparktree.planner.sources import ScanRequest, ScanTask
from sparktree.settings.query import QuerySettings
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Gather, Stage, TaskInfo
from sparktree.types import STRING, UINT64, LowCardinality, Type

_TASK_ROWS = 200_000  # a task for fewer rows costs more than it saves
_PART, PARTITION = "_part", "_partition_id"
# What a patch holds beside new values: which row of which part they are for.
SYSTEM_COLUMNS: dict[str, Type] = {
    _PART: LowCardinality(STRING),
    "_part_data_version": UINT64,
    NUMBER: UINT64,
    OFFSET: UINT64,
}


@dataclass(frozen=True, slots=True)
class PatchSink:
    """Writes the rows of a task as patches, one for each partition."""

    layout: PartLayout
    disk: Disk
    folder: str
    prefix: str

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        prefix = f"{self.prefix}_{info.stage}_{info.task}_{info.attempt}"
        # Of the parts in the order in which they come; more than one is being written at a time.
        sources: deque[tuple[str, ...]] = deque()

        def noting(block: pa.Table) -> pa.Table:
            sources.append(tuple(sorted(pc.unique(block[_PART]).to_pylist())))
            return block

        for part in write_parts(rows, self.layout, self.disk, self.folder, prefix, noting):
            yield to_report(replace(part, sources=sources.popleft()))

    def sweep(self, storage: DataFolder, disk: str) -> None:
        """Remove the folders on the disk of that name that have not got their names."""
        prefix = f"{TEMPORARY}{self.prefix}"
        remove_unnamed(storage.catalog, storage.disks, [disk], self.folder, prefix)


def patch_layout(
    table: Table, environment: Environment, changed: Sequence[str], *, merged: bool = False
) -> PartLayout:
    """Patches of some columns: as the table's parts, but for columns and keys."""
    definition = load_definition(table.create_query)
    rows = RowsForTable(definition, environment, QuerySettings())
    system = {**SYSTEM_COLUMNS, **({VERSION: UINT64} if merged else {})}
    return replace(
        rows.layout(table.metadata_version),
        columns=(
            *(column_layout(definition, name) for name in changed),
            *(ColumnLayout(name, str(type_), type_.storage) for name, type_ in system.items()),
        ),
        sorting_key=(KeyLayout(NUMBER, NUMBER), KeyLayout(OFFSET, OFFSET)),
        primary_key_length=2,
        partition_key=(ValueLayout(PARTITION, PARTITION, "String"),),
        minmax_columns=(),
        max_partitions_per_insert_block=0,
        indexes=(),
        statistics=(),
    )


@dataclass(slots=True)
class PatchJob:
    """Writes what one step of an UPDATE changes; `watch` is told the id of the Spark job."""

    storage: DataFolder
    prepared: Prepared
    disk_name: str
    watch: Callable[[str], None]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def run(self, parts: Sequence[PartOnDisk]) -> list[PartDescription]:
        """Patches in temporary folders, in the order of their partitions; `sweep` must follow."""
        step = self._step
        reading = RewritingSql(
            self.prepared, self.prepared.definition, (step,), (*SYSTEM_COLUMNS, PARTITION), True
        )
        tasks = self._tasks(reading, [p for p in parts if step.step.concerns(p.description)])
        if not tasks:
            return []
        items = [f"{value} AS {sql.quote_name(n)}" for n, value in self._items(reading)]
        text = f"SELECT {', '.join(items)} FROM ({reading.changed_rows()})"
        sets = {table.name: DriverRows(table.table) for table in self.prepared.sets()}
        fragment = Fragment(text, {**sets, SOURCE: Shares(tuple(tasks))}, len(tasks))
        query_id = str(uuid.uuid4())
        self.watch(query_id)
        stage = Stage(text, relations(fragment), Gather(), self._sink())
        reports = self.storage.spark.run_sink([stage], RunOptions(query_id))
        made = [self._named(from_report(report)) for report in reports]
        return sorted(made, key=lambda part: part.partition_id)

    def sweep(self) -> None:
        """Remove the folders that have not got their names."""
        self._sink().sweep(self.storage, self.disk_name)

    @property
    def _step(self) -> TypedStep:
        (step,) = self.prepared.steps
        return step

    def _tasks(self, reading: RewritingSql, parts: Sequence[PartOnDisk]) -> list[ScanTask]:
        """The granules that may have such rows, in one share for each core."""
        prepared, condition = self.prepared, self._step.condition
        filters = conjuncts(condition) if condition is not None else []
        ids = {column.id: name for name, column in prepared.expressions.columns.items()}
        request = ScanRequest((), tuple(filters), ids, 1)
        pruned = Pruner(prepared.definition, request, prepared.environment).prune(parts)
        if not pruned.rows:
            return []
        count = min(self.storage.spark.parallelism(), pruned.rows // _TASK_ROWS)
        shares = cut(pruned, max(count, 1))
        return [reading.task(share) for share in shares if share]

    # --- what is written ------------------------------------------------------------------

    def _items(self, reading: RewritingSql) -> Iterator[tuple[str, str]]:
        definition = self.prepared.definition
        for name in (*self._step.changed, *SYSTEM_COLUMNS, PARTITION):
            value = sql.name(reading.aliases[name])
            column = definition.by_name.get(name)
            yield name, value if column is None else column.type.to_storage(value)

    def _sink(self) -> PatchSink:
        table, storage = self.prepared.record, self.storage
        layout = patch_layout(table, self.prepared.environment, self._step.changed)
        folder, prefix = f"{STORE}/{table.uuid}", f"{storage.catalog.owner}_{self.id}"
        return PatchSink(layout, storage.disks[self.disk_name], folder, prefix)

    def _named(self, part: PartDescription) -> PartDescription:
        """The patch in the partition that its columns and the rows that it is for give it."""
        hash_ = siphash128("\n".join(sorted(self._step.changed)).encode()).hex()
        partition = patch_partition(hash_, str(part.partition_values[0]))
        return replace(part, partition_id=partition, partition=partition, partition_values=())
