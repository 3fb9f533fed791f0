"""The shape of data in few points: histogram, largest triangles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import AggregateCall, integer_parameter
from sparktree.functions.aggregates.group_arrays import without_zone
from sparktree.functions.aggregates.group_numbers import over_numbers
from sparktree.functions.aggregates.histograms import bars, histograms
from sparktree.functions.aggregates.kinds import DECIMALS, MOMENTS, NUMBERS, kinds
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.doubles import from_double
from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.core.list_tables import in_order, least_and_greatest
from sparktree.functions.core.lists import transform
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, Array, DateTime64, Moment, Tuple, Type

# --- histogram ----------------------------------------------------------------------------------


def _bins(parameters: Sequence[Value]) -> int:
    bins = integer_parameter("histogram", parameters[0], Code.UNSUPPORTED_PARAMETER)
    if bins < 0:
        raise Error(Code.UNSUPPORTED_PARAMETER, "Bin count must be positive")
    if bins == 0:
        raise Error(Code.BAD_ARGUMENTS, "Bin count should be positive")
    if bins > 250:
        raise Error(Code.PARAMETER_OUT_OF_BOUND, "Unsupported bin count: at most 250")
    return bins


def _histogram_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    _bins(parameters)
    return Array(Tuple((FLOAT64, FLOAT64, FLOAT64)))


def _histogram(columns: list[ListRows], options: list[str]) -> ListRows:
    (lists,) = columns
    if not np.isfinite(lists.values).all():
        message = "Invalid value (inf or nan) for aggregation by 'histogram' function"
        raise ValueError(raising(Code.INCORRECT_DATA, message))
    points = histograms(lists, int(options[0]))
    return ListRows(bars(points, *least_and_greatest(lists)), points.sizes * 3)


over_numbers(
    "histogram",
    _histogram_type,
    1,
    _histogram,
    "Bars of the values: lower end, upper end, height.",
    ("histogram(2)(number % 2)", "[(0,0.5,5),(0.5,1,5)]"),
    parameters=(1, 1),
    takes=(NUMBERS | kinds("enum"),),
)


# --- the largest triangles ----------------------------------------------------------------------


def _points_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    name = "largestTriangleThreeBuckets"
    if integer_parameter(name, parameters[0], Code.ILLEGAL_TYPE_OF_ARGUMENT) < 0:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Parameter of {name} must be UInt64")
    return Array(Tuple(tuple(_coordinate(a.type) for a in arguments)))


def _coordinate(type_: Type) -> Type:
    """Floats, but moments stay what they are, without their time zone."""
    if isinstance(type_, DateTime64):
        return replace(type_, zone=None)
    return without_zone(type_) if isinstance(type_, Moment) else FLOAT64


def _triangles(columns: list[ListRows], options: list[str]) -> ListRows:
    wanted = int(options[0])
    x, y, sizes = _line(*columns)
    starts = np.cumsum(sizes) - sizes
    counts = np.minimum(sizes, wanted)
    chosen, rows = _runs(starts, counts)
    large = sizes > wanted
    if wanted > 2 and large.any():
        chosen[large[rows]] = _largest(x, y, starts[large], sizes[large], wanted).ravel()
    elif wanted == 2:
        chosen[(np.cumsum(counts) - 1)[large]] = (starts + sizes - 1)[large]
    return ListRows(np.column_stack([x[chosen], y[chosen]]).ravel(), counts * 2)


def _line(across: ListRows, up: ListRows) -> tuple[Floats, Floats, Counts]:
    """The points of every row from left to right, without those that have no place."""
    nowhere = np.isnan(across.values) | np.isnan(up.values)
    if nowhere.any():
        sizes = across.sizes - np.bincount(across.rows[nowhere], minlength=len(across.sizes))
        across = ListRows(across.values[~nowhere], sizes)
        up = ListRows(up.values[~nowhere], sizes)
    order = in_order(across)
    return across.values[order], up.values[order], across.sizes


def _largest(x: Floats, y: Floats, starts: Counts, sizes: Counts, wanted: int) -> Counts:
    """In every bucket the point of the largest triangle with the last one and the next mean."""
    step = (sizes - 2) / (wanted - 2)
    bounds = (np.arange(wanted) * step[:, None]).astype(np.int64) + 1
    bounds[:, -1] = np.minimum(bounds[:, -1], sizes)
    firsts, widths = starts[:, None] + bounds[:, :-1], np.diff(bounds, axis=1)
    means_x, means_y = _means((x, y), firsts[:, 1:], widths[:, 1:])
    chosen = np.empty((len(sizes), wanted), np.int64)
    chosen[:, 0], chosen[:, -1] = starts, starts + sizes - 1
    for i in range(wanted - 2):
        first, width, last = firsts[:, i], widths[:, i], chosen[:, i]
        here, row = _quick_runs(first, width)
        points_x, points_y = x[here], y[here]
        last_x, last_y, mean_x, mean_y = x[last], y[last], means_x[:, i], means_y[:, i]
        # As ClickHouse adds, for the digits.
        area = last_x[row] * points_y + points_x * mean_y[row]
        area += (mean_x * last_y)[row]
        area -= (last_x * mean_y)[row]
        area -= points_x * last_y[row]
        area -= mean_x[row] * points_y
        chosen[:, i + 1] = first + _first_greatest(np.fmax(np.abs(area), 0.0), width)
    return chosen


def _runs(firsts: Counts, sizes: Counts) -> tuple[Counts, Counts]:
    """The places of runs of so many from the first on, and the number of each one's run."""
    owners = np.repeat(np.arange(len(sizes)), sizes)
    shifts = firsts - (np.cumsum(sizes) - sizes)
    return np.arange(len(owners)) + shifts[owners], owners


