"""A query that the driver computes itself is stopped like one that Spark runs."""

import threading
import time

import pytest

import sparktree

LONG = (
    "SELECT sum(a.number * b.number) FROM numbers(200000) AS a CROSS JOIN numbers(200000) AS b"
    " WHERE a.number % 7 != b.number % 5"
)


SLEEPING = "SELECT count() FROM numbers(100) WHERE NOT sleepEachRow(1)"
BEFORE_PLANNING = f"SELECT 1 + ({SLEEPING})"
each = pytest.mark.parametrize("query", [LONG, SLEEPING, BEFORE_PLANNING])


@each
def test_the_time_limit_holds_in_the_driver(engine: sparktree.Engine, query: str) -> None:
    begin = time.monotonic()
    with pytest.raises(sparktree.Error) as failure:
        engine.query(query, settings={"max_execution_time": 0.1})
    assert time.monotonic() - begin < 10
    assert failure.value.name == "TIMEOUT_EXCEEDED"
    assert engine.query("SELECT 1").text() == "1\n"


@each
def test_kill_query_reaches_the_driver(engine: sparktree.Engine, query: str) -> None:
    failures: list[sparktree.Error] = []

    def run() -> None:
        try:
            engine.session().query(query, query_id="long")
        except sparktree.Error as error:
            failures.append(error)

    victim = threading.Thread(target=run)
    victim.start()
    end = time.monotonic() + 60
    while victim.is_alive() and time.monotonic() < end:
        engine.query("KILL QUERY WHERE query_id = 'long' ASYNC")
        victim.join(0.2)
    assert not victim.is_alive()
    assert [failure.name for failure in failures] == ["QUERY_WAS_CANCELLED"]
