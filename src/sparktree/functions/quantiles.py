"""Quantiles: of values gathered in a list and sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import (
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
    float_parameter,
    gathered,
)
from sparktree.functions.basic_aggregates import from_double, to_double
from sparktree.functions.declare import Argument, Value
from sparktree.functions.kinds import DECIMALS, MOMENTS, NATIVE, UNSIGNED, Kinds, kinds
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT32,
    FLOAT64,
    Array,
    Decimal,
    Float,
    Moment,
    Tuple,
    Type,
)

Pick = Callable[[Sql, float, Type, Type], Sql]  # sorted values, level, their type, result's type


def interpolated_type(type_: Type) -> Type:
    """Numbers between the values: floats, but moments and decimals stay what they are."""
    return type_ if isinstance(type_, Moment | Decimal) else FLOAT64


def level_of(value: Value) -> float:
    """A level between 0 and 1."""
    level = float_parameter("quantile", value)
    if not 0 <= level <= 1:
        raise Error(Code.PARAMETER_OUT_OF_BOUND, "Quantile level is out of range [0..1]")
    return level


# --- picking out of a sorted list -------------------------------------------------------------


def _double(level: float) -> str:
    """A level as the kernel's DOUBLE: its own literals are decimals."""
    return f"CAST('{level!r}' AS DOUBLE)"


def _length(values: Sql) -> str:
    return f"len({values})"


def _between(values: Sql, place: str, type_: Type, result: Type) -> Sql:
    """The value at a place (from 0) that may lie between two values."""
    low = f"CAST(floor({place}) AS BIGINT)"
    ends = [to_double(Sql(f"{values}[{low} + {n}]"), type_) for n in (1, 2)]
    share = f"({place} - floor({place}))"
    mixed = f"({ends[0]} * (1 - {share}) + {ends[1]} * {share})"
    value = sql.case((f"{share} = 0", ends[0]), otherwise=Sql(mixed))
    return from_double(value, result)


