"""The most memory that the kernel took for a query, by its own account."""

import json

import duckdb

_METRIC = "peak_buffer_memory"
_WATCH = f"SET enable_profiling = 'no_output'; SET tracked_metrics = ['system.{_METRIC}']"


def watch(connection: duckdb.DuckDBPyConnection) -> None:
    """Have the connection's next queries watched, in nothing but this."""
    connection.execute(_WATCH)


def peak_memory(connection: duckdb.DuckDBPyConnection) -> int:
    """Bytes at the worst moment of the last query; 0 if there was none, or not all was read."""
    told = json.loads(connection.get_profiling_information("json"))
    return int(told.get("system", {}).get(_METRIC, 0))
