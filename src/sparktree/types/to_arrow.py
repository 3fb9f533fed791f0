"""Values in kernel form as the Arrow data that other programs expect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.kernel import text
from sparktree.types.address_arrays import ipv4_texts, ipv6_texts, uuid_texts
from sparktree.types.base import Type
from sparktree.types.composite import Array, Like, Map, Nothing, Tuple, Variant, Wrapper
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import Date, DateTime, DateTime64, Time, Time64
from sparktree.types.variant_arrays import as_union, taken_apart
from sparktree.types.wide_arrays import digits as digit_texts

_WIDER = {8: pa.int16(), 16: pa.int32(), 32: pa.int64(), 64: pa.decimal128(20, 0)}
_EPOCH_DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}


@dataclass(frozen=True, slots=True)
class Flavour:
    """For whom the data is: Spark knows fewer types than Arrow has.

    `zone` is shown by times that name none; `binary` makes strings of any bytes binary.
    """

    zone: str = "UTC"
    spark: bool = False
    binary: bool = False


def arrow_field(name: str, type_: Type, flavour: Flavour) -> pa.Field:
    """A column as an Arrow field."""
    return pa.field(name, arrow_type(type_, flavour), _may_be_null(type_))


def _may_be_null(type_: Type) -> bool:
    return type_.nullable or isinstance(type_.inner, Nothing)


def arrow_type(type_: Type, flavour: Flavour) -> pa.DataType:
    """The Arrow type of a ClickHouse type."""
    kind = _rule(type_)[0](_solid(type_), flavour)
    return _with_nulls(kind) if type_.nullable else kind


def _with_nulls(kind: pa.DataType) -> pa.DataType:
    """The type of values some of which are NULL: all fields of a struct are then."""
    if not pa.types.is_struct(kind):
        return kind
    return pa.struct(
        [field.with_type(_with_nulls(field.type)).with_nullable(True) for field in kind]
    )


def to_arrow(array: pa.Array, type_: Type, flavour: Flavour) -> pa.Array:
    """Values in kernel form as `arrow_type` says."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    kind = arrow_type(type_, flavour)
    if array.null_count:
        kind = _with_nulls(kind)
    converted = _rule(type_)[1](array, _solid(type_), flavour)
    return converted if converted.type == kind else converted.cast(kind)


def column(values: pa.ChunkedArray, type_: Type, flavour: Flavour) -> pa.ChunkedArray:
    """A whole column; its strings are binary if one of them is no UTF-8 and Spark does not ask."""
    if not flavour.spark and any(_holds_escapes(chunk, type_) for chunk in values.chunks):
        flavour = Flavour(flavour.zone, binary=True)
    chunks = [to_arrow(chunk, type_, flavour) for chunk in values.chunks]
    return pa.chunked_array(chunks, arrow_type(type_, flavour))


def _solid(type_: Type) -> Type:
    """The type without what changes nothing in the form of its values."""
    while isinstance(type_, Wrapper):
        type_ = type_.of
    return type_.form if isinstance(type_, Like) and not isinstance(type_, Map) else type_


def _holds_escapes(array: pa.Array, type_: Type) -> bool:
    solid = _solid(type_)
    if isinstance(solid, String | FixedString):
        return text.array_has_escapes(array)
    if isinstance(solid, Map):
        return _holds_escapes(array, solid.form)
    if isinstance(solid, Array):
        return _holds_escapes(array.flatten(), solid.of)
    if isinstance(solid, Variant) or (isinstance(solid, Tuple) and solid.of):
        pairs = zip(array.flatten(), solid.of, strict=True)
        return any(_holds_escapes(child, of) for child, of in pairs)
    return False


# --- numbers ----------------------------------------------------------------------------------


def _integer_type(type_: Any, flavour: Flavour) -> pa.DataType:
    if type_.bits > 64:
        exact = type_.bits == 128 and not flavour.spark
        return pa.decimal256(39, 0) if exact else pa.string()
    if flavour.spark and not type_.signed:
        return _WIDER[type_.bits]
    return type_.storage


