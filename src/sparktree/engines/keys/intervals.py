"""Many intervals of one key's values at once, and how constants lie to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sparktree.engines.keys.domain import Array, Mask, Values, alike, same_kind, scalar

Both = tuple[Mask, Mask]  # (may be true, may be false) for every interval


@dataclass(frozen=True, slots=True)
class Intervals:
    """One interval per granule or part; NULLs (and NaNs) are counted apart, behind all values."""

    low: Array
    high: Array
    no_low: Mask  # unbounded below
    no_high: Mask
    void: Mask  # holds no ordinary value, at most NULL or NaN
    null: Mask  # may hold NULL
    nan: Mask  # may hold NaN, which no comparison but != is true for
    low_open: bool = False
    high_open: bool = False

    def __len__(self) -> int:
        return len(self.low)

    @property
    def point(self) -> Mask:
        """Intervals of exactly one value."""
        if self.low_open or self.high_open:
            return np.zeros(len(self), dtype=np.bool_)
        bounded = ~self.no_low & ~self.no_high
        equal: Mask = np.asarray(self.low == self.high, dtype=np.bool_) & bounded
        return equal

    def __getitem__(self, rows: Mask | npt.NDArray[np.intp]) -> Intervals:
        return Intervals(
            self.low[rows],
            self.high[rows],
            self.no_low[rows],
            self.no_high[rows],
            self.void[rows],
            self.null[rows],
            self.nan[rows],
            self.low_open,
            self.high_open,
        )


def between(low: Values, high: Values, nan: bool, *, open_: bool = False) -> Intervals:
    """From one value to another, in the order with NULL and NaN last."""
    last = high.null | high.odd
    return Intervals(
        low.data,
        high.data,
        low.odd & ~_flag(nan, low),
        last,
        low.null | (low.odd & _flag(nan, low)),
        high.null,
        last & _flag(nan, low),
        open_,
        open_,
    )


def from_on(low: Values, nan: bool, nullable: bool, *, open_: bool) -> Intervals:
    """A value and all behind it."""
    every = np.ones(len(low), dtype=np.bool_)
    return Intervals(
        low.data,
        low.data,
        low.odd & ~_flag(nan, low),
        every,
        low.null | (low.odd & _flag(nan, low)),
        _flag(nullable, low),
        _flag(nan, low),
        low_open=open_ and not low.odd.any() and not low.null.any(),
    )


def up_to(high: Values, nan: bool, *, open_: bool) -> Intervals:
    """All values before one, and itself."""
    last = high.null | high.odd
    none = np.zeros(len(high), dtype=np.bool_)
    return Intervals(
        high.data,
        high.data,
        np.ones(len(high), dtype=np.bool_),
        last,
        none,
        high.null,
        last & _flag(nan, high),
        high_open=open_ and not last.any(),
    )


def _flag(value: bool, like: Values) -> Mask:
    return np.full(len(like), value, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a comparison asks for: values between two constants; None is unbounded."""

    low: Any = None
    high: Any = None
    low_open: bool = False
    high_open: bool = False


def in_bounds(found: Intervals, wanted: Bounds) -> Both:
    """Whether some value of each interval lies within the bounds, and whether some lies outside."""
    meets = ~found.void
    inside = np.ones(len(found), dtype=np.bool_)
    if wanted.low is not None:
        low, high = alike(found.low, wanted.low), alike(found.high, wanted.low)
        strict, end = found.high_open or wanted.low_open, scalar(wanted.low)
        meets = meets & (found.no_high | (high > end if strict else high >= end))
        fits = low > end if wanted.low_open and not found.low_open else low >= end
        inside = inside & ~found.no_low & fits
    if wanted.high is not None:
        low, high = alike(found.low, wanted.high), alike(found.high, wanted.high)
        strict, end = found.low_open or wanted.high_open, scalar(wanted.high)
        meets = meets & (found.no_low | (low < end if strict else low <= end))
        wide = wanted.high_open and not found.high_open
        inside = inside & ~found.no_high & (high < end if wide else high <= end)
    return _masks(meets), _masks(~inside & ~found.void)


def in_set(found: Intervals, values: Array) -> Both:
    """Whether one of the sorted values lies in each interval, and whether another may, too."""
    low, constants = same_kind(found.low, values)
    high, _ = same_kind(found.high, values)
    first = np.searchsorted(constants, low, side="right" if found.low_open else "left")
    last = np.searchsorted(constants, high, side="left" if found.high_open else "right")
    first = np.where(found.no_low, 0, first)
    last = np.where(found.no_high, len(values), last)
    meets = (last > first) & ~found.void
    return meets, ~(meets & found.point) & ~found.void


def _masks(mask: Any) -> Mask:
    return np.asarray(mask, dtype=np.bool_)
