"""SimpleAggregateFunction: which functions combine results as they combine values."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.aggregates.combinators.state_suffixes import simple_name
from sparktree.functions.aggregates.declare import result_type, unknown_aggregate
from sparktree.functions.aggregates.parameters import parameter_value
from sparktree.functions.core.declare import Argument
from sparktree.types import Type, remove_low_cardinality, remove_nullable
from sparktree.types.parse import AggregateStates


def supported(function: str) -> str:
    """The function's own name, if its results can be combined like values."""
    return simple_name(resolution.canonical(function))


def simple_function(function: str, parameters: tuple[str, ...], stored: Type) -> str:
    """The function's own name, if it gives the type that it is stored as."""
    if not resolution.is_aggregate(function):
        raise unknown_aggregate(function)
    name = supported(function)
    resolved = resolution.resolve(name)
    if resolved is None:
        raise unknown_aggregate(function)
    values = tuple(map(parameter_value, parameters))
    result = result_type(resolved[0], (Argument(stored),), values)
    if _bare(result) != _bare(stored):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Incompatible data types between aggregate function '{function}' which returns"
            f" {result} and column storage type {stored}",
        )
    return name


def _bare(type_: Type) -> str:
    return str(remove_nullable(remove_low_cardinality(type_)))


AggregateStates.simple_function = staticmethod(simple_function)
