"""Text cut into tokens or n-grams, whole arrays at a time."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.hashes.hash_arrays import city_hash
from sparktree.parts.indexes.hashing import Hashes, text_buffer

Places = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

_IS_TOKEN = np.zeros(256, dtype=np.bool_)
_IS_TOKEN[128:] = True
for _first, _last in (("0", "9"), ("A", "Z"), ("a", "z")):
    _IS_TOKEN[ord(_first) : ord(_last) + 1] = True

_PIECE = 1 << 22  # bytes cut in one go


def _spans(data: Bytes, offsets: Places) -> tuple[Places, Places]:
    """Where tokens start and end: runs of letters, digits and bytes beyond ASCII in one value."""
    inside = _IS_TOKEN[data]
    starts = inside.copy()
    starts[1:] &= ~inside[:-1]
    borders = offsets[offsets < len(data)]
    starts[borders] = inside[borders]
    ends = np.zeros(len(data) + 1, dtype=np.bool_)
    ends[1:] = inside
    ends[1:-1] &= ~inside[1:] | starts[1:]
    return np.flatnonzero(starts).astype(np.int64), np.flatnonzero(ends).astype(np.int64)


def token_hashes(array: pa.Array) -> Hashes:
    """The hashes of the different tokens of the values."""
    return _hashes(array, tokens)


def city_hashes(pieces: pa.Array) -> Hashes:
    """The hashes of byte strings, which are those of ClickHouse."""
    return city_hash(Texts.of(pieces.cast(pa.binary())))


def _hashes(array: pa.Array, cut: Callable[[pa.Array], pa.Array]) -> Hashes:
    """The hashes of the different pieces into which values are cut, some values at a time."""
    if array.nbytes > _PIECE and len(array) > 1:
        half = len(array) // 2
        halves = array.slice(0, half), array.slice(half)
        return np.concatenate([_hashes(one, cut) for one in halves])
    return city_hashes(pc.unique(cut(array)))


def tokens(array: pa.Array) -> pa.Array:
    """The tokens of all values, as bytes."""
    data, offsets = text_buffer(array)
    starts, ends = _spans(data, offsets)
    return _packed(data[_IS_TOKEN[data]], np.concatenate([[0], np.cumsum(ends - starts)]))


def _packed(data: Bytes, offsets: Places) -> pa.Array:
    buffers = [
        None,
        pa.py_buffer(offsets.astype(np.int64).tobytes()),
        pa.py_buffer(data.tobytes()),
    ]
    return pa.Array.from_buffers(pa.large_binary(), len(offsets) - 1, buffers)


def _ngram_starts(data: Bytes, offsets: Places, size: int) -> Places:
    """Where n-grams of `size` bytes start that lie within one value."""
    count = len(data) - size + 1
    if count <= 0:
        return np.zeros(0, dtype=np.int64)
    fits = np.ones(count, dtype=np.bool_)
    for border in range(1, size):
        crossed = offsets[1:-1] - border
        fits[crossed[(crossed >= 0) & (crossed < count)]] = False
    return np.flatnonzero(fits).astype(np.int64)


def ngram_hashes(array: pa.Array, size: int) -> Hashes:
    """The hashes of the different n-grams of the values, by bytes."""
    return _hashes(array, lambda some: ngrams(some, size))


def ngrams(array: pa.Array, size: int) -> pa.Array:
    """The n-grams of the values, as bytes."""
    data, offsets = text_buffer(array)
    starts = _ngram_starts(data, offsets, size)
    windows = data[starts[:, None] + np.arange(size)[None, :]]
    return _packed(windows.reshape(-1), np.arange(len(starts) + 1) * size)
