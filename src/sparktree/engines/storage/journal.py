"""What happens in an engine: the queries that run, events and errors counted, and logs."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Mapping
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
    total_rows: int = 0
    kind: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    cancelled: bool = False
    client: Client = LOCAL


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
        self._events: dict[str, int] = {}
        self._errors: dict[str, CountedError] = {}

    def enter(self, query: RunningQuery) -> None:
        """The query runs from now on; its id is its own as long as it does."""
        with self._lock:
            if self.running.setdefault(query.query_id, query) is not query:
                raise Error(
                    Code.QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING,
                    f"Query with id = {query.query_id} is already running.",
                )

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
