"""Statements that run in threads of their own, and waiting for what they do."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import sparktree

PATIENCE = 60.0
_POOL = ThreadPoolExecutor(16)
_NEVER = threading.Event()


def start(db: sparktree.Engine, statement: str, database: str = "default") -> "Future[str]":
    """The statement in a session and thread of its own."""
    return _POOL.submit(lambda: _query(db, statement, database))


def _query(db: sparktree.Engine, statement: str, database: str) -> str:
    session = db.session()
    session.query(f"USE {database}")
    return session.query(statement).text()


def eventually(condition: Callable[[], bool]) -> None:
    """Until the condition holds; a test that waits in vain fails."""
    for _ in range(int(PATIENCE / 0.01)):
        if condition():
            return
        _NEVER.wait(0.01)
    raise AssertionError("This never came true.")


def error_of(future: "Future[str]") -> str:
    """The name of the error that the statement ended with."""
    error = future.exception(PATIENCE)
    assert isinstance(error, sparktree.Error), error
    return error.name
