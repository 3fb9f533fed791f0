"""The engine's clock: what TTL and now() go by."""

from __future__ import annotations

import os
import time

VARIABLE = "SPARKTREE_CLOCK_AHEAD"


class Clock:
    """The time of the machine; tests put it some seconds ahead."""

    def __init__(self) -> None:
        self.ahead = float(os.environ.get(VARIABLE, 0))

    def __call__(self) -> float:
        """Seconds since the epoch."""
        return self.at(time.time())

    def at(self, moment: float) -> float:
        """What this clock showed at a moment of the machine's time."""
        return moment + self.ahead
