"""What happens in an engine: the queries that run, events and errors counted, and logs."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from sparktree.engines.storage.client import LOCAL, Client
from sparktree.engines.storage.logbook import Logbook
from sparktree.errors import Code, Error


@dataclass(slots=True)
class RunningQuery:
    """A query that runs now: a row of system.processes."""

    query_id: str
    text: str
    user: str
    database: str
    started: float = field(default_factory=time.time)
    rows: int = 0
    bytes: int = 0
    peak_memory: int = 0  # of the kernel, in the task that needed most
    total_rows: int = 0
    kind: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    cancelled: bool = False
    client: Client = LOCAL
    priority: int = 0  # 1 goes first; 0: it neither waits for others nor they for it
    resting: bool = False  # it waits for others to do its work, and takes no room


@dataclass(frozen=True, slots=True)
class Room:
    """How many queries may run at once, by the settings of one that begins; 0 means any number."""

    queries: int = 0
    patience: float = 0.0  # seconds that it waits where so many run
    of_all_users: int = 0
    of_user: int = 0


@dataclass(frozen=True, slots=True)
class CountedError:
    """How often an error happened, and how it was worded last."""

    name: str
    count: int
    last: float
    message: str


class Journal:
    """Shared by all sessions of an engine; only the logs outlive the process."""

    def __init__(self, logs: Logbook) -> None:
        self.logs = logs
        self.host = socket.gethostname()
        self.started = time.time()
        self.running: dict[str, RunningQuery] = {}
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)  # of the queries that run
        self._events: dict[str, int] = {}
        self._errors: dict[str, CountedError] = {}

    def enter(self, query: RunningQuery, room: Room | None = None) -> None:
        """The query runs from now on, if there is room; its id is its own as long as it does."""
        with self._changed:
            if room is not None:
                self._make_room(query, room)
            if self.running.setdefault(query.query_id, query) is not query:
                raise Error(
                    Code.QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING,
                    f"Query with id = {query.query_id} is already running.",
                )

    def _make_room(self, query: RunningQuery, room: Room) -> None:
        """TOO_MANY_SIMULTANEOUS_QUERIES if there is none, at last after a wait."""

        def fits() -> bool:
            return self._busy() < room.queries

        if room.queries and not fits() and not self._changed.wait_for(fits, room.patience):
            raise _too_many(f". Maximum: {room.queries}")
        busy = self._busy()
        if 0 < room.of_all_users <= busy:
            raise _too_many(f" for all users. Current: {busy}, maximum: {room.of_all_users}")
        own = self._busy(query.user)
        if 0 < room.of_user <= own:
            raise _too_many(f" for user {query.user}. Current: {own}, maximum: {room.of_user}")

    def _busy(self, user: str | None = None) -> int:
        """How many queries take room, of one user or of all."""
        running = self.running.values()
        return sum(not one.resting and user in (None, one.user) for one in running)

    def leave(self, query_id: str) -> None:
        """The query has ended."""
        with self._changed:
            self.running.pop(query_id, None)
            self._changed.notify_all()

    @contextmanager
    def resting(self, query_id: str) -> Iterator[None]:
        """The query waits for work of others: meanwhile it takes no room."""
        self._set_resting(query_id, resting=True)
        try:
            yield
        finally:
            self._set_resting(query_id, resting=False)

    def _set_resting(self, query_id: str, *, resting: bool) -> None:
        with self._changed:
            query = self.running.get(query_id)
            if query is not None:
                query.resting = resting
            self._changed.notify_all()

    def give_way(self, query_id: str, priority: int, patience: float) -> None:
        """Wait while queries of a higher priority run, at most so many seconds."""

        def alone() -> bool:
            return not any(
                0 < one.priority < priority and one.query_id != query_id
                for one in self.running.values()
            )

        if priority:
            with self._changed:
                self._changed.wait_for(alone, patience)

    def count(self, event: str, amount: int = 1) -> None:
        """Count something that system.events shows."""
        with self._lock:
            self._events[event] = self._events.get(event, 0) + amount

    def events(self) -> Mapping[str, int]:
        """How often things happened since the start."""
        with self._lock:
            return dict(self._events)

    def count_error(self, error: Error) -> None:
        """Count an error for system.errors."""
        with self._lock:
            known = self._errors.get(error.name)
            count = known.count + 1 if known is not None else 1
            self._errors[error.name] = CountedError(error.name, count, time.time(), error.message)

    def errors(self) -> list[CountedError]:
        """The errors since the start, by name."""
        with self._lock:
            return [self._errors[name] for name in sorted(self._errors)]


def _too_many(rest: str) -> Error:
    return Error(Code.TOO_MANY_SIMULTANEOUS_QUERIES, f"Too many simultaneous queries{rest}")
