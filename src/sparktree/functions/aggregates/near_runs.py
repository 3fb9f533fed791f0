"""Runs of equal elements of two samples, in which elements that are near each other count as equal.

ClickHouse goes through both samples in order. If the next elements of both are near each other, it
takes them, and with each those of its own sample that are near it; otherwise it takes the lesser.
So elements are joined only within chains, of which each element is near the next.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sparktree.functions.aggregates.ranks import Flags
from sparktree.functions.core.list_rows import Counts, Floats

_TOLERANCE = 1e-7

# How many elements of the first and of the second sample each run has, and the list it is of.
Shared = tuple[Counts, Counts, Counts]


def joined(values: Floats, first: Counts, second: Counts, rows: Counts) -> Shared:
    """Runs of the same elements, by the different values in each list in rising order."""
    if np.isinf(values).any():
        values, first, second, rows = _infinite_apart(values, first, second, rows)
    linked = (np.diff(values) <= _TOLERANCE) & (np.diff(rows) == 0)
    if not linked.any():
        return first, second, rows
    chains = np.concatenate([[0], np.cumsum(~linked)])
    heads = np.flatnonzero(np.concatenate([[True], ~linked]))
    both = (np.add.reduceat(first, heads) > 0) & (np.add.reduceat(second, heads) > 0)
    both &= np.diff(heads, append=len(values)) > 1
    inside = both[chains]
    if not inside.any():
        return first, second, rows
    numbers = np.cumsum(both)[chains[inside]] - 1
    x = _Side(values[inside], first[inside], numbers)
    y = _Side(values[inside], second[inside], numbers)
    found, *taken = _in_order_of_chains(x, y)
    chain = np.concatenate([chains[~inside], np.flatnonzero(both)[found]])
    order = np.argsort(chain, kind="stable")
    first, second = (
        np.concatenate([counts[~inside], more])[order]
        for counts, more in zip((first, second), taken, strict=True)
    )
    return first, second, rows[heads[chain[order]]]


def _infinite_apart(
    values: Floats, first: Counts, second: Counts, rows: Counts
) -> tuple[Floats, Counts, Counts, Counts]:
    """Infinite elements are not near others of their sample: they are taken in pairs."""
    pairs = np.where(np.isinf(values), np.minimum(first, second), 0)
    of = np.repeat(np.arange(len(values)), pairs + ((first > pairs) | (second > pairs)))
    place = np.arange(len(of)) - np.searchsorted(of, of)
    paired = place < pairs[of]
    first, second = (np.where(paired, 1, (counts - pairs)[of]) for counts in (first, second))
    return values[of], first, second, rows[of]


class _Side:
    """The values of one sample in chains, and where those of each chain begin and end."""

    def __init__(self, values: Floats, counts: Counts, chains: Counts) -> None:
        has = counts > 0
        self.values, self.chains = values[has], chains[has]
        self.before = np.concatenate([[0], np.cumsum(counts[has])])
        bounds = np.searchsorted(self.chains, np.arange(chains[-1] + 2))
        self.starts, self.ends = bounds[:-1], bounds[1:]

    def reach(self) -> Counts:
        """Behind which values those that are near each value end."""

        def near(places: Counts) -> Flags:
            return np.abs(self.values[places] - self.values) <= _TOLERANCE

        return _until(np.arange(len(self.values)), self.ends[self.chains], near)

    def less(self, other: _Side) -> Counts:
        """For each value of the other side, behind which values those far below it end."""
        starts, ends = self.starts[other.chains], self.ends[other.chains]

        def below(places: Counts) -> Flags:
            values = self.values[places]
            return (values < other.values) & (np.abs(values - other.values) >= _TOLERANCE)

        return _until(starts, ends, below)


def _until(low: Counts, high: Counts, holds: Callable[[Counts], Flags]) -> Counts:
    """The first places between two at which something does not hold any more."""
    while (open_ := low < high).any():
        middle = np.where(open_, (low + high) // 2, 0)
        held = holds(middle)
        low, high = np.where(open_ & held, middle + 1, low), np.where(open_ & ~held, middle, high)
    return low


def _in_order_of_chains(x: _Side, y: _Side) -> Shared:
    """The runs of all chains, in the order in which they are taken, behind the chain of each."""
    reaches, below = (x.reach(), y.reach()), (x.less(y), y.less(x))
    at_x, at_y = x.starts.copy(), y.starts.copy()
    chains, steps = np.arange(len(at_x)), []
    while len(chains):
        i, j = at_x[chains], at_y[chains]
        near = np.abs(x.values[i] - y.values[j]) < _TOLERANCE
        less = x.values[i] < y.values[j]
        next_x = np.where(near, reaches[0][i], np.where(less, below[0][j], i))
        next_y = np.where(near, reaches[1][j], np.where(less, j, below[1][i]))
        steps.append((chains, x.before[next_x] - x.before[i], y.before[next_y] - y.before[j]))
        at_x[chains], at_y[chains] = next_x, next_y
        chains = chains[(next_x < x.ends[chains]) & (next_y < y.ends[chains])]
    rest_x, rest_y = x.before[x.ends] - x.before[at_x], y.before[y.ends] - y.before[at_y]
    left = np.flatnonzero((rest_x > 0) | (rest_y > 0))
    steps.append((left, rest_x[left], rest_y[left]))
    found, first, second = (np.concatenate(column) for column in zip(*steps, strict=True))
    return found, first, second
