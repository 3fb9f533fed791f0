"""A piece of background work, and how it is told to stop."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from sparktree.background.pools import Pool
from sparktree.errors import Code, Error
from sparktree.spark.queries import cancel as cancel_query


class Cancellation:
    """Tells a task to stop: between its steps by `check`, inside a Spark job by the job's id."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._query_id: str | None = None
        self._hooks: list[Callable[[], None]] = []

    @property
    def query_id(self) -> str:
        """The id for the next Spark job."""
        return str(uuid.uuid4())

    @property
    def cancelled(self) -> bool:
        """Whether the task is to stop."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Stop the task, and the Spark job that it waits for."""
        self._cancelled.set()
        with self._lock:
            for hook in self._hooks:
                hook()
            if self._query_id is not None:
                cancel_query(self._query_id)

    def on_cancel(self, hook: Callable[[], None]) -> None:
        """Call something when the task is to stop, or now if it is already."""
        with self._lock:
            self._hooks.append(hook)
        if self.cancelled:
            hook()

    def watch(self, query_id: str) -> None:
        """The task starts a Spark job under this id; one that comes too late never starts."""
        with self._lock:
            self._query_id = query_id
        self.check()

    def check(self) -> None:
        """ABORTED if the task is to stop."""
        if self.cancelled:
            raise Error(Code.ABORTED, "Cancelled merging parts")


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do for a table; of two tasks with one key only one runs at a time."""

    pool: Pool
    table: str  # the UUID
    name: str  # e.g. `merge all_1_5_1`
    run: Callable[[Cancellation], None]
    partition_id: str = ""
    pause: float = 0.0  # seconds before a task of the same key may run again

    @property
    def key(self) -> tuple[str, str]:
        """What tells the task from others."""
        return self.table, self.name


@dataclass(slots=True)
class Running:
    """A task in its thread."""

    task: Task
    cancellation: Cancellation = field(default_factory=Cancellation)
    ended: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Failure:
    """What became of a task that failed."""

    task: Task
    moment: float
    error: Exception
