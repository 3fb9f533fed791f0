"""Reading a table in Spark's tasks: pruned shares of its parts, the kernel inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import duckdb
import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, Filter, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from sparktree.datasource.filters import condition, is_exact
from sparktree.datasource.options import Options, task_memory
from sparktree.disks.disk import Disk
from sparktree.disks.mounting import mount
from sparktree.kernel.errors import translate
from sparktree.planner.fragment import relations
from sparktree.spark import worker
from sparktree.spark.blocks import Blocks
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    ExchangeRelation,
    ReaderRelation,
    Relation,
    SqlRelation,
    Stage,
)
from sparktree.spark.task import show_view
from sparktree.sql import ast, parse
from sparktree.sql.printers.base import back_quote
from sparktree.statements.context import Context
from sparktree.statements.select import typed
from sparktree.types import DateTime64, Type
from sparktree.types.to_arrow import Flavour, to_arrow

_ROWS_PER_BATCH = 65_536


@dataclass
class Share(InputPartition):
    """What one task computes: stages, each over what the ones before it gave; the last one's rows
    are wanted. Each reads all that any of its tasks would."""

    stages: tuple[Stage, ...]
    types: tuple[Type, ...]
    disks: tuple[Disk, ...] = ()  # that the kernel cannot read by itself


class TableReader(DataSourceReader):
    """Plans in Spark's planning process, reads in its tasks."""

    def __init__(self, options: Options, schema: StructType) -> None:
        self._options = options
        self._names = schema.fieldNames()
        self._schema: pa.Schema = to_arrow_schema(schema, timezone="UTC")
        self._conditions = [options.where] if options.where else []
        # Spark refuses a reader with this method where its pushdown is switched off, which is its
        # default; one that looks like the inherited method is only called where it is on.
        push = partial(_push, self)
        push.__func__ = DataSourceReader.pushFilters  # type: ignore[attr-defined]
        self.pushFilters = push  # type: ignore[method-assign]

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "pushFilters"}

    def push(self, filters: Sequence[Filter]) -> None:
        """Prune by the filters that mean the same to ClickHouse."""
        if not self._options.pushdown:
            return
        with self._options.opened() as (_, context):
            columns = self._columns(context)
        found = (condition(filter_, columns) for filter_ in filters)
        self._conditions += [text for text in found if text is not None]

    def _columns(self, context: Context) -> dict[str, Type]:
        """The columns that can be compared; of finer times Spark sees microseconds only."""
        query = typed(selected(self._options, self._quoted(), ()), context)
        return {c.name: c.type for c in query.columns if is_exact(c.type) and not _is_fine(c.type)}

    def partitions(self) -> Sequence[InputPartition]:
        """The shares of the parts that are left after pruning."""
        types, stages, disks = self._planned(self._options.tasks())
        if len(stages) > 1:  # rows would have to meet: one task computes the whole query
            types, stages, disks = self._planned(1)
            return [Share(stages, types, disks)]
        return [
            Share((replace(stages[0], inputs=(one,)),), types, disks) for one in stages[0].inputs
        ]

    def _planned(self, tasks: int) -> tuple[tuple[Type, ...], tuple[Stage, ...], tuple[Disk, ...]]:
        """The types of the columns, the stages (what a driver would compute is one, too), disks."""
        with self._options.opened(tasks) as (engine, context):
            query = typed(selected(self._options, self._quoted(), self._conditions), context)
            plan = context.plan(query)
            disks = engine.services.spark.mounts()
        stages = plan.stages
        if plan.driver is not None:
            stages = (*stages, Stage(plan.driver.sql, relations(plan.driver)))
        return tuple(column.type for column in query.columns), stages, disks

    def _quoted(self) -> list[str]:
        return [back_quote(name) for name in self._names]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a share, as Spark wants them."""
        assert isinstance(partition, Share)
        mount(partition.disks)
        connection = worker.cursor(task_memory())
        found: list[pa.Table] = []
        try:
            for stage in partition.stages[:-1]:
                tasks = (_rows(connection, stage, one, found).read_all() for one in stage.inputs)
                found.append(pa.concat_tables(tasks))
            last = partition.stages[-1]
            for inputs in last.inputs:
                for batch in _rows(connection, last, inputs, found):
                    yield self._converted(batch, partition.types)
        except duckdb.Error as error:
            raise translate(error) from error
        finally:
            connection.close()

    def _converted(self, batch: pa.RecordBatch, types: Sequence[Type]) -> pa.RecordBatch:
        flavour = Flavour(spark=True)
        pairs = zip(batch.columns, types, strict=True)
        arrays = [to_arrow(array, type_, flavour) for array, type_ in pairs]
        fields = zip(arrays, self._schema, strict=True)
        columns = [a if a.type == field.type else a.cast(field.type) for a, field in fields]
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)


def _push(reader: TableReader, filters: Sequence[Filter]) -> Sequence[Filter]:
    """All filters go back, for Spark to apply again: it mixes up the readers of one DataFrame."""
    reader.push(filters)
    return filters


def _is_fine(type_: Type) -> bool:
    return isinstance(type_.inner, DateTime64) and type_.inner.precision > 6


def selected(options: Options, items: Sequence[str], conditions: Sequence[str]) -> ast.Query:
    """The query for some columns of what is read."""
    where = f" WHERE {' AND '.join(f'({c})' for c in conditions)}" if conditions else ""
    statement = parse(f"SELECT {', '.join(items)} FROM {options.source()}{where}").statement
    assert isinstance(statement, ast.Select)
    return statement


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
