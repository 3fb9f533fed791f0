"""How tasks tell the driver what they read while they read it, and wait for their turn.

Spark itself hears of a task only when it has ended: too late to show progress, to keep a
bandwidth that all tasks of all exports share, or to stop between two blocks.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from sparktree.engines.storage.task_channel import Line, Lines, received
from sparktree.errors import Code, Error
from sparktree.spark.configuration import DriverAddress
from sparktree.spark.stages import TaskInfo

_MESSAGE = struct.Struct("<QIIQQQQ")  # export, task, attempt, rows, bytes, stored bytes, memory
_GO, _STOP = b"g", b"s"
_STEP_SECONDS = 0.05  # what a task asks for at once takes about so long

Passed = Callable[[int, int, int], None]  # rows, their bytes in memory, their bytes in the part


def cancelled() -> Error:
    """What an export that was stopped fails with."""
    return Error(Code.ABORTED, "Cancelled exporting part")


@dataclass(frozen=True)
class Meter:
    """A task's end of the line; picklable."""

    line: Line
    export: int
    step: int = 0  # stored bytes to ask for at once; 0 means any number

    @contextmanager
    def opened(self, info: TaskInfo) -> Iterator[Passed]:
        """What to call with every piece that was read; ABORTED if the export is to stop."""
        with self.line.opened() as line:  # an answer comes when the bandwidth allows

            def passed(rows: int, size: int, stored: int) -> None:
                report = (self.export, info.task, info.attempt, rows, size, stored, _memory())
                line.sendall(_MESSAGE.pack(*report))
                if line.recv(1) != _GO:
                    raise cancelled()

            passed(0, 0, 0)
            yield passed


def _memory() -> int:
    """Bytes of memory that this worker holds."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * 4096


class Metered(Protocol):
    """What tasks tell of an export to."""

    number: int
    stopped: threading.Event
    takes_rows: bool

    def advance(self, task: int, attempt: int, rows: int, size: int, memory: int) -> None:
        """A task got further."""
        ...


class Throttle:
    """Lets so many bytes a second pass, whoever asks; no limit is 0."""

    def __init__(self, limit: int, count: Callable[[str, int], None]) -> None:
        self.limit = limit
        self._count = count
        self._lock = threading.Lock()
        self._free = 0.0  # when the bytes that were let pass will have taken their time

    def step(self) -> int:
        """Bytes to ask for at once."""
        return max(int(self.limit * _STEP_SECONDS), 1) if self.limit else 0

    def take(self, size: int, stopped: threading.Event) -> None:
        """Wait until so many bytes may have been read, or somebody stops it."""
        if not self.limit or not size:
            return
        with self._lock:
            now = time.monotonic()
            self._free = max(self._free, now) + size / self.limit
            pause = self._free - now
        self._count("ExportsThrottlerBytes", size)
        began = time.monotonic()
        stopped.wait(pause)
        slept = int((time.monotonic() - began) * 1_000_000)
        self._count("ExportsThrottlerSleepMicroseconds", slept)


class Meters:
    """The driver's end."""

    def __init__(self, find: Callable[[int], Metered | None], throttle: Throttle) -> None:
        self._find = find
        self._throttle = throttle
        self._lock = threading.Lock()
        self._lines: Lines | None = None

    def meter(self, export: Metered, address: DriverAddress) -> Meter:
        """The line for an export's tasks, who call the driver at the address."""
        with self._lock:
            if self._lines is None:
                self._lines = Lines(address, self._serve, "export-meters")
            line = self._lines.line
        return Meter(line, export.number, self._throttle.step())

    def close(self) -> None:
        """Answer nobody any more."""
        with self._lock:
            if self._lines is not None:
                self._lines.close()

    def _serve(self, line: socket.socket) -> None:
        while message := received(line, _MESSAGE.size):
            line.sendall(self._answer(*_MESSAGE.unpack(message)))

    def _answer(
        self, number: int, task: int, attempt: int, rows: int, size: int, stored: int, memory: int
    ) -> bytes:
        export = self._find(number)
        if export is None or not export.takes_rows or export.stopped.is_set():
            return _STOP
        export.advance(task, attempt, rows, size, memory)
        self._throttle.take(stored, export.stopped)
        return _STOP if export.stopped.is_set() else _GO
