"""Least and greatest values of columns, for pruning whole parts."""

import uuid
from datetime import date
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.parts.description import Bounds
from sparktree.parts.sorting import extremes

# Values whose order in Python is that of the column.
_PLAIN = (int, float, str, bytes, Decimal, date)


def column_bounds(column: pa.ChunkedArray) -> Bounds:
    """The bounds of a column; NULLs and NaNs do not count as values."""
    has_null = column.null_count > 0
    values = column.drop_null().combine_chunks()
    if isinstance(values, pa.ChunkedArray):
        values = values.chunk(0)
    if pa.types.is_floating(values.type) and pc.any(pc.is_nan(values)).as_py():
        values = values.filter(pc.invert(pc.is_nan(values)))
    if len(values) == 0:
        return Bounds(None, None, has_null)
    if isinstance(values[0].as_py(), _PLAIN) and not isinstance(values.type, pa.BaseExtensionType):
        found = pc.min_max(values)
        return Bounds(found["min"].as_py(), found["max"].as_py(), has_null)
    least, greatest = extremes(values)
    return Bounds(values[least].as_py(), values[greatest].as_py(), has_null)


def joined(known: dict[str, Bounds], name: str, bounds: Bounds) -> None:
    """Widen what is known of a column by the bounds of more rows."""
    before = known.get(name)
    known[name] = bounds if before is None else union(before, bounds)


def union(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of the rows of both."""
    has_null = one.has_null or other.has_null
    if one.least is None or other.least is None:
        some = other if one.least is None else one
        return Bounds(some.least, some.greatest, has_null)
    if isinstance(one.least, _PLAIN):
        least, greatest = min(one.least, other.least), max(one.greatest, other.greatest)
        return Bounds(least, greatest, has_null)
    least = min(one.least, other.least, key=_order)
    return Bounds(least, max(one.greatest, other.greatest, key=_order), has_null)


def _order(value: Any) -> tuple[Any, ...]:
    """What sorts in Python as the value does in a column: NULL last, NaN behind all numbers."""
    if value is None:
        return (1,)
    if isinstance(value, dict | list):
        items = value.values() if isinstance(value, dict) else value
        return (0, tuple(map(_order, items)))
    if isinstance(value, uuid.UUID):
        return (0, value.bytes[8:] + value.bytes[:8])
    if isinstance(value, float):
        return (0, value != value, value)
    return (0, value)
