"""What a Spark task does: it shows its inputs to the kernel, runs the SQL, hands the rows on."""

import pickle
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count as numbers

import duckdb
import pyarrow as pa
from pyspark import Accumulator, Broadcast, TaskContext
from pyspark.serializers import pack_long

import sparktree.functions
import sparktree.types.from_json  # noqa: F401 - the kernel calls by name what these modules declare
from sparktree.disks.disk import Disk
from sparktree.disks.events import DISK_EVENTS
from sparktree.disks.mounting import mount
from sparktree.errors import Code, Error
from sparktree.kernel import peak_memory
from sparktree.kernel.sql import quote_name
from sparktree.kernel.tally import TALLIES
from sparktree.spark import blocks, buckets, failures, reducing, worker
from sparktree.spark.blocks import Data, Kind, Record
from sparktree.spark.buckets import Block, Encode
from sparktree.spark.progress import Report, Sent
from sparktree.spark.spool import Spool, content
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    Count,
    ExchangeRelation,
    Gather,
    Hash,
    ReaderRelation,
    Relation,
    Single,
    Sink,
    SqlRelation,
    TaskInfo,
    Unreduced,
    Work,
    WorkRelation,
)
from sparktree.spark.stopping import Most, Stop, Stopped, first_of
from sparktree.spark.stopping import show as show_until

_ROWS_PER_BATCH = 131072
_UNCLEAR = (Code.LOGICAL_ERROR, Code.BAD_ARGUMENTS, Code.CANNOT_READ_ALL_DATA)
_SCANS = SqlRelation | ReaderRelation | WorkRelation | Stopped

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
        text = _read_now(connection, name, look.sql) if look.few else look.sql
        relation = SqlRelation(text, look.rows, look.bytes, blame=look.blame, count=look.count)
    connection.execute(f"CREATE OR REPLACE TEMP VIEW {quote_name(name)} AS {relation.sql}")
    return relation


def _read_now(connection: duckdb.DuckDBPyConnection, name: str, sql: str) -> str:
    """SQL that has the rows of other SQL, which are kept until the task ends."""
    kept = quote_name(f"{name}_rows")
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {kept} AS {sql}")
    return f"SELECT * FROM {kept}"


@dataclass(frozen=True)
class StageTask:
    """The function that Spark calls for every task of a stage.

    `inputs` holds each task's pickled mapping of names; None when it comes as the task's data.
    Output of up to `told` bytes goes to the driver besides. Reading ends at the `stop`, and what
    goes to the driver where it is more than `most`.
    """

    run: int
    index: int
    sql: str
    inputs: tuple[bytes, ...] | None
    output: Gather | Single | Hash
    sink: Sink | None
    work: Work | None
    setup: tuple[str, ...]
    unreduced: Unreduced | None
    memory: int
    exchanges: bool
    broadcast: Shipped
    folder: str  # for large blocks, if all tasks and the driver share it
    room: int  # bytes that may go to the driver, if that is limited
    reports: Accumulator[tuple[Report, ...]]
    disks: tuple[Disk, ...] = ()  # that kernels cannot read by themselves
    told: int = 0
    stop: Stop | None = None
    most: Most | None = None

    def __call__(self, task: int, data: Iterable[bytes]) -> Iterator[bytes]:
        """The task's records as bytes; before an exchange each follows its packed bucket."""
        worker.LINES.acknowledge()
        # Spark keeps the worker for the next task only when all of its input was read.
        received = list(data)
        outbox = _Outbox(self.told)
        for bucket, record in self._guarded(task, received, outbox):
            packed = record.pack()
            outbox.add(packed, whole=record.kind is not Kind.PLACE)
            if not isinstance(self.output, Gather):
                yield pack_long(bucket)  # type: ignore[no-untyped-call]
            yield packed

    def _guarded(self, task: int, received: list[bytes], outbox: "_Outbox") -> Iterator[Pair]:
        """The task's records; a failure becomes one, as Spark would log it and try again."""
        inputs: dict[str, Relation] = {}
        try:
            mount(self.disks)
            inputs.update(self._inputs(task, received))
            memory = yield from self._work(task, inputs, received)
        except Exception as caught:
            failure = _blamed(caught, inputs)
            if failures.worth_retrying(failure):
                raise
            error = failures.in_task(failure)
            self.reports.add((Report(self.run, 0, 0, error=error),))
            yield from self._failed(task, error)
        else:
            rows, size = _read(inputs.values())
            sent = outbox.sent(self.index, task)
            events = {**DISK_EVENTS.take(), **TALLIES.take()}
            told = Report(self.run, rows, size, memory, sent=sent, events=events)
            self.reports.add((told,))

    def _inputs(self, task: int, received: list[bytes]) -> Mapping[str, Relation]:
        pickled = received.pop(0) if self.inputs is None else self.inputs[task]
        inputs: Mapping[str, Relation] = pickle.loads(pickled)
        return inputs

    def _work(
        self, task: int, inputs: dict[str, Relation], received: list[bytes]
    ) -> Generator[Pair, None, int]:
        """The task's records, and its peak of memory; `inputs` become what was really read."""
        arrived = _by_stage(received) if self.exchanges else {}
        connection = worker.cursor(self.memory)
        try:
            for statement in self.setup:
                connection.execute(statement)
            for name, relation in inputs.items():
                inputs[name] = self._show(connection, name, relation, arrived)
            text = self._text(connection, inputs)
            peak_memory.watch(connection)
            yield from self._records(connection, task, text)
            return peak_memory.peak_memory(connection)
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
            case ReaderRelation(late=late) if late is not None:
                return show_view(connection, name, SqlRelation("", late=late))
            case ReaderRelation(open=open_reader, rows=rows, bytes=size):
                count = Count()
                reader = open_reader() if rows else count.of(open_reader())
                connection.register(name, reader)
                return SqlRelation("", rows, size if rows else 0, count=count)
            case WorkRelation():
                pass
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

    def _text(self, connection: duckdb.DuckDBPyConnection, inputs: Mapping[str, Relation]) -> str:
        if self.unreduced is None:
            return self.sql
        return reducing.chosen(connection, self.sql, self.unreduced, inputs)

    def _records(
        self, connection: duckdb.DuckDBPyConnection, task: int, sql: str
    ) -> Iterator[Pair]:
        spool = Spool(self.folder)
        sequence, size = numbers(), 0
        with closing(spool):
            for bucket, (kind, payload) in self._blocks(connection, task, sql, spool):
                size += len(payload)
                if 0 < self.room < size and isinstance(self.output, Gather):
                    raise _too_large(self.room)
                yield bucket, Record(self.index, task, next(sequence), kind, payload)

    def _blocks(
        self, connection: duckdb.DuckDBPyConnection, task: int, sql: str, spool: Spool
    ) -> Iterator[tuple[int, Block]]:
        """What the records carry."""
        if self.work is not None:
            for result in self.work(self._info(task)):
                yield 0, (Kind.SINK, result)
        elif isinstance(self.output, Hash) and self.output.buckets > 1:
            reader = _rows(connection, buckets.with_bucket(sql, self.output))
            yield from _with_schema(reader, task, self.output.buckets, spool)
        elif self.sink is not None:
            for result in self.sink(_rows(connection, sql), self._info(task)):
                yield 0, (Kind.SINK, result)
        else:
            reader = _rows(connection, sql)
            if self.most is not None:
                reader = first_of(reader, self.most)
            for block in blocks.encode_all(reader, spool):
                yield 0, block

    def _info(self, task: int) -> TaskInfo:
        context = TaskContext.get()
        return TaskInfo(self.index, task, context.taskAttemptId() if context else 0)

    def _failed(self, task: int, error: Error) -> Iterator[Pair]:
        """The error for every task that waits for rows of this one."""
        receivers = self.output.buckets if isinstance(self.output, Hash) else 1
        for bucket in range(receivers):
            yield bucket, Record(self.index, task, 0, Kind.ERROR, pickle.dumps(error))


