"""sequenceNextNode: the event that follows a chain of events."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
    illegal_argument,
)
from sparktree.functions.aggregates.kinds import ANYTHING, STAMPS, UNSIGNED
from sparktree.functions.aggregates.list_states import list_of
from sparktree.functions.aggregates.various import conditions, holds
from sparktree.functions.core import lists
from sparktree.functions.core.clickhouse_bytes import as_integer
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    UINT8,
    UINT32,
    UINT64,
    String,
    Tuple,
    Type,
    make_nullable,
)

_NAME = "sequenceNextNode"
_FIRST = 3  # conditions of the chain stand behind the time, the event and the base
_ROW = Tuple((UINT32, STRING, UINT64, UINT8))  # the time, the event, what it meets, if it is a base
_BASES = ("head", "tail", "first_match", "last_match")
_IMPOSSIBLE = (("backward", "head"), ("forward", "tail"))


def _returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    direction, base = parameters[:2]
    if not isinstance(direction, str) or not isinstance(base, str):
        message = f"Aggregate function '{_NAME}' requires 'String' parameters"
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
    for given, known in ((direction, ("forward", "backward")), (base, _BASES)):
        if given not in known:
            message = f"Aggregate function {_NAME} doesn't support a parameter: {given}"
            raise Error(Code.BAD_ARGUMENTS, message)
    if (direction, base) in _IMPOSSIBLE:
        message = f"Invalid argument combination of '{base}' with '{direction}'"
        raise Error(Code.BAD_ARGUMENTS, message)
    if base.endswith("match") and len(arguments) == _FIRST:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Aggregate function {_NAME} requires at least 4 arguments when base is first_match"
            " or last_match.",
        )
    if not isinstance(arguments[1].type, String):
        raise illegal_argument(_NAME, arguments[1].type)
    return conditions(_NAME, arguments[2:], make_nullable(STRING))


def _event(call: AggregateCall) -> Sql:
    """What a row adds."""
    inside = as_integer(call[0], call.inner(0))
    assert inside is not None
    met = [
        f"(CASE WHEN {holds(call, place)} THEN CAST({1 << bit} AS UBIGINT) ELSE 0 END)"
        for bit, place in enumerate(range(_FIRST, len(call)))
    ]
    bits = sql.cast(Sql(" | ".join(met) or "0"), "UBIGINT")
    base = sql.cast(holds(call, 2), "UTINYINT")
    return sql.struct(number(inside[0], inside[1], UINT32), call[1], bits, base)


def _base(events: Sql, kind: str) -> Sql:
    """The place of the event that the chain begins with, or NULL."""
    if kind in ("head", "tail"):
        place = Sql("1") if kind == "head" else Sql(f"len({events})")
        return sql.case((Sql(f"{events}[{place}].f4 = 1"), place))
    fits = lists.transform(events, lambda e: Sql(f"({e}.f3 & 1 = 1 AND {e}.f4 = 1)"))
    if kind == "first_match":
        return Sql(f"nullif(list_position({fits}, true), 0)")
    return Sql(f"(len({events}) + 1 - nullif(list_position(list_reverse({fits}), true), 0))")


def _next(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    """The event behind the chain, or before it, if the whole chain is there."""
    direction, base = (str(p) for p in call.parameters[:2])
    count = len(call.arguments) - _FIRST
    step = "+" if direction == "forward" else "-"

    def found(events: Sql) -> Sql:
        def behind(place: Sql) -> Sql:
            chain = [
                Sql(f"({events}[{place} {step} {i}].f3 & CAST({1 << i} AS UBIGINT) <> 0)")
                for i in range(count)
            ]
            there = Sql(f"({place} {step} {count} BETWEEN 1 AND len({events}))")
            value = Sql(f"{events}[{place} {step} {count}].f2")
            return sql.case((sql.all_of([there, *chain]), value))

        known = sql.case((Sql(f"len({events}) > {count}"), _base(events, base)))
        return sql.bound(known, behind)

    return sql.bound(sql.call("list_sort", parts[0]), found)


aggregate(
    Aggregate(
        _NAME,
        _returns,
        (_FIRST, _FIRST + 64),
        **list_of(lambda call: _ROW, _event),
        final=_next,
        doc="The event that follows a chain of events, or precedes it.",
        parameters=(2, None),
        takes=(UNSIGNED | STAMPS, ANYTHING),
        setting="enable_funnel_functions",
    )
)
