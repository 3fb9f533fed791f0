"""Many statements at once: how many may run, who waits for whom, and what waits for nobody."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.server.server import Server
from sparktree.settings.config import Config
from tests.server.asking import Asking
from tests.server.conftest import served

# More work than any test waits for; its tasks take all of Spark's slots.
ENDLESS = "SELECT sum(cityHash64(number)) FROM numbers(10000000000000)"


def _until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def running(engine: sparktree.Engine, sql: str, count: int, **settings: object) -> Iterator[str]:
    """Statements that run until the block ends, when they are killed; their ids begin so."""
    name = f"held{time.monotonic_ns()}"

    def run(number: int) -> None:
        with pytest.raises(Error, match="QUERY_WAS_CANCELLED"):
            patient = {**settings, "queue_max_wait_ms": 600_000}
            engine.session().query(sql, patient, query_id=f"{name}_{number}")

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        _until(lambda: _running(engine, name) == count)
        yield name
    finally:
        engine.query(f"KILL QUERY WHERE startsWith(query_id, '{name}') SYNC")
        for thread in threads:
            thread.join(60)


def _running(engine: sparktree.Engine, name: str) -> int:
    sql = f"SELECT count() FROM system.processes WHERE startsWith(query_id, '{name}')"
    return int(engine.session().query(sql).text())


def test_what_reads_no_tables_does_not_wait_for_scans(
    shared_engine: sparktree.Engine,
) -> None:
    session = shared_engine.session()
    with running(shared_engine, ENDLESS, 3) as name:
        session.query("CREATE DATABASE beside")
        session.query("CREATE TABLE beside.t (a UInt64) ENGINE = MergeTree ORDER BY a")
        session.query("ALTER TABLE beside.t ADD COLUMN b String, MODIFY COMMENT 'x'")
        assert session.query("SHOW TABLES FROM beside").text() == "t\n"
        assert session.query("SELECT 1 + 1").text() == "2\n"
        assert session.query("SELECT count() FROM system.parts WHERE database = 'beside'").text()
        session.query("DROP DATABASE beside")
        assert _running(shared_engine, name) == 3


def test_a_small_query_does_not_wait_for_large_ones(shared_engine: sparktree.Engine) -> None:
    session = shared_engine.session()
    session.query("CREATE DATABASE small")
    session.query("CREATE TABLE small.t (a UInt64) ENGINE = MergeTree ORDER BY a")
    with running(shared_engine, ENDLESS, 1, max_threads=1) as name:
        session.query("INSERT INTO small.t SELECT number FROM numbers(10)")
        assert session.query("SELECT sum(a) FROM small.t").text() == "45\n"
        assert _running(shared_engine, name) == 1
    session.query("DROP DATABASE small")


def test_users_and_workloads_have_pools_that_share_fairly(
    shared_engine: sparktree.Engine,
) -> None:
    session = shared_engine.session()
    session.query("SELECT sum(number) FROM numbers(1000000)")
    session.query("SELECT sum(number) FROM numbers(1000000)", {"workload": "reports"})
    scala = shared_engine.services.spark.context_state().context._jsc.sc()
    for name in ("sparktree user default", "sparktree workload reports"):
        pool = scala.getPoolForName(name).get()
        assert str(pool.schedulingMode()) == "FAIR"


def test_limits_of_users(shared_engine: sparktree.Engine) -> None:
    session = shared_engine.session()
    session.query("CREATE USER OR REPLACE limited")
    session.query("GRANT ALL ON *.* TO limited")
    with running(shared_engine, ENDLESS, 2):
        refused = {"max_concurrent_queries_for_user": 2}
        with pytest.raises(Error) as failure:
            session.query("SELECT 1", refused)
        assert str(failure.value) == (
            "Code: 202. DB::Exception: Too many simultaneous queries for user default."
            " Current: 2, maximum: 2. (TOO_MANY_SIMULTANEOUS_QUERIES)"
        )
        assert session.query("SELECT 1", {"max_concurrent_queries_for_user": 3}).text() == "1\n"
        other = shared_engine.login("limited")
        assert other.query("SELECT 1", refused).text() == "1\n"
        with pytest.raises(Error, match=r"for all users\. Current: 2, maximum: 1\. "):
            other.query("SELECT 1", {"max_concurrent_queries_for_all_users": 1})
        # Whoever is to end queries can do so.
        assert session.query("SELECT count() FROM system.processes", refused).text() == "3\n"
        session.query("KILL QUERY WHERE query_id = 'nobody'", refused)
        session.query("SHOW PROCESSLIST", refused)
    session.query("DROP USER limited")


def test_a_query_of_a_lower_priority_waits_for_a_higher_one(
    shared_engine: sparktree.Engine,
) -> None:
    low = {"priority": 2, "low_priority_query_wait_time_ms": 600_000}
    done: list[str] = []

    def run() -> None:
        sql = "SELECT sum(number) FROM numbers(1000000)"
        done.append(shared_engine.session().query(sql, low, query_id="low").text())

    with running(shared_engine, ENDLESS, 1, priority=1, max_threads=1):
        thread = threading.Thread(target=run)
        thread.start()
        _until(lambda: _running(shared_engine, "low") == 1)
        for priority in (0, 1):
            sql = "SELECT sum(number) FROM numbers(1000000)"
            assert shared_engine.session().query(sql, {**low, "priority": priority}).text()
        assert done == []
    thread.join(60)
    assert done == ["499999500000\n"]


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Server]:
    """A server that runs one statement at a time."""
    config = Config({"http_port": "0", "listen_host": "127.0.0.1", "max_concurrent_queries": "1"})
    with sparktree.connect(str(tmp_path / "narrow"), config=config) as engine:
        yield from served(engine, config)


def test_a_full_server_lets_wait_or_refuses(narrow: Server) -> None:
    http = Asking(narrow.port("http_port"))
    with running(narrow.serving.engine, ENDLESS, 1, max_threads=1):
        answer = http.get("SELECT 1")
        assert answer.headers["x-clickhouse-exception-code"] == "202"
        assert "Too many simultaneous queries. Maximum: 1. " in answer.text
        found: list[str] = []
        patient = threading.Thread(
            target=lambda: found.append(http.get("SELECT 2", queue_max_wait_ms=600_000).text)
        )
        patient.start()
        assert http.ok("SELECT count() FROM system.processes") == "2\n"
    patient.join(60)
    assert found == ["2\n"]


def test_an_insert_that_waits_to_be_written_takes_no_room(narrow: Server) -> None:
    http = Asking(narrow.port("http_port"))
    http.ok("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    late = {"queue_max_wait_ms": 600_000, "async_insert_busy_timeout_min_ms": 600_000,
            "async_insert_busy_timeout_max_ms": 600_000}  # fmt: skip
    insert = threading.Thread(target=lambda: http.ok("INSERT INTO t VALUES (1)", **late))
    insert.start()
    _until(lambda: http.get("SELECT sum(length(`entries.query_id`)) FROM"
                            " system.asynchronous_inserts").text == "1\n")  # fmt: skip
    assert http.ok("SELECT count() FROM t") == "0\n"
    http.ok("SYSTEM FLUSH ASYNC INSERT QUEUE")
    insert.join(60)
    assert http.ok("SELECT count() FROM t") == "1\n"
