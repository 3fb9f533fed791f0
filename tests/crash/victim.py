"""A process that dies by its own hand at a named point of an INSERT: `victim.py FOLDER POINT`."""

import os
import signal
import sys
from typing import Any

import sparktree
from sparktree.catalog.parts import Parts
from sparktree.engines import writing
from sparktree.spark.session import SparkHandle


def die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def patch(point: str) -> None:
    """Death before or after one of the steps of a commit."""
    places: dict[str, tuple[Any, str]] = {
        "tasks": (SparkHandle, "run_sink"),
        "allocate": (Parts, "allocate"),
        "rename": (writing, "finished_part"),
        "commit": (Parts, "commit"),
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
    folder, point = sys.argv[1:]
    db = sparktree.connect(folder)
    patch(point)
    db.query("INSERT INTO t SELECT number, number % 3 FROM numbers(30)")


if __name__ == "__main__":
    main()
