"""Samples of 32-bit hashes that are divisible by a power of two, as uniq keeps them.

A sample is a list: the degree (only multiples of 2 ** degree are in it), then the hashes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.hashes.any_values import masked, null_rows, words
from sparktree.functions.hashes.hash_arrays import int_hash64
from sparktree.kernel.connection import arrow_function, whole

Hashes = npt.NDArray[np.uint32]

KEPT = 65536
_SALT = np.uint64(0x4CF2D2BAAE6DA887)
_POLYNOMIAL = 0x82F63B78  # CRC-32C, reflected


def _entry(byte: int) -> int:
    for _ in range(8):
        byte = (byte >> 1) ^ (_POLYNOMIAL if byte & 1 else 0)
    return byte


_TABLE = np.array([_entry(byte) for byte in range(256)], np.uint64)


@arrow_function("st_uniq_hash", ("UBIGINT",), "UINTEGER")
def uniq_hash(values: pa.ChunkedArray) -> pa.Array:
    """The hash of a value's eight bytes: the low half of intHash64 without its salt."""
    hashed = int_hash64(words(values) ^ _SALT) & np.uint64(0xFFFFFFFF)
    return masked(hashed, null_rows(values), pa.uint32())


def crc32c(values: Words) -> Words:
    """CRC-32C of the eight bytes of every value, without the last inversion."""
    crc = np.full(len(values), 0xFFFFFFFF, np.uint64)
    for shift in range(0, 64, 8):
        byte = (values >> np.uint64(shift)) & np.uint64(0xFF)
        crc = _TABLE[(crc ^ byte) & np.uint64(0xFF)] ^ (crc >> np.uint64(8))
    return crc


def _heads(lists: pa.ListArray) -> tuple[Places, Places, Hashes]:
    """The degrees of samples, the sizes of the lists, and all that is in them."""
    sizes = np.asarray(lists.value_lengths().fill_null(0), np.int64)
    words = np.asarray(lists.flatten(), np.uint32)
    starts, some = np.cumsum(sizes) - sizes, sizes > 0
    degrees = np.zeros(len(sizes), np.int64)
    degrees[some] = words[starts[some]]
    return degrees, sizes, words


@dataclass(frozen=True, slots=True)
class _Samples:
    """The samples of a column: of each its degree, of each hash the sample that it is in."""

    degrees: Places
    hashes: Hashes
    rows: Places

    @classmethod
    def of(cls, lists: pa.ListArray) -> _Samples:
        """The samples of a column of lists; an empty list is an empty sample."""
        degrees, sizes, words = _heads(lists)
        inside = np.ones(len(words), np.bool_)
        inside[(np.cumsum(sizes) - sizes)[sizes > 0]] = False
        rows = np.repeat(np.arange(len(sizes)), np.maximum(sizes - 1, 0))
        return cls(degrees, words[inside], rows)

    @property
    def sizes(self) -> Places:
        """How many hashes each sample has."""
        return np.bincount(self.rows, minlength=len(self.degrees)).astype(np.int64)

    def array(self) -> pa.Array:
        """The samples as a column of lists."""
        sizes = self.sizes
        words = np.empty(len(self.hashes) + len(sizes), np.uint32)
        words[np.cumsum(sizes + 1) - sizes - 1] = self.degrees
        words[np.arange(len(self.hashes)) + self.rows + 1] = self.hashes
        offsets = np.concatenate([[0], np.cumsum(sizes + 1)]).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(offsets), pa.array(words))

    def thinned(self) -> _Samples:
        """The samples without what their degrees leave out, as small as they must be."""
        degrees, hashes, rows = self.degrees.copy(), self.hashes, self.rows
        while True:
            masks = ((1 << degrees) - 1).astype(np.uint32)
            kept = hashes & masks[rows] == 0
            hashes, rows = hashes[kept], rows[kept]
            great = np.bincount(rows, minlength=len(degrees)) > KEPT
            if not great.any():
                return _Samples(degrees, hashes, rows)
            degrees += great


@arrow_function("st_uniq_merged", ("UINTEGER[][]",), "UINTEGER[]")
def uniq_merged(samples: pa.ChunkedArray) -> pa.Array:
    """One sample of all that a row has, thinned out until it is small enough."""
    groups = whole(samples)
    count = len(groups)
    each = _Samples.of(groups.flatten())
    owners = np.repeat(np.arange(count), np.asarray(groups.value_lengths().fill_null(0), np.int64))
    degrees = np.zeros(count, np.int64)
    np.maximum.at(degrees, owners, each.degrees)
    masks = ((1 << degrees) - 1).astype(np.uint32)
    rows = owners[each.rows]
    kept = each.hashes & masks[rows] == 0
    hashes, rows = _unique(each.hashes[kept], rows[kept])
    return _Samples(degrees, hashes, rows).thinned().array()


def _unique(hashes: Hashes, rows: Places) -> tuple[Hashes, Places]:
    """The different hashes of every row in order."""
    if len(rows) and rows[0] == rows[-1]:
        hashes = _different(hashes)
        return hashes, np.full(len(hashes), rows[0])
    keys = _different(rows.astype(np.uint64) << np.uint64(32) | hashes)
    return keys.astype(np.uint32), (keys >> np.uint64(32)).astype(np.int64)


def _different(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


@arrow_function("st_uniq_size", ("UINTEGER[]",), "UBIGINT")
def uniq_size(samples: pa.ChunkedArray) -> pa.Array:
    """How many values there were: the last bits are made up, collisions are made up for."""
    degrees, sizes, _ = _heads(whole(samples))
    sizes = np.maximum(sizes - 1, 0)
    made_up = crc32c(sizes.astype(np.uint64)).astype(np.int64) & ((1 << degrees) - 1)
    found = (sizes << degrees) + made_up
    space = 1 << 32
    left = pa.array(np.maximum(space - found, 1).astype(np.float64))
    logarithms = np.asarray(pc.ln(left))  # numpy's differs in last digits
    guessed = np.rint(space * (math.log(space) - logarithms)).astype(np.int64)
    certain = (degrees == 0) | (found >= space)
    return pa.array(np.where(certain, found, guessed).astype(np.uint64))


@arrow_function("st_uniq_written", ("UINTEGER[]",), "UINTEGER[]")
def uniq_written(samples: pa.ChunkedArray) -> pa.Array:
    """The degree, then the hashes in the order of ClickHouse's table: zero, then by their cells."""
    most = 1 << (64 - 32 - _CELL_BITS)
    if len(samples) > most:
        return pa.concat_arrays(
            [uniq_written.apply(part) for part in (samples.slice(0, most), samples.slice(most))]
        )
    each = _Samples.of(whole(samples))
    digits = np.frexp(np.maximum(each.sizes - 1, 0).astype(np.float64))[1]
    masks = ((1 << np.maximum(_FIRST_CELLS, digits + 1)) - 1)[each.rows]
    cells = ((each.hashes >> np.uint32(_SKIPPED_BITS)).astype(np.int64) & masks) + 1
    cells[each.hashes == 0] = 0
    keys = ((each.rows << _CELL_BITS | cells) << 32).astype(np.uint64) | each.hashes
    return _Samples(each.degrees, np.sort(keys).astype(np.uint32), each.rows).array()


_FIRST_CELLS, _SKIPPED_BITS = 4, 15  # of the table: twice as many cells when half are taken
_CELL_BITS = 18  # of the greatest number of a cell
