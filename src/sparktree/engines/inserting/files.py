"""INSERT into files of object stores: tables of engine S3 and the like, and table functions."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice

import pyarrow as pa

from sparktree.engines.definition.table import TableDefinition, key_elements
from sparktree.engines.inserting.given_columns import given_columns, query_rows, with_masks
from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.engines.objects.declaring import check_partition_by, engine_source
from sparktree.engines.objects.source import HIVE, PARTITION_ID, Source
from sparktree.engines.objects.spooling import PartitionSpool
from sparktree.engines.objects.uploads import Beginner, Begun
from sparktree.engines.objects.write_targets import truncates, write_target
from sparktree.engines.objects.writing import ObjectSink, Publication, RowsForFiles, Written
from sparktree.errors import Code, Error
from sparktree.formats.format import find
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import Column
from sparktree.planner.fragment import DriverRows, Fragment, Portions
from sparktree.planner.nodes import Query
from sparktree.planner.physical import Planner
from sparktree.spark.stages import TaskInfo
from sparktree.sql import ast
from sparktree.stores.store import Staged
from sparktree.types import STRING, Type


def partition_expressions(by: ast.Expression | None, source: Source) -> tuple[ast.Expression, ...]:
    """What tells files apart: each column by the strategy `hive`, else one text for all."""
    if by is None:
        return ()
    return key_elements(by) if source.strategy == HIVE else (by,)


@dataclass(slots=True)
class ObjectInsert:
    """One INSERT: tasks write files, which are shown when all rows are written."""

    source: Source
    definition: TableDefinition
    partition_by: tuple[ast.Expression, ...]
    context: InsertContext
    appends: bool = False  # whether rows go behind those of a file that is there
    waves: int = 0  # jobs that wrote rows already
    begun: str = ""  # what the store has begun for a file whose name is given
    beginner: Beginner | None = None  # begins the files of a name with {_partition_id}
    id: str = field(default_factory=lambda: f"{time.time_ns() // 1_000_000}{uuid.uuid4().hex[:16]}")

    @classmethod
    def into(cls, definition: TableDefinition, context: InsertContext) -> ObjectInsert:
        """INSERT into a table."""
        storage = definition.create.storage
        by = storage.partition_by if storage else None
        source = engine_source(definition.engine, by, context.storage)
        if source.strategy == HIVE:  # a key of expressions only exports can fill
            check_partition_by(by, [(c.name, c.type) for c in definition.columns])
        return cls(source, definition, partition_expressions(by, source), context)

    def run(self, write: Callable[[], list[bytes]]) -> None:
        """Write everything, then make it visible; on any failure, leave nothing."""
        self._check()
        store = self.source.store
        owns = self.source.strategy == HIVE
        publication = Publication(store, self._prefix(), self.id, self._may_replace(), owns)
        publication.appends = self.appends
        try:
            with self._beginning(publication):
                publication.files = [Written.of(report) for report in write()]
            publication.show()
        finally:
            publication.sweep()
        self.context.wrote(sum(one.rows for one in publication.files))

    @contextmanager
    def _beginning(self, publication: Publication) -> Iterator[None]:
        """While tasks write: files whose keys do not tell the INSERT are begun by the driver."""
        store = self.source.store
        if self.source.strategy == HIVE:
            yield
        elif not self.partition_by:
            self.begun = store.begin(self.source.key)
            publication.begun = [Staged(self.source.key, self.begun)]
            yield
        else:
            begun = Begun(store, self.context.storage.spark.driver_address())
            self.beginner, publication.begun = begun.beginner, begun.files
            try:
                yield
            finally:
                begun.close()

    def _may_replace(self) -> bool:
        """Whether files that have the name of a new one give way."""
        if self.source.strategy == HIVE:
            return False
        return truncates(self.source, self.context.settings) or bool(self.partition_by)

    def _prefix(self) -> str:
        return self.source.folder if self.source.strategy == HIVE else self.source.key

    def _check(self) -> None:
        """Refuse what cannot be written before any row is computed."""
        source = self.source
        if not source.format:
            raise source.undetected()
        if find(source.format).writer is None:
            raise Error(
                Code.FORMAT_IS_NOT_SUITABLE_FOR_OUTPUT,
                f"Format {source.format} is not suitable for output",
            )
        if source.strategy == HIVE:
            return
        if self.partition_by and PARTITION_ID not in source.key:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The path '{source.key}' of a table with PARTITION BY has no {PARTITION_ID}: name"
                " one, or use partition_strategy = 'hive'.",
            )
        plain = source.key.replace(PARTITION_ID, "") if self.partition_by else source.key
        if any(c in plain for c in "*?{"):
            raise Error(
                Code.DATABASE_ACCESS_DENIED,
                f"Non partitioned table with path '{source.key}' that contains globs, the table is"
                " in readonly mode",
            )
        if not self.partition_by:
            place = write_target(source, self.context.settings)
            self.source, self.appends = place.source, place.appends

    # --- where rows come from -------------------------------------------------------------

    def from_query(self, columns: Sequence[str], query: Query) -> list[bytes]:
        """Rows of a query."""
        planner, fragment, given = query_rows(query, columns, self.context)
        return self._written(planner, fragment, given, {})

    def from_blocks(self, columns: Sequence[str], blocks: Iterable[InputBlock]) -> list[bytes]:
        """Rows of an input format, columns in the order of `columns`."""
        filled = (block for block in blocks if block.table.num_rows)
        if not self.partition_by:
            return self._streamed(columns, filled)
        if self.source.strategy != HIVE:
            return self._spooled(columns, filled)
        reports: list[bytes] = []
        while wave := tuple(islice(filled, self.context.parallelism())):
            reports += self._from_wave(columns, wave)
            self.waves += 1
        return reports

    def _streamed(self, columns: Sequence[str], blocks: Iterable[InputBlock]) -> list[bytes]:
        """One file. Its rows are here and go by in their order, so that no more than a block of
        them is ever held: to send them all to one task would need all of them at once."""
        batches = (batch for block in blocks for batch in self._filled(columns, block))
        return list(self._sink(0)(batches, TaskInfo(0, 0, 0)))

    def _spooled(self, columns: Sequence[str], blocks: Iterable[InputBlock]) -> list[bytes]:
        """Files that are named by their partitions. Each is written at once, out of all its rows,
        which are put aside on disk until the last of them has come."""
        keys = self._keys(self.context.planner())
        with PartitionSpool(len(keys)) as spool:
            for block in blocks:
                for batch in self._filled(columns, block, keys):
                    spool.add(batch)
            sink = self._sink(len(keys))
            with ThreadPoolExecutor(self.context.parallelism()) as pool:
                written = [
                    pool.submit(list[bytes], sink(rows, TaskInfo(0, number, 0)))
                    for number, rows in enumerate(spool.partitions())
                ]
                return [report for one in written for report in one.result()]

    def _filled(
        self, columns: Sequence[str], block: InputBlock, keys: Sequence[Column] = ()
    ) -> Iterator[pa.RecordBatch]:
        """The rows of a block, as files have them; those of a partition are neighbours."""
        name = "rows"
        masked = [i for i, mask in enumerate(block.missing) if mask is not None]
        text = self._rows(keys).select(
            f"SELECT * FROM {name}", *self._arriving_columns(columns, masked)
        )
        text = _in_order(text, keys)
        fragment = Fragment(text, {name: DriverRows(with_masks(block, masked))}, 1)
        for table in self.context.in_driver(fragment):
            yield from table.to_batches()

    def _from_wave(self, columns: Sequence[str], wave: tuple[InputBlock, ...]) -> list[bytes]:
        masked = sorted({i for b in wave for i, m in enumerate(b.missing) if m is not None})
        tables = tuple(with_masks(block, masked) for block in wave)
        planner = self.context.planner()
        name = planner.new_name("rows")
        count = sum(table.num_rows for table in tables)
        fragment = Fragment(f"SELECT * FROM {name}", {name: Portions(tables)}, len(tables), count)
        return self._written(planner, fragment, *self._arriving_columns(columns, masked))

    def _arriving_columns(
        self, columns: Sequence[str], masked: Sequence[int]
    ) -> tuple[list[tuple[str, Sql, Type]], dict[str, Sql]]:
        """The columns that arrive, and where defaults are wanted for them."""
        typed = [(c, self.definition.by_name[c].type) for c in columns]
        return given_columns(typed), {columns[i]: sql.name(f"n{i}") for i in masked}

    def _rows(self, keys: Sequence[Column] = ()) -> RowsForFiles:
        return RowsForFiles(
            self.definition,
            self.context,
            self.context.settings,
            partition_by=self.partition_by,
            texts=tuple(key.kernel_name for key in keys),
        )

    def _written(
        self,
        planner: Planner,
        fragment: Fragment,
        given: Sequence[tuple[str, Sql, Type]],
        missing: dict[str, Sql],
    ) -> list[bytes]:
        keys = self._keys(planner)
        text = self._rows(keys).select(fragment.sql, given, missing)
        ready = Fragment(text, fragment.inputs, max(fragment.tasks, 1), fragment.rows)
        # Rows of one partition meet in one task and come in order: one file at a time is open.
        ready = planner.meet(ready, keys)
        ready = replace(ready, sql=_in_order(ready.sql, keys))
        plan = planner.sink(ready, self._sink(len(keys)))
        self.context.count_read(plan)
        return self.context.storage.spark.run_sink(plan.stages, self.context.options())

    def _keys(self, planner: Planner) -> list[Column]:
        return [planner.new_column(f"p{i}", STRING) for i in range(len(self.partition_by))]

    def _sink(self, texts: int) -> ObjectSink:
        stored = tuple((c.name, c.type) for c in self.definition.columns if c.stored)
        settings = format_settings(self.context.settings, self.context.zone)
        names = self.source.partition_by
        return ObjectSink(
            self.source,
            stored,
            names,
            texts,
            self.id,
            settings,
            self.waves,
            self.beginner,
            self.begun,
        )


def _in_order(text: str, keys: Sequence[Column]) -> str:
    """The rows, those of a partition beside each other."""
    order = ", ".join(key.kernel_name for key in keys)
    return f"SELECT * FROM ({text}) ORDER BY {order}" if keys else text
