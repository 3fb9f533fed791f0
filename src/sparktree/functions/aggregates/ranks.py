"""The order of the numbers in each of many lists, and their ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.core.list_tables import by_width

Flags = npt.NDArray[np.bool_]
Table = npt.NDArray[Any]

_LAST = np.iinfo(np.int64).max


def _along(values: Table, sizes: Counts, change: Callable[[Table], Table], filler: float) -> Table:
    """What a function makes of all the lists, as rows of tables that end with a filler."""
    widest = int(sizes.max(initial=0))
    if len(values) == widest * len(sizes):
        return change(values.reshape(-1, max(1, widest))).ravel()
    chosen, found = np.zeros(len(sizes), np.bool_), np.empty(0)
    for rows in by_width(sizes):
        chosen[:] = False
        chosen[rows] = True
        elements = np.repeat(chosen, sizes)
        inside = np.arange(sizes[rows].max()) < sizes[rows][:, None]
        table = np.full(inside.shape, filler, values.dtype)
        table[inside] = values[elements]
        changed = change(table)
        if not len(found):
            found = np.empty(len(values), changed.dtype)
        found[elements] = changed[inside]
    return found


def ordered(lists: ListRows) -> Floats:
    """The elements of each list in order, NaN at the end."""
    return _along(lists.values, lists.sizes, lambda table: np.sort(table, axis=1), np.nan)


def _keys(values: Floats) -> Counts:
    """Integers in the order of the values: both zeros are one, so are all NaN, which come last."""
    plain = values + 0.0
    np.copyto(plain, np.nan, where=np.isnan(plain))
    bits = plain.view(np.int64)
    return np.asarray(bits ^ ((bits >> 63) & _LAST), np.int64)


@dataclass(frozen=True, slots=True)
class Runs:
    """The elements of lists in order, and the runs of equal ones among them.

    `order` are the places of the elements; `starts`, `counts` and `rows` tell of each run where it
    begins there, how many elements it has and which list it is of.
    """

    order: Counts
    starts: Counts
    counts: Counts
    rows: Counts

    @classmethod
    def of(cls, lists: ListRows) -> Runs:
        """Those of the elements of each list."""
        keys, rows = _keys(lists.values), lists.rows
        order = _along(keys, lists.sizes, lambda table: np.argsort(table, axis=1), _LAST)
        if len(lists.sizes) > 1:
            order = order + lists.starts[rows]
        keys = keys[order]
        new = np.ones(len(keys), np.bool_)
        np.not_equal(keys[1:], keys[:-1], out=new[1:])
        new[lists.starts[lists.sizes > 0]] = True
        starts = np.flatnonzero(new)
        return cls(order, starts, np.diff(starts, append=len(keys)), rows[starts])

    def ranks(self, lists: ListRows) -> Floats:
        """The rank of every element in its list, equal ones sharing theirs."""
        ends = self.starts + self.counts - lists.starts[self.rows]
        found = np.empty(len(self.order))
        found[self.order] = np.repeat(ends - (self.counts - 1) / 2, self.counts)
        return found

    def ties(self, lists: ListRows) -> Floats:
        """By how much equal elements make the ranks of each list vary less: 1 without such."""
        counts, sizes = self.counts.astype(np.float64), lists.sizes.astype(np.float64)
        equal = np.bincount(self.rows, counts * counts * counts - counts, minlength=len(sizes))
        return np.where(sizes > 1, 1 - equal / (sizes * sizes * sizes - sizes), 1.0)
