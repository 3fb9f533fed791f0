"""Keys that are places on a curve that fills the plane: conditions over the coordinates.

The codes between two marks are a few aligned blocks of 4, 16, 64 ... codes, and each such block is
a square of the plane, on Morton's curve and on Hilbert's: a granule is read if one of its squares
meets the rectangle that is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sparktree.engines.keys.condition import Box, Condition
from sparktree.engines.keys.domain import Array, Mask
from sparktree.engines.keys.intervals import Both, Bounds
from sparktree.functions.core.byte_texts import U
from sparktree.functions.geo.curves import CURVES, Curve
from sparktree.planner.expr import Call, Expr
from sparktree.types import Integer

_BY_FUNCTION = {f"{curve.name}Encode": curve for curve in CURVES}
_MOST = (1 << 32) - 1  # of a coordinate
_LAST = (1 << 64) - 1  # code
_LEVELS = 32  # squares of 4 ** level codes

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OnCurve(Condition):
    """Coordinates of a key's code lie in a rectangle; negated it rules out nothing."""

    key: int
    curve: Curve
    ranges: tuple[Range, ...]
    negated: bool = False

    def positions(self) -> Iterator[int]:
        yield self.key

    def evaluate(self, box: Box) -> Both:
        found = box.keys.get(self.key)
        if found is None or self.negated:
            return box.anything()
        every = np.ones(box.count, dtype=np.bool_)
        if any(low > high for low, high in self.ranges):
            return ~every, every
        low = np.where(found.no_low, 0, found.low).astype(np.uint64)
        high = np.where(found.no_high, U(_LAST), found.high.astype(np.uint64))
        return self._meets(low, high) & ~found.void, every

    def both(self, other: OnCurve) -> OnCurve:
        """The condition that both are."""
        pairs = zip(self.ranges, other.ranges, strict=True)
        return replace(self, ranges=tuple((max(a, c), min(b, d)) for (a, b), (c, d) in pairs))

    def _meets(self, low: Array, high: Array) -> Mask:
        """Whether some code of each interval is that of a point in the rectangle."""
        found = np.zeros(len(low), dtype=np.bool_)
        rows = np.flatnonzero(low <= high)
        level = _common_level(low[rows], high[rows])
        rows = rows[self._touches(low[rows], level)]  # the square around all of an interval
        for of, start, level in _blocks(rows, low, high):
            fresh = ~found[of]
            of, start, level = of[fresh], start[fresh], level[fresh]
            found[of[self._touches(start, level)]] = True
        return found

    def _touches(self, codes: Array, level: Array) -> Mask:
        """Whether the squares that hold the codes meet the rectangle."""
        meets = np.ones(len(codes), dtype=np.bool_)
        for place, (low, high) in zip(self.curve.to_point(codes, 2), self.ranges, strict=True):
            first = (place >> level) << level
            last = first + ((U(1) << level) - U(1))
            meets &= (first <= U(high)) & (last >= U(low))
        return meets


def _common_level(low: Array, high: Array) -> Array:
    """The side (as a power of two) of the least square whose codes hold both."""
    level = np.zeros(len(low), dtype=np.uint64)
    for step in range(_LEVELS):
        level[(low >> U(2 * step)) != (high >> U(2 * step))] = step + 1
    return level


def _blocks(rows: Array, low: Array, high: Array) -> Iterator[tuple[Array, Array, Array]]:
    """The aligned blocks that the intervals of these rows are made of: row, first code, level."""
    place = low[rows]
    for level in range(_LEVELS):  # up, as long as blocks of this size do not begin a greater one
        for _ in range(3):
            size = U(1) << U(2 * level)
            fits = _fits(place, high[rows], size)
            taken = fits & ((place >> U(2 * level)) & U(3) != 0)
            yield rows[taken], place[taken], np.full(taken.sum(), level, np.uint64)
            place = place + np.where(taken, size, U(0))
            rows, place = _unfinished(rows, place, high, taken)
    for level in reversed(range(_LEVELS)):
        for _ in range(4):
            size = U(1) << U(2 * level)
            taken = _fits(place, high[rows], size)
            yield rows[taken], place[taken], np.full(taken.sum(), level, np.uint64)
            place = place + np.where(taken, size, U(0))
            rows, place = _unfinished(rows, place, high, taken)


def _fits(place: Array, high: Array, size: np.uint64) -> Mask:
    return np.asarray(high - place >= size - U(1), dtype=np.bool_)


def _unfinished(rows: Array, place: Array, high: Array, taken: Mask) -> tuple[Array, Array]:
    """Without the intervals of which nothing is left; behind the last code comes 0."""
    left = ~taken | ((place <= high[rows]) & (place != 0))
    return rows[left], place[left]


# --- conditions of queries -----------------------------------------------------------------


def on_curve(
    keys: Sequence[Expr], expr: Expr, bounds: Bounds, negated: bool = False
) -> list[OnCurve]:
    """The conditions that bounds of an expression are for the keys that it is a coordinate of."""
    found = []
    for position, key in enumerate(keys):
        curve = _BY_FUNCTION.get(key.function.name) if isinstance(key, Call) else None
        if curve is None or not isinstance(key, Call) or not _is_plane(key.args):
            continue
        if expr in key.args:
            wanted = _range(bounds)
            ranges = tuple(wanted if arg == expr else (0, _MOST) for arg in key.args)
            found.append(OnCurve(position, curve, ranges, negated))
    return found


def _is_plane(args: Sequence[Expr]) -> bool:
    """Whether a code is made of two coordinates of which it holds every bit."""
    types = [arg.type for arg in args]
    return len(types) == 2 and all(
        isinstance(t, Integer) and not t.signed and t.bits <= 32 for t in types
    )


def _range(bounds: Bounds) -> Range:
    """The whole numbers of a coordinate within bounds."""
    low, high = 0, _MOST
    if bounds.low is not None and bounds.low > 0:
        low = _up(bounds.low, bounds.low_open)
    if bounds.high is not None and bounds.high < _MOST:
        high = -_up(-bounds.high, bounds.high_open)
    return low, high


def _up(value: Any, beyond: bool) -> int:
    """The first whole number from a value on, or beyond it."""
    if isinstance(value, float) and math.isinf(value):
        return _MOST + 1
    whole: int = math.ceil(value)
    return whole + 1 if beyond and whole == value else whole


def joined(parts: Sequence[Condition]) -> list[Condition]:
    """Conditions that all hold, those over coordinates of one key as one rectangle."""
    rectangles: dict[int, OnCurve] = {}
    others: list[Condition] = []
    for part in parts:
        if isinstance(part, OnCurve) and not part.negated:
            known = rectangles.get(part.key)
            rectangles[part.key] = part if known is None else known.both(part)
        else:
            others.append(part)
    return [*others, *rectangles.values()]
