"""INSERTs that wait to be written together: collected by what they share, handed on when due."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from sparktree.engines.inserting.pace import Pace
from sparktree.errors import Code, Error
from sparktree.settings.query import QuerySettings

_THREADS = 4  # batches that are written at the same time
_PACES_KEPT = 1024
# Bytes that may wait in all; more have to wait before they are taken in.
_MOST_WAITING = 256 << 20


@dataclass(frozen=True, slots=True)
class Shape:
    """What INSERTs that are written together have in common."""

    text: str  # the statement without its rows
    database: str
    user: str
    roles: tuple[str, ...] | None
    settings: tuple[tuple[str, str], ...]  # that differ from the defaults


@dataclass(frozen=True, slots=True)
class Entry:
    """The rows of one INSERT as they came; `done` tells how many they were, or how it failed."""

    query_id: str
    data: bytes
    token: str = ""
    arrived: float = field(default_factory=time.time)
    done: Future[int] = field(default_factory=Future)

    def fail(self, error: Error) -> None:
        """The INSERT failed, whoever waits for it."""
        if not self.done.done():
            self.done.set_exception(error)


@dataclass(slots=True)
class Batch:
    """INSERTs of one shape on their way into a table."""

    shape: Shape
    work: Any  # what whoever writes them knows of the first one
    table: tuple[str, str]
    format: str
    deadline: float
    timeout: float  # seconds that the first one was to wait at most
    entries: list[Entry] = field(default_factory=list)
    bytes: int = 0
    first_update: float = field(default_factory=time.time)

    def full(self, settings: QuerySettings) -> bool:
        """Whether it is written now, however short it has waited."""
        many = len(self.entries) >= settings.async_insert_max_query_number
        return many or self.bytes >= settings.async_insert_max_data_size


class AsyncInserts:
    """The queue of an engine; its threads start when INSERTs come.

    Of one shape a batch that is only due waits for the one before it: meanwhile it grows.
    """

    def __init__(self) -> None:
        self.write: Callable[[Batch], None] | None = None  # the engine sets it
        self._changed = threading.Condition()
        self._waiting: dict[Shape, Batch] = {}
        self._full: list[Batch] = []
        self._writing: list[Batch] = []
        self._paces: OrderedDict[Shape, Pace] = OrderedDict()
        self._bytes = 0
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closed = False

    def push(self, batch: Batch, entry: Entry, settings: QuerySettings) -> None:
        """Take an INSERT in; the batch is the one that it begins unless one of its shape waits."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._bytes < _MOST_WAITING)
            if self._closed:
                raise Error(Code.ABORTED, "The engine is closed.")
            pace, now = self._pace(batch.shape), time.monotonic()
            overdue, timeout = pace.overdue(settings, now), pace.timeout(settings, now)
            found = self._waiting.get(batch.shape)
            if found is None:
                found = self._waiting[batch.shape] = batch
                batch.timeout, batch.deadline = timeout, now + timeout
            found.entries.append(entry)
            found.bytes += len(entry.data)
            self._bytes += len(entry.data)
            if found.full(settings) or overdue:
                self._full.append(self._waiting.pop(batch.shape))
            pace.inserted(now, timeout)
            if not self._idle and len(self._threads) < _THREADS:
                self._begin()
            self._changed.notify_all()

    def waiting(self) -> list[Batch]:
        """The batches that nobody writes yet."""
        with self._changed:
            return [*self._full, *self._waiting.values()]

    def flush(self, table: tuple[str, str] | None = None) -> None:
        """Write what waits for a table, or all that waits, and wait for the end of it."""
        with self._changed:
            mine = [batch for batch in self._waiting.values() if table in (None, batch.table)]
            for batch in mine:
                self._full.append(self._waiting.pop(batch.shape))
            known = [b for b in (*self._full, *self._writing) if table in (None, b.table)]
            entries = [entry for batch in known for entry in batch.entries]
            self._changed.notify_all()
        for entry in entries:
            entry.done.exception()

    def close(self) -> None:
        """Write all that waits; nothing is taken in any more."""
        with self._changed:
            self._closed = True
            rest = [*self._full, *self._waiting.values()]
            self._full.clear()
            self._waiting.clear()
            self._changed.notify_all()
        for batch in rest:
            self._run(batch)
        for thread in self._threads:
            thread.join()

    def _pace(self, shape: Shape) -> Pace:
        pace = self._paces.setdefault(shape, Pace())
        self._paces.move_to_end(shape)
        if len(self._paces) > _PACES_KEPT:
            self._paces.popitem(last=False)
        return pace

    # --- the threads ----------------------------------------------------------------------

    def _begin(self) -> None:
        name = f"async-inserts-{len(self._threads)}"
        thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _loop(self) -> None:
        while (batch := self._next()) is not None:
            self._run(batch)

    def _next(self) -> Batch | None:
        """The next batch to be written, once there is one; None at the end."""
        with self._changed:
            while not self._closed:
                found = self._full.pop(0) if self._full else self._due()
                if found is not None:
                    self._writing.append(found)
                    return found
                self._idle += 1
                self._changed.wait(self._patience())
                self._idle -= 1
        return None

    def _due(self) -> Batch | None:
        now = time.monotonic()
        due = next((b for b in self._free() if b.deadline <= now), None)
        return self._waiting.pop(due.shape) if due is not None else None

    def _free(self) -> list[Batch]:
        """The batches that wait for their time alone."""
        busy = {batch.shape for batch in self._writing}
        return [batch for shape, batch in self._waiting.items() if shape not in busy]

    def _patience(self) -> float | None:
        """Seconds until the next batch is due."""
        ends = [batch.deadline for batch in self._free()]
        return max(min(ends) - time.monotonic(), 0.0) if ends else None

    def _run(self, batch: Batch) -> None:
        """Write a batch; nobody waits for an INSERT of it any more then."""
        error = Error(Code.ABORTED, "The INSERT was not written.")
        try:
            assert self.write is not None
            self.write(batch)
        except Error as failure:
            error = failure
        except Exception as failure:  # noqa: BLE001  # whoever waits is told; the queue goes on
            error = Error(Code.LOGICAL_ERROR, f"Unexpected failure: {failure!r}")
        finally:
            with self._changed:
                if batch in self._writing:
                    self._writing.remove(batch)
                self._bytes -= batch.bytes
                self._pace(batch.shape).flushed(time.monotonic())
                self._changed.notify_all()
            for entry in batch.entries:
                entry.fail(error)
