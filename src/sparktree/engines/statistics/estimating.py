"""How many rows conditions leave, by the statistics of the parts that a query reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.keys.describe import expression_text
from sparktree.engines.skip_indexes.stored import exact, solid_type, stored_array
from sparktree.engines.statistics.loading import statistics_in
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.functions.core.declare import QueryContext
from sparktree.parts.indexes.hashing import value_hashes
from sparktree.parts.sketches import cardinality, frequency
from sparktree.parts.statistics import ColumnStatistics, numbers_of
from sparktree.planner.expr import Call, Column, Constant, Expr, InSet, is_constant
from sparktree.planner.lower import fold
from sparktree.types import Bool, Decimal, FixedString, Float, Integer, String, Type

# What a condition leaves of the rows of which nothing is known, as in ClickHouse.
_EQUAL, _RANGE, _UNKNOWN = 0.01, 0.5, 1.0
_RANGES = {"less": "<", "lessOrEquals": "<=", "greater": ">", "greaterOrEquals": ">="}
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class _Limit:
    """A bound of a range of numbers: `column < number` and the like."""

    column: str
    operator: str
    number: float


@dataclass(slots=True)
class Estimates:
    """The selectivity of conditions over some parts; `ids` are the columns by number."""

    definition: TableDefinition
    context: QueryContext
    ids: Mapping[int, str]
    parts: Sequence[PartOnDisk]
    used: set[str] = field(default_factory=set)  # columns whose statistics were looked at
    _loaded: dict[str, list[tuple[int, ColumnStatistics | None]]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Rows of the parts."""
        return sum(part.description.rows for part in self.parts)

    def share(self, expr: Expr) -> float:
        """The part of the rows that a condition leaves."""
        return min(max(self._share(expr), 0.0), 1.0)

    def share_of_all(self, filters: Iterable[Expr]) -> float:
        """The part of the rows that all conditions together leave."""
        return min(max(self._conjunction(list(filters)), 0.0), 1.0)

    def describe(self, filters: Sequence[Expr]) -> str | None:
        """The conditions with what they leave, for EXPLAIN; None if no statistics say anything."""
        ranked = sorted((self.share(one), expression_text(one, {})) for one in filters)
        if not self.used:
            return None
        listed = (f"{text} (about {round(share * self.rows)})" for share, text in ranked)
        total = round(self.share_of_all(filters) * self.rows)
        return f"statistics leave about {total} of {self.rows} rows: {', '.join(listed)}"

    # --- conditions -----------------------------------------------------------------------

    def _share(self, expr: Expr) -> float:
        if isinstance(expr, InSet):
            return self._in(expr)
        if not isinstance(expr, Call):
            return _UNKNOWN
        name, args = expr.function.name, expr.args
        if name == "and":
            return self._conjunction(args)
        if name == "or":
            return 1.0 - float(np.prod([1.0 - self.share(one) for one in args]))
        if name == "not":
            return 1.0 - self.share(args[0])
        if name in ("equals", "notEquals"):
            return self._equality(expr)
        if name in _RANGES:
            limit = self._limit(expr)
            return _RANGE if limit is None else self._between(limit.column, [limit])
        if name in ("isNull", "isNotNull"):
            return self._nulls(expr)
        return _UNKNOWN

    def _conjunction(self, exprs: Sequence[Expr]) -> float:
        """The shares multiplied; bounds of the same column are one range."""
        share, ranges = 1.0, dict[str, list[_Limit]]()
        for one in _flat(exprs):
            limit = self._limit(one) if isinstance(one, Call) else None
            if limit is None:
                share *= self.share(one)
            else:
                ranges.setdefault(limit.column, []).append(limit)
        for column, limits in ranges.items():
            share *= self._between(column, limits)
        return share

    def _limit(self, expr: Call) -> _Limit | None:
        operator = _RANGES.get(expr.function.name)
        pair = None if operator is None else self._pair(expr)
        if operator is None or pair is None:
            return None
        column, constant, flipped = pair
        number = self._number(constant, column.type)
        if number is None:
            return None
        return _Limit(self.ids[column.id], _FLIPPED[operator] if flipped else operator, number)

    def _pair(self, expr: Call) -> tuple[Column, Expr, bool] | None:
        """A stored column, the constant that it is compared with, and whether that is left."""
        left, right = expr.args
        flipped = is_constant(left)
        if flipped:
            left, right = right, left
        if not isinstance(left, Column) or left.id not in self.ids or not is_constant(right):
            return None
        return left, right, flipped

    def _number(self, constant: Expr, type_: Type) -> float | None:
        """A constant in the terms of a column's numbers."""
        solid = solid_type(type_)
        numbers = (Integer, Float, Decimal, Bool)
        if isinstance(constant.type.inner, numbers) and isinstance(solid, numbers):
            value = fold(constant, self.context).value
            return None if value is None else float(value)  # type: ignore[arg-type]
        found = exact(constant, solid, self.context)
        if found is None or isinstance(solid, String | FixedString):
            return None
        return float(numbers_of(stored_array([found], solid), solid)[0])

    # --- single columns -------------------------------------------------------------------

    def _equality(self, expr: Call) -> float:
        pair = self._pair(expr)
        if pair is None:
            return _UNKNOWN
        column, constant, _ = pair
        equal = self._equal(column, constant)
        return equal if expr.function.name == "equals" else 1.0 - equal

    def _in(self, expr: InSet) -> float:
        if not isinstance(expr.value, Column) or expr.value.id not in self.ids:
            return _UNKNOWN
        if expr.table is not None:
            share: float = expr.table.table.num_rows * self._equal(expr.value, None)
        else:
            share = sum(self._equal(expr.value, value) for value in expr.values)
        return 1.0 - min(share, 1.0) if expr.negated else share

    def _equal(self, column: Column, constant: Expr | None) -> float:
        """The share of one value; without a constant that of any."""
        solid = solid_type(column.type)
        parts = self._of(self.ids[column.id])
        found = None if constant is None else exact(constant, solid, self.context)
        if constant is not None and found is None:
            return 0.0  # no value of the column's type is equal to it
        total = 0.0
        for rows, known in parts:
            total += rows * _EQUAL if known is None else _equal_rows(known, found, solid)
        return total / max(self.rows, 1)

    def _between(self, column: str, limits: Sequence[_Limit]) -> float:
        """The share of the numbers within limits."""
        type_ = self.definition.by_name[column].type
        total = sum(
            rows * _RANGE if known is None else _rows_between(known, limits, type_)
            for rows, known in self._of(column)
        )
        return total / max(self.rows, 1)

    def _nulls(self, expr: Call) -> float:
        column = expr.args[0]
        if not isinstance(column, Column) or column.id not in self.ids:
            return _UNKNOWN
        total = sum(
            rows * _EQUAL if known is None else known.nulls
            for rows, known in self._of(self.ids[column.id])
        )
        share = total / max(self.rows, 1)
        return share if expr.function.name == "isNull" else 1.0 - share

    def _of(self, column: str) -> list[tuple[int, ColumnStatistics | None]]:
        """Rows and statistics of every part."""
        if column not in self._loaded:
            self._loaded[column] = [
                (p.description.rows, statistics_in(p.description, p.disk, column))
                for p in self.parts
            ]
        found = self._loaded[column]
        if any(known is not None for _, known in found):
            self.used.add(column)
        return found


