"""kill -9 at named points of a merge for the TTL: it was done whole, or never."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage import clock, faults

VICTIM = Path(__file__).with_name("ttl_victim.py")
DAYS = 30
BEFORE, AFTER = "20\t190\t20\n", "10\t145\t0\n"


def run(folder: Path, point: str) -> int:
    root = VICTIM.parents[2]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)]),
        faults.VARIABLE: point,
        clock.VARIABLE: str(DAYS * 86_400),
    }
    command = [sys.executable, str(VICTIM), str(folder)]
    return subprocess.run(command, env=environment, capture_output=True, timeout=180).returncode


def later(db: sparktree.Engine) -> None:
    """What the victim would have done."""
    table = db.services.catalog.tables.get("default", "t").uuid
    db.services.storage.clock.ahead = DAYS * 86_400
    db.services.background.wake(table)
    assert db.services.background.wait_idle(table, 60)


def folders(folder: Path) -> set[str]:
    return {p.name for p in folder.glob("store/*/*") if p.is_dir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A part of rows half of which expire in ten days, as the values of a column do."""
    with sparktree.connect(tmp_path / "data") as db:
        db.query(
            "CREATE TABLE t (a UInt64, d DateTime, v UInt8 TTL now_d + INTERVAL 10 DAY,"
            " now_d DateTime) ENGINE = MergeTree ORDER BY a TTL d"
            " SETTINGS old_parts_lifetime = 0, min_bytes_for_wide_part = 0"
        )
        db.query(
            "INSERT INTO t SELECT number, now() + INTERVAL if(number < 10, 10, 100) DAY, 1, now()"
            " FROM numbers(20)"
        )
    return tmp_path / "data"


POINTS = {
    "merge_before_write": BEFORE,
    "merge_before_commit": BEFORE,
    "merge_after_commit": AFTER,
}


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_all_or_nothing(folder: Path, point: str) -> None:
    assert run(folder, point) == -9
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count(), sum(a), sum(v) FROM t").text() == POINTS[point]
        expected = {"all_1_1_0"} if POINTS[point] == BEFORE else {"all_1_1_1"}
        assert folders(folder) == expected
        later(db)
        assert db.query("SELECT count(), sum(a), sum(v) FROM t").text() == AFTER
        assert not [name for name in folders(folder) if name.startswith("tmp")]


@pytest.mark.slow
@pytest.mark.parametrize("point", ["merge_before_drop", "merge_after_drop"])
def test_parts_that_end_as_a_whole_survive_a_kill(folder: Path, point: str) -> None:
    with sparktree.connect(folder) as db:
        db.query("ALTER TABLE t DELETE WHERE a >= 10")
    assert run(folder, point) == -9
    with sparktree.connect(folder) as db:
        left = 10 if point == "merge_before_drop" else 0
        assert db.query("SELECT count() FROM t").text() == f"{left}\n"
        later(db)
        assert db.query("SELECT count() FROM t").text() == "0\n"
