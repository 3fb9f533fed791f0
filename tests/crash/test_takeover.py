"""A living engine goes on with what a process that died left, though nobody touched it here."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import sparktree
from sparktree.background.scheduler import RECHECK_SECONDS
from tests.crash.test_mutations import kill_at

_PROMISED = 10.0  # seconds until a living engine has begun with what a dead one left
_SECONDS = 30.0  # for all of the work, on a busy machine


def test_an_engine_looks_often_enough() -> None:
    # One look may just have missed the death, and takes a while itself.
    assert 0 < RECHECK_SECONDS <= _PROMISED / 2


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + _SECONDS
    while not holds():
        assert time.monotonic() < end, "nobody took it over"
        time.sleep(0.1)


@pytest.mark.slow
def test_mutations_and_parts_of_a_dead_writer(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query(
            "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree ORDER BY a"
            " SETTINGS old_parts_lifetime = 1"
        )
        db.query("INSERT INTO t SELECT number, number FROM numbers(10)")
    with sparktree.connect(tmp_path) as living:
        kill_at(tmp_path, "mutation_before_write")
        undone = "SELECT count() FROM system.mutations WHERE NOT is_done"
        assert living.query(undone).text() == "1\n"
        until(lambda: living.query(undone).text() == "0\n")
        until(lambda: living.query("SELECT count() FROM system.parts").text() == "1\n")
        assert living.query("SELECT sum(v) FROM t").text() == "50\n"


@pytest.mark.slow
def test_merges_after_a_dead_writer(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as living:
        with sparktree.connect(tmp_path) as writer:
            writer.query(
                "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree ORDER BY a"
                " SETTINGS old_parts_lifetime = 1"
            )
            writer.query("SYSTEM STOP MERGES")
            for number in range(12):
                writer.query(f"INSERT INTO t VALUES ({number}, {number})")
        until(lambda: living.query("SELECT count() < 12 FROM system.parts").text() == "1\n")
