"""Aggregates of intervals and of moments: overlaps, lengths, changes, decay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.basic import as_double
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
    float_parameter,
    illegal_argument,
)
from sparktree.functions.aggregates.kinds import DECIMALS, NATIVE, STAMPS, kinds
from sparktree.functions.aggregates.list_states import list_of
from sparktree.functions.aggregates.various import over_rows
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.lists import transform
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT128,
    UINT8,
    UINT64,
    Bool,
    Date,
    DateTime,
    Float,
    Integer,
    Tuple,
    Type,
)

# --- intervals ----------------------------------------------------------------------------------


def _interval(name: str, arguments: Sequence[Argument], *moments: type[Type]) -> Type:
    for argument in arguments:
        if not isinstance(argument.type, (Integer, Float, *moments)):
            raise illegal_argument(name, argument.type)
    if arguments[0].type != arguments[1].type:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{name}: arguments must have the same type")
    return arguments[0].type


def _length_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    type_ = _interval("intervalLengthSum", arguments, Date, DateTime)
    return FLOAT64 if isinstance(type_, Float) else UINT64


def _lengths(call: AggregateCall, rows: str) -> Sql:
    type_ = call.inner(0)
    start, end = (
        (Sql(f"({f} - DATE '1970-01-01')::HUGEINT") if isinstance(type_, Date) else Sql(f))
        for f in ("_r.f1", "_r.f2")
    )
    kernel = "DOUBLE" if isinstance(type_, Float) else "HUGEINT"
    ends = (
        f"(SELECT least({start}, {end})::{kernel} AS _a,"
        f" greatest({start}, {end})::{kernel} AS _b FROM {rows})"
    )
    reached = (
        "(SELECT _a, _b, max(_b) OVER (ORDER BY _a, _b ROWS BETWEEN UNBOUNDED PRECEDING AND"
        f" 1 PRECEDING) AS _m FROM {ends})"
    )
    total = f"sum(greatest(0, _b - greatest(_a, coalesce(_m, _a))))::{call.result.inner.kernel}"
    return Sql(f"(SELECT {total} FROM {reached})")


over_rows(
    "intervalLengthSum",
    _length_type,
    (2, 2),
    _lengths,
    "The length that all the intervals cover together.",
    ("intervalLengthSum(number, number + 2)", "11"),
    keeps_null=False,
    parameters=(0, None),  # ClickHouse reads none of them
)


def _crossings(chosen: str) -> Callable[[AggregateCall, str], Sql]:
    def query(call: AggregateCall, rows: str) -> Sql:
        events = f"(SELECT _r.f1 AS _x, 1 AS _d FROM {rows} UNION ALL SELECT _r.f2, -1 FROM {rows})"
        open_ = (
            "(SELECT _x, _d, sum(_d) OVER (ORDER BY _x, _d"
            f" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS _s FROM {events})"
        )
        best = f"(SELECT _x, _s FROM {open_} ORDER BY _s DESC, _x LIMIT 1)"
        return Sql(f"(SELECT {chosen} FROM {best})")

    return query


def _crossing_type(name: str, position: bool) -> Callable[..., Type]:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        type_ = _interval(name, arguments)
        return type_ if position else UINT64

    return returns


over_rows(
    "maxIntersections",
    _crossing_type("maxIntersections", False),
    (2, 2),
    _crossings("CAST(_s AS UBIGINT)"),
    "How many of the intervals overlap at most.",
    ("maxIntersections(number, number + 3)", "3"),
)
over_rows(
    "maxIntersectionsPosition",
    _crossing_type("maxIntersectionsPosition", True),
    (2, 2),
    _crossings("_x"),
    "Where most of the intervals begin to overlap.",
    ("maxIntersectionsPosition(number, number + 3)", "2"),
)


# --- changes in time ----------------------------------------------------------------------------


def _rise_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    moment = arguments[1].type
    if isinstance(moment, Bool) or (isinstance(moment, Integer) and moment.bits < 32):
        raise illegal_argument("deltaSumTimestamp", moment)
    return UINT8 if isinstance(arguments[0].type, Bool) else arguments[0].type


def _rises(call: AggregateCall, rows: str) -> Sql:
    wide = "DOUBLE" if isinstance(call.inner(0), Float) else "HUGEINT"
    value = f"_r.f1::{wide}"
    before = f"(SELECT {value} AS _x, lag({value}) OVER (ORDER BY _r.f2) AS _b FROM {rows})"
    total, result = Sql("sum(_x - _b) FILTER (WHERE _x > _b)"), call.result.inner
    if isinstance(result, Integer):
        total = number(total, INT128, result)  # which wraps
    risen = sql.coalesce(sql.cast(total, result.kernel), 0)
    return Sql(f"(SELECT {risen} FROM {before})")


over_rows(
    "deltaSumTimestamp",
    _rise_type,
    (2, 2),
    _rises,
    "The sum of the rises in the order of the second argument.",
    ("deltaSumTimestamp(number, number)", "9"),
    keeps_null=False,
    of_null="default",
    takes=(NATIVE, NATIVE | STAMPS),
)


# --- decay --------------------------------------------------------------------------------------


def _decay(parameters: Sequence[Value]) -> float:
    return float_parameter("exponentialTimeDecayed", parameters[0])


def _decayed_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    _decay(parameters)
    return FLOAT64


_TIMES = DECIMALS | kinds("date_time", "date_time64")


def _decayed(name: str, columns: int, body: str, doc: str) -> None:
    """`body` over the weights of the rows of a frame and their weighted values."""

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        rows = parts[0]
        last = f"{rows}[-1].f{columns}"

        def weight(row: Sql) -> Sql:
            return Sql(f"exp(({row}.f{columns} - {last}) / {_decay(call.parameters)!r}::DOUBLE)")

        weights = transform(rows, weight)
        values = transform(rows, lambda row: Sql(f"{row}.f1 * {weight(row)}"))
        shown = Sql(body.format(weights=weights, values=values))
        return sql.coalesce(shown, Sql("'nan'::DOUBLE") if name.endswith("Avg") else 0)

    aggregate(
        Aggregate(
            name,
            _decayed_type,
            (columns, columns),
            **list_of(
                lambda call: Tuple((FLOAT64,) * columns),
                lambda call: sql.struct(*(as_double(call, i) for i in range(columns))),
            ),
            final=final,
            doc=doc,
            parameters=(1, 1),
            window_only=True,
            takes=(DECIMALS, _TIMES)[2 - columns :],
            refused=Code.BAD_ARGUMENTS,
            nulls="own",  # there may be none
        )
    )


_decayed(
    "exponentialTimeDecayedSum", 2, "list_sum({values})", "The sum of values that decay with time."
)
_decayed(
    "exponentialTimeDecayedAvg",
    2,
    "(list_sum({values}) / list_sum({weights}))",
    "The mean with weights that decay with time.",
)
_decayed("exponentialTimeDecayedCount", 1, "list_sum({weights})", "The count of rows, decaying.")
_decayed("exponentialTimeDecayedMax", 2, "list_max({values})", "The greatest value, decaying.")
