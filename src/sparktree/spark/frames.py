"""The bridge to users' DataFrames: sinks over them, and Arrow results as one of them."""

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import pyarrow as pa
from pyspark import Accumulator, TaskContext
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from sparktree.errors import Code, Error
from sparktree.spark import arrow_types, blocks, failures, internals
from sparktree.spark.blocks import Kind, Record
from sparktree.spark.context import ContextState
from sparktree.spark.jobs import JOBS
from sparktree.spark.progress import Report
from sparktree.spark.queries import QUERIES, Query, RunOptions
from sparktree.spark.run import require_sendable
from sparktree.spark.stages import Sink, TaskInfo

_RESULT = "record binary"


@dataclass(frozen=True)
class FrameTask:
    """The function that Spark calls for every partition of a DataFrame.

    `schema` is for partitions without rows; the batches of others say their own.
    """

    run: int
    schema: pa.Schema
    sink: Sink
    reports: Accumulator[tuple[Report, ...]]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The sink's results, a row each; a failure is a row too, as Spark would try again."""
        context = TaskContext.get()
        assert context is not None
        info = TaskInfo(0, context.partitionId(), context.taskAttemptId())
        for record in self._records(info, batches):
            yield pa.record_batch({"record": pa.array([record.pack()], pa.binary())})

    def _records(self, info: TaskInfo, batches: Iterator[pa.RecordBatch]) -> Iterator[Record]:
        counted = _Counted(batches)
        try:
            first = next(counted, None)
            schema = self.schema if first is None else first.schema
            rest = counted if first is None else chain((first,), counted)
            reader = pa.RecordBatchReader.from_batches(schema, rest)
            for sequence, result in enumerate(self.sink(reader, info)):
                yield Record(0, info.task, sequence, Kind.SINK, result)
            for _ in counted:  # Spark keeps the worker only when all of its input was read
                pass
        except Exception as failure:
            if failures.worth_retrying(failure):
                raise
            error = failures.in_task(failure)
            self.reports.add((Report(self.run, 0, 0, error=error),))
            yield Record(0, info.task, 0, Kind.ERROR, pickle.dumps(error))
        else:
            self.reports.add((Report(self.run, counted.rows, counted.bytes),))


class _Counted:
    """Batches, and how much went by."""

    def __init__(self, batches: Iterable[pa.RecordBatch]) -> None:
        self._batches = iter(batches)
        self.rows = 0
        self.bytes = 0

    def __iter__(self) -> "_Counted":
        return self

    def __next__(self) -> pa.RecordBatch:
        batch = next(self._batches)
        self.rows += batch.num_rows
        self.bytes += batch.nbytes
        return batch


def sink_results(
    known: ContextState, frame: DataFrame, sink: Sink, options: RunOptions
) -> list[bytes]:
    """What the sink yielded over the frame's rows, in the order of its partitions."""
    if not known.is_local:
        require_sendable(sink)
    query = Query(options, 0)
    number = known.reports.listen(query.report)
    group = JOBS.group(options.query_id)

    def job() -> list[bytes]:
        task = FrameTask(number, arrow_schema(frame), sink, known.reports.accumulator)
        return [bytes(row.record) for row in frame.mapInArrow(task, _RESULT).collect()]

    try:
        with QUERIES.running(query):
            running = JOBS.submit(known.context, group, options.pool, job)
            records = query.wait(running, lambda: known.cancel(group))
    finally:
        known.reports.forget(number)
    return [bytes(blocks.checked(data).payload) for data in records]


def arrow_schema(frame: DataFrame) -> pa.Schema:
    """The frame's columns as Arrow's; its timestamps are shown in the zone of its session."""
    zone = frame.sparkSession.conf.get("spark.sql.session.timeZone")
    try:
        return internals.arrow_schema(frame.schema, zone or "UTC")
    except PySparkException as failure:
        raise Error(Code.UNKNOWN_TYPE, f"Arrow cannot hold the DataFrame: {failure}") from failure


def to_spark(session: SparkSession, table: pa.Table) -> DataFrame:
    """The table as a DataFrame."""
    return internals.frame_of(session, arrow_types.for_spark(table))
