"""vector_similarity: of each block of granules a graph of near neighbours (HNSW, by usearch)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.parts.indexes.builder import BUILDERS
from sparktree.parts.layout import IndexLayout

Vectors = npt.NDArray[Any]
Rows = npt.NDArray[np.int64]

# ClickHouse's distance functions under usearch's names.
METRICS = {"cosineDistance": "cos", "dotProduct": "ip", "L2Distance": "l2sq"}
QUANTIZATIONS = ("f64", "f32", "f16", "bf16", "i8", "b1")
_CONNECTIVITY, _EXPANSION = 32, 128  # where the declaration leaves them open, as ClickHouse


def usearch() -> ModuleType:
    """The library of graphs, which only tables with such an index need."""
    try:
        import usearch.index as library  # noqa: PLC0415
    except ImportError:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Vector similarity indexes need the package usearch: pip install 'sparktree[vector]'.",
        ) from None
    return library


@dataclass(frozen=True, slots=True)
class GraphShape:
    """How graphs are made: 0 links of a vector or candidates when it is added mean the default."""

    distance: str
    dimensions: int
    quantization: str = "bf16"
    connectivity: int = 0
    expansion: int = 0

    def empty(self) -> Any:
        """A graph without vectors."""
        bits = self.quantization == "b1"
        return usearch().Index(
            ndim=self.dimensions,
            metric="hamming" if bits else METRICS[self.distance],
            dtype=self.quantization,
            connectivity=self.connectivity or _CONNECTIVITY,
            expansion_add=self.expansion or _EXPANSION,
        )

    def quantized(self, vectors: Vectors) -> Vectors:
        """Vectors as the library takes them; it rounds numbers by itself, bits are made here."""
        return np.packbits(vectors > 0, axis=-1) if self.quantization == "b1" else vectors


def graph_shape(arguments: Sequence[Any]) -> GraphShape:
    """The graphs of an index with these parameters."""
    return GraphShape(*arguments[1:])


@BUILDERS.declare("vector_similarity")
class GraphBuilder:
    """A graph per block; vectors are known by their rows in it."""

    def __init__(self, layout: IndexLayout) -> None:
        self._shape = graph_shape(layout.arguments)
        self._graph = self._shape.empty()
        self._blocks: list[bytes] = []

    def add(self, columns: Sequence[pa.Array]) -> None:
        """Connect the vectors of more rows."""
        vectors = self._checked(columns[0])
        first = len(self._graph)
        rows = np.arange(first, first + len(vectors), dtype=np.uint64)
        # Every task is one of several on the machine: each keeps to its own core.
        self._graph.add(rows, self._shape.quantized(vectors), threads=1)

    def _checked(self, column: pa.Array) -> Vectors:
        """The vectors as a matrix, if all have as many elements as the index wants."""
        wanted = self._shape.dimensions
        sizes = pc.list_value_length(column)
        wrong = pc.filter(sizes, pc.not_equal(sizes, wanted))
        if len(wrong):
            raise Error(
                Code.INCORRECT_DATA,
                f"Array values in column with vector similarity index have {wrong[0]} elements,"
                f" expects {wanted} elements",
            )
        values = np.asarray(column.flatten().to_numpy(zero_copy_only=False))
        check_finite(values, "indexed vector", Code.INCORRECT_DATA)
        return values.reshape(-1, wanted)

    def end_block(self) -> None:
        """On to the next graph."""
        self._blocks.append(bytes(self._graph.save()))
        self._graph = self._shape.empty()

    def table(self) -> tuple[pa.Table, dict[str, Any]]:
        """The graphs in the library's own format, which later versions of it read too."""
        return pa.table({"graph": pa.array(self._blocks, pa.large_binary())}), {}


def check_finite(vector: Vectors, what: str, code: Code) -> None:
    """NaN and infinity are at no distance."""
    if not np.isfinite(vector).all():
        raise Error(
            code,
            f"Vector for vector similarity index ({what}) must not contain non-finite values (NaN"
            " or Inf)",
        )


@dataclass(slots=True)
class Graph:
    """A graph that is searched where it lies in memory."""

    shape: GraphShape
    buffer: pa.Buffer
    _index: Any = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._index = self.shape.empty()
        self._index.view(memoryview(self.buffer))

    def nearest(self, vector: Vectors, count: int, candidates: int) -> Rows:
        """About the nearest vectors: their rows in the block, in order."""
        asked = self.shape.quantized(vector)
        with self._lock:  # the library has one place to note down what a search has seen
            self._index.expansion_search = candidates
            found = self._index.search(asked, min(count, len(self._index)), threads=1).keys
        return np.sort(np.asarray(found, dtype=np.int64))
