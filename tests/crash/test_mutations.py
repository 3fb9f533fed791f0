"""kill -9 at named points of a mutation: it goes on when the folder is opened, and is done once."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import VARIABLE

VICTIM = Path(__file__).with_name("mutation_victim.py")
POINTS = (
    "mutation_before_write",
    "mutation_after_write",
    "mutation_before_commit",
    "mutation_after_commit",
)


def kill_at(folder: Path, point: str, *statement: str) -> None:
    root = VICTIM.parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root)])
    done = subprocess.run(
        [sys.executable, str(VICTIM), str(folder), *statement],
        env={**os.environ, "PYTHONPATH": paths, VARIABLE: point},
        capture_output=True,
        timeout=180,
    )
    assert done.returncode == -9, done.stderr.decode()[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_a_mutation_is_done_once(tmp_path: Path, point: str) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query(
            "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree PARTITION BY a % 3 ORDER BY a"
        )
        db.query("INSERT INTO t SELECT number, 0 FROM numbers(30)")
    kill_at(tmp_path, point)
    with sparktree.connect(tmp_path) as db:
        deadline = time.monotonic() + 60
        while db.query("SELECT min(is_done), count() FROM system.mutations").text() != "1\t1\n":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert (
            db.query("SELECT count(), sum(v), sumIf(v, a % 2 = 0) FROM t").text() == "30\t15\t15\n"
        )
        names = [p.name for p in tmp_path.glob("store/*/*")]
        assert not [name for name in names if name.startswith("tmp")]
        active = db.query(
            "SELECT name FROM system.parts WHERE active AND table = 't' ORDER BY name"
        )
        assert active.text() == "0_1_1_0_4\n1_2_2_0_4\n2_3_3_0_4\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("point", "updated"),
    [("update_before_commit", False), ("update_after_commit", True)],
)
def test_an_update_is_done_whole_or_not(tmp_path: Path, point: str, updated: bool) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query(
            "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree PARTITION BY a % 3 ORDER BY a"
            " SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
        )
        db.query("INSERT INTO t SELECT number, 0 FROM numbers(30)")
    kill_at(tmp_path, point, "UPDATE t SET v = v + 1 WHERE a % 2 = 0")
    with sparktree.connect(tmp_path) as db:
        assert db.query("SELECT count(), sum(v) FROM t").text() == f"30\t{15 * updated}\n"
        names = [p.name for p in tmp_path.glob("store/*/*")]
        assert not [name for name in names if name.startswith("tmp")]
        db.query("UPDATE t SET v = 7 WHERE 1")
        assert db.query("SELECT count(), min(v), max(v) FROM t").text() == "30\t7\t7\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("point", "statement"),
    [
        ("merge_after_commit", "OPTIMIZE TABLE t FINAL"),
        ("mutation_after_commit", "ALTER TABLE t APPLY PATCHES"),
    ],
)
def test_new_values_are_in_parts_or_beside_them(tmp_path: Path, point: str, statement: str) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query(
            "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree ORDER BY a"
            " SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
        )
        db.query("INSERT INTO t SELECT number, 0 FROM numbers(20)")
        db.query("INSERT INTO t SELECT number + 20, 0 FROM numbers(10)")
        db.query("UPDATE t SET v = v + 1 WHERE a % 2 = 0")
        db.query("UPDATE t SET v = v + 10 WHERE a < 4")
    kill_at(tmp_path, point, statement)
    shown = "SELECT count(), sum(v), sumIf(v, a % 2 = 0) FROM t"
    with sparktree.connect(tmp_path) as db:
        assert db.query(shown).text() == "30\t55\t35\n"
        db.query("OPTIMIZE TABLE t FINAL")
        plain = db.query(shown, settings={"apply_patch_parts": 0})
        assert plain.text() == "30\t55\t35\n"


@pytest.mark.slow
@pytest.mark.parametrize("point", ["patch_merge_before_commit", "patch_merge_after_commit"])
def test_patches_are_merged_or_not(tmp_path: Path, point: str) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(
            "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree ORDER BY a"
            " SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
        )
        db.query("INSERT INTO t SELECT number, 0 FROM numbers(10)")
        for _ in range(9):
            db.query("UPDATE t SET v = v + 1 WHERE a < 5")
    kill_at(tmp_path, point, "SYSTEM START MERGES t")
    with sparktree.connect(tmp_path) as db:
        assert db.query("SELECT sum(v), max(v) FROM t").text() == "45\t9\n"
        names = [p.name for p in tmp_path.glob("store/*/*")]
        assert not [name for name in names if name.startswith("tmp")]
        db.query("OPTIMIZE TABLE t FINAL")
        plain = db.query("SELECT sum(v), max(v) FROM t", settings={"apply_patch_parts": 0})
        assert plain.text() == "45\t9\n"
