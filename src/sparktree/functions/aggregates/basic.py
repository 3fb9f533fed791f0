"""count, sum, avg, min, max, any and their kin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.functions.aggregates.declare import (
    AGGREGATES,
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
    gathered,
    illegal_argument,
)
from sparktree.functions.aggregates.extreme_keys import greatest_key, least_key
from sparktree.functions.aggregates.kinds import DECIMALS, MOMENTS, PLAIN_NUMBERS, kinds
from sparktree.functions.core.convert_numbers import number, wrap
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.doubles import from_double, to_double
from sparktree.functions.core.number_arrays import wrap_text
from sparktree.functions.numbers.wide import sum_texts, wide_sum
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT64,
    INT128,
    UINT8,
    UINT64,
    Array,
    Bool,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    Map,
    Moment,
    Time,
    Time64,
    Tuple,
    Type,
    Variant,
    make_nullable,
    remove_low_cardinality,
)

Parts = tuple[Sql, ...]
_MOMENTS = (Moment, Time, Time64)


def first_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    """The type of the first argument."""
    return arguments[0].type


# --- count ----------------------------------------------------------------------------------


def _counted(call: AggregateCall) -> tuple[str, ...]:
    every = not call.sqls or isinstance(call.type(0), Variant)  # whose NULL is a value
    return ("*",) if every else call.sqls[:1]


aggregate(
    Aggregate(
        "count",
        UINT64,
        (0, 1),
        states=lambda call: (UINT64,),
        partial=lambda call: (Agg("count", _counted(call)),),
        merge=lambda call, parts: (Agg("sum", parts),),
        final=lambda call, parts: sql.cast(parts[0], "UBIGINT"),
        doc="The number of rows, or of rows where the argument is not NULL.",
        example=("count()", "1"),
        any_case=True,
        keeps_null=False,
        of_null="default",
        plain_distinct=True,
    )
)


# --- sum ------------------------------------------------------------------------------------


def sum_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    """The widest type of the argument's kind."""
    type_ = arguments[0].type
    if isinstance(type_, Bool):
        return UINT64
    if isinstance(type_, Enum):
        return INT64
    if isinstance(type_, Integer):
        return Integer(max(64, type_.bits), type_.signed)
    if isinstance(type_, Decimal):
        return Decimal(76 if type_.wide else 38, type_.scale)
    if isinstance(type_, Float):
        return FLOAT64
    raise illegal_argument("sum", type_)


def summed_by_list(type_: Type) -> bool:
    """Whether the kernel has no sum of the type."""
    return isinstance(type_, Integer | Decimal) and (type_.wide or type_ == Integer(128, False))


def summand(value: Sql, type_: Type) -> Sql:
    """A value in a form that the kernel sums without loss."""
    if isinstance(type_, Float):
        return sql.cast(value, "DOUBLE")
    if isinstance(type_, Bool):
        return sql.cast(value, "UTINYINT")
    if isinstance(type_, Decimal) and not type_.wide:
        return sql.cast(value, f"DECIMAL(38,{type_.scale})")
    return value


def _sum_partial(call: AggregateCall) -> tuple[Agg, ...]:
    type_ = call.inner(0)
    if summed_by_list(type_):
        return (gathered(call[0]),)
    return (Agg("sum", (summand(call[0], type_),)),)


def _sum_merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
    return (flattened(parts[0]) if summed_by_list(call.inner(0)) else Agg("sum", parts[:1]),)


def total(call: AggregateCall, part: Sql) -> Sql:
    """The sum in its own type out of the partial value."""
    type_ = call.inner(0)
    result = sum_type([Argument(type_)], ())
    if summed_by_list(type_):
        return _list_sum(part, type_, result)
    if isinstance(result, Integer) and result.bits == 64:
        fits = sql.try_cast(part, result.kernel)
        return sql.coalesce(fits, wrap(part, INT128, result))
    return sql.cast(part, result.kernel)


