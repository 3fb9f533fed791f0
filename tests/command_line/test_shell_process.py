"""The shell in a terminal, as a person uses it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parents[2]
PROMPT = r"sparktree :\)"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[pexpect.spawn]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "sparktree", "local", "--history-file", str(tmp_path / "history")],
        env=os.environ
        | {
            "PYTHONPATH": str(ROOT / "src"),
            "PYSPARK_PYTHON": sys.executable,
            "TERM": "xterm",
            "PROMPT_TOOLKIT_NO_CPR": "1",
        },
        dimensions=(40, 120),
        timeout=60,
    )
    child.expect(PROMPT)
    yield child
    child.close(force=True)


def test_a_statement_over_two_lines_then_an_error_then_leaving(
    shell: pexpect.spawn, tmp_path: Path
) -> None:
    shell.send("SELECT (1 +\r")
    shell.send("41) AS answer\r")
    shell.expect("42")
    shell.expect("1 row in set")
    shell.expect(PROMPT)
    shell.send("SELECT * FROM nope\r")
    shell.expect("Received exception")
    shell.expect("UNKNOWN_TABLE")
    shell.expect(PROMPT)
    shell.send("\x04")
    shell.expect("Bye")
    shell.expect(pexpect.EOF)
    assert "SELECT (1 +" in (tmp_path / "history").read_text()
