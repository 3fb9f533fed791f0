"""Aggregates used now and then: the most frequent values, entropy, regression, changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal as Choice

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.basic import as_double, first_type, list_total
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    float_parameter,
    illegal_argument,
    integer_parameter,
)
from sparktree.functions.aggregates.kinds import (
    ANYTHING,
    DECIMALS,
    INTEGERS,
    MEASURES,
    NUMBERS,
    Kinds,
    kinds,
)
from sparktree.functions.aggregates.list_states import VALUE_LISTS, list_of
from sparktree.functions.core.convert_numbers import number, wrap
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.doubles import to_double
from sparktree.functions.numbers.wide import wide_operation
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT128,
    UINT8,
    UINT64,
    Array,
    Bool,
    Float,
    Integer,
    Tuple,
    Type,
    make_nullable,
)

Parts = tuple[Sql, ...]
Returns = Callable[[Sequence[Argument], Sequence[Value]], Type]


def over_rows(
    name: str,
    returns: Returns,
    arity: tuple[int, int | None],
    query: Callable[[AggregateCall, str], Sql],
    doc: str,
    example: tuple[str, str],
    *,
    parameters: tuple[int, int | None] = (0, 0),
    aliases: tuple[str, ...] = (),
    keeps_null: bool = True,
    any_case: bool = False,
    takes: tuple[Kinds, ...] = (),
    refused: Code = Code.ILLEGAL_TYPE_OF_ARGUMENT,
    excess: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    of_null: Choice["null", "default"] = "null",
) -> None:
    """An aggregate whose result is a subquery over the rows of a group, structs named _r."""

    def row(call: AggregateCall) -> Tuple:
        return Tuple(tuple(a.type.inner for a in call.arguments))

    aggregate(
        Aggregate(
            name,
            returns,
            arity,
            **list_of(row, lambda call: row(call).pack(*call.sqls)),
            final=lambda call, parts: query(call, f"(SELECT unnest({parts[0]}) AS _r)"),
            doc=doc,
            example=example,
            parameters=parameters,
            any_case_aliases=aliases,
            keeps_null=keeps_null,
            any_case=any_case,
            takes=takes,
            refused=refused,
            excess=excess,
            of_null=of_null,
        )
    )


# --- frequencies --------------------------------------------------------------------------------


def _top_size(parameters: Sequence[Value]) -> int:
    size = integer_parameter("topK", parameters[0]) if parameters else 10
    if size <= 0:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND, "Parameter 0 is illegal for aggregate function topK"
        )
    return size


def _top_type(counts: bool) -> Returns:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        _top_size(parameters)
        options = [str(p) for p in parameters[1:]]
        element = arguments[0].type
        if counts or "counts" in options:
            names = ("item", "count", "error")
            return Array(Tuple((element, UINT64, UINT64), names))
        return Array(element)

    return returns


def _top(weighted: bool, counts: bool) -> Callable[[AggregateCall, str], Sql]:
    def query(call: AggregateCall, rows: str) -> Sql:
        weight = Sql("count(*)")
        if weighted:  # sums of negative weights wrap, as ClickHouse's do
            each = sql.cast(number(Sql("_r.f2"), call.inner(1), UINT64), "HUGEINT")
            weight = wrap(sql.call("sum", each), INT128, UINT64)
        grouped = f"(SELECT _r.f1 AS _x, CAST({weight} AS UBIGINT) AS _c FROM {rows} GROUP BY 1)"
        size = _top_size(call.parameters)
        shown = "_x"
        if counts or "counts" in [str(p) for p in call.parameters[1:]]:
            shown = "{'f1': _x, 'f2': _c, 'f3': CAST(0 AS UBIGINT)}"
        return Sql(f"(SELECT list({shown} ORDER BY _c DESC, _x)[1:{size}] FROM {grouped})")

    return query


over_rows(
    "topK",
    _top_type(False),
    (1, 1),
    _top(False, False),
    "The most frequent values.",
    ("topK(1)(number % 1)", "[0]"),
    parameters=(0, 3),
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
)
over_rows(
    "topKWeighted",
    _top_type(False),
    (2, 2),
    _top(True, False),
    "The values with the greatest sums of weights.",
    ("topKWeighted(1)(number % 1, 1)", "[0]"),
    parameters=(0, 3),
    takes=(ANYTHING, INTEGERS),
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
)
over_rows(
    "approx_top_k",
    _top_type(True),
    (1, 1),
    _top(False, True),
    "The most frequent values and how often they come.",
    ("approx_top_k(1)(number % 1)", "[(0,10,0)]"),
    parameters=(0, 2),
    aliases=("approx_top_count",),
    any_case=True,
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
)
over_rows(
    "approx_top_sum",
    _top_type(True),
    (2, 2),
    _top(True, True),
    "The values with the greatest sums of weights, and these.",
    ("approx_top_sum(1)(number % 1, 1)", "[(0,10,0)]"),
    parameters=(0, 2),
    any_case=True,
    takes=(ANYTHING, INTEGERS),
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
)


def _entropy(call: AggregateCall, rows: str) -> Sql:
    grouped = f"(SELECT count(*) AS _c FROM {rows} GROUP BY _r)"
    shares = f"(SELECT _c / sum(_c) OVER () AS _s FROM {grouped})"
    total = "abs(sum(_s * log2(_s)))"  # of one value no -0
    total = total if call.result.nullable else f"coalesce({total}, 0)"
    return Sql(f"(SELECT {total} FROM {shares})")


over_rows(
    "entropy",
    lambda a, p: FLOAT64,
    (1, None),
    _entropy,
    "Shannon's entropy of the values, in bits.",
    ("entropy(number % 2)", "1"),
)


def _most(call: AggregateCall, rows: str) -> Sql:
    grouped = f"(SELECT _r.f1 AS _x, count(*) AS _c FROM {rows} GROUP BY 1)"
    return Sql(f"(SELECT arg_max(_x, _c) FROM {grouped})")


over_rows(
    "anyHeavy",
    first_type,
    (1, 1),
    _most,
    "A value that comes often.",
    ("anyHeavy(number % 1)", "0"),
)


def _single(call: AggregateCall, parts: Parts) -> Sql:
    return sql.case((sql.op("=", Sql(f"len({parts[0]})"), 1), sql.item(parts[0], 1)))


aggregate(
    Aggregate(
        "singleValueOrNull",
        lambda arguments, parameters: make_nullable(arguments[0].type),
        (1, 1),
        states=lambda call: (Array(call.inner(0)),),
        partial=lambda call: (Agg("list", (call[0],), distinct=True, around="({})[1:2]"),),
        merge=lambda call, parts: (
            Agg("list", parts[:1], around="list_distinct(flatten({}))[1:2]"),
        ),
        final=_single,
        doc="The value if there is only one, else NULL.",
        example=("singleValueOrNull(number % 1)", "0"),
        takes=(ANYTHING - kinds("array", "map"),),
    )
)


# --- two columns of numbers ---------------------------------------------------------------------


def _bounding(call: AggregateCall, parts: Parts) -> Sql:
    x0, x1, y0, y1 = (sql.cast(p, "DOUBLE") for p in parts)
    slope = sql.op("/", sql.op("-", y1, y0), sql.op("-", x1, x0))
    return slope if call.result.nullable else sql.coalesce(slope, Sql("'nan'::DOUBLE"))


def _ends(call: AggregateCall) -> tuple[Agg, ...]:
    x, y = as_double(call, 0), as_double(call, 1)
    return Agg("min", (x,)), Agg("max", (x,)), Agg("arg_min", (y, x)), Agg("arg_max", (y, x))


aggregate(
    Aggregate(
        "boundingRatio",
        FLOAT64,
        (2, 2),
        states=lambda call: (make_nullable(FLOAT64),) * 4,
        partial=_ends,
        merge=lambda call, parts: (
            Agg("min", parts[:1]),
            Agg("max", parts[1:2]),
            Agg("arg_min", (parts[2], parts[0])),
            Agg("arg_max", (parts[3], parts[1])),
        ),
        final=_bounding,
        doc="The slope between the leftmost and the rightmost point.",
        example=("boundingRatio(number, number * 2)", "2"),
        takes=(MEASURES,),
        refused=Code.BAD_ARGUMENTS,
        unread=kinds("ipv4"),
    )
)


def _regression(call: AggregateCall, parts: Parts) -> Sql:
    n, x, y, xy, xx = (sql.cast(p, "DOUBLE") for p in parts)
    slope = Sql(f"(({n} * {xy} - {x} * {y}) / nullif({n} * {xx} - {x} * {x}, 0))")
    offset = Sql(f"(({y} - {slope} * {x}) / {n})")
    line = sql.struct(*(sql.coalesce(v, Sql("'nan'::DOUBLE")) for v in (slope, offset)))
    return sql.case((sql.op(">", parts[0], 0), line)) if call.result.nullable else line


def _points(call: AggregateCall) -> tuple[Agg, ...]:
    x, y = as_double(call, 0), as_double(call, 1)
    terms = (x, y, sql.op("*", x, y), sql.op("*", x, x))
    return Agg("count", ("*",)), *(Agg("sum", (term,)) for term in terms)


aggregate(
    Aggregate(
        "simpleLinearRegression",
        Tuple((FLOAT64, FLOAT64), ("k", "b")),
        (2, 2),
        states=lambda call: (UINT64, *(make_nullable(FLOAT64) for _ in range(4))),
        partial=_points,
        merge=lambda call, parts: tuple(Agg("sum", (part,)) for part in parts),
        final=_regression,
        doc="The slope and the offset of the line that fits best.",
        example=("simpleLinearRegression(number, number * 2 + 1)", "(2,1)"),
        takes=(DECIMALS,),
    )
)


# --- in the order of rows -----------------------------------------------------------------------


def _delta_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    return UINT8 if isinstance(arguments[0].type, Bool) else arguments[0].type


def _deltas(call: AggregateCall, parts: Parts) -> Sql:
    type_, result = call.inner(0), call.result.inner
    item, before = sql.name("_x"), Sql(f"{parts[0]}[_n - 1]")
    great = isinstance(type_, Integer) and type_.bits > 64
    if isinstance(type_, Integer) and type_.wide:
        signed = sql.TRUE if type_.signed else sql.FALSE
        step = wide_operation(sql.string("minus"), item, signed, before, signed, signed)
    elif great:
        step = sql.op("-", item, before)
    else:
        kernel = "DOUBLE" if isinstance(type_, Float) else "HUGEINT"
        step = sql.op("-", *(sql.cast(value, kernel) for value in (item, before)))
    known = f" AND NOT isnan({item})" if isinstance(type_, Float) else ""
    risen = sql.case((Sql(f"_n > 1 AND {item} > {before}{known}"), step))
    steps = Sql(f"list_transform({parts[0]}, {sql.function(['_x', '_n'], risen)})")
    if great:
        some = Sql(f"list_filter({steps}, lambda _s: _s IS NOT NULL)")
        return sql.coalesce(list_total(some, type_), result.default())
    total = sql.call("list_sum", steps)
    if isinstance(result, Integer):
        total = number(sql.cast(total, "HUGEINT"), INT128, result)
    return sql.coalesce(sql.cast(total, result.kernel), result.default())


aggregate(
    Aggregate(
        "deltaSum",
        _delta_type,
        (1, 1),
        **VALUE_LISTS,
        final=_deltas,
        doc="The sum of the rises from row to row.",
        example=("deltaSum(number)", "9"),
        takes=(NUMBERS,),
        keeps_null=False,
        of_null="default",
    )
)


def _moving(call: AggregateCall, rows: str) -> Sql:
    half = float_parameter("exponentialMovingAverage", call.parameters[0])
    value, moment = (to_double(Sql(f"_r.f{n + 1}"), call.inner(n)) for n in (0, 1))
    decayed = f"{value} * pow(2, ({moment} - max({moment}) OVER ()) / {half!r})"
    last = f"(SELECT {decayed} AS _d FROM {rows})"
    mean = f"sum(_d) * (1 - pow(2, -1 / {half!r}))"
    return Sql(f"(SELECT {mean if call.result.nullable else f'coalesce({mean}, 0)'} FROM {last})")


def _moving_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    float_parameter("exponentialMovingAverage", parameters[0])
    return FLOAT64


over_rows(
    "exponentialMovingAverage",
    _moving_type,
    (2, 2),
    _moving,
    "The average with weights that halve with age.",
    ("exponentialMovingAverage(1)(number, number)", "8.0009765625"),
    parameters=(1, 1),
    takes=(DECIMALS,),
)


# --- events -------------------------------------------------------------------------------------


def holds(call: AggregateCall, position: int) -> Sql:
    """Whether a condition of a row is true."""
    value = call[position]
    return value if isinstance(call.inner(position), Bool) else sql.op("<>", value, 0)


def conditions(name: str, arguments: Sequence[Argument], result: Type) -> Type:
    """The result, if all the arguments are conditions."""
    for argument in arguments:
        if argument.type != UINT8 and not isinstance(argument.type, Bool):
            raise illegal_argument(name, argument.type)
    return result


def _retention(call: AggregateCall, parts: Parts) -> Sql:
    shown = [sql.cast(sql.coalesce(parts[0], False), "UTINYINT")]
    for part in parts[1:]:
        both = sql.op("AND", sql.coalesce(parts[0], False), sql.coalesce(part, False))
        shown.append(sql.cast(both, "UTINYINT"))
    return sql.array(*shown)


aggregate(
    Aggregate(
        "retention",
        lambda arguments, parameters: conditions("retention", arguments, Array(UINT8)),
        (2, 32),
        states=lambda call: tuple(make_nullable(UINT8) for _ in call.arguments),
        partial=lambda call: tuple(Agg("bool_or", (f"({value} <> 0)",)) for value in call.sqls),
        merge=lambda call, parts: tuple(Agg("bool_or", (f"({p} <> 0)",)) for p in parts),
        final=_retention,
        doc="Whether the first condition was met, and with it each of the others.",
        example=("retention(number = 1, number = 20)", "[1,0]"),
    )
)
