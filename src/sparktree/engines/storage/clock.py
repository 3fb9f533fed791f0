"""The engine's clock: what TTL and now() go by."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

VARIABLE = "SPARKTREE_CLOCK_AHEAD"


class Clock:
    """The time of the catalog, which may be another than the machine's; tests put it some seconds
    ahead."""

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now or time.time
        self.ahead = float(os.environ.get(VARIABLE, 0))

    def __call__(self) -> float:
        """Seconds since the epoch."""
        return self._now() + self.ahead

    def at(self, moment: float) -> float:
        """What this clock showed at a moment of the machine's time."""
        return moment + (self() - time.time())
