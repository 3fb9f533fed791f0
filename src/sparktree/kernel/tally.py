"""Rows that go by, counted by the kernel while it computes: what EXPLAIN ANALYZE shows."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql


class Tallies:
    """Rows by what they are counted under, in this process, until somebody takes the counts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def add(self, name: str, rows: int) -> None:
        """So many rows went by."""
        with self._lock:
            self._counts[name] += rows

    def take(self, beginning: str = "") -> Mapping[str, int]:
        """What was counted under names with a beginning, and is forgotten."""
        if not self._counts:
            return {}
        with self._lock:
            names = [name for name in self._counts if name.startswith(beginning)]
            return {name: self._counts.pop(name) for name in names}


TALLIES = Tallies()


@arrow_function("st_tally", ("VARCHAR", "DOUBLE"), "BOOLEAN", side_effects=True)
def _tally(name: pa.ChunkedArray, row: pa.ChunkedArray) -> pa.Array:
    names = whole(name)
    if len(names):
        TALLIES.add(names[0].as_py(), len(names))
    return pa.repeat(True, len(names))


def counted(rows: str, name: str) -> str:
    """SQL of the rows of other SQL, which are counted.

    A number that differs by row, as otherwise one call would do for all; what has side effects in a
    list of columns keeps conditions from outside where they are.
    """
    call = _tally(sql.string(name), Sql("random()"))
    return f"SELECT * EXCLUDE (st_by) FROM (SELECT *, {call} AS st_by FROM ({rows})) WHERE st_by"
