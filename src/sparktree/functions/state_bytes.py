"""States of aggregate functions as the bytes that ClickHouse writes for them.

They are what hex, casts to String and formats show. A state of a function that is not listed here
has none: its partial values hold less, or something else, than ClickHouse's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import not_implemented
from sparktree.functions import hash_order, lists
from sparktree.functions.aggregate_states import inside
from sparktree.functions.aggregates import Aggregate, AggregateCall, lacks_null, state_parts
from sparktree.functions.basic_aggregates import sum_type, total
from sparktree.functions.convert_numbers import number
from sparktree.functions.declare import FUNCTIONS, Argument, Call, QueryContext
from sparktree.functions.memory import little_endian, width
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.varints import numbers
from sparktree.registry import Registry
from sparktree.types import (
    INT128,
    STRING,
    UINT32,
    AggregateFunction,
    Array,
    Decimal,
    FixedString,
    Integer,
    LowCardinality,
    Moment,
    Nullable,
    String,
    Time,
    Time64,
    Tuple,
    Type,
)
from sparktree.types.composite import Like
from sparktree.types.parse import AggregateStates

Parts = tuple[Sql, ...]
_NOTHING, _SOMETHING = Sql("'\\x00'::BLOB"), Sql("'\\x01'::BLOB")


@dataclass(frozen=True, slots=True)
class Written:
    """How the states of an aggregate function are written."""

    bytes: Callable[[AggregateCall, Parts], Sql]
    # Whether the state has seen rows: a byte says so where arguments may be NULL.
    seen: Callable[[Parts], str] = lambda parts: f"{parts[0]} IS NOT NULL"
    flagged: bool = True  # whether there is such a byte at all


WRITTEN: Registry[str, Written] = Registry()


def state_bytes(type_: AggregateFunction, state: Sql) -> Sql:
    """The bytes of a state, BLOB."""
    declared, call = inside(type_)
    written = WRITTEN.get(declared.name)
    if written is None:
        raise not_implemented(f"States of the aggregate function {type_.function} have no bytes.")
    assert declared.states is not None
    parts = state_parts(state, declared.states(call))
    return _flagged(written, declared, call, parts)


def state_text(type_: AggregateFunction, state: Sql) -> Sql:
    """The bytes of a state as a string."""
    return sql.call("st_text", state_bytes(type_, state))


AggregateStates.text_of = staticmethod(state_text)


def _flagged(written: Written, declared: Aggregate, call: AggregateCall, parts: Parts) -> Sql:
    data = written.bytes(call, parts)
    nullable = any(lacks_null(a.type) for a in call.arguments)
    if not nullable or declared.nulls == "own" or not written.flagged:
        return data
    whole_state = _joined(_SOMETHING, data)
    if not call.result.nullable:
        return whole_state
    return sql.case((written.seen(parts), whole_state), otherwise=_NOTHING)


# --- values ---------------------------------------------------------------------------------------


def _joined(*pieces: Sql) -> Sql:
    return Sql("(" + " || ".join(pieces) + ")")


def _fixed(value: Sql, type_: Type) -> Sql:
    """A number as it lies in memory; none is zero."""
    return little_endian(sql.coalesce(value, type_.default()), type_)


def _count(value: Sql | str) -> Sql:
    """A number of things, seven bits a byte."""
    return sql.call("st_varuint", sql.cast(sql.coalesce(Sql(value), "0"), "UBIGINT"))


def _value(value: Sql, type_: Type) -> Sql:
    """A value as RowBinary has it."""
    if isinstance(type_, LowCardinality):
        return _value(value, type_.of)
    if isinstance(type_, Nullable):
        here = _joined(_NOTHING, _value(value, type_.of))
        return sql.case((sql.is_null(value), _SOMETHING), otherwise=here)
    if isinstance(type_, Array):
        return _list(value, type_.of)
    if isinstance(type_, Tuple):
        fields = [_value(sql.field(value, i), t) for i, t in enumerate(type_.of, 1)]
        return _joined(*fields) if fields else Sql("''::BLOB")
    if isinstance(type_, String):
        data = sql.call("st_bytes", value)
        return _joined(_count(f"octet_length({data})"), data)
    if isinstance(type_, Like) and width(type_) is None:
        return _value(value, type_.form)
    return little_endian(value, type_)


def _items(values: Sql, each: Callable[[Sql], Sql]) -> Sql:
    """The bytes of all elements, one behind the other."""
    digits = lists.transform(values, lambda v: sql.call("hex", each(v)))
    return sql.call("unhex", sql.call("array_to_string", digits, "''"))


def _list(values: Sql, type_: Type) -> Sql:
    """A number of elements, then these."""
    known = sql.coalesce(values, Sql(f"CAST([] AS {Array(type_).kernel})"))
    return lists.once(
        known, lambda v: _joined(_count(f"len({v})"), _items(v, lambda item: _value(item, type_)))
    )


def _single(value: Sql, type_: Type) -> Sql:
    """A value or none: a byte says which; of a string its size, with a zero at the end."""
    if isinstance(type_, LowCardinality | Nullable):
        return _single(value, type_.of)
    if isinstance(type_, String):
        data = sql.call("st_bytes", value)
        size = little_endian(sql.cast(f"octet_length({data}) + 1", "INTEGER"), Integer(32, True))
        none = Sql("'\\xFF\\xFF\\xFF\\xFF'::BLOB")
        return sql.case((sql.is_null(value), none), otherwise=_joined(size, data, _NOTHING))
    here = _joined(_SOMETHING, _value(value, type_))
    return sql.case((sql.is_null(value), _NOTHING), otherwise=here)


@arrow_function("st_varuint", ("UBIGINT",), "BLOB")
def _varuint(values: pa.ChunkedArray) -> pa.Array:
    found = numbers(whole(values).fill_null(0).to_numpy(zero_copy_only=False))
    return found.cast(pa.binary())


# --- functions ------------------------------------------------------------------------------------


def _written(
    *names: str,
    seen: Callable[[Parts], str] = lambda parts: f"{parts[0]} IS NOT NULL",
    flagged: bool = True,
) -> Callable[[Callable[[AggregateCall, Parts], Sql]], None]:
    def declare(data: Callable[[AggregateCall, Parts], Sql]) -> None:
        for name in names:
            WRITTEN.add(name, Written(data, seen, flagged))

    return declare


@_written("count", flagged=False)
def _(call: AggregateCall, parts: Parts) -> Sql:
    return _count(parts[0])


def _sum(call: AggregateCall, part: Sql) -> Sql:
    return _fixed(total(call, part), sum_type([Argument(call.inner(0))], ()))


@_written("sum")
def _(call: AggregateCall, parts: Parts) -> Sql:
    return _sum(call, parts[0])


@_written("sumWithOverflow")
def _(call: AggregateCall, parts: Parts) -> Sql:
    type_ = call.inner(0)
    if not isinstance(type_, Integer) or type_.bits > 64:
        return _sum(call, parts[0])
    return _fixed(number(parts[0], INT128, type_), type_)


@_written("avg", "sumCount", seen=lambda parts: f"{parts[1]} > 0")
def _(call: AggregateCall, parts: Parts) -> Sql:
    type_ = call.inner(0)
    if isinstance(type_, Moment | Time | Time64):  # of which the ticks are added up
        whole_sum = _fixed(sql.cast(parts[0], "BIGINT"), Integer(64, True))
    else:
        whole_sum = _sum(call, parts[0])
    return _joined(whole_sum, _count(parts[1]))


@_written("min", "any", "anyLast")
def _(call: AggregateCall, parts: Parts) -> Sql:
    return _single(parts[0], call.inner(0))


@_written("max", seen=lambda parts: f"coalesce({', '.join(parts)}) IS NOT NULL")
def _(call: AggregateCall, parts: Parts) -> Sql:
    return _single(sql.coalesce(*parts) if len(parts) > 1 else parts[0], call.inner(0))


@_written(
    "argMin", "argMax", "argAndMin", "argAndMax", seen=lambda parts: f"{parts[1]} IS NOT NULL"
)
def _(call: AggregateCall, parts: Parts) -> Sql:
    return _joined(*(_single(part, call.inner(i)) for i, part in enumerate(parts)))


def _listed(call: AggregateCall) -> Type:
    """The type of elements that lists of a state hold as they are."""
    type_ = call.inner(0)
    if len(call.arguments) > 1 or (width(type_) is None and not isinstance(type_, String)):
        raise not_implemented(f"States of {call.name} of type {type_} have no bytes.")
    return type_


def _as_listed(call: AggregateCall, parts: Parts) -> Sql:
    return _list(parts[0], _listed(call))


_written("groupArray", flagged=False)(_as_listed)
_written(*(f"quantile{s}Exact{kind}" for s in ("", "s") for kind in ("", "Low", "High")))(
    _as_listed
)


@_written("groupUniqArray", flagged=False)
def _(call: AggregateCall, parts: Parts) -> Sql:
    type_ = _listed(call)
    return _list(hash_order.in_group_order(parts[0], type_), type_)


@_written("uniqExact")
def _(call: AggregateCall, parts: Parts) -> Sql:
    """Numbers as they are, strings as hashes of 16 bytes."""
    type_ = _listed(call)
    if isinstance(type_, String):
        known = sql.coalesce(parts[0], "[]::VARCHAR[]")
        hashed = lists.transform(known, lambda v: sql.call("st_bytes", _SIP.lower(_sip_call(v))))
        shown = sql.call("list_sort", hashed)
        return lists.once(shown, lambda v: _joined(_count(f"len({v})"), _items(v, lambda h: h)))
    if (width(type_) or 0) > 8 or isinstance(type_, Decimal | FixedString):
        raise not_implemented(f"States of uniqExact of type {type_} have no bytes.")
    return _list(hash_order.in_group_order(parts[0], type_), type_)


_SIP = FUNCTIONS["sipHash128"]


def _sip_call(value: Sql) -> Call:
    sixteen = FixedString(16)
    return Call(_SIP.name, (Argument(STRING),), sixteen, QueryContext(), (value,), lambda i: value)


@_written("uniq")
def _(call: AggregateCall, parts: Parts) -> Sql:
    sample = sql.coalesce(parts[0], Sql("[0::UINTEGER]"))
    return lists.once(
        sql.call("st_uniq_written", sample),
        lambda s: _joined(
            little_endian(sql.cast(f"{s}[1]", "UTINYINT"), Integer(8, False)),
            _count(f"len({s}) - 1"),
            _items(Sql(f"{s}[2:]"), lambda item: little_endian(item, UINT32)),
        ),
    )