def list_total(part: Sql, type_: Type) -> Sql:
    """The sum of a list of values in its own type."""
    result = sum_type([Argument(type_)], ())
    if summed_by_list(type_):
        return _list_sum(part, type_, result)
    found = Sql(f"list_sum({part})")
    if isinstance(result, Integer) and result.bits == 64:
        return wrap(sql.cast(found, "HUGEINT"), INT128, result)
    return sql.cast(found, result.kernel)


def _list_sum(part: Sql, type_: Type, result: Type) -> Sql:
    if isinstance(type_, Integer) and not type_.wide:
        texts = sql.call("list_transform", part, Sql('lambda "_x": CAST("_x" AS VARCHAR)'))
        signed = sql.FALSE
        text = sum_texts(texts)
        return sql.cast(wrap_text(text, 128, signed), result.kernel)
    signed = sql.FALSE if isinstance(type_, Integer) and not type_.signed else sql.TRUE
    return wide_sum(part, signed)


def sum_state(call: AggregateCall) -> Type:
    """The type of a sum's partial value."""
    type_ = call.inner(0)
    if summed_by_list(type_):
        return Array(type_)
    result = sum_type([Argument(type_)], ())
    narrow = isinstance(result, Integer) and result.bits == 64
    return make_nullable(INT128 if narrow else result)


aggregate(
    Aggregate(
        "sum",
        sum_type,
        (1, 1),
        states=lambda call: (sum_state(call),),
        partial=_sum_partial,
        merge=_sum_merge,
        final=lambda call, parts: total(call, parts[0]),
        doc="The sum of the values.",
        example=("sum(number)", "45"),
        any_case=True,
        plain_distinct=True,
    )
)


def _overflow_final(call: AggregateCall, parts: Parts) -> Sql:
    type_ = call.inner(0)
    if isinstance(type_, Integer) and not summed_by_list(type_):
        return number(parts[0], INT128, type_)
    wanted = _number_type([Argument(type_)], ())
    return number(total(call, parts[0]), sum_type([Argument(type_)], ()), wanted)


def _number_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Enum):
        return Integer(type_.bits, signed=True)
    return UINT8 if isinstance(type_, Bool) else type_


aggregate(
    Aggregate(
        "sumWithOverflow",
        _number_type,
        (1, 1),
        states=lambda call: (sum_state(call),),
        partial=_sum_partial,
        merge=_sum_merge,
        final=_overflow_final,
        doc="The sum in the type of the values; what is too great wraps.",
        example=("sumWithOverflow(toUInt8(number))", "45"),
        takes=(DECIMALS | kinds("enum"),),
        plain_distinct=True,
    )
)

aggregate(
    Aggregate(
        "sumKahan",
        lambda arguments, parameters: (
            sum_type(arguments, ()) if isinstance(arguments[0].type, Decimal) else FLOAT64
        ),
        (1, 1),
        states=lambda call: (
            sum_state(call) if isinstance(call.inner(0), Decimal) else make_nullable(FLOAT64),
        ),
        partial=lambda call: (
            _sum_partial(call)
            if isinstance(call.inner(0), Decimal)
            else (Agg("kahan_sum", (as_double(call),)),)
        ),
        merge=lambda call, parts: (
            _sum_merge(call, parts)
            if isinstance(call.inner(0), Decimal)
            else (Agg("kahan_sum", parts),)
        ),
        final=lambda call, parts: (
            total(call, parts[0]) if isinstance(call.inner(0), Decimal) else parts[0]
        ),
        doc="The sum of floats with the error of rounding made up for.",
        example=("sumKahan(number)", "45"),
        takes=(DECIMALS | kinds("enum"),),
    )
)


def _sum_count_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    if isinstance(arguments[0].type, Enum):
        raise illegal_argument("sumCount", arguments[0].type)
    return Tuple((sum_type(arguments, parameters), UINT64))


