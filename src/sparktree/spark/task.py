"""What a Spark task does: it shows its inputs to the kernel, runs the SQL, hands the rows on."""

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

import duckdb
import pyarrow as pa
from pyspark import Accumulator, Broadcast, TaskContext
from pyspark.serializers import pack_long

from sparktree.errors import Code, Error
from sparktree.kernel.sql import quote_name
from sparktree.spark import blocks, buckets, failures, worker
from sparktree.spark.blocks import Data, Kind, Record
from sparktree.spark.progress import Report, Sent
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    ExchangeRelation,
    Gather,
    Hash,
    ReaderRelation,
    Relation,
    Single,
    Sink,
    SqlRelation,
    TaskInfo,
)
from sparktree.spark.stopping import Stop, Stopped
from sparktree.spark.stopping import show as show_until

_ROWS_PER_BATCH = 131072
_SCANS = SqlRelation | ReaderRelation | Stopped

Shipped = Mapping[int, list[bytes] | Broadcast[list[bytes]]]
Pair = tuple[int, Record]  # a record and the bucket it goes to


def show_view(
    connection: duckdb.DuckDBPyConnection, name: str, relation: SqlRelation
) -> SqlRelation:
    """Kernel SQL under a name, after the look at the data that it asks for; what is read of it."""
    if relation.check is not None:
        relation.check()
    if relation.late is not None:
        look = relation.late(connection)
        relation = SqlRelation(look.sql, look.rows, look.bytes)
    connection.execute(f"CREATE OR REPLACE TEMP VIEW {quote_name(name)} AS {relation.sql}")
    return relation


