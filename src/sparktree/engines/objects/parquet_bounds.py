"""What Parquet files tell of the values in a row group or a page, in the terms of conditions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.domain import values_of
from sparktree.engines.keys.intervals import Intervals
from sparktree.kernel.text import escape
from sparktree.types import Date, DateTime64, Float, Integer, String, Type

_UNITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}

Raw = int | float | bytes  # a value as files store it


def can_skip(type_: Type) -> bool:
    """Whether what files tell can be compared with constants of the type."""
    inner = type_.inner
    if isinstance(inner, Integer):
        return inner.bits <= 64
    return isinstance(inner, String | Float | Date | DateTime64)


def is_same_kind(kind: pa.DataType, type_: Type) -> bool:
    """Whether the file has values of the type itself, so that the order is the same."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    inner = type_.inner
    if isinstance(inner, Integer):
        return bool(pa.types.is_integer(kind))
    if isinstance(inner, Float):  # rounded values are not between the bounds of exact ones
        return bool(pa.types.is_floating(kind) and 32 <= kind.bit_width <= inner.bits)
    if isinstance(inner, Date):
        return bool(pa.types.is_date32(kind))
    if isinstance(inner, DateTime64):
        return bool(pa.types.is_timestamp(kind) and _UNITS[kind.unit] == inner.precision)
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
    )


def intervals(
    least: Sequence[Raw | None],
    greatest: Sequence[Raw | None],
    null: Sequence[bool],
    field: pa.Field,
    type_: Type,
    *,
    absent_is_null: bool = False,
) -> Intervals | None:
    """Pieces of a column of a file between the values that it stores, some maybe NULL.

    A bound that is None is not known; or there are only NULLs, if that is what it means.
    """
    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    lows, highs = ([_value(one, kind, type_) for one in bounds] for bounds in (least, greatest))
    low, high = (values_of(_array(bounds, kind), type_) for bounds in (lows, highs))
    if low is None or high is None:
        return None
    has_null = np.array(null, np.bool_) & field.nullable  # what cannot be need not be counted
    void = np.array([absent_is_null and one is None for one in least], np.bool_)
    if not type_.nullable:  # NULLs are read as some other value
        void &= False
    unknown = (low.null | high.null | low.odd | high.odd) & ~void
    if not type_.nullable:
        unknown |= has_null
    is_float = np.full(len(low), isinstance(type_.inner, Float), np.bool_)
    return Intervals(low.data, high.data, unknown, unknown, void, has_null | void, is_float)


def _value(raw: Raw | None, kind: pa.DataType, type_: Type) -> int | float | str | None:
    """A bound; None if the values beyond it could be read as anything."""
    if isinstance(raw, bytes):
        return escape(raw)
    if raw is None or isinstance(raw, float):
        return None if raw is None or math.isnan(raw) else raw
    inner = type_.inner
    if not isinstance(inner, Integer):
        return raw
    # Unsigned numbers are stored as signed ones of the same bits.
    number = raw % (1 << int(kind.bit_width)) if pa.types.is_unsigned_integer(kind) else raw
    return number if inner.minimum <= number <= inner.maximum else None


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    if pa.types.is_floating(kind):
        return pa.array(values, pa.float64())
    if pa.types.is_integer(kind):
        return pa.array(values, kind)
    if pa.types.is_temporal(kind):  # days or ticks
        return pa.array(values, pa.int64())
    return pa.array(values, pa.string())
