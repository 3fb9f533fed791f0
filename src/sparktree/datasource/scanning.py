"""Rows of a table or a query for Spark's tasks: pruned shares of parts, the kernel inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import duckdb
import pyarrow as pa
from pyspark.sql.datasource import InputPartition
from pyspark.sql.types import StructType

from sparktree.datasource.options import Options, task_memory
from sparktree.disks.disk import Disk
from sparktree.disks.mounting import mount
from sparktree.kernel.errors import translate
from sparktree.planner.fragment import relations
from sparktree.spark import internals, worker
from sparktree.spark.alone import batches
from sparktree.spark.stages import Stage
from sparktree.sql import ast, parse
from sparktree.sql.printers.base import back_quote
from sparktree.statements.context import Context
from sparktree.statements.select import typed
from sparktree.types import Type
from sparktree.types.to_arrow import Flavour, to_arrow


@dataclass
class Share(InputPartition):
    """What one task computes: stages, each over what the ones before it gave; the last one's rows
    are wanted. Each reads all that any of its tasks would."""

    stages: tuple[Stage, ...]
    types: tuple[Type, ...]
    disks: tuple[Disk, ...] = ()  # that the kernel cannot read by itself


@dataclass(frozen=True)
class Scan:
    """The wanted columns of what the options name, by names and as Arrow."""

    options: Options
    names: tuple[str, ...]
    schema: pa.Schema

    @classmethod
    def of(cls, options: Options, schema: StructType) -> Scan:
        """The scan that gives the columns of a schema."""
        arrow = internals.arrow_schema(schema, "UTC")
        return cls(options, tuple(schema.fieldNames()), arrow)

    def columns(self, context: Context) -> list[tuple[str, Type]]:
        """The columns with their types."""
        query = typed(selected(self.options, self._quoted(), ()), context)
        return [(column.name, column.type) for column in query.columns]

    def shares(self, conditions: Sequence[str]) -> list[Share]:
        """What tasks are to read, once parts are pruned by the conditions."""
        whole = self.options.limit is not None
        types, stages, disks = self._planned(1 if whole else self.options.tasks(), conditions)
        if len(stages) > 1 and not whole:  # rows would have to meet: one task computes all of it
            types, stages, disks = self._planned(1, conditions)
        if len(stages) > 1:
            return [Share(stages, types, disks)]
        return [
            Share((replace(stages[0], inputs=(one,)),), types, disks) for one in stages[0].inputs
        ]

    def _planned(
        self, tasks: int, conditions: Sequence[str]
    ) -> tuple[tuple[Type, ...], tuple[Stage, ...], tuple[Disk, ...]]:
        """The types of the columns, the stages (what a driver would compute is one, too), disks."""
        with self.options.opened(tasks) as (engine, context):
            query = typed(selected(self.options, self._quoted(), conditions), context)
            plan = context.plan(query)
            disks = engine.services.spark.mounts()
        stages = plan.stages
        if plan.driver is not None:
            stages = (*stages, Stage(plan.driver.sql, relations(plan.driver)))
        return tuple(column.type for column in query.columns), stages, disks

    def _quoted(self) -> list[str]:
        return [back_quote(name) for name in self.names]

    def read(self, share: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a share as Spark wants them; a task that has enough of them reads no more."""
        assert isinstance(share, Share)
        mount(share.disks)
        connection = worker.cursor(task_memory())
        try:
            for batch in batches(connection, share.stages):
                yield self._converted(batch, share.types)
        except duckdb.Error as error:
            raise translate(error) from error
        finally:
            connection.close()

    def _converted(self, batch: pa.RecordBatch, types: Sequence[Type]) -> pa.RecordBatch:
        flavour = Flavour(spark=True)
        pairs = zip(batch.columns, types, strict=True)
        arrays = [to_arrow(array, type_, flavour) for array, type_ in pairs]
        fields = zip(arrays, self.schema, strict=True)
        columns = [a if a.type == field.type else a.cast(field.type) for a, field in fields]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def selected(options: Options, items: Sequence[str], conditions: Sequence[str]) -> ast.Query:
    """The query for some columns of what is read."""
    where = f" WHERE {' AND '.join(f'({c})' for c in conditions)}" if conditions else ""
    limit = "" if options.limit is None else f" LIMIT {options.limit}"
    text = f"SELECT {', '.join(items)} FROM {options.source()}{where}{limit}"
    statement = parse(text).statement
    assert isinstance(statement, ast.Select)
    return statement
