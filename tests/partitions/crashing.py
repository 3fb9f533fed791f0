"""Statements run in a process of their own that may die at a fault point."""

import multiprocessing
import os
from pathlib import Path

import sparktree
from sparktree.engines.storage.faults import VARIABLE

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["sparktree.session"])


def run(folder: Path, statements: list[str], point: str = "") -> int:
    """The exit code of a process that runs the statements; -9 if it reached the point."""
    process = FORKS.Process(target=_statements, args=(str(folder), statements, point))
    process.start()
    process.join(60)
    assert process.exitcode is not None
    return process.exitcode


def _statements(folder: str, statements: list[str], point: str) -> None:
    os.environ[VARIABLE] = point
    with sparktree.connect(folder) as db:
        for statement in statements:
            db.query(statement)
