"""Stages that the driver finishes itself: those whose tasks would get but few rows.

A stage of tasks costs more than most final aggregates, sorts and limits do. So the tasks before an
exchange tell the driver what they sent, as long as it is little; when all of them did, the driver's
kernel does what the next stage would. Otherwise that stage runs, and finds the exchange written.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sparktree.kernel.connection import SEQUENTIAL
from sparktree.spark import blocks, failures
from sparktree.spark.blocks import Kind, Record
from sparktree.spark.progress import Sent
from sparktree.spark.queries import Query
from sparktree.spark.stages import BlockRelation, ExchangeRelation, Stage

_ROWS_PER_BATCH = 131_072
_TASK_BYTES = 1 << 20  # what a task tells at most: its report waits for Spark's scheduler


def sources(stages: Sequence[Stage]) -> dict[int, int]:
    """The stages that the driver could finish, and which stage's rows each of them reads."""
    found = {index: _source(stage) for index, stage in enumerate(stages)}
    return {index: source for index, source in found.items() if source is not None}


def _source(stage: Stage) -> int | None:
    """The only stage that it reads, if its tasks differ in nothing but their buckets.

    A stage that reads two exchanges is a join: few rows may become many.
    """
    first = stage.inputs[0]
    if stage.sink is not None or stage.work is not None or stage.setup:
        return None
    if any(task != first for task in stage.inputs):
        return None
    exchanges = {one.stage for one in first.values() if isinstance(one, ExchangeRelation)}
    others = [one for one in first.values() if not isinstance(one, ExchangeRelation)]
    if len(exchanges) != 1 or not all(isinstance(one, BlockRelation) for one in others):
        return None
    return exchanges.pop()


def task_bytes(few: int, tasks: int) -> int:
    """What each of the tasks may tell, so that all of them together tell little."""
    return min(few // tasks, _TASK_BYTES)


class ExchangeReports:
    """What tasks sent into exchanges, as far as they told."""

    def __init__(self) -> None:
        self._tasks: dict[int, dict[int, Sent]] = {}

    def add(self, sent: Sent) -> None:
        """A task ended; one that ran twice counts once."""
        self._tasks.setdefault(sent.stage, {})[sent.task] = sent

    def take(self, stage: int, tasks: int) -> list[Record] | None:
        """All that the stage sent, in the order of its tasks; None if not all of them told."""
        found = self._tasks.pop(stage, {})
        if len(found) < tasks:
            return None
        return [blocks.checked(one) for task in sorted(found) for one in found[task].records]


@contextmanager
def _errors() -> Iterator[None]:
    """What fails here has the error that it would have in a task."""
    try:
        yield
    except Exception as failure:
        raise failures.in_task(failure) from failure


def finished(index: int, stage: Stage, arrived: Sequence[Record], query: Query) -> Iterator[Record]:
    """The stage's records, made here."""
    connection = SEQUENTIAL.cursor()

    def computed() -> Iterator[Record]:
        for name, relation in stage.inputs[0].items():
            own = relation.blocks if isinstance(relation, BlockRelation) else None
            connection.register(name, blocks.Blocks(own or [one.payload for one in arrived]))
        reader = connection.sql(stage.sql).to_arrow_reader(_ROWS_PER_BATCH)
        for sequence, block in enumerate(blocks.encode_all(reader, blocks.encode)):
            yield Record(index, 0, sequence, Kind.BLOCK, block)

    with _errors():
        yield from query.apart(connection, computed)
