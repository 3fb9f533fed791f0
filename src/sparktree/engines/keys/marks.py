"""The granules of a part that a condition leaves, by the keys at their marks.

Between two marks lie all keys from the first to the second in the order of the whole key. That is
a union of boxes: keys before the first difference are fixed; the key where the marks differ lies
strictly between; and on either side the next keys run from the first mark on, or up to the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.condition import Box, Condition
from sparktree.engines.keys.domain import Mask, Values, values_joined, values_of
from sparktree.engines.keys.intervals import Intervals, between, from_on, up_to
from sparktree.types import Float, Type


@dataclass(frozen=True, slots=True)
class KeyColumn:
    """One key at every mark; `values` is None for types without an order that ranges know."""

    values: Values | None
    descending: bool
    nan: bool
    nullable: bool


@dataclass(frozen=True, slots=True)
class Marks:
    """The primary index of a part: the key of each granule's first row and of the last row."""

    columns: tuple[KeyColumn, ...]
    count: int  # granules

    @classmethod
    def of(cls, index: pa.Table, types: Sequence[Type], descending: Sequence[bool]) -> Marks:
        """The marks of an index file."""
        columns = tuple(
            KeyColumn(values_of(column, kind), down, isinstance(kind.inner, Float), kind.nullable)
            for column, kind, down in zip(index.columns, types, descending, strict=False)
        )
        return cls(columns, max(index.num_rows - 1, 0))

    @classmethod
    def joined(cls, several: Sequence[Marks]) -> Marks | None:
        """The marks of several parts one after the other; None if their values are unlike.

        Between the last mark of a part and the first of the next lies no granule, but is counted.
        """
        columns = []
        for one in zip(*(marks.columns for marks in several), strict=True):
            values = [column.values for column in one if column.values is not None]
            if len({v.data.dtype.kind for v in values}) > 1 or len(values) not in (0, len(one)):
                return None
            together = values_joined(values) if values else None
            columns.append(replace(one[0], values=together))
        return cls(tuple(columns), sum(marks.count + 1 for marks in several) - 1)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        found = [column.values for column in self.columns if column.values is not None]
        return sum(v.data.nbytes + v.null.nbytes + v.odd.nbytes for v in found)

    def granules_left(self, condition: Condition) -> Mask:
        """Which granules may hold a row for which the condition is true."""
        used = max(condition.positions(), default=-1) + 1
        keep = np.zeros(self.count, dtype=np.bool_)
        if not self.count:
            return keep
        for rows, box in self._boxes(self.columns[: max(used, 1)]):
            waiting = rows & ~keep
            if waiting.any():
                narrowed = Box(int(waiting.sum()), {k: v[waiting] for k, v in box.items()})
                keep[waiting] = condition.evaluate(narrowed)[0]
        return keep

    def sure(self, condition: Condition) -> Mask:
        """Of which granules the condition is true for every row."""
        used = max(condition.positions(), default=-1) + 1
        sure = np.ones(self.count, dtype=np.bool_)
        if not self.count:
            return sure
        for rows, box in self._boxes(self.columns[: max(used, 1)]):
            asked = rows & sure
            if asked.any():
                narrowed = Box(int(asked.sum()), {k: v[asked] for k, v in box.items()})
                sure[asked] = ~condition.evaluate(narrowed)[1]
        return sure

    def _boxes(self, columns: Sequence[KeyColumn]) -> Iterator[tuple[Mask, dict[int, Intervals]]]:
        """Boxes of all granules at once, and the granules that each kind of box applies to."""
        fixed: dict[int, Intervals] = {}  # keys at the first mark, while equal to the second's
        equal = np.ones(self.count, dtype=np.bool_)
        sides: list[tuple[Mask, dict[int, Intervals], bool]] = []
        for position, column in enumerate(columns):
            last = position == len(columns) - 1
            yield from self._side_boxes(sides, position, column, last)
            first, second = self._ends(column)
            same = np.zeros(self.count, dtype=np.bool_)
            if first is not None and second is not None:
                same = _same(first, second)
                inner = _inner(*_swapped(first, second, column), column, open_=not last)
                if last:
                    yield equal, {**fixed, position: inner}
                    return
                yield equal & ~same, {**fixed, position: inner}
                sides += [
                    (equal & ~same, {**fixed, position: _at(first, column)}, True),
                    (equal & ~same, {**fixed, position: _at(second, column)}, False),
                ]
                fixed = {**fixed, position: _at(first, column)}
                equal = equal & same
            else:
                yield equal, fixed
                return

    def _side_boxes(
        self,
        sides: list[tuple[Mask, dict[int, Intervals], bool]],
        position: int,
        column: KeyColumn,
        last: bool,
    ) -> Iterator[tuple[Mask, dict[int, Intervals]]]:
        """The boxes at the first and at the second mark, whose next key is `position`."""
        first, second = self._ends(column)
        for number, (rows, box, at_first) in enumerate(sides):
            mark = first if at_first else second
            if mark is None:
                yield rows, box
                sides[number] = (np.zeros(self.count, np.bool_), box, at_first)
                continue
            yield rows, {**box, position: _beyond(mark, column, at_first, open_=not last)}
            sides[number] = (rows, {**box, position: _at(mark, column)}, at_first)

    def _ends(self, column: KeyColumn) -> tuple[Values | None, Values | None]:
        if column.values is None:
            return None, None
        return column.values.at(slice(0, -1)), column.values.at(slice(1, None))


def _beyond(mark: Values, column: KeyColumn, after: bool, *, open_: bool) -> Intervals:
    """The keys after a mark, or before it, in the order of the rows."""
    if after != column.descending:
        return from_on(mark, column.nan, column.nullable, open_=open_)
    return up_to(mark, column.nan, open_=open_)


def _inner(low: Values, high: Values, column: KeyColumn, *, open_: bool) -> Intervals:
    """The keys between two marks; between neighbouring whole numbers lies none."""
    if not open_ or low.data.dtype.kind not in "iu" or high.data.dtype != low.data.dtype:
        return between(low, high, column.nan, open_=open_)
    found = between(low, high, column.nan)
    gap = (high.data > low.data) & (high.data - low.data >= 2)
    return replace(
        found,
        low=np.where(gap, low.data + 1, low.data),
        high=np.where(gap, high.data - 1, high.data),
        void=found.void | (~gap & ~found.no_high),
    )


def _at(mark: Values, column: KeyColumn) -> Intervals:
    return between(mark, mark, column.nan)


def _swapped(first: Values, second: Values, column: KeyColumn) -> tuple[Values, Values]:
    return (second, first) if column.descending else (first, second)


def _same(first: Values, second: Values) -> Mask:
    plain = np.asarray(first.data == second.data, dtype=np.bool_) & ~first.odd & ~second.odd
    same: Mask = (plain & ~first.null & ~second.null) | (first.null & second.null)
    return same
