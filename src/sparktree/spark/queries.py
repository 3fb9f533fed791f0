"""Queries that run: who waits for them, what they have read, and how they are stopped."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeVar

import duckdb

from sparktree.disks.events import DISK_EVENTS
from sparktree.errors import Code, Error
from sparktree.kernel import waiting
from sparktree.spark.progress import OnProgress, Progress, Report
from sparktree.spark.stopping import Most, Stop

T = TypeVar("T")
BACKGROUND = "background"
# How long a cancelled job may take to end before its caller goes on without it.
_FAREWELL_SECONDS = 10.0
_KERNEL_SECONDS = 0.5  # of what the driver's kernel computes
_END = object()
# The most that goes to the driver of what tasks exchange.
FEW_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What a statement asks of its run; `max_execution_time` in seconds, `memory` in bytes a task.

    Zero means no limit of the statement's own. Rows that tasks exchange go on in the driver, not in
    other tasks, if they are no more than `few` bytes. Reading ends at the `stop`, the result where
    it is more than `most`.
    """

    query_id: str
    max_execution_time: float = 0.0
    memory: int = 0
    on_progress: OnProgress | None = None
    few: int = 0
    stop: Stop | None = None
    most: Most | None = None
    elapsed: float = 0.0  # seconds that the statement has taken before
    pool: str = BACKGROUND  # those that share Spark's slots fairly with others


class Query:
    """One run of stages: it gathers the tasks' reports and wakes whoever waits."""

    def __init__(self, options: RunOptions, tasks: int) -> None:
        self.options = options
        self.failure: Error | None = None
        self._interrupt: Callable[[], None] | None = None
        self._changed = threading.Condition()
        self._progress = Progress(0, tasks, 0, 0)
        self._told = Progress(0, 0, 0, 0)
        self._begin = time.monotonic() - options.elapsed

    def report(self, report: Report) -> None:
        """A task ended."""
        with self._changed:
            self._progress = self._progress.after(report)
            if self.options.pool == BACKGROUND:  # of no statement
                DISK_EVENTS.add(report.events)
            if report.error is not None:
                self._fail(report.error)
            self._changed.notify_all()

    def fail(self, error: Error) -> None:
        """Stop the query for this reason; the first reason stays."""
        with self._changed:
            self._fail(error)
            self._changed.notify_all()
        interrupt = self._interrupt
        if interrupt is not None:
            waiting.stop(self.options.query_id)
            interrupt()

    def apart(
        self, connection: duckdb.DuckDBPyConnection, rows: Callable[[], Iterator[T]]
    ) -> Iterator[T]:
        """What the driver's kernel computes over a connection, which is closed at the end.

        A thread of its own does it. A cancel, the deadline or Ctrl-C interrupts the kernel; where
        it does not look up soon, as in the middle of a call, nobody waits for it any longer.
        """
        self._interrupt = connection.interrupt
        asked: SimpleQueue[Future[object] | None] = SimpleQueue()
        computing = threading.Thread(target=_compute, args=(connection, rows, asked), daemon=True)
        computing.start()
        try:
            while True:
                asked.put(job := Future[object]())
                found = self.wait(job, connection.interrupt, _KERNEL_SECONDS)
                if found is _END:
                    return
                yield found  # type: ignore[misc]
        finally:
            self._interrupt = None
            asked.put(None)
            waiting.forget(self.options.query_id)

    def check(self) -> None:
        """The failure of the query, if it has one by now; being late is one."""
        if self._late():
            self.fail(self._timeout())
        if self.failure is not None:
            raise self.failure

    def _fail(self, error: Error) -> None:
        self.failure = self.failure or error

    def wait(
        self, job: "Future[T]", cancel: Callable[[], None], farewell: float = _FAREWELL_SECONDS
    ) -> T:
        """The job's result. A failure, the deadline or an interrupt cancels the job first, which
        then has so many seconds to end."""
        job.add_done_callback(self._wake)
        try:
            self._watch(job)
        except BaseException:
            cancel()
            raise
        if self.failure is not None and not job.done():
            cancel()
            self._farewell(job, farewell)
        if self.failure is not None:
            raise self.failure
        try:
            result = job.result()
        except BaseException:
            cancel()  # the job has ended, tasks beside the one that failed maybe not
            raise
        self._tell()
        return result

    def _watch(self, job: "Future[T]") -> None:
        while not job.done() and self.failure is None:
            with self._changed:
                if not job.done() and self.failure is None:
                    self._changed.wait(self._patience())
            self._tell()
            if self._late():
                self.fail(self._timeout())

    def _farewell(self, job: "Future[T]", seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(job.done, seconds)

    def _wake(self, _: "Future[T]") -> None:
        with self._changed:
            self._changed.notify_all()

    def _elapsed(self) -> float:
        return time.monotonic() - self._begin

    def _late(self) -> bool:
        limit = self.options.max_execution_time
        return limit > 0 and self._elapsed() > limit

    def _patience(self) -> float | None:
        limit = self.options.max_execution_time
        return max(limit - self._elapsed(), 0.0) + 0.001 if limit > 0 else None

    def _timeout(self) -> Error:
        elapsed, limit = self._elapsed() * 1000, self.options.max_execution_time * 1000
        return Error(
            Code.TIMEOUT_EXCEEDED,
            f"Timeout exceeded: elapsed {elapsed:.3f} ms, maximum: {limit:.3f} ms.",
        )

    def _tell(self) -> None:
        on_progress, now = self.options.on_progress, self._progress
        if on_progress is not None and now != self._told:
            self._told = now
            on_progress(now)


def _compute(
    connection: duckdb.DuckDBPyConnection,
    rows: Callable[[], Iterator[object]],
    asked: "SimpleQueue[Future[object] | None]",
) -> None:
    """One piece of the rows for everyone that is asked for, until no more are wanted."""
    with closing(connection):
        pieces = None
        while (job := asked.get()) is not None:
            try:
                pieces = rows() if pieces is None else pieces
                job.set_result(next(pieces, _END))
            except BaseException as failure:  # noqa: BLE001 - whoever asked gets it
                job.set_exception(failure)
        del pieces, job  # what they hold goes before the connection


class Queries:
    """The queries that run now, by id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[str, list[Query]] = {}

    @contextmanager
    def running(self, query: Query) -> Iterator[None]:
        """The query can be cancelled by its id for as long as this lasts."""
        name = query.options.query_id
        with self._lock:
            self._running.setdefault(name, []).append(query)
        try:
            yield
        finally:
            with self._lock:
                self._running[name].remove(query)
                if not self._running[name]:
                    del self._running[name]

    def cancel(self, query_id: str) -> bool:
        """Stop what runs under the id; False when nothing does."""
        with self._lock:
            found = list(self._running.get(query_id, ()))
        for query in found:
            query.fail(Error(Code.QUERY_WAS_CANCELLED, "Query was cancelled."))
        return bool(found)


QUERIES = Queries()


def cancel(query_id: str) -> bool:
    """Stop what runs under the id, from any thread; False when nothing does."""
    return QUERIES.cancel(query_id)
