"""Texts of a whole column changed by one call: for what Python does to a text, but the kernel not.

The texts are joined by a separator that none of them has, changed, and cut again. That is right for
changes that look at characters and their neighbours and never at the separator.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.text import escape_array, unescape_array

Change = Callable[[str], str]

_SEPARATORS = [bytes([byte]) for byte in (0x1E, 0x1D, 0x1C, 0x1F, *range(1, 9), *range(0x0E, 0x1B))]


def column_function(name: str, change: Change) -> None:
    """Declare a kernel function of one text by what it does to all texts of a column at once."""

    def apply(texts: pa.ChunkedArray) -> pa.Array:
        return changed(whole(texts), change)

    arrow_function(name, ("VARCHAR",), "VARCHAR")(apply)


def changed(texts: pa.Array, change: Change) -> pa.Array:
    """The texts of an array, changed; NULLs stay."""
    values = unescape_array(texts.fill_null("")).to_pylist()
    made = escape_array(pa.array(_changed(values, change), pa.binary()))
    return pc.if_else(texts.is_valid(), made, pa.scalar(None, pa.string()))


def _changed(values: list[bytes], change: Change) -> list[bytes]:
    data = b"".join(values)
    for separator in _SEPARATORS:
        if separator not in data:
            pieces = _bytes(change(_text(separator.join(values)))).split(separator)
            if len(pieces) == len(values):
                return pieces
    return [_bytes(change(_text(value))) for value in values]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def bounds_of(array: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """The bytes of a binary array without NULLs, and where each value begins; then the end."""
    offsets, data = array.buffers()[1:]
    bounds = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
    raw = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return raw[bounds[0] : bounds[-1]], (bounds - bounds[0]).astype(np.int64)


def binary_of(data: np.ndarray, bounds: np.ndarray) -> pa.Array:
    """The values between the bounds, as a binary array."""
    buffers = [None, pa.py_buffer(bounds.astype(np.int32)), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.binary(), len(bounds) - 1, buffers)
