"""bloom_filter, ngrambf_v1 and tokenbf_v1: Bloom filters of values, n-grams or tokens."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.parts.indexes.bloom import BloomShape, filled, shape_for
from sparktree.parts.indexes.builder import BUILDERS
from sparktree.parts.indexes.hashing import Hashes, value_hashes
from sparktree.parts.indexes.tokens import ngram_hashes, token_hashes
from sparktree.parts.layout import IndexLayout

Hasher = Callable[[pa.Array], Hashes]


def bloom_shape(kind: str, arguments: Sequence[Any]) -> BloomShape:
    """The filters that an index with these parameters has."""
    if kind == "bloom_filter":
        return shape_for(float(arguments[0]) if arguments else 0.025)
    size, hashes, seed = (int(a) for a in arguments[-3:])
    return BloomShape(size, hashes, seed)


def hasher(kind: str, arguments: Sequence[Any]) -> Hasher:
    """What goes into the filters: values, n-grams or tokens."""
    if kind == "ngrambf_v1":
        size = int(arguments[0])
        return lambda array: ngram_hashes(array, size)
    return token_hashes if kind == "tokenbf_v1" else value_hashes


def solid(array: pa.Array) -> pa.Array:
    """The values without NULLs; of arrays their elements."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        return solid(array.flatten())
    return array.drop_null()


@BUILDERS.declare("bloom_filter", "ngrambf_v1", "tokenbf_v1")
class BloomBuilder:
    """A filter per block and expression."""

    def __init__(self, layout: IndexLayout) -> None:
        self._shape = bloom_shape(layout.kind, layout.arguments)
        self._hash = hasher(layout.kind, layout.arguments)
        self._current: list[list[Hashes]] = [[] for _ in layout.values]
        self._filters: list[list[bytes]] = [[] for _ in layout.values]

    def add(self, columns: Sequence[pa.Array]) -> None:
        """Hash the values of the current block."""
        for waiting, column in zip(self._current, columns, strict=True):
            waiting.append(np.unique(self._hash(solid(column))))

    def end_block(self) -> None:
        """Make the filters of the block."""
        for waiting, filters in zip(self._current, self._filters, strict=True):
            filters.append(filled(np.concatenate(waiting), self._shape))
            waiting.clear()

    def table(self) -> tuple[pa.Table, dict[str, Any]]:
        """The filters."""
        columns = {f"filter{i}": pa.array(f, pa.binary()) for i, f in enumerate(self._filters)}
        return pa.table(columns), {}
