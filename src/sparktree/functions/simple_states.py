"""SimpleAggregateFunction: which functions combine results as they combine values."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions import combinators
from sparktree.functions.aggregate_parameters import parameter_value
from sparktree.functions.aggregates import result_type
from sparktree.functions.declare import Argument
from sparktree.types import Type, remove_low_cardinality, remove_nullable
from sparktree.types.parse import AggregateStates

SIMPLE_FUNCTIONS = (
    "any", "any_respect_nulls", "anyLast", "anyLast_respect_nulls", "min", "max", "sum",
    "sumWithOverflow", "groupBitAnd", "groupBitOr", "groupBitXor", "sumMap", "minMap", "maxMap",
    "groupArrayArray", "groupArrayLastArray", "groupUniqArrayArray", "groupUniqArrayArrayMap",
    "sumMappedArrays", "minMappedArrays", "maxMappedArrays", "timeSeriesGroupArray",
)  # fmt: skip


def supported(function: str) -> str:
    """The function's own name, if its results can be combined like values."""
    name = combinators.canonical(function)
    if name not in SIMPLE_FUNCTIONS:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Unsupported aggregate function {name}, supported functions are"
            f" {','.join(SIMPLE_FUNCTIONS)}",
        )
    return name


def check_simple(function: str, parameters: tuple[str, ...], stored: Type) -> None:
    """Fail unless the function gives the type that it is stored as."""
    resolved = combinators.resolve(supported(function))
    if resolved is None:
        raise Error(
            Code.UNKNOWN_AGGREGATE_FUNCTION, f"Aggregate function {function} does not exist"
        )
    values = tuple(map(parameter_value, parameters))
    result = result_type(resolved[0], (Argument(stored),), values)
    if _bare(result) != _bare(stored):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Incompatible data types between aggregate function '{function}' which returns"
            f" {result} and column storage type {stored}",
        )


def _bare(type_: Type) -> str:
    return str(remove_nullable(remove_low_cardinality(type_)))


AggregateStates.check_simple = staticmethod(check_simple)
