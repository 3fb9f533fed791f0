"""Which parts, and which granules of them, a query's conditions leave."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sparktree.catalog.records import Part
from sparktree.disks.disk import Disk
from sparktree.engines.definition import TableDefinition
from sparktree.engines.expressions import TableExpressions
from sparktree.engines.key_condition import KeyCondition, Range, comparable
from sparktree.parts.description import PartDescription
from sparktree.parts.index import read_index
from sparktree.parts.reader import PartScan, RowRange
from sparktree.planner.analyze import Numbers
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr
from sparktree.planner.nodes import ScanRequest
from sparktree.sql import ast
from sparktree.types import Date, DateTime, DateTime64, Decimal, Enum, Float, Integer, String, Type


@dataclass(frozen=True, slots=True)
class PartOnDisk:
    """A part, its row in the catalog and the disk that holds it."""

    record: Part
    description: PartDescription
    disk: Disk


@dataclass(frozen=True, slots=True)
class Pruned:
    """The scans that are left, and how much was there."""

    scans: tuple[PartScan, ...]
    parts: int
    after_partition: int
    granules: int
    granules_left: int

    @property
    def rows(self) -> int:
        """Rows of all scans."""
        return sum(scan.rows for scan in self.scans)

    def summary(self, table: str) -> str:
        """A line for EXPLAIN."""
        return (
            f"{table}: parts {len(self.scans)}/{self.parts} (partition key leaves"
            f" {self.after_partition}), granules {self.granules_left}/{self.granules},"
            f" rows {self.rows}"
        )


@dataclass(slots=True)
class Pruner:
    """The conditions of one query over one table."""

    definition: TableDefinition
    request: ScanRequest
    environment: Environment

    def prune(self, parts: Sequence[PartOnDisk]) -> Pruned:
        """First by partition, then by the primary index."""
        keys = self._keys()
        by_partition = KeyCondition.of(
            self.request.filters, keys.partition_keys(), self.environment.context
        )
        known = [keys.partition_ranges(p.description) for p in parts]
        by_partition.prepare(known)
        left = [p for p, r in zip(parts, known, strict=True) if by_partition.may_be_true(r)]
        by_index = KeyCondition.of(self.request.filters, keys.primary, self.environment.context)
        scans: list[PartScan] = []
        offset = 0
        total = chosen = 0
        for index, part in enumerate(left):
            ranges = self._granules(part, keys, by_index)
            total += len(part.description.granules.rows)
            rows = part.description.rows
            if ranges is None or ranges:
                url = part.disk.url(part.description.folder)
                scans.append(PartScan(part.description, url, ranges, index, offset))
                chosen += _granule_count(part.description, ranges)
            offset += rows
        return Pruned(tuple(scans), len(parts), len(left), total, chosen)

    def _keys(self) -> Keys:
        names = {name: number for number, name in self.request.ids.items()}
        columns = {
            c.name: Column(c.type, names[c.name], c.name)
            for c in self.definition.columns
            if c.name in names
        }
        return Keys(self.definition, columns, self.environment)

    def _granules(
        self, part: PartOnDisk, keys: Keys, condition: KeyCondition
    ) -> tuple[RowRange, ...] | None:
        """The rows of granules that can hold a match; None for all."""
        if not condition.useful or not keys.primary:
            return None
        index = read_index(part.disk, part.description)
        if not index.num_columns:
            return None
        marks = list(zip(*(column.to_pylist() for column in index.columns), strict=True))
        granules = list(pairwise(part.description.granules.starts()))
        found = [keys.mark_ranges(first, last) for first, last in pairwise(marks)]
        condition.prepare(found)
        kept = [
            granule
            for ranges, granule in zip(found, granules, strict=False)
            if condition.may_be_true(ranges)
        ]
        if len(kept) == len(granules):
            return None
        return tuple(_joined(kept))


def _joined(ranges: Sequence[RowRange]) -> list[RowRange]:
    joined: list[RowRange] = []
    for start, end in ranges:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _granule_count(part: PartDescription, ranges: tuple[RowRange, ...] | None) -> int:
    starts = part.granules.starts()[:-1]
    if ranges is None:
        return len(starts)
    return sum(bisect_left(starts, end) - bisect_left(starts, begin) for begin, end in ranges)


_ORDERED = (Integer, Float, Decimal, Date, DateTime, DateTime64, String, Enum)


class Keys:
    """A table's keys as typed expressions over the query's columns."""

    def __init__(
        self, definition: TableDefinition, columns: dict[str, Column], environment: Environment
    ) -> None:
        self.columns = columns
        self.definition = definition
        self._environment = environment
        self.partition = self._typed(definition.partition_key)
        self.primary = self._typed(definition.primary_key)
        self.descending = [item.descending for item in definition.sorting_key]

    def _typed(self, nodes: Sequence[ast.Expression]) -> list[Expr]:
        from_columns = TableExpressions(
            self._environment, self.columns, Numbers(itertools.count(10_000_000))
        )
        return [from_columns.analyse(node) for node in nodes]

    def partition_keys(self) -> list[Expr]:
        """The partition expressions and the columns that they read."""
        return [*self.partition, *self.columns.values()]

    def partition_ranges(self, part: PartDescription) -> dict[Expr, Range]:
        """What the part's partition says of them."""
        ranges: dict[Expr, Range] = {}
        for name, bounds in part.minmax.items():
            column = self.columns.get(name)
            if column is not None and _is_ordered(column.type):
                nan = isinstance(column.type.inner, Float)
                only_null = bounds.least is None and bounds.has_null and not nan
                ranges[column] = Range(
                    _bound(bounds.least), _bound(bounds.greatest), bounds.has_null, only_null, nan
                )
        for expr, value in zip(self.partition, part.partition_values, strict=True):
            if _is_ordered(expr.type) and comparable(value) is not None:
                ranges.setdefault(expr, Range(value, value))
        return ranges

    def mark_ranges(self, first: tuple[Any, ...], last: tuple[Any, ...]) -> dict[Expr, Range]:
        """The range of each key between two marks: the first key's, and of the next ones as long as
        all before them stay the same."""
        ranges: dict[Expr, Range] = {}
        for position, expr in enumerate(self.primary):
            low, high = first[position], last[position]
            if not _is_ordered(expr.type):
                break
            nulls = expr.type.nullable
            if position < len(self.descending) and self.descending[position]:
                low, high = high, low
            known = (_bound(low), None if nulls and high is None else _bound(high))
            if low is None and nulls:
                known = (None, None)
            nan = isinstance(expr.type.inner, Float)
            ranges[expr] = Range(*known, has_null=nulls, has_nan=nan)
            if low != high:
                break
        return ranges


def _is_ordered(type_: Type) -> bool:
    return isinstance(type_.inner, _ORDERED)


def _bound(value: Any) -> Any:
    return comparable(value)