aggregate(
    Aggregate(
        "sumCount",
        _sum_count_type,
        (1, 1),
        states=lambda call: (sum_state(call), UINT64),
        partial=lambda call: (*_sum_partial(call), Agg("count", (call[0],))),
        merge=lambda call, parts: (*_sum_merge(call, parts), Agg("sum", (parts[1],))),
        final=lambda call, parts: sql.struct(
            sql.coalesce(total(call, parts[0]), sum_type([Argument(call.inner(0))], ()).default()),
            sql.cast(sql.coalesce(parts[1], 0), "UBIGINT"),
        ),
        doc="The sum and the number of the values.",
        example=("sumCount(number)", "(45,10)"),
        keeps_null=False,
    )
)


# --- avg ------------------------------------------------------------------------------------


def ratio(call: AggregateCall, above: Sql, below: Sql) -> Sql:
    """above / below as Float64; of no rows NULL or nan."""
    value = sql.op("/", above, below)
    empty = sql.NULL if call.result.nullable else sql.cast(sql.string("nan"), "DOUBLE")
    none = sql.op("=", sql.coalesce(below, 0), 0)
    return sql.case((none, empty), otherwise=value)


def _avg_final(call: AggregateCall, parts: Parts) -> Sql:
    type_ = call.inner(0)
    above = parts[0]
    if isinstance(type_, _MOMENTS):
        mean = ratio(call, sql.cast(above, "DOUBLE"), sql.cast(parts[1], "DOUBLE"))
        none = sql.op("=", sql.coalesce(parts[1], 0), 0)
        empty = sql.NULL if call.result.nullable else type_.zero()
        # A moment between two is the nearer one, of two as near the even one.
        return sql.case((none, empty), otherwise=from_double(Sql(f"round_even({mean}, 0)"), type_))
    if summed_by_list(type_):
        above = number(total(call, above), sum_type([Argument(type_)], ()), FLOAT64)
    elif isinstance(type_, Integer):
        above = total(call, above)  # a sum that is too great wraps here too
    return ratio(call, sql.cast(above, "DOUBLE"), sql.cast(parts[1], "DOUBLE"))


def _avg_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    return arguments[0].type if isinstance(arguments[0].type, _MOMENTS) else FLOAT64


def _avg_partial(call: AggregateCall) -> tuple[Agg, ...]:
    if not isinstance(call.inner(0), _MOMENTS):
        return (*_sum_partial(call), Agg("count", (call[0],)))
    number_inside = sql.cast(to_double(call[0], call.inner(0)), "HUGEINT")
    return Agg("sum", (number_inside,)), Agg("count", (call[0],))


def _avg_states(call: AggregateCall) -> tuple[Type, ...]:
    if isinstance(call.inner(0), _MOMENTS):
        return make_nullable(INT128), UINT64
    return sum_state(call), UINT64


aggregate(
    Aggregate(
        "avg",
        _avg_type,
        (1, 1),
        states=_avg_states,
        partial=_avg_partial,
        merge=lambda call, parts: (*_sum_merge(call, parts), Agg("sum", (parts[1],))),
        final=_avg_final,
        doc="The arithmetic mean.",
        example=("avg(number)", "4.5"),
        takes=(DECIMALS | MOMENTS | kinds("time"),),
        any_case=True,
        plain_distinct=True,
    )
)


def _weighing(call: AggregateCall) -> Type:
    """The type that values are weighed in: that of the weights, in 64 bits."""
    return _field(call.inner(1))


def _field(type_: Type) -> Integer | Float:
    if isinstance(type_, Float) or (isinstance(type_, Integer) and type_.bits > 64):
        return FLOAT64
    return Integer(64, isinstance(type_, Integer) and type_.signed)


