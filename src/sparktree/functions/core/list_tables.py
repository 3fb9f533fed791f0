"""Lists of many sizes as few tables: those of about one size are the rows of one table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.list_rows import Counts, Floats, ListRows

Flags = npt.NDArray[np.bool_]


def by_width(sizes: Counts) -> Iterator[Counts]:
    """The places of sizes that are not 0, together where a table wastes no more than half."""
    classes = np.frexp(np.maximum(sizes - 1, 0).astype(np.float64))[1]
    for number in np.unique(classes[sizes > 0]):
        yield np.flatnonzero((classes == number) & (sizes > 0))


def _table(lists: ListRows, rows: Counts) -> tuple[Counts, Flags]:
    """The places of the elements of some lists as a table, and which of them are there."""
    sizes = lists.sizes[rows]
    columns = np.arange(int(sizes.max()))
    inside = columns < sizes[:, None]
    return np.where(inside, lists.starts[rows][:, None] + columns, 0), inside


def sums_from_start(lists: ListRows) -> Floats:
    """The sum of a list from its first element up to each, added one by one."""
    if len(lists.sizes) == 1:
        return np.asarray(np.cumsum(lists.values), np.float64)
    found = np.empty(len(lists.values))
    for rows in by_width(lists.sizes):
        places, inside = _table(lists, rows)
        table = np.cumsum(lists.values[places], axis=1)
        found[places[inside]] = table[inside]
    return found


def in_order(lists: ListRows) -> Counts:
    """The places of the elements in the order of every list; equal ones as they came."""
    if len(lists.sizes) == 1:
        return np.argsort(lists.values, kind="stable")
    found = np.empty(len(lists.values), np.int64)
    for rows in by_width(lists.sizes):
        places, inside = _table(lists, rows)
        table = np.where(inside, lists.values[places], np.nan)
        order = np.argsort(table, axis=1, kind="stable")
        found[places[inside]] = np.take_along_axis(places, order, 1)[inside]
    return found


def least_and_greatest(lists: ListRows) -> tuple[Floats, Floats]:
    """The least and the greatest element of every list, 0 where there is none."""
    least, most = np.zeros(len(lists.sizes)), np.zeros(len(lists.sizes))
    some = lists.sizes > 0
    if some.any():
        least[some] = np.minimum.reduceat(lists.values, lists.starts[some])
        most[some] = np.maximum.reduceat(lists.values, lists.starts[some])
    return least, most
