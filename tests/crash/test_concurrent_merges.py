"""Writers, readers and merges at once, in threads and in two processes on one folder."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import sparktree

PROCESS = Path(__file__).with_name("merging_process.py")
SECONDS = 12.0


def start(folder: Path) -> subprocess.Popen[str]:
    root = PROCESS.parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root)])
    return subprocess.Popen(
        [sys.executable, str(PROCESS), str(folder), str(SECONDS)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def during(work: Callable[[], None], failures: list[Exception]) -> threading.Thread:
    """Runs the work again and again for a while."""

    def run() -> None:
        end = time.monotonic() + SECONDS
        try:
            while time.monotonic() < end:
                work()
        except (AssertionError, sparktree.Error) as failure:
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.slow
def test_sums_hold_at_every_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    inserts: list[int] = []
    counts: list[int] = []
    failures: list[Exception] = []
    with sparktree.connect(folder) as db:
        db.query(
            "CREATE TABLE t (a Int64, b Int64, by UInt8) ENGINE = MergeTree ORDER BY a"
            " SETTINGS old_parts_lifetime = 1"
        )

        def insert() -> None:
            db.query("INSERT INTO t SELECT number, -number, 1 FROM numbers(100)")
            inserts.append(1)

        def read() -> None:
            count, total, odd = db.query("SELECT count(), sum(a + b), count() % 100 FROM t").rows()[
                0
            ]
            assert (total, odd) == (0, 0)
            counts.append(count)

        def merge() -> None:
            db.query("OPTIMIZE TABLE t")
            time.sleep(0.2)

        process = start(folder)
        threads = [during(work, failures) for work in (insert, read, merge)]
        for thread in threads:
            thread.join()
        output, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors[-2000:]
        assert not failures, failures
        assert counts == sorted(counts)
        expected = 100 * (len(inserts) + int(output))
        assert db.query("SELECT count() FROM t").text() == f"{expected}\n"
        db.query("OPTIMIZE TABLE t FINAL")
        assert db.query("SELECT count(), uniqExact(a) FROM t").text() == f"{expected}\t100\n"
