"""The states of aggregate functions as types: what AggregateFunction(...) holds."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions import combinators
from sparktree.functions.aggregates import Aggregate, AggregateCall, filled, result_type
from sparktree.functions.declare import Argument, Call, Value, function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import AggregateFunction, Tuple, Type
from sparktree.types.parse import AggregateStates


def parameter_value(text: str) -> Value:
    """A parameter out of the name of a type."""
    try:
        value: Value = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
    return value


def state_of(name: str, parameters: tuple[str, ...], arguments: tuple[Type, ...]) -> Type:
    """The tuple of partial values that a state of the function is."""
    resolved = combinators.resolve(name)
    if resolved is None:
        raise Error(Code.UNKNOWN_AGGREGATE_FUNCTION, f"Aggregate function {name} does not exist")
    declared, suffixes = resolved
    if declared.states is None:
        raise not_implemented(f"The aggregate function {name} has no state that can be kept.")
    described = tuple(Argument(t) for t in arguments)
    if "If" in suffixes:
        described = described[:-1]
    values = tuple(map(parameter_value, parameters))
    declared.check(len(described), len(values))
    result = result_type(declared, described, values)
    return Tuple(declared.states(AggregateCall(name, described, values, (), result)))


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


def _inside(type_: AggregateFunction) -> tuple[Aggregate, AggregateCall]:
    """The aggregate of a state, and a call of it as its final step sees it."""
    resolved = combinators.resolve(type_.function)
    assert resolved is not None
    declared, suffixes = resolved
    described = tuple(Argument(t) for t in type_.arguments)
    described = described[:-1] if "If" in suffixes else described
    values = tuple(map(parameter_value, type_.parameters))
    result = result_type(declared, described, values)
    return declared, AggregateCall(type_.function, described, values, (), result)


@function(
    "finalizeAggregation",
    returns=lambda arguments: _inside(_state(arguments))[1].result,
    nulls="own",
    example=("finalizeAggregation(arrayReduce('sumState', [1, 2]))", "3"),
)
def finalize_aggregation(call: Call) -> Sql:
    """The result that a state stands for."""
    declared, inner = _inside(_state(call.arguments))
    assert declared.final is not None and declared.states is not None
    count = len(declared.states(inner))
    parts = tuple(sql.field(call[0], i + 1) for i in range(count))
    return filled(declared.final(inner, parts), inner.result)
