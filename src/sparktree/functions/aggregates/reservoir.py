"""Samples of so many values, as ClickHouse draws them: a reservoir with a known row of numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.numbers.random_values import generator
from sparktree.kernel.connection import arrow_function, whole

_Numbers = npt.NDArray[np.uint64]
_MULTIPLIER = 6364136223846793005
_AT_ONCE = 1 << 20  # numbers that are drawn in one step


@arrow_function("st_reservoir", ("BIGINT", "BIGINT", "UBIGINT"), "BIGINT[]")
def reservoir_places(
    sizes: pa.ChunkedArray, limits: pa.ChunkedArray, seeds: pa.ChunkedArray
) -> pa.Array:
    """The places, from 1, of the values that are left of so many; limit and seed are constants.

    A value behind the first ones takes the place of another, or none: the last to take it stays.
    """
    counts = np.asarray(whole(sizes).fill_null(0), np.int64)
    if not len(counts):
        return pa.array([], pa.list_(pa.int64()))
    limit, seed = whole(limits)[0].as_py(), whole(seeds)[0].as_py()
    taken, places = _placed(int(counts.max()), limit, seed)
    # By place and then by value, so that one search finds the last value in each place.
    step = int(counts.max()) + limit + 1
    slots = np.arange(limit, dtype=np.int64)
    begun = slots * step + slots + 1
    order = np.sort(np.concatenate([begun, places.astype(np.int64) * step + taken]))
    wanted = np.maximum(slots * step + counts[:, None], begun)
    found = order[np.searchsorted(order, wanted, side="right") - 1] - slots * step
    kept = np.minimum(counts, limit)
    offsets = np.concatenate([[0], np.cumsum(kept)]).astype(np.int32)
    inside = np.arange(limit)[None, :] < kept[:, None]
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(found[inside]))


@arrow_function("st_sample", ("BIGINT", "BIGINT", "BIGINT"), "BIGINT[]", side_effects=True)
def sample_places(sizes: pa.ChunkedArray, limits: pa.ChunkedArray, _: pa.ChunkedArray) -> pa.Array:
    """As st_reservoir, with numbers that are new for each row."""
    counts = np.asarray(whole(sizes).fill_null(0), np.int64)
    limit = whole(limits)[0].as_py() if len(counts) else 0
    kept, further = np.minimum(counts, limit), np.maximum(counts - limit, 0)
    ends = np.cumsum(kept)
    places = np.arange(int(kept.sum())) - np.repeat(ends - kept, kept) + 1
    rows = np.repeat(np.arange(len(counts)), further)
    values = np.arange(len(rows)) - (np.cumsum(further) - further)[rows] + limit + 1
    slots = (generator().random(len(rows)) * values).astype(np.int64)
    taken = slots < limit
    # Of those that take one place the last is written last.
    places[((ends - kept)[rows] + slots)[taken]] = values[taken]
    offsets = np.concatenate([[0], ends]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(places))


def _placed(count: int, limit: int, seed: int) -> tuple[npt.NDArray[np.int64], _Numbers]:
    """Which of the values, from 1, took a place at all, and which place."""
    values, places = [np.empty(0, np.int64)], [np.empty(0, np.uint64)]
    first = limit + 1
    for drawn in _draws(count - limit, seed):
        numbers = np.arange(first, first + len(drawn), dtype=np.uint64)
        slots = drawn % numbers
        kept = slots < np.uint64(limit)
        values.append(numbers[kept].astype(np.int64))
        places.append(slots[kept])
        first += len(drawn)
    return np.concatenate(values), np.concatenate(places)


def _draws(count: int, seed: int) -> Iterator[_Numbers]:
    """So many numbers of the generator that ClickHouse takes: PCG, XSH-RS, 64 to 32 bits."""
    state = (seed | 3) % (1 << 64)
    for start in range(0, max(count, 0), _AT_ONCE):
        length = min(_AT_ONCE, count - start)
        powers = np.full(length, _MULTIPLIER, np.uint64)
        powers[0] = 1
        states = np.multiply.accumulate(powers) * np.uint64(state)
        mixed = states ^ (states >> np.uint64(22))
        yield (mixed >> (np.uint64(22) + (states >> np.uint64(61)))) & np.uint64(0xFFFFFFFF)
        state = state * pow(_MULTIPLIER, length, 1 << 64) % (1 << 64)
