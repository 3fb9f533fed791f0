"""Values as ClickHouse writes them into Arrow, Parquet and ORC, and back."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.binary_columns import fixed_bytes, from_fixed_bytes, plain_storage, unwrapped
from sparktree.formats.byte_rows import joined
from sparktree.formats.casting import converted, selected
from sparktree.formats.native_input import with_nulls
from sparktree.kernel import sql
from sparktree.kernel.text import unescape_array
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nothing, Nullable, Tuple, Variant, Wrapper
from sparktree.types.from_arrow import to_kernel, type_of
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.string_text import enum_text
from sparktree.types.texts import UUID, FixedString, IPv4, IPv6, String
from sparktree.types.texts import Enum as EnumType
from sparktree.types.times import Date, Date32, DateTime, DateTime64, Time, Time64
from sparktree.types.variant_arrays import as_union, taken_apart

_UNITS = ("s", "ms", "us", "ns")
_LAST_DAY = 65535
_SIGNED = {8: pa.int8(), 16: pa.int16(), 32: pa.int32(), 64: pa.int64()}


class Target(Enum):
    """Which kind of files the values are for."""

    ARROW = auto()
    PARQUET = auto()
    ORC = auto()


def wire(type_: Type, array: pa.Array, target: Target) -> pa.Array:
    """A column of kernel form as ClickHouse's Arrow, Parquet or ORC has it."""
    type_ = _solid(type_)
    for kinds, write in _CONTAINERS:
        if isinstance(type_, kinds):
            return write(type_, array, target)
    _check_known(type_, target)
    written = array
    for kind, write in _LEAVES:
        if isinstance(type_, kind):
            written = write(type_, array, target)
            break
    return _orc_leaf(written) if target is Target.ORC else written


def _solid(type_: Type) -> Type:
    """The type without what changes nothing in the form: LowCardinality, Nullable."""
    while isinstance(type_, Wrapper):
        type_ = type_.of
    return unwrapped(type_)


def wire_field(name: str, type_: Type, array: pa.Array) -> pa.Field:
    """The field of a column; only Nullable may hold NULLs."""
    return pa.field(name, array.type, type_.nullable or isinstance(_solid(type_), Nothing))


def _check_known(type_: Type, target: Target) -> None:
    """Parquet and ORC have no values of some types."""
    odd_float = isinstance(type_, Float) and type_.bits == 16
    odd = odd_float or isinstance(type_, Time | Time64 | Interval | Nothing)
    if (odd or isinstance(type_, Variant)) and target is Target.PARQUET:
        raise Error(
            Code.UNKNOWN_TYPE,
            f"Internal type '{type_}' is not supported for conversion into Parquet data format.",
        )
    if isinstance(type_, Variant) and target is Target.ORC:
        raise not_implemented(f"Values of type {type_} cannot be written to ORC.")
    if target is Target.ORC and (odd or isinstance(type_, UUID)):
        raise Error(Code.ILLEGAL_COLUMN, f"Type {type_} is not supported for ORC output format.")


def _orc_leaf(array: pa.Array) -> pa.Array:
    """ORC has no unsigned integers, and no bytes of a fixed width."""
    if pa.types.is_unsigned_integer(array.type):
        return array.view(_SIGNED[array.type.bit_width])
    if pa.types.is_fixed_size_binary(array.type):
        return array.cast(pa.binary())
    return array


def _list(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    values = wire(type_.of, array.flatten(), target)
    item = wire_field("element" if target is Target.PARQUET else "item", type_.of, values)
    return pa.ListArray.from_arrays(_offsets(array), values, type=pa.list_(item))


def _offsets(array: pa.Array) -> pa.Array:
    sizes = pc.fill_null(pc.list_value_length(array), 0).to_numpy(zero_copy_only=False)
    return pa.array(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32))


