"""All digits of great floats, which are whole numbers, over whole columns."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.columns import binary_of
from sparktree.kernel.connection import arrow_function, whole

Limbs = npt.NDArray[np.int64]

_DIGITS = 9  # of a limb
_COUNT = 36  # limbs, enough for the greatest float
_BASE = 10**_DIGITS
_LOW_BITS = 27  # of the 53 of a float
_EXPONENTS = 1024 - 53 + _LOW_BITS


@cache
def _powers() -> Limbs:
    """The powers of two in limbs, the lowest first."""
    table = np.zeros((_EXPONENTS + 1, _COUNT), np.int64)
    for exponent in range(_EXPONENTS + 1):
        digits = str(1 << exponent).zfill(_DIGITS * _COUNT)[-_DIGITS * _COUNT :]
        limbs = [digits[i : i + _DIGITS] for i in range(0, len(digits), _DIGITS)]
        table[exponent] = [int(limb) for limb in reversed(limbs)]
    return table


def _limbs(values: npt.NDArray[np.float64]) -> Limbs:
    """Whole numbers from 2 ** 53 on in limbs."""
    fractions, exponents = np.frexp(values)
    whole_part = np.ldexp(fractions, 53).astype(np.int64)
    shifts = exponents - 53
    low, high = whole_part & ((1 << _LOW_BITS) - 1), whole_part >> _LOW_BITS
    powers = _powers()[:, : int(np.log10(values.max(initial=1.0))) // _DIGITS + 2]
    limbs = powers[shifts] * low[:, None] + powers[shifts + _LOW_BITS] * high[:, None]
    for place in range(limbs.shape[1] - 1):
        limbs[:, place + 1] += limbs[:, place] // _BASE
        limbs[:, place] %= _BASE
    return np.asarray(limbs, np.int64)


@arrow_function("st_whole_digits", ("DOUBLE",), "VARCHAR")
def whole_digits(values: pa.ChunkedArray) -> pa.Array:
    """The digits of the absolute values of numbers from 2 ** 53 on; of others anything."""
    floats = np.abs(np.asarray(whole(values).fill_null(0.0), np.float64))
    great = np.isfinite(floats) & (floats >= 2.0**53)
    limbs = _limbs(np.where(great, floats, 2.0**53))
    digits = np.empty((*limbs.shape, _DIGITS), np.uint8)
    for place in range(_DIGITS - 1, -1, -1):
        limbs, rest = np.divmod(limbs, 10)
        digits[:, ::-1, place] = rest + ord("0")
    table = digits.reshape(len(limbs), -1)
    sizes = table.shape[1] - (table != ord("0")).argmax(axis=1)
    shown = np.arange(table.shape[1]) >= table.shape[1] - sizes[:, None]
    return binary_of(table[shown], np.concatenate([[0], np.cumsum(sizes)])).cast(pa.string())
