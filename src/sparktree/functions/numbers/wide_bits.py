"""Bits of 256-bit integers over whole arrays; those of 128 bits are taken there and back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.connection import arrow_function, whole
from sparktree.types.wide_arrays import from_words, words
from sparktree.types.wide_division import Words

_BITS, _WORDS = 256, 8
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


@arrow_function("st_wide_shift", ("BLOB", "BIGINT", "BOOLEAN"), "BLOB")
def shift_wide(
    column: pa.ChunkedArray, amounts: pa.ChunkedArray, signed: pa.ChunkedArray
) -> pa.Array:
    """The bits moved to the left, or (a negative amount) to the right, where the sign comes in."""
    if not len(column):
        return pa.array([], pa.binary())
    array, by, flag = whole(column), whole(amounts), bool(signed[0].as_py())
    moved = shifted(words(array, flag), np.asarray(by.fill_null(0), np.int64), flag)
    return from_words(moved, flag, np.asarray(array.is_null()) | np.asarray(by.is_null()))


def shifted(numbers: Words, amounts: npt.NDArray[np.int64], signed: bool) -> Words:
    """Numbers moved by so many bits each; to the right if there are less than none."""
    by = np.clip(amounts, -_BITS, _BITS)
    by_words, bits = by // 32, (by % 32).astype(np.uint64)
    negative = (numbers[:, -1] >> np.uint64(31) == 1) & signed
    fill = np.where(negative, _LOW, np.uint64(0))[:, None]

    def word(places: npt.NDArray[np.int64]) -> Words:
        found = np.take_along_axis(numbers, np.clip(places, 0, _WORDS - 1), axis=1)
        return np.where(places < 0, np.uint64(0), np.where(places >= _WORDS, fill, found))

    places = np.arange(_WORDS)[None, :] - by_words[:, None]
    high, low = word(places) << bits[:, None], word(places - 1) >> (_HALF - bits)[:, None]
    return np.asarray((high | low) & _LOW)


@arrow_function("st_wide_swap", ("BLOB", "INTEGER", "BOOLEAN"), "BLOB")
def swap_wide(column: pa.ChunkedArray, bits: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    """The bytes of numbers of so many bits in the other order."""
    if not len(column):
        return pa.array([], pa.binary())
    array, count, flag = whole(column), bits[0].as_py() // 32, bool(signed[0].as_py())
    numbers = words(array, flag)
    turned = numbers[:, count - 1 :: -1] if count < _WORDS else numbers[:, ::-1]
    swapped = np.ascontiguousarray(turned).astype(np.uint32).byteswap().astype(np.uint64)
    filled = np.zeros_like(numbers)
    filled[:, :count] = swapped
    if flag:
        filled[filled[:, count - 1] >> np.uint64(31) == 1, count:] = _LOW
    return from_words(filled, flag, np.asarray(array.is_null()))


@arrow_function("st_wide_bit_count", ("BLOB", "BOOLEAN"), "USMALLINT")
def count_wide_bits(column: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    if not len(column):
        return pa.array([], pa.uint16())
    counts = np.bitwise_count(words(whole(column), bool(signed[0].as_py()))).sum(axis=1)
    return pa.array(counts.astype(np.uint16))


@arrow_function("st_wide_positions", ("BLOB", "BOOLEAN", "INTEGER"), "UBIGINT[]")
def wide_positions(
    column: pa.ChunkedArray, signed: pa.ChunkedArray, bits: pa.ChunkedArray
) -> pa.Array:
    """The places of the bits that are set, the lowest first."""
    if not len(column):
        return pa.array([], pa.list_(pa.uint64()))
    array = whole(column)
    lines = words(array, bool(signed[0].as_py())).astype("<u4").view(np.uint8)
    set_ = np.unpackbits(lines, axis=1, bitorder="little")[:, : bits[0].as_py()]
    rows, places = np.nonzero(set_)
    sizes = np.bincount(rows, minlength=len(array))
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    return pa.ListArray.from_arrays(offsets, pa.array(places.astype(np.uint64)))


@arrow_function("st_wide_power", ("UBIGINT", "BOOLEAN"), "BLOB")
def wide_power(column: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    """Two to a power."""
    if not len(column):
        return pa.array([], pa.binary())
    places = np.asarray(whole(column).fill_null(0), np.int64)
    ones = np.zeros((len(places), _WORDS), np.uint64)
    ones[:, 0] = 1
    nulls = np.asarray(whole(column).is_null())
    return from_words(shifted(ones, places, False), bool(signed[0].as_py()), nulls)
