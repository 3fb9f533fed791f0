"""Values as Avro has them: bytes of rows, and back to Arrow."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.formats.avro_schema import STAMPS, Node
from sparktree.formats.binary_columns import fixed_bytes, plain_storage, unwrapped
from sparktree.formats.byte_rows import by_lists, fixed, joined, same, side_by_side, zigzag
from sparktree.formats.casting import selected
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.byte_shapes import (
    SIGNED,
    Bytes,
    Fixed,
    Lists,
    Number,
    Optional,
    Places,
    Record,
    Shape,
    Text,
)
from sparktree.kernel.text import unescape_array
from sparktree.types.base import Type
from sparktree.types.composite import Array, LowCardinality, Map, Nothing, Nullable, Tuple
from sparktree.types.numeric import Decimal, Integer
from sparktree.types.texts import STRING, UUID, Enum, IPv4, String
from sparktree.types.times import Date, DateTime, DateTime64

_NULL, _GIVEN = b"\0", b"\2"  # which of a union's types follows: the first or the second
_END = b"\0"


def values(type_: Type, array: pa.Array) -> pa.Array:
    """The bytes of every value."""
    type_ = unwrapped(type_)
    if isinstance(type_, LowCardinality):
        return values(type_.of, array)
    if isinstance(type_, Nullable):
        if isinstance(type_.of, Nothing):
            return same(b"", len(array))
        given = side_by_side(same(_GIVEN, len(array)), values(type_.of, array))
        nulls = pc.is_null(plain_storage(array))
        return pc.if_else(nulls, pa.scalar(_NULL, given.type), given)
    if isinstance(type_, Array):
        return _runs(array, values(type_.of, array.flatten()))
    if isinstance(type_, Map):
        return _runs(array, _pairs(type_, array.flatten()))
    if isinstance(type_, Tuple):
        fields = (values(t, pc.struct_field(array, [i])) for i, t in enumerate(type_.of))
        return side_by_side(same(b"", len(array)), *fields)
    return _leaf(type_, array)


def _runs(array: pa.Array, items: pa.Array) -> pa.Array:
    """The items of each list behind their number; nothing follows an empty run."""
    sizes = pc.list_value_length(array).to_numpy(zero_copy_only=False)
    ends = pc.if_else(pa.array(sizes > 0), pa.scalar(_END), pa.scalar(b"")).cast(pa.large_binary())
    return side_by_side(zigzag(sizes), by_lists(sizes, items), ends)


def _pairs(type_: Map, items: pa.Array) -> pa.Array:
    keys = pc.struct_field(items, [0])
    if not isinstance(type_.key.inner, String):  # the keys of Avro's maps are text
        keys = selected(keys, convert(sql.name("c"), type_.key, STRING, "UTC"))
    return side_by_side(_texts(keys), values(type_.value, pc.struct_field(items, [1])))


def _leaf(type_: Type, array: pa.Array) -> pa.Array:
    if isinstance(type_, String):
        return _texts(array)
    if isinstance(type_, UUID):
        return _texts(selected(array, "CAST(c AS VARCHAR)"))
    rows = fixed_bytes(type_, array)
    if isinstance(type_, Integer) and type_.bits <= 64:
        return zigzag(_integers(rows, type_.signed or type_.bits >= 32))
    if isinstance(type_, DateTime | IPv4):
        return zigzag(_integers(rows, True))
    if isinstance(type_, Date):
        return zigzag(array.cast(pa.int32()).fill_null(0).to_numpy(zero_copy_only=False))
    if isinstance(type_, Enum):
        numbers = np.array(sorted(number for _, number in type_.values))
        return zigzag(np.searchsorted(numbers, _integers(rows, True)))
    if isinstance(type_, DateTime64) and type_.precision in STAMPS:
        return zigzag(_integers(rows, True))
    if isinstance(type_, Decimal | DateTime64):
        sizes = np.full(len(rows), rows.shape[1])
        return side_by_side(zigzag(sizes), fixed(rows[:, ::-1]))
    return fixed(rows)


def _integers(rows: Bytes, signed: bool) -> Any:
    """Numbers out of their bytes; Avro's int and long are signed, greater ones wrap."""
    kind = f"<{'i' if signed else 'u'}{rows.shape[1]}"
    return np.ascontiguousarray(rows).view(kind).reshape(-1)


