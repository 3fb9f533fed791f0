"""A killed driver, JVM and daemon leave no worker behind that goes on computing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VICTIM = """
import sys
import sparktree
with sparktree.connect(sys.argv[1]) as db:
    db.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO t SELECT number FROM numbers(100000)")
    print("begins", flush=True)
    db.query("SELECT count() FROM t AS l, t AS m, t AS r WHERE l.a * m.a + r.a = 7")
"""


def _below(process: int) -> Iterator[int]:
    """The processes that a process started, and those that these started."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            child = int(stat.parent.name)
            yield child
            yield from _below(child)


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_those_that_started_them(tmp_path: Path) -> None:
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    victim = subprocess.Popen(
        [sys.executable, "-c", VICTIM, str(tmp_path / "data")],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert victim.stdout is not None
    assert victim.stdout.readline() == "begins\n"
    time.sleep(3)  # the query runs in its tasks
    started = list(_below(victim.pid))
    daemons = [p for p in started if "-m sparktree.spark.daemon" in _command(p)]
    workers = [p for p in daemons if any(p in set(_below(daemon)) for daemon in daemons)]
    assert workers
    for process in {victim.pid, *started} - set(workers):
        os.kill(process, signal.SIGKILL)
    victim.wait(10)
    until = time.monotonic() + 10
    while any(map(_runs, workers)) and time.monotonic() < until:
        time.sleep(0.1)
    left = [p for p in workers if _runs(p)]
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert left == []
