"""Granules that are read one after another: the first rows of an ordering are never missed."""

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from sparktree.engines.reading.granule_queue import GranuleQueue, QueueKey
from sparktree.types import INT64

Row = tuple[int, int]
ROWS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), min_size=1, max_size=12)


def _queue(parts: list[list[Row]], granule: int, wanted: int, down: tuple[bool, bool]) -> tuple[
    GranuleQueue, list[list[Row]]
]:  # fmt: skip
    """Sorted parts cut into granules, and the rows of each part in the order of reading."""
    signs = [-1 if one else 1 for one in down]

    def place(row: Row) -> Row:
        return row[0] * signs[0], row[1] * signs[1]

    ordered = [sorted(part, key=place) for part in parts]
    cuts = [
        (number, begin, min(begin + granule, len(part)))
        for number, part in enumerate(ordered)
        for begin in range(0, len(part), granule)
    ]
    first = [ordered[number][begin] for number, begin, _ in cuts]
    rank = np.argsort(np.argsort([place(row)[0] * 100 + place(row)[1] for row in first]))
    keys = [
        QueueKey(np.array([row[i] for row in first], dtype=np.int64), down[i], INT64)
        for i in range(2)
    ]
    queue = GranuleQueue.sorted(
        np.array([number for number, _, _ in cuts]),
        np.array([(begin, end) for _, begin, end in cuts]),
        keys, rank, np.zeros(len(cuts), dtype=np.bool_), strict=True, wanted=wanted, sure=True,
    )  # fmt: skip
    return queue, ordered


def _walked(queue: GranuleQueue, parts: list[list[Row]], down: tuple[bool, bool]) -> list[Row]:
    """The rows that a task finds which reads as the queue says."""
    found: list[Row] = []
    start, rows = 0, 0
    last = None
    while (end := queue.next(start, max(rows, queue.rows_wanted), last)) > start:
        for number, ranges in queue.ranges(start, end).items():
            found += [row for begin, stop in ranges for row in parts[number][begin:stop]]
        found.sort(key=lambda row: [-v if d else v for v, d in zip(row, down, strict=True)])
        rows, start = rows + int(queue.sizes[start:end].sum()), end
        nth = found[queue.rows_wanted - 1 : queue.rows_wanted]
        last = pa.table([[row[i] for row in nth] for i in range(2)], ["a", "b"]) if nth else None
    return found[: queue.rows_wanted]


@given(
    parts=st.lists(ROWS, min_size=1, max_size=4),
    granule=st.integers(1, 4),
    wanted=st.integers(1, 15),
    down=st.tuples(st.booleans(), st.booleans()),
    shares=st.integers(1, 3),
    together=st.integers(1, 6),
)
def test_walking_through_granules_finds_the_first_rows(
    parts: list[list[Row]], granule: int, wanted: int, down: tuple[bool, bool],
    shares: int, together: int,
) -> None:  # fmt: skip
    queue, ordered = _queue(parts, granule, wanted, down)

    def place(row: Row) -> list[int]:
        return [-v if d else v for v, d in zip(row, down, strict=True)]

    pieces = queue.cut(shares, together)
    assert sum(len(piece) for piece in pieces) == len(queue)
    found = [row for piece in pieces for row in _walked(piece, ordered, down)]
    expected = sorted((row for part in parts for row in part), key=place)[:wanted]
    assert sorted(found, key=place)[:wanted] == expected


def test_granules_behind_the_last_row_are_not_read() -> None:
    parts = [[(0, n) for n in range(10)], [(1, n) for n in range(10)]]
    queue, _ = _queue(parts, 5, 3, (False, False))
    assert queue.next(0, 3, None) == 1
    assert queue.next(1, 5, pa.table([[0], [2]], ["a", "b"])) == 1
    assert queue.next(1, 5, pa.table([[0], [6]], ["a", "b"])) == 2
