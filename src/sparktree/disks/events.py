"""What reading from disks counts in this process, until somebody takes the counts."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping


class DiskEvents:
    """Events under ClickHouse's names."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def count(self, event: str, amount: int = 1) -> None:
        """It happened."""
        with self._lock:
            self._counts[event] += amount

    def add(self, events: Mapping[str, int]) -> None:
        """So much happened elsewhere."""
        if events:
            with self._lock:
                self._counts.update(events)

    def take(self) -> Mapping[str, int]:
        """What happened since this was asked last."""
        if not self._counts:
            return {}
        with self._lock:
            taken, self._counts = self._counts, Counter()
        return dict(taken)


DISK_EVENTS = DiskEvents()
