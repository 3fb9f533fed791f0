"""sparkbar: a histogram of the values along an axis, drawn as one line of text."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import (
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
    gathered,
    integer_parameter,
)
from sparktree.functions.basic_aggregates import to_double
from sparktree.functions.declare import Argument, Value
from sparktree.functions.group_numbers import Floats, answer, register
from sparktree.functions.kinds import NUMBERS, STAMPS, UNSIGNED
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, STRING, Array, Float, Integer, Type

_BARS = " ▁▂▃▄▅▆▇█"
_STEPS = len(_BARS) - 2
_EPOCH = datetime.date(1970, 1, 1)


def _heights(columns: list[Floats], options: list[str]) -> list[float]:
    """Which bar stands at every place, 0 for none; values of one place are averaged."""
    width, greatest, low, high = int(options[0]), float(options[1]), *options[2:]
    x, y = columns
    drawn = y > 0
    if low:
        drawn &= (x >= float(low)) & (x <= float(high))
    if not drawn.any():
        return []
    points, which = np.unique(x[drawn], return_inverse=True)
    sums = np.minimum(np.bincount(which, y[drawn]), greatest)
    # The axis reaches as far as any rows do, also those that are not drawn.
    start, end = (float(low), float(high)) if low else (float(x.min()), float(x.max()))
    if start == end:
        return [float(len(_BARS) - 1)]
    places = np.minimum((width / (end - start + 1) * (points - start)).astype(np.int64), width - 1)
    totals = np.bincount(places, sums, width)
    means = totals / np.maximum(np.bincount(places, minlength=width), 1)
    means[totals > greatest] = greatest  # a sum that its type cannot hold is the greatest mean
    whole = np.isfinite(greatest)
    means = np.floor(means) if whole else means
    top = means.max()
    scaled = means * _STEPS / top if whole else means / (top / _STEPS)
    return [float(v) for v in np.where(means > 0, np.floor(scaled) + 1, 0)] if top > 0 else []


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
    bar = f"substr({sql.string(_BARS)}, CAST(_h AS BIGINT) + 1, 1)"
    line = Sql(f"array_to_string(list_transform({heights}, lambda _h: {bar}), '')")
    return sql.case((f"len({parts[0]}) > 0", line)) if call.result.nullable else line


aggregate(
    Aggregate(
        "sparkbar",
        _returns,
        (2, 2),
        states=lambda call: (Array(FLOAT64), Array(FLOAT64)),
        partial=lambda call: tuple(
            gathered(to_double(value, call.inner(i))) for i, value in enumerate(call.sqls)
        ),
        merge=lambda call, parts: tuple(flattened(part) for part in parts),
        final=_final,
        doc="A line of bars: how great the second argument is along the first.",
        example=("sparkbar(5)(number, number)", "▁▃▅▆█"),
        aliases=("sparkBar",),
        parameters=(0, None),
        takes=(UNSIGNED | STAMPS, NUMBERS),
    )
)
