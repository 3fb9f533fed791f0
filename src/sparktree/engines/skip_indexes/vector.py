"""vector_similarity(method, distance, dimensions[, quantization, links, candidates])."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from sparktree.engines.keys.condition import UNKNOWN, Condition
from sparktree.engines.skip_indexes.kind import KINDS, Arguments, Content, Question, literals
from sparktree.errors import Code, Error
from sparktree.parts.indexes.graphs import METRICS, QUANTIZATIONS, Graph, graph_shape, usearch
from sparktree.sql import ast
from sparktree.types import Array, Float, Type

VECTOR_SIMILARITY = "vector_similarity"
_PARAMETERS = (
    ("First", "method", str),
    ("Second", "metric", str),
    ("Third", "dimensions", int),
    ("Fourth", "quantization", str),
    ("Fifth", "hnsw_max_connections_per_layer", int),
    ("Sixth", "hnsw_candidate_list_size_for_construction", int),
)


class VectorSimilarity:
    """Graphs of near neighbours: an ordering by distance asks them, never a filter."""

    ordered = False

    def arguments(self, type_: ast.Function) -> Arguments:
        """Three parameters, or six."""
        found = literals(type_)
        if len(found) not in (3, 6):
            message = "Vector similarity index must have three or six arguments"
            raise Error(Code.INCORRECT_QUERY, message)
        for value, (place, name, kind) in zip(found, _PARAMETERS, strict=False):
            if not isinstance(value, kind) or isinstance(value, bool) or _is_negative(value):
                shown = "String" if kind is str else "UInt64"
                raise Error(
                    Code.INCORRECT_QUERY,
                    f"{place} argument of vector similarity index ({name}) must be of type {shown}",
                )
        _check(*found)
        return tuple(v for v in found if isinstance(v, str | int))

    def check_types(self, types: Sequence[Type]) -> None:
        """One array of floating-point numbers; and the library that finds its way among them."""
        if len(types) != 1:
            message = "Vector similarity index must be created on a single column"
            raise Error(Code.INCORRECT_NUMBER_OF_COLUMNS, message)
        if not isinstance(types[0], Array) or not isinstance(types[0].of, Float):
            raise Error(
                Code.ILLEGAL_COLUMN,
                "Vector similarity index can only be created on columns of type"
                " Array(Float32|Float64|BFloat16)",
            )
        usearch()

    def condition(self, question: Question) -> Condition:
        """Filters learn nothing from it."""
        return UNKNOWN

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """Nothing: ClickHouse shows none."""
        return None

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """The graph of every block."""
        shape = graph_shape(arguments)
        graphs = tuple(Graph(shape, value.as_buffer()) for value in table["graph"])
        return Content(len(graphs), graphs)


def _is_negative(value: object) -> bool:
    return isinstance(value, int) and value < 0


def _check(
    method: object,
    distance: object,
    dimensions: object,
    quantization: object = "bf16",
    connectivity: object = 0,
    expansion: object = 0,
) -> None:
    if method != "hnsw":
        raise _unsupported("First argument (method)", "methods", ["hnsw"])
    if distance not in METRICS:
        raise _unsupported("Second argument (distance function)", "distance function", METRICS)
    if dimensions == 0:
        message = "Third argument (dimensions) of vector similarity index must be > 0"
        raise Error(Code.INCORRECT_DATA, message)
    if quantization not in QUANTIZATIONS:
        raise _unsupported("Fourth argument (quantization)", "quantizations", QUANTIZATIONS)
    if quantization == "b1" and distance != "cosineDistance":
        raise Error(
            Code.INCORRECT_DATA,
            "Binary quantization in vector similarity index can only be used with the cosine"
            " distance as distance function",
        )
    if quantization == "b1" and isinstance(dimensions, int) and dimensions % 8:
        raise Error(
            Code.INCORRECT_DATA,
            "Binary quantization in vector similarity index requires that the dimension is a"
            " multiple of 8",
        )
    if connectivity == 1:
        raise Error(
            Code.INCORRECT_DATA,
            "Invalid parameters passed to vector similarity index. Error: Connectivity must be at"
            " least 2, otherwise the index degenerates into ropes",
        )


def _unsupported(what: str, plural: str, known: Sequence[str] | dict[str, str]) -> Error:
    return Error(
        Code.INCORRECT_DATA,
        f"{what} of vector similarity index is not supported. Supported {plural} are:"
        f" {', '.join(known)}",
    )


KINDS.add(VECTOR_SIMILARITY, VectorSimilarity())
