"""The kernel inside a Spark worker: bounded memory, one thread, a place to spill."""

import gc
import os
import tempfile

import duckdb

from sparktree.functions import declare  # noqa: F401  # declares what the kernel can call
from sparktree.kernel.connection import connect
from sparktree.kernel.sql import string


class _Limits:
    """What the kernel of this process was told last, so that it is told only what is new."""

    def __init__(self) -> None:
        self.pid = 0
        self.memory = 0


_LIMITS = _Limits()


def cursor(memory: int) -> duckdb.DuckDBPyConnection:
    """A connection to the worker's kernel, which may use `memory` bytes before it spills."""
    connection = connect()
    if os.getpid() != _LIMITS.pid:
        connection.execute("SET threads = 1")
        connection.execute("SET parquet_metadata_cache = true")
        connection.execute(f"SET temp_directory = {string(_spill_folder())}")
        gc.freeze()  # Spark's worker collects garbage after every task: what is here is none
        _LIMITS.pid, _LIMITS.memory = os.getpid(), 0
    if memory != _LIMITS.memory:
        connection.execute(f"SET memory_limit = '{max(memory >> 10, 1)}KiB'")
        _LIMITS.memory = memory
    return connection


def _spill_folder() -> str:
    """In Spark's own local folder where there is one: it has the room, and is cleared."""
    local = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    return os.path.join(local or tempfile.gettempdir(), f"sparktree-{os.getpid()}")
