"""What descriptions say of columns and of the partition key, for many parts at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.domain import Array, constant_of, is_ordered, sorted_set, values_of
from sparktree.engines.keys.intervals import Intervals
from sparktree.parts.description import Bounds, PartDescription
from sparktree.planner.expr import Column, Expr
from sparktree.types import Float, Type


def bounds_of(
    parts: Sequence[PartDescription], columns: Mapping[str, Column]
) -> dict[int, Intervals]:
    """The extremes of the columns in each part; keys are numbered as the columns are."""
    found: dict[int, Intervals] = {}
    for position, (name, column) in enumerate(columns.items()):
        if is_ordered(column.type):
            found[position] = _intervals([part.minmax.get(name) for part in parts], column.type)
    return found


def known_bounds_of(
    parts: Sequence[PartDescription], columns: Mapping[str, Column]
) -> dict[int, Intervals]:
    """The extremes of the columns in each part that has statistics of their types."""
    found: dict[int, Intervals] = {}
    for position, (name, column) in enumerate(columns.items()):
        if is_ordered(column.type):
            bounds = [known_bounds(part, name, column.type) for part in parts]
            if any(bounds):
                found[position] = _intervals(bounds, column.type)
    return found


def known_bounds(part: PartDescription, name: str, type_: Type) -> Bounds | None:
    """The extremes of a column that statistics of a part tell, if they are of its type."""
    statistics = part.statistics.get(name)
    if statistics is None or not statistics.declaration.startswith(f"{type_} STATISTICS("):
        return None
    return statistics.bounds


def points_of(parts: Sequence[PartDescription], keys: Sequence[Expr]) -> dict[int, Intervals]:
    """The value of each expression of the partition key in each part."""
    found: dict[int, Intervals] = {}
    for position, key in enumerate(keys):
        if is_ordered(key.type):
            values = [part.partition_values[position] for part in parts]
            bounds = [Bounds(value, value, value is None) for value in values]
            found[position] = _intervals(bounds, key.type)
    return found


def _intervals(bounds: Sequence[Bounds | None], type_: Type) -> Intervals:
    lows = [None if b is None else constant_of(b.least, type_) for b in bounds]
    highs = [None if b is None else constant_of(b.greatest, type_) for b in bounds]
    nan = np.full(len(bounds), isinstance(type_.inner, Float))
    only_null = [b is not None and b.least is None and b.has_null for b in bounds]
    return Intervals(
        _filled(lows, type_),
        _filled(highs, type_),
        np.array([low is None for low in lows], dtype=np.bool_),
        np.array([high is None for high in highs], dtype=np.bool_),
        np.array(only_null, dtype=np.bool_) & ~nan,
        np.array([b is None or b.has_null for b in bounds], dtype=np.bool_),
        nan,
    )


def _filled(values: list[Any], type_: Type) -> Array:
    """An array of the values, something of their kind in place of None."""
    known = [v for v in values if v is not None]
    if not known:
        nothing = values_of(pa.nulls(len(values), type_.inner.storage), type_)
        assert nothing is not None
        return nothing.data
    kind = sorted_set(known).dtype
    array = np.empty(len(values), dtype=kind)
    array[:] = [known[0] if v is None else v for v in values]
    return array