def _map(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    items = array.flatten()
    keys = wire(type_.key, pc.struct_field(items, [0]), target)
    values = wire(type_.value, pc.struct_field(items, [1]), target)
    return pa.MapArray.from_arrays(_offsets(array), keys, values)


def _struct(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
    arrays = [wire(t, pc.struct_field(array, [i]), target) for i, t in enumerate(type_.of)]
    fields = [wire_field(n, t, a) for n, t, a in zip(names, type_.of, arrays, strict=True)]
    return pa.StructArray.from_arrays(arrays, fields=fields)


def _variant(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    """Arrow's union, in which types go by the names of their families."""
    if target is not Target.ARROW:
        _check_known(type_, target)
    numbers, columns = taken_apart(array)
    pairs = zip(type_.of, columns, strict=True)
    children = [wire(of, column, target) for of, column in pairs]
    return as_union(numbers, children, [str(of).partition("(")[0] for of in type_.of])


def _integer(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    return _fixed(type_, array) if type_.bits >= 128 else array


def _fixed(type_: Any, array: pa.Array) -> pa.Array:
    """Values as bytes of one width, NULL where they are."""
    rows = np.ascontiguousarray(fixed_bytes(type_, array))
    buffers = [None, pa.py_buffer(rows.tobytes())]
    found = pa.Array.from_buffers(pa.binary(rows.shape[1]), len(array), buffers)
    return with_nulls(found, pc.is_null(plain_storage(array)).to_numpy(zero_copy_only=False))


def _decimal(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    if not type_.wide:
        return array
    fixed = _fixed(type_, array)
    if target is Target.ORC:
        return fixed
    kind = pa.decimal256(type_.precision, type_.scale)
    return pa.Array.from_buffers(kind, len(fixed), fixed.buffers(), fixed.null_count)


def _bool(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    return plain_storage(array).cast(pa.bool_())


def _float(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    return _fixed(type_, array).cast(pa.binary()) if type_.bits == 16 else array


def _string(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    data = unescape_array(array)
    # Strings of any bytes go out under the type of strings, as ClickHouse's do.
    return pa.Array.from_buffers(
        pa.string(), len(data), data.buffers(), data.null_count, data.offset
    )


def _fixed_string(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    if target is Target.ORC:
        return _string(type_, array, target)
    return unescape_array(array).cast(pa.binary(type_.size))


def _ipv6(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    return _fixed(type_, array)


def _seconds(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    if target is Target.ARROW:
        return array
    if target is Target.ORC:
        return array.cast(pa.int64()).cast(pa.timestamp("s")).cast(pa.timestamp("ns"))
    return pc.multiply(array.cast(pa.int64()), 1000).cast(pa.timestamp("ms", "UTC"))


def _ticks(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    unit = -(-type_.precision // 3)
    if target is Target.PARQUET:
        unit = max(unit, 1)
    scaled = pc.multiply(array, 10 ** (unit * 3 - type_.precision))
    if target is Target.ORC:
        return scaled.cast(pa.timestamp(_UNITS[unit])).cast(pa.timestamp("ns"))
    zone = "UTC" if target is Target.PARQUET else type_.zone or "UTC"
    return scaled.cast(pa.timestamp(_UNITS[unit], zone))


def _clock(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    if isinstance(type_, Time):
        return array.cast(pa.time32("s"))
    unit = -(-type_.precision // 3)
    scaled = pc.multiply(array, 10 ** (unit * 3 - type_.precision))
    if unit <= 1:
        return scaled.cast(pa.int32()).cast(pa.time32(_UNITS[unit]))
    return scaled.cast(pa.time64(_UNITS[unit]))


def _enum(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    if target is not Target.PARQUET:
        return array
    return unescape_array(selected(array, enum_text(type_, sql.name("c"))))


def _nothing(type_: Any, array: pa.Array, target: Target) -> pa.Array:
    return pa.nulls(len(array))


Write = Callable[[Any, pa.Array, Target], pa.Array]
_CONTAINERS: tuple[tuple[type[Type], Write], ...] = (
    (Array, _list),
    (Map, _map),
    (Tuple, _struct),
    (Variant, _variant),
)
_LEAVES: tuple[tuple[type[Type] | tuple[type[Type], ...], Write], ...] = (
    (Integer, _integer),
    (Decimal, _decimal),
    (Bool, _bool),
    (Float, _float),
    (String, _string),
    (FixedString, _fixed_string),
    (IPv6, _ipv6),
    (DateTime, _seconds),
    (DateTime64, _ticks),
    ((Time, Time64), _clock),
    (EnumType, _enum),
    (Nothing, _nothing),
)


def from_wire(type_: Type, field: pa.Field, array: pa.Array, zone: str) -> pa.Array:
    """A column of somebody's Arrow or Parquet as the kernel form of the type."""
    solid = _solid(type_)
    if isinstance(array, pa.DictionaryArray):
        array = array.dictionary_decode()
    if isinstance(solid, Array) and pa.types.is_list(array.type):
        values = from_wire(solid.of, array.type.value_field, array.flatten(), zone)
        return pa.ListArray.from_arrays(_offsets(array), values)
    if isinstance(solid, Map) and pa.types.is_map(array.type):
        return _map_from_wire(solid, array, zone)
    if isinstance(solid, Tuple) and pa.types.is_struct(array.type):
        return _struct_from_wire(solid, array, zone, type_.nullable)
    if pa.types.is_string(array.type):  # somebody's strings may hold any bytes
        array = _as_bytes(array)
        field = field.with_type(pa.binary())
    array = _as_told(solid, array)
    field = field.with_type(array.type)
    width = _raw_width(solid)
    if width is not None and _is_bytes_of(width, array):
        return _raw(solid, array.cast(pa.binary(width)))
    if isinstance(solid, IPv4 | DateTime) and pa.types.is_int32(array.type):
        array = array.view(pa.uint32())
        field = field.with_type(array.type)
    if isinstance(solid, Date) and not isinstance(solid, Date32) and pa.types.is_date32(array.type):
        _check_dates(array)
    return _converted(type_, field, array, zone)


def _as_told(type_: Type, array: pa.Array) -> pa.Array:
    """The values as what files without their types are told to hold."""
    kind, types = array.type, pa.types
    moments = isinstance(type_, DateTime | DateTime64)
    if moments and types.is_time(kind):  # of the first day
        ticks = array.view(pa.int32() if kind.bit_width == 32 else pa.int64())
        return ticks.cast(pa.int64()).cast(pa.timestamp(kind.unit, "UTC"))
    if moments and types.is_date64(kind):
        return array.cast(pa.timestamp("ms", "UTC"))
    if isinstance(type_, Integer) and types.is_duration(kind):
        return array.cast(pa.int64())
    if isinstance(type_, Integer) and isinstance(kind, pa.Bool8Type):
        return array.storage
    return array


def _check_dates(array: pa.Array) -> None:
    """Days that a Date cannot be are refused, not moved to its bounds."""
    for day in pc.min_max(array.cast(pa.int32())).as_py().values():
        if day is not None and not 0 <= day <= _LAST_DAY:
            raise Error(
                Code.VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE,
                f"Input value {day} is out of allowed Date range, which is [0, {_LAST_DAY}]",
            )


def _raw_width(type_: Type) -> int | None:
    """How many bytes a value has, if files may hold its bytes as they are."""
    if isinstance(type_, IPv6):
        return 16
    if isinstance(type_, Integer | Decimal) and type_.bits >= 128:
        return type_.bits // 8
    return 2 if isinstance(type_, Float) and type_.bits == 16 else None


def _is_bytes_of(width: int, array: pa.Array) -> bool:
    if pa.types.is_fixed_size_binary(array.type):
        return bool(array.type.byte_width == width)
    if not pa.types.is_binary(array.type):
        return False
    lengths = pc.min_max(pc.binary_length(array)).as_py()
    return lengths in ({"min": width, "max": width}, {"min": None, "max": None})


def _as_bytes(array: pa.Array) -> pa.Array:
    buffers = array.buffers()
    return pa.Array.from_buffers(pa.binary(), len(array), buffers, array.null_count, array.offset)


def _map_from_wire(type_: Map, array: pa.Array, zone: str) -> pa.Array:
    keys = from_wire(type_.key, array.type.key_field, array.keys, zone)
    values = from_wire(type_.value, array.type.item_field, array.items, zone)
    items = pa.StructArray.from_arrays([keys, values], ["f1", "f2"])
    return pa.ListArray.from_arrays(array.offsets, items)


def _struct_from_wire(type_: Tuple, array: pa.Array, zone: str, nullable: bool) -> pa.Array:
    names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
    arrays = []
    for number, (name, t) in enumerate(zip(names, type_.of, strict=True)):
        place = array.type.get_field_index(name)
        place = place if place >= 0 else number
        arrays.append(from_wire(t, array.type.field(place), pc.struct_field(array, [place]), zone))
    mask = array.is_null() if nullable and array.null_count else None
    return pa.StructArray.from_arrays(
        arrays, [f"f{i}" for i in range(1, len(arrays) + 1)], mask=mask
    )


def _raw(type_: Type, array: pa.Array) -> pa.Array:
    width = array.type.byte_width
    filled = pc.fill_null(array, b"\0" * width)
    rows = np.frombuffer(joined(filled), np.uint8).reshape(-1, width)
    nulls = pc.is_null(array).to_numpy(zero_copy_only=False)
    return with_nulls(from_fixed_bytes(type_, rows), nulls)


def _converted(type_: Type, field: pa.Field, array: pa.Array, zone: str) -> pa.Array:
    natural = type_of(field.with_nullable(bool(array.null_count)))
    values = to_kernel(array)
    if natural == type_ or (isinstance(type_, Nullable) and natural == type_.of):
        return values
    return converted(values, natural, type_, zone)
