"""Running a plan: its stages in Spark, what is left of it in the driver's kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa

from sparktree.kernel.connection import kernel
from sparktree.planner.fragment import Fragment, Gathered, Known
from sparktree.planner.physical import Plan
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import Stage


def run_plan(plan: Plan, spark: SparkHandle, options: RunOptions) -> Iterator[pa.Table]:
    """The rows of the plan's result; at least one table."""
    if plan.driver is None:
        yield from spark.run(plan.stages, options)
        return
    gathered = {
        name: pa.concat_tables(list(spark.run(_until(plan.stages, one.stage), options)))
        for name, one in plan.driver.inputs.items()
        if isinstance(one, Gathered)
    }
    yield from run_in_driver(plan.driver, gathered)


def _until(stages: Sequence[Stage], last: int) -> Sequence[Stage]:
    """The stages that one stage needs, itself included."""
    return stages[: last + 1]


def run_in_driver(fragment: Fragment, gathered: dict[str, pa.Table]) -> Iterator[pa.Table]:
    """The rows of SQL over tables that the driver has."""
    tables = dict(gathered)
    tables |= {n: one.table for n, one in fragment.inputs.items() if isinstance(one, Known)}
    with kernel() as cursor:
        for name, table in tables.items():
            cursor.register(name, table)
        try:
            reader = cursor.sql(fragment.sql).to_arrow_reader(1_000_000)
            empty = True
            for batch in reader:
                empty = False
                yield pa.Table.from_batches([batch])
            if empty:
                yield pa.Table.from_batches([], schema=reader.schema)
        finally:
            for name in tables:
                cursor.unregister(name)
