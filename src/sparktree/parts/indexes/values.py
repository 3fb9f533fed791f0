"""set(max_rows): the different values of a block, unless there are too many."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from sparktree.kernel.connection import kernel
from sparktree.parts.indexes.builder import BUILDERS
from sparktree.parts.layout import IndexLayout


@BUILDERS.declare("set")
class SetBuilder:
    """Distinct rows of the index's expressions."""

    def __init__(self, layout: IndexLayout) -> None:
        self._most = int(layout.arguments[0]) if layout.arguments else 0
        self._current: pa.Table | None = None
        self._pieces: list[pa.Table] = []
        self._full: list[int] = []
        self._blocks = 0
        self._schema: pa.Schema | None = None

    def add(self, columns: Sequence[pa.Array]) -> None:
        """Add to the values of the current block."""
        decoded = [c.dictionary_decode() if pa.types.is_dictionary(c.type) else c for c in columns]
        rows = pa.table(decoded, names=[f"v{i}" for i in range(len(columns))])
        self._schema = rows.schema
        if self._is_full():
            return
        if self._current is not None:
            rows = pa.concat_tables([self._current, rows])
        self._current = _distinct(rows)

    def _is_full(self) -> bool:
        return bool(self._most and self._current and self._current.num_rows > self._most)

    def end_block(self) -> None:
        """Note the values, or that they were too many."""
        if self._is_full():
            self._full.append(self._blocks)
        elif self._current is not None:
            numbers = pa.array([self._blocks] * self._current.num_rows, pa.uint32())
            self._pieces.append(self._current.append_column("block", numbers))
        self._current = None
        self._blocks += 1

    def table(self) -> tuple[pa.Table, dict[str, Any]]:
        """The values with their blocks, and the blocks that are not described."""
        if not self._pieces:
            schema = (self._schema or pa.schema([])).append(pa.field("block", pa.uint32()))
            return schema.empty_table(), {"full": self._full}
        return pa.concat_tables(self._pieces), {"full": self._full}


def _distinct(rows: pa.Table) -> pa.Table:
    if any(pa.types.is_nested(f.type) or _is_extension(f.type) for f in rows.schema):
        with kernel() as cursor:
            cursor.register("rows_of_block", rows)
            found = cursor.sql("SELECT DISTINCT * FROM rows_of_block").to_arrow_table()
        return found.cast(rows.schema)
    return rows.group_by(rows.column_names).aggregate([])


def _is_extension(kind: pa.DataType) -> bool:
    return isinstance(kind, pa.BaseExtensionType)
