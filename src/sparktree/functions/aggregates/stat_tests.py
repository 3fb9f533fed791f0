"""Statistical tests: Student's and Welch's t, z, Mann-Whitney, Kolmogorov-Smirnov, variance."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.group_numbers import Returns, over_numbers
from sparktree.functions.aggregates.group_pieces import answers, in_pieces
from sparktree.functions.aggregates.kinds import DECIMALS, NUMBERS, UNSIGNED, kinds
from sparktree.functions.aggregates.kolmogorov import (
    asymptotic,
    distances,
    is_exact,
    outside_lattice,
)
from sparktree.functions.aggregates.ranks import Flags, Runs, ordered
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.numbers.distributions import (
    fisher_below,
    normal_above,
    normal_quantile,
    student_outside,
    student_quantile,
)
from sparktree.kernel.errors import raising
from sparktree.types import FLOAT64, Tuple, Type

_SAMPLES = (DECIMALS, NUMBERS)  # a value, and which of two samples it belongs to
_UNREAD = kinds("decimal")  # as the number of a sample
_EXCESS = Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION


def _named(first: str, limits: bool) -> Tuple:
    names = (first, "p_value", "confidence_interval_low", "confidence_interval_high")
    count = 4 if limits else 2
    return Tuple((FLOAT64,) * count, names[:count])


def _tuple_type(name: str, first: str, *, limits: int | None = None) -> Returns:
    """(statistic, p), and the confidence interval if so many parameters are given."""

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        if limits == 1:
            _check_level(name, parameters)
        elif not all(type(p) in (int, float) for p in parameters if limits):
            raise Error(Code.BAD_GET, f"Aggregate function {name} requires Float64 parameters")
        return _named(first, limits is not None and len(parameters) >= limits)

    return returns


def _is_second(columns: list[ListRows]) -> Flags:
    """Whether a value is of the second sample: if its number is not 0 as an integer."""
    return ~(np.abs(columns[1].values) < 1)


def _check_level(name: str, parameters: Sequence[Value]) -> None:
    for level in parameters[:1]:
        if not isinstance(level, float):
            message = f"Aggregate function {name} requires a Float64 confidence level"
            raise Error(Code.BAD_GET, message)
        if not 0 < level < 1:
            message = "Confidence level must be between 0 and 1 exclusively"
            raise Error(Code.BAD_ARGUMENTS, message)


# --- t and z --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sums:
    """What ClickHouse knows of samples: their sizes, the sums and the sums of squares.

    Values are added one after the other, and results are put together of these in its order, which
    shows in their last digits.
    """

    n: Floats
    total: Floats
    squares: Floats

    @classmethod
    def of(cls, values: Floats, samples: Counts, count: int) -> _Sums:
        """The sums of so many samples, by the sample that each value is of."""
        pairs = np.empty(len(values), np.complex128)  # so that one pass adds up both
        pairs.real, pairs.imag = values, values * values
        sums = np.zeros(count, np.complex128)
        np.add.at(sums, samples, pairs)
        n = np.bincount(samples, minlength=count).astype(np.float64)
        return cls(n, sums.real.copy(), sums.imag.copy())

    @classmethod
    def of_two(cls, columns: list[ListRows]) -> tuple[_Sums, _Sums]:
        """Those of the first samples of all groups, and of the second ones."""
        values = columns[0]
        samples = values.rows + len(values.sizes) * _is_second(columns)
        both = cls.of(values.values, samples, 2 * len(values.sizes))
        x, y = zip(*(np.split(v, 2) for v in (both.n, both.total, both.squares)), strict=True)
        return cls(*x), cls(*y)

    @property
    def mean(self) -> Floats:
        return self.total / self.n

    @property
    def spread(self) -> Floats:
        """The sum of the squared distances from the mean."""
        mean = self.mean
        return self.squares + self.n * mean * mean - 2 * mean * self.total

    @property
    def variance(self) -> Floats:
        return self.spread / (self.n - 1)


def _error(*samples: _Sums) -> Floats:
    """The standard error of the mean, or of the difference of two."""
    return np.sqrt(sum((s.variance / s.n for s in samples), np.float64(0)))


@dataclass(frozen=True, slots=True)
class _Test:
    """Of each group the statistic, its degrees of freedom, and the value around which an interval
    is asked for."""

    samples: tuple[_Sums, ...]
    defined: Flags
    t: Floats
    freedom: Floats
    middle: Floats

    def answers(self, options: list[str]) -> ListRows:
        """The statistic, its probability and, if a level is given, the interval."""
        error = _error(*self.samples)
        largest = np.maximum.reduce([np.abs(s.mean) for s in self.samples])
        same = error < 10 * sys.float_info.epsilon * largest  # the values are all the same
        places = np.flatnonzero(self.defined & ~same)
        found = np.full((4 if options[0] else 2, len(error)), np.nan)
        t, freedom = self.t[places], self.freedom[places]
        if options[0] and not ((freedom > 0) & (freedom < math.inf)).all():
            message = "Cannot calculate p_value: the t-distribution has no such degrees of freedom"
            raise _bad(message)
        outside, finite = student_outside(t, freedom), np.isfinite(t)
        found[0, places] = np.where(finite, t, np.nan)
        found[1, places] = np.where(finite, np.where(outside < 1, outside, 1.0), 0.0)
        if options[0]:
            reach = student_quantile(1 - float(options[0]), freedom) * error[places]
            found[2:, places] = self.middle[places] - reach, self.middle[places] + reach
        return answers(*found)


def _bad(message: str) -> ValueError:
    return ValueError(raising(Code.BAD_ARGUMENTS, message))


def _student(columns: list[ListRows], options: list[str]) -> ListRows:
    x, y = _Sums.of_two(columns)
    known = (x.n > 0) & (y.n > 0) & (x.n + y.n > 2)
    freedom = x.n + y.n - 2
    error = np.sqrt((x.spread + y.spread) / freedom * (1 / x.n + 1 / y.n))
    difference = x.mean - y.mean
    return _Test((x, y), known, difference / error, freedom, difference).answers(options)


def _welch(columns: list[ListRows], options: list[str]) -> ListRows:
    x, y = _Sums.of_two(columns)
    known = (x.n > 1) & (y.n > 1)
    above = x.variance / x.n + y.variance / y.n
    below = sum(s.variance * s.variance / (s.n * s.n * (s.n - 1)) for s in (x, y))
    difference = x.mean - y.mean
    t = difference / _error(x, y)
    return _Test((x, y), known, t, above * above / below, difference).answers(options)


def _one_sample(columns: list[ListRows], options: list[str]) -> ListRows:
    values, expected = columns
    x = _Sums.of(values.values, values.rows, len(values.sizes))
    known = values.sizes > 1
    first = np.full(len(known), np.nan)
    first[known] = expected.values[expected.starts[known]]
    t = (x.mean - first) / _error(x)
    return _Test((x,), known, t, x.n - 1, x.mean).answers(options)


def _mean_z(columns: list[ListRows], options: list[str]) -> ListRows:
    x, y = _Sums.of_two(columns)
    spread_x, spread_y, level = (float(option) for option in options)
    known = (x.n > 0) & (y.n > 0)
    if known.any():  # states of empty samples were stored with any parameters
        _check_known(spread_x, spread_y, level)
    else:
        level = 0.0
    error = np.sqrt(spread_x / x.n + spread_y / y.n)
    difference = x.mean - y.mean
    z = difference / error
    reach = normal_quantile(0.5 + level / 2) * error
    finite = np.isfinite(z)  # which it is not if a sample is empty
    outside = np.where(finite, 2 * normal_above(np.abs(z)), 0.0)
    return answers(np.where(finite, z, np.nan), outside, difference - reach, difference + reach)


def _check_known(spread_x: float, spread_y: float, level: float) -> None:
    if not (0 <= spread_x < math.inf and 0 <= spread_y < math.inf):
        raise _bad("Population variances of meanZTest must be finite and not negative")
    if not 0 < level < 1:
        raise _bad("Confidence level of meanZTest must be between 0 and 1 exclusively")


for _name, _apply, _result, _words in (
    (
        "studentTTest",
        _student,
        "0.6141172548083941",
        "Student's t-test of two samples of one variance.",
    ),
    ("welchTTest", _welch, "", "Welch's t-test of two samples."),
    ("studentTTestOneSample", _one_sample, "", "Student's t-test of a sample against a mean."),
):
    _arguments = "number, 4" if "One" in _name else "number * number % 7, number % 2"
    over_numbers(
        _name, _tuple_type(_name, "t_statistic", limits=1), 2, in_pieces(_apply), _words,
        (f"round({_name}({_arguments}).1, 6)", "0.522233" if "One" in _name else "-0.572078"),
        parameters=(0, 1), takes=_SAMPLES if "One" not in _name else (DECIMALS,),
        refused=Code.BAD_ARGUMENTS, unread=_UNREAD,
        excess=_EXCESS if _name == "welchTTest" else Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
        wrong_arity=((1, Code.BAD_ARGUMENTS),) if "One" in _name else (),
    )  # fmt: skip
over_numbers(
    "meanZTest",
    _tuple_type("meanZTest", "z_statistic", limits=3),
    2,
    in_pieces(_mean_z),
    "The z-test of two samples of known variances.",
    ("round(meanZTest(1., 2., 0.95)(number * number % 7, number % 2).1, 6)", "-0.774597"),
    parameters=(3, 3),
    takes=_SAMPLES,
    refused=Code.BAD_ARGUMENTS,
    unread=_UNREAD,
)


# --- ranks ----------------------------------------------------------------------------------------


def _both_filled(name: str, requires: str, m: Counts, n: Counts) -> None:
    if ((m == 0) | (n == 0)).any():
        raise _bad(f"Aggregate function {name} {requires} both samples to be non empty")


def _mann_whitney(columns: list[ListRows], options: list[str]) -> ListRows:
    values, second_sample = columns[0], _is_second(columns)
    rows, count = values.rows, len(values.sizes)
    n = np.bincount(rows[second_sample], minlength=count)
    m = values.sizes - n
    _both_filled("mannWhitneyUTest", "require", m, n)
    m, n = m.astype(np.float64), n.astype(np.float64)
    alternative = options[0] or "two-sided"
    correction = 0.0 if options[1:] in (["0"], ["False"]) else 0.5
    runs = Runs.of(values)
    ranks = np.where(second_sample, 0.0, runs.ranks(values))
    first = m * n + m * (m + 1) / 2 - np.bincount(rows, ranks, minlength=count)
    second = m * n - first
    both = alternative == "two-sided"
    chosen = np.maximum(first, second) if both else first if alternative == "less" else second
    deviation = np.sqrt(runs.ties(values) * m * n * (m + n + 1) / 12)
    z = (chosen - m * n / 2 - correction) / deviation
    p = 2 * normal_above(np.abs(z)) if both else normal_above(z)
    return answers(second, np.where(deviation == 0, 1.0, p))


def _check_method(parameters: Sequence[Value]) -> None:
    for method in parameters[1:2]:
        if not isinstance(method, str):
            message = "Aggregate function kolmogorovSmirnovTest requires a string as its method"
            raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
        if method not in ("auto", "exact", "asymp", "asymptotic"):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Unknown method in aggregate function kolmogorovSmirnovTest."
                " It must be one of: 'auto', 'exact', 'asymp' (or 'asymptotic')",
            )


def _check_correction(parameters: Sequence[Value]) -> None:
    for correction in parameters[1:2]:
        if not isinstance(correction, int) or correction < 0:
            message = "Aggregate function mannWhitneyUTest requires a UInt64 as second parameter"
            raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)


def _alternatives(name: str, first: str, check: Callable[[Sequence[Value]], None]) -> Returns:
    plain = _tuple_type(name, first)

    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        if parameters and not isinstance(parameters[0], str):
            message = f"Aggregate function {name} requires a string as its first parameter"
            raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
        if parameters and parameters[0] not in ("two-sided", "less", "greater"):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Unknown alternative in aggregate function {name}."
                " It must be one of: 'two-sided', 'less', 'greater'",
            )
        check(parameters)
        return plain(arguments, parameters)

    return returns


over_numbers(
    "mannWhitneyUTest",
    _alternatives("mannWhitneyUTest", "u_statistic", _check_correction),
    2,
    in_pieces(_mann_whitney),
    "The Mann-Whitney rank test of two samples.",
    ("mannWhitneyUTest(number * number % 7, number % 2).1", "10"),
    parameters=(0, 2),
    takes=(DECIMALS, NUMBERS),
    refused=Code.NOT_IMPLEMENTED,
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
)


def _rank_correlation(columns: list[ListRows], options: list[str]) -> ListRows:
    x, y = columns
    size = x.sizes.astype(np.float64)
    distance = Runs.of(x).ranks(x) - Runs.of(y).ranks(y)
    found = 1 - 6 * x.total(distance * distance) / (size * (size * size - 1))
    return answers(np.where(size < 2, np.nan, found))


def _float(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    return FLOAT64


over_numbers(
    "rankCorr",
    _float,
    2,
    in_pieces(_rank_correlation),
    "Spearman's rank correlation.",
    ("rankCorr(number, number)", "1"),
    takes=(DECIMALS,),
    refused=Code.NOT_IMPLEMENTED,
)


# --- distributions --------------------------------------------------------------------------------


def _kolmogorov(columns: list[ListRows], options: list[str]) -> ListRows:
    values, second = columns[0], _is_second(columns)
    n = np.bincount(values.rows[second], minlength=len(values.sizes))
    m = values.sizes - n
    _both_filled("kolmogorovSmirnovTest", "requires", m, n)
    alternative = options[0] or "two-sided"
    method = options[1] if len(options) > 1 else "auto"
    least, greatest = distances(values, second, m, n)
    above, below = np.maximum(greatest, sys.float_info.min), -least
    both = alternative == "two-sided"
    d = np.maximum(above, np.abs(below)) if both else below if alternative == "less" else above
    exact = is_exact(method, m, n)
    p = np.empty_like(d)
    for rows, share in ((exact, outside_lattice), (~exact, asymptotic)):
        if rows.any():
            p[rows] = share(d[rows], m[rows], n[rows], both=both)
    return answers(d, np.where(p > 0, np.minimum(p, 1.0), 0.0))


over_numbers(
    "kolmogorovSmirnovTest",
    _alternatives("kolmogorovSmirnovTest", "d_statistic", _check_method),
    2,
    in_pieces(_kolmogorov),
    "The Kolmogorov-Smirnov test of two samples.",
    ("round(kolmogorovSmirnovTest(number * number % 7, number % 2).1, 6)", "0.2"),
    parameters=(0, 2),
    any_case=True,
    takes=(DECIMALS, NUMBERS),
    refused=Code.NOT_IMPLEMENTED,
)


def _variance(columns: list[ListRows], options: list[str]) -> ListRows:
    values, numbers = columns
    rows, sizes = values.rows, values.sizes
    # More samples than values cannot all have some, so fewer cells than values are enough.
    highest = np.zeros(len(sizes))
    highest[sizes > 0] = np.maximum.reduceat(numbers.values, numbers.starts[sizes > 0])
    samples = np.minimum(highest + 1, sizes).astype(np.int64)
    places = np.minimum(numbers.values, (samples - 1)[rows]).astype(np.int64)
    cells = (np.cumsum(samples) - samples)[rows] + places
    sums = _Sums.of(values.values, cells, int(samples.sum()))
    totals = ListRows(sums.total, samples)
    empty = totals.total((sums.n == 0).astype(np.float64)) > 0
    wrong = (samples < 2) | (samples >= sizes) | empty
    if wrong.any():
        raise _wrong_samples(numbers, int(np.argmax(wrong)))
    mean = (totals.total(sums.total) / sizes)[totals.rows]
    between = totals.total(sums.n * (sums.mean - mean) * (sums.mean - mean))
    within = (sizes - samples).astype(np.float64)
    groups = (samples - 1).astype(np.float64)
    f = between * within / (totals.total(sums.spread) * groups)
    known = np.isfinite(f) & (f >= 0)
    p = np.full(len(sizes), np.nan)
    p[known] = 1 - fisher_below(f[known], groups[known], within[known])
    return answers(np.where(known, f, np.nan), p)


def _wrong_samples(numbers: ListRows, row: int) -> ValueError:
    """What is wrong with the numbers of the samples in a list."""
    start = numbers.starts[row]
    names = np.unique(numbers.values[start : start + numbers.sizes[row]])
    if len(names) < 2 or numbers.sizes[row] <= len(names):
        return _bad("There should be at least two groups, and more observations than groups")
    missing = np.argmax(names != np.arange(len(names)))
    return _bad(f"There is no observations for group {missing}")


over_numbers(
    "analysisOfVariance",
    _tuple_type("analysisOfVariance", "f_statistic"),
    2,
    in_pieces(_variance),
    "The one-way analysis of variance: whether groups have one mean.",
    ("round(analysisOfVariance(number * number % 7, number % 3).1, 6)", "1.285075"),
    aliases=("anova",),
    any_case=True,
    takes=(DECIMALS, UNSIGNED),
    refused=Code.BAD_ARGUMENTS,
)


def _gini(columns: list[ListRows], options: list[str]) -> ListRows:
    column = columns[0]
    if not (column.values >= 0).all() or np.isinf(column.values).any():
        column = _without_nan(column)
    values, sizes = ordered(column), column.sizes
    some = sizes > 1
    starts, size = column.starts[sizes > 0], sizes[sizes > 0]
    # In the precision in which ClickHouse adds: between two neighbours are this many pairs.
    numbers = values.astype(np.longdouble)
    before = np.arange(1, len(values) + 1) - np.repeat(starts, size)
    pairs = before * (np.repeat(size, size) - before)
    pairs[starts + size - 1] = 0
    apart = np.zeros_like(numbers)
    np.subtract(numbers[1:], numbers[:-1], out=apart[:-1])
    apart *= pairs
    found = np.full(len(sizes), np.nan)
    if len(values):
        share = np.add.reduceat(apart, starts) / (size * np.add.reduceat(numbers, starts))
        found[some] = share[size > 1]
    return answers(found)


def _without_nan(column: ListRows) -> ListRows:
    values = column.values
    if np.isinf(values).any() or (values < 0).any():
        raise _bad("Aggregate function gini takes no infinite or negative values")
    known = ~np.isnan(values)
    return ListRows(values[known], np.bincount(column.rows[known], minlength=len(column.sizes)))


over_numbers(
    "gini",
    _float,
    1,
    in_pieces(_gini),
    "Gini's coefficient: 0 if all the values are equal.",
    ("round(gini(number), 6)", "0.366667"),
    takes=(DECIMALS,),
)
