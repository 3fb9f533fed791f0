"""system.spark_stages and spark_executors, while a query runs."""

import threading
import time

import sparktree


def test_stages_of_a_query_are_told_while_it_runs(shared_engine: sparktree.Engine) -> None:
    shared_engine.query("CREATE DATABASE IF NOT EXISTS monitored")
    shared_engine.query("CREATE TABLE monitored.t (n UInt64) ENGINE = MergeTree ORDER BY n")
    shared_engine.query("INSERT INTO monitored.t SELECT number FROM numbers(40)")
    session = shared_engine.session()
    text = "SELECT count() FROM monitored.t WHERE NOT sleepEachRow(0.05)"
    thread = threading.Thread(target=lambda: session.query(text, query_id="slow one"))
    thread.start()
    try:
        seen: list[tuple[object, ...]] = []
        end = time.monotonic() + 60
        while not seen and thread.is_alive() and time.monotonic() < end:
            seen = shared_engine.query(
                "SELECT query_id, tasks >= 1, active_tasks + completed_tasks <= tasks, failed_tasks"
                " FROM system.spark_stages WHERE query_id = 'slow one'"
            ).rows()
    finally:
        thread.join()
        shared_engine.query("DROP DATABASE monitored")
    assert seen[0] == ("slow one", 1, 1, 0)
    left = "SELECT count() FROM system.spark_stages WHERE query_id = 'slow one'"
    assert shared_engine.query(left).text() == "0\n"


def test_executors_are_told_once_spark_runs(shared_engine: sparktree.Engine) -> None:
    shared_engine.query("SELECT sum(number) FROM numbers(10000000)")
    rows = shared_engine.query(
        "SELECT executor_id, is_active, cores > 0, completed_tasks > 0 FROM system.spark_executors"
    ).rows()
    assert ("driver", 1, 1, 1) in rows


def test_metrics_tell_of_background_work_and_its_pools(shared_engine: sparktree.Engine) -> None:
    rows = shared_engine.query(
        "SELECT metric, value FROM system.metrics WHERE metric LIKE '%PoolSize' ORDER BY metric"
    ).rows()
    assert rows == [
        ("BackgroundCommonPoolSize", 8),
        ("BackgroundExportsPoolSize", 8),
        ("BackgroundFetchesPoolSize", 16),
        ("BackgroundMergesAndMutationsPoolSize", 32),
        ("BackgroundMovePoolSize", 8),
    ]
    names = "('Merge', 'PartMutation', 'Move', 'BackgroundMergesAndMutationsPoolTask')"
    assert (
        shared_engine.query(f"SELECT count() FROM system.metrics WHERE metric IN {names}").text()
        == "4\n"
    )
