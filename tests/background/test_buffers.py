"""Buffers hand their rows on by themselves, and lose none."""

import time
from pathlib import Path

import sparktree

BEHIND = "CREATE TABLE behind (k Int32) ENGINE = MergeTree ORDER BY k"
HELD = (
    "CREATE TABLE held AS behind ENGINE = Buffer('', behind, 1, 1, {}, 100, 1000, 100000, 100000)"
)


def _waited(engine: sparktree.Engine, seconds: float) -> str:
    """The rows behind the buffer, once there are some."""
    end = time.monotonic() + seconds
    while not (found := engine.query("SELECT k FROM behind ORDER BY k").text()):
        assert time.monotonic() < end
        time.sleep(0.2)
    return found


def test_old_rows_go_on_by_themselves(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        engine.query(BEHIND)
        engine.query(HELD.format(1000))
        engine.query("INSERT INTO held VALUES (1), (2)")
        engine.query("INSERT INTO held VALUES (3)")
    # The rows are there when the folder is opened again, and none of them came out.
    with sparktree.connect(tmp_path) as engine:
        assert engine.query("SELECT count() FROM behind").text() == "0\n"
        assert engine.query("SELECT k FROM held ORDER BY k").text() == "1\n2\n3\n"
        engine.query("DROP TABLE held")
        engine.query("TRUNCATE TABLE behind")
        engine.query(HELD.format(2))
        engine.query("INSERT INTO held VALUES (4), (5)")
        assert _waited(engine, 30) == "4\n5\n"
        assert engine.query("SELECT k FROM held ORDER BY k").text() == "4\n5\n"
        assert engine.query("SELECT total_rows FROM system.tables WHERE name = 'held'").text() == (
            "0\n"
        )
