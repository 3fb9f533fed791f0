"""Sketches of a column's values: how they are distributed, how many there are, how often each.

All are arrays that add up: the sketch of two pieces of a column is made of those of the pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.parts.indexes.hashing import Hashes

Numbers = npt.NDArray[np.float64]

# --- tdigest: the distribution of numbers ----------------------------------------------------

_EXACT = 512  # so many different numbers are kept as they are
_CENTROIDS = 256


@dataclass(frozen=True, slots=True)
class Digest:
    """Numbers as centroids: means, rising, and how many numbers each stands for."""

    means: Numbers
    weights: Numbers

    @classmethod
    def of(cls, numbers: Numbers) -> Digest:
        """The digest of numbers in any order."""
        means, counts = np.unique(numbers, return_counts=True)
        return _compressed(means, counts.astype(np.float64))

    def __add__(self, other: Digest) -> Digest:
        means = np.concatenate([self.means, other.means])
        weights = np.concatenate([self.weights, other.weights])
        order = np.argsort(means, kind="stable")
        return _compressed(means[order], weights[order])

    def count_below(self, number: float, *, inclusive: bool) -> float:
        """How many numbers are less than the given one, or equal to it."""
        if not len(self.means):
            return 0.0
        ends = np.cumsum(self.weights)
        place = int(np.searchsorted(self.means, number, "right" if inclusive else "left"))
        before = float(ends[place - 1]) if place else 0.0
        if place in (0, len(self.means)) or number == self.means[place - 1 if inclusive else place]:
            return before
        if len(self.means) <= _EXACT and self._is_exact():
            return before
        low, high = self.means[place - 1], self.means[place]
        middle = before - self.weights[place - 1] / 2
        step = (self.weights[place - 1] + self.weights[place]) / 2
        return float(middle + step * (number - low) / (high - low))

    def _is_exact(self) -> bool:
        """Whether centroids are the numbers themselves: they are more than compressing leaves."""
        return bool(len(self.means) > _CENTROIDS or np.all(self.means == np.round(self.means)))


def _compressed(means: Numbers, weights: Numbers) -> Digest:
    """Rising means with their weights in few centroids, which are small where the ends are."""
    same = np.concatenate([[True], means[1:] != means[:-1]]) if len(means) else np.zeros(0, bool)
    if not same.all():
        starts = np.flatnonzero(same)
        means, weights = means[starts], np.add.reduceat(weights, starts)
    if len(means) <= _EXACT:
        return Digest(means, weights)
    middles = (np.cumsum(weights) - weights / 2) / weights.sum()
    angles = np.arcsin(2 * middles - 1) / np.pi + 0.5
    bins = np.minimum((angles * _CENTROIDS).astype(np.int64), _CENTROIDS - 1)
    starts = np.flatnonzero(np.concatenate([[True], bins[1:] != bins[:-1]]))
    total = np.add.reduceat(weights, starts)
    return Digest(np.add.reduceat(means * weights, starts) / total, total)


# --- uniq: how many different values (HyperLogLog) -------------------------------------------

_BITS = 12
_REST = 64 - _BITS
_PIECE = 1 << 15  # hashes in one go, so that what is computed of them stays in the cache
Registers = npt.NDArray[np.uint8]


def registers_of(hashes: Hashes, known: Registers | None = None) -> Registers:
    """For each register the longest run of zeros that a hash of its own begins with, plus one.

    Hashes that were counted before are in what is `known`.
    """
    registers = np.zeros(1 << _BITS, np.uint8) if known is None else known.copy()
    for begin in range(0, len(hashes), _PIECE):
        some = hashes[begin : begin + _PIECE]
        rest = (some & np.uint64((1 << _REST) - 1)).astype(np.float64)
        # The exponent of a number as a float tells how many bits it has.
        exponents = (rest.view(np.uint64) >> np.uint64(52)).astype(np.int16)
        length = (_REST + 1 - np.maximum(exponents - 1022, 0)).astype(np.uint8)
        places = (some >> np.uint64(_REST)).view(np.int64)
        longer = length > registers[places]  # soon those are few
        np.maximum.at(registers, places[longer], length[longer])
    return registers


def cardinality(registers: Registers) -> int:
    """The number of different values."""
    size = len(registers)
    empty = int(np.count_nonzero(registers == 0))
    if empty > size // 20:
        return round(size * float(np.log(size / empty)))
    raw = 0.7213 / (1 + 1.079 / size) * size * size / np.ldexp(1.0, -registers.astype(int)).sum()
    return round(float(raw))


# --- countmin: how often each value ----------------------------------------------------------

_DEPTH, _WIDTH = 7, 2718
Counts = npt.NDArray[np.int64]


def _columns_of(hashes: Hashes) -> list[npt.NDArray[np.int64]]:
    """The column of each hash, row by row."""
    low = (hashes & np.uint64(0xFFFFFFFF)).astype(np.int64)
    high = (hashes >> np.uint64(32)).astype(np.int64) | 1
    return [(low + row * high) % _WIDTH for row in range(_DEPTH)]


def counts_of(hashes: Hashes) -> Counts:
    """Counts by hash, one row for each of several ways to place it."""
    return np.stack([np.bincount(place, minlength=_WIDTH) for place in _columns_of(hashes)])


def frequency(counts: Counts, hash_: np.uint64) -> int:
    """How often the value with the hash was counted, or a little more."""
    places = _columns_of(np.array([hash_], dtype=np.uint64))
    return int(min(counts[row, place[0]] for row, place in enumerate(places)))
