"""Key values as numpy arrays whose order is the order of the key; constants in the same terms."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.text import unescape
from sparktree.types import (
    UUID,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    IPv4,
    String,
    Type,
)

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
_EPOCH = datetime.date(1970, 1, 1)
_TEXTS = (String, FixedString, UUID)
_NUMBERS = (Integer, Bool, Date, DateTime, DateTime64, Enum, IPv4)


@dataclass(frozen=True, slots=True)
class Values:
    """Key values; `null` says which are NULL, `odd` which have no place in the order: NaN."""

    data: Array
    null: Mask
    odd: Mask

    def __len__(self) -> int:
        return len(self.data)

    def at(self, rows: Any) -> Values:
        """Some of the values."""
        return Values(self.data[rows], self.null[rows], self.odd[rows])


def values_joined(several: Sequence[Values]) -> Values:
    """The values one after the other."""
    return Values(
        np.concatenate([values.data for values in several]),
        np.concatenate([values.null for values in several]),
        np.concatenate([values.odd for values in several]),
    )


def is_ordered(type_: Type) -> bool:
    """Whether conditions over the type can be decided by ranges."""
    inner = type_.inner
    if isinstance(inner, Decimal):
        return not inner.wide
    return isinstance(inner, (*_NUMBERS, *_TEXTS, Float))


def is_discrete(type_: Type) -> bool:
    """Whether every value has a next one: values are whole numbers."""
    return isinstance(type_.inner, _NUMBERS)


def values_of(column: pa.Array | pa.ChunkedArray, type_: Type) -> Values | None:
    """The column of an index (or of a set) in comparable terms; None if the type has no order."""
    if not is_ordered(type_):
        return None
    array = _plain(column)
    null = np.asarray(array.is_null().to_numpy(zero_copy_only=False), dtype=np.bool_)
    inner = type_.inner
    if isinstance(inner, Float):
        data = array.fill_null(0.0).to_numpy(zero_copy_only=False).astype(np.float64)
        odd = np.isnan(data)
        return Values(np.where(odd, 0.0, data), null, odd)
    none = np.zeros(len(array), dtype=np.bool_)
    if isinstance(inner, _TEXTS):
        return _texts(array, null)
    if isinstance(inner, Decimal) or (isinstance(inner, Integer) and inner.bits > 64):
        found = [_number(value, inner) for value in array.to_pylist()]
        return Values(_objects([0 if v is None else v for v in found]), null, none)
    return Values(_integers(array), null, none)


def _plain(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], array.type)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array


def _integers(array: pa.Array) -> Array:
    kind = array.type
    if pa.types.is_date(kind):
        array = array.cast(pa.int32())
    elif pa.types.is_boolean(kind):
        array = array.cast(pa.uint8())
    wide = pa.uint64() if pa.types.is_uint64(array.type) else pa.int64()
    filled = pc.fill_null(array.cast(wide), 0)
    numbers: Array = filled.to_numpy(zero_copy_only=False)
    return numbers


def _texts(array: pa.Array, null: Mask) -> Values:
    if isinstance(array.type, pa.UuidType):
        texts = [None if v is None else str(v) for v in array.to_pylist()]
        data = [b"" if t is None else uuid_key(t) for t in texts]
        return Values(_objects(data), null, np.zeros(len(array), dtype=np.bool_))
    # The kernel's form of text is in the order of the bytes that it stands for.
    data = [b"" if v is None else v for v in array.cast(pa.binary()).to_pylist()]
    return Values(_objects(data), null, np.zeros(len(array), dtype=np.bool_))


def uuid_key(shown: str) -> bytes:
    """What sorts as ClickHouse sorts UUIDs: the second half first."""
    return (shown[19:] + shown[:18]).encode()


def _objects(values: list[Any]) -> Array:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _number(value: Any, inner: Type) -> Any:
    if isinstance(value, str):  # bytes that came as the kernel's form of text
        value = unescape(value)
    if isinstance(value, bytes) and isinstance(inner, Integer):
        return int.from_bytes(value, "big") - (1 << (inner.bits - 1) if inner.signed else 0)
    return value


def constant_of(value: Any, type_: Type) -> Any:
    """A constant in the terms of a key of this type; None if it cannot be compared with ranges."""
    inner = type_.inner
    if value is None or not is_ordered(type_):
        return None
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, datetime.date):
        return (value - _EPOCH).days
    if isinstance(inner, UUID):
        return uuid_key(str(value)) if isinstance(value, uuid.UUID | str) else None
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        number = _number(value, inner)
        return number if isinstance(number, int) else None
    if isinstance(value, float) and value != value:
        return None
    return value if isinstance(value, int | float | decimal.Decimal) else None


def scalar(constant: Any) -> Any:
    """The constant as numpy compares it whole: of bytes alone it drops zeros at the end."""
    return _objects([constant]).reshape(()) if isinstance(constant, bytes) else constant


_EXACT = 1 << 53


def alike(data: Array, constant: Any) -> Array:
    """The data in a form that numpy compares exactly with the constant."""
    if data.dtype == object:
        return data
    if isinstance(constant, int):
        if data.dtype.kind == "f":
            return data if abs(constant) <= _EXACT else data.astype(object)
        limits = np.iinfo(data.dtype)
        return data if limits.min <= constant <= limits.max else data.astype(object)
    if isinstance(constant, float) and data.dtype.kind == "f":
        return data
    return data.astype(object)


def sorted_set(values: list[Any]) -> Array:
    """Constants, sorted and each once, in the tightest form."""
    unique = sorted(set(values))
    if all(isinstance(v, int) and -(1 << 63) <= v < 1 << 63 for v in unique):
        return np.array(unique, dtype=np.int64)
    if all(isinstance(v, int) and 0 <= v < 1 << 64 for v in unique):
        return np.array(unique, dtype=np.uint64)
    if all(isinstance(v, float) for v in unique):
        return np.array(unique, dtype=np.float64)
    return _objects(unique)


def same_kind(data: Array, constants: Array) -> tuple[Array, Array]:
    """Both in one form in which numpy searches exactly."""
    if data.dtype == constants.dtype:
        return data, constants
    return data.astype(object), constants.astype(object)
