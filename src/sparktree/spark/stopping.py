"""Tasks that end early: queries that go on with the rows read so far, as `break` modes say, and
results of which no more is wanted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import duckdb
import pyarrow as pa

from sparktree.spark.stages import Count, ReaderRelation, Relation, SqlRelation


@dataclass(frozen=True, slots=True)
class Stop:
    """When reading ends: behind the block of so many rows that reaches a limit (0: there is none),
    or that comes after a time.

    The time is the driver's; tasks with another clock get the seconds that are left.
    """

    block: int
    rows: int = 0
    bytes: int = 0
    until: float = 0.0
    seconds: float = 0.0

    def sent_elsewhere(self) -> Stop:
        """For tasks on machines whose clocks may differ."""
        if not self.until:
            return self
        return replace(self, until=0.0, seconds=max(self.until - time.time(), 0.001))

    def begun(self) -> Stop:
        """For a task that begins to read now."""
        return replace(self, until=time.time() + self.seconds) if self.seconds else self


@dataclass(frozen=True, slots=True)
class Most:
    """How large a result may be (0: no limit)."""

    rows: int = 0
    bytes: int = 0


def first_of(reader: pa.RecordBatchReader, most: Most) -> pa.RecordBatchReader:
    """The rows up to where they are more than a result may have, if there are so many.

    Whoever counts the whole of the result counts its bytes in another form: twice is surely enough.
    """

    def batches() -> Iterator[pa.RecordBatch]:
        count = Count()
        for batch in reader:
            yield batch
            count.rows += batch.num_rows
            count.bytes += batch.nbytes
            if 0 < most.rows < count.rows or 0 < 2 * most.bytes < count.bytes:
                return

    return pa.RecordBatchReader.from_batches(reader.schema, batches())


@dataclass(frozen=True, slots=True)
class Stopped(Relation):
    """What was read of a relation up to its stop."""

    count: Count = field(default_factory=Count)


def show(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    relation: SqlRelation | ReaderRelation,
    stop: Stop,
) -> Stopped:
    """The rows of the relation up to the stop, under a name; what of them is read."""
    if isinstance(relation, ReaderRelation):
        reader = relation.open()
    else:
        if relation.check is not None:
            relation.check()
        # A query of its own, as the kernel itself cannot end a scan without ending its query.
        rows = connection.cursor().sql(relation.sql)
        reader = rows.to_arrow_reader(stop.block)
    found = Stopped()
    pieces = _pieces(reader, stop.begun(), found.count)
    connection.register(name, pa.RecordBatchReader.from_batches(reader.schema, pieces))
    return found


def _pieces(reader: pa.RecordBatchReader, stop: Stop, count: Count) -> Iterator[pa.RecordBatch]:
    for batch in reader:
        begin = 0
        while begin < batch.num_rows:
            piece = batch.slice(begin, stop.block - count.rows % stop.block)
            begin += piece.num_rows
            count.rows += piece.num_rows
            count.bytes += piece.nbytes
            yield piece
            if count.rows % stop.block == 0 and _reached(stop, count):
                return


def _reached(stop: Stop, count: Count) -> bool:
    return (
        0 < stop.rows <= count.rows
        or 0 < stop.bytes <= count.bytes
        or 0 < stop.until <= time.time()
    )
