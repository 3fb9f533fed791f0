"""Merged rows as a stream: inside a task, range by range, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.engines.writing.sorted_block import Merging, sorted_block, sorted_rows
from sparktree.kernel.connection import whole
from sparktree.kernel.errors import translate
from sparktree.parts.layout import KeyLayout
from sparktree.parts.sorting import sort_order
from sparktree.spark import worker

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Piece:
    """Kernel SQL that reads the rows of a key range, and the range's bounds."""

    sql: str
    low: pa.Table | None = None
    high: pa.Table | None = None
    alone: bool = False  # no two rows have equal keys, and they come in order
    check: Callable[[], None] | None = None  # called before the reading


@dataclass(frozen=True, slots=True)
class MergedStream:
    """The rows of some key ranges, sorted, and merged by the rule of the engine.

    Rows are in stored form; `keys` say which columns hold the sorting key.
    """

    pieces: tuple[Piece, ...]
    keys: tuple[KeyLayout, ...]
    merging: Merging | None
    memory: int
    expiring: Callable[[pa.Table], pa.Table] | None = None  # what the TTL leaves of merged rows
    final: bool = False

    def tables(self) -> Iterator[pa.Table]:
        """A table for each range; at least one, maybe empty."""
        cursor = worker.cursor(self.memory)
        try:
            for piece in self.pieces:
                if piece.check is not None:
                    piece.check()
                merged = self._merged(cursor.sql(piece.sql).to_arrow_table(), piece)
                yield merged if self.expiring is None else self.expiring(merged)
        except duckdb.Error as error:
            raise translate(error) from error
        finally:
            cursor.close()

    def _merged(self, rows: pa.Table, piece: Piece) -> pa.Table:
        if piece.alone or not (self.keys or self.merging):
            return rows
        begin, end = inside(rows, self.keys, piece.low, piece.high)
        if self.merging is None:
            return sorted_rows(rows, self.keys, begin, end)
        block = sorted_block(rows, self.keys, begin, end)
        return self.merging(block, final=self.final)


def inside(
    rows: pa.Table, keys: Sequence[KeyLayout], low: pa.Table | None, high: pa.Table | None
) -> tuple[int, int]:
    """Where the rows will begin and end, once sorted, whose primary key is in [low, high)."""
    if not rows.num_rows:
        return 0, 0
    begin = 0 if low is None else np.count_nonzero(_less(rows, keys, low))
    end = rows.num_rows if high is None else np.count_nonzero(_less(rows, keys, high))
    return int(begin), int(end)


def _less(rows: pa.Table, keys: Sequence[KeyLayout], bound: pa.Table) -> Flags:
    """Which rows have a lesser primary key."""
    pairs = []
    for key, column in zip(keys, bound.columns, strict=False):
        values = whole(rows[key.input])
        pairs.append((values, whole(column).cast(values.type), key.descending))
    if all(_plain(values) and _plain(first) for values, first, _ in pairs):
        return _compared(pairs)
    return _ranked(pairs, rows.num_rows)


def _plain(values: pa.Array) -> bool:
    """Whether Arrow compares the values as the sorting key does."""
    kind = values.type
    simple = pa.types.is_integer(kind) or pa.types.is_date(kind) or pa.types.is_string(kind)
    return bool(simple and not values.null_count)


def _compared(pairs: Sequence[tuple[pa.Array, pa.Array, bool]]) -> Flags:
    """Key by key, from the last to the first."""
    less: pa.Array | None = None
    for values, bound, descending in reversed(pairs):
        before = (pc.greater if descending else pc.less)(values, bound[0])
        if less is not None:
            before = pc.or_(before, pc.and_(pc.equal(values, bound[0]), less))
        less = before
    assert less is not None
    flags: Flags = less.to_numpy(zero_copy_only=False)
    return flags


def _ranked(pairs: Sequence[tuple[pa.Array, pa.Array, bool]], rows: int) -> Flags:
    """By sorting, for types that Arrow compares otherwise; equals come after the bound."""
    order = sort_order([(pa.concat_arrays([bound, values]), d) for values, bound, d in pairs])
    less = np.zeros(rows + 1, dtype=bool)
    if order is not None:
        less[order[: int(np.flatnonzero(order == 0)[0])]] = True
    return less[1:]
