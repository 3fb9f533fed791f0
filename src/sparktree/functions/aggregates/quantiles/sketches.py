"""Quantiles with weights, and as sketches give them: BFloat16, DD, t-digest, timing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
    float_parameter,
)
from sparktree.functions.aggregates.group_columns import Flags, Floats, Groups, register_groups
from sparktree.functions.aggregates.group_numbers import answer
from sparktree.functions.aggregates.kinds import (
    FINE_STAMPS,
    NATIVE,
    PLAIN_DECIMALS,
    STAMPS,
    UNSIGNED,
    Kinds,
)
from sparktree.functions.aggregates.list_states import NUMBER_LISTS
from sparktree.functions.aggregates.quantiles.gathered import (
    interpolated_type,
    level_of,
    of_null,
    single_type,
)
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.doubles import from_double
from sparktree.functions.hashes.hash_arrays import int_hash32
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT32, Array, Decimal, Float, Type

_SALT = np.uint64(0x75D9543DE018BF45)  # of intHash32, which is not wanted here

Pick = Callable[[Groups, Sequence[float], str], list[Floats]]
Of = Callable[[Type], Type]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A way to answer: `pick` gets the groups, levels and the parameter before the levels."""

    name: str
    pick: Pick
    of: Of  # the type of the result by that of the values
    weighted: bool
    doc: str
    example: str
    first: str = ""  # an example of the parameter before the levels
    takes: Kinds = NATIVE | STAMPS
    none: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH  # the error of no arguments


# --- ways to answer -------------------------------------------------------------------------------


def _first_reaching(groups: Groups, sums: Floats, wanted: Floats) -> Floats:
    """The value of each group at which the sums of its weights reach what is wanted."""
    return groups.at(groups.counted(sums < wanted[groups.rows]))


