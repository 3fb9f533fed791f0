"""One INSERT into parts: written by tasks, put through materialized views, committed at once."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import pyarrow as pa

from sparktree.catalog.records import Part, Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table_replicas import require_quorum
from sparktree.engines.inserting.arrow_input import SOURCE, IncomingSink
from sparktree.engines.inserting.feeding_views import feed_views
from sparktree.engines.inserting.given_columns import given_columns, query_rows, with_masks
from sparktree.engines.inserting.identity import Identity
from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.engines.inserting.target import Target
from sparktree.engines.merging.job import Expire, MergeJob
from sparktree.engines.merging.rules import merging_on_insert
from sparktree.engines.projections.keeping import of_table
from sparktree.engines.projections.making import MissingProjections, ProjectionMaking
from sparktree.engines.projections.rows import with_projections
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.writing.commit import Written, commit, record_of, written
from sparktree.engines.writing.part_sink import PartSink
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.errors import Error
from sparktree.formats.options import InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription
from sparktree.parts.writer import TEMPORARY
from sparktree.planner.fragment import Fragment, Portions
from sparktree.planner.nodes import Query
from sparktree.planner.physical import Planner
from sparktree.types import Type

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Pipeline:
    """One INSERT: parts of the table and of the views behind it, committed together."""

    def __init__(self, context: InsertContext, *, instead: Sequence[Part] = ()) -> None:
        self.context = context
        self.instead = instead  # parts that hold the rows so far, and go when these come
        self.parts: list[Written] = []
        self.id = uuid.uuid4().hex
        self.folders: list[tuple[str, str]] = []  # disks and folders
        self.sinks = 0
        self.unsettled: set[str] = set()  # tables whose new parts must still be merged
        self.identity = Identity(context.settings)
        self.jobs: list[MergeJob | ProjectionMaking] = []

    def run(self, write: Callable[[], None]) -> None:
        """Write everything, then make it visible in one step."""
        storage = self.context.storage
        try:
            write()
            blocks = self.identity.blocks(self.parts)
            self.parts = [replace(one, blocks=blocks) for one in self.parts]
            feed_views(self)
            # What a table of engine Null took was for its views only.
            self.parts = [
                one for one in self.parts if not engine_info(one.table.engine).forgets_rows
            ]
            self._settle()
            for filled in {one.table.uuid: one.table for one in self.parts}.values():
                require_quorum(filled, storage, self.context.settings.insert_quorum)
            if self.parts or self.instead:
                self.context.check_written(sum(one.part.uncompressed_bytes for one in self.parts))
                active = commit(self.parts, storage.catalog, storage.disks, lambda: self.instead)
                self.context.made_parts(active, [one.table for one in self.parts])
                for part in active:
                    storage.free_spaces.took(part.disk, part.bytes_on_disk)
                self._flush_buffers({part.uuid for part in active})
                for table in {part.table for part in active}:
                    self.context.jobs.background.wake(table)
        finally:
            self._sweep()

    def _flush_buffers(self, new: Collection[str]) -> None:
        """Buffers that became too full hand on their rows; if that fails it is tried again."""
        for table in {one.table.uuid: one.table for one in self.parts}.values():
            if engine_info(table.engine).family is Family.BUFFER:
                with suppress(Error):
                    self.context.jobs.flush_buffer(table, new)

    def _settle(self) -> None:
        """Merge the rows of parts that views had to read as they came."""
        for one in [one for one in self.parts if one.table.uuid in self.unsettled]:
            part = PartOnDisk(
                record_of(one),
                one.part,
                self.context.storage.disks[one.disk_name],
            )
            query_id, table = self.context.query_id, one.table
            job = MergeJob(
                self.context.storage,
                table,
                [part],
                self.context,
                query_id,
                lambda _: None,
                expire=Expire.NEVER,
            )
            self.jobs.append(job)
            made = job.run()
            if made is not None:
                made = self._projected(table, part, made)
            place = self.parts.index(one)
            self.parts[place : place + 1] = [replace(one, part=made, level=1)] if made else []

    def _projected(self, table: Table, part: PartOnDisk, made: PartDescription) -> PartDescription:
        """The merged part with the projections that it had before."""
        names = part.description.projections
        built = tuple(p for p in of_table(table, self.context) if p.name in names)
        making = ProjectionMaking(self.context.storage, table, self.context, lambda _: None)
        self.jobs.append(making)
        (found,) = making.make([MissingProjections(made, part.record, built)])
        return found

    def _sweep(self) -> None:
        """Remove what no commit names: of a failed INSERT, or of a task that ran twice."""
        for job in self.jobs:
            job.sweep()
        own = f"{TEMPORARY}{self.context.storage.catalog.owner}_{self.id}_"
        storage = self.context.storage
        for name, folder in dict.fromkeys(self.folders):
            remove_unnamed(storage.catalog, storage.disks, [name], folder, own)

    def insert_rows(self, table: Table, columns: Sequence[str], query: Query) -> None:
        """Rows that a materialized view makes of others."""
        self.from_query(Target.of(table, self.context), columns, query)

    def from_query(self, target: Target, columns: Sequence[str], query: Query) -> None:
        """Rows of a query."""
        planner, fragment, given = query_rows(query, columns, self.context)
        if self.context.settings.max_insert_threads == 1:
            fragment = planner.meet(fragment, ())
        self._write(target, planner, fragment, given, strict=False)

    def from_blocks(
        self, target: Target, columns: Sequence[str], blocks: Iterable[InputBlock]
    ) -> None:
        """Rows of an input format, columns in the order of `columns`, a block for each task."""
        types = [target.definition.by_name[name].type for name in columns]
        typed = list(zip(columns, types, strict=True))
        filled = (block for block in blocks if block.table.num_rows)
        while wave := tuple(islice(filled, self.context.parallelism())):
            masked = sorted({i for b in wave for i, m in enumerate(b.missing) if m is not None})
            tables = tuple(with_masks(block, masked) for block in wave)
            missing = {columns[i]: sql.name(f"n{i}") for i in masked}
            self._write_portions(target, typed, tables, missing)

    def from_typed_blocks(
        self, target: Target, columns: Sequence[tuple[str, Type]], blocks: Iterable[pa.Table]
    ) -> None:
        """Rows in the kernel form of the given types, a block for each task."""
        names = [f"i{i}" for i in range(len(columns))]
        filled = (block.rename_columns(names) for block in blocks if block.num_rows)
        while wave := tuple(islice(filled, self.context.parallelism())):
            self._write_portions(target, columns, wave, {})

    def _write_portions(
        self,
        target: Target,
        columns: Sequence[tuple[str, Type]],
        tables: tuple[pa.Table, ...],
        missing: Mapping[str, Sql],
    ) -> None:
        planner = self.context.planner()
        for table in tables:
            planner.read.add(table)
        name = planner.new_name("rows")
        rows = sum(table.num_rows for table in tables)
        fragment = Fragment(f"SELECT * FROM {name}", {name: Portions(tables)}, len(tables), rows)
        self._write(target, planner, fragment, given_columns(columns), missing)

    def from_frame(
        self, target: Target, columns: Sequence[tuple[str, Type]], frame: DataFrame
    ) -> None:
        """Rows of a DataFrame: the tasks that compute them write them."""
        spark = self.context.storage.spark
        text, sink = self._sink(target, f"SELECT * FROM {SOURCE}", given_columns(columns))
        incoming = IncomingSink(text, spark.task_memory(), sink)
        reports = spark.run_sink_over(frame, incoming, self.context.options())
        self.parts += written(reports, target.record, sink)

    def _write(
        self,
        target: Target,
        planner: Planner,
        fragment: Fragment,
        given: Sequence[tuple[str, Sql, Type]],
        missing: Mapping[str, Sql] | None = None,
        *,
        strict: bool = True,
    ) -> None:
        text, sink = self._sink(target, fragment.sql, given, missing, strict=strict)
        ready = Fragment(text, fragment.inputs, max(fragment.tasks, 1), fragment.rows)
        plan = planner.sink(ready, sink)
        self.context.count_read(plan)
        reports = self.context.storage.spark.run_sink(plan.stages, self.context.options())
        self.parts += written(reports, target.record, sink)

    def _sink(
        self,
        target: Target,
        source: str,
        given: Sequence[tuple[str, Sql, Type]],
        missing: Mapping[str, Sql] | None = None,
        *,
        strict: bool = True,
    ) -> tuple[str, PartSink]:
        """The SQL of the rows to write, and what writes them."""
        rows = RowsForTable(target.definition, self.context, self.context.settings, strict=strict)
        text = rows.select(source, given, missing)
        folder = f"store/{target.record.uuid}"
        self.sinks += 1
        prefix = f"{self.context.storage.catalog.owner}_{self.id}_{self.sinks}"
        disks = self.context.storage.disks
        self.folders += [(name, folder) for name in target.policy.disks if name in disks]
        automatic = self.context.settings.materialize_statistics_on_insert
        layout = rows.layout(target.record.metadata_version, automatic_statistics=automatic)
        layout = with_projections(layout, target.definition, self.context)
        merging = merging_on_insert(target.definition, self.context)
        if merging is not None and target.feeds_views:
            self.unsettled.add(target.record.uuid)
            merging = None
        return text, PartSink(layout, target.placement(), folder, prefix, merging)
