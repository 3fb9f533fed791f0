import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sparktree.errors import Error
from sparktree.spark.progress import Progress
from sparktree.spark.queries import RunOptions, cancel
from sparktree.spark.session import SparkHandle
from sparktree.spark.stages import ExchangeRelation, Hash, SqlRelation, Stage
from tests.unit.spark import sinks

Options = Callable[..., RunOptions]
SLOW = Stage("SELECT 30 AS seconds", ({},), sink=sinks.sleep)


def test_an_error_of_a_task_arrives_as_it_was_raised(handle: SparkHandle, options: Options) -> None:
    with pytest.raises(Error) as caught:
        handle.run_sink([Stage("SELECT 1", ({},), sink=sinks.refuse)], options())
    assert str(caught.value) == "Code: 252. DB::Exception: Too many parts. (TOO_MANY_PARTS)"


def test_an_error_of_the_query_is_not_tried_again(
    handle: SparkHandle, options: Options, tmp_path: Path
) -> None:
    with pytest.raises(Error, match="Bad arguments"):
        handle.run_sink([Stage("SELECT 1", ({},), sink=sinks.Trace(tmp_path))], options())
    assert [path.name for path in tmp_path.iterdir()] == ["0-0"]


def test_an_error_before_an_exchange_reaches_the_driver(
    handle: SparkHandle, options: Options
) -> None:
    stages = [
        Stage("SELECT error('[[BAD_ARGUMENTS]] no') AS x", ({}, {}), Hash(("x",), 3)),
        Stage("SELECT count(*) FROM p", ({"p": ExchangeRelation(0)},) * 3),
    ]
    with pytest.raises(Error, match=r"no\. \(BAD_ARGUMENTS\)"):
        list(handle.run(stages, options()))


def test_memory_is_bounded(handle: SparkHandle, options: Options) -> None:
    sql = "SELECT list(range::VARCHAR || repeat('x', 100)) AS l FROM range(2000000)"
    with pytest.raises(Error) as caught:
        list(handle.run([Stage(sql, ({},))], options(memory=20 << 20)))
    assert caught.value.name == "MEMORY_LIMIT_EXCEEDED"


def test_a_failed_attempt_is_repeated(handle: SparkHandle, options: Options) -> None:
    stage = Stage("SELECT 1 AS x", ({},), sink=sinks.attempts)
    assert handle.run_sink([stage], options()) == [b"2"]


def test_a_lost_worker_is_replaced(handle: SparkHandle, options: Options) -> None:
    stage = Stage("SELECT 1 AS x", ({},), sink=sinks.die_once)
    assert handle.run_sink([stage], options()) == [b"survived"]


def test_workers_lost_again_and_again_are_an_error_in_one_sentence(
    handle: SparkHandle, options: Options
) -> None:
    with pytest.raises(Error, match=r"A Spark worker was lost") as caught:
        handle.run_sink([Stage("SELECT 1 AS x", ({},), sink=sinks.die)], options())
    assert caught.value.name == "ABORTED"
    assert "\n" not in str(caught.value)


def test_cancel_stops_a_query_from_another_thread(handle: SparkHandle, options: Options) -> None:
    asked = options()
    threading.Timer(0.5, cancel, (asked.query_id,)).start()
    begin = time.monotonic()
    with pytest.raises(Error, match=r"Query was cancelled\. \(QUERY_WAS_CANCELLED\)"):
        handle.run_sink([SLOW], asked)
    assert time.monotonic() - begin < 10
    assert not cancel(asked.query_id)


def test_max_execution_time_ends_a_query(handle: SparkHandle, options: Options) -> None:
    begin = time.monotonic()
    with pytest.raises(Error, match=r"Timeout exceeded: elapsed .* maximum: 500.000 ms\."):
        handle.run_sink([SLOW], options(max_execution_time=0.5))
    assert time.monotonic() - begin < 10


def test_one_failed_task_ends_the_others(handle: SparkHandle, options: Options) -> None:
    sql = "SELECT CASE WHEN s < 1 THEN error('[[BAD_ARGUMENTS]] no')::INT ELSE s END AS s FROM t"
    inputs = ({"t": SqlRelation("SELECT 0 AS s")}, {"t": SqlRelation("SELECT 30 AS s")})
    begin = time.monotonic()
    with pytest.raises(Error, match=r"no\. \(BAD_ARGUMENTS\)"):
        handle.run_sink([Stage(sql, inputs, sink=sinks.sleep)], options())
    assert time.monotonic() - begin < 15


def test_other_queries_go_on_when_one_is_cancelled(handle: SparkHandle, options: Options) -> None:
    asked = options()
    threading.Timer(0.3, cancel, (asked.query_id,)).start()
    results: list[list[bytes]] = []
    stage = Stage("SELECT 1.5::DOUBLE AS seconds", ({},), sink=sinks.sleep)
    other = threading.Thread(target=lambda: results.append(handle.run_sink([stage], options())))
    other.start()
    with pytest.raises(Error, match="QUERY_WAS_CANCELLED"):
        handle.run_sink([SLOW], asked)
    other.join(20)
    assert results == [[b"slept"]]


def test_progress_counts_tasks_rows_and_bytes(handle: SparkHandle, options: Options) -> None:
    seen: list[Progress] = []
    inputs = tuple({"t": SqlRelation("SELECT 1 AS x", rows=10, bytes=80)} for _ in range(3))
    stages = [
        Stage("SELECT x FROM t", inputs, Hash(("x",), 2)),
        Stage("SELECT x FROM p", ({"p": ExchangeRelation(0)},) * 2),
    ]
    list(handle.run(stages, options(on_progress=seen.append)))
    last = replace(seen[-1], memory=0)
    assert last == Progress(tasks_done=5, tasks_total=5, rows=30, bytes=240)
    assert [one.tasks_done for one in seen] == sorted(one.tasks_done for one in seen)
