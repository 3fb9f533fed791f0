"""The scheduler: asks sources what a table needs and runs it in pools."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from sparktree.background.pools import SIZES, Pool
from sparktree.background.tasks import Cancellation, Failure, Running, Task
from sparktree.errors import Code, Error

__all__ = ["Cancellation", "Pool", "Scheduler", "Source", "Task"]

# What could be done for a table (its UUID) now, given the free threads of each pool.
Source = Callable[[str, Mapping[Pool, int]], Iterable[Task]]

# How often an engine looks for what others left: at most half of what may pass until it goes on
# with their work.
RECHECK_SECONDS = 5.0
_FAILURES_KEPT = 100
_LONGEST_PAUSE = 60.0
_FAREWELL_SECONDS = 15.0


class Scheduler:
    """One engine's background work; no thread is started before `start` or the first `wake`."""

    def __init__(
        self,
        sources: Sequence[Source],
        sizes: Mapping[Pool, int] | None = None,
        *,
        recheck: float = RECHECK_SECONDS,
        look: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._sources = sources
        self._sizes = dict(sizes or {pool: size for pool, (_, size) in SIZES.items()})
        self._recheck = recheck
        self._look = look  # finds tables that nobody woke here
        self._looked = time.monotonic()
        self._changed = threading.Condition()
        self._woken: dict[str, None] = {}  # tables to ask about, in the order of the calls
        self._asked: set[str] = set()  # tables that are being asked about
        self._watched: set[str] = set()  # tables that are asked about again now and then
        self._running: dict[tuple[str, str], Running] = {}
        self._pauses: dict[tuple[str, str], tuple[int, float]] = {}  # failures, not before
        self._pools: dict[Pool, ThreadPoolExecutor] = {}
        self._thread: threading.Thread | None = None
        self._stopped = False
        self.failures: deque[Failure] = deque(maxlen=_FAILURES_KEPT)

    @property
    def threads(self) -> int:
        """How many merges and mutations may run at a time."""
        return self._sizes[Pool.MERGES_MUTATIONS]

    def wake(self, table: str) -> None:
        """Look soon what the table needs, and again from time to time."""
        with self._changed:
            if self._stopped:
                return
            self._woken[table] = None
            self._watched.add(table)
            self._begin()
            self._changed.notify_all()

    def start(self) -> None:
        """Look from now on what others leave."""
        with self._changed:
            self._begin()

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._loop, name="background-scheduler", daemon=True
            )
            self._thread.start()

    def forget(self, table: str) -> None:
        """The table was dropped: its tasks end, and nobody asks about it any more."""
        with self._changed:
            self._watched.discard(table)
            self._woken.pop(table, None)
        self.cancel(lambda task: task.table == table)

    def running(self) -> list[Task]:
        """The tasks that run now."""
        with self._changed:
            return [one.task for one in self._running.values()]

    def cancel(self, which: Callable[[Task], bool], timeout: float = _FAREWELL_SECONDS) -> None:
        """Stop the tasks that run and wait for their end; TIMEOUT_EXCEEDED if it does not come."""
        with self._changed:
            found = [one for one in self._running.values() if which(one.task)]
        for one in found:
            one.cancellation.cancel()
        end = time.monotonic() + timeout
        for one in found:
            if not one.ended.wait(max(end - time.monotonic(), 0.0)):
                raise Error(Code.TIMEOUT_EXCEEDED, f"Background task {one.task.name} does not end.")

    def wait_idle(self, table: str, timeout: float) -> bool:
        """Whether the table's tasks ended, and no new ones came up, within that many seconds."""
        end = time.monotonic() + timeout

        def idle() -> bool:
            busy = table in self._woken or table in self._asked
            return not busy and all(key[0] != table for key in self._running)

        with self._changed:
            return self._changed.wait_for(idle, max(end - time.monotonic(), 0.0))

    def end(self) -> None:
        """Begin nothing any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def stop(self) -> None:
        """Cancel everything and end the threads."""
        self.end()
        with self._changed:
            running = list(self._running.values())
        for one in running:
            one.cancellation.cancel()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        for one in running:
            one.ended.wait(_FAREWELL_SECONDS)
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    # --- the thread -----------------------------------------------------------------------

    def _loop(self) -> None:
        while (tables := self._next()) is not None:
            for table in tables:
                self._ask(table)
            if time.monotonic() - self._looked >= self._recheck:
                self._take_over()

    def _take_over(self) -> None:
        """Ask also about the tables that others left."""
        try:
            for table in self._look():
                self._ask(table)
        except Exception as error:  # noqa: BLE001  # the next look may go well
            self._record(Task(Pool.COMMON, "", "looking for work", _nothing), error)
        self._looked = time.monotonic()

    def _next(self) -> list[str] | None:
        """The tables to ask about, after waiting for a wake; None at the end."""
        with self._changed:
            if not self._woken and not self._stopped:
                # Until the next look is due: a wake in between does not put it off.
                self._changed.wait(max(self._looked + self._recheck - time.monotonic(), 0.0))
            if self._stopped:
                return None
            return list(self._woken or sorted(self._watched))

    def _ask(self, table: str) -> None:
        with self._changed:
            # Taken before the question: a wake during it leads to another question.
            self._woken.pop(table, None)
            self._asked.add(table)
        for source in self._sources:
            try:
                for task in source(table, self._free()):
                    self._start(task)
            except Exception as error:  # noqa: BLE001  # one table's trouble is not another's
                self._record(Task(Pool.COMMON, table, "planning", _nothing), error)
        with self._changed:
            self._asked.discard(table)
            self._changed.notify_all()

    def pools(self) -> Mapping[Pool, tuple[int, int]]:
        """How many threads of each pool work, and how many there are."""
        with self._changed:
            busy = [one.task.pool for one in self._running.values()]
        return {pool: (busy.count(pool), size) for pool, size in self._sizes.items()}

    def _free(self) -> dict[Pool, int]:
        pools = self.pools()
        return {pool: max(size - busy, 0) for pool, (busy, size) in pools.items()}

    def _start(self, task: Task) -> None:
        with self._changed:
            full = self._busy(task.pool) >= self._sizes[task.pool]
            if self._stopped or full or task.key in self._running or self._pausing(task):
                return
            one = self._running[task.key] = Running(task)
            if task.pool not in self._pools:
                name = f"background-{task.pool}"
                self._pools[task.pool] = ThreadPoolExecutor(self._sizes[task.pool], name)
            self._pools[task.pool].submit(self._run, one)

    def _busy(self, pool: Pool) -> int:
        return sum(one.task.pool == pool for one in self._running.values())

    def _pausing(self, task: Task) -> bool:
        return self._pauses.get(task.key, (0, 0.0))[1] > time.monotonic()

    # --- the pools' threads ---------------------------------------------------------------

    def _run(self, one: Running) -> None:
        try:
            one.cancellation.check()
            one.task.run(one.cancellation)
            with self._changed:
                self._pauses[one.task.key] = (0, time.monotonic() + one.task.pause)
        except Exception as error:  # noqa: BLE001  # recorded, shown and tried again
            self._record(one.task, error)
        finally:
            with self._changed:
                del self._running[one.task.key]
                if one.task.table in self._watched:
                    self._woken[one.task.table] = None  # there may be more to do
                self._changed.notify_all()
            one.ended.set()

    def _record(self, task: Task, error: Exception) -> None:
        """Keep the failure; the next try comes after a pause that doubles with each one."""
        with self._changed:
            self.failures.append(Failure(task, time.time(), error))
            count = self._pauses.get(task.key, (0, 0.0))[0] + 1
            pause = min(2.0 ** (count - 1), _LONGEST_PAUSE)
            self._pauses[task.key] = (count, time.monotonic() + pause)


def _nothing(_: Cancellation) -> None:
    """The task of a failure that happened before there was one."""
