"""Connections to the kernel: one database in memory per process, a cursor per use."""

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

from sparktree.kernel import files, sql, text
from sparktree.kernel.errors import streamed, translate
from sparktree.kernel.sql import Piece, Sql
from sparktree.registry import Registry

_CONFIG: dict[str, Any] = {
    "arrow_lossless_conversion": True,  # 128-bit integers and UUIDs cross Arrow unharmed
    "error_on_division_by_zero": False,
    "enable_external_access": True,
    "python_enable_replacements": False,  # a table is what was registered, never a variable
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    # Joins are made as they are written: of most inputs the kernel does not know how many rows
    # they have, and the planner does.
    "disabled_optimizers": "join_order,build_side_probe_side",
}


@dataclass(frozen=True, slots=True)
class ArrowFunction:
    """A function over whole Arrow arrays that the kernel can call under a name.

    Called with kernel SQL, it gives the SQL of the call.
    """

    name: str
    parameters: tuple[str, ...]
    result: str
    apply: Callable[..., pa.Array]
    handles_null: bool = False
    side_effects: bool = False

    def __call__(self, *args: Piece) -> Sql:
        return sql.call(self.name, *args, raises=True)


_DEFAULT, _SPECIAL = FunctionNullHandling.DEFAULT, FunctionNullHandling.SPECIAL
ARROW_FUNCTIONS: Registry[str, ArrowFunction] = Registry()


def arrow_function(
    name: str,
    parameters: tuple[str, ...],
    result: str,
    *,
    handles_null: bool = False,
    side_effects: bool = False,
) -> Callable[[Callable[..., pa.Array]], ArrowFunction]:
    """Declare a kernel function that works on whole Arrow arrays."""

    def declare(apply: Callable[..., pa.Array]) -> ArrowFunction:
        declared = ArrowFunction(name, parameters, result, apply, handles_null, side_effects)
        ARROW_FUNCTIONS.add(name, declared)
        return declared

    return declare


def whole(array: pa.Array | pa.ChunkedArray) -> pa.Array:
    """A column as one array: the kernel hands over, and tables have, chunked ones."""
    if not isinstance(array, pa.ChunkedArray):
        return array
    return array.chunk(0) if array.num_chunks == 1 else array.combine_chunks()


@arrow_function("st_text", ("BLOB",), "VARCHAR")
def escaped_text(data: pa.ChunkedArray) -> pa.Array:
    return text.escape_array(whole(data))


@arrow_function("st_bytes", ("VARCHAR",), "BLOB")
def raw_bytes(data: pa.ChunkedArray) -> pa.Array:
    return text.unescape_array(whole(data))


class Kernel:
    """A kernel of this process, of so many threads (None: as many as there are cores). Forked
    processes get their own."""

    def __init__(self, threads: int | None = None) -> None:
        self._config = _CONFIG if threads is None else {**_CONFIG, "threads": threads}
        self._lock = threading.Lock()
        self._pid = 0
        self._database: duckdb.DuckDBPyConnection | None = None
        self._reads_mounted = False

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection of its own to the process's database; close it after use."""
        with self._lock:
            if self._database is None or self._pid != os.getpid():
                self._database = self._open()
                self._pid = os.getpid()
                self._reads_mounted = False
            if not self._reads_mounted and files.anything_mounted():
                self._database.register_filesystem(files.file_system())
                self._reads_mounted = True
            return self._database.cursor()

    def close(self) -> None:
        """Let go of the database; the next cursor opens a new one."""
        with self._lock:
            if self._database is not None and self._pid == os.getpid():
                with suppress(duckdb.Error):  # in use by what nobody waits for any longer
                    self._database.close()
            self._database = None

    def _open(self) -> duckdb.DuckDBPyConnection:
        database = duckdb.connect(":memory:", config=dict(self._config))
        database.execute("SET TimeZone = 'UTC'")
        for function in ARROW_FUNCTIONS.values():
            database.create_function(
                function.name,
                function.apply,
                list(function.parameters),
                function.result,
                type=PythonUDFType.ARROW,
                null_handling=_SPECIAL if function.handles_null else _DEFAULT,
                side_effects=function.side_effects,
            )
        return database


_INTERRUPTED = "executing the UDF: KeyboardInterrupt"

KERNEL = Kernel()
SEQUENTIAL = Kernel(threads=1)  # aggregates see their rows in order, as in tasks
# DuckDB complains on stderr about functions that are still registered when the interpreter ends.
atexit.register(KERNEL.close)
atexit.register(SEQUENTIAL.close)


@contextmanager
def kernel() -> Iterator[duckdb.DuckDBPyConnection]:
    """A cursor for a while, whose errors are ours."""
    cursor = connect()
    try:
        with kernel_errors():
            yield cursor
    finally:
        cursor.close()


@contextmanager
def kernel_errors() -> Iterator[None]:
    """Errors of the kernel are ours, also those that come while its rows are read as a stream."""
    try:
        yield
    except (duckdb.Error, OSError) as failure:
        error = failure if isinstance(failure, duckdb.Error) else streamed(failure)
        if error is None:
            raise
        if _INTERRUPTED in str(error):  # Ctrl-C came while Python computed for the kernel
            raise KeyboardInterrupt from error
        raise translate(error) from error


def connect() -> duckdb.DuckDBPyConnection:
    """A fresh cursor on the process's kernel."""
    return KERNEL.cursor()
