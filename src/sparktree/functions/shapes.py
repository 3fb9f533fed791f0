"""The shape of data in few points: histogram, largest triangles."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import AggregateCall, integer_parameter
from sparktree.functions.basic_aggregates import from_double
from sparktree.functions.declare import Argument, Value
from sparktree.functions.group_arrays import without_zone
from sparktree.functions.group_numbers import Floats, over_numbers
from sparktree.functions.kinds import DECIMALS, MOMENTS, NUMBERS, kinds
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, Array, DateTime64, Moment, Tuple, Type

_STREAMED = 1 << 16  # so many points are fused one by one; more are fused with neighbours first


# --- histogram ----------------------------------------------------------------------------------


def _bins(parameters: Sequence[Value]) -> int:
    bins = integer_parameter("histogram", parameters[0], Code.UNSUPPORTED_PARAMETER)
    if bins < 0:
        raise Error(Code.UNSUPPORTED_PARAMETER, "Bin count must be positive")
    if not 0 < bins <= 250:
        raise Error(
            Code.PARAMETER_OUT_OF_BOUND,
            "Bin count must be positive" if bins <= 0 else "Unsupported bin count: at most 250",
        )
    return bins


def _histogram_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    _bins(parameters)
    return Array(Tuple((FLOAT64, FLOAT64, FLOAT64)))


def _thinned(values: Floats) -> tuple[Floats, Floats]:
    """The points and their weights, few enough to be fused one by one."""
    if len(values) <= _STREAMED:
        return values, np.ones(len(values))
    ordered = np.sort(values)
    starts = np.linspace(0, len(ordered), _STREAMED, endpoint=False).astype(np.int64)
    weights = np.diff(np.append(starts, len(ordered))).astype(np.float64)
    return np.add.reduceat(ordered, starts) / weights, weights


def _fused(points: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """The points, the nearest neighbours made one until so many are left (Ben-Haim, Tom-Tov)."""
    points = sorted(points, key=lambda point: point[0])
    size = len(points)
    after = list(range(1, size + 1))
    before = list(range(-1, size - 1))
    alive = [True] * size
    queue = [(points[i + 1][0] - points[i][0], i) for i in range(size - 1)]
    heapq.heapify(queue)
    left = size
    while left > most and queue:
        gap, i = heapq.heappop(queue)
        j = after[i]
        if not alive[i] or j >= size or points[j][0] - points[i][0] > gap:
            continue
        points[i] = _together(points[i], points[j])
        alive[j] = False
        after[i] = after[j]
        if after[i] < size:
            before[after[i]] = i
            heapq.heappush(queue, (points[after[i]][0] - points[i][0], i))
        if before[i] >= 0:
            heapq.heappush(queue, (points[i][0] - points[before[i]][0], before[i]))
        left -= 1
    return [point for point, kept in zip(points, alive, strict=True) if kept]


def _together(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    weight = one[1] + other[1]
    return one[0] + other[1] * (other[0] - one[0]) / weight, weight


def _unique(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points that differ in the last digit alone are one."""
    kept: list[tuple[float, float]] = []
    for point in points:
        if kept and kept[-1][0] + 10 * (kept[-1][0] + point[0]) * np.finfo(float).eps >= point[0]:
            kept[-1] = _together(kept[-1], point)
        else:
            kept.append(point)
    return kept


def _histogram(columns: list[Floats], options: list[str]) -> Sequence[float]:
    if not np.isfinite(columns[0]).all():
        message = "Invalid value (inf or nan) for aggregation by 'histogram' function"
        raise ValueError(raising(Code.INCORRECT_DATA, message))
    if len(columns[0]) == 0:
        return []
    most = int(options[0])
    values, weights = _thinned(columns[0])
    points: list[tuple[float, float]] = []
    for point in zip(values.tolist(), weights.tolist(), strict=True):
        points.append(point)
        if len(points) >= most * 2:
            points = _fused(points, most)
    points = _unique(_fused(points, most))
    return _bars(points, float(columns[0].min()), float(columns[0].max()))


def _bars(points: list[tuple[float, float]], low: float, high: float) -> list[float]:
    bars: list[float] = []
    for i, (mean, weight) in enumerate(points):
        first, last = i == 0, i + 1 == len(points)
        start = low if first else (mean + points[i - 1][0]) / 2
        end = high if last else (mean + points[i + 1][0]) / 2
        below = weight if first else (points[i - 1][1] + weight * 3) / 4
        above = weight if last else (points[i + 1][1] + weight * 3) / 4
        bars += [start, end, (below + above) / 2]
    return bars


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


def _triangles(columns: list[Floats], options: list[str]) -> Sequence[float]:
    order = np.argsort(columns[0], kind="stable")
    x, y = columns[0][order], columns[1][order]
    size, wanted = len(x), int(options[0])
    if size <= wanted:
        chosen = list(range(size))
    elif wanted <= 2:
        chosen = [0, size - 1][:wanted]
    else:
        chosen = _largest(x, y, wanted)
    return np.column_stack([x[chosen], y[chosen]]).ravel().tolist() if chosen else []


def _largest(x: Floats, y: Floats, wanted: int) -> list[int]:
    """In every bucket the point of the largest triangle with the last one and the next mean."""
    size = len(x)
    step = (size - 2) / (wanted - 2)
    chosen = [0]
    for i in range(wanted - 2):
        low, high = int(i * step) + 1, int((i + 1) * step) + 1
        end = min(int((i + 2) * step) + 1, size)
        mean_x, mean_y = x[high:end].mean(), y[high:end].mean()
        last = chosen[-1]
        area = np.abs(
            (x[last] - mean_x) * (y[low:high] - y[last])
            - (x[last] - x[low:high]) * (mean_y - y[last])
        )
        chosen.append(low + int(area.argmax()))
    return [*chosen, size - 1]


def _typed(call: AggregateCall, found: Sql) -> Sql:
    assert isinstance(call.result, Array) and isinstance(call.result.of, Tuple)
    items = [
        from_double(Sql(f"_a[_i * 2 + {n + 1}]"), type_)
        for n, type_ in enumerate(call.result.of.of)
    ]
    points = f"list_transform(range(len(_a) // 2), lambda _i: {sql.struct(*items)})"
    return Sql(f"list_transform([{found}], lambda _a: {points})[1]")


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
