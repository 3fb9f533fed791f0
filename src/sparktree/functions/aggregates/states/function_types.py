"""The states of aggregate functions as types: what AggregateFunction(...) holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    filled,
    result_type,
    state_tuple,
    unknown_aggregate,
)
from sparktree.functions.aggregates.parameters import parameter_text, parameter_value
from sparktree.functions.core.declare import Argument, Call, Value, function
from sparktree.kernel.sql import Sql
from sparktree.types import NULL_TYPE, AggregateFunction, Type
from sparktree.types.parse import AggregateStates


def state_type(
    name: str, parameters: Sequence[Value], arguments: Sequence[Type]
) -> AggregateFunction:
    """AggregateFunction(name(parameters), arguments)."""
    return state_of(name, tuple(map(parameter_text, parameters)), tuple(arguments))


def state_of(
    name: str, parameters: tuple[str, ...], arguments: tuple[Type, ...]
) -> AggregateFunction:
    """The type of the function's states: a tuple of partial values with a version."""
    found = _resolved(name)
    if found[0].state_type is not None and not found[1]:
        own = found[0].state_type(arguments)
        assert isinstance(own, AggregateFunction)
        return own
    declared, call = _call(name, parameters, arguments)
    if declared.states is None:
        raise not_implemented(f"The aggregate function {name} has no state that can be kept.")
    declared.check(len(call.arguments), len(call.parameters))
    blank = replace(call, result=result_type(declared, call.arguments, call.parameters))
    state = state_tuple(declared.states(blank))
    version = found[0].shown_version(arguments) if arguments else 0
    return AggregateFunction(resolution.canonical(name), parameters, arguments, state, version)


def _resolved(name: str) -> tuple[Aggregate, tuple[str, ...]]:
    """The plain aggregate and all its suffixes."""
    found = resolution.split(name)
    if found is None or resolution.resolve_state(name) is None:
        raise unknown_aggregate(name)
    return found


def _call(
    name: str, parameters: tuple[str, ...], arguments: tuple[Type, ...]
) -> tuple[Aggregate, AggregateCall]:
    """The aggregate of a state, and a call of it without a result."""
    resolved = resolution.resolve_state(name)
    assert resolved is not None
    declared, suffixes = resolved
    described = tuple(Argument(t) for t in arguments)
    described = described[:-1] if "If" in suffixes else described
    values = tuple(map(parameter_value, parameters))
    return declared, AggregateCall(name, described, values, (), NULL_TYPE)


AggregateStates.state_of = staticmethod(state_of)


def _state(arguments: Sequence[Argument]) -> AggregateFunction:
    type_ = arguments[0].type
    if not isinstance(type_, AggregateFunction):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Argument for function 'finalizeAggregation' must have type AggregateFunction"
            f" - state of aggregate function. Got {type_}.",
        )
    return type_


def conditional(type_: AggregateFunction) -> bool:
    """Whether the state is one of -If: the last argument is the condition."""
    resolved = resolution.resolve_state(type_.function)
    return resolved is not None and "If" in resolved[1]


def inside(type_: AggregateFunction) -> tuple[Aggregate, AggregateCall]:
    """The aggregate of a state, and a call of it as its final step sees it."""
    declared, call = _call(type_.function, type_.parameters, type_.arguments)
    result = result_type(declared, call.arguments, call.parameters, conditional=conditional(type_))
    return declared, replace(call, result=result)


@function(
    "finalizeAggregation",
    returns=lambda arguments: inside(_state(arguments))[1].result,
    nulls="own",
    example=("finalizeAggregation(arrayReduce('sumState', [1, 2]))", "3"),
)
def finalize_aggregation(call: Call) -> Sql:
    """The result that a state stands for."""
    declared, inner = inside(_state(call.arguments))
    assert declared.final is not None and declared.states is not None
    parts = declared.unpack(call[0], declared.states(inner))
    return filled(declared.final(inner, parts), inner.result)
