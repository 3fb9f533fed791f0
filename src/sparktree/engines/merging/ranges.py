"""Key ranges: parts cut where their primary indexes say, so that equal keys stay together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from sparktree.engines.writing.sorted_block import Rows
from sparktree.parts.reader import PartScan, RowRange
from sparktree.parts.sorting import sorted_groups


@dataclass(frozen=True, slots=True)
class KeyRange:
    """The rows of some parts whose primary key is at least `low` and less than `high`.

    Bounds are tables of one row; None is no bound. The scans hold whole granules: rows of them may
    lie outside.
    """

    scans: tuple[PartScan, ...]
    low: pa.Table | None = None
    high: pa.Table | None = None

    @property
    def rows(self) -> int:
        """How many rows are read."""
        return sum(scan.rows for scan in self.scans)

    @property
    def alone(self) -> bool:
        """Whether one part has all the rows, and none outside the bounds."""
        return len(self.scans) == 1 and self.low is None and self.high is None


def key_ranges(
    scans: Sequence[PartScan],
    indexes: Sequence[pa.Table],
    descending: Sequence[bool],
    goal: int,
) -> list[KeyRange]:
    """Ranges of about `goal` rows; their order is the order of the keys.

    `indexes` are the primary indexes of the scans' parts; `descending` says it of each key.
    """
    whole = [KeyRange(tuple(scans))] if scans else []
    total = sum(scan.rows for scan in scans)
    if total <= goal or not all(index.num_columns for index in indexes):
        return whole
    marks = pa.concat_tables(indexes).combine_chunks()
    ranks = _ranks(marks, descending)
    bounds = _bounds(scans, indexes, ranks, max(goal, 1))
    if not len(bounds):
        return whole
    keys = {int(rank): int(row) for row, rank in reversed(list(enumerate(ranks)))}
    rows = [marks.slice(keys[int(rank)], 1) for rank in bounds]
    own = np.split(ranks, np.cumsum([index.num_rows for index in indexes])[:-1])
    lows, highs = [None, *bounds], [*bounds, None]
    found = []
    for place, (low, high) in enumerate(zip(lows, highs, strict=True)):
        pieces = [_piece(s, r, low, high) for s, r in zip(scans, own, strict=True)]
        kept = tuple(piece for piece in pieces if piece is not None)
        low_row = rows[place - 1] if place else None
        high_row = rows[place] if place < len(rows) else None
        if kept:
            found.append(KeyRange(kept, low_row, high_row))
    return found


def _ranks(marks: pa.Table, descending: Sequence[bool]) -> Rows:
    """For each mark the number of different marks before it."""
    keys = [(c.chunk(0), d) for c, d in zip(marks.columns, descending, strict=False)]
    order, starts = sorted_groups(keys, marks.num_rows)
    sizes = np.diff(np.append(starts, marks.num_rows))
    in_order = np.repeat(np.arange(len(starts)), sizes)
    if order is None:
        return in_order
    ranks = np.empty_like(in_order)
    ranks[order] = in_order
    return ranks


def _bounds(scans: Sequence[PartScan], indexes: Sequence[pa.Table], ranks: Rows, goal: int) -> Rows:
    """The ranks at which enough rows have come together; a granule counts at its first mark."""
    weights = np.concatenate([_weights(s, i.num_rows) for s, i in zip(scans, indexes, strict=True)])
    by_rank = np.bincount(ranks, weights=weights)
    before = np.cumsum(by_rank) - by_rank
    number = (before // goal).astype(np.int64)
    found: Rows = np.flatnonzero(np.diff(number, prepend=0) > 0)
    return found


def _weights(scan: PartScan, marks: int) -> Rows:
    """The rows that the scan wants of each granule, and 0 for the mark of the last row."""
    starts = np.array(scan.part.granules.starts())
    if scan.ranges is None:
        wanted = np.diff(starts)
    else:
        wanted = sum(
            (np.clip(starts[1:], b, e) - np.clip(starts[:-1], b, e) for b, e in scan.ranges),
            start=np.zeros(len(starts) - 1, dtype=np.int64),
        )
    return np.append(wanted, 0)[:marks]


def _piece(scan: PartScan, ranks: Rows, low: int | None, high: int | None) -> PartScan | None:
    """The granules that can hold keys of the range."""
    starts = scan.part.granules.starts()
    first = 0 if low is None else int(np.searchsorted(ranks[1:], low, side="left"))
    last = len(starts) - 1 if high is None else int(np.searchsorted(ranks[:-1], high, side="left"))
    if first >= last:
        return None
    begin, end = starts[first], starts[last]
    wanted: Sequence[RowRange] = scan.ranges if scan.ranges is not None else ((0, scan.part.rows),)
    kept = tuple((max(b, begin), min(e, end)) for b, e in wanted if b < end and e > begin)
    if not kept:
        return None
    return replace(scan, ranges=None if kept == ((0, scan.part.rows),) else kept)


def shortened(index: pa.Table, lengths: Sequence[int | None]) -> pa.Table:
    """A primary index cut to the shortest of some keys; rows that are equal in them meet."""
    shortest = min((length for length in lengths if length is not None), default=index.num_columns)
    return index.select(range(min(shortest, index.num_columns)))


def row_ranges(scans: Sequence[PartScan], goal: int) -> list[KeyRange]:
    """Pieces of about `goal` rows one after the other, for rows that no key orders."""
    found = []
    for scan in scans:
        wanted = scan.ranges if scan.ranges is not None else ((0, scan.part.rows),)
        for begin, end in wanted:
            for start in range(begin, end, goal):
                piece = ((start, min(start + goal, end)),)
                found.append(KeyRange((replace(scan, ranges=piece),)))
    return found


def clusters(
    scans: Sequence[PartScan], indexes: Sequence[pa.Table], descending: Sequence[bool]
) -> list[list[PartScan]]:
    """The parts in groups whose keys overlap; parts of different groups have no key in common."""
    if len(scans) < 2 or not all(index.num_columns for index in indexes):
        return [list(scans)] if scans else []
    ranks = _ranks(pa.concat_tables(indexes).combine_chunks(), descending)
    own = np.split(ranks, np.cumsum([index.num_rows for index in indexes])[:-1])
    found: list[list[int]] = []
    reached = -1
    for number in sorted(range(len(scans)), key=lambda n: int(own[n][0])):
        if found and own[number][0] <= reached:
            found[-1].append(number)
        else:
            found.append([number])
        reached = max(reached, int(own[number][-1]))
    # Inside a group the older part stays before the newer one.
    return [[scans[number] for number in sorted(group)] for group in found]
