"""The escapes of URLs over the bytes of a whole column."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.text import escape_array, unescape_array

_SAFE = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"
_IS_SAFE = np.isin(np.arange(256), np.frombuffer(_SAFE, np.uint8))
_DIGITS = np.frombuffer(b"0123456789ABCDEF", np.uint8)
_VALUES = np.full(256, 16, np.uint8)
for _digits in (b"0123456789ABCDEF", b"0123456789abcdef"):
    _VALUES[np.frombuffer(_digits, np.uint8)] = np.arange(16)


@arrow_function("st_url_encode", ("VARCHAR",), "VARCHAR")
def encode_url(column: pa.ChunkedArray) -> pa.Array:
    """Three characters for each byte that is not safe."""
    data, bounds = bounds_of(unescape_array(whole(column).fill_null("")))
    safe = _IS_SAFE[data]
    ends = np.concatenate([[0], np.cumsum(np.where(safe, 1, 3))])
    out = np.full(ends[-1], ord("%"), np.uint8)
    places = ends[:-1]
    out[places[safe]] = data[safe]
    others, coded = places[~safe], data[~safe]
    out[others + 1], out[others + 2] = _DIGITS[coded >> 4], _DIGITS[coded & 15]
    return binary_of(out, ends[bounds]).view(pa.string())


@arrow_function("st_url_decode", ("VARCHAR",), "VARCHAR")
def decode_url(column: pa.ChunkedArray) -> pa.Array:
    """A byte for each escape; a sign that begins none stays."""
    data, bounds = bounds_of(unescape_array(whole(column).fill_null("")))
    ends = np.repeat(bounds[1:], np.diff(bounds))
    (marks,) = np.nonzero((data == ord("%")) & (np.arange(len(data)) + 2 < ends))
    high, low = _VALUES[data[marks + 1]], _VALUES[data[marks + 2]]
    fine = (high < 16) & (low < 16)
    marks = marks[fine]
    out, keep = data.copy(), np.ones(len(data), np.bool_)
    out[marks] = high[fine] << 4 | low[fine]
    keep[marks + 1] = keep[marks + 2] = False
    kept = np.concatenate([[0], np.cumsum(keep)])
    return escape_array(binary_of(out[keep], kept[bounds]))
