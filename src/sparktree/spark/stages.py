"""The plan that Spark runs: stages of kernel SQL, and how their rows meet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import duckdb
import pyarrow as pa

from sparktree.errors import Code, Error

SAMPLE = 1 << 16  # rows by which a task decides how to go on


@dataclass(frozen=True, slots=True)
class Relation:
    """What a task sees under a name."""


@dataclass(slots=True)
class Count:
    """What was read so far, where only reading tells."""

    rows: int = 0
    bytes: int = 0

    def add(self, table: pa.Table) -> None:
        """Rows that are there: maps of what is not NULL are no bytes where nothing is NULL."""
        chunks = [chunk for column in table.columns for chunk in column.chunks]
        full = [one for one in chunks if not one.null_count and one.buffers()[0] is not None]
        self.rows += table.num_rows
        self.bytes += table.nbytes - sum(-(-len(one) // 8) for one in full)

    def of(self, reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
        """The same rows, counted while they are read."""

        def batches() -> Iterator[pa.RecordBatch]:
            for batch in reader:
                self.rows += batch.num_rows
                self.bytes += batch.nbytes
                yield batch

        return pa.RecordBatchReader.from_batches(reader.schema, batches())


@dataclass(frozen=True, slots=True)
class Look:
    """What came of a first look at the data: SQL for the rest, and what both read together; what
    only reading tells is in `count`.

    If the kernel fails, `blame` raises an Error that says more of it, if there is more to say.
    With `few` rows it is read at once: to plan it again with what is done with them costs more.
    """

    sql: str
    rows: int
    bytes: int
    blame: Callable[[], None] | None = None
    few: bool = False
    count: Count | None = None


Late = Callable[[duckdb.DuckDBPyConnection], Look]


@dataclass(frozen=True, slots=True)
class SqlRelation(Relation):
    """Kernel SQL, a view in the task; `rows` and `bytes`, and what comes into `count` while it is
    read, are what it adds to progress.

    `check` (picklable) is called first, and fails if the data should not be read. `late`
    (picklable) makes SQL that reads less, out of a first look at the data; `blame` is the look's.
    `sample` is SQL of `SAMPLE` of the rows, if these are read sooner by other means than a LIMIT.
    """

    sql: str
    rows: int = 0
    bytes: int = 0
    check: Callable[[], None] | None = None
    late: Late | None = None
    blame: Callable[[], None] | None = None
    sample: str | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class ReaderRelation(Relation):
    """Rows that the task reads by a function of its own (picklable), once; they are counted then,
    if `rows` does not tell how many they are.

    `late` (picklable) makes SQL of the same rows, which the kernel can do better with.
    """

    open: Callable[[], pa.RecordBatchReader]
    rows: int = 0
    bytes: int = 0
    late: Late | None = None


@dataclass(frozen=True, slots=True)
class WorkRelation(Relation):
    """Rows that work reads by means of its own; they count as read when it is done."""

    rows: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class BlockRelation(Relation):
    """Arrow IPC streams of one schema, shipped with the task; there is at least one."""

    blocks: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class ExchangeRelation(Relation):
    """The bucket, numbered as the task, of an earlier stage whose output is Hash or Single."""

    stage: int


@dataclass(frozen=True, slots=True)
class BroadcastRelation(Relation):
    """The whole output of an earlier stage whose output is Gather."""

    stage: int


@dataclass(frozen=True, slots=True)
class Gather:
    """Rows go to the driver, in the order of the tasks."""


@dataclass(frozen=True, slots=True)
class Hash:
    """Rows with equal values in `columns` of the stage's SELECT meet in one of `buckets` tasks.

    The kernel's hash depends on the column's type: two sides that must meet need equal types.
    """

    columns: tuple[str, ...]
    buckets: int


@dataclass(frozen=True, slots=True)
class Single:
    """All rows meet in one task."""


@dataclass(frozen=True, slots=True)
class TaskInfo:
    """Which task runs, and which attempt at it: a sink keeps the attempts' files apart by it.

    No two attempts have the same number, of stages that are run again neither.
    """

    stage: int
    task: int
    attempt: int


Sink = Callable[[pa.RecordBatchReader, TaskInfo], Iterable[bytes]]
Work = Callable[[TaskInfo], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Unreduced:
    """What a task that groups its rows may do instead: hand every row on as a group of its own.

    `columns` are the keys; that is for at least so many groups.
    """

    sql: str
    columns: tuple[str, ...]
    least: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One SELECT over the names of `inputs`, run once per mapping in `inputs`.

    A `sink` (picklable, safe to run again) takes the rows instead of the output; what it yields
    is collected. `setup` are kernel statements that run before. `work` is all that a task does if
    there is no SQL: like a sink, but for no rows.
    """

    sql: str = ""
    inputs: tuple[Mapping[str, Relation], ...] = ()
    output: Gather | Single | Hash = Gather()
    sink: Sink | None = None
    setup: tuple[str, ...] = ()
    unreduced: Unreduced | None = None
    work: Work | None = None


# Stages whose rows are wanted besides those of the last one, and where to put them.
Aside = dict[int, pa.Table | None]


def buckets(stage: Stage) -> int:
    """Into how many tasks the stage's output goes; 0 when it goes to the driver."""
    match stage.output:
        case Hash(buckets=count):
            return count
        case Single():
            return 1
        case _:
            return 0


def exchanged(stage: Stage) -> tuple[int, ...]:
    """The stages whose buckets the stage's tasks read."""
    return _sources(stage, ExchangeRelation)


def broadcast(stage: Stage) -> tuple[int, ...]:
    """The stages whose whole output every task of the stage reads."""
    return _sources(stage, BroadcastRelation)


def _sources(
    stage: Stage, kind: type[ExchangeRelation] | type[BroadcastRelation]
) -> tuple[int, ...]:
    relations = (relation for task in stage.inputs for relation in task.values())
    return tuple(sorted({one.stage for one in relations if isinstance(one, kind)}))


def check(stages: Sequence[Stage]) -> None:
    """Refuse a plan that cannot be run; such a plan is a bug of whoever made it."""
    for index, stage in enumerate(stages):
        for problem in _problems(index, stage, stages):
            raise Error(Code.LOGICAL_ERROR, f"Stage {index} {problem}.")
    if not stages or buckets(stages[-1]):
        raise Error(Code.LOGICAL_ERROR, "The last stage must gather its rows or have a sink.")


def _problems(index: int, stage: Stage, stages: Sequence[Stage]) -> Iterable[str]:
    if not stage.inputs:
        yield "has no tasks"
    if stage.sink is not None and buckets(stage):
        yield "has a sink and an exchange"
    if stage.work is not None and (stage.sql or stage.sink is not None or buckets(stage)):
        yield "has work of its own besides SQL, a sink or an exchange"
    if stage.work is None and not stage.sql:
        yield "has nothing to do"
    for source in (*exchanged(stage), *broadcast(stage)):
        if not 0 <= source < index:
            yield f"reads stage {source}, which does not come before it"
    for source in exchanged(stage):
        if buckets(stages[source]) != len(stage.inputs):
            yield f"has {len(stage.inputs)} tasks for {buckets(stages[source])} buckets"
    for source in broadcast(stage):
        if buckets(stages[source]) or not _gathers_rows(stages[source]):
            yield f"broadcasts stage {source}, which does not gather its rows"


def _gathers_rows(stage: Stage) -> bool:
    return stage.sink is None and stage.work is None
