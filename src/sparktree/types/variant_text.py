"""Which type of a Variant a text is a value of: ClickHouse tries the types in an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

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
from sparktree.types.escapes import unquoted_array
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.parse import parse_type
from sparktree.types.read_arrays import read_all
from sparktree.types.reading import Context
from sparktree.types.text_pieces import Flags, Places, split_all

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


def members(type_: Variant, values: pa.Array, context: Context, quoted: bool) -> Places:
    """The places of the types that texts without NULLs are values of, NULL or NONE."""
    places = np.full(len(values), NONE, np.int64)
    if quoted:
        places[_is_null_word(values)] = NULL

    def fitting(kind: Type, rows: Places) -> Flags:
        return fits_all(kind, values.take(pa.array(rows)), context, quoted)

    return decided(type_, places, fitting)


def decided(type_: Variant, places: Places, fitting: Callable[[Type, Places], Flags]) -> Places:
    """The places, with those of the first types that fit in the rows that have none."""
    rows = np.flatnonzero(places == NONE)
    for place, kind in in_order(type_):
        if len(rows):
            fits = fitting(kind, rows)
            places[rows[fits]] = place
            rows = rows[~fits]
    return places


def _is_null_word(values: pa.Array) -> Flags:
    return np.asarray(pc.equal(pc.ascii_upper(values), "NULL"))


def fits_all(type_: Type, values: pa.Array, context: Context, quoted: bool) -> Flags:
    """Which texts are values of the type; `quoted` texts are elements of containers."""
    if len(values) == 0:
        return np.zeros(0, np.bool_)
    if isinstance(type_, Nullable):
        fits = fits_all(type_.of, values, context, quoted)
        return fits | _is_null_word(values) if quoted else fits
    if isinstance(type_, Wrapper):
        return fits_all(type_.of, values, context, quoted)
    if isinstance(type_, Variant):
        return np.asarray(members(type_, values, context, quoted) != NONE)
    if isinstance(type_, Array | Nested | Tuple | Map):
        return _containers_fit(type_, values, context)
    return _plain_fit(type_, values, context, quoted)


def _containers_fit(type_: Type, values: pa.Array, context: Context) -> Flags:
    brackets = "()" if isinstance(type_, Tuple) else "{}" if isinstance(type_, Map) else "[]"
    pieces = Pieces.of(values, brackets)

    def fitting(kind: Type, places: Places) -> Flags:
        return fits_all(kind, pieces.texts.take(pa.array(places)), context, True)

    if isinstance(type_, Tuple):
        return pieces.fields_fit(type_.of, fitting)
    if isinstance(type_, Map):
        return pieces.pairs_fit(type_.key, type_.value, fitting)
    form = type_.form if isinstance(type_, Nested) else type_
    assert isinstance(form, Array)
    return pieces.elements_fit(form.of, fitting)


@dataclass(frozen=True, slots=True)
class Pieces:
    """The elements of containers: their texts, where those of each begin, and which are some."""

    texts: pa.Array
    bounds: Places
    fine: Flags

    @classmethod
    def of(cls, values: pa.Array, brackets: str, quote: str = "'") -> Pieces:
        """The elements of texts of containers."""
        lists, fine = split_all(values, brackets, quote)
        return cls(lists.values, np.asarray(lists.offsets, np.int64), fine)

    def fields_fit(self, kinds: Sequence[Type], fitting: Callable[[Type, Places], Flags]) -> Flags:
        """Whether there are as many elements as kinds, each of its own."""
        fits = self.fine & (np.diff(self.bounds) == len(kinds))
        for number, kind in enumerate(kinds):
            rows = np.flatnonzero(fits)
            fits[rows] = fitting(kind, self.bounds[rows] + number)
        return np.asarray(fits)

    def elements_fit(self, kind: Type, fitting: Callable[[Type, Places], Flags]) -> Flags:
        """Whether all elements are of one kind."""
        return np.asarray(self.fine & self.all_of(fitting(kind, np.arange(len(self.texts)))))

    def pairs_fit(self, key: Type, value: Type, fitting: Callable[[Type, Places], Flags]) -> Flags:
        """Whether all elements are pairs of two kinds."""
        paired = self.fine & (np.diff(self.bounds) % 2 == 0)
        places = np.arange(len(self.texts))
        first = np.repeat(self.bounds[:-1], np.diff(self.bounds))
        known = np.repeat(paired, np.diff(self.bounds))
        fits = np.ones(len(self.texts), np.bool_)
        for kind, odd in ((key, 0), (value, 1)):
            at = places[known & ((places - first) % 2 == odd)]
            fits[at] = fitting(kind, at)
        return np.asarray(paired & self.all_of(fits))

    def all_of(self, flags: Flags) -> Flags:
        """Whether the flags of all elements of a container are set."""
        sums = np.concatenate([[0], np.cumsum(~flags)])
        return np.asarray(sums[self.bounds[1:]] == sums[self.bounds[:-1]])


def _plain_fit(type_: Type, values: pa.Array, context: Context, quoted: bool) -> Flags:
    if isinstance(type_, Bool):
        return np.asarray(pc.is_in(values, pa.array(["true", "false"])))
    fine = np.ones(len(values), np.bool_)
    if quoted and not isinstance(type_, Integer | Float | Decimal | Interval):
        values, fine = unquoted_array(values)
    if isinstance(type_, texts.String):
        return fine
    fine &= np.asarray(pc.binary_length(values)) > 0
    if isinstance(type_, times.Date):
        fine &= np.asarray(pc.utf8_length(values)) <= _LONGEST_DATE
    try:
        return fine & read_all(type_, values, context)[1]
    except Error:  # values of the type are not read from text
        return np.zeros(len(values), np.bool_)


def member_sql(type_: Variant, text: Sql, zone: str, kind: str) -> Sql:
    """Kernel SQL for `member`, NULL for a NULL text.

    The text is a `quoted` element, the `escaped` field of a format, or any `text`, which may be
    the word for NULL.
    """
    constants = (sql.string(str(type_)), sql.string(zone), sql.string(kind))
    return _members(text, *constants)


@arrow_function("st_variant_member", ("VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR"), "INTEGER")
def _members(
    values: pa.ChunkedArray, types: pa.ChunkedArray, zones: pa.ChunkedArray, kinds: pa.ChunkedArray
) -> pa.Array:
    """The places of texts; the other arguments are constants."""
    if len(values) == 0:
        return pa.array([], pa.int32())
    type_ = parse_type(types[0].as_py())
    assert isinstance(type_, Variant)
    context, kind = Context(zones[0].as_py(), checked=True, field=True), kinds[0].as_py()
    array = whole(values)
    filled = array.fill_null("")
    places = members(type_, filled, context, kind == "quoted")
    if kind == "text":
        places[np.asarray(pc.is_in(filled, pa.array(sorted(_NULL_WORDS))))] = NULL
    return pa.array(places.astype(np.int32), mask=np.asarray(array.is_null()))


def no_value(type_: Variant, text: Sql, kind: str) -> Sql:
    """The error of a text that is a value of none of the types."""
    message = raising(Code.INCORRECT_DATA, f"Cannot parse {kind} value of type {type_} here: ")
    return sql.cast(sql.call("error", sql.op("||", sql.string(message), text)), type_.kernel)
