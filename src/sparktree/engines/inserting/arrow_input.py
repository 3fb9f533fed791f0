"""Rows that come as Arrow batches of other people's types: kernel form, then parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import duckdb
import pyarrow as pa

from sparktree.kernel.errors import translate
from sparktree.spark import worker
from sparktree.spark.stages import Sink, TaskInfo
from sparktree.types.from_arrow import to_kernel

SOURCE = "incoming"
_ROWS_PER_BATCH = 131_072


def kernel_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch in kernel form, its columns named i0, i1, ..."""
    arrays = [to_kernel(column) for column in batch.columns]
    return pa.RecordBatch.from_arrays(arrays, [f"i{i}" for i in range(len(arrays))])


def kernel_reader(rows: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """The rows in kernel form, converted as they are read."""
    empty = pa.RecordBatch.from_arrays(
        [pa.array([], field.type) for field in rows.schema], schema=rows.schema
    )
    schema = kernel_batch(empty).schema
    return pa.RecordBatchReader.from_batches(schema, _converted(rows, schema))


def _converted(rows: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for batch in rows:
        yield kernel_batch(batch).cast(schema)


@dataclass(frozen=True, slots=True)
class IncomingSink:
    """Brings a task's batches into the table's form by kernel SQL over `incoming`, then writes."""

    sql: str
    memory: int
    sink: Sink

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        connection = worker.cursor(self.memory)
        try:
            connection.register(SOURCE, kernel_reader(rows))
            yield from self.sink(connection.sql(self.sql).to_arrow_reader(_ROWS_PER_BATCH), info)
        except duckdb.Error as error:
            raise translate(error) from error
        finally:
            connection.close()
