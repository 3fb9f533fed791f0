"""Merged rows as a stream: inside a task, range by range, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import duckdb
import numpy as np
import pyarrow as pa

from sparktree.engines.merging.block import Merging, SortedBlock, sorted_block, whole
from sparktree.kernel.errors import translate
from sparktree.parts.layout import KeyLayout
from sparktree.parts.sorting import sort_order
from sparktree.spark import worker


@dataclass(frozen=True, slots=True)
class Piece:
    """Kernel SQL that reads the rows of a key range, and the range's bounds."""

    sql: str
    low: pa.Table | None = None
    high: pa.Table | None = None
    alone: bool = False  # no two rows have equal keys, and they come in order


@dataclass(frozen=True, slots=True)
class MergedStream:
    """The rows of some key ranges, sorted, and merged by the rule of the engine.

    Rows are in stored form; `keys` say which columns hold the sorting key.
    """

    pieces: tuple[Piece, ...]
    keys: tuple[KeyLayout, ...]
    merging: Merging | None
    memory: int
    final: bool = False

    def tables(self) -> Iterator[pa.Table]:
        """A table for each range; at least one, maybe empty."""
        cursor = worker.cursor(self.memory)
        try:
            for piece in self.pieces:
                yield self._merged(cursor.sql(piece.sql).to_arrow_table(), piece)
        except duckdb.Error as error:
            raise translate(error) from error
        finally:
            cursor.close()

    def _merged(self, rows: pa.Table, piece: Piece) -> pa.Table:
        if piece.alone or not (self.keys or self.merging):
            return rows
        rows = inside(rows, self.keys, piece.low, piece.high)
        block = sorted_block(rows, self.keys)
        return block.rows if self.merging is None else self.merging(block, final=self.final)


def inside(
    rows: pa.Table, keys: Sequence[KeyLayout], low: pa.Table | None, high: pa.Table | None
) -> pa.Table:
    """The rows whose primary key is at least `low` and less than `high`."""
    for bound, keep_less in ((low, False), (high, True)):
        if bound is not None and rows.num_rows:
            less = _less(rows, keys, bound)
            rows = rows.filter(pa.array(less if keep_less else ~less))
    return rows


def _less(rows: pa.Table, keys: Sequence[KeyLayout], bound: pa.Table) -> np.ndarray:
    """Which rows have a lesser primary key; the bound goes first, so that equals come after it."""
    arrays = []
    for key, column in zip(keys, bound.columns, strict=False):
        values = whole(rows[key.input])
        first = whole(column).cast(values.type)
        arrays.append((pa.concat_arrays([first, values]), key.descending))
    order = sort_order(arrays)
    less = np.zeros(rows.num_rows + 1, dtype=bool)
    if order is not None:
        less[order[: int(np.flatnonzero(order == 0)[0])]] = True
    return less[1:]


__all__ = ["MergedStream", "Piece", "SortedBlock", "inside"]
