"""Sorted rows with their runs of equal keys, which is all that a merging rule sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.connection import whole
from sparktree.parts.layout import KeyLayout
from sparktree.parts.sorting import sort_order, sorted_groups
from sparktree.parts.string_words import Words

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SortedBlock:
    """Rows in order of the sorting key, of equal keys the older first; `starts` begin the runs."""

    rows: pa.Table
    starts: Rows

    @property
    def lasts(self) -> Rows:
        """The last row of each run."""
        ends = np.append(self.starts[1:], self.rows.num_rows) if len(self.starts) else self.starts
        return ends - 1

    @property
    def groups(self) -> Rows:
        """The number of its run, for every row."""
        sizes = np.diff(np.append(self.starts, self.rows.num_rows))
        return np.repeat(np.arange(len(self.starts)), sizes)

    @property
    def single(self) -> bool:
        """Whether no two rows have equal keys."""
        return bool(len(self.starts) == self.rows.num_rows)

    def column(self, name: str) -> npt.NDArray[np.int64]:
        """A small integer column."""
        values: npt.NDArray[np.int64] = (
            self.rows[name].to_numpy(zero_copy_only=False).astype(np.int64)
        )
        return values

    def take(self, rows: Rows) -> pa.Table:
        """Some of the rows."""
        if len(rows) == self.rows.num_rows:
            return self.rows
        return self.rows.take(pa.array(rows))


class Merging(Protocol):
    """An engine's rule; picklable, for it runs inside tasks."""

    @property
    def needs(self) -> tuple[str, ...]:
        """Columns that the rule reads beside the key."""
        ...

    @property
    def shows(self) -> tuple[str, int] | None:
        """A column and the value that it must have for FINAL to show a row."""
        ...

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """What is left of the rows; `final` if they go to a reader, not into a part."""
        ...


def sorted_block(
    rows: pa.Table, keys: Sequence[KeyLayout], begin: int = 0, end: int | None = None
) -> SortedBlock:
    """The rows in order, with their runs; of them those from `begin` to `end`, where runs begin."""
    end = rows.num_rows if end is None else end
    rows = rows.combine_chunks()
    order, starts = sorted_groups(_arrays(rows, keys), rows.num_rows)
    inside = starts[(starts >= begin) & (starts < end)] - begin
    return SortedBlock(_rows_between(rows, order, begin, end), inside)


def sorted_rows(
    rows: pa.Table, keys: Sequence[KeyLayout], begin: int = 0, end: int | None = None
) -> pa.Table:
    """The rows in order; of them those from `begin` to `end`."""
    end = rows.num_rows if end is None else end
    rows = rows.combine_chunks()
    return _rows_between(rows, sort_order(_arrays(rows, keys)), begin, end)


def _arrays(rows: pa.Table, keys: Sequence[KeyLayout]) -> list[tuple[pa.Array, bool]]:
    return [(whole(rows[key.input]), key.descending) for key in keys]


def _rows_between(rows: pa.Table, order: Words | None, begin: int, end: int) -> pa.Table:
    if order is None:
        return rows.slice(begin, end - begin)
    return rows.take(pa.array(order[begin:end]))