def _weighed(call: AggregateCall) -> tuple[Agg, ...]:
    """Sums of weighed values and of weights; those of integers wrap."""
    type_ = _weighing(call)
    if not isinstance(type_, Integer):
        product = sql.op("*", as_double(call, 0), as_double(call, 1))
        return Agg("sum", (product,)), Agg("sum", (as_double(call, 1),))
    wide = Integer(128, type_.signed)
    value, weight = (number(call[place], call.inner(place), type_) for place in (0, 1))
    product = wrap(
        sql.op("*", sql.cast(value, wide.kernel), sql.cast(weight, wide.kernel)), wide, type_
    )
    return tuple(
        Agg("sum", (term,), around=f"CAST({wrap(Sql('{}'), INT128, type_)} AS DOUBLE)")
        for term in (product, weight)
    )


aggregate(
    Aggregate(
        "avgWeighted",
        FLOAT64,
        (2, 2),
        states=lambda call: (make_nullable(FLOAT64), make_nullable(FLOAT64)),
        partial=_weighed,
        merge=lambda call, parts: (Agg("sum", (parts[0],)), Agg("sum", (parts[1],))),
        final=lambda call, parts: sql.coalesce(
            sql.op("/", parts[0], parts[1]),
            sql.NULL if call.result.nullable else sql.cast(sql.string("nan"), "DOUBLE"),
        ),
        doc="The mean of the first argument with the second as weight.",
        example=("avgWeighted(number, number)", "6.333333333333333"),
        takes=(PLAIN_NUMBERS,),
    )
)


# --- min, max -------------------------------------------------------------------------------


def comparable(name: str, type_: Type) -> Type:
    """The type, if values of it can be compared."""
    if not type_.comparable and not isinstance(type_, Map):
        raise illegal_argument(name, type_)
    return type_


def _extreme(name: str, doc: str, example: str) -> None:
    def least(value: Sql, type_: Type) -> tuple[Agg, ...]:
        key = greatest_key(type_, value) if name == "max" else least_key(type_, value)
        if key is not None:
            return (Agg(f"arg_{name}", (value, key)),)
        if isinstance(type_, Float) and name == "max":
            # The kernel takes NaN for the greatest number; ClickHouse only if there is no other.
            return Agg("max", (value,), condition=f"NOT isnan({value})"), Agg("any_value", (value,))
        return (Agg(name, (value,)),)

    def merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        if len(parts) == 2:
            return Agg("max", parts[:1]), Agg("any_value", parts[1:])
        return least(parts[0], call.inner(0))

    aggregate(
        Aggregate(
            name,
            lambda arguments, parameters: comparable(name, arguments[0].type),
            (1, 1),
            states=lambda call: (
                (make_nullable(call.inner(0)),)
                * (2 if isinstance(call.inner(0), Float) and name == "max" else 1)
            ),
            partial=lambda call: least(call[0], call.inner(0)),
            merge=merge,
            final=lambda call, parts: sql.coalesce(*parts) if len(parts) > 1 else parts[0],
            doc=doc,
            plain_distinct=True,
            example=(f"{name}(number)", example),
            any_case=True,
        )
    )


_extreme("min", "The least value.", "0")
_extreme("max", "The greatest value.", "9")


# --- any ------------------------------------------------------------------------------------


def _some(
    name: str, kernel: str, doc: str, example: str, aliases: tuple[str, ...], camel: tuple[str, ...]
) -> None:
    aggregate(
        Aggregate(
            name,
            first_type,
            (1, 1),
            states=lambda call: (make_nullable(call.inner(0)),),
            partial=lambda call: (Agg(kernel, (call[0],)),),
            merge=lambda call, parts: (Agg(kernel, parts, condition=f"{parts[0]} IS NOT NULL"),),
            final=lambda call, parts: parts[0],
            doc=doc,
            example=(f"{name}(number)", example),
            any_case_aliases=aliases,
        )
    )
    # A struct around the value tells NULL from no rows.
    aggregate(
        Aggregate(
            f"{name}_respect_nulls",
            lambda arguments, parameters: remove_low_cardinality(arguments[0].type),
            (1, 1),
            states=lambda call: (Tuple((call.type(0),)),),
            partial=lambda call: (
                Agg("first" if kernel == "any_value" else kernel, (sql.struct(call[0]),)),
            ),
            merge=lambda call, parts: (Agg(kernel, parts, condition=f"{parts[0]} IS NOT NULL"),),
            final=lambda call, parts: sql.field(parts[0], 1),
            doc=f"{doc} NULL counts as a value.",
            example=(f"{name}_respect_nulls(number)", example),
            any_case_aliases=tuple(f"{alias}_respect_nulls" for alias in aliases),
            aliases=camel,
            nulls="own",
        )
    )


