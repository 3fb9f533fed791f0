"""Quantiles: of values gathered in a list and sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal as Choice

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    float_parameter,
    gathered,
    joined_lists,
)
from sparktree.functions.aggregates.kinds import (
    FINE_STAMPS,
    NATIVE,
    PLAIN_DECIMALS,
    PLAIN_NUMBERS,
    STAMPS,
    UNSIGNED,
    Kinds,
    kinds,
)
from sparktree.functions.aggregates.list_states import PAIR_LISTS, VALUE_LISTS
from sparktree.functions.core import lists
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.doubles import from_double, to_double
from sparktree.functions.hashes.uniq_sample import uniq_hash
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT32,
    FLOAT64,
    UINT32,
    UINT64,
    Array,
    Decimal,
    Float,
    Moment,
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
    ends = [_measured(Sql(f"{values}[{low} + {n}]"), type_) for n in (1, 2)]
    share = Sql(f"({place} - floor({place}))")
    mixed = f"({ends[0]} * (1 - {share}) + {ends[1]} * {share})"
    value = sql.case((sql.op("=", share, 0), ends[0]), otherwise=Sql(mixed))
    if isinstance(result, Decimal) and not result.wide:
        unit = f"CAST('1e-{result.scale}' AS DECIMAL({max(result.scale, 1) + 1},{result.scale}))"
        return sql.cast(Sql(f"CAST(trunc({value}) AS DECIMAL(38,0)) * {unit}"), result.kernel)
    return from_double(value, result)


def _measured(value: Sql, type_: Type) -> Sql:
    """What lies between values is measured by: of decimals the digits, without the point."""
    if isinstance(type_, Decimal) and not type_.wide:
        digits = Sql(f"{value} * CAST(1{'0' * type_.scale} AS DECIMAL({type_.scale + 1},0))")
        return sql.cast(digits, "DOUBLE")
    return to_double(value, type_)


def _interpolated(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    return _between(values, f"(({_length(values)} - 1) * {_double(level)})", type_, result)


def _exclusive(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    if level in (0, 1):
        message = "QuantileExactExclusive cannot interpolate for the percentiles 1 and 0"
        return lists.failing(Code.BAD_ARGUMENTS, message, result.kernel)
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


# Several such quantiles of no values are zero, also of floats.
_ZERO_OF_NOTHING = (_exact, _low, _high)


def _digest(values: Sql, level: float, type_: Type, result: Type) -> Sql:
    """As a t-digest answers whose centroids are the values themselves."""
    rank = f"({_double(level)} * {_length(values)})"
    place = f"CAST(ceil({rank} - 0.5) AS BIGINT)"
    chosen = f"CASE WHEN {rank} <= {place} THEN greatest({place} - 1, 0) ELSE {place} END"
    bounded = f"least({chosen}, {_length(values)} - 1)"
    return from_double(sql.cast(to_double(_at(values, bounded), type_), "FLOAT"), result)


# --- declaration ------------------------------------------------------------------------------


def _levels(call: AggregateCall, many: bool) -> list[float]:
    if many:
        return [level_of(p) for p in call.parameters]
    return [level_of(call.parameters[0]) if call.parameters else 0.5]


def _value_type(type_: Type) -> Type:
    return type_


def _float64(type_: Type) -> Type:
    return FLOAT64


def single_type(type_: Type) -> Type:
    """Floats of 32 bits, but moments stay what they are."""
    return type_ if isinstance(type_, Moment) else FLOAT32


def _family(
    name: str,
    pick: Pick,
    of: Callable[[Type], Type],
    doc: str,
    example: str,
    takes: Kinds,
    none: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
) -> None:
    """quantileX, quantilesX and medianX of one way to pick; `none`: the error of no arguments."""
    for prefix, many in (("quantile", False), ("quantiles", True)):
        _declare_one(f"{prefix}{name}", pick, of, doc, example, takes, many, none)


def _declare_one(
    name: str,
    pick: Pick,
    of: Callable[[Type], Type],
    doc: str,
    example: str,
    takes: Kinds,
    many: bool,
    none: Code,
) -> None:
    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        result = of(given[0].type)
        return Array(result) if many else result

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        return _picked(call, parts[0], pick, of, many)

    aggregate(
        Aggregate(
            name,
            returns,
            (1, 1),
            **VALUE_LISTS,
            final=final,
            doc=doc,
            example=example_of(name, example, 1, many),
            aliases=() if many or "clusive" in name else (name.replace("quantile", "median"),),
            parameters=(1, None) if many else (0, 1),
            takes=(takes,),
            excess=Code.PARAMETER_OUT_OF_BOUND,
            of_null=of_null(many),
            wrong_arity=((0, none),),
        )
    )


def _picked(
    call: AggregateCall, values: Sql, pick: Pick, of: Callable[[Type], Type], many: bool
) -> Sql:
    """What lies at the levels of a list of values; of none the default of floats is nan."""
    type_ = call.inner(0)
    result = of(type_)
    ordered = sql.call("list_sort", known_values(values, type_))
    levels = _levels(call, many)

    def made(known: Sql) -> Sql:
        picked = [pick(known, level, type_, result) for level in levels]
        none = Sql(f"{known} IS NULL OR len({known}) = 0")
        if not many:
            return sql.case((none, default_of(result)), otherwise=picked[0])
        nothing = result.default() if pick in _ZERO_OF_NOTHING else default_of(result)
        return sql.case((none, sql.array(*(nothing for _ in picked))), otherwise=sql.array(*picked))

    found = sql.let(ordered, made) if isinstance(type_, Float) else made(ordered)
    if many or not call.result.nullable:
        return found
    return sql.case((Sql(f"{values} IS NULL OR len({values}) = 0"), sql.NULL), otherwise=found)


def of_null(many: bool) -> Choice["null", "default"]:
    """Several quantiles of a bare NULL are those of no rows, if there is such a type."""
    return "default" if many else "null"


def example_of(name: str, shown: str, arguments: int, many: bool) -> tuple[str, str]:
    """The example of a quantile, or of several, over so many columns."""
    values = ", ".join(["number"] * arguments)
    return (f"{name}(0.5)({values})", f"[{shown}]") if many else (f"{name}({values})", shown)


def known_values(values: Sql, type_: Type) -> Sql:
    """NaN has no place among the values."""
    if not isinstance(type_, Float):
        return values
    return sql.call("list_filter", values, Sql('lambda "_x": NOT isnan("_x")'))


def default_of(result: Type) -> Sql:
    """The quantile of no values."""
    return (
        sql.cast(sql.string("nan"), result.kernel)
        if isinstance(result, Float)
        else result.default()
    )


_SMALL = NATIVE | STAMPS  # no wide integers, no decimals
_GREAT = PLAIN_DECIMALS | FINE_STAMPS
_FEW = Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION
_family(
    "",
    _interpolated,
    interpolated_type,
    "The quantile of a level, between values if need be.",
    "4.5",
    _GREAT,
    _FEW,
)
_family("Exact", _exact, _value_type, "The value at a level.", "5", _GREAT)
_family(
    "ExactLow",
    _low,
    _value_type,
    "The value at a level; of two middle ones the lower.",
    "4",
    NATIVE | FINE_STAMPS | kinds("decimal"),
)
_family(
    "ExactHigh",
    _high,
    _value_type,
    "The value at a level; of two middle ones the higher.",
    "5",
    NATIVE | FINE_STAMPS | kinds("decimal"),
    _FEW,
)
_family(
    "ExactInclusive",
    _interpolated,
    _float64,
    "The quantile as Excel's PERCENTILE.INC.",
    "4.5",
    _SMALL,
    _FEW,
)
_family(
    "ExactExclusive",
    _exclusive,
    _float64,
    "The quantile as Excel's PERCENTILE.EXC.",
    "4.5",
    _SMALL,
)
_family(
    "TDigest",
    _digest,
    single_type,
    "The quantile as a t-digest gives it.",
    "4",
    _SMALL,
)


# --- of a sample ------------------------------------------------------------------------------

_SAMPLE = 8192  # so many values are kept


@arrow_function("st_skipped_bits", ("UINTEGER[]",), "UINTEGER")
def _skipped_bits(hashes: pa.ChunkedArray) -> pa.Array:
    """The low bits that must be zero in a hash, so that few enough of them stay."""
    rows = whole(hashes)
    sizes = np.asarray(rows.value_lengths().fill_null(0), np.int64)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    values = np.asarray(rows.flatten().fill_null(0).to_numpy(zero_copy_only=False), np.uint32)
    degrees = np.zeros(len(sizes), np.uint32)
    while True:
        good = values & ((np.uint32(1) << degrees[groups]) - np.uint32(1)) == 0
        many = np.bincount(groups[good], minlength=len(sizes)) > _SAMPLE
        if not many.any():
            return pa.array((np.uint32(1) << degrees) - np.uint32(1))
        degrees[many] += np.uint32(1)


def _sampled(values: Sql, hashes: Sql) -> Sql:
    """The values of a sample that depends on the hashes alone, as ClickHouse takes it."""

    def good(bits: Sql) -> Sql:
        pairs = f"list_filter(list_zip({values}, {hashes}), lambda _p: _p[2] & {bits} = 0)"
        return Sql(f"list_transform({pairs}, lambda _p: _p[1])")

    some = sql.let(_skipped_bits(hashes), good)
    many = Sql(f"len({values}) > {_SAMPLE} AND len({values}) = len({hashes})")
    return sql.case((many, some), otherwise=values)


def _deterministic(name: str, many: bool) -> None:
    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        # The low half of intHash64 without its salt.
        hashed = uniq_hash(number(call[1], call.inner(1), UINT64))
        known = f"NOT isnan({call[0]})" if isinstance(call.inner(0), Float) else ""
        return tuple(replace(gathered(v), condition=known) for v in (call[0], hashed))

    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        result = interpolated_type(given[0].type)
        return Array(result) if many else result

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        sample = _sampled(parts[0], parts[1])
        return _picked(call, sample, _interpolated, interpolated_type, many)

    aggregate(
        Aggregate(
            name,
            returns,
            (2, 2),
            # States of before know no hashes: all their values count.
            states=lambda call: (Array(call.inner(0)), Array(UINT32)),
            partial=partial,
            merge=joined_lists,
            final=final,
            doc="The quantile of a sample that the second argument chooses.",
            example=example_of(name, "4.5", 2, many),
            aliases=() if many else ("medianDeterministic",),
            parameters=(1, None) if many else (0, 1),
            takes=(PLAIN_NUMBERS | STAMPS, UNSIGNED),
            excess=Code.PARAMETER_OUT_OF_BOUND,
            of_null=of_null(many),
            shown_version=lambda types: 1,
        )
    )


_deterministic("quantileDeterministic", many=False)
_deterministic("quantilesDeterministic", many=True)


# --- with weights -----------------------------------------------------------------------------


def _weighted(name: str, many: bool) -> None:
    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        for parameter in parameters:
            level_of(parameter)
        return Array(given[0].type) if many else given[0].type

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        rows = f"(SELECT unnest({parts[0]}) AS _r)"
        weight = number(Sql("_r.f2"), call.inner(1), UINT64)
        summed = (
            f"(SELECT _r.f1 AS _x, sum({weight}) OVER (ORDER BY _r.f1) AS _c,"
            f" sum({weight}) OVER () AS _t FROM {rows})"
        )
        picked = [
            Sql(f"min(_x) FILTER (WHERE _c >= ceil(_t * {_double(level)}))")
            for level in _levels(call, many)
        ]
        empty = call.inner(0).default() if many else default_of(call.inner(0))
        if call.result.nullable:
            return Sql(f"(SELECT {picked[0]} FROM {summed})")
        known = [sql.coalesce(p, empty) for p in picked]
        return Sql(f"(SELECT {sql.array(*known) if many else known[0]} FROM {summed})")

    aggregate(
        Aggregate(
            name,
            returns,
            (2, 2),
            **PAIR_LISTS,
            final=final,
            doc="The value at a level; the second argument says how often a value counts.",
            example=(f"{name}{'(0.5)' if many else ''}(number, number)", "[7]" if many else "7"),
            aliases=() if many else ("medianExactWeighted",),
            parameters=(1, None) if many else (0, 1),
            takes=(_GREAT, UNSIGNED),
            excess=Code.PARAMETER_OUT_OF_BOUND,
            of_null=of_null(many),
        )
    )


for _name, _many in (
    ("quantileExactWeighted", False),
    ("quantilesExactWeighted", True),
):
    _weighted(_name, _many)
