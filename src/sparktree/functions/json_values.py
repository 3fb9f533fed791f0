"""JSON texts as Python values, as simdjson sees them: order and repeated keys are kept."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from sparktree.sql.printers.expressions import format_float
from sparktree.types import (
    UINT8,
    Array,
    Bool,
    Decimal,
    Float,
    Integer,
    LowCardinality,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
)
from sparktree.types.texts import quoted


class Object(list[tuple[str, object]]):
    """The pairs of a JSON object."""


class Missing:
    """Nothing at that path, or no JSON at all."""


MISSING = Missing()


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    return value


_DECODER = json.JSONDecoder(
    object_pairs_hook=Object, parse_constant=_no_constant, parse_float=_float
)


@lru_cache(maxsize=512)
def parse(data: bytes) -> object:
    """The value of a JSON text; MISSING if it is none."""
    try:
        return _DECODER.decode(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return MISSING


def step(value: object, key: str, *, ignore_case: bool = False) -> object:
    """One step of a path: `k` and a name, or `i` and a number from 1, negative from the end."""
    kind, name = key[0], key[1:]
    if kind == "k":
        if not isinstance(value, Object):
            return MISSING
        found = (v for k, v in value if k == name or (ignore_case and k.lower() == name.lower()))
        return next(found, MISSING)
    if not isinstance(value, list):
        return MISSING
    index = int(name)
    index = index - 1 if index > 0 else len(value) + index
    if not 0 <= index < len(value) or int(name) == 0:
        return MISSING
    return value[index][1] if isinstance(value, Object) else value[index]


def walk(data: bytes, path: list[bytes], *, ignore_case: bool = False) -> object:
    """The value at a path."""
    value = parse(data)
    for key in path:
        value = step(value, key.decode("utf-8", "replace"), ignore_case=ignore_case)
    return value


def number(value: object) -> str:
    """A number as text; a float without its fraction if that is zero."""
    return format_float(value).removesuffix(".") if isinstance(value, float) else repr(value)


def short_number(value: object) -> str:
    """As `number`, but small ones with an exponent: how JSON_QUERY writes them."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def raw(value: object, number: Callable[[object], str] = number) -> str:
    """The value as JSON text."""
    if isinstance(value, Object):
        return "{" + ",".join(f"{_string(k)}:{raw(v, number)}" for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(raw(v, number) for v in value) + "]"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return number(value)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def kind(value: object) -> str:
    """The name that JSONType gives."""
    if isinstance(value, Object):
        return "Object"
    if isinstance(value, bool):
        return "Bool"
    if isinstance(value, int):
        return "Int64" if -(1 << 63) <= value < 1 << 63 else "UInt64"
    names = ((list, "Array"), (str, "String"), (float, "Double"))
    return next((name for type_, name in names if isinstance(value, type_)), "Null")


_INTEGER = re.compile(r"[+-]?[0-9]+")


def to_integer(value: object, type_: Integer) -> int | None:
    """A JSON value as an integer of the type."""
    if isinstance(value, str):
        if not _INTEGER.fullmatch(value):
            return None
        value = int(value)
    if not isinstance(value, int | float | bool):
        return None
    whole = int(value)
    return whole if type_.minimum <= whole <= type_.maximum else None


def to_float(value: object) -> float | None:
    """A JSON value as a float."""
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return float(value) if isinstance(value, int | float | bool) else None


def to_text(value: object) -> str | None:
    """A JSON value as a string: strings themselves, all else as JSON."""
    if isinstance(value, Missing) or value is None:
        return None
    return value if isinstance(value, str) else raw(value)


def as_text(value: object, type_: Type, *, inside: bool = False) -> str | None:
    """ClickHouse's text of a JSON value in a type; None if it does not fit."""
    if isinstance(type_, LowCardinality):
        return as_text(value, type_.of, inside=inside)
    if isinstance(type_, Nullable):
        return "NULL" if inside and value is None else as_text(value, type_.of, inside=inside)
    if isinstance(type_, Array | Tuple | Map):
        return _container(value, type_)
    found = _scalar(value, type_)
    if found is None:
        return None
    plain = isinstance(type_, Integer | Float | Decimal | Bool)
    return quoted(found) if inside and not plain else found


def _scalar(value: object, type_: Type) -> str | None:
    if isinstance(type_, Integer):
        whole = to_integer(value, type_)
        return None if whole is None else str(whole)
    if isinstance(type_, Float):
        real = to_float(value)
        return None if real is None else repr(real)
    if isinstance(type_, Bool):
        small = to_integer(value, UINT8)
        return None if small is None else str(bool(small)).lower()
    if isinstance(type_, String):
        return to_text(value)
    if isinstance(value, str):
        return value
    return number(value) if isinstance(value, int | float) and value is not True else None


def _container(value: object, type_: Type) -> str | None:
    if isinstance(type_, Array):
        if not isinstance(value, list) or isinstance(value, Object):
            return None
        found = [as_text(v, type_.of, inside=True) for v in value]
        if found and not any(text is not None for text in found):
            return None
        return "[" + ",".join(text or default_text(type_.of) for text in found) + "]"
    if isinstance(type_, Map):
        if not isinstance(value, Object):
            return None
        pairs = (
            (as_text(k, type_.key, inside=True), as_text(v, type_.value, inside=True))
            for k, v in value
        )
        return "{" + ",".join(f"{k}:{v or default_text(type_.value)}" for k, v in pairs) + "}"
    assert isinstance(type_, Tuple)
    if not isinstance(value, list):
        return None
    return "(" + ",".join(_fields(value, type_)) + ")"


def _fields(value: list[object], type_: Tuple) -> Iterator[str]:
    for position, field in enumerate(type_.of):
        found: object = MISSING
        if isinstance(value, Object) and type_.names is not None:
            found = step(value, "k" + type_.names[position])
        elif position < len(value):
            found = step(value, f"i{position + 1}")
        yield str(as_text(found, field, inside=True) or default_text(field))


def default_text(type_: Type) -> str:
    """The default value of a type as text inside of another."""
    if isinstance(type_, Nullable):
        return "NULL"
    if isinstance(type_, Array):
        return "[]"
    if isinstance(type_, Map):
        return "{}"
    if isinstance(type_, Tuple):
        return "(" + ",".join(map(default_text, type_.of)) + ")"
    if isinstance(type_, Integer | Float | Decimal):
        return "0"
    return "false" if isinstance(type_, Bool) else "NULL"
