"""Values of a series that lie outside of Tukey's fences."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.text_functions import bad, refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, Array, Float, Integer, Type

_NAME = "seriesOutliersDetectTukey"
_LEAST, _LOWEST, _HIGHEST = 4, 0.02, 0.98


def _options(arguments: Sequence[Argument]) -> tuple[float, float, float]:
    """The two quantiles, and how many times their distance lies between them and the fences."""
    if len(arguments) == 1:
        return 0.25, 0.75, 1.5
    for position, role in enumerate(("min_percentile", "max_percentile"), 1):
        if not isinstance(arguments[position].type, Float):
            raise wrong(_NAME, position, arguments[position], role, "Number")
    if not isinstance(arguments[3].type, Float | Integer):
        raise wrong(_NAME, 3, arguments[3], "K", "Number")
    low, high, times = (float(a.value) for a in arguments[1:])  # type: ignore[arg-type]
    inside = f"of function {_NAME} must be in range [{_LOWEST}, {_HIGHEST}]"
    if not _LOWEST <= low <= _HIGHEST:
        raise bad(f"The second argument {inside}")
    if not low <= high <= _HIGHEST:
        raise bad(f"The third argument {inside}")
    if not times >= 0:
        raise bad(f"The fourth argument of function {_NAME} must be a non-negative number")
    return low, high, times


def _type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) not in (1, 4):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Function {_NAME} needs either 1 or 4 arguments; passed {len(arguments)}",
        )
    type_ = arguments[0].type
    if not isinstance(type_, Array):
        raise wrong(_NAME, 0, arguments[0], "time_series", "Array")
    of = type_.of
    if not (isinstance(of, Float) and of.bits > 16) and not (
        isinstance(of, Integer) and of.bits <= 64
    ):
        raise Error(
            Code.ILLEGAL_COLUMN, f"Illegal column {type_} of first argument of function {_NAME}"
        )
    _options(arguments)
    return Array(FLOAT64)


def _quantile(ordered: Sql, level: float) -> Sql:
    """The value at a share of the elements; between two of them, that in the middle."""
    place = f"(len({ordered}) * CAST({level!r} AS DOUBLE))"
    at = f"CAST(floor({place}) AS BIGINT)"
    middle = Sql(f"({ordered}[{at}] + {ordered}[{at} + 1]) / 2")
    return sql.case(
        (Sql(f"{place} = floor({place})"), middle), otherwise=Sql(f"{ordered}[{at} + 1]")
    )


@function(
    _NAME,
    args=(1, 4),
    returns=_type,
    constant_arguments=(1, 2, 3),
    example=(f"{_NAME}([2, 5, 6, 4, 5, 12, 45, 3, 4, 5, 6, 5])", "[0,0,0,0,0,3,36,0,0,0,0,0]"),
)
def series_outliers_detect_tukey(call: Call) -> Sql:
    """How far every value lies outside of the fences around the quantiles, 0 for those inside."""
    low, high, times = _options(call.arguments)
    few = refusal(Code.BAD_ARGUMENTS, f"At least four data points are needed for function {_NAME}")

    def fences(ordered: Sql) -> Sql:
        lower, upper = _quantile(ordered, low), _quantile(ordered, high)
        apart = Sql(f"CAST({times!r} AS DOUBLE) * ({upper} - {lower})")
        return sql.struct(sql.op("-", lower, apart), sql.op("+", upper, apart))

    def score(value: Sql, fence: Sql) -> Sql:
        below, above = sql.field(fence, 1), sql.field(fence, 2)
        return sql.case(
            (Sql(f"isnan({value})"), value),
            (sql.op("<", value, below), sql.op("-", value, below)),
            (sql.op(">", value, above), sql.op("-", value, above)),
            otherwise=sql.cast(0, "DOUBLE"),
        )

    def scored(series: Sql) -> Sql:
        known = sql.bound(sql.call("list_sort", series), fences)
        scores = sql.bound(known, lambda f: lists.transform(series, lambda v: score(v, f)))
        failing = sql.cast(few, "DOUBLE[]")
        return sql.case((Sql(f"len({series}) < {_LEAST}"), failing), otherwise=scores)

    return sql.bound(sql.cast(call[0], "DOUBLE[]"), scored)
