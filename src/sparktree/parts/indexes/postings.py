"""text: the tokens of a part in order, each with the granules that hold it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.parts.indexes.blooms import solid
from sparktree.parts.indexes.builder import BUILDERS
from sparktree.parts.indexes.tokens import ngrams, tokens
from sparktree.parts.layout import IndexLayout

_MERGE = 1 << 22  # pairs that wait before they are merged


def cut_tokens(array: pa.Array, tokenizer: str, size: int) -> pa.Array:
    """The tokens of values without NULLs."""
    if tokenizer == "ngrams":
        return ngrams(array, size)
    if tokenizer == "array":
        return array.cast(pa.large_binary())
    return tokens(array)


@BUILDERS.declare("text")
class TextBuilder:
    """Pairs of token and granule, each once."""

    def __init__(self, layout: IndexLayout) -> None:
        self._tokenizer, self._size = str(layout.arguments[0]), int(layout.arguments[1])
        self._waiting: list[pa.Table] = []
        self._pairs = 0
        self._block = 0

    def add(self, columns: Sequence[pa.Array]) -> None:
        """The tokens of more rows of the granule."""
        values = solid(columns[0])
        found = pc.unique(cut_tokens(values, self._tokenizer, self._size))
        granule = pa.array(np.full(len(found), self._block, dtype=np.uint32))
        self._waiting.append(pa.table({"token": found, "granule": granule}))
        self._pairs += len(found)
        if self._pairs > _MERGE:
            self._waiting = [self._merged()]
            self._pairs = 0

    def _merged(self) -> pa.Table:
        pairs = pa.concat_tables(self._waiting) if self._waiting else _nothing()
        return pairs.group_by(["token", "granule"]).aggregate([])

    def end_block(self) -> None:
        """On to the next granule."""
        self._block += 1

    def table(self) -> tuple[pa.Table, dict[str, Any]]:
        """Tokens in the order of their bytes with lists of granules."""
        pairs = self._merged().sort_by([("token", "ascending"), ("granule", "ascending")])
        names = pairs["token"].combine_chunks()
        granules = _numbers(pairs["granule"])
        codes = _numbers(pc.rank(names, tiebreaker="dense")) if len(names) else granules
        firsts = np.flatnonzero(np.concatenate([[True], codes[1:] != codes[:-1]]))[: len(codes)]
        offsets = np.concatenate([firsts, [len(codes)]]).astype(np.int32)
        lists = pa.ListArray.from_arrays(pa.array(offsets), pa.array(granules, pa.uint32()))
        taken = pc.take(names, pa.array(firsts))
        return pa.table({"token": taken, "granules": lists[: len(taken)]}), {}


def _nothing() -> pa.Table:
    return pa.schema({"token": pa.large_binary(), "granule": pa.uint32()}).empty_table()


def _numbers(column: pa.ChunkedArray | pa.Array) -> npt.NDArray[np.int64]:
    return np.asarray(column.to_numpy(), dtype=np.int64)
