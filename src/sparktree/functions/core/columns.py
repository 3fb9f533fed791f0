"""Texts of a whole column changed by one call: for what Python does to a text, but the kernel not.

The texts are joined by a separator that none of them has, changed, and cut again. That is right for
changes that look at characters and their neighbours and leave control characters alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.text import escape_array, unescape_array

Change = Callable[[str], str]

_SEPARATOR, _BEFORE = b"\x1f", b"\x1e"


def column_function(name: str, change: Change) -> ArrowFunction:
    """Declare a kernel function of one text by what it does to all texts of a column at once."""

    def apply(texts: pa.ChunkedArray) -> pa.Array:
        return changed(whole(texts), change)

    return arrow_function(name, ("VARCHAR",), "VARCHAR")(apply)


def changed(texts: pa.Array, change: Change) -> pa.Array:
    """The texts of an array, changed; NULLs stay."""
    values = unescape_array(texts.fill_null(""))
    made = escape_array(_changed(values, change))
    return pc.if_else(texts.is_valid(), made, pa.scalar(None, pa.string()))


def _changed(values: pa.Array, change: Change) -> pa.Array:
    separator = _SEPARATOR
    if len(values):
        data = bounds_of(values)[0].tobytes()
        while separator in data:  # no end of one is the beginning of another, so none can arise
            separator = _BEFORE + separator
    behind = pc.binary_join_element_wise(values, pa.scalar(separator, pa.binary()), b"")
    made = np.frombuffer(_bytes(change(_text(bounds_of(behind)[0].tobytes()))), np.uint8)
    ends = _starts_of(made, separator)
    assert len(ends) == len(values), "a change touched what keeps texts apart"
    keep = np.ones(len(made), np.bool_)
    for step in range(len(separator)):
        keep[ends + step] = False
    kept = np.arange(len(ends)) * len(separator)
    return binary_of(made[keep], np.concatenate([[0], ends - kept]))


def _starts_of(data: np.ndarray, word: bytes) -> np.ndarray:
    """Where a word begins, which does not overlap itself."""
    last = np.flatnonzero(data == word[-1])
    places = last[last >= len(word) - 1] - len(word) + 1
    for step, byte in enumerate(word[:-1]):
        places = places[data[places + step] == byte]
    return places


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
