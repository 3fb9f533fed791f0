"""A process that dies by its own hand at a named point: `victim.py FOLDER POINT STATEMENT`."""

import os
import signal
import sys
from typing import Any

import sparktree
from sparktree.catalog.parts import Parts
from sparktree.catalog.tables import Tables
from sparktree.engines.writing import commit
from sparktree.spark.session import SparkHandle


def die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def patch(point: str) -> None:
    """Death before or after one of the steps of a commit."""
    places: dict[str, tuple[Any, str]] = {
        "tasks": (SparkHandle, "run_sink"),
        "allocate": (Parts, "allocate"),
        "rename": (commit, "finished_part"),
        "commit": (Parts, "swap"),
        "show": (Tables, "show"),
    }
    when, _, step = point.partition(" ")
    owner, name = places[step]
    original = getattr(owner, name)

    def then(*args: Any, **options: Any) -> Any:
        if when == "before":
            die()
        original(*args, **options)
        die()

    setattr(owner, name, then)


def main() -> None:
    folder, point, statement = sys.argv[1:]
    db = sparktree.connect(folder)
    patch(point)
    db.query(statement)


if __name__ == "__main__":
    main()
