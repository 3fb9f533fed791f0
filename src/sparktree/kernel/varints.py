"""Numbers in groups of seven bits, as ClickHouse and Avro write them; whole arrays at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

_GROUP = 7  # bits in each byte of a number


def numbers(values: npt.NDArray[Any]) -> pa.Array:
    """Unsigned numbers in groups of seven bits, the lowest first."""
    whole = values.astype(np.uint64)
    widths = np.ones(len(whole), np.int64)
    bound = _GROUP
    while bound < 64 and (longer := whole >> np.uint64(bound) > 0).any():
        widths += longer
        bound += _GROUP
    offsets = np.zeros(len(whole) + 1, np.int64)
    np.cumsum(widths, out=offsets[1:])
    data = np.empty(int(offsets[-1]), np.uint8)
    for place in range(int(widths.max(initial=1))):
        there = widths > place
        group = (whole[there] >> np.uint64(_GROUP * place)) & np.uint64(0x7F)
        follows = (widths[there] > place + 1).astype(np.uint8) << 7
        data[offsets[:-1][there] + place] = group.astype(np.uint8) | follows
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.large_binary(), len(whole), buffers)
