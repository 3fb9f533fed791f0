"""count, sum, avg, min, max, any and their kin."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.functions.aggregates import Agg, Aggregate, AggregateCall, aggregate
from sparktree.functions.convert import number, wrap
from sparktree.functions.declare import Argument, Value, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    UINT64,
    Bool,
    Decimal,
    Float,
    Integer,
    Interval,
    Type,
    make_nullable,
)

Parts = tuple[Sql, ...]


def first_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    """The type of the first argument."""
    return arguments[0].type


# --- count ----------------------------------------------------------------------------------

aggregate(
    Aggregate(
        "count",
        UINT64,
        (0, None),
        states=lambda call: (UINT64,),
        partial=lambda call: (Agg("count", ("*",) if not call.sqls else call.sqls[:1]),),
        merge=lambda call, parts: (Agg("sum", parts),),
        final=lambda call, parts: sql.cast(parts[0], "UBIGINT"),
        doc="The number of rows, or of rows where the argument is not NULL.",
        example=("count()", "1"),
        any_case=True,
        keeps_null=False,
    )
)


# --- sum ------------------------------------------------------------------------------------


def sum_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    """The widest type of the argument's kind."""
    type_ = arguments[0].type
    if isinstance(type_, Bool):
        return UINT64
    if isinstance(type_, Integer):
        return Integer(max(64, type_.bits), type_.signed)
    if isinstance(type_, Decimal):
        return Decimal(76 if type_.wide else 38, type_.scale)
    if isinstance(type_, Float):
        return FLOAT64
    if isinstance(type_, Interval):
        return type_
    raise illegal_type("sum", type_)


def _sum_partial(call: AggregateCall) -> tuple[Agg, ...]:
    type_ = call.inner(0)
    value = call[0]
    if isinstance(type_, Float):
        value = sql.cast(value, "DOUBLE")
    if isinstance(type_, Bool):
        value = sql.cast(value, "UTINYINT")
    if isinstance(type_, Decimal):
        value = sql.cast(value, f"DECIMAL(38,{type_.scale})")
    if isinstance(type_, Integer) and type_.wide:
        signed = "true" if type_.signed else "false"
        return (Agg("st_wide_sum", (value, signed)),)
    return (Agg("sum", (value,)),)


def _sum_final(call: AggregateCall, parts: Parts) -> Sql:
    result = call.result.inner
    if isinstance(result, Integer) and result.bits == 64:
        fits = sql.try_cast(parts[0], result.kernel)
        return sql.coalesce(fits, wrap(parts[0], Integer(128, True), result))
    return sql.cast(parts[0], result.kernel)


def _sum_state(call: AggregateCall) -> tuple[Type, ...]:
    result = sum_type(call.arguments and [Argument(call.inner(0))], ())
    return (
        make_nullable(
            Integer(128, True) if isinstance(result, Integer) and result.bits == 64 else result
        ),
    )


aggregate(
    Aggregate(
        "sum",
        sum_type,
        (1, 1),
        states=_sum_state,
        partial=_sum_partial,
        merge=lambda call, parts: (Agg("sum", parts),),
        final=_sum_final,
        doc="The sum of the values.",
        example=("sum(number)", "45"),
        any_case=True,
    )
)


# --- avg ------------------------------------------------------------------------------------


def _avg_final(call: AggregateCall, parts: Parts) -> Sql:
    value = sql.op("/", sql.cast(parts[0], "DOUBLE"), sql.cast(parts[1], "DOUBLE"))
    if call.result.nullable:
        return sql.case((sql.op("=", parts[1], "0"), sql.NULL), otherwise=value)
    return sql.case((sql.op("=", parts[1], "0"), sql.cast("'nan'", "DOUBLE")), otherwise=value)


def _avg_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    if not isinstance(arguments[0].type, Integer | Float | Decimal | Bool):
        raise illegal_type("avg", arguments[0].type)
    return FLOAT64


