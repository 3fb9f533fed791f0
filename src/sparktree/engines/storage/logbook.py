"""Rows of system.query_log and system.part_log on their way into the catalog, in batches."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.logs import KEPT_ROWS
from sparktree.catalog.records import LogRow
from sparktree.errors import Code, Error

FLUSH_SECONDS = 7.5  # as ClickHouse's flush_interval_milliseconds
FLUSH_ROWS = 1_000


class Logbook:
    """Collects rows; they are written when enough of them wait, or after a while, or on demand."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._lock = threading.Lock()
        self._waiting: dict[str, list[LogRow]] = {}
        self._count = 0
        self._flushed = time.monotonic()

    def add(self, log: str, kind: str, values: Mapping[str, object], moment: float) -> None:
        """One row: what happened and when, the other columns in `values`."""
        row = LogRow(moment, kind, json.dumps(values))
        with self._lock:
            self._waiting.setdefault(log, []).append(row)
            self._count += 1
            due = self._count >= FLUSH_ROWS or time.monotonic() - self._flushed > FLUSH_SECONDS
        if due:
            self.flush_if_room()

    def flush(self) -> None:
        """Write what waits; what SYSTEM FLUSH LOGS does."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
            self._count = 0
            self._flushed = time.monotonic()
        while waiting:
            log, rows = next(iter(waiting.items()))
            try:
                self._catalog.logs.append(log, rows)
            except BaseException:
                self._keep(waiting)
                raise
            del waiting[log]

    def flush_if_room(self) -> None:
        """Write what waits, or keep it: no statement fails because the catalog's disk is full."""
        try:
            self.flush()
        except Error as error:
            if error.code != Code.NOT_ENOUGH_SPACE:
                raise

    def _keep(self, rows: Mapping[str, list[LogRow]]) -> None:
        """Rows that could not be written wait on, before those that came meanwhile."""
        with self._lock:
            for log, first in rows.items():
                self._waiting[log] = [*first, *self._waiting.get(log, ())][-KEPT_ROWS:]

    def read(self, log: str) -> list[LogRow]:
        """The rows of a log in their order, also those that the catalog has no room for."""
        self.flush_if_room()
        with self._lock:
            waiting = list(self._waiting.get(log, ()))
        return [*self._catalog.logs.read(log), *waiting]
