"""Fault points: places where tests let the process die, as a crash would, or hold it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "SPARKTREE_FAULT_POINT"


class Hold:
    """A point at which the first to reach it waits; `reached` tells that somebody does."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.released = threading.Event()
        self._first = threading.Lock()

    def wait(self) -> None:
        """Wait, unless somebody else does already or did."""
        if self._first.acquire(blocking=False):
            self.reached.set()
            self.released.wait()


_HOLDS: dict[str, Hold] = {}


@contextmanager
def held(point: str) -> Iterator[Hold]:
    """Who is first to reach the point waits until `released` is set, or the block ends."""
    hold = _HOLDS[point] = Hold()
    try:
        yield hold
    finally:
        del _HOLDS[point]
        hold.released.set()


def reach(point: str) -> None:
    """Die here, with no chance to clean up, if the environment names this point; wait if held."""
    if os.environ.get(VARIABLE) == point:
        os.kill(os.getpid(), signal.SIGKILL)
    hold = _HOLDS.get(point)
    if hold is not None:
        hold.wait()
