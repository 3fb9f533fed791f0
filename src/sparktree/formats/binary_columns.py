"""Columns as bytes, in the layout of ClickHouse's Native format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import not_implemented
from sparktree.formats.byte_rows import joined
from sparktree.functions.aggregates.states.bytes import field_codes, state_of_text
from sparktree.functions.aggregates.states.fields import whole_shape
from sparktree.kernel import sql
from sparktree.kernel.byte_shapes import Bytes as ByteArray
from sparktree.kernel.byte_shapes import Places, Shape, slices
from sparktree.kernel.connection import connect, escaped_text, raw_bytes
from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types.base import Type
from sparktree.types.composite import (
    AggregateFunction,
    Array,
    LowCardinality,
    Map,
    Nested,
    Nothing,
    Nullable,
    Tuple,
    Variant,
    Wrapper,
)
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.parse import AggregateStates
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import Date, Date32, DateTime, DateTime64, Time, Time64

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@lru_cache(maxsize=1024)
def arrow_type(kernel: str) -> pa.DataType:
    """The Arrow type of the kernel's type."""
    cursor = connect()
    try:
        return (
            cursor.sql(f"SELECT CAST(NULL AS {kernel}) AS c").to_arrow_table().schema.field(0).type
        )
    finally:
        cursor.close()


def plain_storage(array: pa.Array) -> pa.Array:
    """The array without the extension type that the kernel put around it."""
    return array.storage if isinstance(array, pa.ExtensionArray) else array


