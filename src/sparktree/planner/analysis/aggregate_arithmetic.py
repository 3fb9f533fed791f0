"""Arithmetic with constants is done on the results of aggregates: `sum(x * 0.1)` as `sum(x) * 0.1`.

ClickHouse's analyser does this, and it shows: in the last digits of floats, in the scale of
decimals, in integers that wrap, and in what `max(x + 1)` gives for no rows.
"""

from __future__ import annotations

from decimal import Decimal

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.calls import aggregate, call
from sparktree.planner.expr import AggregateUse, Call, Column, Expr, is_constant
from sparktree.planner.lower import fold
from sparktree.types import Float, Integer

_ANY = frozenset({"multiply", "divide", "plus", "minus"})
_MOVED = {"sum": frozenset({"multiply", "divide"}), "min": _ANY, "max": _ANY, "avg": _ANY}
_OPPOSITE = {"min": "max", "max": "min"}


def outside(use: AggregateUse, context: QueryContext) -> Expr:
    """The aggregate, or the arithmetic above it that gives the same."""
    name = use.name  # combinators are part of the name, and none is moved
    argument = use.args[0] if len(use.args) == 1 else None
    if name not in _MOVED or not isinstance(argument, Call) or is_constant(argument):
        return use
    settings = context.settings
    if not settings.optimize_arithmetic_operations_in_aggregate_functions:
        return use
    if len(argument.args) != 2:
        return use
    places = [i for i, arg in enumerate(argument.args) if is_constant(arg)]
    if len(places) != 1:
        return use
    (place,) = places
    if name == "sum" and argument.function.name in ("plus", "minus"):
        return _sum_and_count(use, argument, place, context)
    if argument.function.name not in _MOVED[name]:
        return use
    return _moved(use, name, argument, place, context)


def _moved(use: AggregateUse, name: str, argument: Call, place: int, context: QueryContext) -> Expr:
    """The arithmetic around the aggregate of what is no constant, if its type is the same."""
    operator, constant = argument.function.name, argument.args[place]
    if operator == "divide" and place == 0:
        return use
    if operator in ("multiply", "divide"):
        value = fold(constant, context).value
        if not isinstance(value, int | float | Decimal):
            return use
        turned = value < 0
    else:
        turned = operator == "minus" and place == 0
    inner = aggregate(
        _OPPOSITE.get(name, name) if turned else name, [argument.args[1 - place]], (), context
    )
    if inner is None:
        return use
    around = call(operator, [constant, inner] if place == 0 else [inner, constant], context)
    return around if around.type == use.type else use


def _sum_and_count(use: AggregateUse, argument: Call, place: int, context: QueryContext) -> Expr:
    """The sum of a column and a constant as that of the column and as many constants."""
    constant, column = argument.args[place], argument.args[1 - place]
    numbers = all(isinstance(e.type, Integer | Float) for e in (constant, column))
    if not isinstance(column, Column) or not numbers:
        return use
    total, count = (aggregate(name, [column], (), context) for name in ("sum", "count"))
    if total is None or count is None:
        return use
    times = call("multiply", [constant, count], context)
    around = call(argument.function.name, [times, total] if place == 0 else [total, times], context)
    return around if around.type == use.type else use
