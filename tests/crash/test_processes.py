"""Several processes on one folder, and a disk without room."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sparktree

HERE = Path(__file__).parent


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    root = HERE.parents[1]
    paths = os.pathsep.join([str(root / "src"), str(root)])
    return subprocess.Popen(
        [sys.executable, str(HERE / script), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with sparktree.connect(tmp_path / "data") as db:
        db.query("CREATE TABLE t (a UInt64, b UInt64) ENGINE = MergeTree ORDER BY a")
    return tmp_path / "data"


@pytest.mark.slow
def test_processes_write_and_read_at_once(folder: Path) -> None:
    processes = [start("writer.py", folder, number) for number in range(2)]
    with sparktree.connect(folder) as db:
        for _ in range(4):
            db.query("INSERT INTO t SELECT 7, number FROM numbers(50)")
        for process in processes:
            output, errors = process.communicate(timeout=180)
            assert process.returncode == 0, errors[-2000:]
            seen = [tuple(map(int, line.split())) for line in output.splitlines()]
            assert seen and all(count % 50 == 0 and wrong == 0 for count, wrong in seen)
            assert [count for count, _ in seen] == sorted(count for count, _ in seen)
        assert db.query("SELECT count(), sum(b) FROM t").text() == f"600\t{12 * 1225}\n"
        # Some may have been merged; together they cover every block once.
        parts = db.services.catalog.parts.all()
        blocks = [b for part in parts for b in range(part.min_block, part.max_block + 1)]
        assert blocks == list(range(1, 13))


@pytest.mark.slow
def test_full_disk_leaves_nothing(folder: Path) -> None:
    process = start("full_disk.py", folder)
    output, errors = process.communicate(timeout=180)
    assert output.strip() == "NOT_ENOUGH_SPACE", errors[-2000:]
    # A task beside the failed one writes for a while after the job was cancelled: closing waits.
    assert [p.name for p in folder.glob("store/*/*")] == ["table.json"]
    with sparktree.connect(folder) as db:
        assert db.query("SELECT count() FROM t").text() == "0\n"
