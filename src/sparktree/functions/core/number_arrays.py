"""Functions over whole arrays that numbers are converted by."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.connection import arrow_function, whole
from sparktree.types.wide_arrays import digits, from_digits, from_words, pointed, words, wrapped

Constant = TypeVar("Constant", bool, int, str)


def constant_of(column: pa.ChunkedArray, otherwise: Constant) -> Constant:
    """The value of a constant argument; of no rows, it does not matter."""
    return type(otherwise)(whole(column)[0].as_py()) if len(column) else otherwise


def doubles(column: pa.ChunkedArray) -> npt.NDArray[np.float64]:
    """Numbers as floats; NULL is zero."""
    return np.asarray(whole(column).fill_null(0).to_numpy(zero_copy_only=False), np.float64)


@arrow_function("st_wrap_text", ("VARCHAR", "INTEGER", "BOOLEAN"), "VARCHAR")
def wrap_text(texts: pa.ChunkedArray, bits: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    flag = constant_of(signed, False)
    stored = from_digits(whole(texts), True)
    numbers = wrapped(words(stored, True), constant_of(bits, 64), flag)
    return digits(from_words(numbers, True, np.asarray(stored.is_null())), True)


@arrow_function("st_bfloat16", ("FLOAT",), "FLOAT")
def as_bfloat16(values: pa.ChunkedArray) -> pa.Array:
    """A Float32 cut to the upper half of its bits, as ClickHouse does."""
    array = whole(values)
    bits = np.asarray(array.fill_null(0).to_numpy(zero_copy_only=False), dtype=np.float32).view(
        np.uint32
    )
    cut = (bits & np.uint32(0xFFFF0000)).view(np.float32)
    return pa.array(cut, pa.float32(), mask=np.asarray(array.is_null()))


@arrow_function("st_point", ("VARCHAR", "INTEGER"), "VARCHAR")
def with_point(texts: pa.ChunkedArray, scale: pa.ChunkedArray) -> pa.Array:
    """Unscaled digits with the point where the scale says."""
    places = constant_of(scale, 0)
    return pointed(whole(texts), places, zeros=True) if places else whole(texts)
