"""-State, -Merge and -MergeState below other suffixes: sumStateForEach, uniqMergeArray, ...

Outside of all others they are part of a call (planner/calls.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators.wrapping import also
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    result_type,
    skipped,
)
from sparktree.functions.aggregates.parameters import parameter_text, same_states
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import AggregateFunction, SimpleAggregateFunction, Type
from sparktree.types.parse import AggregateStates

Parts = tuple[Sql, ...]
SIMPLE_FUNCTIONS = (
    "any", "any_respect_nulls", "anyLast", "anyLast_respect_nulls", "min", "max", "sum",
    "sumWithOverflow", "groupBitAnd", "groupBitOr", "groupBitXor", "sumMap", "minMap", "maxMap",
    "groupArrayArray", "groupArrayLastArray", "groupUniqArrayArray", "groupUniqArrayArrayMap",
    "sumMappedArrays", "minMappedArrays", "maxMappedArrays", "timeSeriesGroupArray",
)  # fmt: skip


def simple_name(name: str) -> str:
    """The function's name, if its results can be combined like values."""
    if name not in SIMPLE_FUNCTIONS:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Unsupported aggregate function {name}, supported functions are"
            f" {','.join(SIMPLE_FUNCTIONS)}",
        )
    return name


def simple(inner: Aggregate) -> Aggregate:
    """The aggregate whose result says that it can be combined like a value."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        found = result_type(inner, arguments, parameters)
        return SimpleAggregateFunction(found, simple_name(inner.name))

    return replace(inner, aliases=(), returns=returns)


def state_of(inner: Aggregate) -> Aggregate:
    """The aggregate that gives the state of another instead of its result."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        inner.check(len(arguments), len(parameters))
        return _state_type(inner, arguments, parameters)

    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        assert inner.partial is not None
        condition = sql.all_of(skipped(inner, call)) if skipped(inner, call) else None
        aggs = inner.partial(call)
        return aggs if condition is None else tuple(also(agg, condition) for agg in aggs)

    def final(call: AggregateCall, parts: Parts) -> Sql:
        return _packed(inner, call, parts)

    # The state's type says that there may be NULLs, so they are skipped here.
    derived = _like(inner, "State")
    return replace(
        derived, returns=returns, partial=partial, final=final, keeps_null=False, nulls="own"
    )


def merged(inner: Aggregate) -> Aggregate:
    """The aggregate of the rows that states stand for."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        below = _below(inner, arguments, parameters)
        return result_type(inner, below, parameters)

    def final(call: AggregateCall, parts: Parts) -> Sql:
        assert inner.final is not None
        return inner.final(_call(inner, call), parts)

    return replace(_merging(inner, "Merge"), returns=returns, final=final)


def merged_state(inner: Aggregate) -> Aggregate:
    """The state of the rows that states stand for."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        below = _below(inner, arguments, parameters)
        return _state_type(inner, below, parameters)

    def final(call: AggregateCall, parts: Parts) -> Sql:
        return _packed(inner, _call(inner, call), parts)

    derived = _merging(inner, "MergeState")
    return replace(derived, returns=returns, final=final, keeps_null=False)


def _state_type(
    inner: Aggregate, arguments: Sequence[Argument], parameters: Sequence[Value]
) -> Type:
    shown = tuple(map(parameter_text, parameters))
    return AggregateStates.state_of(inner.name, shown, tuple(a.type for a in arguments))


def _like(inner: Aggregate, suffix: str) -> Aggregate:
    return replace(
        inner, name=f"{inner.name}{suffix}", aliases=(), any_case_aliases=(), whole=None,
        takes=(), state_type=None, plain_distinct=False,
    )  # fmt: skip


def _merging(inner: Aggregate, suffix: str) -> Aggregate:
    """The aggregate of states: each is a partial value, and the rest goes on as it does there."""

    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        below = _call(inner, call)
        assert inner.states is not None and inner.merge is not None
        return inner.merge(below, inner.unpack(call[0], inner.states(below)))

    def states(call: AggregateCall) -> tuple[Type, ...]:
        assert inner.states is not None
        return inner.states(_call(inner, call))

    def merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        assert inner.merge is not None
        return inner.merge(_call(inner, call), parts)

    derived = _like(inner, suffix)
    return replace(derived, arity=(1, 1), partial=partial, states=states, merge=merge)


def _packed(inner: Aggregate, call: AggregateCall, parts: Parts) -> Sql:
    """A state, its partial columns in their own types: the kernel sums in wider ones."""
    assert inner.states is not None
    result = result_type(inner, call.arguments, call.parameters)
    kinds = inner.states(replace(call, result=result))
    cast = [sql.cast(part, kind.kernel) for part, kind in zip(parts, kinds, strict=True)]
    return inner.pack(cast)


def _below(
    inner: Aggregate, arguments: Sequence[Argument], parameters: Sequence[Value]
) -> list[Argument]:
    """The arguments inside of the states, which must be those of the function."""
    state = arguments[0].type.inner if arguments else None
    if not isinstance(state, AggregateFunction):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {state} of argument for aggregate function with Merge suffix."
            " It must be AggregateFunction(...).",
        )
    inner.check(len(state.arguments), len(parameters))
    if not same_states(inner.name, parameters, state):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {state} of argument for aggregate function with Merge suffix because"
            f" it corresponds to different aggregate function: {state.function} instead of"
            f" {inner.name}",
        )
    return [Argument(t) for t in state.arguments]


def _call(inner: Aggregate, call: AggregateCall) -> AggregateCall:
    below = tuple(_below(inner, call.arguments, call.parameters))
    result = result_type(inner, below, call.parameters)
    return replace(call, arguments=below, sqls=(), result=result)
