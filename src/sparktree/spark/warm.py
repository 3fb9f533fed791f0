"""Make the archive from which Spark's JVM starts faster: `python -m sparktree.spark.warm`."""

import os
import sys
from pathlib import Path

from sparktree.spark import archive
from sparktree.spark.configuration import configured
from sparktree.spark.context import SHARED
from sparktree.spark.java import find_java
from sparktree.spark.jvm import Jvm, spark_home
from sparktree.spark.queries import RunOptions
from sparktree.spark.run import rows
from sparktree.spark.stages import ExchangeRelation, Single, SqlRelation, Stage

_SECONDS = 120
_TOUR = (
    Stage("SELECT * FROM t", ({"t": SqlRelation("SELECT 1 AS x")},) * 2, Single()),
    Stage("SELECT sum(x) AS s FROM p", ({"p": ExchangeRelation(0)},)),
)


def make() -> Path | None:
    """Start a JVM, take it through a tour of what we use, let it write its classes down."""
    target = archive.path(Path(find_java()), spark_home())
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(f".{os.getpid()}")
    conf = configured({})
    known = SHARED.get(conf, Jvm(conf, archive.making(unfinished)))
    list(rows(known, _TOUR, RunOptions("warm")))
    if SHARED.end(_SECONDS) != 0 or not unfinished.is_file():
        return None
    unfinished.replace(target)
    return target


if __name__ == "__main__":
    made = make()
    sys.exit(0 if made else "Spark's JVM wrote no archive of its classes.")
