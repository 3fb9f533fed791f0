"""Quantiles with weights, and as sketches give them: BFloat16, DD, t-digest, timing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

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
from sparktree.functions.group_numbers import Floats, answer, register
from sparktree.functions.hash_arrays import int_hash32
from sparktree.functions.kinds import FINE_STAMPS, NATIVE, PLAIN_DECIMALS, STAMPS, UNSIGNED, Kinds
from sparktree.functions.quantiles import (
    interpolated_type,
    level_of,
    of_null,
    single_type,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT32, FLOAT64, Array, Decimal, Float, Type

_SALT = np.uint64(0x75D9543DE018BF45)  # of intHash32, which is not wanted here

Pick = Callable[[Floats, Floats, Sequence[float], str], list[float]]
Of = Callable[[Type], Type]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A way to answer: `pick` gets values, weights, levels and the parameter before the levels."""

    name: str
    pick: Pick
    of: Of  # the type of the result by that of the values
    weighted: bool
    doc: str
    example: str
    first: str = ""  # an example of the parameter before the levels
    takes: Kinds = NATIVE | STAMPS
    none: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH  # the error of no arguments


def _sorted(values: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Values in order, their weights, and the sums of these."""
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    return values, weights, np.cumsum(weights)


def _positive(values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    kept = weights > 0
    return values[kept], weights[kept]


# --- ways to answer -------------------------------------------------------------------------------


def _first_reaching(values: Floats, sums: Floats, wanted: float) -> float:
    place = int(np.searchsorted(sums, wanted, "left"))
    return float(values[min(place, len(values) - 1)])


def _bfloat16(values: Floats, weights: Floats, levels: Sequence[float], first: str) -> list[float]:
    bits = values.astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
    short = bits.view(np.float32).astype(np.float64)
    ordered, _, sums = _sorted(short, weights)
    total = float(sums[-1])
    return [_first_reaching(ordered, sums, level * total) for level in levels]


def _relative(values: Floats, weights: Floats, levels: Sequence[float], first: str) -> list[float]:
    """DDSketch: values of one bucket differ by the relative accuracy at most."""
    accuracy = float(first)
    gamma = (1 + accuracy) / (1 - accuracy)
    below = np.sort(-values[values < 0])
    above = np.sort(values[values > 0])
    zeros = len(values) - len(below) - len(above)

    def bucket(value: float) -> float:
        key = int(math.log(value) / math.log(gamma))
        return math.exp(key * math.log(gamma)) * (1 + accuracy)

    def at(level: float) -> float:
        rank = level * (len(values) - 1)
        if rank < len(below):
            return -bucket(float(below[min(math.ceil(len(below) - rank) - 1, len(below) - 1)]))
        if rank < len(below) + zeros:
            return 0.0
        return bucket(float(above[min(int(rank - len(below) - zeros), len(above) - 1)]))

    return [at(level) for level in levels]


def _middles(values: Floats, weights: Floats, levels: Sequence[float], first: str) -> list[float]:
    """Between the middles of the weights; equal values are one, with all their weight."""
    ordered, places = np.unique(values, return_inverse=True)
    kept = np.bincount(places, weights)
    sums = np.cumsum(kept)
    middles = (sums - kept / 2) / sums[-1]
    return [float(v) for v in np.interp(levels, middles, ordered)]


def _repeated(values: Floats, weights: Floats, levels: Sequence[float], first: str) -> list[float]:
    """As if every value came as often as its weight says, between neighbours if need be."""
    ordered, _, sums = _sorted(values, weights)

    def at(level: float) -> float:
        place = level * (float(sums[-1]) - 1)
        low, high = math.floor(place), math.ceil(place)
        ends = [_first_reaching(ordered, sums, p + 1) for p in (low, high)]
        return ends[0] + (place - low) * (ends[1] - ends[0])

    return [at(level) for level in levels]


def _digest(values: Floats, weights: Floats, levels: Sequence[float], first: str) -> list[float]:
    """A t-digest whose centroids are the values themselves."""
    ordered, kept, sums = _sorted(values.astype(np.float32).astype(np.float64), weights)
    middles = sums - kept / 2
    left = np.where(kept == 1, middles + 0.5, middles)
    right = np.where(kept == 1, middles - 0.5, middles)

    def at(level: float) -> float:
        x = level * float(sums[-1])
        place = int(np.searchsorted(middles, x, "left"))
        if place in (0, len(ordered)):
            return float(ordered[0 if place == 0 else -1])
        start, end = float(left[place - 1]), float(right[place])
        if x <= start or x >= end:
            return float(ordered[place - 1 if x <= start else place])
        share = (x - start) / (end - start)
        return float(ordered[place - 1] + share * (ordered[place] - ordered[place - 1]))

    return [float(np.float32(at(level))) for level in levels]


# Times up to 1024 are counted one by one, others in buckets of 16, the greatest together.
_SMALL_TIMES, _BUCKET, _GREATEST = 1024, 16, 30000
_TINY, _MEDIUM = 31, 5672  # so many times are kept as they are: weighted ones, or others


def _times(values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Values as times; what is no time does not count."""
    known = (values >= 0) & (values <= float((1 << 63) - 1))
    return np.minimum(np.trunc(values[known]), _GREATEST), weights[known]


def _timing(values: Floats, weights: Floats, levels: Sequence[float], first: str) -> list[float]:
    times, weights = _times(values, weights)
    return _bucketed(times, weights, levels, exact=len(times) <= _MEDIUM)


def _timing_weighted(
    values: Floats, weights: Floats, levels: Sequence[float], first: str
) -> list[float]:
    times, weights = _times(values, weights)
    few = float(weights.sum()) <= _TINY and float(weights.max(initial=0)) < _TINY
    return _bucketed(times, weights, levels, exact=few)


def _bucketed(
    times: Floats, weights: Floats, levels: Sequence[float], *, exact: bool
) -> list[float]:
    """The times at the levels; where there are many, one by chance of the bucket of each."""
    if not len(times):
        return [math.nan] * len(levels)
    if not exact:
        bucket = ((times - _SMALL_TIMES) // _BUCKET).astype(np.int64)
        chance = int_hash32(bucket.astype(np.uint64) ^ _SALT).astype(np.int64) % _BUCKET
        shown = bucket * _BUCKET + _SMALL_TIMES + chance - _BUCKET // 2
        single = (times < _SMALL_TIMES) | (times >= _GREATEST)
        order = np.argsort(times, kind="stable")
        shown_times, sums = np.where(single, times, shown)[order], np.cumsum(weights[order])
        wanted = [math.ceil(float(sums[-1]) * level) for level in levels]
        return [_first_reaching(shown_times, sums, rank) for rank in wanted]
    ordered, _, sums = _sorted(times, weights)
    total = float(sums[-1])
    places = [int(np.searchsorted(sums, math.floor(level * total), "right")) for level in levels]
    return [float(ordered[min(place, len(ordered) - 1)]) for place in places]


# --- declaration ----------------------------------------------------------------------------------

_FEW = Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION
_SKETCHES = (
    Sketch(
        "BFloat16", _bfloat16, interpolated_type, False, "The quantile of values of 8 bits.", "4"
    ),
    Sketch(
        "BFloat16Weighted",
        _bfloat16,
        interpolated_type,
        True,
        "The quantile of values of 8 bits.",
        "7",
        none=_FEW,
    ),
    Sketch(
        "DD",
        _relative,
        interpolated_type,
        False,
        "The quantile with a relative accuracy, the first parameter.",
        "4.0148353330285875",
        "0.01",
        none=_FEW,
    ),
    Sketch(
        "InterpolatedWeighted",
        _middles,
        lambda type_: type_,
        True,
        "The quantile between weighted values.",
        "6",
        takes=PLAIN_DECIMALS | FINE_STAMPS,
    ),
    Sketch(
        "ExactWeightedInterpolated",
        _repeated,
        interpolated_type,
        True,
        "The quantile of values that come as often as the second argument says.",
        "7",
        takes=PLAIN_DECIMALS | FINE_STAMPS,
    ),
    Sketch(
        "TDigestWeighted",
        _digest,
        single_type,
        True,
        "The quantile of weighted values as a t-digest gives it.",
        "6.6923075",
    ),
    Sketch(
        "Timing",
        _timing,
        lambda type_: FLOAT32,
        False,
        "The quantile of times in milliseconds.",
        "5",
        none=_FEW,
    ),
    Sketch(
        "TimingWeighted",
        _timing_weighted,
        lambda type_: FLOAT32,
        True,
        "The quantile of weighted times in milliseconds.",
        "7",
    ),
)


def _levels(sketch: Sketch, parameters: Sequence[Value]) -> tuple[str, list[float]]:
    """The parameter before the levels, if the sketch has one, and the levels."""
    rest = list(parameters)
    first = str(rest.pop(0)) if sketch.first and rest else ""
    if sketch.first and not first:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Aggregate function quantile{sketch.name} requires relative accuracy or more",
        )
    levels = [level_of(p) for p in rest] or [0.5]
    if sketch.first:
        _check_accuracy(parameters[0])
    return first, levels


def _check_accuracy(value: Value) -> None:
    code = Code.ILLEGAL_TYPE_OF_ARGUMENT
    if isinstance(value, int):
        raise Error(code, "Aggregate function quantileDD requires relative accuracy of Float64")
    if not 0 < float_parameter("quantileDD", value, code) < 1:
        message = f"Relative accuracy must be between 0 and 1 but is {value}"
        raise Error(Code.BAD_ARGUMENTS, message)


def _declare(sketch: Sketch, many: bool) -> None:
    name = f"quantile{'s' if many else ''}{sketch.name}"

    def apply(columns: list[Floats], options: list[str]) -> list[float]:
        values = columns[0]
        weights = columns[1] if sketch.weighted else np.ones(len(values))
        known = ~np.isnan(values)
        values, weights = values[known], weights[known]
        if not sketch.name.startswith("BFloat16"):
            values, weights = _positive(values, weights)
        levels = [float(option) for option in options[1:]]
        if len(values) == 0:
            return [math.nan] * len(levels)
        return sketch.pick(values, weights, levels, options[0])

    kernel = register(name, 2 if sketch.weighted else 1, apply)

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        _levels(sketch, parameters)
        result = sketch.of(arguments[0].type)
        return Array(result) if many else result

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        first, levels = _levels(sketch, call.parameters)
        result = sketch.of(call.inner(0))
        found = answer(kernel, parts, [first, *(repr(level) for level in levels)])
        each = sql.function(["_x"], _value(Sql('"_x"'), result))
        values = sql.call("list_transform", found, each)
        if many:
            return values
        some = Sql(f"{values}[1]")
        return sql.case((f"len({parts[0]}) > 0", some)) if call.result.nullable else some

    columns = 2 if sketch.weighted else 1
    given = ", ".join(p for p in (sketch.first, "0.5" if many or sketch.first else "") if p)
    call = f"{name}{f'({given})' if given else ''}({', '.join(['number'] * columns)})"
    aggregate(
        Aggregate(
            name,
            returns,
            (columns, columns),
            states=lambda call: (Array(FLOAT64),) * columns,
            partial=lambda call: tuple(
                gathered(to_double(value, call.inner(i))) for i, value in enumerate(call.sqls)
            ),
            merge=lambda call, parts: tuple(flattened(part) for part in parts),
            final=final,
            doc=sketch.doc,
            example=(call, f"[{sketch.example}]" if many else sketch.example),
            aliases=() if many else (f"median{sketch.name}",),
            parameters=(2 if sketch.first else 1, None) if many else (0, 2 if sketch.first else 1),
            takes=(sketch.takes, UNSIGNED),
            excess=Code.PARAMETER_OUT_OF_BOUND,
            # ClickHouse forgot one of them.
            of_null=of_null(many and sketch.name != "BFloat16Weighted"),
            wrong_arity=((0, sketch.none),),
        )
    )


def _value(number: Sql, result: Type) -> Sql:
    if isinstance(result, Float):
        return sql.cast(number, result.kernel)
    nothing = sql.cast("0", result.kernel) if isinstance(result, Decimal) else result.default()
    return sql.case((f"isnan({number})", nothing), otherwise=from_double(number, result))


for _sketch in _SKETCHES:
    for _many in (False, True):
        _declare(_sketch, _many)
