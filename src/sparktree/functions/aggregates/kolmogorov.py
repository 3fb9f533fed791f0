"""The Kolmogorov-Smirnov test: the distances of distributions, and how likely they are."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from sparktree.functions.aggregates.near_runs import joined
from sparktree.functions.aggregates.ranks import Flags, Runs
from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.core.list_tables import sums_from_start
from sparktree.functions.numbers.distributions import exp

_TOLERANCE = 1e-7
_SCALE = 1 / 0.398942280401432677939946059934  # the root of 2 pi, as ClickHouse has it
_LARGEST = np.iinfo(np.int32).max
_CELLS = 1 << 15  # points of one diagonal of the lattices that are computed at once
_BLOCK = 64  # diagonals whose limits are computed at once


# --- distances ------------------------------------------------------------------------------------


def distances(values: ListRows, second: Flags, m: Counts, n: Counts) -> tuple[Floats, Floats]:
    """The least and the greatest distance of the distributions of two samples in each list.

    They are added up step by step as ClickHouse does it. Behind the last element of a sample one
    step is taken for all that is left of the other.
    """
    runs = Runs.of(values)
    of_second = np.add.reduceat(second[runs.order], runs.starts, dtype=np.int64)
    different = values.values[runs.order[runs.starts]]
    of_first, of_second, rows = joined(different, runs.counts - of_second, of_second, runs.rows)
    unordered = np.bincount(values.rows[np.isnan(values.values) & ~second], minlength=len(m)) > 0
    walked = ~unordered[rows]
    for counts, sizes in ((of_first, m), (of_second, n)):
        before = np.cumsum(counts) - counts - (np.cumsum(sizes) - sizes)[rows]
        walked &= before < sizes[rows]
    rows, of_first, of_second = rows[walked], of_first[walked], of_second[walked]
    up, down = 1 / m, 1 / n
    walk, seen, often = _walk(of_first, of_second, up[rows], -down[rows])
    left = [
        np.where(unordered, 0, size - np.bincount(rows, counts, minlength=len(m)))
        for size, counts in ((m, of_first), (n, of_second))
    ]
    lengths = np.bincount(rows, often, minlength=len(m)).astype(np.int64)
    return _extremes(walk, seen, lengths, up * left[0] - down * left[1])


def _walk(
    first: Counts, second: Counts, rises: Floats, falls: Floats
) -> tuple[Floats, Flags, Counts]:
    """The steps of runs of equal elements, after which of them the distance is looked at, and how
    many a run takes: two if it is of both samples, otherwise as many as it has elements."""
    shared = (first > 0) & (second > 0)
    often = np.where(shared, 2, first + second)
    walk = np.repeat(np.where(first > 0, rises, falls), often)
    seen = np.ones(len(walk), np.bool_)
    twice = (np.cumsum(often) - often)[shared]
    walk[twice], walk[twice + 1] = (rises * first)[shared], (falls * second)[shared]
    seen[twice] = False
    return walk, seen, often


def _extremes(walk: Floats, seen: Flags, sizes: Counts, last: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest of the sums that are seen, and of those after the last step."""
    some = sizes > 0
    ends = np.cumsum(sizes)
    found = [last.copy(), last.copy()]
    if len(walk):
        sums = sums_from_start(ListRows(walk, sizes))
        found = [np.where(some, sums[ends - 1], 0.0) + last] * 2
        starts = (ends - sizes)[some]
        for i, (reduce, never) in enumerate(((np.minimum, math.inf), (np.maximum, -math.inf))):
            reached = found[i].copy()
            within = reduce.reduceat(np.where(seen, sums, never), starts)
            reached[some] = reduce(reached[some], within)
            found[i] = reached
    return found[0], found[1]