def _read(inputs: Iterable[Relation]) -> tuple[int, int]:
    """The rows and bytes that were read."""
    scans = [one for one in inputs if isinstance(one, _SCANS)]
    counts = [one.count for one in scans if not isinstance(one, ReaderRelation | WorkRelation)]
    stopped = [one for one in scans if not isinstance(one, Stopped)]
    rows = sum(one.rows for one in stopped) + sum(one.rows for one in counts if one is not None)
    size = sum(one.bytes for one in stopped) + sum(one.bytes for one in counts if one is not None)
    return rows, size


def _blamed(failure: Exception, inputs: Mapping[str, Relation]) -> Exception:
    """The failure, or what an input can say of it: the kernel's words often name no file."""
    if failures.in_task(failure).code not in _UNCLEAR:
        return failure
    for relation in inputs.values():
        if isinstance(relation, SqlRelation) and relation.blame is not None:
            try:
                relation.blame()
            except Error as error:
                return error
    return failure


def _too_large(room: int) -> Error:
    return Error(
        Code.MEMORY_LIMIT_EXCEEDED,
        f"The result has no room in memory: one task made more than {room} bytes of it. LIMIT makes"
        " it smaller, spark.executor.memory the room greater; INSERT INTO FUNCTION file(...) has"
        " the tasks write it",
    )


@dataclass(slots=True)
class _Outbox:
    """Records as long as they are few; `room` bytes are left for more."""

    room: int
    records: list[bytes] = field(default_factory=list)

    def add(self, record: bytes, *, whole: bool) -> None:
        """A record; if it is not `whole`, others are needed to read it, and it was not little."""
        if not whole:
            self.room = 0
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
    reader: pa.RecordBatchReader, task: int, count: int, encode: Encode
) -> Iterable[tuple[int, Block]]:
    """The rows by bucket; the first task sends the schema to every bucket, were it all it gets."""
    if task == 0:
        schema = encode(pa.schema(list(reader.schema)[:-1]), ())
        yield from ((bucket, schema) for bucket in range(count))
    yield from buckets.split(reader, count, encode)


def _by_stage(received: Iterable[bytes]) -> dict[int, list[Data]]:
    """The blocks that arrived, by the stage that sent them, in the order of its tasks."""
    records = [blocks.checked(data) for data in received]
    records.sort(key=lambda one: (one.stage, one.task, one.sequence))
    arrived: dict[int, list[Data]] = {}
    for record in records:
        arrived.setdefault(record.stage, []).append(content(record))
    return arrived
