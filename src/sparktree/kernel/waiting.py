"""Functions that wait (sleep): a wait ends when its statement is stopped."""

import threading
import time

from sparktree.errors import Code, Error

_STEP = 0.05  # seconds
_lock = threading.Lock()
_stopped: set[str] = set()


def stop(query_id: str) -> None:
    """The waits of a statement end."""
    with _lock:
        _stopped.add(query_id)


def forget(query_id: str) -> None:
    """Nothing of the statement waits any more."""
    with _lock:
        _stopped.discard(query_id)


def wait(seconds: float, query_id: str) -> None:
    """So many seconds; QUERY_WAS_CANCELLED as soon as the statement is stopped."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if query_id in _stopped:
            raise Error(Code.QUERY_WAS_CANCELLED, "Query was cancelled.")
        time.sleep(min(left, _STEP))