@dataclass(frozen=True)
class StageTask:
    """The function that Spark calls for every task of a stage.

    `inputs` holds each task's pickled mapping of names; None when it comes as the task's data.
    Output of up to `told` bytes goes to the driver besides. Reading ends at the `stop`.
    """

    run: int
    index: int
    sql: str
    inputs: tuple[bytes, ...] | None
    output: Gather | Single | Hash
    sink: Sink | None
    setup: tuple[str, ...]
    memory: int
    exchanges: bool
    broadcast: Shipped
    reports: Accumulator[tuple[Report, ...]]
    told: int = 0
    stop: Stop | None = None

    def __call__(self, task: int, data: Iterable[bytes]) -> Iterator[bytes]:
        """The task's records as bytes; before an exchange each follows its packed bucket."""
        # Spark keeps the worker for the next task only when all of its input was read.
        received = list(data)
        outbox = _Outbox(self.told)
        for bucket, record in self._guarded(task, received, outbox):
            packed = record.pack()
            outbox.add(packed)
            if not isinstance(self.output, Gather):
                yield pack_long(bucket)  # type: ignore[no-untyped-call]
            yield packed

    def _guarded(self, task: int, received: list[bytes], outbox: "_Outbox") -> Iterator[Pair]:
        """The task's records; a failure becomes one, as Spark would log it and try again."""
        try:
            inputs = dict(self._inputs(task, received))
            yield from self._work(task, inputs, received)
        except Exception as failure:
            if failures.worth_retrying(failure):
                raise
            error = failures.in_task(failure)
            self.reports.add((Report(self.run, 0, 0, error),))
            yield from self._failed(task, error)
        else:
            scans = [o for o in inputs.values() if isinstance(o, _SCANS)]
            rows, size = sum(one.rows for one in scans), sum(one.bytes for one in scans)
            sent = outbox.sent(self.index, task)
            self.reports.add((Report(self.run, rows, size, sent=sent),))

    def _inputs(self, task: int, received: list[bytes]) -> Mapping[str, Relation]:
        pickled = received.pop(0) if self.inputs is None else self.inputs[task]
        inputs: Mapping[str, Relation] = pickle.loads(pickled)
        return inputs

    def _work(
        self, task: int, inputs: dict[str, Relation], received: list[bytes]
    ) -> Iterator[Pair]:
        """The task's records; `inputs` become what was really read."""
        arrived = _by_stage(received) if self.exchanges else {}
        connection = worker.cursor(self.memory)
        try:
            for statement in self.setup:
                connection.execute(statement)
            for name, relation in inputs.items():
                inputs[name] = self._show(connection, name, relation, arrived)
            yield from self._records(connection, task)
        finally:
            connection.close()

    def _show(
        self,
        connection: duckdb.DuckDBPyConnection,
        name: str,
        relation: Relation,
        arrived: Mapping[int, Sequence[Data]],
    ) -> Relation:
        match relation:
            case SqlRelation() | ReaderRelation() if self.stop is not None:
                return show_until(connection, name, relation, self.stop)
            case SqlRelation():
                return show_view(connection, name, relation)
            case ReaderRelation(open=open_reader):
                connection.register(name, open_reader())
            case BlockRelation(blocks=shipped):
                connection.register(name, blocks.Blocks(shipped))
            case ExchangeRelation(stage=stage):
                connection.register(name, blocks.Blocks(arrived[stage]))
            case BroadcastRelation(stage=stage):
                whole = self.broadcast[stage]
                connection.register(
                    name, blocks.Blocks(whole.value if isinstance(whole, Broadcast) else whole)
                )
            case _:
                kind = type(relation).__name__
                raise Error(Code.LOGICAL_ERROR, f"A task cannot read a relation of {kind}.")
        return relation

    def _records(self, connection: duckdb.DuckDBPyConnection, task: int) -> Iterator[Pair]:
        if isinstance(self.output, Hash) and self.output.buckets > 1:
            reader = _rows(connection, buckets.with_bucket(self.sql, self.output))
            pairs = _with_schema(reader, task, self.output.buckets)
            kind = Kind.BLOCK
        elif self.sink is not None:
            kind, reader = Kind.SINK, _rows(connection, self.sql)
            pairs = ((0, result) for result in self.sink(reader, self._info(task)))
        else:
            kind, reader = Kind.BLOCK, _rows(connection, self.sql)
            pairs = ((0, block) for block in blocks.encode_all(reader))
        sequence = count()
        for bucket, payload in pairs:
            yield bucket, Record(self.index, task, next(sequence), kind, payload)

    def _info(self, task: int) -> TaskInfo:
        context = TaskContext.get()
        return TaskInfo(self.index, task, context.attemptNumber() if context else 0)

    def _failed(self, task: int, error: Error) -> Iterator[Pair]:
        """The error for every task that waits for rows of this one."""
        receivers = self.output.buckets if isinstance(self.output, Hash) else 1
        for bucket in range(receivers):
            yield bucket, Record(self.index, task, 0, Kind.ERROR, pickle.dumps(error))


@dataclass(slots=True)
class _Outbox:
    """Records as long as they are few; `room` bytes are left for more."""

    room: int
    records: list[bytes] = field(default_factory=list)

    def add(self, record: bytes) -> None:
        if self.room > 0:
            self.room -= len(record)
            self.records.append(record)
        if self.room <= 0:
            self.records.clear()

    def sent(self, stage: int, task: int) -> Sent | None:
        return Sent(stage, task, tuple(self.records)) if self.room > 0 else None


def _rows(connection: duckdb.DuckDBPyConnection, sql: str) -> pa.RecordBatchReader:
    return connection.sql(sql).to_arrow_reader(_ROWS_PER_BATCH)


def _with_schema(
    reader: pa.RecordBatchReader, task: int, count: int
) -> Iterable[tuple[int, bytes]]:
    """The rows by bucket; the first task sends the schema to every bucket, were it all it gets."""
    if task == 0:
        schema = blocks.encode(pa.schema(list(reader.schema)[:-1]), ())
        yield from ((bucket, schema) for bucket in range(count))
    yield from buckets.split(reader, count)


def _by_stage(received: Iterable[bytes]) -> dict[int, list[Data]]:
    """The blocks that arrived, by the stage that sent them, in the order of its tasks."""
    records = [blocks.checked(data) for data in received]
    records.sort(key=lambda one: (one.stage, one.task, one.sequence))
    arrived: dict[int, list[Data]] = {}
    for record in records:
        arrived.setdefault(record.stage, []).append(record.payload)
    return arrived
