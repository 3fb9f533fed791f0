"""Bloom filters: one per block of granules, all asked at once.

Those of tokens and n-grams have a size of their own, and the bits that ClickHouse would set.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.hashes.hash_arrays import city_with_seed
from sparktree.parts.indexes.hashing import Hashes, mixed

Mask = npt.NDArray[np.bool_]
_WORD = (1 << 64) - 1
_LEAST = 32  # bytes; filters of a few values would err often, and cost nothing


@dataclass(frozen=True, slots=True)
class BloomShape:
    """How filters are made: bytes of each (0: by the number of values), hashes and their seed."""

    size: int
    hashes: int
    seed: int = 0
    bits_per_value: int = 0


def shape_for(false_positive: float) -> BloomShape:
    """Filters that err with the given probability."""
    hashes = max(1, round(-math.log2(false_positive)))
    bits = math.ceil(-hashes / math.log(1 - false_positive ** (1 / hashes)))
    return BloomShape(0, hashes, 0, bits)


def filled(values: Hashes, shape: BloomShape) -> bytes:
    """The filter that holds the hashed values."""
    unique = np.unique(values)
    size = shape.size or max(_LEAST, -(-len(unique) * shape.bits_per_value // 8))
    bits = np.zeros(size * 8, dtype=np.uint8)
    for place in _bits_of(unique, shape, np.uint64(size * 8)):
        bits[place] = 1
    return np.packbits(bits, bitorder="little").tobytes()


def _bits_of(values: Hashes, shape: BloomShape, bits: np.uint64 | Hashes) -> list[Hashes]:
    """The bits that each value sets, by every hash function."""
    with np.errstate(over="ignore"):
        if shape.size:
            first = city_with_seed(values, shape.seed & _WORD)
            step = city_with_seed(values, (845897321 * shape.seed + 217728422) & _WORD)
            numbers = np.arange(shape.hashes, dtype=np.uint64)
            return [(first + i * step + i * i) % bits for i in numbers]
        step = mixed(values) | np.uint64(1)
        return [(values + np.uint64(i) * step) % bits for i in range(shape.hashes)]


@dataclass(frozen=True, slots=True)
class BloomFilters:
    """The filters of all blocks, side by side."""

    data: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    shape: BloomShape

    @classmethod
    def of(cls, filters: pa.ChunkedArray, shape: BloomShape) -> "BloomFilters":
        """The filters of an index file's column."""
        parts: Sequence[bytes] = filters.to_pylist()
        sizes = np.array([len(p) for p in parts], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]) if len(sizes) else sizes
        return cls(np.frombuffer(b"".join(parts), np.uint8), starts, sizes, shape)

    def may_hold(self, value: np.uint64) -> Mask:
        """Which filters may hold the hashed value."""
        bits = (self.sizes * 8).astype(np.uint64)
        found = np.ones(len(self.sizes), dtype=np.bool_)
        for place in _bits_of(np.array([value], dtype=np.uint64), self.shape, bits):
            at = place.astype(np.int64)
            found &= (self.data[self.starts + (at >> 3)] >> (at & 7).astype(np.uint8)) & 1 == 1
        return found

    def hold_all(self, values: Hashes) -> Mask:
        """Which filters may hold every one of the values."""
        found = np.ones(len(self.sizes), dtype=np.bool_)
        for value in values:
            found &= self.may_hold(value)
        return found