def _integer(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    if type_.bits <= 64:
        return array
    if type_.bits == 128 and not flavour.spark:
        return _decimal256(_sign_extended(_fixed(array, 16), type_.signed), array, 39, 0)
    if type_.bits == 256:
        return digit_texts(array, type_.signed)
    return _decimal256(_sign_extended(_fixed(array, 16), type_.signed), array, 39, 0).cast(
        pa.string()
    )


def _fixed(array: pa.Array, width: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The bytes of values of one width, a row each; those of NULLs are zero."""
    storage = array.storage if isinstance(array, pa.ExtensionArray) else array
    storage = storage.cast(pa.binary())
    if storage.null_count:
        storage = pc.fill_null(storage, bytes(width))
    _, offsets, data = storage.buffers()
    if len(storage) == 0 or data is None:
        return np.zeros((0, width), np.uint8)
    start = int(np.frombuffer(offsets, np.int32)[storage.offset])
    rows = np.frombuffer(data, np.uint8)[start : start + len(storage) * width]
    return rows.reshape(-1, width)


def _sign_extended(rows: Any, signed: bool) -> Any:
    wide = np.zeros((len(rows), 32), dtype=np.uint8)
    wide[:, :16] = rows
    if signed:
        wide[rows[:, 15] >= 128, 16:] = 255
    return wide


def _decimal256(rows: Any, like: pa.Array, precision: int, scale: int) -> pa.Array:
    """Decimals of 32 little-endian bytes each, NULL where `like` is."""
    kind = pa.decimal256(precision, scale)
    whole = pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(rows.tobytes())])
    return pc.if_else(like.is_null(), pa.scalar(None, kind), whole) if like.null_count else whole


def _decimal_type(type_: Any, flavour: Flavour) -> pa.DataType:
    if not type_.wide:
        return pa.decimal128(type_.digits, type_.scale)
    return pa.string() if flavour.spark else pa.decimal256(type_.precision, type_.scale)


def _decimal(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    if not type_.wide:
        return array
    rows = _fixed(array, 32)[:, ::-1].copy()
    rows[:, 31] ^= 128
    decimals = _decimal256(rows, array, type_.precision, type_.scale)
    if not flavour.spark:
        return decimals
    return decimals.cast(pa.string())


def _bool(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    return array.storage.cast(pa.bool_()) if isinstance(array, pa.ExtensionArray) else array


# --- texts ------------------------------------------------------------------------------------


def _text_type(type_: Any, flavour: Flavour) -> pa.DataType:
    return pa.binary() if flavour.binary else pa.string()


def _text(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    if flavour.binary:
        return text.unescape_array(array)
    if flavour.spark and text.array_has_escapes(array):
        # Spark's strings are bytes: it does not mind what is no UTF-8, Arrow would on a cast.
        return text.unescape_array(array).view(pa.string())
    return array


def _enum_type(type_: Any, flavour: Flavour) -> pa.DataType:
    return pa.string() if flavour.spark else pa.dictionary(pa.int16(), pa.string())


def _enum(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    numbers = pa.array([number for _, number in type_.values], array.type)
    names = pa.array([name for name, _ in type_.values], pa.string())
    indices = pc.index_in(array, numbers).cast(pa.int16())
    encoded = pa.DictionaryArray.from_arrays(indices, names)
    return encoded.dictionary_decode() if flavour.spark else encoded


def _uuid_type(type_: Any, flavour: Flavour) -> pa.DataType:
    return pa.string() if flavour.spark else pa.uuid()


def _uuid(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    if not flavour.spark:
        return array
    return _where_valid(array, uuid_texts(_fixed(array, 16)))


def _where_valid(array: pa.Array, texts: pa.Array) -> pa.Array:
    """The texts of an array's values, NULL where it is."""
    return pc.if_else(array.is_valid(), texts, pa.scalar(None, pa.string()))


def _ipv4(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    return ipv4_texts(array)


def _ipv6(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    rows = np.ascontiguousarray(_fixed(array, 16)[:, ::-1])
    return _where_valid(array, ipv6_texts(rows))


# --- times ------------------------------------------------------------------------------------


def _unit(precision: int, flavour: Flavour) -> str:
    if flavour.spark:
        return "us"
    return next(u for u, digits in _EPOCH_DIGITS.items() if precision <= digits)


def _moment_type(type_: Any, flavour: Flavour) -> pa.DataType:
    zone = "UTC" if flavour.spark else type_.zone or flavour.zone
    return pa.timestamp(_unit(_precision(type_), flavour), zone)


def _clock_type(type_: Any, flavour: Flavour) -> pa.DataType:
    return pa.duration(_unit(_precision(type_), flavour))


def _precision(type_: Any) -> int:
    return type_.precision if isinstance(type_, DateTime64 | Time64) else 0


def _ticks(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    digits = _EPOCH_DIGITS[_unit(_precision(type_), flavour)] - _precision(type_)
    values = array.cast(pa.int64())
    if digits < 0:
        values = _floored(values, 10**-digits)
    elif digits:
        values = _scaled(values, 10**digits, type_)
    return values.view(arrow_type(type_, flavour))


def _floored(values: pa.Array, divisor: int) -> pa.Array:
    solid = values.fill_null(0).to_numpy(zero_copy_only=False) // divisor
    mask = values.is_null().to_numpy(zero_copy_only=False) if values.null_count else None
    return pa.array(solid, pa.int64(), mask=mask)


def _scaled(values: pa.Array, factor: int, type_: Type) -> pa.Array:
    try:
        return pc.multiply_checked(values, factor)
    except pa.ArrowInvalid as error:
        message = f"A value of type {type_} is out of the range of Arrow's timestamps."
        raise Error(Code.DECIMAL_OVERFLOW, message) from error


# --- composites -------------------------------------------------------------------------------


def _list_type(type_: Any, flavour: Flavour) -> pa.DataType:
    return pa.list_(arrow_field("element", type_.of, flavour))


def _list(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    kind = arrow_type(type_, flavour)
    values = to_arrow(array.flatten(), type_.of, flavour)
    return pa.ListArray.from_arrays(_offsets(array), values, type=kind)


def _offsets(array: pa.Array) -> pa.Array:
    return pc.subtract(array.offsets, array.offsets[0])


def _struct_type(type_: Any, flavour: Flavour) -> pa.DataType:
    names = type_.names or [str(i + 1) for i in range(len(type_.of))]
    pairs = zip(names, type_.of, strict=True)
    return pa.struct([arrow_field(name, of, flavour) for name, of in pairs])


def _struct(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    kind = arrow_type(type_, flavour)
    if not type_.of:
        return pa.array([{}] * len(array), kind)
    pairs = zip(array.flatten(), type_.of, strict=True)
    children = [to_arrow(child, of, flavour) for child, of in pairs]
    fields = list(_with_nulls(kind) if array.null_count else kind)
    return pa.StructArray.from_arrays(children, fields=fields, mask=array.is_null())


def _map_type(type_: Any, flavour: Flavour) -> pa.DataType:
    return pa.map_(
        arrow_field("key", type_.key, flavour).with_nullable(False),
        arrow_field("value", type_.value, flavour),
    )


def _map(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    keys, values = array.flatten().flatten()
    return pa.MapArray.from_arrays(
        _offsets(array),
        to_arrow(keys, type_.key, flavour),
        to_arrow(values, type_.value, flavour),
        type=arrow_type(type_, flavour),
    )


def _variant_type(type_: Any, flavour: Flavour) -> pa.DataType:
    """A union; Spark knows none, it gets a struct of which one field is given."""
    if flavour.spark:
        return pa.struct([pa.field(str(t), arrow_type(t, flavour)) for t in type_.of])
    fields = [pa.field(str(t), arrow_type(t, flavour)) for t in type_.of]
    return pa.dense_union([*fields, pa.field("NULL", pa.null())])


def _variant(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    if flavour.spark:
        pairs = zip(array.flatten(), type_.of, strict=True)
        children = [_where_given(child, of, flavour) for child, of in pairs]
        fields = list(arrow_type(type_, flavour))
        return pa.StructArray.from_arrays(children, fields=fields, mask=array.is_null())
    numbers, columns = taken_apart(array)
    pairs = zip(columns, type_.of, strict=True)
    children = [to_arrow(column, of, flavour) for column, of in pairs]
    return as_union(numbers, children, [str(t) for t in type_.of])


def _where_given(array: pa.Array, type_: Type, flavour: Flavour) -> pa.Array:
    """A column that holds NULL where it is not given, whatever its type."""
    valid = array.is_valid()
    given = to_arrow(array.filter(valid), type_, flavour)
    places = pc.subtract(pc.cumulative_sum(valid.cast(pa.int64())), 1)
    return given.take(pc.if_else(valid, places, pa.scalar(None, pa.int64())))


def _nothing(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    return pa.nulls(len(array), arrow_type(type_, flavour))


def _as_stored(type_: Any, flavour: Flavour) -> pa.DataType:
    return type_.storage


def _as_it_is(array: pa.Array, type_: Any, flavour: Flavour) -> pa.Array:
    return array


def _always(kind: pa.DataType) -> Callable[[Any, Flavour], pa.DataType]:
    return lambda _type, _flavour: kind


Rule = tuple[Callable[[Any, Flavour], pa.DataType], Callable[[pa.Array, Any, Flavour], pa.Array]]
_RULES: tuple[tuple[type[Type], Rule], ...] = (
    (Integer, (_integer_type, _integer)),
    (Float, (_as_stored, _as_it_is)),
    (Decimal, (_decimal_type, _decimal)),
    (Bool, (_as_stored, _bool)),
    (Interval, (_as_stored, _as_it_is)),
    (String, (_text_type, _text)),
    (FixedString, (_text_type, _text)),
    (Enum, (_enum_type, _enum)),
    (UUID, (_uuid_type, _uuid)),
    (IPv4, (_always(pa.string()), _ipv4)),
    (IPv6, (_always(pa.string()), _ipv6)),
    (Date, (_as_stored, _as_it_is)),
    (DateTime, (_moment_type, _ticks)),
    (DateTime64, (_moment_type, _ticks)),
    (Time, (_clock_type, _ticks)),
    (Time64, (_clock_type, _ticks)),
    (Array, (_list_type, _list)),
    (Tuple, (_struct_type, _struct)),
    (Map, (_map_type, _map)),
    (Variant, (_variant_type, _variant)),
    (Nothing, (_always(pa.string()), _nothing)),
)


def _rule(type_: Type) -> Rule:
    solid = _solid(type_)
    for kind, rule in _RULES:
        if isinstance(solid, kind):
            return rule
    raise Error(Code.UNKNOWN_TYPE, f"The type {type_} is not supported for conversion into Arrow.")