def _texts(array: pa.Array) -> pa.Array:
    found = unescape_array(pc.fill_null(array, "")).cast(pa.large_binary())
    sizes = pc.binary_length(found).to_numpy(zero_copy_only=False)
    return side_by_side(zigzag(sizes), found)


def shape_of(node: Node) -> Shape:
    """How values of a schema lie in a row; what comes out is Arrow's."""
    if node.kind == "record":
        return Record(tuple(map(shape_of, node.inner)), partial(_structs, node.names))
    if node.kind == "array":
        return Lists(shape_of(node.inner[0]), SIGNED, True, _listed)
    if node.kind == "map":
        pairs = Record((_BYTES, shape_of(node.inner[0])), partial(_structs, ("key", "value")))
        return Lists(pairs, SIGNED, True, _mapped)
    if node.kind == "optional":
        null = _NULL if node.null_first else _GIVEN
        return Optional(shape_of(node.inner[0]), frozenset(null))
    if node.logical == "decimal" and node.kind in ("bytes", "fixed"):
        make = partial(_decimals, node.precision, node.scale)
        if node.kind == "bytes":
            return Text(SIGNED, make)
        return Fixed(node.size, lambda rows: make(fixed(rows)))
    return _LEAVES[node.kind](node)


def _structs(names: tuple[str, ...], fields: list[pa.Array], count: int) -> pa.Array:
    kinds = [pa.field(name, field.type) for name, field in zip(names, fields, strict=True)]
    return pa.StructArray.from_arrays(fields, fields=kinds)


def _listed(offsets: Places, items: pa.Array) -> pa.Array:
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), items)


def _mapped(offsets: Places, items: pa.Array) -> pa.Array:
    keys, found = items.flatten()
    return pa.MapArray.from_arrays(pa.array(offsets, pa.int32()), keys, found)


def _decimals(precision: int, scale: int, texts: pa.Array) -> pa.Array:
    """Decimals out of bytes, the highest first, as many as the writer took."""
    width = 16 if precision <= 38 else 32
    sizes = pc.binary_length(texts).to_numpy(zero_copy_only=False)
    data = np.frombuffer(joined(texts), np.uint8)
    rows = np.zeros((len(texts), width), np.uint8)
    ends = np.cumsum(sizes)
    negative = np.zeros(len(texts), np.bool_)
    some = sizes > 0
    negative[some] = data[(ends - sizes)[some]] >= 0x80
    rows[negative] = 0xFF
    for place in range(min(width, int(sizes.max(initial=0)))):
        there = sizes > place
        rows[there, place] = data[ends[there] - 1 - place]
    kind = pa.decimal128(precision, scale) if width == 16 else pa.decimal256(precision, scale)
    return pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(rows)])


def _plain(texts: pa.Array) -> pa.Array:
    return texts.cast(pa.binary())


_BYTES = Text(SIGNED, _plain)


def _numbers(kind: Any, numbers: Places) -> pa.Array:
    return pa.array(numbers.astype(kind))


def _int(node: Node) -> Shape:
    if node.logical == "date":
        return Number(SIGNED, lambda days: pa.array(days.astype(np.int32)).cast(pa.date32()))
    return Number(SIGNED, partial(_numbers, np.int32))


def _long(node: Node) -> Shape:
    unit = {"timestamp-millis": "ms", "timestamp-micros": "us"}.get(node.logical)
    if unit is not None:
        return Number(SIGNED, lambda ticks: pa.array(ticks).cast(pa.timestamp(unit)))
    return Number(SIGNED, partial(_numbers, np.int64))


def _enum(node: Node) -> Shape:
    symbols = pa.array(node.symbols, pa.string())
    return Number(SIGNED, lambda numbers: symbols.take(pa.array(numbers)))


def _fixed(node: Node) -> Shape:
    return Fixed(node.size, lambda rows: fixed(rows).cast(pa.binary(node.size)))


_LEAVES: dict[str, Callable[[Node], Shape]] = {
    "null": lambda node: Fixed(0, lambda rows: pa.nulls(len(rows))),
    "boolean": lambda node: Fixed(1, lambda rows: pa.array(rows[:, 0] != 0)),
    "int": _int,
    "long": _long,
    "float": lambda node: Fixed(4, lambda rows: pa.array(rows.view("<f4").reshape(-1))),
    "double": lambda node: Fixed(8, lambda rows: pa.array(rows.view("<f8").reshape(-1))),
    "bytes": lambda node: _BYTES,
    "string": lambda node: _BYTES,
    "fixed": _fixed,
    "enum": _enum,
}
