"""The data source in a session that knows nothing of sparktree."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sparktree

SCRIPT = Path(__file__).with_name("plain_session.py")


@pytest.mark.slow
def test_a_plain_session_finds_the_source(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    environment = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[2] / "src")}
    command = [sys.executable, str(SCRIPT), str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
    assert done.stdout == "struct<a:decimal(20,0)> 3\n", done.stderr[-2000:]
