"""The least type that holds the values of several types, by ClickHouse's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sparktree.errors import Code, Error
from sparktree.types import numeric, texts, times
from sparktree.types.base import Type
from sparktree.types.composite import (
    NOTHING,
    AggregateFunction,
    Array,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    SimpleAggregateFunction,
    Tuple,
    Variant,
    make_nullable,
    remove_nullable,
    variant,
)


def least_supertype(types: Iterable[Type]) -> Type:
    """The type that all the values fit, or NO_COMMON_TYPE."""
    listed = [t.of if isinstance(t, SimpleAggregateFunction) else t for t in types]
    if not listed:
        return NOTHING
    if all(t == listed[0] for t in listed):
        return listed[0]
    plain = [t.of if isinstance(t, LowCardinality) else t for t in listed]
    nullable = any(t.nullable for t in plain)
    solid = [t for t in map(remove_nullable, plain) if not isinstance(t, Nothing)]
    if not solid:
        return make_nullable(NOTHING) if nullable else NOTHING
    common = _common(list(dict.fromkeys(_signed_where_possible(solid))))
    if common is None or (nullable and isinstance(common, Array | Map)):
        raise no_common_type(listed)
    if nullable and isinstance(common, AggregateFunction):
        message = f"Nested type {common} cannot be inside Nullable type"
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
    if nullable and isinstance(common, Tuple):
        return Nullable(common)
    if all(isinstance(t, LowCardinality) for t in listed):
        return LowCardinality(make_nullable(common) if nullable else common)
    return make_nullable(common) if nullable else common


def supertype_or_variant(types: Iterable[Type]) -> Type:
    """The least supertype, or where there is none the Variant of all the types."""
    listed = list(types)
    try:
        return least_supertype(listed)
    except Error as error:
        if error.code != Code.NO_COMMON_TYPE:
            raise
        return variant(_members(listed))


def _members(types: Iterable[Type]) -> Iterator[Type]:
    for type_ in types:
        if isinstance(type_, Variant):
            yield from type_.of
        else:
            yield remove_nullable(type_)


def _signed_where_possible(types: list[Type]) -> list[Type]:
    integers = [t for t in types if isinstance(t, numeric.Integer)]
    if not any(t.signed for t in integers):
        return types
    possible = [isinstance(t, numeric.Integer) and t.can_be_signed for t in types]
    return [numeric.INT64 if p else t for t, p in zip(types, possible, strict=True)]


# Kinds of types that go only with their like, as the error names them.
_APART = (
    ((texts.String, texts.FixedString, texts.Enum), "String/FixedString/Enum"),
    ((Array,), "Array"),
)


def no_common_type(types: Iterable[Type]) -> Error:
    """The error of types that do not go together."""
    given = list(types)
    listed = ", ".join(str(t) for t in given)
    reason = "some of them do not fit each other"
    for kinds, named in _APART:
        if any(isinstance(t.inner, kinds) for t in given):
            reason = f"some of them are {named} and some of them are not"
            break
    return Error(Code.NO_COMMON_TYPE, f"There is no supertype for types {listed} because {reason}")


def _common(types: list[Type]) -> Type | None:
    if len(types) == 1:
        return types[0]
    for rule in (_composites, _strings, _moments, _intervals, _decimals, _enums, _numbers):
        found = rule(types)
        if found is not None:
            return found
    return None


def _composites(types: list[Type]) -> Type | None:
    if all(isinstance(t, Array) for t in types):
        return Array(least_supertype(t.of for t in types if isinstance(t, Array)))
    if all(isinstance(t, Map) for t in types):
        maps = [t for t in types if isinstance(t, Map)]
        return Map(least_supertype(m.key for m in maps), least_supertype(m.value for m in maps))
    tuples = [t for t in types if isinstance(t, Tuple)]
    if len(tuples) == len(types) and len({len(t.of) for t in tuples}) == 1:
        names = tuples[0].names if len({t.names for t in tuples}) == 1 else None
        columns = zip(*(t.of for t in tuples), strict=True)
        return Tuple(tuple(least_supertype(column) for column in columns), names)
    return None


def _strings(types: list[Type]) -> Type | None:
    texty = (texts.String, texts.FixedString)
    if any(isinstance(t, texty) for t in types) and all(
        isinstance(t, (*texty, texts.Enum)) for t in types
    ):
        return texts.STRING
    return None


def _moments(types: list[Type]) -> Type | None:
    clocks = [t for t in types if isinstance(t, times.Time | times.Time64)]
    if clocks:
        return _clocks(types, clocks)
    if not all(isinstance(t, times.Moment) for t in types):
        return None
    ticks = [t for t in types if isinstance(t, times.DateTime64)]
    seconds = [t for t in types if isinstance(t, times.DateTime)]
    has_date32 = any(isinstance(t, times.Date32) for t in types)
    if ticks:
        return max(ticks, key=lambda t: t.precision)
    if seconds:
        return times.DateTime64(0, None) if has_date32 else times.DateTime(seconds[0].zone)
    return times.DATE32


def _clocks(types: list[Type], clocks: list[times.Time | times.Time64]) -> Type | None:
    """Times of day alone, or beside moments, among which they are counted from the epoch."""
    moments = [t for t in types if isinstance(t, times.DateTime | times.DateTime64)]
    if len(moments) + len(clocks) != len(types):
        return None
    digits = max(times.clock_digits(t) for t in types)
    if not moments:
        return times.Time64(digits)
    return times.DateTime64(digits, next((t.zone for t in moments if t.zone), None))


def _decimals(types: list[Type]) -> Type | None:
    decimals = [t for t in types if isinstance(t, numeric.Decimal)]
    others = [t for t in types if not isinstance(t, numeric.Decimal)]
    if not decimals or not all(isinstance(t, numeric.Integer | numeric.Bool) for t in others):
        return None
    if any(getattr(t, "bits", 8) > 64 for t in others):
        return None
    scale = max(t.scale for t in decimals)
    bits = max(t.bits for t in decimals)
    digits = {32: 9, 64: 18, 128: 38, 256: 76}
    whole = max((_integer_digits(t) for t in others), default=0)
    precision = digits[bits]
    while precision < scale + whole and bits < 256:
        bits *= 2
        precision = digits[bits]
    return numeric.Decimal(precision, scale)


def _integer_digits(type_: Type) -> int:
    return {8: 3, 16: 5, 32: 10, 64: 19}.get(getattr(type_, "bits", 8), 39)


def _intervals(types: list[Type]) -> Type | None:
    """The smallest unit; a number counts that many of it."""
    intervals = [t for t in types if isinstance(t, numeric.Interval)]
    others = [t for t in types if not isinstance(t, numeric.Interval)]
    if not all(isinstance(t, numeric.Integer | numeric.Float | numeric.Bool) for t in others):
        return None
    return min(intervals, key=lambda t: numeric.INTERVAL_UNITS.index(t.unit), default=None)


def _enums(types: list[Type]) -> Type | None:
    enums = [t for t in types if isinstance(t, texts.Enum)]
    if len(enums) != len(types):
        return None
    return numeric.Integer(max(t.bits for t in enums), True)


def _numbers(types: list[Type]) -> Type | None:
    if all(t in (numeric.BOOL, numeric.UINT8) for t in types):
        return types[0]  # to ClickHouse the two are one type under two names
    types = [_as_number(t) for t in types]
    floats = [t for t in types if isinstance(t, numeric.Float)]
    integers = [t for t in types if isinstance(t, numeric.Integer)]
    if len(floats) + len(integers) != len(types):
        return None
    return _with_floats(floats, integers) if floats else _integers(integers)


def _as_number(type_: Type) -> Type:
    """Among numbers, what is kept as a number counts as one."""
    if isinstance(type_, numeric.Bool):
        return numeric.UINT8
    if isinstance(type_, texts.IPv4):
        return numeric.UINT32
    return numeric.Integer(type_.bits, True) if isinstance(type_, texts.Enum) else type_


def _with_floats(floats: list[numeric.Float], integers: list[numeric.Integer]) -> Type | None:
    widest = max((t.bits for t in integers), default=0)
    if widest > 32:
        return None
    needed = {32: 64, 16: 32}.get(widest, 16)
    return numeric.Float(max(needed, *(t.bits for t in floats)))


def _integers(integers: list[numeric.Integer]) -> Type | None:
    unsigned = max((t.bits for t in integers if not t.signed), default=0)
    signed = max((t.bits for t in integers if t.signed), default=0)
    if not signed:
        return numeric.Integer(unsigned, False)
    bits = max(signed, unsigned * 2)
    if bits > 256 or (bits == 128 and signed < 128 and unsigned == 64):
        return None
    return numeric.Integer(bits, True)
