"""minmax: the extremes of every expression in a block."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.parts.description import Bounds
from sparktree.parts.indexes.builder import BUILDERS
from sparktree.parts.layout import IndexLayout
from sparktree.parts.minmax import column_bounds, joined


@BUILDERS.declare("minmax")
class MinMaxBuilder:
    """Bounds of each column, block after block."""

    def __init__(self, layout: IndexLayout) -> None:
        count = len(layout.values)
        self._types: list[pa.DataType | None] = [None] * count
        self._current: dict[str, Bounds] = {}
        self._nan = [False] * count
        self._rows: list[list[tuple[Bounds, bool]]] = [[] for _ in range(count)]

    def add(self, columns: Sequence[pa.Array]) -> None:
        """Widen the bounds of the current block."""
        for number, column in enumerate(columns):
            if pa.types.is_dictionary(column.type):
                column = column.dictionary_decode()
            self._types[number] = column.type
            if pa.types.is_nested(column.type):
                continue
            joined(self._current, str(number), column_bounds(pa.chunked_array([column])))
            if pa.types.is_floating(column.type):
                self._nan[number] |= bool(pc.any(pc.is_nan(column)).as_py())

    def end_block(self) -> None:
        """Note the bounds of the block."""
        for number, rows in enumerate(self._rows):
            rows.append((self._current.get(str(number), Bounds(None, None)), self._nan[number]))
            self._nan[number] = False
        self._current = {}

    def table(self) -> tuple[pa.Table, dict[str, Any]]:
        """For every column: least, greatest, whether there are NULLs and NaNs."""
        columns: dict[str, pa.Array] = {}
        for number, rows in enumerate(self._rows):
            kind = self._types[number]
            columns |= {
                f"least{number}": _column([b.least for b, _ in rows], kind),
                f"greatest{number}": _column([b.greatest for b, _ in rows], kind),
                f"null{number}": pa.array([b.has_null for b, _ in rows], pa.bool_()),
                f"nan{number}": pa.array([nan for _, nan in rows], pa.bool_()),
            }
        return pa.table(columns), {}


def _column(values: Sequence[Any], kind: pa.DataType | None) -> pa.Array:
    """Extremes as a column; truth values may come as an extension type that holds numbers."""
    return pa.array(values, pa.bool_() if isinstance(kind, pa.Bool8Type) else kind)
