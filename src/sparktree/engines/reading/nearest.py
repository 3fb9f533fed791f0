"""ORDER BY the distance to a vector with LIMIT: the rows that graphs of neighbours tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb
import numpy as np
import numpy.typing as npt

from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.skip_indexes.definition import SkipIndex, skip_indexes
from sparktree.engines.skip_indexes.loading import loaded_index
from sparktree.engines.skip_indexes.vector import VECTOR_SIMILARITY
from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.parts.indexes.graphs import Rows, check_finite, graph_shape, usearch
from sparktree.parts.reader import PartScan
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Call, Expr, is_constant
from sparktree.planner.lower import fold
from sparktree.planner.sources import ScanRequest
from sparktree.types import Array

_MOST_HIDDEN = 1000  # rows that are deleted by mask; for more of them looking at all rows is better
_DESCENDING = frozenset({"dotProduct"})  # the greatest product is the nearest


@dataclass(frozen=True, slots=True)
class Nearest:
    """What a query asks an index: so many vectors next to one, out of so many candidates."""

    index: SkipIndex
    key: Expr
    vector: npt.NDArray[np.float64]
    count: int
    candidates: int

    def rows(self, scan: PartScan) -> Rows | None:
        """The nearest rows of every block; None if the part has no such index.

        A graph does not know which rows are deleted by mask, so as many more are asked for.
        """
        part = scan.part
        dimensions = graph_shape(self.index.arguments).dimensions
        if len(self.vector) != dimensions:
            raise Error(
                Code.INCORRECT_QUERY,
                f"The dimension of the reference vector in the query ({len(self.vector)}) does not"
                f" match the dimension in the index ({dimensions})",
            )
        what = "reference vector in the SELECT query"
        check_finite(self.vector, what, Code.INCORRECT_QUERY)
        usearch()
        loaded = loaded_index(self.index, part, scan.disk, [self.key.type])
        hidden = _hidden_rows(scan) if scan.hides_rows else 0
        if loaded is None or hidden is None:
            return None
        starts = part.granules.starts()
        granule = 0
        found = []
        for segment in loaded:
            for graph, granules in zip(segment.content.data, segment.granules, strict=True):
                near = graph.nearest(self.vector, self.count + hidden, self.candidates)
                found.append(near + starts[granule])
                granule += granules
        return np.concatenate(found) if found else np.zeros(0, np.int64)


def _hidden_rows(scan: PartScan) -> int | None:
    """How many rows the part's mask hides; None if they are too many, or told by patches."""
    part, column = scan.part, scan.part.column(ROW_EXISTS)
    if column is None or any(patch.part.column(ROW_EXISTS) for patch in scan.patches):
        return None
    files = {part.file_of(column, segment) for segment in range(len(part.segments))}
    paths = ", ".join(sql.string(scan.address(file)) for file in files)
    masked = f"read_parquet([{paths}]) WHERE {sql.name(column.stored)} = 0"
    with kernel() as cursor:
        try:
            row = cursor.execute(f"SELECT count(*) FROM {masked}").fetchone()
        except duckdb.Error:
            return None  # whoever reads the rows says what is wrong with the file
    return None if row is None or row[0] > _MOST_HIDDEN else int(row[0])


def nearest(request: ScanRequest, keys: Keys, environment: Environment) -> Iterator[Nearest]:
    """The indexes that can tell the first rows of the query's ordering, and what to ask them."""
    settings = environment.settings
    top = request.top
    if top is None or len(top.items) != 1 or top.groups or request.final or not top.limit:
        return
    if request.filters and settings.vector_search_filter_strategy == "prefilter":
        return
    most = settings.max_limit_for_vector_search_queries
    distance = top.items[0].expr
    if not settings.query_plan_try_use_vector_search or top.limit > most:
        return
    if not isinstance(distance, Call):
        return
    name = distance.function.name
    for index in skip_indexes(keys.definition):
        if index.type != VECTOR_SIMILARITY or graph_shape(index.arguments).distance != name:
            continue
        (key,) = keys.index(index)
        others = [arg for arg in distance.args if arg != key]
        if len(others) != 1 or not is_constant(others[0]) or not isinstance(others[0].type, Array):
            continue
        if top.items[0].descending != (name in _DESCENDING):
            continue
        vector = np.array(fold(others[0], environment.context).value, dtype=np.float64)
        yield Nearest(index, key, vector, *_counts(top.limit, request, environment))


def _counts(limit: int, request: ScanRequest, environment: Environment) -> tuple[int, int]:
    """How many vectors to ask for, and among how many candidates."""
    multiplier = environment.settings.vector_search_index_fetch_multiplier
    if not 1 <= multiplier <= 1000:
        raise Error(
            Code.INVALID_SETTING_VALUE,
            "Setting 'vector_search_index_fetch_multiplier' must be greater or equal to 1 and less"
            " or equal to 1000",
        )
    candidates = environment.settings.hnsw_candidate_list_size_for_search
    if not candidates:
        message = "Setting 'hnsw_candidate_list_size_for_search' must not be 0"
        raise Error(Code.INVALID_SETTING_VALUE, message)
    more = request.filters or environment.settings.vector_search_with_rescoring
    return int(limit * multiplier) if more else limit, candidates
