"""Other people's Arrow data: which ClickHouse types it has, and its values in kernel form."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.kernel import text
from sparktree.types.base import Type
from sparktree.types.composite import (
    NULL_TYPE,
    Array,
    Map,
    Tuple,
    make_nullable,
    variant,
)
from sparktree.types.numeric import BOOL, FLOAT32, FLOAT64, Decimal, Integer, Interval
from sparktree.types.texts import STRING, UUID, FixedString
from sparktree.types.times import DATE32, DateTime64, Time, Time64, zones
from sparktree.types.variant_arrays import NULL, from_union, put_together
from sparktree.types.wide_arrays import from_decimals

_DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
_UNITS = {"s": "Second", "ms": "Millisecond", "us": "Microsecond", "ns": "Nanosecond"}


def type_of(field: pa.Field) -> Type:
    """ClickHouse's type for an Arrow field; one that may hold NULLs is Nullable, but no tuple."""
    type_ = _plain(field.type, field.name)
    return make_nullable(type_) if field.nullable and not isinstance(type_, Tuple) else type_


def _plain(kind: pa.DataType, name: str) -> Type:
    for matches, make in _SCALARS:
        if matches(kind):
            return make(kind)
    return _nested(kind, name)


def _nested(kind: pa.DataType, name: str) -> Type:
    if pa.types.is_dictionary(kind):
        return _plain(kind.value_type, name)
    if is_list(kind):
        return Array(type_of(kind.value_field.with_name(name)))
    if pa.types.is_struct(kind) and kind.num_fields:
        fields = [kind.field(i) for i in range(kind.num_fields)]
        return Tuple(tuple(map(type_of, fields)), tuple(f.name for f in fields))
    if pa.types.is_map(kind):
        value = type_of(kind.item_field.with_name(name))
        return Map(_plain(kind.key_type, name), value)
    if pa.types.is_union(kind):
        members = (_plain(kind.field(i).type, name) for i in range(kind.num_fields))
        return variant(t for t in members if t != NULL_TYPE)
    if isinstance(kind, pa.BaseExtensionType):
        return _plain(kind.storage_type, name)
    raise Error(
        Code.UNKNOWN_TYPE,
        f"The type {kind} of the column {name} is not supported for conversion from Arrow.",
    )


def _integer(kind: pa.DataType) -> Type:
    return Integer(kind.bit_width, pa.types.is_signed_integer(kind))


def _moment(kind: pa.DataType) -> Type:
    zone = kind.tz if kind.tz in zones() else None if kind.tz is None else "UTC"
    return DateTime64(_DIGITS[kind.unit], zone)


def _clock(kind: pa.DataType) -> Type:
    return Time() if kind.unit == "s" else Time64(_DIGITS[kind.unit])


def _is_text(kind: pa.DataType) -> bool:
    types = pa.types
    strings = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    return bool(strings or _is_bytes(kind))


def _is_bytes(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind))


def is_list(kind: pa.DataType) -> bool:
    """Whether values are lists, of any form."""
    types = pa.types
    return bool(
        types.is_list(kind)
        or types.is_large_list(kind)
        or types.is_fixed_size_list(kind)
        or types.is_list_view(kind)
        or types.is_large_list_view(kind)
    )


_SCALARS: tuple[tuple[Callable[[pa.DataType], bool], Callable[[pa.DataType], Type]], ...] = (
    (pa.types.is_null, lambda _: NULL_TYPE),
    (pa.types.is_boolean, lambda _: BOOL),
    (lambda k: isinstance(k, pa.Bool8Type), lambda _: BOOL),
    (lambda k: isinstance(k, pa.UuidType), lambda _: UUID()),
    (pa.types.is_integer, _integer),
    (pa.types.is_float64, lambda _: FLOAT64),
    (pa.types.is_floating, lambda _: FLOAT32),
    (pa.types.is_decimal, lambda k: Decimal(k.precision, max(k.scale, 0))),
    (_is_text, lambda _: STRING),
    (pa.types.is_fixed_size_binary, lambda k: FixedString(k.byte_width)),
    (pa.types.is_date, lambda _: DATE32),
    (pa.types.is_timestamp, _moment),
    (pa.types.is_time, _clock),
    (pa.types.is_duration, lambda k: Interval(_UNITS[k.unit])),
)


