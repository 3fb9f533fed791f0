"""How Parquet encodes the values of a column: chosen by a look at its first rows.

A dictionary where values repeat. Else numbers as what they differ from the one before, where that
is small (keys in their order, times), and strings with their lengths apart from their bytes: both
are smaller, and the kernel reads them sooner than plain values behind a general codec, which has to
find the same pattern byte by byte.
"""

import math
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

PLAIN = "PLAIN"
DELTA = "DELTA_BINARY_PACKED"
LENGTHS = "DELTA_LENGTH_BYTE_ARRAY"
SPLIT = "BYTE_STREAM_SPLIT"  # first bytes of all values, then second ones

_SAMPLE, _FEWER = 4096, 4
_GOLDEN = (5**0.5 - 1) / 2
_DICTIONARY_BYTES = 1 << 20  # where Arrow gives a dictionary up and goes on with plain values
# Parquet packs numbers of a block by their distance to its least delta, 32 with the same width.
_BLOCK, _TOGETHER = 128, 32
_BLOCKS = 16
_SMALL = 0.6  # of the plain size


@dataclass(frozen=True, slots=True)
class Encoding:
    """What the Parquet writer is told for a column."""

    dictionary: bool
    values: str = PLAIN  # without a dictionary


def encoding(column: pa.ChunkedArray, group_rows: int, wanted: str | None = None) -> Encoding:
    """The encoding for a column that begins like this, in row groups of so many rows.

    The one that is wanted, if it is one for values of this type.
    """
    kind = column.type
    if (wanted == DELTA and _is_number(kind)) or (wanted == SPLIT and pa.types.is_floating(kind)):
        return Encoding(dictionary=False, values=wanted)
    if pa.types.is_nested(kind):
        return Encoding(dictionary=True)
    if isinstance(kind, pa.BaseExtensionType):
        return Encoding(dictionary=False)
    if _repeats(column, group_rows):
        return Encoding(dictionary=True)
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        return Encoding(dictionary=False, values=LENGTHS)
    if _is_number(kind) and _packed_bytes(column) <= _SMALL * max(kind.bit_width // 8, 4):
        return Encoding(dictionary=False, values=DELTA)
    return Encoding(dictionary=False)


def _repeats(column: pa.ChunkedArray, group_rows: int) -> bool:
    """Whether a dictionary is worth its building: a row group repeats values, and not too many."""
    group = column[:group_rows]
    if len(group) <= _SAMPLE:
        return bool(2 * pc.count_distinct(group, mode="all").as_py() <= len(group))
    sample = group.take(_spread(len(group)))
    values = sample.unique()
    growth = _growth(sample, len(values)) ** math.log(group_rows / _SAMPLE, _FEWER)
    rows, size = len(values) * growth, values.nbytes * growth
    return bool(2 * rows <= group_rows and size <= _DICTIONARY_BYTES)


def _spread(rows: int) -> pa.Array:
    """Some of the rows, evenly spread but in no rhythm that their values could have too."""
    return pa.array((np.arange(_SAMPLE) * _GOLDEN % 1 * rows).astype(np.int64))


def _growth(sample: pa.ChunkedArray, distinct: int) -> float:
    """How many times as many values four times as many rows have (Heaps' law)."""
    fewer = pc.count_distinct(sample[: _SAMPLE // _FEWER], mode="all").as_py()
    return float(distinct / fewer)


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_date32(kind))


def _packed_bytes(column: pa.ChunkedArray) -> float:
    """The bytes of a value as a delta, about: NULLs, which are not written, repeat a value here."""
    if len(column) <= _BLOCK:
        return float("inf")
    starts = np.linspace(0, len(column) - _BLOCK - 1, _BLOCKS).astype(np.int64)
    rows = starts[:, None] + np.arange(_BLOCK + 1)
    values = column.take(pa.array(rows.ravel())).combine_chunks()
    if pa.types.is_date32(values.type):
        values = values.view(pa.int32())
    numbers = pc.fill_null(pc.fill_null_forward(values), 0).to_numpy()
    deltas = np.diff(_wide(numbers).reshape(rows.shape))
    above = (deltas - deltas.min(axis=1, keepdims=True)).view(np.uint64)
    widest = above.reshape(_BLOCKS, -1, _TOGETHER).max(axis=2)
    return float(np.ceil(np.log2(widest + 1.0)).mean()) / 8


def _wide(numbers: np.ndarray) -> np.ndarray:
    """As 64 bits with a sign, in which differences wrap around as Parquet's do."""
    return numbers.astype(np.uint64).view(np.int64)
