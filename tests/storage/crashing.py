"""Statements run by a process of its own, over configured disks, that may die at a fault point."""

import os
from pathlib import Path

import sparktree
from sparktree.engines.storage.faults import VARIABLE
from tests.partitions.crashing import FORKS


def run(folder: Path, statements: list[str], point: str = "", ahead: int = 0) -> int:
    """The exit code of a process that runs the statements; -9 if it reached the point."""
    process = FORKS.Process(target=_statements, args=(str(folder), statements, point, ahead))
    process.start()
    process.join(120)
    assert process.exitcode is not None
    return process.exitcode


def _statements(folder: str, statements: list[str], point: str, ahead: int) -> None:
    os.environ[VARIABLE] = point
    os.environ["SPARKTREE_CLOCK_AHEAD"] = str(ahead)
    with sparktree.connect(config=f"{folder}/config.xml") as db:
        for statement in statements:
            db.query(statement)
