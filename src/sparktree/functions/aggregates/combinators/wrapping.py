"""Suffixes that leave the rows of a group as they are: -If inside others, -OrNull, -OrDefault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.functions.aggregates import declare
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    Printer,
    filled,
    result_type,
    skipped,
)
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT64, Bool, Type

Parts = tuple[Sql, ...]


def same(inner: Aggregate) -> Aggregate:
    """The aggregate itself."""
    return inner


def more(arity: tuple[int, int | None], count: int) -> tuple[int, int | None]:
    """The numbers of arguments with some more."""
    return arity[0] + count, None if arity[1] is None else arity[1] + count


def inner_call(inner: Aggregate, call: AggregateCall, drop: int) -> AggregateCall:
    """The call of the aggregate below a suffix that takes the last arguments for itself."""
    kept = len(call.arguments) - drop
    arguments = call.arguments[:kept]
    result = result_type(inner, arguments, call.parameters, conditional=drop > 0)
    sqls = call.sqls[:kept]
    return replace(call, arguments=arguments, sqls=sqls, result=result)


# --- -If ----------------------------------------------------------------------------------------


def _holds(call: AggregateCall) -> Sql:
    value = call.sqls[-1]
    return value if isinstance(call.arguments[-1].type.inner, Bool) else sql.op("<>", value, 0)


def conditional(inner: Aggregate) -> Aggregate:
    """The aggregate over the rows where the last argument holds."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        return result_type(inner, arguments[:-1], parameters, conditional=True)

    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        below = inner_call(inner, call, 1)
        condition = sql.all_of([_holds(call), *skipped(inner, below)])
        assert inner.partial is not None
        return tuple(also(agg, condition) for agg in inner.partial(below))

    def counted(call: AggregateCall) -> Sql:
        return sql.all_of([_holds(call), *skipped(inner, inner_call(inner, call, 1))])

    def whole(call: AggregateCall, printer: Printer) -> Sql:
        assert inner.whole is not None
        below = inner_call(inner, call, 1)
        conditions = [_holds(call), *skipped(inner, below)]
        both = [c for c in (printer.condition, *conditions) if c]
        return inner.whole(below, replace(printer, condition=sql.all_of(both)))

    derived = _over(inner, 1)
    return replace(
        derived,
        name=f"{inner.name}If",
        returns=returns,
        arity=more(inner.arity, 1),
        partial=None if inner.partial is None else partial,
        whole=None if inner.whole is None else whole,
        counted=counted,
    )


def also(agg: Agg, condition: Sql) -> Agg:
    """The call over rows that satisfy one more condition."""
    both = f"{condition} AND {agg.condition}" if agg.condition else condition
    return replace(agg, condition=both)


def _over(inner: Aggregate, drop: int) -> Aggregate:
    """The aggregate with states, merge and final of the inner one, below its last arguments."""
    states, merge, final = inner.states, inner.merge, inner.final
    return replace(
        inner,
        aliases=(),
        states=None if states is None else lambda c: states(inner_call(inner, c, drop)),
        merge=None if merge is None else lambda c, parts: merge(inner_call(inner, c, drop), parts),
        final=None if final is None else lambda c, parts: final(inner_call(inner, c, drop), parts),
    )


# --- -OrNull, -OrDefault --------------------------------------------------------------------------


def or_null(inner: Aggregate) -> Aggregate:
    """The aggregate with NULL for no rows."""
    return _counted(inner, "OrNull")


def or_default(inner: Aggregate) -> Aggregate:
    """The aggregate with the type's default for no rows."""
    return _counted(inner, "OrDefault")


def _counted(inner: Aggregate, suffix: str) -> Aggregate:
    """The aggregate with a count of its rows beside it, so that no rows can be told apart."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        result = result_type(inner, arguments, parameters)
        return declare.or_null(result) if suffix == "OrNull" else result

    def empty(call: AggregateCall) -> Sql:
        return sql.NULL if suffix == "OrNull" else call.result.zero()

    def below(call: AggregateCall) -> AggregateCall:
        solid = declare.solid(inner, call.arguments)
        return inner_call(inner, replace(call, arguments=solid), 0)

    def states(call: AggregateCall) -> tuple[Type, ...]:
        assert inner.states is not None
        return (UINT64, *inner.states(below(call)))

    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        assert inner.partial is not None
        # -IfOrNull asks for rows that hold, -IfOrDefault and counts for any rows.
        asks = suffix == "OrNull" and inner.of_null != "default"
        wanted = inner.counted if asks else None
        rows = wanted(below(call)) if wanted else ""
        return (Agg("count", ("*",), condition=rows), *inner.partial(below(call)))

    def merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        assert inner.merge is not None
        return (Agg("sum", parts[:1]), *inner.merge(below(call), parts[1:]))

    def final(call: AggregateCall, parts: Parts) -> Sql:
        assert inner.final is not None
        value = filled(inner.final(below(call), parts[1:]), below(call).result)
        return sql.case((sql.op(">", parts[0], 0), value), otherwise=empty(call))

    def whole(call: AggregateCall, printer: Printer) -> Sql:
        assert inner.whole is not None
        value = filled(inner.whole(below(call), printer), below(call).result)
        return sql.case((sql.op(">", printer("count", "*"), 0), value), otherwise=empty(call))

    return replace(
        inner,
        name=f"{inner.name}{suffix}",
        aliases=(),
        returns=returns,
        states=None if inner.states is None else states,
        partial=None if inner.partial is None else partial,
        merge=None if inner.merge is None else merge,
        final=None if inner.final is None else final,
        whole=None if inner.whole is None else whole,
    )
