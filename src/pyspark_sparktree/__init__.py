"""Where Spark looks for data sources by itself: any module whose name starts with `pyspark_`."""

from sparktree.datasource import SparktreeSource as DefaultSource

__all__ = ["DefaultSource"]
