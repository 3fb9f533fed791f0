"""Structured Streaming: epochs that are written exactly once, and the rows of new blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition, WriterCommitMessage
from pyspark.sql.types import StructType

from sparktree.catalog.records import Epoch, Part, Table
from sparktree.datasource.filling import Commit, Filled, WritePlan, leave
from sparktree.datasource.options import Options
from sparktree.datasource.scanning import Scan, Share
from sparktree.engines.definition.table import load_definition
from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error
from sparktree.spark import internals
from sparktree.sql.printers.base import quote_string
from sparktree.statements.context import Context

_BLOCK = "_block_number"
_ATTEMPTS = 100  # merges of the parts that are to be read make the planning begin anew


@dataclass
class EpochReports(WriterCommitMessage):
    """What one task wrote of an epoch, and all that the commit must know: its process has nothing
    of the one that planned."""

    parts: list[bytes]
    failure: Error | None
    filled: Filled
    stream: str


if TYPE_CHECKING or internals.HAS_STREAMS_OF_ARROW:
    from pyspark.sql.datasource import DataSourceStreamArrowWriter as StreamWriter
else:
    StreamWriter = object  # what is made of it is refused


class EpochWriter(StreamWriter):
    """Writes an epoch in tasks and commits it, once for a query of Spark and its epoch.

    Spark makes it in two processes: in one it goes to the tasks, in the other it commits.
    """

    def __init__(self, options: Options, schema: StructType, overwrite: bool) -> None:
        self._options = options
        self._schema = schema
        self._overwrite = overwrite
        self._plan: WritePlan | None = None

    def __getstate__(self) -> dict[str, object]:
        """On the way to the tasks the plan is made; the process that commits has no use for it."""
        if self._plan is None:
            self._plan = WritePlan.of(self._options, self._schema, overwrite=self._overwrite)
        return dict(vars(self))

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        """The rows of one task as parts that nobody sees yet."""
        task = TaskContext.get()
        assert self._plan is not None and task is not None
        stream = task.getLocalProperty(internals.STREAM)
        if not stream:
            message = "Spark did not say which query writes: an epoch could be written twice."
            raise Error(Code.NOT_IMPLEMENTED, message)
        return EpochReports(*self._plan.write(iterator), self._plan.filled, stream)

    def commit(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803
        """Make all parts visible at once; those of an epoch that was committed before go."""
        reports = [one for one in messages if isinstance(one, EpochReports)]
        failure = next((one.failure for one in reports if one.failure is not None), None)
        if reports:
            filled = reports[0].filled
            epoch = Epoch(filled.target.uuid, reports[0].stream, batchId)
            found = [part for one in reports for part in one.parts]
            Commit(self._options, filled, self._overwrite, epoch).run(found, failure)

    def abort(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803
        """Leave nothing behind; of tasks that told nothing, the folders go with the driver."""
        made = {one.filled.prefix: one.filled for one in messages if isinstance(one, EpochReports)}
        with self._options.opened() as (engine, _):
            for filled in made.values():
                leave(engine, filled)


class BlockReader(DataSourceStreamReader):
    """Rows by the numbers of the blocks that they came with, which merged parts keep."""

    def __init__(self, options: Options, schema: StructType) -> None:
        if options.query or options.limit is not None:
            message = "A stream reads a table: it takes neither of the options query and limit."
            raise Error(Code.BAD_ARGUMENTS, message)
        self._options = options
        self._scan = Scan.of(options, schema)

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802  # Spark's name
        """Before all rows, or (startingOffsets) behind those that are there."""
        if self._options.startingoffsets == "latest":
            return self.latestOffset()
        with self._options.opened() as (_, context):
            return _offset(self._table(context), 0)

    def latestOffset(self) -> dict[str, Any]:  # type: ignore[override]  # noqa: N802  # Spark 4.0's
        """Behind the last block that is there, and that no other may still come before."""
        with self._options.opened() as (_, context):
            table = self._table(context)
            return _offset(table, context.services.catalog.parts.settled_block(table.uuid))

    def partitions(self, start: Mapping[str, Any], end: Mapping[str, Any]) -> Sequence[Share]:
        """What tasks are to read for the rows between two offsets."""
        after, last = int(start["block"]), int(end["block"])
        for _ in range(_ATTEMPTS):
            with self._options.opened() as (_engine, context):
                table = self._table(context, start)
                parts = context.services.catalog.parts.of_blocks(table.uuid, after, last)
                conditions = self._conditions(parts, after, last, context)
            shares = self._scan.shares(conditions) if parts else []
            with self._options.opened() as (_engine, context):
                now = context.services.catalog.parts.of_blocks(table.uuid, after, last)
            # Names of parts never come again: those were read that are there before and after.
            if {part.name for part in parts} == {part.name for part in now}:
                return shares
        raise Error(Code.ABORTED, "Parts of the table are merged faster than they can be planned.")

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a share."""
        return self._scan.read(partition)

    def _conditions(
        self, parts: Sequence[Part], after: int, last: int, context: Context
    ) -> list[str]:
        """The parts, and where they have other blocks too, the rows in them."""
        where = [self._options.where] if self._options.where else []
        names = ", ".join(quote_string(part.name) for part in parts)
        where.append(f"_part IN ({names})")
        mixed = [part for part in parts if part.min_block <= after or part.max_block > last]
        for part in mixed:
            _require_block_numbers(part, context)
        return [*where, f"{_BLOCK} > {after} AND {_BLOCK} <= {last}"] if mixed else where

    def _table(self, context: Context, offset: Mapping[str, Any] | None = None) -> Table:
        """The table, if its rows can be told apart and the checkpoint is for it."""
        name = self._options.name()
        context.record(name)  # says best that there is no such table
        table = context.filled(context.record(name))
        if not load_definition(table.create_query).settings.enable_block_number_column:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"A stream of {table.database}.{table.name} needs the numbers of blocks in merged"
                f" parts: ALTER TABLE {table.database}.{table.name} MODIFY SETTING"
                " enable_block_number_column = 1",
            )
        if offset is not None and offset["table"] != table.uuid:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The checkpoint is of another table that was called {table.database}.{table.name}:"
                " begin with a new one.",
            )
        return table


def _offset(table: Table, block: int) -> dict[str, Any]:
    return {"table": table.uuid, "block": block}


def _require_block_numbers(part: Part, context: Context) -> None:
    """The part tells of each row which block it came with."""
    if part.min_block == part.max_block:
        return
    found = context.services.catalog.parts.find(part.table, part.name)
    if found is not None and described(found).column(_BLOCK) is None:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Part {part.name} was merged before the table kept the numbers of blocks: which of its"
            " rows are new cannot be told. Begin with a new checkpoint.",
        )
