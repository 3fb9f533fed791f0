"""Reading a table in Spark's tasks: pruned shares of its parts, the kernel inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

import duckdb
import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, Filter, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from sparktree.datasource.filters import condition, is_exact
from sparktree.datasource.options import Options, task_memory
from sparktree.errors import not_implemented
from sparktree.kernel.errors import translate
from sparktree.planner.physical import Plan
from sparktree.spark import worker
from sparktree.spark.stages import Relation, SqlRelation, Stage
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
    """What one task reads: kernel SQL over views."""

    sql: str
    views: Mapping[str, SqlRelation]
    types: tuple[Type, ...]


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
        query = typed(_select(self._options, self._names, ()), context)
        return {c.name: c.type for c in query.columns if is_exact(c.type) and not _is_fine(c.type)}

    def partitions(self) -> Sequence[InputPartition]:
        """The shares of the parts that are left after pruning."""
        with self._options.opened() as (_, context):
            query = typed(_select(self._options, self._names, self._conditions), context)
            plan = context.plan(query)
        types = tuple(column.type for column in query.columns)
        if plan.driver is not None and not plan.stages:
            return [Share(plan.driver.sql, {}, types)] if not plan.driver.inputs else _refuse()
        stage = _only(plan)
        return [Share(stage.sql, _views(inputs), types) for inputs in stage.inputs]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a share, as Spark wants them."""
        assert isinstance(partition, Share)
        connection = worker.cursor(task_memory())
        try:
            for name, relation in partition.views.items():
                show_view(connection, name, relation)
            for batch in connection.sql(partition.sql).to_arrow_reader(_ROWS_PER_BATCH):
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


def _select(options: Options, names: Sequence[str], conditions: Sequence[str]) -> ast.Query:
    listed = ", ".join(map(back_quote, names))
    name = options.name()
    database = f"{back_quote(name.database)}." if name.database else ""
    where = f" WHERE {' AND '.join(f'({c})' for c in conditions)}" if conditions else ""
    statement = parse(f"SELECT {listed} FROM {database}{back_quote(name.name)}{where}").statement
    assert isinstance(statement, ast.Select)
    return statement


def _only(plan: Plan) -> Stage:
    return plan.stages[0] if plan.driver is None and len(plan.stages) == 1 else _refuse()


def _views(inputs: Mapping[str, Relation]) -> dict[str, SqlRelation]:
    return {
        name: relation if isinstance(relation, SqlRelation) else _refuse()
        for name, relation in inputs.items()
    }


def _refuse() -> NoReturn:
    raise not_implemented(
        "The data source reads tables, and views that need no exchange of rows: run the query with"
        " sparktree.connect(...).query(...).df instead."
    )
