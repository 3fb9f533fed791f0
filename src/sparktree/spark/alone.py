"""A plan inside one task: its stages one after the other, nothing exchanged with other tasks."""

from collections.abc import Iterator, Mapping, Sequence

import duckdb
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.spark.blocks import Blocks
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    ExchangeRelation,
    ReaderRelation,
    Relation,
    SqlRelation,
    Stage,
    TaskInfo,
)
from sparktree.spark.task import show_view

_ROWS_PER_BATCH = 65_536


def batches(
    connection: duckdb.DuckDBPyConnection, stages: Sequence[Stage]
) -> Iterator[pa.RecordBatch]:
    """The rows of the last stage. All tasks of a stage run here, so each input is read once."""
    found = _before(connection, stages)
    for inputs in stages[-1].inputs:
        yield from _rows(connection, stages[-1], inputs, found)


def sunk(
    connection: duckdb.DuckDBPyConnection, stages: Sequence[Stage], info: TaskInfo
) -> Iterator[bytes]:
    """What the sink of the last stage, which is one task, yields."""
    found = _before(connection, stages)
    last = stages[-1]
    if last.sink is None or len(last.inputs) != 1:
        raise Error(Code.LOGICAL_ERROR, "One task runs a plan that is not for one task.")
    yield from last.sink(_rows(connection, last, last.inputs[0], found), info)


def _before(connection: duckdb.DuckDBPyConnection, stages: Sequence[Stage]) -> list[pa.Table]:
    """The rows of all stages but the last."""
    found: list[pa.Table] = []
    for stage in stages[:-1]:
        tasks = (_rows(connection, stage, one, found).read_all() for one in stage.inputs)
        found.append(pa.concat_tables(tasks))
    return found


def _rows(
    connection: duckdb.DuckDBPyConnection,
    stage: Stage,
    inputs: Mapping[str, Relation],
    found: Sequence[pa.Table],
) -> pa.RecordBatchReader:
    """The rows of a stage, over its inputs and the rows of earlier ones."""
    for statement in stage.setup:
        connection.execute(statement)
    for name, relation in inputs.items():
        match relation:
            case SqlRelation():
                show_view(connection, name, relation)
            case ReaderRelation(open=open_reader):
                connection.register(name, open_reader())
            case BlockRelation(blocks=shipped):
                connection.register(name, Blocks(shipped))
            case ExchangeRelation(stage=number) | BroadcastRelation(stage=number):
                connection.register(name, found[number])
    return connection.sql(stage.sql).to_arrow_reader(_ROWS_PER_BATCH)
