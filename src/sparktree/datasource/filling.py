"""What writing into a table takes, in whatever process: plan it, write in tasks, commit, clear up.

Spark plans, runs and commits a write in different processes. Temporary folders belong to an owner
that lives as long as the driver's JVM, so that nobody takes them for the rubbish of a dead one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.types import StructType

from sparktree.catalog.records import Epoch, Lease, Swap, Table
from sparktree.datasource.options import Options, task_memory
from sparktree.engines.inserting.arrow_input import SOURCE, IncomingSink
from sparktree.engines.inserting.fed_rows import Filling
from sparktree.engines.inserting.feeding_sink import told_apart
from sparktree.engines.inserting.frames import checked_columns
from sparktree.engines.inserting.given_columns import given_columns
from sparktree.engines.inserting.target import Target
from sparktree.engines.jobs.partition_keys import Place
from sparktree.engines.partitions.locks import PartitionLocks, Patience, locked
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.writing.commit import Written, commit
from sparktree.errors import Error
from sparktree.parts.description import from_placed_report
from sparktree.parts.store import STORE
from sparktree.parts.writer import TEMPORARY
from sparktree.session import Engine
from sparktree.spark import internals
from sparktree.spark.stages import TaskInfo
from sparktree.statements.context import Context
from sparktree.statements.rights import check_insert
from sparktree.statements.table_readonly import refuse_readonly_table


@dataclass(frozen=True, slots=True)
class Filled:
    """The tables that a write fills, its target first, and where it makes their parts."""

    tables: tuple[Table, ...]
    merged: tuple[bool, ...]  # whether rows were merged on their way in
    owner: str
    prefix: str

    @property
    def target(self) -> Table:
        """The table that was named."""
        return self.tables[0]

    def written(self, reports: Sequence[bytes]) -> list[Written]:
        """The parts that tasks reported."""
        found = []
        for number, report in map(told_apart, reports):
            level = int(self.merged[number])
            found.append(Written(self.tables[number], *from_placed_report(report), level))
        return found


@dataclass(frozen=True, slots=True)
class WritePlan:
    """What tasks do with rows that come as Arrow batches of the schema."""

    schema: pa.Schema
    sink: IncomingSink
    filled: Filled

    @classmethod
    def of(cls, options: Options, schema: StructType, *, overwrite: bool) -> WritePlan:
        """Everything that can be wrong with the columns is told before a task starts."""
        arrow = internals.arrow_schema(schema, "UTC")
        with options.opened(tasks=1) as (engine, context):
            check_insert(options.name(), context, overwrite=overwrite)
            target = Target.of(context.record(options.name()), context)
            refuse_readonly_table(target.record, context)
            columns = given_columns(checked_columns(target, arrow))
            owner = engine.services.catalog.owners.adopt(driver_process())
            prefix = f"{owner}_{uuid4().hex}"
            try:
                filling = Filling(context, prefix, task_memory())
                # As by REPLACE PARTITION, views get nothing of rows that replace others.
                text, sink = filling.sink(
                    target, f"SELECT * FROM {SOURCE}", columns, strict=True, feeds=not overwrite
                )
            except BaseException:
                engine.services.catalog.owners.release(owner)
                raise
        incoming = IncomingSink(text, task_memory(), sink)
        return cls(
            arrow, incoming, Filled(tuple(filling.tables), tuple(filling.merged), owner, prefix)
        )

    def write(self, batches: Iterator[pa.RecordBatch]) -> tuple[list[bytes], Error | None]:
        """The rows of one task as parts that nobody sees yet, or why it could not: Spark would try
        a task that fails again."""
        task = TaskContext.get()
        assert task is not None
        info = TaskInfo(0, task.partitionId(), task.taskAttemptId())
        first = next(batches, None)
        if first is None:
            return [], None
        rows = pa.RecordBatchReader.from_batches(
            first.schema, (batch for group in ((first,), batches) for batch in group)
        )
        try:
            return list(self.sink(rows, info)), None
        except Error as error:
            return [], error


@dataclass(frozen=True, slots=True)
class Commit:
    """Makes what tasks wrote visible at once."""

    options: Options
    filled: Filled
    overwrite: bool
    epoch: Epoch | None = None

    def run(self, reports: Sequence[bytes], failure: Error | None) -> None:
        """Commit the parts, unless a task failed; what nobody is to see goes in either case."""
        with self.options.opened() as (engine, context):
            try:
                if failure is not None:
                    raise failure
                self._commit(self.filled.written(reports), context)
            finally:
                leave(engine, self.filled)

    def _commit(self, parts: list[Written], context: Context) -> None:
        services = context.services
        places = self._replaced(parts, context)
        if not parts and not places:
            return
        with _held(places, context) as lease:
            beside = Swap(drop=sorted(places), epoch=self.epoch)
            if parts:
                made = commit(parts, services.catalog, services.disks, beside=beside, guard=lease)
            else:
                made = services.catalog.parts.swap(beside, guard=lease).active
        context.log_parts("NewPart", made, self.filled.tables)

    def _replaced(self, parts: Sequence[Written], context: Context) -> set[Place]:
        """The partitions in whose place the new ones come."""
        if not self.overwrite:
            return set()
        uuid = self.filled.target.uuid
        new = {(uuid, one.part.partition_id) for one in parts}
        if self.options.partitionoverwritemode == "dynamic":
            return new
        return new | {(uuid, one) for one in context.services.catalog.parts.counts(uuid)}


@contextmanager
def _held(places: set[Place], context: Context) -> Iterator[Lease | None]:
    """Nobody else changes the partitions meanwhile, and their merges have ended."""
    services = context.services
    patience = Patience(
        services.storage, context.settings.lock_acquire_timeout, context.check_waiting
    )
    locks = PartitionLocks(frozenset(places), frozenset(places))
    with locked(services.catalog.leases, services.jobs, locks, "INSERT OVERWRITE", patience) as one:
        yield one


def leave(engine: Engine, filled: Filled) -> None:
    """Remove what no commit names, of failed tasks and of those that ran twice."""
    catalog, disks = engine.services.catalog, engine.services.disks
    for table in {table.uuid for table in filled.tables}:
        folder, prefix = f"{STORE}/{table}", f"{TEMPORARY}{filled.prefix}"
        remove_unnamed(catalog, disks, disks, folder, prefix)
    engine.services.catalog.owners.release(filled.owner)


def driver_process() -> int:
    """The JVM that runs this planning process, which outlives it."""
    pid = os.getppid()
    while pid > 1:
        stat = Path(f"/proc/{pid}/stat").read_text()
        name, _, rest = stat.partition("(")[2].rpartition(")")
        if name == "java":
            return pid
        pid = int(rest.split()[1])
    return os.getppid()
