"""Executors on other machines: everything works, and the end of one of them loses nothing."""

import os
import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.oracle import Oracle
from tests.spark.apart import Driver, Held, apart, executors, kill
from tests.spark.shapes import SHAPES, SPREAD, TABLES
from tests.stores.servers import Asked, Bucket, free_port, proxied

pytestmark = pytest.mark.slow
_numbers = count(1)
_APART_IS_POSSIBLE = (
    os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], check=False).returncode == 0
)


@pytest.fixture(scope="module")
def objects(s3_server: tuple[int, Path]) -> Iterator[Bucket]:
    with proxied(*s3_server, "apart") as bucket:
        yield bucket


@pytest.fixture(scope="module")
def driver(
    tmp_path_factory: pytest.TempPathFactory, postgres: str, objects: Bucket
) -> Iterator[Driver]:
    if not _APART_IS_POSSIBLE:
        pytest.skip("mount namespaces need root: unshare -m")
    folder = tmp_path_factory.mktemp("apart")
    with apart(folder, postgres, objects, free_port()) as driver:
        yield driver


@pytest.fixture
def both(driver: Driver, oracle: Oracle) -> Iterator[Callable[..., None]]:
    """Asks the driver and ClickHouse the same, and compares what they answer."""
    database = f"apart{next(_numbers)}"
    for statement in (f"CREATE DATABASE {database}", f"USE {database}"):
        oracle.query(statement)
        assert driver.ask(statement) == ""

    def ask(*statements: str, settings: dict[str, object] | None = None) -> None:
        for statement in statements:
            assert driver.ask(statement, settings) == oracle.text(statement), statement

    yield ask
    oracle.query("USE default")
    oracle.query(f"DROP DATABASE {database}")
    assert driver.ask("USE default") + driver.ask(f"DROP DATABASE {database}") == ""


def written(asked: Asked) -> bool:
    """A task writes rows."""
    return asked.method in ("PUT", "POST") and ".parquet" in asked.path


def test_every_shape_of_plan(both: Callable[..., None]) -> None:
    both(*TABLES)
    for shape in SHAPES:
        both(shape.query, settings=shape.settings)


def test_tables_change_in_every_way(both: Callable[..., None]) -> None:
    counted = "SELECT p, count(), sum(k), max(v) FROM {} GROUP BY p ORDER BY p"
    both(
        "CREATE TABLE t (p UInt8, k UInt64, v String, PROJECTION s (SELECT p, sum(k) GROUP BY p))"
        " ENGINE = MergeTree PARTITION BY p ORDER BY k"
        " SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1",
        "CREATE TABLE u AS t",
        "INSERT INTO t SELECT number % 3, number, toString(number) FROM numbers(3000)",
        "INSERT INTO t VALUES (0, 9000, 'a'), (1, 9001, 'b')",
        "OPTIMIZE TABLE t FINAL",
        counted.format("t"),
        "ALTER TABLE t UPDATE v = concat(v, 'x') WHERE k % 2 = 0 SETTINGS mutations_sync = 2",
        "UPDATE t SET v = 'patched' WHERE k % 100 = 1 SETTINGS enable_lightweight_update = 1",
        counted.format("t"),
        "SELECT count() FROM t WHERE v = 'patched'",
        "ALTER TABLE t DELETE WHERE k % 10 = 3 SETTINGS mutations_sync = 2",
        counted.format("t"),
        "OPTIMIZE TABLE t FINAL",
        "ALTER TABLE u REPLACE PARTITION 1 FROM t",
        "ALTER TABLE t MOVE PARTITION 2 TO TABLE u",
        "ALTER TABLE u DETACH PARTITION 1",
        counted.format("u"),
        "ALTER TABLE u ATTACH PARTITION 1",
        counted.format("u"),
        "ALTER TABLE u ADD PROJECTION o (SELECT v ORDER BY v)",
        "ALTER TABLE u MATERIALIZE PROJECTION o SETTINGS mutations_sync = 2",
        "SELECT k FROM u WHERE v = '1001'",
        "ALTER TABLE t DROP PARTITION 0",
        counted.format("t"),
        "CREATE TABLE old (d DateTime, x UInt32) ENGINE = MergeTree ORDER BY x"
        " TTL d + INTERVAL 1 DAY",
        "INSERT INTO old SELECT if(number % 2, now(), toDateTime(0)), number FROM numbers(100)",
        "OPTIMIZE TABLE old FINAL",
        "SELECT count(), min(x) FROM old",
    )


def test_a_lost_worker_and_its_zombie_do_not_double_an_insert(
    driver: Driver, objects: Bucket, both: Callable[..., None]
) -> None:
    """The rows go through an exchange. One task writes when the other's executor is lost: its part
    of the exchange is made anew, the whole second stage runs again, and both attempts write."""
    both("CREATE TABLE i (k UInt64, n UInt64) ENGINE = MergeTree ORDER BY k")
    insert = "INSERT INTO i SELECT number % 5000 AS k, count() FROM numbers_mt(20000) GROUP BY k"
    with Held(objects, written) as held:
        driver.begin(insert, {**SPREAD, "max_threads": 2})
        writing = held.executor()
        others = [one for one in executors() if one != writing]
        assert others
        kill(others[0])
        held.go_on()
        assert driver.answer() == ""
    assert driver.ask("SELECT count(), uniqExact(k), sum(n) FROM i") == "5000\t5000\t20000\n"
    assert driver.ask("DROP TABLE i") == ""


def test_a_merge_goes_on_elsewhere(
    driver: Driver, objects: Bucket, both: Callable[..., None]
) -> None:
    both("CREATE TABLE m (k UInt64, v String) ENGINE = MergeTree ORDER BY k")
    for begin in (0, 1000):
        both(f"INSERT INTO m SELECT number + {begin}, toString(number) FROM numbers(1000)")
    with Held(objects, written) as held:
        driver.begin("OPTIMIZE TABLE m FINAL")
        kill(held.executor())
        held.go_on()
        assert driver.answer() == ""
    active = "SELECT sum(rows), count() FROM system.parts WHERE table = 'm' AND active"
    assert driver.ask(active) == "2000\t1\n"
    assert driver.ask("SELECT count(), uniqExact(k), sum(k) FROM m") == "2000\t2000\t1999000\n"
    assert driver.ask("DROP TABLE m") == ""
