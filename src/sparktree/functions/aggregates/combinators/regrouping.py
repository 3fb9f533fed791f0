"""Suffixes that regroup the rows: they are gathered in a list and aggregated in a subquery."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators.wrapping import more
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    Levels,
    flattened,
    gathered,
    illegal_argument,
    levels,
    result_type,
    solid,
)
from sparktree.functions.aggregates.extreme_keys import greatest_key
from sparktree.functions.core import lists
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import Array, Map, Tuple, Type

Below = Callable[[Sequence[Argument]], list[Argument]]  # arguments of the inner aggregate


def _derived(
    inner: Aggregate,
    suffix: str,
    below: Below,
    result: Callable[[Type, Sequence[Argument], Sequence[Value]], Type],
    row: Callable[[Sequence[Argument]], Tuple],
    add: Callable[[AggregateCall], Agg],
    query: Callable[[AggregateCall, Levels, Sql], Sql],
    *,
    extra: int = 0,
    parameters: int = 0,
    merge: Callable[[Sql], Agg] = flattened,
) -> Aggregate:
    """The aggregate that gathers rows and computes `query` over them."""

    def returns(arguments: Sequence[Argument], given: Sequence[Value]) -> Type:
        kept = given[: len(given) - parameters]
        inside = below(arguments)
        inner.check(len(inside), len(kept))
        return result(result_type(inner, inside, kept), arguments, given)

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        arguments = tuple(below(solid(inner, call.arguments)))
        kept = call.parameters[: len(call.parameters) - parameters]
        inner_call = replace(
            call,
            arguments=arguments,
            parameters=kept,
            sqls=tuple(sql.field(sql.name("_r"), i + 1) for i in range(len(arguments))),
            result=result_type(inner, arguments, kept),
        )
        value = query(call, levels(inner, inner_call), parts[0])
        if not call.result.nullable or inner_call.result.nullable:
            return value
        return sql.case((Sql(f"len({parts[0]}) > 0"), value))

    least, most = inner.parameters
    return Aggregate(
        f"{inner.name}{suffix}",
        returns,
        more(inner.arity, extra),
        states=lambda call: (Array(row(call.arguments)),),
        partial=lambda call: (add(call),),
        merge=lambda call, parts: (merge(parts[0]),),
        final=final,
        doc=inner.doc,
        parameters=(least + parameters, None if most is None else most + parameters),
        nulls=inner.nulls,
        keeps_null=inner.keeps_null,
        of_null=inner.of_null,
    )


def _unnested(rows: Sql) -> str:
    return f"(SELECT unnest({rows}) AS _r)"


def _simple(call: AggregateCall, inner: Levels, rows: Sql) -> Sql:
    return inner.over(_unnested(rows))


# --- -Array -------------------------------------------------------------------------------------


def _elements(suffix: str, name: str) -> Below:
    def below(arguments: Sequence[Argument]) -> list[Argument]:
        if not arguments and suffix == "Array":
            raise Error(
                Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
                "Array aggregate functions require at least one argument",
            )
        if not arguments:
            raise Error(
                Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
                f"Aggregate function {name}{suffix} require at least one argument",
            )
        for argument in arguments:
            if not isinstance(argument.type, Array):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"Illegal type {argument.type} of argument for aggregate function with"
                    f" {suffix} suffix. Must be array.",
                )
        return [Argument(a.type.of) for a in arguments if isinstance(a.type, Array)]

    return below


def _zipped(call: AggregateCall, row: Tuple) -> Sql:
    """The arrays of a row as one list of structs."""
    if len(call) == 1:
        item = sql.function(["_x"], row.pack(sql.name("_x")))
        return sql.call("list_transform", call[0], item)
    zipped = sql.cast(sql.call("list_zip", *call.sqls), f"{row.kernel}[]")
    lengths = [sql.call("len", value) for value in call.sqls]
    same = sql.all_of(sql.op("=", lengths[0], other) for other in lengths[1:])
    message = raising(
        Code.SIZES_OF_ARRAYS_DONT_MATCH,
        f"All arrays passed to {call.name} must have the same size",
    )
    failed = sql.cast(sql.call("error", sql.string(message)), f"{row.kernel}[]")
    return sql.case((same, zipped), otherwise=failed)


def array(inner: Aggregate) -> Aggregate:
    """The aggregate over the elements of arrays."""
    below = _elements("Array", inner.name)

    def row(arguments: Sequence[Argument]) -> Tuple:
        return Tuple(tuple(a.type for a in below(arguments)))

    return _derived(
        inner, "Array", below, lambda result, a, p: result, row,
        lambda call: Agg("list", (_zipped(call, row(call.arguments)),), around="flatten({})"),
        _simple,
    )  # fmt: skip


# --- -ForEach -------------------------------------------------------------------------------------


def for_each(inner: Aggregate) -> Aggregate:
    """The aggregate of every position of arrays."""
    below = _elements("ForEach", inner.name)

    def row(arguments: Sequence[Argument]) -> Tuple:
        return Tuple(tuple(a.type for a in below(arguments)))

    def add(call: AggregateCall) -> Agg:
        return gathered(_zipped(call, row(call.arguments)))

    def query(call: AggregateCall, inner: Levels, rows: Sql) -> Sql:
        numbered = sql.function(["_x", "_n"], Sql("{'n': \"_n\", 'r': \"_x\"}"))
        each = sql.function(["_a"], sql.call("list_transform", sql.name("_a"), numbered))
        items = sql.call("flatten", sql.call("list_transform", rows, each))
        exploded = f"(SELECT _e.n AS _n, _e.r AS _r FROM (SELECT unnest({items}) AS _e))"
        return Sql(f"(SELECT list(_v ORDER BY _n) FROM {inner.by('_n', exploded)})")

    derived = _derived(
        inner, "ForEach", below, lambda result, a, p: Array(result), row, add, query
    )  # fmt: skip
    return replace(derived, states=lambda call: (Array(Array(row(call.arguments))),))


# --- -Map ---------------------------------------------------------------------------------------


def of_map(inner: Aggregate) -> Aggregate:
    """The aggregate of the values of every key."""

    def map_of(arguments: Sequence[Argument]) -> Map:
        if len(arguments) != 1:
            raise Error(
                Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
                f"Aggregate function {inner.name}Map requires one map argument",
            )
        type_ = arguments[0].type
        if not isinstance(type_, Map):
            raise illegal_argument(f"{inner.name}Map", type_)
        return type_

    def query(call: AggregateCall, inner: Levels, rows: Sql) -> Sql:
        key = map_of(call.arguments).key
        pairs = f"(SELECT {{'f1': _p.f2}} AS _r, _p.f1 AS _k FROM (SELECT unnest({rows}) AS _p))"
        inside = inner.by("_k", pairs)
        order = key.order_key(sql.name("_k"))
        return Sql(f"(SELECT list({{'f1': _k, 'f2': _v}} ORDER BY {order}) FROM {inside})")

    return _derived(
        inner, "Map", lambda a: [Argument(map_of(a).value)],
        lambda result, a, p: Map(map_of(a).key, result),
        lambda a: Tuple((map_of(a).key, map_of(a).value)),
        lambda call: Agg("list", (call[0],), around="flatten({})"),
        query,
    )  # fmt: skip


# --- -ArgMin, -ArgMax, -Distinct ------------------------------------------------------------------


def _whole_row(arguments: Sequence[Argument]) -> Tuple:
    return Tuple(tuple(a.type for a in arguments))


def _packed(call: AggregateCall) -> Sql:
    return _whole_row(call.arguments).pack(*call.sqls)


def _arg(inner: Aggregate, suffix: str, kernel: str) -> Aggregate:
    def query(call: AggregateCall, inner: Levels, rows: Sql) -> Sql:
        def key(row: Sql) -> Sql:
            value = sql.field(row, len(call.arguments))
            # NULL inside a tuple is the least here, for -ArgMin too.
            found = greatest_key(call.arguments[-1].type, value)
            return value if found is None else found

        # Out of the list, which keeps the order of rows.
        best = sql.call(f"list_{kernel}", lists.transform(rows, key))
        chosen = sql.bound(
            best, lambda b: lists.filtered(rows, lambda row: sql.op("=", key(row), b))
        )
        return inner.over(_unnested(chosen))

    return _derived(
        inner, suffix, lambda a: list(a[:-1]), lambda result, a, p: result, _whole_row,
        lambda call: gathered(_packed(call)), query, extra=1,
    )  # fmt: skip


def arg_min(inner: Aggregate) -> Aggregate:
    """The aggregate over the rows where the last argument is least."""
    return _arg(inner, "ArgMin", "min")


def arg_max(inner: Aggregate) -> Aggregate:
    """The aggregate over the rows where the last argument is greatest."""
    return _arg(inner, "ArgMax", "max")


def distinct(inner: Aggregate) -> Aggregate:
    """The aggregate over the different rows."""

    def merge(part: Sql) -> Agg:
        return Agg("list", (part,), around="list_sort(list_distinct(flatten({})))")

    def add(call: AggregateCall) -> Agg:
        # In an order that depends on the values alone, not on tasks and hashes.
        return gathered(_packed(call), distinct=True, order_by=_packed(call))

    def below(arguments: Sequence[Argument]) -> list[Argument]:
        if not arguments:
            message = "Incorrect number of arguments for aggregate function with Distinct suffix"
            raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, message)
        return list(arguments)

    return _derived(
        inner, "Distinct", below, lambda result, a, p: result, _whole_row, add, _simple, merge=merge
    )  # fmt: skip


# --- -Resample ------------------------------------------------------------------------------------


def _interval(parameters: Sequence[Value]) -> tuple[int, int, int]:
    start, end, step = (int(str(p)) for p in parameters[-3:])
    if step <= 0:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, "Step can not be zero in -Resample combinator")
    return start, end, step


def resample(inner: Aggregate) -> Aggregate:
    """The aggregate of every interval of the last argument."""

    def query(call: AggregateCall, inner: Levels, rows: Sql) -> Sql:
        start, end, step = _interval(call.parameters)
        key = sql.field(sql.name("_r"), len(call.arguments))
        count = max(0, -(-(end - start) // step))
        inside = f"{key} >= {start} AND {key} < {end}"
        numbered = (
            f"(SELECT _r, (CAST({key} AS BIGINT) - {start}) // {step} AS _n"
            f" FROM {_unnested(rows)} WHERE {inside})"
        )
        grouped = inner.by("_n", numbered)
        found_lists = f"(SELECT list(_n) AS _ns, list(_v) AS _vs FROM {grouped})"
        # Some functions have no result of no rows: none is asked for where no interval is empty.
        empty = (
            f"(SELECT {inner.value} FROM (SELECT {inner.items} FROM {_unnested(rows)} WHERE false)"
            f" WHERE coalesce(len(_ns), 0) < {count})"
        )
        found = "_vs[list_position(_ns, _i)]"
        each = f"CASE WHEN list_contains(_ns, _i) THEN {found} ELSE _none END"
        places = f"list_transform(range({count}), lambda _i: {each})"
        return Sql(f"(SELECT {places} FROM (SELECT *, {empty} AS _none FROM {found_lists}))")

    return _derived(
        inner, "Resample", lambda a: list(a[:-1]), lambda result, a, p: Array(result), _whole_row,
        lambda call: gathered(_packed(call)), query, extra=1, parameters=3,
    )  # fmt: skip
