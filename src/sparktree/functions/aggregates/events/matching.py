"""Events of one moment that stand for conditions, each for one: in many cells of events at once.

Which events stand for conditions is changed along ways to events that stand for none: how far each
event is from such a one is told for all events of all cells, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places, Words

Table = npt.NDArray[np.int64]  # of a cell and an event, or of a cell and a condition
Flags = npt.NDArray[np.bool_]

_FAR = 1 << 30


@dataclass(frozen=True)
class Matched:
    """Up to which condition the events of a cell lead from each, and whether, of a cell, the
    condition a way begins with and the one reached, the last one is met once more."""

    reach: Table
    again: Flags


def matched(met: Words, sizes: Places, count: int) -> Matched:
    """The ways through cells of so many events, which meet these of so many conditions."""
    met, sizes = _without_repeats(met, sizes, count)
    starts = np.cumsum(sizes) - sizes
    reach = np.tile(np.arange(count) - 1, (len(sizes), 1))
    again = np.zeros((len(sizes), count, count), np.bool_)
    widths = np.frexp(np.maximum(sizes, 1) - 0.5)[1]  # cells of similar sizes are taken together
    for width in np.unique(widths).tolist():
        cells = np.flatnonzero(widths == width)
        places = np.arange(int(sizes[cells].max()))
        inside = places < sizes[cells][:, None]
        table = np.where(inside, met[np.where(inside, starts[cells][:, None] + places, 0)], 0)
        for first in range(count):
            _fill(table.astype(np.uint64), first, cells, reach, again)
    return Matched(reach, again)


def _without_repeats(met: Words, sizes: Places, count: int) -> tuple[Words, Places]:
    """Without those events of one kind that are no help: between the first ones of the cell, which
    are as many as there are conditions, and the last one."""
    cells = np.repeat(np.arange(len(sizes)), sizes)
    order = np.lexsort((met, cells))
    kinds, of = met[order], cells[order]
    new = np.ones(len(met), np.bool_)
    new[1:] = (kinds[1:] != kinds[:-1]) | (of[1:] != of[:-1])
    places = np.arange(len(met))
    rank = places - np.maximum.accumulate(np.where(new, places, 0))
    kept = np.sort(order[(rank <= count) | np.append(new[1:], True)])
    return met[kept], np.bincount(cells[kept], minlength=len(sizes))


def _fill(met: Words, first: int, cells: Places, reach: Table, again: Flags) -> None:
    """What the ways are that begin with one condition."""
    taken = np.full(met.shape, -1, np.int64)  # the condition that each event stands for
    for step in range(first, reach.shape[1]):
        level = _levels(met, taken, step - first)
        able = met >> np.uint64(step) & np.uint64(1) == 1
        fits = able & (level < _FAR)
        some = fits.any(axis=1)
        if not some.all():
            cells, met, taken = cells[some], met[some], taken[some]
            level, able, fits = level[some], able[some], fits[some]
        if not len(cells):
            return
        chosen = np.argmax(fits, axis=1)
        last = met.shape[1] - 1 - np.argmax(able[:, ::-1], axis=1)
        reach[cells, first] = step
        again[cells, first, step] = chosen < last
        _take(met, taken, level, chosen, step)


def _levels(met: Words, taken: Table, most: int) -> Table:
    """How many events have to stand for other conditions before each one stands for none."""
    free = (taken < 0) & (met > 0)
    level = np.where(free, 0, _FAR)
    shifts = np.maximum(taken, 0).astype(np.uint64)
    for distance in range(1, most + 1):
        near = np.bitwise_or.reduce(np.where(level < distance, met, np.uint64(0)), axis=1)
        found = (level == _FAR) & (taken >= 0) & (near[:, None] >> shifts & np.uint64(1) == 1)
        if not found.any():
            break
        level[found] = distance
    return level


def _take(met: Words, taken: Table, level: Table, chosen: Places, step: int) -> None:
    """Let the chosen events stand for a condition; those that they stood for get others."""
    rows, events = np.arange(len(met)), chosen
    conditions = np.full(len(met), step)
    while len(rows):
        before = taken[rows, events]
        taken[rows, events] = conditions
        moved = before >= 0
        rows, conditions = rows[moved], before[moved]
        able = met[rows] >> conditions.astype(np.uint64)[:, None] & np.uint64(1) == 1
        events = np.argmin(np.where(able, level[rows], _FAR + 1), axis=1) if len(rows) else rows
