"""sparkbar: a histogram of the values along an axis, drawn as one line of text."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
    integer_parameter,
)
from sparktree.functions.aggregates.group_numbers import answer, register
from sparktree.functions.aggregates.kinds import NUMBERS, STAMPS, UNSIGNED
from sparktree.functions.aggregates.list_states import NUMBER_LISTS
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.core.list_tables import least_and_greatest, sums_from_start
from sparktree.functions.core.lists import transform
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, Float, Integer, Type

_BARS = " ▁▂▃▄▅▆▇█"
_STEPS = len(_BARS) - 2
_EPOCH = datetime.date(1970, 1, 1)


def _heights(columns: list[ListRows], options: list[str]) -> ListRows:
    """Which bar stands at every place, 0 for none; values of one place are averaged."""
    width, greatest, low, high = int(options[0]), float(options[1]), *options[2:]
    lists, x, y = columns[0], columns[0].values, columns[1].values
    drawn = y > 0
    if low:
        drawn &= (x >= float(low)) & (x <= float(high))
    count = len(lists.sizes)
    rows, points, sums = _summed(lists.rows[drawn], x[drawn], y[drawn])
    # The axis reaches as far as any rows do, also those that are not drawn.
    starts, ends = (
        (np.full(count, float(low)), np.full(count, float(high)))
        if low
        else least_and_greatest(lists)
    )
    scale = width / (ends - starts + 1)
    places = np.minimum((scale[rows] * (points - starts[rows])).astype(np.int64), width - 1)
    means = _means(rows * width + places, np.minimum(sums, greatest), count * width, greatest)
    means = means.reshape(count, width)
    whole = np.isfinite(greatest)
    means = np.floor(means) if whole else means
    top = means.max(axis=1)
    scaled = means / (top / _STEPS)[:, None]
    if whole:  # unless the product is more than the type can hold
        product = means * _STEPS
        rough = means / np.floor(top / _STEPS)[:, None]
        scaled = np.where(product > greatest, rough, product / top[:, None])
    bars = np.where(means > 0, np.floor(scaled) + 1, 0.0)
    bars[bars >= len(_BARS)] = 0  # as ClickHouse draws what is too high
    some = np.bincount(rows, minlength=count) > 0
    single = some & (starts == ends)
    bars[single, 0] = len(_BARS) - 1
    sizes = np.where(single, 1, np.where(some & (top > 0), width, 0))
    return ListRows(bars[np.arange(width) < sizes[:, None]], sizes)


def _summed(rows: Counts, x: Floats, y: Floats) -> tuple[Counts, Floats, Floats]:
    """The different points of every row in order, each with the sum of its values."""
    points, ranks = np.unique(x, return_inverse=True)
    keys = rows * len(points) + ranks
    if len(rows) and rows[0] != rows[-1]:
        keys, which = np.unique(keys, return_inverse=True)
    else:
        keys, which = np.arange(len(points)) + rows[:1] * len(points), ranks
    sums = np.asarray(np.bincount(which, y, len(keys)), np.float64)
    return np.asarray(keys // len(points), np.int64), points[keys % len(points)], sums


def _means(places: Counts, sums: Floats, size: int, greatest: float) -> Floats:
    """The mean at every place. A sum that its type cannot hold is the greatest that it can, and
    what came behind it is not counted."""
    totals, counts = np.bincount(places, sums, size), np.bincount(places, minlength=size)
    beyond = totals > greatest
    if beyond.any():
        lists = ListRows(sums[beyond[places]], counts[beyond])
        held = sums_from_start(lists) <= greatest
        counts[beyond] = np.bincount(lists.rows[held], minlength=len(lists.sizes))
        totals[beyond] = greatest
    return np.asarray(totals / np.maximum(counts, 1), np.float64)


_KERNEL = register("sparkbar", 2, _heights)


def _number(value: Value) -> int:
    """A parameter on the axis."""
    return (value - _EPOCH).days if isinstance(value, datetime.date) else int(str(value))


def _returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    if len(parameters) not in (1, 3):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "The number of params does not match for aggregate function 'sparkbar', expected 1"
            f" or 3, got {len(parameters)}",
        )
    if not 2 <= integer_parameter("sparkbar", parameters[0], Code.BAD_GET) <= 1024:
        raise Error(Code.BAD_ARGUMENTS, "Parameter width must be in range [2, 1024]")
    if len(parameters) == 3 and _number(parameters[1]) >= _number(parameters[2]):
        raise Error(Code.BAD_ARGUMENTS, "Parameter `min_x` must be less than `max_x`")
    return STRING


def _final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    type_ = call.inner(1)
    greatest = "inf" if isinstance(type_, Float) else "255"
    if isinstance(type_, Integer):
        greatest = str(type_.maximum)
    width, *ends = call.parameters
    limits = [str(_number(end)) for end in ends] or ["", ""]
    heights = answer(_KERNEL, parts, [str(width), greatest, *limits])
    bars = transform(
        heights, lambda h: Sql(f"substr({sql.string(_BARS)}, CAST({h} AS BIGINT) + 1, 1)")
    )
    line = sql.call("array_to_string", bars, sql.string(""))
    return sql.case((Sql(f"len({parts[0]}) > 0"), line)) if call.result.nullable else line


aggregate(
    Aggregate(
        "sparkbar",
        _returns,
        (2, 2),
        **NUMBER_LISTS,
        final=_final,
        doc="A line of bars: how great the second argument is along the first.",
        example=("sparkbar(5)(number, number)", "▁▃▅▆█"),
        aliases=("sparkBar",),
        parameters=(0, None),
        takes=(UNSIGNED | STAMPS, NUMBERS),
    )
)
