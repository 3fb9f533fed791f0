"""Tables as a data source of any Spark session: `spark.read.format("sparktree")`, and writing.

Spark finds the source by itself where sparktree is installed; `register` says so outright.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparktree.datasource.source import SparktreeSource

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["SparktreeSource", "register"]


def register(spark: SparkSession) -> None:
    """Make the source known to a session."""
    spark.dataSource.register(SparktreeSource)
