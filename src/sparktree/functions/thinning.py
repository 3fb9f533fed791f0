"""Samples of 32-bit hashes that are divisible by a power of two, as uniq keeps them.

A sample is a list: the degree (only multiples of 2 ** degree are in it), then the hashes.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.hash_arrays import Words, int_hash64
from sparktree.functions.hashes import masked, null_rows, words
from sparktree.kernel.connection import arrow_function, whole

KEPT = 65536
_SALT = np.uint64(0x4CF2D2BAAE6DA887)
_POLYNOMIAL = 0x82F63B78  # CRC-32C, reflected


def _entry(byte: int) -> int:
    for _ in range(8):
        byte = (byte >> 1) ^ (_POLYNOMIAL if byte & 1 else 0)
    return byte


_TABLE = np.array([_entry(byte) for byte in range(256)], np.uint64)


@arrow_function("st_uniq_hash", ("UBIGINT",), "UINTEGER")
def _hash(values: pa.ChunkedArray) -> pa.Array:
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


@arrow_function("st_uniq_merged", ("UINTEGER[][]",), "UINTEGER[]")
def _merged(samples: pa.ChunkedArray) -> pa.Array:
    rows = whole(samples)
    found = [_together([_hashes(one) for one in rows[i].values]) for i in range(len(rows))]
    return pa.array(found, pa.list_(pa.uint32()))


def _hashes(sample: pa.ListScalar) -> npt.NDArray[np.uint32]:
    return np.asarray(sample.values.to_numpy(zero_copy_only=False))


def _together(samples: list[npt.NDArray[np.uint32]]) -> npt.NDArray[np.uint32]:
    """One sample of all of them, thinned out until it is small enough."""
    degree = max(int(sample[0]) for sample in samples)
    hashes = np.unique(np.concatenate([sample[1:] for sample in samples]))
    while True:
        hashes = hashes[hashes & np.uint32((1 << degree) - 1) == 0]
        if len(hashes) <= KEPT:
            return np.concatenate([np.array([degree], np.uint32), hashes])
        degree += 1


@arrow_function("st_uniq_size", ("UINTEGER[]",), "UBIGINT")
def _size(samples: pa.ChunkedArray) -> pa.Array:
    rows = whole(samples)
    return pa.array(
        [_guess(len(row.values) - 1, row.values[0].as_py()) for row in rows], pa.uint64()
    )


def _guess(size: int, degree: int) -> int:
    """How many values there were: the last bits are made up, collisions are made up for."""
    if degree == 0:
        return size
    found = (size << degree) + (_last_bits(size) & ((1 << degree) - 1))
    space = 1 << 32
    return round(space * (math.log(space) - math.log(space - found))) if found < space else found


def _last_bits(size: int) -> int:
    return int(crc32c(np.array([size], np.uint64))[0])


@arrow_function("st_uniq_written", ("UINTEGER[]",), "UINTEGER[]")
def _written(samples: pa.ChunkedArray) -> pa.Array:
    """The degree, then the hashes in the order of ClickHouse's table: zero, then by their cells."""
    rows = whole(samples)
    found = [_in_cells(_hashes(row)) for row in rows]
    return pa.array(found, pa.list_(pa.uint32()))


def _in_cells(sample: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    hashes = np.sort(sample[1:])
    degree = max(_FIRST_CELLS, int(len(hashes) - 1).bit_length() + 1) if len(hashes) else 0
    cells = (hashes >> np.uint32(_SKIPPED_BITS)) & np.uint32((1 << degree) - 1)
    order = np.argsort(np.where(hashes == 0, -1, cells.astype(np.int64)), kind="stable")
    return np.concatenate([sample[:1], hashes[order]])


_FIRST_CELLS, _SKIPPED_BITS = 4, 15  # of the table: twice as many cells when half are taken
