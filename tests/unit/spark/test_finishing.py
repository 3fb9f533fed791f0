"""Stages that get few rows are finished in the driver, with the same rows as in tasks."""

import threading
import time
from collections.abc import Callable

import pyarrow as pa
import pytest

from sparktree.errors import Code, Error
from sparktree.spark import queries
from sparktree.spark.progress import Progress
from sparktree.spark.queries import RunOptions
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import ExchangeRelation, Hash, Relation, Single, SqlRelation, Stage

Options = Callable[..., RunOptions]
FEW = 1 << 20


def numbers(start: int, end: int) -> Relation:
    return SqlRelation(f"SELECT range AS x FROM range({start}, {end})", rows=end - start)


def scan(sql: str, output: Hash | Single, each: int = 100) -> Stage:
    tasks = tuple({"t": numbers(task * each, (task + 1) * each)} for task in range(3))
    return Stage(sql, tasks, output)


def after(sql: str, stage: int, tasks: int, output: Hash | None = None) -> Stage:
    inputs = tuple({"p": ExchangeRelation(stage)} for _ in range(tasks))
    return Stage(sql, inputs) if output is None else Stage(sql, inputs, output)


def run(
    handle: SparkHandle, stages: list[Stage], options: Options, few: int
) -> tuple[pa.Table, int]:
    """The rows, and how many tasks ran."""
    told: list[Progress] = []
    found = pa.concat_tables(handle.run(stages, options(few=few, on_progress=told.append)))
    return found, told[-1].tasks_done


COUNTED = [
    scan("SELECT x % 7 AS k, count(*) AS n FROM t GROUP BY k", Hash(("k",), 4)),
    after("SELECT k, sum(n)::BIGINT AS n FROM p GROUP BY k", 0, 4, Hash(("n",), 2)),
    after("SELECT n, count(*) AS times FROM p GROUP BY n", 1, 2),
]


@pytest.mark.parametrize(("few", "tasks"), [(FEW, 3), (0, 9), (1, 9)])
def test_few_rows_need_no_more_tasks(
    handle: SparkHandle, options: Options, few: int, tasks: int
) -> None:
    found, ran = run(handle, COUNTED, options, few)
    rows = sorted(found.to_pylist(), key=lambda row: row["n"])
    assert rows == [{"n": 42, "times": 1}, {"n": 43, "times": 6}]
    assert ran == tasks


def test_many_rows_go_to_tasks(handle: SparkHandle, options: Options) -> None:
    stages = [
        scan("SELECT hash(x) AS h FROM t", Single(), each=100_000),
        after("SELECT count(DISTINCT h) AS n FROM p", 0, 1),
    ]
    found, ran = run(handle, stages, options, FEW)
    assert (found.to_pylist(), ran) == ([{"n": 300_000}], 4)


def test_few_rows_that_become_many_go_to_tasks(handle: SparkHandle, options: Options) -> None:
    stages = [
        scan("SELECT x FROM t WHERE x < 2", Hash(("x",), 2)),
        after("SELECT hash(x, unnest(range(200_000))) AS h FROM p", 0, 2, Hash(("h",), 2)),
        after("SELECT count(*) AS n FROM p", 1, 2),
    ]
    found, ran = run(handle, stages, options, FEW)
    assert (sum(found.column("n").to_pylist()), ran) == (400_000, 7)


def test_no_rows_have_a_schema(handle: SparkHandle, options: Options) -> None:
    stages = [
        scan("SELECT x FROM t WHERE x < 0", Hash(("x",), 2)),
        after("SELECT x, 'a' AS s FROM p", 0, 2),
    ]
    found, _ = run(handle, stages, options, FEW)
    assert (found.column_names, found.num_rows) == (["x", "s"], 0)


@pytest.mark.parametrize("failing", [0, 1])
def test_an_error_of_either_stage_is_told(
    handle: SparkHandle, options: Options, failing: int
) -> None:
    wrong = "(CASE WHEN x = 150 THEN error('no') ELSE x END)::BIGINT AS x"
    first, second = (wrong, "x") if failing == 0 else ("x", wrong)
    stages = [scan(f"SELECT {first} FROM t", Single()), after(f"SELECT {second} FROM p", 0, 1)]
    with pytest.raises(Error, match="no"):
        run(handle, stages, options, FEW)


def test_work_in_the_driver_is_cancelled(handle: SparkHandle, options: Options) -> None:
    endless = "SELECT count(*) AS n FROM p, range(1_000_000_000) a, range(1_000_000_000) b"
    stages = [scan("SELECT x FROM t", Single()), after(endless, 0, 1)]
    asked = options(few=FEW)
    begun = threading.Event()

    def cancel() -> None:
        begun.wait()
        while not queries.cancel(asked.query_id):
            time.sleep(0.01)

    thread = threading.Thread(target=cancel)
    thread.start()
    told = RunOptions(asked.query_id, few=FEW, on_progress=lambda _: begun.set())
    with pytest.raises(Error) as caught:
        list(handle.run(stages, told))
    thread.join()
    assert caught.value.code == Code.QUERY_WAS_CANCELLED


def test_work_in_the_driver_has_the_deadline(handle: SparkHandle, options: Options) -> None:
    endless = "SELECT count(*) AS n FROM p, range(1_000_000_000) a, range(1_000_000_000) b"
    stages = [scan("SELECT x FROM t", Single()), after(endless, 0, 1)]
    with pytest.raises(Error) as caught:
        list(handle.run(stages, options(few=FEW, max_execution_time=3.0)))
    assert caught.value.code == Code.TIMEOUT_EXCEEDED
