"""Histograms of streams of numbers (Ben-Haim, Tom-Tov), those of all groups side by side."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.core.list_tables import by_width

_STREAMED = 1 << 16  # so many points are fused one by one; more are fused with neighbours first
_MORE = 256  # points that a group must have more than others to be done by itself
_FAR = float(np.finfo(np.float64).max) / 4
_LAST_DIGITS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class Points:
    """The points of many groups, one group behind the other: where, and of how many values."""

    means: Floats
    weights: Floats
    sizes: Counts

    @property
    def starts(self) -> Counts:
        """Where the points of every group begin."""
        return np.cumsum(self.sizes) - self.sizes


def histograms(lists: ListRows, most: int) -> Points:
    """Of every list no more than so many points."""
    points = _thinned(lists)
    sizes, starts = points.sizes, points.starts
    means, weights = np.zeros((len(sizes), most)), np.zeros((len(sizes), most))
    counts = np.minimum(sizes, most)
    great = _great(lists, most)
    for row in np.flatnonzero(great):
        own = slice(starts[row], starts[row] + sizes[row])
        left = _alone(points.means[own].tolist(), points.weights[own].tolist(), most)
        means[row, : len(left)], weights[row, : len(left)] = np.array(left).T
    for rows in by_width(np.where(great, 0, np.minimum(sizes, 2 * most))):
        _stream(points, rows, means, weights)
    return _unique(means, weights, counts)


def _great(lists: ListRows, most: int) -> npt.NDArray[np.bool_]:
    """The groups for which vectors are not worth their while: the few that have many more points
    than all others, and those of numbers so far apart that gaps may be infinite."""
    few = 8 + 24 // most
    edge = int(np.partition(lists.sizes, -few)[-few]) if len(lists.sizes) >= few else 0
    great = lists.sizes > edge + _MORE
    if np.abs(lists.values).max(initial=0.0) > _FAR:
        great |= np.bincount(lists.rows, np.abs(lists.values) > _FAR, len(great)) > 0
    return great


def _thinned(lists: ListRows) -> Points:
    """The points, of each list few enough to be fused one by one."""
    great = np.flatnonzero(lists.sizes > _STREAMED)
    if not len(great):
        return Points(lists.values, np.ones(len(lists.values)), lists.sizes)
    parts = np.split(lists.values, lists.starts[1:])
    heavy = [np.ones(0)] * len(parts)
    for row in great:  # each is a vector by itself
        ordered = np.sort(parts[row])
        starts = np.linspace(0, len(ordered), _STREAMED, endpoint=False).astype(np.int64)
        heavy[row] = np.diff(np.append(starts, len(ordered))).astype(np.float64)
        parts[row] = np.add.reduceat(ordered, starts) / heavy[row]
    sizes = np.minimum(lists.sizes, _STREAMED)
    weights = np.ones(int(sizes.sum()))
    ends = np.cumsum(sizes)
    for row in great:
        weights[ends[row] - _STREAMED : ends[row]] = heavy[row]
    return Points(np.concatenate(parts), weights, sizes)


# --- one group ----------------------------------------------------------------------------------


def _alone(means: list[float], weights: list[float], most: int) -> list[tuple[float, float]]:
    """The points of one great group."""
    points: list[tuple[float, float]] = []
    for point in zip(means, weights, strict=True):
        points.append(point)
        if len(points) >= most * 2:
            points = _fused(points, most)
    return _fused(points, most)


def _fused(points: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """The points, the nearest neighbours made one until so many are left."""
    points = sorted(points, key=lambda point: point[0])
    size = len(points)
    after = list(range(1, size + 1))
    before = list(range(-1, size - 1))
    alive = [True] * size
    queue = [(points[i + 1][0] - points[i][0], i) for i in range(size - 1)]
    heapq.heapify(queue)
    left = size
    while left > most and queue:
        gap, i = heapq.heappop(queue)
        j = after[i]
        if not alive[i] or j >= size or points[j][0] - points[i][0] > gap:
            continue
        points[i] = _together(points[i], points[j])
        alive[j] = False
        after[i] = after[j]
        if after[i] < size:
            before[after[i]] = i
            heapq.heappush(queue, (points[after[i]][0] - points[i][0], i))
        if before[i] >= 0:
            heapq.heappush(queue, (points[i][0] - points[before[i]][0], before[i]))
        left -= 1
    return [point for point, kept in zip(points, alive, strict=True) if kept]


def _together(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    weight = one[1] + other[1]
    return one[0] + other[1] * (other[0] - one[0]) / weight, weight


# --- groups side by side ------------------------------------------------------------------------


def _stream(points: Points, groups: Counts, means: Floats, weights: Floats) -> None:
    """Fill the tables for some groups. In every round a group takes points until it has twice as
    many as are left in the end, or all of them, and then fuses."""
    most = means.shape[1]
    groups = groups[np.argsort(-points.sizes[groups], kind="stable")]
    sizes, starts = points.sizes[groups], points.starts[groups]
    taken, kept = 0, 0
    while len(groups):
        room = min(int(sizes[0]) - taken, 2 * most - kept)
        columns = np.arange(room)
        inside = columns < (sizes - taken)[:, None]
        places = np.where(inside, starts[:, None] + (taken + columns), 0)
        table = np.concatenate(
            [means[groups, :kept], np.where(inside, points.means[places], np.inf)], axis=1
        )
        heavy = np.concatenate([weights[groups, :kept], points.weights[places]], axis=1)
        order = np.argsort(table, axis=1, kind="stable")
        counts = np.minimum(sizes - taken, room) + kept
        table, heavy = np.take_along_axis(table, order, 1), np.take_along_axis(heavy, order, 1)
        if table.shape[1] > most:
            table, heavy = _fuse(table, heavy, counts, most)
        means[groups, : table.shape[1]], weights[groups, : table.shape[1]] = table, heavy
        taken, kept = taken + room, most
        active = int(np.searchsorted(-sizes, -taken))
        groups, sizes, starts = groups[:active], sizes[:active], starts[:active]


def _fuse(means: Floats, weights: Floats, counts: Counts, most: int) -> tuple[Floats, Floats]:
    """Rows of points in order, rows with more of them first: in every step each row that has too
    many makes its two nearest neighbours one."""
    rows, width = means.shape
    span = width + 2  # two more points, far away, are the neighbours of the last and the first
    ends = np.tile([np.inf, -np.inf], (rows, 1))
    mean = np.concatenate([means, ends], axis=1).ravel()
    weight = np.concatenate([weights, np.zeros((rows, 2))], axis=1).ravel()
    weight[np.isinf(mean)] = 0
    gap = np.diff(mean, append=0.0)
    gap[~np.isfinite(gap)] = np.inf
    after, before = np.arange(1, len(mean) + 1), np.arange(-1, len(mean) - 1)
    firsts = np.arange(rows) * span
    before[firsts] = firsts + span - 1
    for step in range(int(counts[0]) - most):
        active = int(np.searchsorted(-counts, -step - most))
        one = firsts[:active] + gap[: active * span].reshape(active, span).argmin(axis=1)
        other = after[one]
        beyond, previous = after[other], before[one]
        total = weight[one] + weight[other]
        joined = mean[one] + weight[other] * (mean[other] - mean[one]) / total
        mean[one], weight[one], weight[other] = joined, total, 0
        after[one], before[beyond] = beyond, one
        gap[other], gap[one] = np.inf, mean[beyond] - joined
        gap[previous] = joined - mean[previous]
    alive = weight > 0
    kept = np.arange(most) < counts[:, None]
    tables = np.zeros((2, rows, most))
    tables[0][kept], tables[1][kept] = mean[alive], weight[alive]
    return tables[0], tables[1]


# --- the result ---------------------------------------------------------------------------------


def _same(one: Floats, other: Floats) -> npt.NDArray[np.bool_]:
    """Whether two neighbours differ in the last digits alone."""
    return np.asarray(one + 10 * (one + other) * _LAST_DIGITS >= other)


def _unique(means: Floats, weights: Floats, counts: Counts) -> Points:
    """The points of the tables' rows; neighbours that are nearly the same are one."""
    inside = np.arange(means.shape[1]) < counts[:, None]
    doubled = np.flatnonzero((_same(means[:, :-1], means[:, 1:]) & inside[:, 1:]).any(axis=1))
    last = np.zeros(len(doubled), np.int64)
    for column in range(1, int(counts[doubled].max(initial=0))):
        some = column < counts[doubled]
        rows, at = doubled[some], last[some]
        mean, weight = means[rows, column], weights[rows, column]
        kept, heavy = means[rows, at], weights[rows, at]
        same = _same(kept, mean)
        total = heavy + weight
        at = at + ~same
        means[rows, at] = np.where(same, kept + weight * (mean - kept) / total, mean)
        weights[rows, at] = np.where(same, total, weight)
        last[some] = at
    counts = counts.copy()
    counts[doubled] = last + 1
    inside = np.arange(means.shape[1]) < counts[:, None]
    return Points(means[inside], weights[inside], counts)


def bars(points: Points, lows: Floats, highs: Floats) -> Floats:
    """The lower end, the upper end and the height of each point's bar."""
    means, weights = points.means, points.weights
    first, last = np.zeros(len(means), np.bool_), np.zeros(len(means), np.bool_)
    some = points.sizes > 0
    first[points.starts[some]] = True
    last[(points.starts + points.sizes)[some] - 1] = True
    before, after = np.roll(means, 1), np.roll(means, -1)
    start = np.where(first, np.repeat(lows, points.sizes), (means + before) / 2)
    end = np.where(last, np.repeat(highs, points.sizes), (means + after) / 2)
    below = np.where(first, weights, (np.roll(weights, 1) + weights * 3) / 4)
    above = np.where(last, weights, (np.roll(weights, -1) + weights * 3) / 4)
    return np.stack([start, end, (below + above) / 2], axis=1).ravel()