def _quick_runs(firsts: Counts, sizes: Counts) -> tuple[Counts | slice, Counts | slice]:
    """As `_runs`; a single one is a slice."""
    if len(firsts) == 1:
        return slice(firsts[0], firsts[0] + sizes[0]), slice(None)
    return _runs(firsts, sizes)


def _means(values: tuple[Floats, Floats], firsts: Counts, sizes: Counts) -> list[Floats]:
    """The means of runs, added up one by one."""
    places, _ = _quick_runs(firsts[:, 0], sizes.sum(axis=1))
    owners = np.repeat(np.arange(sizes.size), sizes.ravel())
    return [np.bincount(owners, one[places]).reshape(sizes.shape) / sizes for one in values]


def _first_greatest(areas: Floats, widths: Counts) -> Counts:
    """The place of the first greatest area in every run."""
    if len(widths) == 1:
        return np.asarray([areas.argmax()], np.int64)
    starts = np.cumsum(widths) - widths
    tops = np.maximum.reduceat(areas, starts)
    places = np.flatnonzero(areas == np.repeat(tops, widths))
    return places[np.searchsorted(places, starts)] - starts


def _typed(call: AggregateCall, found: Sql) -> Sql:
    assert isinstance(call.result, Array) and isinstance(call.result.of, Tuple)
    types = call.result.of.of

    def points(numbers: Sql) -> Sql:
        def point(place: Sql) -> Sql:
            items = (Sql(f"{numbers}[{place} * 2 + {n + 1}]") for n in range(len(types)))
            return sql.struct(*map(from_double, items, types))

        return transform(Sql(f"range(len({numbers}) // 2)"), point)

    return sql.bound(found, points)


over_numbers(
    "largestTriangleThreeBuckets",
    _points_type,
    2,
    _triangles,
    "So many points that keep the shape of the line through all of them.",
    ("largestTriangleThreeBuckets(2)(number, number)", "[(0,0),(9,9)]"),
    parameters=(1, 1),
    aliases=("lttb",),
    shape=_typed,
    takes=(DECIMALS | MOMENTS,),
    refused=Code.NOT_IMPLEMENTED,
)
