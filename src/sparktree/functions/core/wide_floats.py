"""Floats as integers of 128 and 256 bits, digit for digit as ClickHouse makes them.

It divides by 2 ** 64 - 1 as often as needed, first in a long double and then in doubles, and puts
the number together again: beyond 64 bits the last digits are not those of the float.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.connection import arrow_function, whole
from sparktree.types.wide_arrays import carried, digits, from_words, multiplied, negated, wrapped
from sparktree.types.wide_division import Words

Floats = npt.NDArray[Any]
_MOST = (1 << 64) - 1
_LOWEST, _HIGHEST = -float(1 << 63), float(1 << 63)


@arrow_function("st_wide_float", ("DOUBLE", "BOOLEAN", "BOOLEAN"), "BLOB")
def wide_of_float(
    values: pa.ChunkedArray, single: pa.ChunkedArray, signed: pa.ChunkedArray
) -> pa.Array:
    if not len(values):
        return pa.array([], pa.binary())
    array = whole(values)
    numbers = _numbers(array, bool(single[0].as_py()))
    return from_words(numbers, bool(signed[0].as_py()), np.asarray(array.is_null()))


@arrow_function("st_float_digits", ("DOUBLE", "BOOLEAN", "BOOLEAN"), "VARCHAR")
def digits_of_float(
    values: pa.ChunkedArray, single: pa.ChunkedArray, signed: pa.ChunkedArray
) -> pa.Array:
    """The same in 128 bits, as text."""
    if not len(values):
        return pa.array([], pa.string())
    array, flag = whole(values), bool(signed[0].as_py())
    numbers = wrapped(carried(_numbers(array, bool(single[0].as_py()))), 128, flag)
    return digits(from_words(numbers, True, np.asarray(array.is_null())), True)


def _numbers(array: pa.Array, single: bool) -> Words:
    """The numbers in two's complement; what is no number counts as zero."""
    values = np.asarray(array.fill_null(0), np.float64)
    values = np.where(np.isfinite(values), values, 0.0)
    near = (values > _LOWEST) & (values < _HIGHEST)
    if single:  # a processor's 64 bits are all that ClickHouse takes of a Float32
        lowest = np.int64(-(1 << 63))
        cut = np.where(near, np.where(near, values, 0).astype(np.int64), lowest)
        return _extended(cut, values < 0)
    numbers = _extended(np.where(near, values, 0).astype(np.int64), near & (values < 0))
    far = np.flatnonzero(~near)
    if len(far):
        made = _multiplied_out(np.abs(values[far]).astype(np.longdouble))
        numbers[far] = np.where((values[far] < 0)[:, None], negated(made), made)
    return numbers


def _extended(values: npt.NDArray[np.int64], below: npt.NDArray[np.bool_]) -> Words:
    """Numbers of 64 bits in more of them."""
    numbers = np.where(below[:, None], np.uint64(0xFFFFFFFF), np.uint64(0)) * np.ones(8, np.uint64)
    numbers[:, :2] = np.ascontiguousarray(values).view("<u4").reshape(-1, 2)
    return np.asarray(numbers, np.uint64)


def _multiplied_out(values: Floats) -> Words:
    """Large numbers: how often 2 ** 64 - 1 is in them, times that, and what is left."""
    kind: Any = values.dtype.type
    most = kind(_MOST)
    times = values / most
    numbers = np.zeros((len(values), 8), np.uint64)
    large = times >= most
    if large.any():
        numbers[large] = _multiplied_out(times[large].astype(np.float64))
    numbers[~large, :2] = _halves(times[~large])
    factor = np.zeros_like(numbers)
    factor[:, :2] = 0xFFFFFFFF
    numbers = multiplied(numbers, factor)
    numbers[:, :2] += _halves(values - np.floor(times) * most)
    return carried(numbers)


def _halves(values: Floats) -> Words:
    """Numbers below 2 ** 64, cut, as two words each."""
    cut = np.floor(np.maximum(values, 0)).astype(np.uint64)
    return np.ascontiguousarray(cut).view("<u4").reshape(-1, 2).astype(np.uint64)
