"""Granules in the order in which an ordering by keys needs them.

A task reads some, and goes on only as long as granules begin before the last row that is wanted of
those that it has found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.domain import Array, Mask, same_kind, scalar, values_of
from sparktree.parts.reader import PartScan, RowRange
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class QueueKey:
    """One key of the ordering: where each granule begins, and which way the key is read."""

    begins: Array
    descending: bool
    type: Type


@dataclass(frozen=True, slots=True)
class GranuleQueue:
    """The granules, first those that may hold any key (`free` of them), then by their keys."""

    parts: Array  # the number of each granule's part among those of the query
    rows: Array  # the first row of each granule in its part, and the one behind its last
    keys: tuple[QueueKey, ...]
    free: int
    strict: bool  # a row that equals the last one wanted is not wanted any more
    rows_wanted: int  # rows
    sure: bool  # they are surely there

    @classmethod
    def sorted(
        cls, parts: Array, rows: Array, keys: Sequence[QueueKey], rank: Array, free: Mask,
        *, strict: bool, wanted: int, sure: bool,
    ) -> GranuleQueue:  # fmt: skip
        """Granules with their places in the ordering; `free` are those that may hold any key."""
        order = np.lexsort((rank, ~free))
        sorted_keys = tuple(replace(key, begins=key.begins[order]) for key in keys)
        count = int(np.count_nonzero(free))
        return cls(parts[order], rows[order], sorted_keys, count, strict, wanted, sure)

    @classmethod
    def stored(cls, scans: Sequence[PartScan], wanted: int) -> GranuleQueue:
        """The granules as they are stored, for rows of which any will do."""
        rows = [_granules(scan) for scan in scans]
        numbers = np.repeat([scan.index for scan in scans], [len(one) for one in rows])
        return cls(
            numbers, np.concatenate(rows), (), 0, strict=True, rows_wanted=wanted, sure=False
        )

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def sizes(self) -> Array:
        """The rows of each granule."""
        sizes: Array = self.rows[:, 1] - self.rows[:, 0]
        return sizes

    @property
    def likely_rows(self) -> int:
        """About how many rows must be read: all, if conditions may leave few of them."""
        return self.rows_wanted if self.sure else int(self.sizes.sum())

    def cut(self, count: int, together: int) -> list[GranuleQueue]:
        """Shares that all begin early: `together` rows each, in turns."""
        turns = (np.cumsum(self.sizes) - self.sizes) // together % count
        masks = (turns == number for number in range(count))
        return [self._only(mask) for mask in masks if mask.any()]

    def _only(self, mask: Mask) -> GranuleQueue:
        keys = tuple(replace(key, begins=key.begins[mask]) for key in self.keys)
        free = int(np.count_nonzero(mask[: self.free]))
        return replace(self, parts=self.parts[mask], rows=self.rows[mask], keys=keys, free=free)

    def ranges(self, start: int, end: int) -> dict[int, list[RowRange]]:
        """The rows of some granules, by the number of their part; neighbours are one range."""
        parts, rows = self.parts[start:end], self.rows[start:end]
        found: dict[int, list[RowRange]] = {}
        for number in np.unique(parts):
            of = rows[parts == number]
            of = of[np.argsort(of[:, 0])]
            new = np.append(True, of[1:, 0] != of[:-1, 1])
            last = np.append(new[1:], True)
            pairs = zip(of[new, 0].tolist(), of[last, 1].tolist(), strict=True)
            found[int(number)] = list(pairs)
        return found

    def next(self, start: int, rows: int, last: pa.Table | None) -> int:
        """Where a step that begins at `start` ends, of about so many rows.

        `last` is the key of the last row that is wanted of those found so far, if they are enough:
        granules that begin behind it are not needed.
        """
        end = int(np.searchsorted(np.cumsum(self.sizes[start:]), rows)) + 1 + start
        end = min(max(end, self.free), len(self))
        if last is None:
            return end
        return min(end, self.free + int(np.count_nonzero(self._before(last)[self.free :])))

    def _before(self, last: pa.Table) -> Mask:
        """Which granules begin before a key, or at it where that may matter."""
        before = np.zeros(len(self), dtype=np.bool_)
        equal = np.ones(len(self), dtype=np.bool_)
        for key, column in zip(self.keys, last.columns, strict=False):
            value = values_of(column, key.type)
            assert value is not None
            begins, bound = same_kind(key.begins, value.data)
            end = scalar(bound[0])
            less = begins > end if key.descending else begins < end
            before |= equal & np.asarray(less, dtype=np.bool_)
            equal &= np.asarray(begins == end, dtype=np.bool_)
        return before if self.strict else before | equal


def _granules(scan: PartScan) -> Array:
    """The rows of each granule that a scan reads."""
    starts = np.array(scan.part.granules.starts(), dtype=np.int64)
    rows: Array = np.stack([starts[:-1], starts[1:]], axis=1)
    if scan.ranges is None:
        return rows
    read = [rows[np.searchsorted(starts, b) : np.searchsorted(starts, e)] for b, e in scan.ranges]
    return np.concatenate(read)
