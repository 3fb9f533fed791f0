"""One value as ClickHouse prints it: for partition texts, which are few."""

import decimal
import ipaddress
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Tuple
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval, wide_value
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String, quoted
from sparktree.types.times import Date, DateTime, DateTime64, Time, Time64

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# ClickHouse writes floats without an exponent from 1e-6 up to 1e21.
_LEAST_PLAIN, _GREATEST_PLAIN = 1e-6, 1e21


def value_text(value: Any, kind: Type, zone: str, *, quoted: bool) -> str:
    """The text of a stored value; `quoted` puts what is not a number into quotes."""
    inner = kind.inner
    if value is None:
        return "NULL" if quoted else "ᴺᵁᴸᴸ"
    for kinds, show in _PLAIN:
        if isinstance(inner, kinds):
            return show(value, inner)
    for kinds, compose in _COMPOSED:
        if isinstance(inner, kinds):
            return compose(value, inner, zone)
    return _quoted_kind(value, inner, zone, quoted)


def _quoted_kind(value: Any, kind: Type, zone: str, quote: bool) -> str:
    for kinds, show in _QUOTED:
        if isinstance(kind, kinds):
            shown = show(value, kind, zone)
            return quoted(shown) if quote else shown
    raise Error(Code.DATA_TYPE_CANNOT_BE_USED_IN_KEY, f"{kind} cannot be used in a partition key.")


def _integer(value: Any, kind: Integer) -> str:
    if isinstance(value, bytes):
        return str(int.from_bytes(value, "big") - (1 << (kind.bits - 1) if kind.signed else 0))
    return str(int(value))


def float_text(value: float, bits: int) -> str:
    """The shortest text that reads back as the same float."""
    number: Any = np.float64(value) if bits == 64 else np.float32(value)
    if not np.isfinite(number):
        return str(number)
    if number == 0 or _LEAST_PLAIN <= abs(number) < _GREATEST_PLAIN:
        return str(np.format_float_positional(number, unique=True, trim="-"))
    shown = np.format_float_scientific(number, unique=True, trim="-", exp_digits=1)
    return str(shown).replace("e+", "e")


def _decimal(value: Any, kind: Decimal) -> str:
    if kind.wide:
        value = decimal.Decimal(wide_value(value, True)).scaleb(
            -kind.scale, decimal.Context(prec=kind.precision)
        )
    shown = f"{value:f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def _seconds(value: Any, kind: DateTime, zone: str) -> str:
    moment = datetime.fromtimestamp(value, ZoneInfo(kind.zone or zone))
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def _fraction(ticks: int, precision: int) -> str:
    return f".{ticks:0{precision}d}" if precision else ""


def _ticks(value: Any, kind: DateTime64, zone: str) -> str:
    seconds, rest = divmod(value, 10**kind.precision)
    moment = (_EPOCH + timedelta(seconds=seconds)).astimezone(ZoneInfo(kind.zone or zone))
    return f"{moment:%Y-%m-%d %H:%M:%S}{_fraction(rest, kind.precision)}"


def _clock(seconds: int) -> str:
    minutes, second = divmod(seconds, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}"


def _time(value: Any, _: Type, __: str) -> str:
    return ("-" if value < 0 else "") + _clock(abs(value))


def _time64(value: Any, kind: Time64, _: str) -> str:
    seconds, rest = divmod(abs(value), 10**kind.precision)
    sign = "-" if value < 0 else ""
    return f"{sign}{_clock(seconds)}{_fraction(rest, kind.precision)}"


def _enum(value: Any, kind: Enum, _: str) -> str:
    return next(name for name, number in kind.values if number == value)


def _uuid(value: Any, _: Type, __: str) -> str:
    return str(uuid.UUID(bytes=value) if isinstance(value, bytes) else value)


def _ipv6(value: Any, _: Type, __: str) -> str:
    address = ipaddress.IPv6Address(value)
    return f"::ffff:{address.ipv4_mapped}" if address.ipv4_mapped else str(address)


def _array(value: Any, kind: Array, zone: str) -> str:
    return f"[{','.join(value_text(item, kind.of, zone, quoted=True) for item in value)}]"


def _tuple(value: Any, kind: Tuple, zone: str) -> str:
    items = [value_text(value[f"f{i}"], of, zone, quoted=True) for i, of in enumerate(kind.of, 1)]
    return f"({','.join(items)})"


def _map(value: Any, kind: Map, zone: str) -> str:
    pairs = [
        f"{value_text(pair['f1'], kind.key, zone, quoted=True)}:"
        f"{value_text(pair['f2'], kind.value, zone, quoted=True)}"
        for pair in value
    ]
    return "{" + ",".join(pairs) + "}"


_PLAIN: tuple[tuple[Any, Callable[[Any, Any], str]], ...] = (
    (Bool, lambda value, _: "true" if value else "false"),
    (Integer, _integer),
    (Interval, lambda value, _: str(value)),
    (Float, lambda value, kind: float_text(value, kind.bits)),
    (Decimal, _decimal),
)
_COMPOSED: tuple[tuple[Any, Callable[[Any, Any, str], str]], ...] = (
    (Array, _array),
    (Tuple, _tuple),
    (Map, _map),
)
_QUOTED: tuple[tuple[Any, Callable[[Any, Any, str], str]], ...] = (
    (String | FixedString, lambda value, _, __: str(value)),
    (Date, lambda value, _, __: value.isoformat()),
    (DateTime, _seconds),
    (DateTime64, _ticks),
    (Time, _time),
    (Time64, _time64),
    (Enum, _enum),
    (UUID, _uuid),
    (IPv4, lambda value, _, __: str(ipaddress.IPv4Address(value))),
    (IPv6, _ipv6),
)
