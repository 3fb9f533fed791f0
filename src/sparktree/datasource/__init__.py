"""Tables as a data source of any Spark session: `spark.read.format("sparktree")`, and writing.

Spark finds the source by itself where sparktree is installed; `register` says so outright, and
makes views of tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparktree.spark import internals

internals.require((4, 0), "The data source", "use sparktree.connect(path, spark=spark).")

from sparktree.datasource.source import SparktreeSource  # noqa: E402  # what is said before it

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

__all__ = ["SparktreeSource", "register"]


def register(spark: SparkSession, path: str | Path | None = None, **options: str) -> list[str]:
    """Make the source known to a session, and every table of a data folder a temporary view there.

    Options are those of reading: `config`, `user`, `password`, `catalog`, ... The names of the
    views; without a path or a config there are none.
    """
    from sparktree.datasource.views import register_views  # noqa: PLC0415  # as above

    spark.dataSource.register(SparktreeSource)
    if path is not None:
        options["path"] = str(path)
    return register_views(spark, options) if {"path", "config"} & set(options) else []
