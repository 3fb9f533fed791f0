"""The order of strings through words of eight bytes, which numpy sorts much faster than strings."""

from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]
_WIDTH = 8
_SAMPLE = 4096
_MOST_ROUNDS = 4
_RUN = 64  # words in order on average, from which on merging runs pays
# The mask that keeps the first n bytes of a word.
_KEEP = np.array([2**64 - 2 ** (64 - 8 * n) for n in range(_WIDTH + 1)], dtype=np.uint64)


def way_to_sort(words: Words) -> Literal["stable", "quicksort"]:
    """Merging where words come in long runs, as those of sorted parts do: a fifth of the time."""
    runs = 1 + int(np.count_nonzero(words[1:] < words[:-1]))
    return "stable" if len(words) >= _RUN * runs else "quicksort"


def dense_ranks(words: Words) -> Words:
    """Numbers from 0 without holes in the order of the words."""
    order = np.argsort(words, kind=way_to_sort(words))
    ordered = words[order]
    steps = np.zeros(len(order), dtype=np.uint64)
    np.cumsum(ordered[1:] != ordered[:-1], out=steps[1:])
    ranks = np.empty_like(steps)
    ranks[order] = steps
    return ranks


def ranks(array: pa.Array) -> Words | None:
    """Dense ranks of a string array, NULLs anywhere; None where comparing strings is better."""
    least, greatest = pc.min_max(array.cast(pa.binary())).values()
    if not least.is_valid:
        return np.zeros(len(array), dtype=np.uint64)
    shared = _shared_prefix(least.as_py(), greatest.as_py())
    strings = _Strings(array, shared)
    if strings.longest > _WIDTH and not _mostly_different(array):
        return None
    return _refined(strings)


def _shared_prefix(least: bytes, greatest: bytes) -> int:
    """How many bytes all strings between the two have in common."""
    pairs = zip(least, greatest, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(least), len(greatest)))


def _mostly_different(array: pa.Array) -> bool:
    sample = array.take(pa.array(range(0, len(array), max(len(array) // _SAMPLE, 1))))
    return bool(2 * pc.count_distinct(sample).as_py() > len(sample))


def _refined(strings: "_Strings") -> Words | None:
    """Rank by the first word; while strings tie, by the next one; in the end by length."""
    lengths = strings.lengths
    found = dense_ranks(strings.words(np.arange(len(lengths)), 0))
    for position in range(_WIDTH, _WIDTH * _MOST_ROUNDS + 1, _WIDTH):
        numbers = found.astype(np.int64)
        tied = np.nonzero((lengths > position) & (np.bincount(numbers)[numbers] > 1))[0]
        if len(tied) == 0:
            return _by_length(found, numbers, lengths)
        found = _split_ties(found, tied, dense_ranks(strings.words(tied, position)))
    return None


def _by_length(found: Words, numbers: Rows, lengths: Rows) -> Words:
    """Split ties of strings that differ in zero bytes at the end: the words cannot tell them."""
    length_of = np.empty(len(numbers), dtype=np.int64)
    length_of[numbers] = lengths
    if np.array_equal(length_of[numbers], lengths):
        return found
    return _split_ties(found, np.arange(len(numbers)), dense_ranks(lengths.astype(np.uint64)))


def _split_ties(found: Words, tied: Rows, finer: Words) -> Words:
    """Rank the tied rows anew; those that tie with them but have no more bytes come first."""
    finer = finer + np.uint64(1)
    bits = np.uint64(int(finer.max(initial=0)).bit_length())
    words = found << bits
    words[tied] |= finer
    return dense_ranks(words)


class _Strings:
    """Direct access to the bytes of an Arrow string array behind a prefix that all share."""

    def __init__(self, array: pa.Array, shared: int) -> None:
        _, offsets, data = array.buffers()
        kind = np.int64 if pa.types.is_large_unicode(array.type) else np.int32
        bounds = np.frombuffer(offsets, dtype=kind)[array.offset : array.offset + len(array) + 1]
        whole = np.zeros((data.size if data else 0) + _WIDTH, dtype=np.uint8)
        if data:
            whole[: data.size] = np.frombuffer(data, dtype=np.uint8)
        self._windows = np.lib.stride_tricks.sliding_window_view(whole, _WIDTH)
        self._starts = bounds[:-1].astype(np.int64) + shared
        self.lengths = np.maximum(np.diff(bounds).astype(np.int64) - shared, 0)
        self.longest = int(self.lengths.max(initial=0))

    def words(self, rows: Rows, position: int) -> Words:
        """Eight bytes from a position on, big-endian; bytes behind the end are zero."""
        starts = np.minimum(self._starts[rows] + position, len(self._windows) - 1)
        words = self._windows[starts].reshape(-1).view(">u8").astype(np.uint64)
        left = np.clip(self.lengths[rows] - position, 0, _WIDTH)
        kept: Words = words & _KEEP[left]
        return kept
