"""What all protocols of a server share: the engine, sessions, threads, and room for queries."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from sparktree.errors import Code, Error
from sparktree.server.sessions import Sessions
from sparktree.session import Engine
from sparktree.settings.config import Config
from sparktree.settings.server import server_settings
from sparktree.sql.ast import Node
from sparktree.sql.statements.insert import Insert

# Threads for requests; each waits for its statement or its client. More requests wait for one.
_THREADS = 512
_FRAMES = -20  # of a traceback: the last ones; a deep recursion has thousands
_SHOWN = 100  # characters of an id that a client gave to its query


class Slots:
    """The statements that run, which the end of the server waits for."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = 0

    @contextmanager
    def taken(self) -> Iterator[None]:
        """One of them, while the caller runs a statement."""
        with self._changed:
            self._taken += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken -= 1
                self._changed.notify_all()

    def wait_empty(self, seconds: float) -> bool:
        """Whether no query runs any more within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._taken, seconds)


class Serving:
    """A running server, as the protocols see it."""

    def __init__(self, engine: Engine, config: Config) -> None:
        self.engine, self.config = engine, config
        chosen = server_settings(config.text)
        self.chosen = chosen
        self.display_name = chosen.display_name or engine.services.journal.host
        self.slots = Slots()
        self.sessions = Sessions(chosen.default_session_timeout, chosen.max_session_timeout)
        self._threads = ThreadPoolExecutor(_THREADS, "request")

    def run(self, work: Callable[..., object], *arguments: object) -> None:
        """Do something that takes its time in a thread; what fails unexpectedly is told."""

        def guarded() -> None:
            try:
                work(*arguments)
            except Exception:  # noqa: BLE001  # a request must not take the server with it
                log_failure()

        self._threads.submit(guarded)

    def close(self) -> None:
        """End the sessions and the threads."""
        self.sessions.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def refuse_infile(statement: Node) -> None:
    """The file of FROM INFILE is the client's: the server must not read one of its own."""
    if isinstance(statement, Insert) and statement.infile is not None:
        message = "Query has infile and was send directly to server"
        raise Error(Code.UNKNOWN_TYPE_OF_QUERY, message)


def log_failure() -> Error:
    """Tell the exception that is being handled in the server's log, and what its client is told."""
    log(f"Unexpected failure:\n{traceback.format_exc(limit=_FRAMES)}")
    return Error(Code.LOGICAL_ERROR, "Unexpected failure")


def log_departure(query_id: str) -> None:
    """A client that does not wait for its answer is nothing unusual: one line of the log."""
    log(f"Query {query_id[:_SHOWN]!a}: its client went away.")


def log(text: str) -> None:
    """A line of the server's log."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