aggregate(
    Aggregate(
        "avg",
        _avg_type,
        (1, 1),
        states=lambda call: (*_sum_state(call), UINT64),
        partial=lambda call: (*_sum_partial(call), Agg("count", (call[0],))),
        merge=lambda call, parts: (Agg("sum", (parts[0],)), Agg("sum", (parts[1],))),
        final=_avg_final,
        doc="The arithmetic mean.",
        example=("avg(number)", "4.5"),
        any_case=True,
    )
)


# --- min, max, any --------------------------------------------------------------------------


def _simple(
    name: str,
    kernel: str,
    doc: str,
    example: str,
    *,
    aliases: tuple[str, ...] = (),
    any_case: bool = False,
) -> None:
    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        if kernel in ("min", "max") and (key := order_key(call, 0)) is not None:
            return (Agg(f"arg_{kernel}", (call[0], key)),)
        return (Agg(kernel, (call[0],)),)

    def merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        if kernel in ("min", "max") and (key := order_key(call, 0, parts[0])) is not None:
            return (Agg(f"arg_{kernel}", (parts[0], key)),)
        return (Agg(kernel, parts),)

    aggregate(
        Aggregate(
            name,
            first_type,
            (1, 1),
            states=lambda call: (make_nullable(call.inner(0)),),
            partial=partial,
            merge=merge,
            final=lambda call, parts: parts[0],
            doc=doc,
            example=(f"{name}(number)", example),
            aliases=aliases,
            any_case=any_case,
        )
    )


def order_key(call: AggregateCall, position: int, value: Sql | None = None) -> Sql | None:
    """What an argument is compared by, where the kernel compares otherwise than ClickHouse."""
    value = call[position] if value is None else value
    type_ = call.inner(position)
    if isinstance(type_, Float):
        return None
    key = type_.order_key(value)
    return key if key != value else None


_simple("min", "min", "The least value.", "0", any_case=True)
_simple("max", "max", "The greatest value.", "9", any_case=True)
_simple(
    "any",
    "any_value",
    "Some value, the first that comes.",
    "0",
    aliases=("any_value", "anyValue", "first_value"),
)
_simple("anyLast", "last", "Some value, the last that comes.", "9", aliases=("last_value",))


# --- argMin, argMax -------------------------------------------------------------------------


def _arg(name: str, kernel: str, doc: str) -> None:
    def key(call: AggregateCall, value: Sql) -> Sql:
        return call.inner(1).order_key(value)

    def merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        best = key(call, parts[1])
        return (Agg(f"arg_{kernel}", (parts[0], best)), Agg(f"arg_{kernel}", (parts[1], best)))

    aggregate(
        Aggregate(
            name,
            first_type,
            (2, 2),
            states=lambda call: (make_nullable(call.inner(0)), make_nullable(call.inner(1))),
            partial=lambda call: (
                Agg(f"arg_{kernel}", (call[0], key(call, call[1]))),
                Agg(f"arg_{kernel}", (call[1], key(call, call[1]))),
            ),
            merge=merge,
            final=lambda call, parts: parts[0],
            doc=doc,
            example=(f"{name}(number, -number)", "9" if kernel == "min" else "0"),
            any_case=False,
        )
    )


_arg("argMin", "min", "The first argument of the row where the second is least.")
_arg("argMax", "max", "The first argument of the row where the second is greatest.")


# --- exact distinct counts --------------------------------------------------------------------


def _distinct_value(call: AggregateCall) -> Sql:
    return call[0] if len(call) == 1 else sql.struct(*call.sqls)


aggregate(
    Aggregate(
        "uniqExact",
        UINT64,
        (1, None),
        whole=lambda call, agg: sql.cast(
            agg(
                "count",
                f"DISTINCT {_distinct_value(call)}" if not agg.distinct else _distinct_value(call),
            ),
            "UBIGINT",
        ),
        doc="The exact number of different values.",
        example=("uniqExact(number % 3)", "3"),
        keeps_null=False,
    )
)


def as_double(call: AggregateCall, position: int = 0) -> Sql:
    """A number argument as the kernel's DOUBLE."""
    return number(call[position], call.inner(position), FLOAT64)
