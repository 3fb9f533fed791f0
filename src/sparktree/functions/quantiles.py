"""Quantiles: of values gathered in a list and sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import (
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
    gathered,
    illegal_argument,
)
from sparktree.functions.basic_aggregates import to_double
from sparktree.functions.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT32,
    FLOAT64,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    Interval,
    Moment,
    Nothing,
    Tuple,
    Type,
)

Pick = Callable[[Sql, float, Type, Type], Sql]  # sorted values, level, their type, result's type


def numbers_and_moments(name: str, type_: Type, *, moments: bool = True) -> None:
    """Fail unless the type has numbers, or moments where they are allowed."""
    kinds = (Integer, Float, Decimal, Bool, Interval, Nothing)
    if not (isinstance(type_, kinds) or (moments and isinstance(type_, Moment))):
        raise illegal_argument(name, type_)


def interpolated_type(name: str, type_: Type) -> Type:
    """Numbers between the values: floats, but moments and decimals stay what they are."""
    numbers_and_moments(name, type_)
    return type_ if isinstance(type_, Moment | Decimal | Interval) else FLOAT64


def level_of(value: Value) -> float:
    """A level between 0 and 1."""
    level = float(str(value))
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
    ends = [as_number(Sql(f"{values}[{low} + {n}]"), type_) for n in (1, 2)]
    share = f"({place} - floor({place}))"
    mixed = f"({ends[0]} * (1 - {share}) + {ends[1]} * {share})"
    value = sql.case((f"{share} = 0", ends[0]), otherwise=Sql(mixed))
    return from_number(value, result)


def as_number(value: Sql, type_: Type) -> Sql:
    """A number or a moment as a DOUBLE."""
    if isinstance(type_, Date):
        return sql.cast(sql.op("-", value, Sql("DATE '1970-01-01'")), "DOUBLE")
    if isinstance(type_, DateTime | DateTime64 | Interval):
        return sql.cast(value, "DOUBLE")
    return to_double(value, type_)


def from_number(value: Sql, result: Type) -> Sql:
    """A DOUBLE as a value of the type, cut off towards zero."""
    if isinstance(result, Date):
        return sql.op("+", Sql("DATE '1970-01-01'"), f"CAST(trunc({value}) AS INTEGER)")
    if isinstance(result, Float):
        return value
    cut = f"trunc({value}, {result.scale})" if isinstance(result, Decimal) else f"trunc({value})"
    return sql.cast(cut, result.kernel)


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


def _value_type(name: str, type_: Type) -> Type:
    numbers_and_moments(name, type_)
    return type_


def _float64(name: str, type_: Type) -> Type:
    numbers_and_moments(name, type_)
    return FLOAT64


def _float32(name: str, type_: Type) -> Type:
    numbers_and_moments(name, type_, moments=False)
    return FLOAT32


def _family(
    name: str,
    pick: Pick,
    of: Callable[[str, Type], Type],
    doc: str,
    example: str,
    *,
    arguments: int = 1,
) -> None:
    """quantileX, quantilesX and medianX of one way to pick."""
    for prefix, many in (("quantile", False), ("quantiles", True)):
        _one(f"{prefix}{name}", pick, of, doc, example, arguments, many, f"quantile{name}")


def _one(
    name: str,
    pick: Pick,
    of: Callable[[str, Type], Type],
    doc: str,
    example: str,
    arguments: int,
    many: bool,
    shown: str,
) -> None:
    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        result = of(shown, given[0].type)
        return Array(result) if many else result

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        type_ = call.inner(0)
        result = of(shown, type_)
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


_family(
    "",
    _interpolated,
    interpolated_type,
    "The quantile of a level, between values if need be.",
    "4.5",
)
_family("Exact", _exact, _value_type, "The value at a level.", "5")
_family("ExactLow", _low, _value_type, "The value at a level; of two middle ones the lower.", "4")
_family(
    "ExactHigh", _high, _value_type, "The value at a level; of two middle ones the higher.", "5"
)
_family(
    "ExactInclusive",
    _interpolated,
    _float64,
    "The quantile as Excel's PERCENTILE.INC.",
    "4.5",
)
_family(
    "ExactExclusive",
    _exclusive,
    _float64,
    "The quantile as Excel's PERCENTILE.EXC.",
    "4.5",
)
_family("TDigest", _digest, _float32, "The quantile as a t-digest gives it.", "4")
_family("Timing", _timing, _float32, "The quantile of times in milliseconds.", "5")
_family(
    "Deterministic",
    _interpolated,
    interpolated_type,
    "The quantile; the second argument chose the sample.",
    "4.5",
    arguments=2,
)


# --- with weights -----------------------------------------------------------------------------


def _weighted(name: str, many: bool) -> None:
    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        numbers_and_moments("quantileExactWeighted", given[0].type)
        if not isinstance(given[1].type, Integer):
            raise illegal_argument("quantileExactWeighted", given[1].type)
        return Array(given[0].type) if many else given[0].type

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        rows = f"(SELECT unnest({parts[0]}) AS _r)"
        summed = (
            "(SELECT _r.f1 AS _x, sum(_r.f2) OVER (ORDER BY _r.f1) AS _c,"
            f" sum(_r.f2) OVER () AS _t FROM {rows})"
        )
        picked = [
            f"min(_x) FILTER (WHERE _c >= ceil(_t * {_double(level)}))"
            for level in _levels(call, many)
        ]
        shown = f"[{', '.join(picked)}]" if many else picked[0]
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
        )
    )


for _name, _many in (
    ("quantileExactWeighted", False),
    ("quantilesExactWeighted", True),
):
    _weighted(_name, _many)
