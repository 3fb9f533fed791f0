"""INSERT: rows from VALUES, data, a query or a DataFrame into parts, committed at once."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

import pyarrow as pa

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.catalog.records import Part, Table
from sparktree.disks.disk import Disk
from sparktree.disks.policies import DEFAULT_POLICY
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.inserting.arrow_input import SOURCE, IncomingSink
from sparktree.engines.merging.job import Expire, MergeJob
from sparktree.engines.merging.rules import merging_on_insert
from sparktree.engines.projections.keeping import of_table
from sparktree.engines.projections.making import ProjectionMaking, Wanted
from sparktree.engines.projections.rows import with_projections
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.table_functions.data_functions import known_rows
from sparktree.engines.tables.open import inserts_into
from sparktree.engines.tables.rowless_engines import shown_engine
from sparktree.engines.tables.views import dependent_views
from sparktree.engines.writing.commit import Written, commit, written
from sparktree.engines.writing.part_sink import PartSink
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.options import InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription
from sparktree.parts.store import remove_unnamed
from sparktree.parts.writer import TEMPORARY
from sparktree.planner.analysis.asterisk import expand
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.expr import Column
from sparktree.planner.fragment import Fragment, Portions
from sparktree.planner.nodes import Query
from sparktree.planner.physical import Planner
from sparktree.sql import ast
from sparktree.sql.statements.insert import Insert
from sparktree.statements.back_pressure import delay_or_refuse
from sparktree.statements.context import Context
from sparktree.statements.deduplication import Identity
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.insert_columns import given_columns, with_masks
from sparktree.statements.insert_formats import input_rows
from sparktree.statements.insert_function import insert_into_function
from sparktree.statements.insert_objects import ObjectInsert
from sparktree.statements.journal import log_parts
from sparktree.statements.limits import check_projections_used
from sparktree.statements.materialized import feed_views
from sparktree.statements.rights import existing, place
from sparktree.types import Type

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

DISK = DEFAULT_POLICY.for_new_parts


def _rights(statement: Insert, context: Context) -> Iterator[Element]:
    """INSERT on the columns that take values; what its query reads is checked with the query, and
    the source of a table function with the function."""
    record = None if statement.table is None else existing(statement.table, context)
    if statement.table is not None and record is not None:
        target = _target(record, context)
        columns = target.insert_columns(statement.columns)
        yield right("INSERT", *place(statement.table, context), columns=columns)


def _target(record: Table, context: Context) -> Target:
    if engine_info(record.engine).has_files:
        return Target(record, load_definition(record.create_query), context)
    return Target.of(record, context)


@handles(Insert, needs=_rights)
def insert(statement: Insert, context: Context) -> Outcome | None:
    """Run an INSERT whose rows are a query or inline data."""
    if statement.query is not None and statement.format is not None:
        context.input = lambda header: known_rows(
            "input", header, input_rows(statement, header, context)
        )
    if statement.function is not None:
        insert_into_function(statement, context)
        return None
    assert statement.table is not None
    record = context.record(statement.table)
    if engine_info(record.engine).has_files:
        insert_into_files(statement, record, context)
        return None
    target = Target.of(record, context)
    delay_or_refuse(target.record, context)
    columns = target.insert_columns(statement.columns)
    if statement.query is not None:
        write_query(target, columns, statement.query, context)
        return None
    blocks = input_rows(
        statement, [(c, target.definition.by_name[c].type) for c in columns], context
    )
    write_blocks(target, columns, blocks, context)
    return None


def insert_into_files(statement: Insert, record: Table, context: Context) -> None:
    """INSERT into a table of engine S3 and the like."""
    target = _target(record, context)
    columns = target.insert_columns(statement.columns)
    work = ObjectInsert.into(target.definition, context)
    if statement.query is not None:
        _query_into_files(work, columns, statement.query, context)
        return
    types = [(c, target.definition.by_name[c].type) for c in columns]
    work.run(lambda: work.from_blocks(columns, input_rows(statement, types, context)))


def _query_into_files(
    work: ObjectInsert, columns: Sequence[str], query: ast.Query, context: Context
) -> None:
    typed = QueryAnalyser(context).analyse(query)
    work.run(lambda: work.from_query(columns, typed))


def fill_files(record: Table, query: ast.Query, context: Context) -> None:
    """The rows of CREATE ... AS SELECT, into a table of engine S3 and the like."""
    definition = load_definition(record.create_query)
    columns = [column.name for column in definition.columns]
    _query_into_files(ObjectInsert.into(definition, context), columns, query, context)


@dataclass(slots=True)
class Target:
    """The table that an INSERT fills."""

    record: Table
    definition: TableDefinition
    context: Context
    parts: list[Written] = field(default_factory=list)

    @classmethod
    def of(cls, record: Table, context: Context) -> Target:
        """The table itself; behind a materialized view or a buffer the one that it fills."""
        other = inserts_into(record)
        if other is not None:
            return cls.of(context.record(other), context)
        if not engine_info(record.engine).has_parts:
            engine = shown_engine(record)
            raise not_implemented(f"Method write is not supported by storage {engine}")
        return cls(record, load_definition(record.create_query), context)

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.record.database}.{self.record.name}"

    @property
    def deduplicates(self) -> bool:
        """Whether it, or a table behind it, may remember what was inserted."""
        window = self.definition.settings.non_replicated_deduplication_window
        return bool(window) or _has_views(self.record, self.context)

    @property
    def disk(self) -> Disk:
        """Where new parts go."""
        return self.context.services.disks[DISK]

    def insert_columns(self, listed: Sequence[ast.Expression]) -> list[str]:
        """The columns that the rows have, in their order."""
        own = self.definition
        if not listed:
            return [name for name, _ in own.shown()]
        names: list[str] = []
        for node in listed:
            if isinstance(node, ast.Asterisk | ast.Columns):
                shown = {n: Column(t, 0, n) for n, t in own.shown()}
                scope = Scope(tables=[TableScope(None, None, None, shown)])
                shown_ids = {n: Column(t, i, n) for i, (n, t) in enumerate(own.shown())}
                scope.tables[0].columns = shown_ids
                names += [name for _, name in expand(node, scope)]
            elif isinstance(node, ast.Identifier):
                names.append(".".join(node.parts))
        for name in names:
            kind = own.column(name, self.name).kind
            if kind == "ALIAS":
                raise Error(
                    Code.NO_SUCH_COLUMN_IN_TABLE, f"No such column {name} in table {self.name}"
                )
            if kind == "MATERIALIZED":
                raise Error(
                    Code.ILLEGAL_COLUMN,
                    f"Cannot insert column {name}, because it is {kind} column",
                )
        if len(set(names)) != len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise Error(Code.DUPLICATE_COLUMN, f"Column {twice} specified more than once")
        return names


def write_query(target: Target, columns: Sequence[str], query: ast.Query, context: Context) -> None:
    """INSERT SELECT: the tasks that compute the rows also write them."""
    typed = QueryAnalyser(context).analyse(query)
    pipeline = Pipeline(context)
    pipeline.identity.of_query(query)
    pipeline.run(lambda: pipeline.from_query(target, columns, typed))


def write_blocks(
    target: Target, columns: Sequence[str], blocks: Iterable[InputBlock], context: Context
) -> None:
    """INSERT of rows that the driver read: they travel to a task with it."""
    pipeline = Pipeline(context)
    if target.deduplicates:
        blocks = pipeline.identity.of_blocks(columns, blocks)
    pipeline.run(lambda: pipeline.from_blocks(target, columns, blocks))


class Pipeline:
    """One INSERT: parts of the table and of the views behind it, committed together."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.parts: list[Written] = []
        self.id = uuid.uuid4().hex
        self.folders: list[tuple[Disk, str]] = []
        self.unsettled: set[str] = set()  # tables whose new parts must still be merged
        self.identity = Identity(context.settings)
        self.jobs: list[MergeJob | ProjectionMaking] = []

    def run(self, write: Callable[[], None]) -> None:
        """Write everything, then make it visible in one step."""
        services = self.context.services
        try:
            write()
            block = self.identity.block(self.parts)
            self.parts = [replace(one, block=block) for one in self.parts]
            feed_views(self)
            # What a table of engine Null took was for its views only.
            self.parts = [
                one for one in self.parts if not engine_info(one.table.engine).forgets_rows
            ]
            self._settle()
            if self.parts:
                active = commit(self.parts, services.catalog, services.disks)
                self._count(active)
                for table in {part.table for part in active}:
                    services.background.wake(table)
        finally:
            self._sweep()

    def _settle(self) -> None:
        """Merge the rows of parts that views had to read as they came."""
        for one in [one for one in self.parts if one.table.uuid in self.unsettled]:
            part = PartOnDisk(
                Part(one.table.uuid, "", one.part.partition_id, 0, 0, one.part.folder),
                one.part,
                self.context.services.disks[one.disk_name],
            )
            query_id, table = self.context.query_id, one.table
            job = MergeJob(
                self.context.services.storage,
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
        services, names = self.context.services, part.description.projections
        built = tuple(p for p in of_table(table, self.context) if p.name in names)
        making = ProjectionMaking(services.storage, table, self.context, lambda _: None)
        self.jobs.append(making)
        (found,) = making.make([Wanted(made, part.record, built)])
        return found

    def _count(self, active: Sequence[Part]) -> None:
        self.context.written_rows = sum(part.rows for part in active)
        self.context.written_bytes = sum(part.data_uncompressed_bytes for part in active)
        self.context.count_written()
        log_parts("NewPart", active, [one.table for one in self.parts], self.context)

    def _sweep(self) -> None:
        """Remove what no commit names: of a failed INSERT, or of a task that ran twice."""
        for job in self.jobs:
            job.sweep()
        own = f"{TEMPORARY}{self.context.services.catalog.owner}_{self.id}_"
        for disk, folder in dict.fromkeys(self.folders):
            remove_unnamed(disk, folder, own)

    def insert_rows(self, table: Table, columns: Sequence[str], query: Query) -> None:
        """Rows that a materialized view makes of others."""
        self.from_query(Target.of(table, self.context), columns, query)

    def from_query(self, target: Target, columns: Sequence[str], query: Query) -> None:
        """Rows of a query."""
        if len(query.columns) != len(columns):
            raise Error(
                Code.NUMBER_OF_COLUMNS_DOESNT_MATCH,
                f"Number of columns doesn't match (source: {len(query.columns)} and result:"
                f" {len(columns)})",
            )
        planner = self.context.planner()
        items = [(sql.name(c.kernel_name), c) for c in query.columns]
        fragment = planner.output(query, items)
        check_projections_used(query, planner.scans, self.context.settings)
        given = [
            (name, sql.name(c.kernel_name), c.type)
            for name, c in zip(columns, query.columns, strict=True)
        ]
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
        spark = self.context.services.spark
        text, sink = self._sink(target, f"SELECT * FROM {SOURCE}", given_columns(columns))
        incoming = IncomingSink(text, spark.task_memory(), sink)
        reports = spark.run_sink_over(frame, incoming, self.context.options())
        self.parts += written(reports, target.record, DISK, sink)

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
        reports = self.context.services.spark.run_sink(plan.stages, self.context.options())
        self.parts += written(reports, target.record, DISK, sink)

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
        prefix = f"{self.context.services.catalog.owner}_{self.id}_{len(self.folders)}"
        self.folders.append((target.disk, folder))
        automatic = self.context.settings.materialize_statistics_on_insert
        layout = rows.layout(target.record.metadata_version, automatic_statistics=automatic)
        layout = with_projections(layout, target.definition, self.context)
        merging = merging_on_insert(target.definition, self.context)
        if merging is not None and _has_views(target.record, self.context):
            self.unsettled.add(target.record.uuid)
            merging = None
        return text, PartSink(layout, target.disk, folder, prefix, merging)


def _has_views(record: Table, context: Context) -> bool:
    return bool(dependent_views(context.services.storage, record.database, record.name))
