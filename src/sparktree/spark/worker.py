"""The kernel inside a Spark worker: bounded memory, one thread, a place to spill."""

import gc
import os
import socket
import sys
import tempfile
from ipaddress import ip_address

import duckdb

# The kernel of a worker is opened once: it must know every function by then.
import sparktree.functions  # noqa: F401
from sparktree.kernel.connection import connect
from sparktree.kernel.sql import string


class _Limits:
    """What the kernel of this process was told last, so that it is told only what is new."""

    def __init__(self) -> None:
        self.pid = 0
        self.memory = 0


_LIMITS = _Limits()


class _Lines:
    """The connections of this process to Spark's JVM, if they are by TCP."""

    def __init__(self) -> None:
        self._pid = 0
        self.open: list[socket.socket] = []

    def acknowledge(self) -> None:
        """Tell Spark that what it sent has arrived.

        Spark sends a task in two writes, and the system holds the second, small one back until the
        first is acknowledged; which it would do 40 ms later, as the reader has nothing to say yet.
        """
        if sys.platform == "linux":
            if os.getpid() != self._pid:
                self._pid, self.open = os.getpid(), _lines_to_this_machine()
            for line in self.open:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


LINES = _Lines()


def _lines_to_this_machine() -> list[socket.socket]:
    """The connections by TCP that are open by now."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            line = socket.socket(fileno=int(name))
        except OSError:
            continue  # no socket
        try:
            if line.family != socket.AF_UNIX and ip_address(line.getpeername()[0]).is_loopback:
                found.append(line.dup())
        except OSError:
            continue  # one that only listens
        finally:
            line.detach()  # whoever opened it closes it
    return found


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


def local_folder() -> str:
    """Spark's own local folder where there is one: it has the room, and is cleared."""
    return os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0] or tempfile.gettempdir()


def _spill_folder() -> str:
    return os.path.join(local_folder(), f"sparktree-{os.getpid()}")
