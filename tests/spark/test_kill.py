"""KILL QUERY stops a query that runs in Spark."""

import threading
import time

import pytest

import sparktree

LONG = "SELECT sum(cityHash64(toString(number))) FROM numbers(4000000000)"


ASLEEP = "SELECT count() FROM numbers(100) WHERE NOT sleepEachRow(1)"


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#27")
@pytest.mark.parametrize("query", [LONG, ASLEEP])
def test_kill_query_ends_a_running_query(engine: sparktree.Engine, query: str) -> None:
    failures: list[sparktree.Error] = []

    def run() -> None:
        try:
            engine.session().query(query, query_id="long")
        except sparktree.Error as error:
            failures.append(error)

    victim = threading.Thread(target=run)
    victim.start()
    wait_until_running(engine, "long")
    test = engine.query("KILL QUERY WHERE query_id = 'long' TEST").text()
    assert test == f"unknown_status\tlong\tdefault\t{query}\n"
    killed = engine.query("KILL QUERY WHERE user = 'default' AND query_id = 'long' SYNC").text()
    victim.join(60)
    assert not victim.is_alive()
    assert killed == f"finished\tlong\tdefault\t{query}\n"
    assert [failure.name for failure in failures] == ["QUERY_WAS_CANCELLED"]


def wait_until_running(engine: sparktree.Engine, query_id: str) -> None:
    running = f"SELECT count() FROM system.processes WHERE query_id = '{query_id}'"
    end = time.monotonic() + 60
    while engine.query(running).text() != "1\n":
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(1.0)