def to_kernel(array: pa.Array | pa.ChunkedArray) -> pa.Array:
    """The values in the kernel form of `type_of`."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
        if isinstance(array, pa.ChunkedArray):
            array = pa.concat_arrays(array.chunks)
    kind = array.type
    if pa.types.is_dictionary(kind):
        return to_kernel(array.dictionary_decode())
    if isinstance(kind, pa.UuidType | pa.Bool8Type):
        return array
    if isinstance(kind, pa.BaseExtensionType):
        return to_kernel(array.storage)
    if is_list(kind):
        return _list(array)
    if pa.types.is_map(kind):
        return _map(array)
    if pa.types.is_struct(kind):
        return _struct(array)
    if pa.types.is_union(kind):
        return _union(array)
    return _scalar(array)


def _scalar(array: pa.Array) -> pa.Array:
    kind = array.type
    if pa.types.is_null(kind):
        return array.cast(pa.int32())
    if _is_text(kind) or pa.types.is_fixed_size_binary(kind):
        return _text(array)
    if pa.types.is_decimal(kind):
        return _decimal(array)
    if pa.types.is_float16(kind):
        return array.cast(pa.float32())
    if pa.types.is_date64(kind):
        return array.cast(pa.date32())
    if pa.types.is_timestamp(kind) or pa.types.is_time(kind) or pa.types.is_duration(kind):
        return array.view(pa.int32() if kind.bit_width == 32 else pa.int64())
    return array


def _text(array: pa.Array) -> pa.Array:
    kind = array.type
    if pa.types.is_string(kind) and not text.array_has_escapes(array):
        return array
    return text.escape_array(array.cast(pa.binary()))


def _decimal(array: pa.Array) -> pa.Array:
    kind = array.type
    scale = max(kind.scale, 0)
    if kind.precision <= 38:
        return array.cast(pa.decimal128(kind.precision, scale))
    return from_decimals(array.cast(pa.decimal256(76, scale)))


def _list(array: pa.Array) -> pa.Array:
    """An array that is NULL becomes an empty one: ClickHouse's arrays are never NULL."""
    offsets = _offsets(array)
    return pa.ListArray.from_arrays(offsets, to_kernel(array.flatten()))


def _offsets(array: pa.Array) -> pa.Array:
    lengths = pc.fill_null(pc.list_value_length(array), 0)
    ends = np.cumsum(lengths.to_numpy(zero_copy_only=False), dtype=np.int64)
    return pa.array(np.concatenate([[0], ends]), pa.int32())


def _map(array: pa.Array) -> pa.Array:
    pairs = array.cast(pa.list_(pa.struct([("f1", array.type.key_type),
                                           ("f2", array.type.item_type)])))  # fmt: skip
    return _list(pairs)


def _struct(array: pa.Array) -> pa.Array:
    """The fields under the kernel's names; those of a NULL tuple are NULL."""
    children = [to_kernel(child) for child in array.flatten()]
    return pa.StructArray.from_arrays(children, names=[f"f{i + 1}" for i in range(len(children))])


def _union(array: pa.Array) -> pa.Array:
    """The values of each type, in the order of the Variant's types."""
    numbers, columns = from_union(array)
    fields = [array.type.field(i) for i in range(array.type.num_fields)]
    types = [_plain(f.type, f.name) for f in fields if not pa.types.is_null(f.type)]
    order = [types.index(member) for member in variant(types).of]
    renumbered = np.full(256, NULL, np.uint8)
    renumbered[order] = np.arange(len(order), dtype=np.uint8)
    return put_together(renumbered[numbers], [to_kernel(columns[i]) for i in order])
