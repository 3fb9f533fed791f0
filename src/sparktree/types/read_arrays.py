"""Texts of whole arrays read as values of a type, in every spelling that ClickHouse accepts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from sparktree.errors import not_implemented
from sparktree.types import number_arrays, time_arrays, word_arrays
from sparktree.types.base import Type
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.reading import Context
from sparktree.types.reading_arrays import ArrayReader, Values
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6
from sparktree.types.times import Date, DateTime, DateTime64, Time, Time64

_READERS: tuple[tuple[type[Type], ArrayReader], ...] = (
    (Integer, number_arrays.read_integers),
    (Interval, number_arrays.read_intervals),
    (Float, number_arrays.read_floats),
    (Decimal, number_arrays.read_decimals),
    (Bool, word_arrays.read_bools),
    (UUID, word_arrays.read_uuids),
    (IPv4, word_arrays.read_ipv4s),
    (IPv6, word_arrays.read_ipv6s),
    (Enum, word_arrays.read_enums),
    (FixedString, word_arrays.read_fixed_strings),
    (Date, time_arrays.read_dates),
    (DateTime, time_arrays.read_datetimes),
    (DateTime64, time_arrays.read_datetime64s),
    (Time, time_arrays.read_times),
    (Time64, time_arrays.read_time64s),
)


def read_all(type_: Type, texts: pa.Array, context: Context) -> Values:
    """Texts without NULLs as the kernel casts them, and which of them are values of the type."""
    if len(texts) == 0:
        return texts, np.zeros(0, np.bool_)
    for kind, read in _READERS:
        if isinstance(type_, kind):
            return read(type_, texts, context)
    raise not_implemented(f"Values of type {type_} cannot be read from text.")
