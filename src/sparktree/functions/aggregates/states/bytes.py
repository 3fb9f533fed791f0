"""States of aggregate functions as the bytes that ClickHouse writes for them, both ways.

They are what hex, casts to and from String and formats show and take. A state of a function that is
not listed here has none: its partial values hold less, or something else, than ClickHouse's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import not_implemented
from sparktree.functions.aggregates.basic import sum_state, sum_type, total
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    lacks_null,
)
from sparktree.functions.aggregates.states.fields import (
    NOTHING,
    SOMETHING,
    Count,
    Field,
    Hashes,
    Listed,
    Plain,
    Single,
    codes,
    joined,
    readable,
    state_fields,
)
from sparktree.functions.aggregates.states.function_types import inside
from sparktree.functions.core import lists
from sparktree.functions.core.clickhouse_bytes import width
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import FUNCTIONS, Argument, Call, QueryContext
from sparktree.functions.hashes import hash_order
from sparktree.functions.hashes.uniq_sample import uniq_written
from sparktree.kernel import sql
from sparktree.kernel.connection import escaped_text, raw_bytes
from sparktree.kernel.sql import Sql
from sparktree.registry import Registry
from sparktree.types import (
    INT64,
    INT128,
    STRING,
    UINT8,
    UINT32,
    AggregateFunction,
    Array,
    Decimal,
    FixedString,
    Float,
    Integer,
    Moment,
    String,
    Time,
    Time64,
    Type,
)
from sparktree.types.parse import AggregateStates

Parts = tuple[Sql, ...]
Fields = tuple[Field, ...]
Change = Callable[[AggregateCall, Parts], Parts]


def _as_they_are(call: AggregateCall, parts: Parts) -> Parts:
    return parts


@dataclass(frozen=True, slots=True)
class Written:
    """How the states of an aggregate function lie in bytes."""

    fields: Callable[[AggregateCall], Fields]
    values: Change = _as_they_are  # of the fields, out of the partial values
    parts: Change = _as_they_are  # the partial values, out of those of the fields
    # Whether the state has seen rows: a byte says so where arguments may be NULL.
    seen: Callable[[Parts], str] = lambda parts: f"{parts[0]} IS NOT NULL"
    flagged: bool = True  # whether there is such a byte at all

    def has_flag(self, declared: Aggregate, call: AggregateCall) -> bool:
        """Whether a byte before the fields says if there were rows."""
        nullable = any(lacks_null(a.type) for a in call.arguments)
        return nullable and declared.nulls != "own" and self.flagged


WRITTEN: Registry[str, Written] = Registry()


def _written(type_: AggregateFunction) -> tuple[Written, Aggregate, AggregateCall]:
    declared, call = inside(type_)
    written = WRITTEN.get(declared.name)
    if written is None:
        raise not_implemented(f"States of the aggregate function {type_.function} have no bytes.")
    return written, declared, call


def state_bytes(type_: AggregateFunction, state: Sql) -> Sql:
    """The bytes of a state, BLOB."""
    written, declared, call = _written(type_)
    assert declared.states is not None
    parts = declared.unpack(state, declared.states(call))
    values = zip(written.fields(call), written.values(call, parts), strict=True)
    pieces = [field.write(value) for field, value in values]
    if not written.has_flag(declared, call):
        return joined(*pieces)
    whole_state = joined(SOMETHING, *pieces)
    if not call.result.nullable:
        return whole_state
    return sql.case((Sql(written.seen(parts)), whole_state), otherwise=NOTHING)


def state_text(type_: AggregateFunction, state: Sql) -> Sql:
    """The bytes of a state as a string."""
    return escaped_text(state_bytes(type_, state))


def field_codes(type_: AggregateFunction) -> str:
    """How a state is found in bytes."""
    written, declared, call = _written(type_)
    flagged = written.has_flag(declared, call)
    return readable(codes(written.fields(call), flagged=flagged), str(type_))


def state_of_text(type_: AggregateFunction, text: Sql) -> Sql:
    """The state whose bytes a string has."""
    code = sql.string(field_codes(type_))
    written, declared, call = _written(type_)
    assert declared.states is not None
    types = declared.states(call)

    def state(found: Sql) -> Sql:
        places = enumerate(written.fields(call), 1)
        values = tuple(field.read(sql.item(found, place)) for place, field in places)
        made = zip(written.parts(call, values), types, strict=True)
        # A state that saw no rows has the partial values of none.
        parts = [
            sql.case((Sql(f"len({found}) = 0"), _none(t)), otherwise=sql.cast(part, t.kernel))
            for part, t in made
        ]
        return sql.cast(declared.pack(parts), type_.kernel)

    read = sql.bound(state_fields(raw_bytes(text), code), state)
    return sql.case((sql.is_null(text), sql.NULL), otherwise=read)


def _none(type_: Type) -> Sql:
    return type_.default() if isinstance(type_, Integer) else sql.cast(sql.NULL, type_.kernel)


AggregateStates.text_of = staticmethod(state_text)
AggregateStates.of_text = staticmethod(state_of_text)


# --- sums -----------------------------------------------------------------------------------------

WRITTEN.add("count", Written(lambda call: (Count(),), flagged=False))


def _sum_type(call: AggregateCall) -> Type:
    return sum_type([Argument(call.inner(0))], ())


def _summed(call: AggregateCall, value: Sql) -> Sql:
    """The partial value of a sum: of some types a list of what is to be added."""
    return sql.array(value) if isinstance(sum_state(call), Array) else value


WRITTEN.add(
    "sum",
    Written(
        lambda call: (Plain(_sum_type(call)),),
        lambda call, parts: (total(call, parts[0]),),
        lambda call, values: (_summed(call, values[0]),),
    ),
)


def _narrow(call: AggregateCall) -> bool:
    type_ = call.inner(0)
    return isinstance(type_, Integer) and type_.bits <= 64


def _overflowing(call: AggregateCall, parts: Parts) -> Parts:
    if not _narrow(call):
        return (total(call, parts[0]),)
    return (number(parts[0], INT128, call.inner(0)),)


WRITTEN.add(
    "sumWithOverflow",
    Written(
        lambda call: (Plain(call.inner(0) if _narrow(call) else _sum_type(call)),),
        _overflowing,
        lambda call, values: (_summed(call, values[0]),),
    ),
)


def _of_ticks(call: AggregateCall) -> bool:
    """Whether the values are moments, of which the ticks are added up."""
    return isinstance(call.inner(0), Moment | Time | Time64)


_MEAN = Written(
    lambda call: (Plain(INT64 if _of_ticks(call) else _sum_type(call)), Count()),
    lambda call, parts: (
        sql.cast(parts[0], "BIGINT") if _of_ticks(call) else total(call, parts[0]),
        parts[1],
    ),
    lambda call, values: (
        values[0] if _of_ticks(call) else _summed(call, values[0]),
        values[1],
    ),
    seen=lambda parts: f"{parts[1]} > 0",
)
WRITTEN.add("avg", _MEAN)
WRITTEN.add("sumCount", _MEAN)


# --- single values --------------------------------------------------------------------------------

for _name in ("min", "any", "anyLast"):
    WRITTEN.add(_name, Written(lambda call: (Single(call.inner(0)),)))


def _greatest(call: AggregateCall, values: Parts) -> Parts:
    """Of floats the greatest number, and beside it some value, which may be none."""
    if not isinstance(call.inner(0), Float):
        return values
    return sql.case((Sql(f"NOT isnan({values[0]})"), values[0])), values[0]


WRITTEN.add(
    "max",
    Written(
        lambda call: (Single(call.inner(0)),),
        lambda call, parts: (sql.coalesce(*parts) if len(parts) > 1 else parts[0],),
        _greatest,
        seen=lambda parts: f"coalesce({', '.join(parts)}) IS NOT NULL",
    ),
)
for _name in ("argMin", "argMax", "argAndMin", "argAndMax"):
    WRITTEN.add(
        _name,
        Written(
            lambda call: (Single(call.inner(0)), Single(call.inner(1))),
            seen=lambda parts: f"{parts[1]} IS NOT NULL",
        ),
    )


# --- lists ----------------------------------------------------------------------------------------


def _listed(call: AggregateCall) -> Type:
    """The type of elements that lists of a state hold as they are."""
    type_ = call.inner(0)
    if len(call.arguments) > 1 or (width(type_) is None and not isinstance(type_, String)):
        raise not_implemented(f"States of {call.name} of type {type_} have no bytes.")
    return type_


def _one_list(call: AggregateCall) -> Fields:
    return (Listed(_listed(call)),)


def _by_hash(call: AggregateCall, parts: Parts) -> Parts:
    return (hash_order.in_group_order(parts[0], _listed(call)),)


WRITTEN.add("groupArray", Written(_one_list, flagged=False))
for _name in (f"quantile{s}Exact{kind}" for s in ("", "s") for kind in ("", "Low", "High")):
    WRITTEN.add(_name, Written(_one_list))
WRITTEN.add("groupUniqArray", Written(_one_list, _by_hash, flagged=False))

_SIP = FUNCTIONS["sipHash128"]


def _sip_call(value: Sql) -> Call:
    sixteen = FixedString(16)
    return Call(_SIP.name, (Argument(STRING),), sixteen, QueryContext(), (value,), lambda i: value)


def _different_fields(call: AggregateCall) -> Fields:
    """Numbers as they are, strings as hashes of 16 bytes."""
    type_ = _listed(call)
    if isinstance(type_, String):
        return (Hashes(),)
    if (width(type_) or 0) > 8 or isinstance(type_, Decimal | FixedString):
        raise not_implemented(f"States of uniqExact of type {type_} have no bytes.")
    return (Listed(type_),)


def _different(call: AggregateCall, parts: Parts) -> Parts:
    if not isinstance(_listed(call), String):
        return _by_hash(call, parts)
    known = sql.coalesce(parts[0], Sql("[]::VARCHAR[]"))
    hashed = lists.transform(known, lambda v: raw_bytes(_SIP.lower(_sip_call(v))))
    return (sql.call("list_sort", hashed),)


WRITTEN.add("uniqExact", Written(_different_fields, _different))


def _sample(call: AggregateCall, parts: Parts) -> Parts:
    """The degree, and the hashes in the order of ClickHouse's table."""
    written = uniq_written(sql.coalesce(parts[0], Sql("[0::UINTEGER]")))
    return sql.cast(sql.item(written, 1), "UTINYINT"), Sql(f"{written}[2:]")


WRITTEN.add(
    "uniq",
    Written(
        lambda call: (Plain(UINT8), Listed(UINT32)),
        _sample,
        lambda call, values: (
            Sql(f"list_concat([CAST({values[0]} AS UINTEGER)], list_sort({values[1]}))"),
        ),
    ),
)