def _bfloat16(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    bits = groups.values.astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
    ordered = replace(groups, values=bits.view(np.float32).astype(np.float64)).ordered()
    sums, totals = ordered.sums(), ordered.totals()
    return [_first_reaching(ordered, sums, level * totals) for level in levels]


def _relative(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    """DDSketch: values of one bucket differ by the relative accuracy at most."""
    accuracy = float(first)
    gamma = (1 + accuracy) / (1 - accuracy)
    ordered = groups.ordered()
    below, above = ordered.counted(ordered.values < 0), ordered.counted(ordered.values > 0)
    zeros = ordered.sizes - below - above

    def at(level: float) -> Floats:
        rank = level * (ordered.sizes - 1)
        negative = np.minimum(np.ceil(below - rank) - 1, below - 1)
        positive = np.minimum(np.trunc(rank - below - zeros), above - 1)
        place = np.where(rank < below, below - 1 - negative, below + zeros + positive)
        found = ordered.at(place.astype(np.int64))
        of_zero = (rank >= below) & (rank < below + zeros)
        return np.where(of_zero, 0.0, _bucket(found, gamma, accuracy))

    return [at(level) for level in levels]


def _bucket(values: Floats, gamma: float, accuracy: float) -> Floats:
    """What stands for the values of a bucket; by Arrow's logarithm, which is that of the system."""
    places_a_power = 1 / math.log(gamma)
    keys = np.trunc(np.asarray(pc.ln(np.abs(values))) * places_a_power)
    different, places = np.unique(keys, return_inverse=True)
    shown = [math.exp(key / places_a_power) * (1 + accuracy) for key in different]
    return np.asarray(np.copysign(np.array(shown)[places], values), np.float64)


def _middles(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    """Between the middles of the weights; equal values are one, with all their weight."""
    ordered = groups.ordered()
    new = np.ones(len(ordered.values), np.bool_)
    new[1:] = np.diff(ordered.values) != 0
    new[1:] |= np.diff(ordered.rows) != 0
    weights = np.bincount(np.cumsum(new) - 1, ordered.weights).astype(np.float64)
    merged = Groups(ordered.values[new], weights, ordered.rows[new], ordered.count)
    middles = (merged.sums() - weights / 2) / merged.totals()[merged.rows]

    def at(level: float) -> Floats:
        place = merged.counted(middles <= level) - 1
        start, end = merged.at(place), merged.at(place + 1)
        low, high = merged.at(place, middles), merged.at(place + 1, middles)
        between = (end - start) / (high - low) * (level - low) + start
        outside = (place < 0) | (place >= merged.sizes - 1) | (low == level)
        return np.where(outside, start, between)

    return [at(level) for level in levels]


def _repeated(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    """As if every value came as often as its weight says, between neighbours if need be."""
    ordered = groups.ordered()
    sums, totals = ordered.sums(), ordered.totals()

    def at(level: float) -> Floats:
        place = level * (totals - 1)
        low, high = np.floor(place), np.ceil(place)
        start, end = (_first_reaching(ordered, sums, p + 1) for p in (low, high))
        return start + (place - low) * (end - start)

    return [at(level) for level in levels]


def _digest(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    """A t-digest whose centroids are the values themselves."""
    short = groups.values.astype(np.float32).astype(np.float64)
    ordered = replace(groups, values=short).ordered()
    middles, totals = ordered.sums() - ordered.weights / 2, ordered.totals()
    single = ordered.weights == 1
    left, right = np.where(single, middles + 0.5, middles), np.where(single, middles - 0.5, middles)

    def at(level: float) -> Floats:
        x = level * totals
        place = ordered.counted(middles < x[ordered.rows])
        below, above = ordered.at(place - 1), ordered.at(place)
        start, end = ordered.at(place - 1, left), ordered.at(place, right)
        share = (x - start) / (end - start)
        between = (1 - share) * below + share * above  # this way round for infinities
        shown = np.where(x <= start, below, np.where(x >= end, above, between))
        shown = np.where(place == ordered.sizes, below, np.where(place == 0, above, shown))
        return shown.astype(np.float32).astype(np.float64)

    return [at(level) for level in levels]


# Times up to 1024 are counted one by one, others in buckets of 16, the greatest together.
_SMALL_TIMES, _BUCKET, _GREATEST = 1024, 16, 30000
_TINY, _MEDIUM = 31, 5672  # so many times are kept as they are: weighted ones, or others


def _times(groups: Groups) -> Groups:
    """Values as times; what is no time does not count."""
    known = groups.where((groups.values >= 0) & (groups.values <= float((1 << 63) - 1)))
    return replace(known, values=np.minimum(np.trunc(known.values), _GREATEST)).ordered()


def _timing(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    times = _times(groups)
    return _bucketed(times, levels, times.sizes <= _MEDIUM)


def _timing_weighted(groups: Groups, levels: Sequence[float], first: str) -> list[Floats]:
    times = _times(groups)
    heavy = times.counted(times.weights >= _TINY)
    return _bucketed(times, levels, (times.totals() <= _TINY) & (heavy == 0))


def _bucketed(times: Groups, levels: Sequence[float], exact: Flags) -> list[Floats]:
    """The times at the levels; where there are many, one by chance of the bucket of each."""
    bucket = ((times.values - _SMALL_TIMES) // _BUCKET).astype(np.int64)
    chance = int_hash32(bucket.astype(np.uint64) ^ _SALT).astype(np.int64) % _BUCKET
    shown = bucket * _BUCKET + _SMALL_TIMES + chance - _BUCKET // 2
    single = (times.values < _SMALL_TIMES) | (times.values >= _GREATEST)
    by_chance = np.where(single, times.values, shown)
    sums, totals = times.sums(), times.totals()

    def at(level: float) -> Floats:
        few = times.counted(sums <= np.floor(level * totals)[times.rows])
        many = times.counted(sums < np.ceil(totals * level)[times.rows])
        return np.where(exact, times.at(few), times.at(many, by_chance))

    return [at(level) for level in levels]


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

    def apply(groups: Groups, options: list[str]) -> list[Floats]:
        kept = ~np.isnan(groups.values)
        if not sketch.name.startswith("BFloat16"):
            kept &= groups.weights > 0
        levels = [float(option) for option in options[1:]]
        return sketch.pick(groups.where(kept), levels, options[0])

    kernel = register_groups(name, sketch.weighted, apply)

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
        some = sql.item(values, 1)
        return sql.case((Sql(f"len({parts[0]}) > 0"), some)) if call.result.nullable else some

    columns = 2 if sketch.weighted else 1
    given = ", ".join(p for p in (sketch.first, "0.5" if many or sketch.first else "") if p)
    call = f"{name}{f'({given})' if given else ''}({', '.join(['number'] * columns)})"
    aggregate(
        Aggregate(
            name,
            returns,
            (columns, columns),
            **NUMBER_LISTS,
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
    nothing = sql.cast(0, result.kernel) if isinstance(result, Decimal) else result.default()
    return sql.case((Sql(f"isnan({number})"), nothing), otherwise=from_double(number, result))


for _sketch in _SKETCHES:
    for _many in (False, True):
        _declare(_sketch, _many)
