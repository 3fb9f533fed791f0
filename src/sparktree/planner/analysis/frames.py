"""Window frames: typed, and refused where they make no sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import Expr, FrameBound, SortItem, WindowFrame, is_constant
from sparktree.planner.lower import fold
from sparktree.sql import ast, column_name
from sparktree.types import Date, DateTime, Float, Integer

_RANGE_TYPES = (Integer, Float, Date, DateTime)
_LARGEST_OFFSET = 2**31 - 1


def typed_frame(
    frame: ast.Frame | None,
    order: Sequence[SortItem],
    expr: Callable[[ast.Expression], Expr],
    context: QueryContext,
) -> WindowFrame | None:
    """The frame with its offsets typed."""
    if frame is None:
        return None
    _check_ends(frame)
    start = _bound(frame, "start", expr, context)
    end = _bound(frame, "end", expr, context)
    if frame.unit == "RANGE" and not (start.offset is None and end.offset is None):
        _check_range(order)
    if _distance(start, context) > _distance(end, context):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Frame start offset {_text(frame.start)} does not precede the frame end offset"
            f" {_text(frame.end)}",
        )
    return WindowFrame(frame.unit, start, end)


def _check_ends(frame: ast.Frame) -> None:
    start, end = frame.start, frame.end
    if start.offset is None and not start.current and start.direction == "FOLLOWING":
        raise Error(Code.BAD_ARGUMENTS, "Frame start cannot be UNBOUNDED FOLLOWING")
    if end.offset is None and not end.current and end.direction == "PRECEDING":
        raise Error(Code.BAD_ARGUMENTS, "Frame end cannot be UNBOUNDED PRECEDING")


def _check_range(order: Sequence[SortItem]) -> None:
    if len(order) != 1:
        raise Error(
            Code.BAD_ARGUMENTS,
            "The RANGE OFFSET window frame requires exactly one ORDER BY column,"
            f" {len(order)} given",
        )
    type_ = order[0].expr.type
    if not isinstance(type_.inner, _RANGE_TYPES):
        raise not_implemented(
            f"The RANGE OFFSET frame for an ORDER BY column of type {type_} is not implemented."
        )


def _bound(
    frame: ast.Frame,
    side: str,
    expr: Callable[[ast.Expression], Expr],
    context: QueryContext,
) -> FrameBound:
    bound: ast.FrameBound = getattr(frame, side)
    preceding = bound.direction == "PRECEDING"
    if bound.offset is None:
        return FrameBound(None, preceding, bound.current)
    offset = expr(bound.offset)
    if not is_constant(offset) or not isinstance(offset.type, Integer | Float):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Window frame {'begin' if side == 'start' else 'end'} OFFSET expression must be"
            f" constant with numeric type. Actual: {column_name(bound.offset)}",
        )
    value = fold(offset, context).value
    if not isinstance(value, int) or not 0 <= value <= _LARGEST_OFFSET:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Frame {side} offset for '{frame.unit}' frame must be a nonnegative 32-bit integer,"
            f" '{value}' of type '{offset.type}' given",
        )
    return FrameBound(offset, preceding)


def _distance(bound: FrameBound, context: QueryContext) -> float:
    """Where the border lies, counted from the current row."""
    if bound.current:
        return 0
    distance = float("inf") if bound.offset is None else offset_value(bound, context)
    return -distance if bound.preceding else distance


def offset_value(bound: FrameBound, context: QueryContext) -> int:
    """The number of a border `n PRECEDING` or `n FOLLOWING`."""
    assert bound.offset is not None
    value = fold(bound.offset, context).value
    assert isinstance(value, int)
    return value


def _text(bound: ast.FrameBound) -> str:
    if bound.current:
        return "CURRENT ROW"
    offset = "UNBOUNDED" if bound.offset is None else column_name(bound.offset)
    return f"{offset} {bound.direction}"
