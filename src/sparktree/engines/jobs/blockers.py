"""What SYSTEM STOP and START switch: kinds of background work, for one table or for all."""

from __future__ import annotations

import threading


class Blockers:
    """The stopped actions of one engine; `SYSTEM STOP MERGES` and the like."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stopped: set[tuple[str, str | None]] = set()

    def stop(self, action: str, table: str | None = None) -> None:
        """No new work of the kind, for the table (its UUID) or for every one that there is."""
        with self._lock:
            self._stopped.add((action, table))

    def start(self, action: str, table: str | None = None) -> None:
        """Work of the kind again; without a table for every one, also those stopped by name."""
        with self._lock:
            if table is None:
                self._stopped = {one for one in self._stopped if one[0] != action}
            else:
                self._stopped.discard((action, table))

    def stopped(self, action: str, table: str) -> bool:
        """Whether the table must not do it now."""
        with self._lock:
            return (action, None) in self._stopped or (action, table) in self._stopped
