"""Which type of a Variant a text is a value of: ClickHouse tries the types in an order."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import texts, times
from sparktree.types.base import Type
from sparktree.types.composite import (
    Array,
    LowCardinality,
    Map,
    Nested,
    Nullable,
    Tuple,
    Variant,
    Wrapper,
)
from sparktree.types.escapes import unquoted_text
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.parse import parse_type
from sparktree.types.read_text import read_value
from sparktree.types.reading import Context
from sparktree.types.split_text import split

_LONGEST_DATE = len("2000-01-01")  # elsewhere a time may follow, which is left out
_NULL_WORDS = {"NULL", "ᴺᵁᴸᴸ"}
NULL, NONE = 0, -1  # what `member` answers in the place of a type
# The kinds of types as ClickHouse tries them on a text; the others come last.
_TRIED = (
    "Array", "Tuple", "Map", "AggregateFunction", "Enum8", "Enum16", "UUID", "IPv4", "IPv6",
    "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64",
    "Int128", "UInt128", "Int256", "UInt256", "Decimal32", "Decimal64", "Decimal128", "Decimal256",
    "Float32", "Float64", "Date", "Date32", "DateTime", "DateTime64", "FixedString", "String",
)  # fmt: skip
_PRIORITIES = {name: len(_TRIED) - place for place, name in enumerate(_TRIED)}


def _plain_priority(type_: Type) -> int:
    if isinstance(type_, Bool):
        return _PRIORITIES["Int8"] + 1
    name = type(type_).__name__
    if isinstance(type_, Integer | Float):
        name = str(type_)
    elif isinstance(type_, Decimal | texts.Enum):
        name += str(type_.bits)
    return _PRIORITIES.get(name, 0)


def _kind(form: Type) -> str:
    """Array, Tuple or Map; shapes are named otherwise."""
    return next(k.__name__ for k in (Array, Tuple, Map) if isinstance(form, k))


def _priority(type_: Type, depth: int = 0) -> tuple[int, int, int]:
    """How deep the type is nested, the priorities of its kinds, how much is wrapped around."""
    if isinstance(type_, Nullable | LowCardinality):
        deepest, priority, wrapped = _priority(type_.of, depth)
        return deepest, priority, wrapped + 1
    form = type_.form if isinstance(type_, Nested) else type_
    if not isinstance(form, Array | Tuple | Map | Variant):
        return depth, _plain_priority(type_), 0
    below = depth if isinstance(form, Variant) else depth + 1
    inside = [_priority(child, below) for child in form.children()] or [(0, 0, 0)]
    priorities = [priority for _, priority, _ in inside]
    own = max(priorities)
    if not isinstance(form, Variant):
        own = sum(priorities) + _PRIORITIES[_kind(form)]
    return max(deep for deep, _, _ in inside), own, max(wrapped for _, _, wrapped in inside)


def in_order(type_: Variant) -> Iterator[tuple[int, Type]]:
    """The types with their places, from 1, as text is tried."""
    yield from sorted(enumerate(type_.of, 1), key=lambda item: _priority(item[1]), reverse=True)


def member(type_: Variant, text: str, context: Context, quoted: bool) -> int:
    """The place of the type that the text is a value of, NULL or NONE."""
    if quoted and text.upper() == "NULL":
        return NULL
    fitting = (place for place, t in in_order(type_) if fits(t, text, context, quoted))
    return next(fitting, NONE)


def fits(type_: Type, text: str, context: Context, quoted: bool) -> bool:
    """Whether the text is a value of the type; `quoted` text is an element of a container."""
    try:
        return _fits(type_, text, context, quoted)
    except (Error, ValueError):
        return False


def _fits(type_: Type, text: str, context: Context, quoted: bool) -> bool:
    if isinstance(type_, Nullable):
        if quoted and text.upper() == "NULL":
            return True
        return _fits(type_.of, text, context, quoted)
    if isinstance(type_, Wrapper):
        return _fits(type_.of, text, context, quoted)
    if isinstance(type_, Variant):
        return member(type_, text, context, quoted) != NONE
    if isinstance(type_, Array | Nested | Tuple | Map):
        return _container_fits(type_, text, context)
    return _plain_fits(type_, text, context, quoted)


def _container_fits(type_: Type, text: str, context: Context) -> bool:
    if isinstance(type_, Tuple):
        pieces = split(text, "()")
        kinds = list(type_.of)
        if len(pieces) != len(kinds):
            return False
    elif isinstance(type_, Map):
        pieces = split(text, "{}")
        kinds = [type_.key, type_.value] * (len(pieces) // 2)
    else:
        form = type_.form if isinstance(type_, Nested) else type_
        assert isinstance(form, Array)
        pieces = split(text, "[]")
        kinds = [form.of] * len(pieces)
    return all(_fits(k, p, context, True) for k, p in zip(kinds, pieces, strict=True))


def _plain_fits(type_: Type, text: str, context: Context, quoted: bool) -> bool:
    if isinstance(type_, Bool):
        return text in ("true", "false")
    if quoted and not isinstance(type_, Integer | Float | Decimal | Interval):
        text = unquoted_text(text)
    if isinstance(type_, texts.String):
        return True
    if not text or (isinstance(type_, times.Date) and len(text) > _LONGEST_DATE):
        return False
    read_value(type_, text, context)
    return True


def member_sql(type_: Variant, text: Sql, zone: str, kind: str) -> Sql:
    """Kernel SQL for `member`, NULL for a NULL text.

    The text is a `quoted` element, the `escaped` field of a format, or any `text`, which may be
    the word for NULL.
    """
    constants = (sql.string(str(type_)), sql.string(zone), sql.string(kind))
    return sql.call("st_variant_member", text, *constants)


@arrow_function("st_variant_member", ("VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR"), "INTEGER")
def _members(
    values: pa.ChunkedArray, types: pa.ChunkedArray, zones: pa.ChunkedArray, kinds: pa.ChunkedArray
) -> pa.Array:
    """The places of texts; the other arguments are constants."""
    if len(values) == 0:
        return pa.array([], pa.int32())
    type_ = parse_type(types[0].as_py())
    assert isinstance(type_, Variant)
    context, kind = Context(zones[0].as_py(), checked=True), kinds[0].as_py()
    listed = whole(values).to_pylist()
    texts_ = {*listed} - {None}
    known = {text: member(type_, text, context, kind == "quoted") for text in texts_}
    if kind == "text":
        known.update(dict.fromkeys(_NULL_WORDS & texts_, NULL))
    return pa.array([known.get(text) for text in listed], pa.int32())


class _Digits(str):
    """A number of JSON as it is written."""

    __slots__ = ()


def json_member(type_: Variant, value: object, context: Context) -> int:
    """As `member`, for a value out of JSON."""
    if value is None:
        return NULL
    fitting = (place for place, t in in_order(type_) if _json_fits(t, value, context))
    return next(fitting, NONE)


def _json_fits(type_: Type, value: object, context: Context) -> bool:
    if isinstance(type_, Nullable):
        return value is None or _json_fits(type_.of, value, context)
    if isinstance(type_, Wrapper):
        return _json_fits(type_.of, value, context)
    if isinstance(type_, Variant):
        return json_member(type_, value, context) != NONE
    if isinstance(type_, texts.String):
        return True
    if isinstance(type_, Bool):
        return isinstance(value, bool)
    if isinstance(type_, Array | Nested | Tuple | Map):
        return _json_container_fits(type_, value, context)
    if isinstance(value, bool):
        return isinstance(type_, Integer | Float)
    return isinstance(value, str) and fits(type_, value, context, False)


def _json_container_fits(type_: Type, value: object, context: Context) -> bool:
    if isinstance(type_, Map):
        return isinstance(value, dict) and all(
            fits(type_.key, key, context, False) and _json_fits(type_.value, one, context)
            for key, one in value.items()
        )
    if isinstance(type_, Tuple) and type_.names is not None:
        named = dict(zip(type_.names, type_.of, strict=True))
        return isinstance(value, dict) and all(
            _json_fits(named[key], one, context) for key, one in value.items() if key in named
        )
    if not isinstance(value, list):
        return False
    if isinstance(type_, Tuple):
        pairs = zip(type_.of, value, strict=False)
        return len(value) == len(type_.of) and all(_json_fits(t, v, context) for t, v in pairs)
    form = type_.form if isinstance(type_, Nested) else type_
    assert isinstance(form, Array)
    return all(_json_fits(form.of, one, context) for one in value)


def json_member_sql(type_: Variant, json: Sql, zone: str) -> Sql:
    """Kernel SQL for `json_member` of a piece of JSON."""
    text = sql.cast(json, "VARCHAR")
    return sql.call("st_variant_json", text, sql.string(str(type_)), sql.string(zone))


@arrow_function("st_variant_json", ("VARCHAR", "VARCHAR", "VARCHAR"), "INTEGER")
def _json_members(
    pieces: pa.ChunkedArray, types: pa.ChunkedArray, zones: pa.ChunkedArray
) -> pa.Array:
    """The places of pieces of JSON; the other arguments are constants."""
    if len(pieces) == 0:
        return pa.array([], pa.int32())
    type_ = parse_type(types[0].as_py())
    assert isinstance(type_, Variant)
    context = Context(zones[0].as_py(), checked=True)

    def place(piece: str) -> int:
        value = json_module.loads(piece, parse_int=_Digits, parse_float=_Digits)
        return json_member(type_, value, context)

    listed = whole(pieces).to_pylist()
    known = {piece: place(piece) for piece in {*listed} if piece is not None}
    return pa.array([known.get(piece) for piece in listed], pa.int32())


def no_value(type_: Variant, text: Sql, kind: str) -> Sql:
    """The error of a text that is a value of none of the types."""
    message = raising(Code.INCORRECT_DATA, f"Cannot parse {kind} value of type {type_} here: ")
    return sql.cast(sql.call("error", sql.op("||", sql.string(message), text)), type_.kernel)
