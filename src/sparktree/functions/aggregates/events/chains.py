"""Chains of events in which every event stands once, found in the events of all rows at once.

An event may meet several conditions, and which of them it stands for is decided by who else could
stand for the others. That only matters among events of one moment, since all the others of a chain
are earlier or later. So a row is cut into cells, its moments: for each of them it is known from
which condition to which one its events lead, and the best chain before a cell is the latest one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.aggregates.events.arrays import Events, Flags
from sparktree.functions.aggregates.events.matching import matched
from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.hashes.hash_arrays import int_hash64

Table = npt.NDArray[np.int64]  # of a cell and a condition


def longest_distinct_chains(
    events: Events, window: int, count: int, modes: Collection[str]
) -> Places:
    """How many conditions were met one after the other, each by an event of its own."""
    cells = _Cells.of(events)
    if not len(cells.starts):
        return np.zeros(len(events.sizes), np.int64)
    ways = _ways(events, cells, count, alone="strict_increase" in modes)
    chains = _Chains(cells, ways, np.uint64(window % (1 << 64)), len(events.sizes))
    firsts = np.stack([chains.first(step) for step in range(count)])
    ends = _ends(events, cells, ways, chains, firsts, modes)
    # A condition counts if it was met before the row ended.
    found = _order(firsts, np.arange(count)[:, None], count) <= ends
    return np.asarray((found * np.arange(1, count + 1)[:, None]).max(axis=0), np.int64)


def _order(cells: Places, steps: Places | int, count: int) -> Places:
    """In which order the conditions of all cells are looked at; -1: an event without any."""
    return np.asarray(cells * (count + 1) + steps + 1, np.int64)


# --- cells ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Cells:
    """The events of one row and one moment: which of all events they are, and their row."""

    starts: Places
    sizes: Places
    rows: Places
    moments: Words
    firsts: Places  # the first cell of the row of every cell

    @classmethod
    def of(cls, events: Events) -> _Cells:
        total = len(events.moments)
        rows, moments = events.rows, events.moments
        new = np.ones(total, np.bool_)
        new[1:] = (rows[1:] != rows[:-1]) | (moments[1:] != moments[:-1])
        starts = np.flatnonzero(new)
        of_row = np.bincount(rows[starts], minlength=len(events.sizes))
        firsts = np.repeat(np.cumsum(of_row) - of_row, of_row)
        sizes = np.diff(np.append(starts, total))
        return cls(starts, sizes, rows[starts], moments[starts], firsts)

    def counted(self, some: Flags) -> Places:
        """How many of some events each cell has."""
        return np.asarray(np.add.reduceat(some.astype(np.int64), self.starts), np.int64)


@dataclass(frozen=True)
class _Ways:
    """Up to which condition the events of a cell lead from each, and where one comes once more."""

    reach: Table
    again: npt.NDArray[np.bool_]  # of a cell, the condition a way begins with, and the one reached
    met: Table  # how many events meet a condition


def _ways(events: Events, cells: _Cells, count: int, *, alone: bool) -> _Ways:
    """The ways through all cells; `alone`: a cell makes one step at most."""
    met = np.stack([cells.counted(_bit(events.met, step)) for step in range(count)], axis=1)
    reach = np.empty((len(cells.starts), count), np.int64)
    following = np.full(len(cells.starts), count - 1)
    for step in range(count - 1, -1, -1):
        following = np.where(met[:, step] > 0, step if alone else following, step - 1)
        reach[:, step] = following
    again = np.repeat((met > 1)[:, None, :], count, axis=1)
    several = cells.counted(events.met & (events.met - np.uint64(1)) != 0) > 0
    if several.any() and not alone:
        _match(_as_they_came(events, cells), cells, np.flatnonzero(several), reach, again)
    return _Ways(reach, again, met)


def _as_they_came(events: Events, cells: _Cells) -> Words:
    """The conditions met by the events of every cell, in the order in which they came."""
    cell = np.repeat(np.arange(len(cells.sizes)), cells.sizes)
    return events.met[np.lexsort((events.came, cell))]


def _bit(met: Words, step: int) -> Flags:
    return np.asarray(met >> np.uint64(step) & np.uint64(1) == 1)


def _match(
    met: Words, cells: _Cells, some: Places, reach: Table, again: npt.NDArray[np.bool_]
) -> None:
    """Fill in the cells whose events meet several conditions; equal cells are looked at once."""
    count = reach.shape[1]
    place = np.arange(len(met)) - np.repeat(cells.starts, cells.sizes)
    hashes = int_hash64(met | place.astype(np.uint64) << np.uint64(32))
    with np.errstate(over="ignore"):
        sums = np.add.reduceat(hashes, cells.starts)[some]
    _, examples, which = np.unique(sums, return_index=True, return_inverse=True)
    cells_of = some[examples]
    sizes = cells.sizes[cells_of]
    within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    found = matched(met[np.repeat(cells.starts[cells_of], sizes) + within], sizes, count)
    reach[some], again[some] = found.reach[which], found.again[which]


# --- chains ---------------------------------------------------------------------------------------


class _Chains:
    """The latest chain up to every condition that ends in every cell: the cell that it began in."""

    def __init__(self, cells: _Cells, ways: _Ways, window: np.uint64, rows: int) -> None:
        self._cells, self._ways, self._window, self._rows = cells, ways, window, rows
        count = ways.reach.shape[1]
        self._all = np.arange(len(cells.starts))
        self.open: list[Places] = [self._all]  # what a way from each condition goes on with, or -1
        self.best: list[Places] = []
        for step in range(count):
            best = np.full(len(self._all), -1)
            for first in range(step + 1):
                leads = ways.reach[:, first] >= step
                best = np.where(leads, np.maximum(best, self.open[first]), best)
            self.best.append(best)
            self.open.append(self._before(best))

    def _before(self, best: Places) -> Places:
        """The latest chain of earlier cells of the row that the window still lets go on."""
        latest = np.maximum.accumulate(np.concatenate([[-1], best[:-1]]))
        with np.errstate(over="ignore"):
            until = self._cells.moments[np.maximum(latest, 0)] + self._window
        fits = (latest >= self._cells.firsts) & (self._cells.moments <= until)
        return np.where(fits, latest, -1)

    def first(self, step: int) -> Places:
        """The first cell of every row in which a chain reaches the condition."""
        found = np.full(self._rows, _NEVER)
        reached = np.flatnonzero(self.best[step] >= 0)
        np.minimum.at(found, self._cells.rows[reached], reached)
        return found

    def repeats(self, step: int) -> Flags:
        """Whether in a cell a condition is met once more after a chain has reached it."""
        found = np.zeros(len(self._all), np.bool_)
        for first in range(step + 1):
            leads = (self._ways.reach[:, first] >= step) & (self.open[first] >= 0)
            found |= leads & self._ways.again[:, first, step]
        return found


_NEVER = (1 << 62) // 64  # a cell behind all others


def _ends(
    events: Events,
    cells: _Cells,
    ways: _Ways,
    chains: _Chains,
    firsts: Table,
    modes: Collection[str],
) -> Places:
    """Where a mode ends a row: behind that, nothing counts."""
    count = len(firsts)
    ends = np.full(firsts.shape[1], _order(np.array(_NEVER - 1), 0, count))
    places = np.arange(len(cells.starts))

    def end(broken: Flags, step: int) -> None:
        np.minimum.at(ends, cells.rows[broken], _order(places[broken], step, count))

    if "strict_order" in modes:
        begun = firsts[0][cells.rows]
        end((cells.counted(events.met == 0) > 0) & (begun < places), -1)
        for step in range(1, count) if "allow_reentry" not in modes else ():
            early = firsts[step - 1][cells.rows] > places
            end((ways.met[:, step] > 0) & (begun <= places) & early, step)
    if "strict_deduplication" in modes:
        for step in range(1, count):
            reached = firsts[step][cells.rows]
            later = (ways.met[:, step] > 0) & (reached < places)
            end(later | ((reached == places) & chains.repeats(step)), step)
    return ends
