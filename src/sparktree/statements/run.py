"""Running a plan: its stages in Spark, what is left of it in the driver's kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pyarrow as pa

from sparktree.kernel.connection import connect, kernel_errors
from sparktree.planner.fragment import DriverRows, Fragment, Gathered
from sparktree.planner.physical import Plan
from sparktree.spark.queries import QUERIES, Query, RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import Aside

OnTotals = Callable[[pa.Table], None]


def run_plan(
    plan: Plan, spark: SparkHandle, options: RunOptions, on_totals: OnTotals | None = None
) -> Iterator[pa.Table]:
    """The rows of the plan's result; at least one table. The totals are told before them."""
    totals = plan.totals if on_totals is not None else None
    aside: Aside = dict.fromkeys(_gathered(totals))
    if plan.driver is None:
        blocks = spark.run(plan.stages, options, aside)
        first = next(blocks)
        _tell_totals(totals, aside, on_totals, options)
        yield first
        yield from blocks
        return
    aside |= dict.fromkeys(_gathered(plan.driver))
    options = replace(options, most=None)  # of what the driver gathers nobody knows what is left
    if aside:
        last = max(aside)
        others: Aside = dict.fromkeys(stage for stage in aside if stage != last)
        found = pa.concat_tables(list(spark.run(plan.stages[: last + 1], options, others)))
        aside = {**others, last: found}
    _tell_totals(totals, aside, on_totals, options)
    yield from _in_driver(plan.driver, aside, options)


def _gathered(fragment: Fragment | None) -> list[int]:
    """The stages whose rows the driver needs for the fragment."""
    inputs = fragment.inputs.values() if fragment is not None else ()
    return sorted({one.stage for one in inputs if isinstance(one, Gathered)})


def _tell_totals(
    totals: Fragment | None, gathered: Aside, on_totals: OnTotals | None, options: RunOptions
) -> None:
    if totals is not None and on_totals is not None:
        on_totals(pa.concat_tables(list(_in_driver(totals, gathered, options))))


def _in_driver(fragment: Fragment, gathered: Aside, options: RunOptions) -> Iterator[pa.Table]:
    tables = {
        name: table
        for name, one in fragment.inputs.items()
        if isinstance(one, Gathered) and (table := gathered[one.stage]) is not None
    }
    return run_in_driver(fragment, tables, options)


def run_in_driver(
    fragment: Fragment, gathered: dict[str, pa.Table], options: RunOptions
) -> Iterator[pa.Table]:
    """The rows of SQL over tables that the driver has; it is stopped as jobs are."""
    tables = dict(gathered)
    tables |= {n: one.table for n, one in fragment.inputs.items() if isinstance(one, DriverRows)}
    cursor = connect()

    def computed() -> Iterator[pa.Table]:
        for name, table in tables.items():
            cursor.register(name, table)
        try:
            # Closed also if nobody wants the rest: until then the cursor is in use.
            with cursor.sql(fragment.sql).to_arrow_reader(1_000_000) as reader:
                empty = True
                for batch in reader:
                    empty = False
                    yield pa.Table.from_batches([batch])
                if empty:
                    yield pa.Table.from_batches([], schema=reader.schema)
        finally:
            for name in tables:
                cursor.unregister(name)

    query = Query(options, 0)
    with QUERIES.running(query), kernel_errors():
        yield from query.apart(cursor, computed)
