"""Present values of payments and the rates at which they vanish, whole columns at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.list_rows import Floats, ListRows
from sparktree.functions.core.number_arrays import doubles
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, Array, Bool, Date, Float, Integer, String, Type

Rows = npt.NDArray[np.int64]
_LOWEST, _HIGHEST = -0.999999, 100.0  # of the rates that are looked for
_ITERATIONS = 100
_PRECISION = 2.0**-48  # of a step, as a share of the rate: 49 bits
_VANISHED = 1e-6  # what is no payment any more
_DAYS = {"ACT_365F": 365.0, "ACT_365_25": 365.25}  # of a year


@dataclass(frozen=True, slots=True)
class Payments:
    """The payments of every row; `years` tells when they are made, None: one a period."""

    lists: ListRows
    years: Floats | None = None

    def value(self, rates: Floats, rows: Rows, first: int = 0) -> Floats:
        """What the payments of some rows are worth at the beginning; the first is `first` later."""
        known = ~(rates <= -1.0)  # a rate that is no number gives none
        growth = np.where(known, 1.0 + rates, 1.0)
        total, factor = np.zeros(len(rows)), np.ones(len(rows))
        if first:
            factor = growth
        for _, active, cash, years in self._each(rows):
            if years is None:
                total[active] += cash / factor[active]
                factor = factor * growth
            else:
                total[active] += np.where(years == 0.0, cash, cash / growth[active] ** years)
        return np.where(known, total, np.inf)

    def slope(self, rates: Floats, rows: Rows) -> Floats:
        """How the value changes with the rate."""
        known = rates > -1.0
        growth = np.where(known, 1.0 + rates, 1.0)
        total, factor = np.zeros(len(rows)), growth
        for place, active, cash, years in self._each(rows):
            if years is not None:
                change = cash * years / growth[active] ** (years + 1)
                total[active] -= np.where(years != 0.0, change, 0.0)
            elif place:
                factor = factor * growth
                total[active] += -cash * place / factor[active]
        return np.where(known, total, np.nan if self.years is None else np.inf)

    def _each(self, rows: Rows) -> list[tuple[int, Rows, Floats, Floats | None]]:
        """The first payments of all rows, the second ones, ...: of which rows, how much, when."""
        sizes, starts = self.lists.sizes[rows], self.lists.starts[rows]
        found = []
        for place in range(int(sizes.max(initial=0))):
            active = np.flatnonzero(sizes > place)
            at = starts[active] + place
            years = None if self.years is None else self.years[at]
            found.append((place, active, self.lists.values[at], years))
        return found


def _dated(cash: ListRows, days: pa.ChunkedArray, year: float) -> Payments:
    """Payments at dates, given as numbers of days."""
    dates = ListRows.of(days)
    if not np.array_equal(cash.sizes, dates.sizes):
        message = "Cashflow and date arrays must have the same size for each row"
        raise ValueError(raising(Code.ILLEGAL_TYPE_OF_ARGUMENT, message))
    firsts = dates.values[np.repeat(dates.starts, dates.sizes)]
    return Payments(cash, (dates.values - firsts) / year)


# --- the value at a rate --------------------------------------------------------------------------


@arrow_function("st_present_value", ("DOUBLE", "DOUBLE[]", "INTEGER"), "DOUBLE")
def _present_value(
    rates: pa.ChunkedArray, cash: pa.ChunkedArray, first: pa.ChunkedArray
) -> pa.Array:
    if not len(cash):
        return pa.array([], pa.float64())
    lists, given = ListRows.of(cash), doubles(rates)
    if not lists.sizes.all():
        message = "Cashflow array must not be empty"
        raise ValueError(raising(Code.ILLEGAL_TYPE_OF_ARGUMENT, message))
    with np.errstate(all="ignore"):
        found = Payments(lists).value(given, np.arange(len(given)), whole(first)[0].as_py())
        plain = lists.total(lists.values)
    return pa.array(np.where(given == 0, plain, found))


@arrow_function("st_present_value_dated", ("DOUBLE", "DOUBLE[]", "DOUBLE[]", "DOUBLE"), "DOUBLE")
def _present_value_dated(
    rates: pa.ChunkedArray, cash: pa.ChunkedArray, days: pa.ChunkedArray, year: pa.ChunkedArray
) -> pa.Array:
    if not len(cash):
        return pa.array([], pa.float64())
    given = doubles(rates)
    payments = _dated(ListRows.of(cash), days, whole(year)[0].as_py())
    with np.errstate(all="ignore"):
        return pa.array(payments.value(given, np.arange(len(given))))


# --- the rate at which payments vanish ------------------------------------------------------------


class _Newton:
    """Newton's steps for all rows at once, kept between bounds as Boost's solver does it."""

    def __init__(self, payments: Payments, rows: Rows, guess: float) -> None:
        self.payments, self.rows, count = payments, rows, len(rows)
        self.result = np.full(count, guess)
        self.low, self.high = np.full(count, _LOWEST), np.full(count, _HIGHEST)
        self.at_low, self.at_high = np.zeros(count), np.zeros(count)
        self.value, self.steps = np.zeros(count), np.full((3, count), np.finfo(np.float64).max)
        self.failed = np.zeros(count, np.bool_)

    def run(self) -> None:
        active = np.arange(len(self.rows))
        for _ in range(_ITERATIONS):
            active = self._step(active)
            if not len(active):
                return

    def _step(self, active: Rows) -> Rows:
        """One step of the active rows; those that go on are left."""
        before, x = self.value[active], self.result[active]
        f = self.payments.value(x, self.rows[active])
        slope = self.payments.slope(x, self.rows[active])
        self.value[active] = f
        self.steps[1:, active] = self.steps[:-1, active]
        delta = np.where(slope == 0, self._without_slope(active, before, f, x), f / slope)
        delta = self._tamed(active, delta, x)
        moved = x - delta
        below, above = moved <= self.low[active], moved >= self.high[active]
        bound = np.where(below, self.low[active], self.high[active])
        delta = np.where(below | above, 0.5 * (x - bound), delta)
        moved = np.where(below | above, x - delta, moved)
        ended = (f == 0) | (
            (below | above) & ((moved == self.low[active]) | (moved == self.high[active]))
        )
        self.result[active] = np.where(f == 0, x, moved)
        self.steps[0, active] = delta
        down = delta > 0
        self._narrow(active[~ended & down], x[~ended & down], f[~ended & down], self.high, "high")
        self._narrow(active[~ended & ~down], x[~ended & ~down], f[~ended & ~down], self.low, "low")
        self.failed[active] |= ~ended & (self.at_low[active] * self.at_high[active] > 0)
        goes_on = np.abs(moved * _PRECISION) < np.abs(delta)
        return np.asarray(active[~ended & goes_on & ~self.failed[active]], np.int64)

    def _narrow(self, rows: Rows, x: Floats, f: Floats, bounds: Floats, side: str) -> None:
        bounds[rows] = x
        (self.at_high if side == "high" else self.at_low)[rows] = f

    def _without_slope(self, active: Rows, before: Floats, f: Floats, x: Floats) -> Floats:
        """Half the way to a bound: onwards, or back where the value changed its sign."""
        last = self.steps[1, active]
        crossed = np.sign(before) * np.sign(f) < 0
        to_low, to_high = (x - self.low[active]) / 2, (x - self.high[active]) / 2
        return np.asarray(np.where((last < 0) == crossed, to_low, to_high), np.float64)

    def _tamed(self, active: Rows, delta: Floats, x: Floats) -> Floats:
        """Steps that do not become smaller go half the way to a bound instead."""
        wild = np.abs(delta * 2) > np.abs(self.steps[2, active])
        bound = np.where(delta > 0, self.low[active], self.high[active])
        shift = (x - bound) / 2
        huge = (x != 0) & (np.abs(shift) > np.abs(x))
        tame = np.where(huge, np.sign(delta) * np.abs(x), shift)
        self.steps[1:, active] = np.where(wild, 3 * tame, self.steps[1:, active])
        return np.where(wild, tame, delta)


def _rates(payments: Payments, rows: Rows, guess: float) -> Floats:
    """The rates of some rows; NaN where there is none."""
    with np.errstate(all="ignore"):
        newton = _Newton(payments, rows, guess)
        newton.run()
        found = np.where(newton.failed, np.nan, newton.result)
        inside = (found >= _LOWEST) & (found <= _HIGHEST)
        left = np.abs(payments.value(found, rows))
        again = np.flatnonzero(~newton.failed & ~(inside & (left < _VANISHED)))
        found[again] = _bisected(payments, rows[again])
    return found


def _bisected(payments: Payments, rows: Rows) -> Floats:
    """The rates between bounds at which the value has different signs; NaN where it has not."""
    low, high = np.full(len(rows), _LOWEST), np.full(len(rows), _HIGHEST)
    at_low = payments.value(low, rows)
    none = ~(at_low * payments.value(high, rows) < 0)
    for _ in range(_ITERATIONS):
        middle = (low + high) / 2
        same = np.sign(payments.value(middle, rows)) == np.sign(at_low)
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.where(none, np.nan, low)


@arrow_function("st_rate_of_return", ("DOUBLE[]", "DOUBLE"), "DOUBLE")
def _rate_of_return(cash: pa.ChunkedArray, guess: pa.ChunkedArray) -> pa.Array:
    if not len(cash):
        return pa.array([], pa.float64())
    lists = ListRows.of(cash)
    both = (lists.total(np.maximum(lists.values, 0)) > 0) & (
        lists.total(np.minimum(lists.values, 0)) < 0
    )
    rows = np.flatnonzero(both)
    found = np.full(len(lists.sizes), np.nan)
    found[rows] = _rates(Payments(lists), rows, whole(guess)[0].as_py())
    return pa.array(found)


@arrow_function("st_rate_of_return_dated", ("DOUBLE[]", "DOUBLE[]", "DOUBLE", "DOUBLE"), "DOUBLE")
def _rate_of_return_dated(
    cash: pa.ChunkedArray, days: pa.ChunkedArray, guess: pa.ChunkedArray, year: pa.ChunkedArray
) -> pa.Array:
    if not len(cash):
        return pa.array([], pa.float64())
    lists = ListRows.of(cash)
    payments = _dated(lists, days, whole(year)[0].as_py())
    assert payments.years is not None
    later = np.ones(len(lists.values))
    later[1:] = np.diff(payments.years) > 0
    later[lists.starts[lists.sizes > 0]] = 1
    rising = lists.total(later) == lists.sizes
    rows = np.flatnonzero(rising & (lists.sizes > 1) & (lists.total(np.abs(lists.values)) > 0))
    found = np.full(len(lists.sizes), np.nan)
    found[rows] = _rates(payments, rows, whole(guess)[0].as_py())
    return pa.array(found)


# --- declarations ---------------------------------------------------------------------------------


def _is_rate(type_: Type) -> bool:
    return isinstance(type_, Float) and type_.bits >= 32


def _is_cash(type_: Type) -> bool:
    if not isinstance(type_, Array):
        return False
    of = type_.of
    return _is_rate(of) or (isinstance(of, Integer) and of.signed and of.bits <= 64)


def _is_dates(type_: Type) -> bool:
    return isinstance(type_, Array) and isinstance(type_.of, Date)


_KINDS: dict[str, tuple[Callable[[Type], bool], str]] = {
    "rate": (_is_rate, "Float32|Float64"),
    "guess": (_is_rate, "Float32|Float64"),
    "cashflow": (_is_cash, "Array[Float64|Float32|Int64|Int32|Int16|Int8]"),
    "date": (_is_dates, "Array[Date|Date32]"),
    "daycount": (lambda type_: isinstance(type_, String), "String"),
    "start_from_zero": (lambda type_: isinstance(type_, Integer | Bool), "Bool"),
}
_CONSTANTS = ("guess", "daycount", "start_from_zero")


def _days_of_year(value: object) -> float:
    if value not in _DAYS:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Invalid day count value: {value}")
    return _DAYS[str(value)]


def _declare(
    name: str,
    roles: tuple[str, ...],
    least: int,
    lower: Callable[[Call, dict[str, Sql]], Sql],
    doc: str,
    example: tuple[str, str],
) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        for place, (role, argument) in enumerate(zip(roles, arguments, strict=False)):
            fits, wanted = _KINDS[role]
            if not fits(argument.type):
                raise wrong(name, place, argument, role, wanted)
            if role in _CONSTANTS and not argument.is_constant:
                raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Argument ({role}) must be a constant")
            if role == "daycount":
                _days_of_year(argument.value)
        return FLOAT64

    def lowered(call: Call) -> Sql:
        given: dict[str, Sql] = {}
        for place, role in enumerate(roles[: len(call)]):
            value = call[place]
            if role == "date":
                value = Sql(f"list_transform({value}, lambda _d: epoch(_d) / 86400)")
            if role == "daycount":
                value = Sql(repr(_days_of_year(call.value(place))))
            kernel = "DOUBLE[]" if role in ("cashflow", "date") else "DOUBLE"
            given[role] = sql.cast(value, kernel)
        return lower(call, given)

    lowered.__doc__ = doc
    function(
        name, args=(least, len(roles)), returns=returns, example=example,
        nulls="guard",
    )(lowered)  # fmt: skip


_GUESS, _YEAR = Sql("CAST(0.1 AS DOUBLE)"), Sql("CAST(365 AS DOUBLE)")
_DATES_SHOWN = "[toDate('2020-01-01'), toDate('2020-03-01'), toDate('2020-10-30')]"

_declare(
    "financialNetPresentValue",
    ("rate", "cashflow", "start_from_zero"),
    2,
    lambda call, given: _present_value(
        given["rate"],
        given["cashflow"],
        Sql(f"CAST({given.get('start_from_zero', Sql('1'))} = 0 AS INTEGER)"),
    ),
    "What payments, one a period, are worth at the time of the first (or a period before it).",
    (
        "financialNetPresentValue(0.08, [-40000., 5000., 8000., 12000., 30000.])",
        "3065.2226681795255",
    ),
)
_declare(
    "financialNetPresentValueExtended",
    ("rate", "cashflow", "date", "daycount"),
    3,
    lambda call, given: _present_value_dated(
        given["rate"],
        given["cashflow"],
        given["date"],
        given.get("daycount", _YEAR),
    ),
    "What payments at dates are worth at the first of them, by a rate of interest a year.",
    (
        f"financialNetPresentValueExtended(0.1, [-10000., 5750., 4250.], {_DATES_SHOWN})",
        "-412.6891920161456",
    ),
)
_declare(
    "financialInternalRateOfReturn",
    ("cashflow", "guess"),
    1,
    lambda call, given: _rate_of_return(given["cashflow"], given.get("guess", _GUESS)),
    "The rate of interest at which payments, one a period, are worth nothing together; or NaN.",
    ("financialInternalRateOfReturn([-100, 39, 59, 55, 20])", "0.2809484211599611"),
)
_declare(
    "financialInternalRateOfReturnExtended",
    ("cashflow", "date", "guess", "daycount"),
    2,
    lambda call, given: _rate_of_return_dated(
        given["cashflow"],
        given["date"],
        given.get("guess", _GUESS),
        given.get("daycount", _YEAR),
    ),
    "The rate of interest a year at which payments at dates are worth nothing together; or NaN.",
    (
        f"financialInternalRateOfReturnExtended([-10000, 5750, 6250], {_DATES_SHOWN})",
        "0.4501440850764185",
    ),
)
