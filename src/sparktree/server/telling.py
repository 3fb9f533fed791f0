"""What a client is told of its statement besides the rows: progress, events, what is logged."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from sparktree.errors import Error
from sparktree.formats.options import Header
from sparktree.spark.progress import Progress
from sparktree.statements.context import Context
from sparktree.types import parse_type

EVENTS: Header = [
    ("host_name", parse_type("String")),
    ("current_time", parse_type("DateTime")),
    ("thread_id", parse_type("UInt64")),
    ("type", parse_type("Enum8('increment' = 1, 'gauge' = 2)")),
    ("name", parse_type("String")),
    ("value", parse_type("Int64")),
]
_EVENT_FORMS = (pa.string(), pa.uint32(), pa.uint64(), pa.int8(), pa.string(), pa.int64())
LOGS: Header = [
    ("event_time", parse_type("DateTime")),
    ("event_time_microseconds", parse_type("UInt32")),
    ("host_name", parse_type("String")),
    ("query_id", parse_type("String")),
    ("thread_id", parse_type("UInt64")),
    ("priority", parse_type("Int8")),
    ("source", parse_type("String")),
    ("text", parse_type("String")),
]
_LOG_FORMS = (pa.uint32(), pa.uint32(), pa.string(), pa.string(), pa.uint64(), pa.int8(),
              pa.string(), pa.string())  # fmt: skip
_INCREMENT = 1
# Levels by their numbers; a client is told those up to its own.
ERROR, DEBUG = 3, 7
LEVELS = {"none": 0, "fatal": 1, "error": ERROR, "warning": 4, "information": 6, "debug": DEBUG,
          "trace": 8, "test": 9}  # fmt: skip


def events_of(context: Context) -> Mapping[str, int]:
    """What a statement counted."""
    return {
        **context.profile,
        "SelectedRows": context.read_rows,
        "SelectedBytes": context.read_bytes,
    }


def events_block(host: str, events: Mapping[str, int]) -> pa.Table:
    """The rows that tell events."""
    found = {name: amount for name, amount in events.items() if amount}
    count = len(found)
    columns = (
        [host] * count,
        [int(time.time())] * count,
        [threading.get_native_id()] * count,
        [_INCREMENT] * count,
        list(found),
        list(found.values()),
    )
    return _table(columns, _EVENT_FORMS)


def log_block(host: str, query_id: str, level: int, text: str) -> pa.Table:
    """One line of the log."""
    now = time.time()
    seconds = int(now)
    row = (seconds, int((now - seconds) * 1e6), host, query_id, threading.get_native_id(), level,
           "executeQuery", text)  # fmt: skip
    return _table([[value] for value in row], _LOG_FORMS)


def _table(columns: object, forms: tuple[pa.DataType, ...]) -> pa.Table:
    assert isinstance(columns, tuple | list)
    arrays = [pa.array(values, form) for values, form in zip(columns, forms, strict=True)]
    return pa.Table.from_arrays(arrays, [f"c{i}" for i in range(len(arrays))])


def summary(context: Context) -> str:
    """What a statement read, in the words of the log."""
    elapsed = max(time.time() - context.started, 1e-9)
    parts, marks = context.profile.get("SelectedParts"), context.profile.get("SelectedMarks")
    selected = "" if parts is None else f" of {parts} parts, {marks} marks"
    rate = f"{context.read_rows / elapsed:.0f} rows/sec."
    read = f"Read {context.read_rows} rows, {context.read_bytes} bytes{selected}"
    return f"{read} in {elapsed:.6f} sec., {rate}"


def failure(error: Error, text: str) -> str:
    """How a statement failed, in the words of the log."""
    return f"{error} (in query: {text})" if text else str(error)


@dataclass(slots=True)
class Meter:
    """How far a statement is, and what of it the client was told."""

    began: float = field(default_factory=time.monotonic)
    _rows: int = 0
    _bytes: int = 0
    _told: dict[str, int] = field(default_factory=dict)
    _told_at: float = field(default_factory=time.monotonic)
    _last: Progress = field(default_factory=lambda: Progress(0, 0, 0, 0))

    def progressed(self, progress: Progress) -> None:
        """Tasks have ended; a statement may have several runs of tasks, one after the other."""
        last = self._last if progress.rows >= self._last.rows else Progress(0, 0, 0, 0)
        self._rows += progress.rows - last.rows
        self._bytes += progress.bytes - last.bytes
        self._last = progress

    def is_due(self, delay: float) -> bool:
        """Whether the client waits for news since so many seconds."""
        return time.monotonic() - self._told_at >= delay

    def news(self, context: Context | None = None) -> dict[str, int]:
        """What the client does not know yet; by what the statement counted once it has ended."""
        now = time.monotonic()
        state = {
            "rows": self._rows,
            "bytes": self._bytes,
            "total_rows": self._last.to_read,
            "elapsed_ns": int((now - self.began) * 1e9),
        }
        if context is not None:
            state |= {"rows": context.read_rows, "bytes": context.read_bytes,
                      "total_rows": context.to_read,
                      "written_rows": context.written_rows,
                      "written_bytes": context.written_bytes}  # fmt: skip
        found = {name: max(0, value - self._told.get(name, 0)) for name, value in state.items()}
        self._told = {n: self._told.get(n, 0) + amount for n, amount in found.items()}
        self._told_at = now
        return found