def _interpolated(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    return _between(values, f"(({_length(values)} - 1) * {_double(level)})", type_, result)


def _exclusive(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    place = (
        f"greatest(0, least({_length(values)} - 1, {_double(level)} * ({_length(values)} + 1) - 1))"
    )
    return _between(values, f"({place})", type_, result)


def _at(values: Sql, place: str) -> Sql:
    return Sql(f"{values}[CAST({place} AS BIGINT) + 1]")


def _exact(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    place = f"least(floor({_double(level)} * {_length(values)}), {_length(values)} - 1)"
    return _at(values, place)


def _low(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    if level != 0.5:
        return _exact(values, level, type_, result)
    return _at(values, f"(({_length(values)} - 1) // 2)")


def _high(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    if level != 0.5:
        return _exact(values, level, type_, result)
    return _at(values, f"({_length(values)} // 2)")


def _digest(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    """As a t-digest answers whose centroids are the values themselves."""
    rank = f"({_double(level)} * {_length(values)})"
    place = f"CAST(ceil({rank} - 0.5) AS BIGINT)"
    chosen = f"CASE WHEN {rank} <= {place} THEN greatest({place} - 1, 0) ELSE {place} END"
    bounded = f"least({chosen}, {_length(values)} - 1)"
    return sql.cast(to_double(_at(values, bounded), type_), "FLOAT")


def _timing(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    return sql.cast(to_double(_exact(values, level, type_, result), type_), "FLOAT")


# --- declaration ------------------------------------------------------------------------------


def _levels(call: AggregateCall, many: bool) -> list[float]:
    if many:
        return [level_of(p) for p in call.parameters]
    return [level_of(call.parameters[0]) if call.parameters else 0.5]


def _value_type(type_: Type) -> Type:
    return type_


def _float64(type_: Type) -> Type:
    return FLOAT64


def _float32(type_: Type) -> Type:
    return FLOAT32


def _family(
    name: str,
    pick: Pick,
    of: Callable[[Type], Type],
    doc: str,
    example: str,
    *takes: Kinds,
) -> None:
    """quantileX, quantilesX and medianX of one way to pick; they take these kinds."""
    for prefix, many in (("quantile", False), ("quantiles", True)):
        _one(f"{prefix}{name}", pick, of, doc, example, takes, many, f"quantile{name}")


def _one(
    name: str,
    pick: Pick,
    of: Callable[[Type], Type],
    doc: str,
    example: str,
    takes: tuple[Kinds, ...],
    many: bool,
    shown: str,
) -> None:
    arguments = len(takes)

    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        result = of(given[0].type)
        return Array(result) if many else result

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        type_ = call.inner(0)
        result = of(type_)
        ordered = sql.call("list_sort", _clean(parts[0], type_))
        picked = [pick(ordered, level, type_, result) for level in _levels(call, many)]
        empty = _empty(result)
        none = f"{parts[0]} IS NULL OR len({parts[0]}) = 0"
        if many:
            nothing = sql.array(*(empty for _ in picked))
            return sql.case((none, nothing), otherwise=sql.array(*picked))
        return sql.case((none, sql.NULL if call.result.nullable else empty), otherwise=picked[0])

    aggregate(
        Aggregate(
            name,
            returns,
            (arguments, arguments),
            states=lambda call: (Array(call.inner(0)),),
            partial=lambda call: (gathered(call[0]),),
            merge=lambda call, parts: (flattened(parts[0]),),
            final=final,
            doc=doc,
            example=_example(name, example, arguments, many),
            aliases=() if many or "clusive" in name else (shown.replace("quantile", "median"),),
            parameters=(1, None) if many else (0, 1),
            takes=takes,
            excess=Code.PARAMETER_OUT_OF_BOUND,
        )
    )


def _example(name: str, shown: str, arguments: int, many: bool) -> tuple[str, str]:
    values = ", ".join(["number"] * arguments)
    return (f"{name}(0.5)({values})", f"[{shown}]") if many else (f"{name}({values})", shown)


def _clean(values: Sql, type_: Type) -> Sql:
    """NaN has no place among the values."""
    if not isinstance(type_, Float):
        return values
    return sql.call("list_filter", values, 'lambda "_x": NOT isnan("_x")')


def _empty(result: Type) -> Sql:
    return sql.cast("'nan'", result.kernel) if isinstance(result, Float) else result.default()


_SMALL = NATIVE | MOMENTS  # no wide integers, no decimals
_family(
    "",
    _interpolated,
    interpolated_type,
    "The quantile of a level, between values if need be.",
    "4.5",
    DECIMALS | MOMENTS,
)
_family("Exact", _exact, _value_type, "The value at a level.", "5", DECIMALS | MOMENTS)
_family(
    "ExactLow",
    _low,
    _value_type,
    "The value at a level; of two middle ones the lower.",
    "4",
    _SMALL | kinds("decimal"),
)
_family(
    "ExactHigh",
    _high,
    _value_type,
    "The value at a level; of two middle ones the higher.",
    "5",
    _SMALL | kinds("decimal"),
)
_family(
    "ExactInclusive",
    _interpolated,
    _float64,
    "The quantile as Excel's PERCENTILE.INC.",
    "4.5",
    _SMALL,
)
_family(
    "ExactExclusive",
    _exclusive,
    _float64,
    "The quantile as Excel's PERCENTILE.EXC.",
    "4.5",
    _SMALL,
)
_family("TDigest", _digest, _float32, "The quantile as a t-digest gives it.", "4", _SMALL)
_family("Timing", _timing, _float32, "The quantile of times in milliseconds.", "5", _SMALL)
_family(
    "Deterministic",
    _interpolated,
    interpolated_type,
    "The quantile; the second argument chose the sample.",
    "4.5",
    DECIMALS | MOMENTS,
    UNSIGNED,
)


# --- with weights -----------------------------------------------------------------------------


def _weighted(name: str, many: bool) -> None:
    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        return Array(given[0].type) if many else given[0].type

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        rows = f"(SELECT unnest({parts[0]}) AS _r)"
        summed = (
            "(SELECT _r.f1 AS _x, sum(_r.f2) OVER (ORDER BY _r.f1) AS _c,"
            f" sum(_r.f2) OVER () AS _t FROM {rows})"
        )
        picked = [
            Sql(f"min(_x) FILTER (WHERE _c >= ceil(_t * {_double(level)}))")
            for level in _levels(call, many)
        ]
        empty = _empty(call.inner(0))
        shown = sql.array(*(sql.coalesce(p, empty) for p in picked)) if many else picked[0]
        return Sql(f"(SELECT {shown} FROM {summed})")

    aggregate(
        Aggregate(
            name,
            returns,
            (2, 2),
            states=lambda call: (Array(Tuple((call.inner(0), call.inner(1)))),),
            partial=lambda call: (gathered(sql.struct(call[0], call[1])),),
            merge=lambda call, parts: (flattened(parts[0]),),
            final=final,
            doc="The value at a level; the second argument says how often a value counts.",
            example=(f"{name}{'(0.5)' if many else ''}(number, number)", "[7]" if many else "7"),
            aliases=() if many else ("medianExactWeighted",),
            parameters=(1, None) if many else (0, 1),
            takes=(DECIMALS | MOMENTS, UNSIGNED),
            excess=Code.PARAMETER_OUT_OF_BOUND,
        )
    )


for _name, _many in (
    ("quantileExactWeighted", False),
    ("quantilesExactWeighted", True),
):
    _weighted(_name, _many)