_some(
    "any",
    "any_value",
    "Some value, the first that comes.",
    "0",
    ("any_value", "first_value"),
    ("anyRespectNulls", "firstValueRespectNulls", "anyValueRespectNulls"),
)
_some(
    "anyLast",
    "last",
    "Some value, the last that comes.",
    "9",
    ("last_value",),
    ("anyLastRespectNulls", "lastValueRespectNulls"),
)


# --- argMin, argMax -------------------------------------------------------------------------


def _arg(name: str, kernel: str, doc: str) -> None:
    def key(call: AggregateCall, value: Sql) -> Sql:
        type_ = call.inner(1)
        if isinstance(type_, Float) and kernel == "max":
            lowest = sql.cast(sql.string("-inf"), type_.kernel)
            return sql.case((Sql(f"isnan({value})"), lowest), otherwise=value)
        found = greatest_key(type_, value) if kernel == "max" else least_key(type_, value)
        return value if found is None else found

    def chosen(call: AggregateCall, value: Sql, by: Sql) -> tuple[Agg, ...]:
        best = key(call, by)
        return Agg(f"arg_{kernel}", (value, best)), Agg(f"arg_{kernel}", (by, best))

    aggregate(
        Aggregate(
            name,
            lambda arguments, parameters: comparable(name, arguments[1].type) and arguments[0].type,
            (2, 2),
            states=lambda call: (make_nullable(call.inner(0)), make_nullable(call.inner(1))),
            partial=lambda call: chosen(call, call[0], call[1]),
            merge=lambda call, parts: chosen(call, parts[0], parts[1]),
            final=lambda call, parts: parts[0],
            doc=doc,
            example=(f"{name}(number, -number)", "9" if kernel == "min" else "0"),
            any_case_aliases=(f"{kernel}_by",),
            parameters=(0, None),  # ClickHouse reads none of them
        )
    )


_arg("argMin", "min", "The first argument of the row where the second is least.")
_arg("argMax", "max", "The first argument of the row where the second is greatest.")


def _both(name: str, doc: str, example: str) -> None:
    """argAndMin and argAndMax: as argMin and argMax, with the least or greatest beside it."""
    inner = AGGREGATES[name.replace("And", "")]

    def final(call: AggregateCall, parts: Parts) -> Sql:
        shown = zip(parts, call.arguments, strict=True)
        both = sql.struct(*(sql.coalesce(p, a.type.inner.zero()) for p, a in shown))
        found = sql.is_known(parts[1])
        return sql.case((found, both)) if call.result.nullable else both

    aggregate(
        replace(
            inner,
            name=name,
            returns=lambda arguments, parameters: Tuple(tuple(a.type for a in arguments)),
            final=final,
            doc=doc,
            example=(f"{name}(number, -number)", example),
            any_case_aliases=(),
        )
    )


_both("argAndMin", "The first argument where the second is least, and the latter.", "(9,-9)")
_both("argAndMax", "The first argument where the second is greatest, and the latter.", "(0,0)")


def as_double(call: AggregateCall, position: int = 0) -> Sql:
    """A number argument as the kernel's DOUBLE; of fine moments the seconds."""
    type_ = call.inner(position)
    value = to_double(call[position], type_)
    if isinstance(type_, DateTime64 | Time64):
        return sql.op("/", value, 10**type_.precision)
    return value


def is_map(type_: Type) -> bool:
    """Whether the argument is a map."""
    return isinstance(type_, Map)