def _flat(exprs: Iterable[Expr]) -> Iterable[Expr]:
    for one in exprs:
        if isinstance(one, Call) and one.function.name == "and":
            yield from _flat(one.args)
        else:
            yield one


def _equal_rows(known: ColumnStatistics, constant: Constant | None, solid: Type) -> float:
    """Rows with one value: counted by countmin, or the mean of all values by uniq."""
    values = known.rows - known.nulls
    if known.counts is not None and constant is not None:
        hashes = value_hashes(stored_array([constant], solid))
        return float(frequency(known.counts, hashes[0]))
    if known.registers is not None:
        return values / max(cardinality(known.registers), 1)
    return values * _EQUAL


def _rows_between(known: ColumnStatistics, limits: Sequence[_Limit], type_: Type) -> float:
    """Rows within limits: by the distribution of tdigest, or evenly between those of minmax."""
    values = float(known.rows - known.nulls)
    low, high = 0.0, values
    for limit in limits:
        below = _below(known, limit, type_)
        if below is None:
            return values * _RANGE
        if limit.operator in ("<", "<="):
            high = min(high, below)
        else:
            low = max(low, below)
    return max(high - low, 0.0)


def _below(known: ColumnStatistics, limit: _Limit, type_: Type) -> float | None:
    """Rows on the left of a limit."""
    inclusive = limit.operator in ("<=", ">")
    if known.digest is not None:
        return known.digest.count_below(limit.number, inclusive=inclusive)
    if known.bounds is None:
        return None
    if known.bounds.least is None:
        return 0.0
    solid = solid_type(type_)
    ends = pa.array([known.bounds.least, known.bounds.greatest], solid.storage)
    least, greatest = numbers_of(ends, solid)
    values = known.rows - known.nulls
    if limit.number < least or (limit.number == least and not inclusive):
        return 0.0
    if limit.number > greatest or (limit.number == greatest and inclusive):
        return float(values)
    return float(values * (limit.number - least) / max(greatest - least, 1e-300))