def is_exact(method: str, m: Counts, n: Counts) -> Flags:
    """Whether the probability is counted in a lattice, which must not be too large."""
    if method == "auto":
        return np.maximum(m, n) <= 10000
    common = np.gcd(m, n)
    return (m // common < _LARGEST // (n // common)) & (method == "exact")


# --- small samples --------------------------------------------------------------------------------


def outside_lattice(d: Floats, one: Counts, other: Counts, *, both: bool) -> Floats:
    """The share of lattice paths from (0, 0) to the sizes that reach the distance."""
    m, n = np.maximum(one, other), np.minimum(one, other)
    # A point (i, j) is so far away if i * m - j * n is at least this.
    least = np.floor(d * n * m - _TOLERANCE).astype(np.int64) + 1
    order = np.lexsort((least, n, -m - n, np.frexp(n * n)[1]))
    m, n, least = m[order], n[order], least[order]
    new = np.ones(len(m), np.bool_)
    new[1:] = (np.diff(m) != 0) | (np.diff(n) != 0) | (np.diff(least) != 0)
    shares = np.empty(len(m))
    shares[order] = _different(m[new], n[new], least[new], both)[np.cumsum(new) - 1]
    return shares


def _different(m: Counts, n: Counts, least: Counts, both: bool) -> Floats:
    """The shares of lattices of which some are computed at once: those of about one width."""
    kinds = np.frexp(n * n)[1]
    found = np.empty(len(m))
    start = 0
    while start < len(m):
        end = int(np.searchsorted(kinds, kinds[start], side="right"))
        end = min(end, start + max(1, _CELLS // int(n[start:end].max() + 1)))
        part = slice(start, end)
        found[part] = _share(m[part], n[part], least[part], both)
        start = end
    return found


def _share(m: Counts, n: Counts, least: Counts, both: bool) -> Floats:
    """The shares of lattices in falling order of their diagonals, one diagonal after the other.

    A row of the tables is an i, from -1 on. Points that are far enough away count 1, as do those
    that no path has come to: they are taken times 0 only.
    """
    ends, width = m + n, int(n.max()) + 2
    shape = width, len(m)
    layout: Literal["C", "F"] = "C" if len(m) > width else "F"
    share, spare = np.ones(shape, order=layout), np.empty(shape, order=layout)
    flags, scaled = np.empty(shape, np.bool_, order=layout), np.empty(shape, np.int64, order=layout)
    i = np.arange(-1, width - 1)[:, None]
    np.multiply(i, ends, out=scaled)
    share[1] = 0
    found = np.empty(len(m))
    going = len(m)
    for begin in range(1, int(ends[0]) + 1, _BLOCK):
        steps = np.arange(begin, min(begin + _BLOCK, int(ends[0]) + 1))[:, None]
        middle = steps * n[:going]
        above, below = middle + least[:going], middle - least[:going]
        left = np.searchsorted(-ends, -steps.ravel()).tolist()  # that go on after a step
        firsts, lasts = _limits(steps, m[:going], n[:going], least[:going], both)
        for k, step in enumerate(steps.ravel().tolist()):
            window, before = slice(firsts[k] + 1, lasts[k] + 2), slice(firsts[k], lasts[k] + 1)
            now, rest = share[window, :going], spare[window, :going]
            np.multiply(share[before, :going], i[window] / step, out=rest)
            now *= (step - i[window]) / step
            now += rest
            place, far = scaled[window, :going], flags[window, :going]
            np.copyto(now, 1, where=np.greater_equal(place, above[k, :going], out=far))
            if both:
                np.copyto(now, 1, where=np.less_equal(place, below[k, :going], out=far))
            share[firsts[k]] = 1
            if left[k] < going:
                done = np.arange(left[k], going)
                found[done] = share[n[done] + 1, done]
                going = left[k]
    return found


def _limits(
    steps: Counts, m: Counts, n: Counts, least: Counts, both: bool
) -> tuple[list[int], list[int]]:
    """From which i to which some lattice has points on each diagonal that are not far away."""
    middle, reach = steps * (n / (m + n)), least / (m + n)
    firsts = np.maximum(0, (steps - m).min(axis=1))
    if both:
        firsts = np.maximum(firsts, np.floor((middle - reach).min(axis=1)).astype(np.int64))
    lasts = np.ceil((middle + reach).max(axis=1)).astype(np.int64)
    return firsts.tolist(), np.minimum(np.minimum(lasts, steps[:, 0]), n.max()).tolist()


# --- large samples --------------------------------------------------------------------------------


def asymptotic(d: Floats, one: Counts, other: Counts, *, both: bool) -> Floats:
    """The limit of the share for large samples."""
    m, n = (sizes(one, other).astype(np.float64) for sizes in (np.maximum, np.minimum))
    z = np.sqrt(n * m / (n + m)) * d
    if not both:
        return exp(-2 * z * z - 2 * z * (m + 2 * n) / np.sqrt(m * n * (m + n)) / 3)
    w = -(math.pi / 2 * (math.pi / 4)) / (z * z)
    near = exp(w - np.log(z)) + exp(9 * w - np.log(z))
    return 1 - np.where(z < 1, near * _SCALE, _alternating(np.maximum(z, 1)))


def _alternating(z: Floats) -> Floats:
    inside, sign, k = np.ones_like(z), -1, 1
    going = np.ones(len(z), np.bool_)
    while going.any():
        change = 2 * sign * exp(-2 * z * z * k * k)
        added = inside + change
        inside, going = (
            np.where(going, added, inside),
            going & (np.abs(added - inside) > _TOLERANCE),
        )
        sign, k = -sign, k + 1
    return inside
