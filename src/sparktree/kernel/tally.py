"""Rows that go by, counted by the kernel while it computes: what EXPLAIN ANALYZE shows."""

from __future__ import annotations

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.counts import Counts
from sparktree.kernel.sql import Sql

TALLIES = Counts()  # rows by what they are counted under


@arrow_function("st_tally", ("VARCHAR", "DOUBLE"), "BOOLEAN", side_effects=True)
def _tally(name: pa.ChunkedArray, row: pa.ChunkedArray) -> pa.Array:
    names = whole(name)
    if len(names):
        TALLIES.count(names[0].as_py(), len(names))
    return pa.repeat(True, len(names))


def counted(rows: str, name: str) -> str:
    """SQL of the rows of other SQL, which are counted.

    A number that differs by row, as otherwise one call would do for all; what has side effects in a
    list of columns keeps conditions from outside where they are.
    """
    call = _tally(sql.string(name), Sql("random()"))
    return f"SELECT * EXCLUDE (st_by) FROM (SELECT *, {call} AS st_by FROM ({rows})) WHERE st_by"
