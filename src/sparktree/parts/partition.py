"""Partition ids and partition texts, as ClickHouse makes them of the partition key's values."""

import struct
from collections.abc import Callable, Sequence
from typing import Any

from sparktree.disks.siphash import siphash128
from sparktree.errors import Code, Error
from sparktree.kernel import text
from sparktree.parts.valuetext import value_texts
from sparktree.types import value_tags as tags
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Tuple
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval, wide_value
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import Date, Date32, DateTime, DateTime64, Time, Time64
from sparktree.types.to_text import Mode
from sparktree.types.value_tags import is_integral

_EPOCH = 719_163  # 1970-01-01 as Python counts days


def partition_id(values: Sequence[Any], types: Sequence[Type]) -> str:
    """The id of the partition with these key values (stored forms, as Arrow gives them)."""
    if not types:
        return "all"
    pairs = list(zip(values, types, strict=True))
    if all(value is not None and is_integral(kind.inner) for value, kind in pairs):
        return "-".join(_integral_text(value, kind) for value, kind in pairs)
    return siphash128(b"".join(_hashed(value, kind) for value, kind in pairs)).hex()


def partition_text(values: Sequence[Any], types: Sequence[Type], zone: str = "UTC") -> str:
    """The `partition` column of system.parts; `zone` shows times whose type names no time zone."""
    if not types:
        return "tuple()"
    if len(types) == 1:
        (text_,) = value_texts(values, types, Mode.PLAIN, zone)
        return "ᴺᵁᴸᴸ" if text_ is None else text_
    texts = value_texts(values, types, Mode.QUOTED, zone)
    return f"({','.join('NULL' if item is None else item for item in texts)})"


def _integral_text(value: Any, kind: Type) -> str:
    # Below Nullable or LowCardinality ClickHouse no longer sees that it is a Date.
    if type(kind) is Date:
        return f"{value:%Y%m%d}" if value.year > 999 else f"{value.year:04}{value:%m%d}"
    return str(_number(value))


def _number(value: Any) -> int:
    return value.toordinal() - _EPOCH if hasattr(value, "toordinal") else int(value)


def _hashed(value: Any, kind: Type) -> bytes:
    """What goes into the hash for one value: the number of its kind, then its bytes."""
    inner = kind.inner
    if value is None:
        return bytes([tags.NULL])
    for kinds, feed in _FEEDS:
        if isinstance(inner, kinds):
            return feed(value, inner)
    raise Error(Code.DATA_TYPE_CANNOT_BE_USED_IN_KEY, f"{kind} cannot be used in a partition key.")


def _integer(value: Any, kind: Integer) -> bytes:
    if kind.bits <= 64:
        tag = tags.INT64 if kind.signed else tags.UINT64
        return bytes([tag]) + int(value).to_bytes(8, "little", signed=kind.signed)
    number = _stored_integer(value, kind)
    return bytes([tags.WIDE[kind.bits, kind.signed]]) + number.to_bytes(
        kind.bits // 8, "little", signed=kind.signed
    )


def _stored_integer(value: Any, kind: Integer) -> int:
    """The number behind the stored bytes, whose order is the order of the numbers."""
    if isinstance(value, bytes):
        return int.from_bytes(value, "big") - (1 << (kind.bits - 1) if kind.signed else 0)
    return int(value)


def _decimal(value: Any, kind: Decimal) -> bytes:
    unscaled = wide_value(value, True) if kind.wide else int(value.scaleb(kind.scale))
    width = kind.bits // 8
    return bytes([tags.DECIMALS[kind.bits]]) + unscaled.to_bytes(width, "little", signed=True)


def _small(value: Any, kind: Type) -> bytes:
    number = _number(value)
    # ClickHouse holds what can be negative as Int64.
    signed = isinstance(kind, Date32 | Enum | Time | Interval)
    tag = tags.INT64 if signed else tags.UINT64
    return bytes([tag]) + number.to_bytes(8, "little", signed=signed)


def _text(value: Any, _: Type) -> bytes:
    data = value if isinstance(value, bytes) else text.unescape(value)
    return bytes([tags.STRING]) + struct.pack("<Q", len(data)) + data


def _uuid(value: Any, _: Type) -> bytes:
    number = value.int if hasattr(value, "int") else int.from_bytes(value, "big")
    return bytes([tags.WIDE[128, False]]) + struct.pack("<QQ", number >> 64, number & (1 << 64) - 1)


def _array(value: Any, kind: Array) -> bytes:
    head = bytes([tags.ARRAY]) + struct.pack("<Q", len(value))
    return head + b"".join(_hashed(item, kind.of) for item in value)


def _tuple(value: Any, kind: Tuple) -> bytes:
    items = [value[f"f{i}"] for i in range(1, len(kind.of) + 1)]
    head = bytes([tags.TUPLE]) + struct.pack("<Q", len(items))
    return head + b"".join(_hashed(item, of) for item, of in zip(items, kind.of, strict=True))


def _map(value: Any, kind: Map) -> bytes:
    pair = Tuple((kind.key, kind.value))
    head = bytes([tags.MAP]) + struct.pack("<Q", len(value))
    return head + b"".join(_tuple(item, pair) for item in value)


def _float(value: Any, _: Type) -> bytes:
    return bytes([tags.FLOAT64]) + struct.pack("<d", value)


def _ticks(value: Any, _: Type) -> bytes:
    return bytes([tags.DECIMALS[64]]) + struct.pack("<q", value)


def _ipv4(value: Any, _: Type) -> bytes:
    return bytes([tags.IPV4]) + struct.pack("<I", value)


_FEEDS: tuple[tuple[Any, Callable[[Any, Any], bytes]], ...] = (
    (Integer, _integer),
    (Float, _float),
    (Decimal, _decimal),
    (IPv4, _ipv4),
    (Bool | Date | DateTime | Time | Enum | Interval, _small),
    (DateTime64 | Time64, _ticks),
    (String | FixedString | IPv6, _text),
    (UUID, _uuid),
    (Array, _array),
    (Tuple, _tuple),
    (Map, _map),
)