def with_type(storage: pa.Array, kernel: str) -> pa.Array:
    """The array in the Arrow type that the kernel expects."""
    wanted = arrow_type(kernel)
    if isinstance(wanted, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(wanted, storage.cast(wanted.storage_type))
    return storage if storage.type == wanted else storage.cast(wanted)


def fixed_width(type_: Type) -> int | None:
    """Bytes of a value, None if that differs from value to value."""
    for kinds, width in _WIDTHS:
        if isinstance(type_, kinds):
            return width(type_)
    return None


_WIDTHS: tuple[tuple[type[Type] | tuple[type[Type], ...], Callable[[Any], int]], ...] = (
    ((Integer, Decimal, Float, Enum), lambda t: t.bits // 8),
    (Bool, lambda t: 1),
    (FixedString, lambda t: t.size),
    ((UUID, IPv6), lambda t: 16),
    ((Date32, DateTime, Time, IPv4), lambda t: 4),
    (Date, lambda t: 2),
    ((DateTime64, Time64, Interval), lambda t: 8),
    (Nothing, lambda t: 1),
)


def fixed_bytes(type_: Type, array: pa.Array) -> Bytes:
    """The values of a type of fixed width, a row each."""
    width = fixed_width(type_)
    if isinstance(type_, Nothing):
        return np.full((len(array), 1), ord("0"), np.uint8)
    if isinstance(type_, FixedString):
        texts = unescape_array(_filled(type_, array))
        return _rows(joined(texts), type_.size)
    array = plain_storage(array)
    if isinstance(type_, Integer | Decimal) and type_.bits == 256:
        return _wide_rows(array, not isinstance(type_, Integer) or type_.signed)
    if isinstance(type_, Integer) and type_.bits == 128:
        return _binary_rows(array, 16)
    if isinstance(type_, IPv6):
        return _binary_rows(array, 16)[:, ::-1]
    if isinstance(type_, UUID):
        return _swapped_halves(_binary_rows(array, 16))
    if isinstance(type_, Decimal):
        return _decimal_rows(array, type_.bits // 8)
    numbers = pc.fill_null(array.cast(_number_type(type_)), 0).to_numpy(zero_copy_only=False)
    if isinstance(type_, Float) and type_.bits == 16:
        numbers = (numbers.view(np.uint32) >> 16).astype(np.uint16)
    elif isinstance(type_, Date) and width == 2:
        numbers = numbers.astype(np.uint16)
    return np.ascontiguousarray(numbers).view(np.uint8).reshape(len(array), width or 1)


def _number_type(type_: Type) -> pa.DataType:
    if isinstance(type_, Date):
        return pa.int32()
    if isinstance(type_, Bool):
        return pa.int8()
    return type_.storage


def _filled(type_: Type, array: pa.Array) -> pa.Array:
    empty = "\0" * type_.size if isinstance(type_, FixedString) else ""
    return pc.fill_null(array, empty)


def _rows(data: bytes, width: int) -> Bytes:
    return np.frombuffer(data, np.uint8).reshape(-1, width)


def _binary_rows(array: pa.Array, width: int) -> Bytes:
    filled = pc.fill_null(array, b"\0" * width)
    return _rows(joined(filled), width)


def _wide_rows(array: pa.Array, signed: bool) -> Bytes:
    rows = _binary_rows(array, 32)[:, ::-1].copy()
    if signed:
        rows[:, 31] ^= 0x80
        if array.null_count:
            rows[pc.is_null(array).to_numpy(zero_copy_only=False)] = 0
    return rows


def _swapped_halves(rows: Bytes) -> Bytes:
    return np.concatenate([rows[:, 7::-1], rows[:, 15:7:-1]], axis=1)


def _decimal_rows(array: pa.Array, width: int) -> Bytes:
    wide = array.cast(pa.decimal128(38, array.type.scale))
    filled = pc.fill_null(wide, pa.scalar(0, wide.type))
    data = memoryview(filled.buffers()[1])[filled.offset * 16 : (filled.offset + len(filled)) * 16]
    return np.frombuffer(data, np.uint8).reshape(-1, 16)[:, :width]


def from_fixed_bytes(type_: Type, rows: Bytes) -> pa.Array:
    """The kernel's array of values of fixed width."""
    if isinstance(type_, Nothing):
        return with_type(pa.nulls(len(rows), pa.int32()), type_.kernel)
    if isinstance(type_, FixedString):
        return escape_array(_binary_array(rows))
    if isinstance(type_, Integer | Decimal) and type_.bits == 256:
        return _from_wide(rows, not isinstance(type_, Integer) or type_.signed)
    if isinstance(type_, Integer) and type_.bits == 128:
        return with_type(_binary_array(rows).cast(pa.binary(16)), type_.kernel)
    if isinstance(type_, IPv6):
        return with_type(_binary_array(rows[:, ::-1]).cast(pa.binary(16)), type_.kernel)
    if isinstance(type_, UUID):
        return with_type(_binary_array(_swapped_halves(rows)).cast(pa.binary(16)), type_.kernel)
    if isinstance(type_, Decimal):
        return with_type(_decimals(type_, rows), type_.kernel)
    return with_type(_numbers(type_, np.ascontiguousarray(rows)), type_.kernel)


def _numbers(type_: Type, rows: Bytes) -> pa.Array:
    if isinstance(type_, Float) and type_.bits == 16:
        wide = rows.view(np.uint16).reshape(-1).astype(np.uint32) << 16
        return pa.array(wide.view(np.float32))
    if isinstance(type_, Date):
        kind = np.int32 if isinstance(type_, Date32) else np.uint16
        return pa.array(rows.view(kind).reshape(-1).astype(np.int32)).cast(pa.date32())
    if isinstance(type_, Bool):
        return pa.array(rows.reshape(-1).astype(np.int8))
    kind = _number_type(type_).to_pandas_dtype()
    return pa.array(rows.view(kind).reshape(-1))


def _binary_array(rows: Bytes) -> pa.Array:
    data, width = np.ascontiguousarray(rows).tobytes(), rows.shape[1]
    fixed = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(width), len(rows), [None, pa.py_buffer(data)]
    )
    return fixed.cast(pa.binary())


def _from_wide(rows: Bytes, signed: bool) -> pa.Array:
    flipped = rows.copy()
    if signed:
        flipped[:, 31] ^= 0x80
    return _binary_array(flipped[:, ::-1])


def _decimals(type_: Decimal, rows: Bytes) -> pa.Array:
    wide = np.empty((len(rows), 16), np.uint8)
    width = rows.shape[1]
    wide[:, :width] = rows
    wide[:, width:] = (rows[:, width - 1 : width] >> 7) * 0xFF
    kind = pa.decimal128(38, type_.scale)
    buffers = [None, pa.py_buffer(wide.tobytes())]
    found = pa.Array.from_buffers(kind, len(rows), buffers)
    return found.cast(pa.decimal128(type_.precision, type_.scale))


def state_bytes(type_: AggregateFunction, array: pa.Array) -> pa.Array:
    """The bytes of states, which the kernel makes out of their partial values."""
    cursor = connect()
    try:
        cursor.register("states", pa.table({"c": array}))
        shown = raw_bytes(AggregateStates.text_of(type_, sql.name("c")))
        found = cursor.sql(f"SELECT {shown} AS c FROM states").to_arrow_table()
    finally:
        cursor.close()
    return found.column("c").combine_chunks().cast(pa.large_binary())


@dataclass(frozen=True, slots=True)
class States:
    """How states lie: only reading tells where one ends."""

    type: AggregateFunction
    inner: Shape

    @classmethod
    def of(cls, type_: AggregateFunction) -> States:
        """The states of a type."""
        return cls(type_, whole_shape(field_codes(type_)))

    @property
    def width(self) -> int | None:
        return self.inner.width

    def end(self, data: bytes, at: int) -> int:
        return self.inner.end(data, at)

    def ends(self, data: ByteArray, at: Places) -> Places:
        return self.inner.ends(data, at)

    def array(self, data: ByteArray, at: Places) -> pa.Array:
        """The states, which the kernel makes of their bytes."""
        cursor = connect()
        try:
            found = slices(data, at, self.inner.ends(data, at)).cast(pa.binary())
            cursor.register("bytes", pa.table({"c": found}))
            state = state_of_text(self.type, escaped_text(sql.name("c")))
            made = cursor.sql(f"SELECT {state} AS c FROM bytes").to_arrow_table().column("c")
            # An array of no chunks does not know how to be one of such a type.
            return made.combine_chunks() if len(made) else pa.nulls(0, made.type)
        finally:
            cursor.close()


def unwrapped(type_: Type) -> Type:
    """The type below SimpleAggregateFunction, and a Nested as the arrays that it is."""
    if isinstance(type_, Nested):
        return type_.form
    if isinstance(type_, Wrapper) and not isinstance(type_, Nullable | LowCardinality):
        return unwrapped(type_.of)
    return type_


def check_binary(type_: Type) -> None:
    """Fail for a type that has no binary form here."""
    inner = unwrapped(type_)
    if isinstance(inner, AggregateFunction):
        return
    known = (Nullable, LowCardinality, Array, Map, Tuple, Variant, String)
    if fixed_width(inner) is None and not isinstance(inner, known):
        raise not_implemented(f"Values of type {type_} have no binary form.")
    for child in inner.children():
        check_binary(child)
