"""Values in kernel form as Python's own."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa

from sparktree.kernel import text
from sparktree.types.base import Type
from sparktree.types.composite import Array, Like, Map, Nothing, Tuple, Variant, Wrapper
from sparktree.types.numeric import Decimal, Integer, wide_value
from sparktree.types.texts import Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import DateTime, DateTime64, Time, Time64

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_python(array: pa.Array | pa.ChunkedArray, type_: Type, zone: str = "UTC") -> list[Any]:
    """The values; `zone` is that of times which name none."""
    if isinstance(array, pa.ChunkedArray):
        return [value for chunk in array.chunks for value in to_python(chunk, type_, zone)]
    while isinstance(type_, Wrapper):
        type_ = type_.of
    if isinstance(type_, Like) and not isinstance(type_, Map):
        return to_python(array, type_.form, zone)
    for kind, convert in _RULES:
        if isinstance(type_, kind):
            return convert(array, type_, zone)
    found: list[Any] = array.to_pylist()
    return found


def _each(values: list[Any], change: Callable[[Any], Any]) -> list[Any]:
    return [None if value is None else change(value) for value in values]


def _integers(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    return array.to_pylist() if type_.bits <= 64 else _wide_integers(array, type_)


def _wide_integers(array: pa.Array, type_: Integer) -> list[int | None]:
    """Integers of 128 and 256 bits as Python's."""
    storage = array.storage if isinstance(array, pa.ExtensionArray) else array
    if type_.bits == 256:
        return [None if v is None else wide_value(v, type_.signed) for v in storage.to_pylist()]
    return [
        None if v is None else int.from_bytes(v, "little", signed=type_.signed)
        for v in storage.to_pylist()
    ]


def _decimals(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    if not type_.wide:
        found: list[Any] = array.to_pylist()
        return found
    return _each(array.to_pylist(), lambda data: _decimal(wide_value(data, True), type_.scale))


def _decimal(unscaled: int, scale: int) -> decimal.Decimal:
    """Exact, whatever the precision of the thread's decimal context."""
    digits = tuple(map(int, str(abs(unscaled))))
    return decimal.Decimal((int(unscaled < 0), digits, -scale))


def _texts(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    """Strings, but bytes where they are no UTF-8."""
    values: list[Any] = array.to_pylist()
    if not text.array_has_escapes(array):
        return values
    return _each(values, lambda value: _text(value) if text.has_escapes(value) else value)


def _text(value: str) -> str | bytes:
    data = text.unescape(value)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _enums(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    names = {number: name for name, number in type_.values}
    return _each(array.to_pylist(), names.__getitem__)


def _ipv4(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    return _each(array.to_pylist(), IPv4Address)


def _ipv6(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    return _each(_wide_integers(array, Integer(128, False)), IPv6Address)


def _moments(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    place = ZoneInfo(type_.zone or zone)
    between = _durations(array, type_, zone)
    return _each(between, lambda passed: (_EPOCH + passed).astimezone(place))


def _durations(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    """Python's clock ends at microseconds: what is finer is cut off."""
    precision = type_.precision if isinstance(type_, DateTime64 | Time64) else 0
    ticks = 10**precision
    return _each(
        array.to_pylist(),
        lambda value: timedelta(
            seconds=value // ticks, microseconds=value % ticks * 1_000_000 // ticks
        ),
    )


def _arrays(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    values = to_python(array.flatten(), type_.of, zone)
    offsets = array.offsets.to_pylist()
    first = offsets[0]
    return [values[begin - first : end - first] for begin, end in pairwise(offsets)]


def _tuples(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    if not type_.of:
        return [()] * len(array)
    pairs = zip(array.flatten(), type_.of, strict=True)
    rows = zip(*(to_python(child, of, zone) for child, of in pairs), strict=True)
    if not array.null_count:
        return list(rows)
    valid = array.is_valid().to_pylist()
    return [row if here else None for row, here in zip(rows, valid, strict=True)]


def _maps(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    return [dict(pairs) for pairs in _arrays(array, type_.form, zone)]


def _variants(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    """The only field that is not NULL."""
    pairs = zip(array.flatten(), type_.of, strict=True)
    columns = [to_python(child, of, zone) for child, of in pairs]
    valid = [child.is_valid().to_pylist() for child in array.flatten()]
    found: list[Any] = [None] * len(array)
    for values, mask in zip(columns, valid, strict=True):
        for row, here in enumerate(mask):
            if here:
                found[row] = values[row]
    return found


def _nothing(array: pa.Array, type_: Any, zone: str) -> list[Any]:
    return [None] * len(array)


_RULES: tuple[tuple[type[Type], Callable[[pa.Array, Any, str], list[Any]]], ...] = (
    (Integer, _integers),
    (Decimal, _decimals),
    (String, _texts),
    (FixedString, _texts),
    (Enum, _enums),
    (IPv4, _ipv4),
    (IPv6, _ipv6),
    (DateTime, _moments),
    (DateTime64, _moments),
    (Time, _durations),
    (Time64, _durations),
    (Array, _arrays),
    (Tuple, _tuples),
    (Map, _maps),
    (Variant, _variants),
    (Nothing, _nothing),
)
