"""Values of system tables from plain Python to the kernel's Arrow form."""

from __future__ import annotations

import ipaddress
import uuid
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import pyarrow as pa

from sparktree.kernel.connection import kernel
from sparktree.types import UUID, Array, Enum, Integer, IPv6, Map, Nullable, Tuple, Type


def column_array(type_: Type, values: Sequence[Any]) -> pa.Array:
    """Python values as the array that the kernel would give.

    Times are numbers since the epoch, enums their names, UUIDs and addresses text, maps dicts,
    tuples tuples.
    """
    change = _changer(type_)
    array = pa.array([change(value) for value in values], type_.storage)
    if isinstance(type_, IPv6):
        return pa.ExtensionArray.from_storage(_default(type_).type, array)
    return array


def default_array(type_: Type, rows: int) -> pa.Array:
    """The type's default value, so many times."""
    return _default(type_).take(pa.array([0] * rows, pa.int32()))


@lru_cache(maxsize=256)
def _default(type_: Type) -> pa.Array:
    with kernel() as cursor:
        table = cursor.sql(f"SELECT {type_.default()} AS x").to_arrow_table()
    return table.column(0).combine_chunks()


Change = Callable[[Any], Any]


def _changer(type_: Type) -> Change:
    inner = type_.inner
    change = next((make(inner) for kind, make in _CHANGERS if isinstance(inner, kind)), _as_is)
    if isinstance(type_, Nullable) or type_.nullable:
        return lambda value: None if value is None else change(value)
    return change


def _as_is(value: Any) -> Any:
    return value


def _address(text: str) -> bytes:
    """An address of either kind as the bytes of the longer one's number, the lowest first."""
    found = ipaddress.ip_address(text.partition("%")[0] or "::")
    long = bytes(10) + b"\xff\xff" + found.packed if found.version == 4 else found.packed
    return long[::-1]


def _enum(type_: Enum) -> Change:
    numbers = dict(type_.values)
    return lambda value: numbers[value] if isinstance(value, str) else value


def _array(type_: Array) -> Change:
    change = _changer(type_.of)
    return lambda value: [change(item) for item in value]


def _tuple(type_: Tuple) -> Change:
    changes = [_changer(t) for t in type_.of]

    def change(value: Sequence[Any]) -> dict[str, Any]:
        pairs = zip(changes, value, strict=True)
        return {f"f{i}": one(item) for i, (one, item) in enumerate(pairs, 1)}

    return change


def _map(type_: Map) -> Change:
    change = _array(Array(Tuple((type_.key, type_.value))))
    return lambda value: change(list(value.items()))


_CHANGERS: tuple[tuple[type[Type], Callable[[Any], Change]], ...] = (
    (Integer, lambda _: int),
    (Enum, _enum),
    (UUID, lambda _: lambda value: uuid.UUID(value).bytes),
    (IPv6, lambda _: _address),
    (Array, _array),
    (Tuple, _tuple),
    (Map, _map),
)
