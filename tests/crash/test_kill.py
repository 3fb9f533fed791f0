"""kill -9 at any moment: committed parts and tables are whole, others are gone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sparktree

VICTIM = Path(__file__).with_name("victim.py")
POINTS = ("before tasks", "after tasks", "after allocate", "after rename", "before commit")


INSERT = "INSERT INTO t SELECT number, number % 3 FROM numbers(30)"
REPLACE = (
    "CREATE OR REPLACE TABLE t ENGINE = MergeTree ORDER BY a AS"
    " SELECT a + number AS a FROM t, numbers(30) AS n"
)


def kill_at(folder: Path, point: str, statement: str = INSERT) -> None:
    root = VICTIM.parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root)])
    command = [sys.executable, str(VICTIM), str(folder), point, statement]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, timeout=120
    )
    assert done.returncode == -9, done.stderr.decode()[-2000:]


def part_folders(folder: Path) -> list[str]:
    hidden = {"table.json"}
    return sorted(p.name for p in folder.glob("store/*/*") if p.name not in hidden)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with sparktree.connect(tmp_path / "data") as db:
        db.query("CREATE TABLE t (a UInt64, p UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY a")
        db.query("INSERT INTO t VALUES (1000, 0)")
    return tmp_path / "data"


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_uncommitted_rows_are_gone(folder: Path, point: str) -> None:
    kill_at(folder, point)
    if point != "before tasks":
        assert len(part_folders(folder)) > 1
    with sparktree.connect(folder) as db:
        assert part_folders(folder) == ["0_1_1_0"]
        assert db.query("SELECT count(), sum(a) FROM t").text() == "1\t1000\n"
        db.query("INSERT INTO t VALUES (7, 1)")
        assert db.query("SELECT sum(a) FROM t").text() == "1007\n"


@pytest.mark.slow
def test_committed_rows_are_whole(folder: Path) -> None:
    kill_at(folder, "after commit")
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count(), sum(a) FROM t").text() == "31\t1435\n"
        assert len(part_folders(folder)) == 4


@pytest.mark.slow
def test_a_replaced_table_stays_until_the_new_one_is_filled(folder: Path) -> None:
    kill_at(folder, "before show", REPLACE)
    with sparktree.connect(folder) as db:
        assert part_folders(folder) == ["0_1_1_0"]
        assert db.query("SELECT count(), sum(a) FROM t").text() == "1\t1000\n"
        assert db.query("SHOW TABLES").text() == "t\n"
        db.query(REPLACE)
        assert db.query("SELECT count(), sum(a) FROM t").text() == "30\t30435\n"


@pytest.mark.slow
def test_a_filled_table_is_there_with_all_its_rows(folder: Path) -> None:
    kill_at(folder, "after show", REPLACE)
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count(), sum(a) FROM t").text() == "30\t30435\n"
        assert db.query("SHOW TABLES").text() == "t\n"
        assert len(part_folders(folder)) == 1
