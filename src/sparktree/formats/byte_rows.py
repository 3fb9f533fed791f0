"""Values as bytes, a byte string for each row: what formats that go row by row write."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.varints import numbers

_BINARY = pa.large_binary()


def zigzag(values: npt.NDArray[Any]) -> pa.Array:
    """Signed numbers, those near zero short: 0, -1, 1, -2, ... are 0, 1, 2, 3, ..."""
    whole = values.astype(np.int64)
    return numbers(((whole << 1) ^ (whole >> 63)).view(np.uint64))


def fixed(rows: npt.NDArray[np.uint8]) -> pa.Array:
    """Values of one width, a row each."""
    count, width = rows.shape
    if not width:
        return same(b"", count)
    buffers = [None, pa.py_buffer(np.ascontiguousarray(rows))]
    return pa.Array.from_buffers(pa.binary(width), count, buffers).cast(_BINARY)


def same(value: bytes, count: int) -> pa.Array:
    """One value for each row."""
    return pa.repeat(pa.scalar(value, _BINARY), count)


def side_by_side(*columns: pa.Array) -> pa.Array:
    """The values of each row one behind the other."""
    if len(columns) == 1:
        return columns[0]
    return pc.binary_join_element_wise(*columns, pa.scalar(b"", _BINARY))


def by_lists(sizes: npt.NDArray[Any], items: pa.Array) -> pa.Array:
    """Items one behind the other, so many for each row."""
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    starts = np.zeros(len(items) + 1, np.int64)
    np.cumsum(pc.binary_length(items).to_numpy(zero_copy_only=False), out=starts[1:])
    buffers = [None, pa.py_buffer(starts[offsets]), pa.py_buffer(joined(items))]
    return pa.Array.from_buffers(_BINARY, len(sizes), buffers)


def joined(values: pa.Array) -> bytes:
    """All values one behind the other: the buffer of the array as it is."""
    if not len(values):
        return b""
    if pa.types.is_fixed_size_binary(values.type):
        width, buffer = values.type.byte_width, values.buffers()[1]
        first, last = values.offset * width, (values.offset + len(values)) * width
        return memoryview(buffer)[first:last].tobytes()
    is_large = pa.types.is_large_binary(values.type) or pa.types.is_large_string(values.type)
    places = np.frombuffer(values.buffers()[1], np.int64 if is_large else np.int32)
    if values.buffers()[2] is None:
        return b""
    first, last = places[values.offset], places[values.offset + len(values)]
    return memoryview(values.buffers()[2])[first:last].tobytes()
