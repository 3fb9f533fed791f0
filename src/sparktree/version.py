"""Versions: ours, and the ClickHouse whose behaviour we follow."""

from importlib.metadata import PackageNotFoundError, version

CLICKHOUSE_VERSION = "26.9.1.1"

try:
    VERSION = version("sparktree")
except PackageNotFoundError:  # run from a source tree that was never installed
    VERSION = "0.1.0"
