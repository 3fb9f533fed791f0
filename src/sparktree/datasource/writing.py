"""Writing DataFrames into a table: parts in Spark's tasks, one commit by its planning process."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from sparktree.catalog.records import Part, Table
from sparktree.datasource.options import Options, task_memory
from sparktree.engines.inserting.arrow_input import SOURCE, IncomingSink
from sparktree.engines.inserting.frames import checked_columns
from sparktree.engines.inserting.given_columns import given_columns
from sparktree.engines.inserting.target import Target
from sparktree.engines.merging.rules import merging_on_insert
from sparktree.engines.projections.rows import with_projections
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.tables.views import dependent_views
from sparktree.engines.writing.commit import Written, commit, written
from sparktree.engines.writing.part_sink import PartSink
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.errors import Error, not_implemented
from sparktree.parts.store import STORE
from sparktree.parts.writer import TEMPORARY
from sparktree.session import Engine
from sparktree.spark.stages import TaskInfo
from sparktree.statements.context import Context
from sparktree.statements.rights import check_insert
from sparktree.statements.table_readonly import refuse_readonly_table


@dataclass
class Reports(WriterCommitMessage):
    """The parts that one task wrote, or why it could not: Spark would try a failed task again."""

    parts: list[bytes]
    failure: Error | None = None


@dataclass
class TableWriter(DataSourceArrowWriter):
    """Made in the planning process, writes in the tasks, commits in the planning process again.

    These are different processes: temporary folders belong to `owner`, which lives as long as
    the driver's JVM, so that nobody takes them for the rubbish of a dead one.
    """

    options: Options
    table: Table
    schema: pa.Schema
    sink: IncomingSink
    owner: str
    prefix: str
    overwrite: bool

    @classmethod
    def prepared(cls, options: Options, schema: StructType, overwrite: bool) -> TableWriter:
        """Everything that can be wrong with the columns is told before a task starts."""
        arrow = to_arrow_schema(schema, timezone="UTC")
        with options.opened() as (engine, context):
            check_insert(options.name(), context, overwrite=overwrite)
            target = Target.of(context.record(options.name()), context)
            refuse_readonly_table(target.record, context)
            _require_no_views(engine, target.record)
            rows = RowsForTable(target.definition, context, context.settings, strict=True)
            columns = given_columns(checked_columns(target, arrow))
            text = rows.select(f"SELECT * FROM {SOURCE}", columns)
            owner = engine.services.catalog.owners.adopt(driver_process())
            prefix = f"{owner}_{uuid4().hex}"
            folder = f"{STORE}/{target.record.uuid}"
            merging = merging_on_insert(target.definition, context)
            automatic = context.settings.materialize_statistics_on_insert
            layout = rows.layout(target.record.metadata_version, automatic_statistics=automatic)
            layout = with_projections(layout, target.definition, context)
            sink = PartSink(layout, target.placement(), folder, prefix, merging)
        incoming = IncomingSink(text, task_memory(), sink)
        return cls(options, target.record, arrow, incoming, owner, prefix, overwrite)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        """The rows of one task as parts that nobody sees yet."""
        task = TaskContext.get()
        assert task is not None
        info = TaskInfo(0, task.partitionId(), task.taskAttemptId())
        first = next(iterator, None)
        if first is None:
            return Reports([])
        batches = (batch for group in ((first,), iterator) for batch in group)
        rows = pa.RecordBatchReader.from_batches(first.schema, batches)
        try:
            return Reports(list(self.sink(rows, info)))
        except Error as error:
            return Reports([], error)

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Make all parts visible at once."""
        reports = [one for one in messages if isinstance(one, Reports)]
        failure = next((one.failure for one in reports if one.failure is not None), None)
        with self.options.opened() as (engine, context):
            try:
                if failure is not None:
                    raise failure
                found = [part for one in reports for part in one.parts]
                self._commit(written(found, self.table, self.sink.sink), context)
            finally:
                self._leave(engine)

    def _commit(self, parts: list[Written], context: Context) -> None:
        services = context.services

        def present() -> Sequence[Part]:
            return services.catalog.parts.all(self.table.uuid) if self.overwrite else ()

        if parts:
            commit(parts, services.catalog, services.disks, present)
        elif self.overwrite:
            services.catalog.parts.commit([], present())

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Leave nothing behind."""
        with self.options.opened() as (engine, _):
            self._leave(engine)

    def _leave(self, engine: Engine) -> None:
        """Remove what no commit names, of failed tasks and of those that ran twice."""
        catalog, disks = engine.services.catalog, engine.services.disks
        folder, prefix = f"{STORE}/{self.table.uuid}", f"{TEMPORARY}{self.prefix}"
        remove_unnamed(catalog, disks, disks, folder, prefix)
        engine.services.catalog.owners.release(self.owner)


def _require_no_views(engine: Engine, table: Table) -> None:
    if dependent_views(engine.services.storage, table.database, table.name):
        raise not_implemented(
            f"The data source cannot write into {table.database}.{table.name}, which feeds"
            " materialized views: use sparktree.connect(...).insert(...) instead."
        )


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
