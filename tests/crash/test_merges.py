"""kill -9 at the fault points of merges and cleanup: no row is lost, none comes twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import VARIABLE

MERGER = Path(__file__).with_name("merger.py")
ROWS = "40\t780\n"


def run(folder: Path, point: str, *arguments: str) -> int:
    root = MERGER.parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root)])
    environment = {**os.environ, "PYTHONPATH": paths, VARIABLE: point}
    command = [sys.executable, str(MERGER), str(folder), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, timeout=120).returncode


def folders(folder: Path) -> set[str]:
    return {p.name for p in folder.glob("store/*/*") if p.is_dir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with sparktree.connect(tmp_path / "data") as db:
        db.query(
            "CREATE TABLE t (a UInt64, p UInt8, one UInt8) ENGINE = MergeTree PARTITION BY p"
            " ORDER BY a SETTINGS old_parts_lifetime = 0, min_bytes_for_wide_part = 0"
        )
        db.query("SYSTEM STOP MERGES")
        db.query("INSERT INTO t SELECT number, 0, 1 FROM numbers(20)")
        db.query("INSERT INTO t SELECT number + 20, 0, 1 FROM numbers(20)")
    return tmp_path / "data"


@pytest.mark.slow
@pytest.mark.parametrize(
    "point", ["merge_before_write", "merge_after_write", "merge_before_commit"]
)
def test_an_unfinished_merge_never_was(folder: Path, point: str) -> None:
    assert run(folder, point) == -9
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count(), sum(a) FROM t").text() == ROWS
        assert folders(folder) == {"0_1_1_0", "0_2_2_0"}
        db.query("OPTIMIZE TABLE t FINAL")
        assert db.query("SELECT count(), sum(a) FROM t").text() == ROWS
        names = db.query("SELECT name FROM system.parts WHERE active AND table = 't'").text()
        assert names == "0_1_2_1\n"


@pytest.mark.slow
@pytest.mark.parametrize("point", ["merge_after_commit", "cleanup_before_delete"])
def test_a_finished_merge_stays_and_old_parts_go(folder: Path, point: str) -> None:
    assert run(folder, point, "cleanup") == -9
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count(), sum(a) FROM t").text() == ROWS
        assert folders(folder) == {"0_1_2_1"}


@pytest.mark.slow
def test_a_killed_cleanup_is_done_again(folder: Path) -> None:
    assert run(folder, "cleanup_after_delete", "cleanup") == -9
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count(), sum(a) FROM t").text() == ROWS
        assert folders(folder) == {"0_1_2_1"}
        states = db.query("SELECT name, active FROM system.parts WHERE table = 't'").text()
        assert states == "0_1_2_1\t1\n"
