"""Statistical tests: Student's and Welch's t, z, Mann-Whitney, Kolmogorov-Smirnov, variance."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Value
from sparktree.functions.distributions import (
    fisher_below,
    normal_above,
    normal_quantile,
    student_outside,
    student_quantile,
)
from sparktree.functions.group_numbers import Floats, Returns, over_numbers
from sparktree.functions.kinds import DECIMALS, NUMBERS, UNSIGNED, kinds
from sparktree.kernel.errors import raising
from sparktree.types import FLOAT64, Tuple, Type

_NAN = math.nan
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
        return _named(first, limits is not None and len(parameters) >= limits)

    return returns


def _samples(columns: list[Floats]) -> tuple[Floats, Floats]:
    """The values of the rows whose second column is 0 as an integer, and those of the others."""
    values, kind = columns
    return values[np.trunc(kind) == 0], values[np.trunc(kind) != 0]


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
    """What ClickHouse knows of a sample: its size, the sum and the sum of squares.

    Results are put together of these in its order, which shows in their last digits.
    """

    n: int
    total: float
    squares: float

    @classmethod
    def of(cls, values: Floats) -> _Sums:
        """The sums of the values."""
        return cls(len(values), float(values.sum()), float((values * values).sum()))

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def spread(self) -> float:
        """The sum of the squared distances from the mean."""
        return self.squares + self.n * self.mean * self.mean - 2 * self.mean * self.total

    @property
    def variance(self) -> float:
        return _divided(self.spread, self.n - 1)


def _divided(above: float, below: float) -> float:
    """A division of floats, which never fails."""
    with np.errstate(all="ignore"):
        return float(np.divide(above, below))


def _root(value: float) -> float:
    return math.sqrt(value) if value >= 0 else _NAN


def _error(*samples: _Sums) -> float:
    """The standard error of the mean, or of the difference of two."""
    return _root(sum(s.variance / s.n for s in samples))


def _t_answer(
    samples: Sequence[_Sums], t: float, freedom: float, options: list[str], middle: float
) -> list[float]:
    """The statistic, its probability and, if a level is given, the interval around a value."""
    error = _error(*samples)
    if error < 10 * sys.float_info.epsilon * max(abs(s.mean) for s in samples):
        return _unknown(options)  # the values are all the same
    if options[0] and not 0 < freedom < math.inf:
        message = "Cannot calculate p_value: the t-distribution has no such degrees of freedom"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    found = [t, min(1.0, student_outside(t, freedom))] if math.isfinite(t) else [_NAN, 0.0]
    if options[0]:
        reach = student_quantile(1 - float(options[0]), freedom) * error
        found += [middle - reach, middle + reach]
    return found


def _unknown(options: list[str]) -> list[float]:
    return [_NAN] * (4 if options[0] else 2)


def _student(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = (_Sums.of(sample) for sample in _samples(columns))
    if x.n == 0 or y.n == 0 or x.n + y.n <= 2:
        return _unknown(options)
    freedom = x.n + y.n - 2
    error = _root((x.spread + y.spread) / freedom * (1 / x.n + 1 / y.n))
    difference = x.mean - y.mean
    return _t_answer((x, y), _divided(difference, error), freedom, options, difference)


def _welch(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = (_Sums.of(sample) for sample in _samples(columns))
    if x.n < 2 or y.n < 2:
        return _unknown(options)
    above = x.variance / x.n + y.variance / y.n
    below = sum(s.variance * s.variance / (s.n * s.n * (s.n - 1)) for s in (x, y))
    difference = x.mean - y.mean
    t = _divided(difference, _error(x, y))
    return _t_answer((x, y), t, _divided(above * above, below), options, difference)


def _one_sample(columns: list[Floats], options: list[str]) -> Sequence[float]:
    values, expected = columns
    x = _Sums.of(values)
    if x.n < 2:
        return _unknown(options)
    t = _divided(x.mean - float(expected[0]), _error(x))
    return _t_answer((x,), t, x.n - 1, options, x.mean)


def _mean_z(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = _samples(columns)
    if len(x) == 0 or len(y) == 0:
        return [_NAN, 0.0, _NAN, _NAN]
    spread_x, spread_y, level = (float(option) for option in options)
    error = math.sqrt(spread_x / len(x) + spread_y / len(y))
    difference = float(x.mean() - y.mean())
    z = difference / error
    reach = normal_quantile(0.5 + level / 2) * error
    return [z, 2 * normal_above(abs(z)), difference - reach, difference + reach]


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
        _name, _tuple_type(_name, "t_statistic", limits=1), 2, _apply, _words,
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
    _mean_z,
    "The z-test of two samples of known variances.",
    ("round(meanZTest(1., 2., 0.95)(number * number % 7, number % 2).1, 6)", "-0.774597"),
    parameters=(3, 3),
    takes=_SAMPLES,
    refused=Code.BAD_ARGUMENTS,
    unread=_UNREAD,
)


# --- ranks ----------------------------------------------------------------------------------------


def _ranks(values: Floats) -> tuple[Floats, float]:
    """The rank of every value, equal ones sharing theirs, and the correction for ties."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared = ends - (counts - 1) / 2
    size = len(values)
    ties = float((counts.astype(np.float64) ** 3 - counts).sum())
    return shared[places], 1 - ties / (size**3 - size) if size > 1 else 1.0


def _mann_whitney(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = _samples(columns)
    if len(x) == 0 or len(y) == 0:
        message = "Aggregate function mannWhitneyUTest require both samples to be non empty"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    alternative = options[0] or "two-sided"
    correction = 0.5 if len(options) < 2 or int(options[1]) else 0.0
    ranks, ties = _ranks(np.concatenate([x, y]))
    m, n = len(x), len(y)
    first = m * n + m * (m + 1) / 2 - float(ranks[:m].sum())
    second = m * n - first
    chosen = {"two-sided": max(first, second), "less": first, "greater": second}[alternative]
    deviation = math.sqrt(ties * m * n * (m + n + 1) / 12)
    if deviation == 0:
        return [second, 1.0]
    z = (chosen - m * n / 2 - correction) / deviation
    p = 2 * normal_above(abs(z)) if alternative == "two-sided" else normal_above(z)
    return [second, p]


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


def _alternatives(name: str, first: str) -> Returns:
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
        if name == "kolmogorovSmirnovTest":
            _check_method(parameters)
        return plain(arguments, parameters)

    return returns


over_numbers(
    "mannWhitneyUTest",
    _alternatives("mannWhitneyUTest", "u_statistic"),
    2,
    _mann_whitney,
    "The Mann-Whitney rank test of two samples.",
    ("mannWhitneyUTest(number * number % 7, number % 2).1", "10"),
    parameters=(0, 2),
    takes=(DECIMALS, NUMBERS),
    refused=Code.NOT_IMPLEMENTED,
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
)


def _rank_correlation(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = columns
    size = len(x)
    if size < 2:
        return [_NAN]
    distance = float(((_ranks(x)[0] - _ranks(y)[0]) ** 2).sum())
    return [1 - 6 * distance / (size * (size**2 - 1))]


def _float(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    return FLOAT64


over_numbers(
    "rankCorr",
    _float,
    2,
    _rank_correlation,
    "Spearman's rank correlation.",
    ("rankCorr(number, number)", "1"),
    takes=(DECIMALS,),
    refused=Code.NOT_IMPLEMENTED,
)


# --- distributions --------------------------------------------------------------------------------


_TOLERANCE = 1e-7
_SCALE = 1 / 0.398942280401432677939946059934  # the root of 2 pi, as ClickHouse has it


def _outside_lattice(d: float, m: int, n: int, *, both: bool) -> float:
    """The share of lattice paths from (0, 0) to (m, n) that reach the distance."""
    m, n = max(m, n), min(m, n)
    least = (0.5 + math.floor(d * n * m - _TOLERANCE)) / (n * m)
    share, first = np.zeros(1), 0
    for step in range(1, m + n + 1):
        low, high = max(0, step - m), min(n, step)
        i = np.arange(low, high + 1)
        j = step - i
        before = np.zeros(high - low + 3)  # of the points that are one less, from low - 1 on
        before[first - low + 1 : first - low + 1 + len(share)] = share
        share = i / step * before[:-2] + j / step * before[1:-1]
        distance = i / n - j / m
        share[(np.abs(distance) if both else distance) >= least] = 1
        first = low
    return float(share[0])


def _asymptotic(d: float, m: int, n: int, *, both: bool) -> float:
    m, n = max(m, n), min(m, n)
    z = math.sqrt(n * m / (n + m)) * d
    if not both:
        return math.exp(-2 * z * z - 2 * z * (m + 2 * n) / math.sqrt(m * n * (m + n)) / 3)
    if z < 1:
        w = -(math.pi / 2 * (math.pi / 4)) / (z * z)
        return 1 - sum(math.exp(k * k * w - math.log(z)) for k in (1, 3)) * _SCALE
    inside, before, sign, k = 1.0, 0.0, -1, 1
    while abs(before - inside) > _TOLERANCE:
        before = inside
        inside += 2 * sign * math.exp(-2 * z * z * k * k)
        sign, k = -sign, k + 1
    return 1 - inside


def _distances(x: Floats, y: Floats) -> Floats:
    """The distances of the two distributions, added up step by step as ClickHouse does it."""
    points = np.unique(np.concatenate([x, y]))
    counts = [np.diff(np.searchsorted(s, points, "right"), prepend=0) for s in (x, y)]
    last = min(x[-1], y[-1])  # behind it one step is taken for all that is left
    rest = [float(len(s) - np.searchsorted(s, last, "right")) for s in (x, y)]
    cx, cy = (c[points <= last] for c in counts)
    shared = (cx > 0) & (cy > 0)
    up, down = 1 / len(x), 1 / len(y)
    # A point of both samples takes two steps, of one sample as many as it has there.
    steps = np.stack([np.where(shared, up * cx, up), np.where(shared, -(down * cy), -down)], 1)
    often = np.stack([np.where(shared, 1, cx), np.where(shared, 1, cy)], 1)
    seen = np.stack([~shared, np.ones(len(shared), bool)], 1)
    walk = np.repeat(steps.ravel(), often.ravel())
    sums: Floats = np.cumsum(np.append(walk, up * rest[0] - down * rest[1]))
    shown: Floats = sums[np.append(np.repeat(seen.ravel(), often.ravel()), True)]
    return shown


def _kolmogorov(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = (np.sort(sample) for sample in _samples(columns))
    if len(x) == 0 or len(y) == 0:
        message = "Aggregate function kolmogorovSmirnovTest requires both samples to be non empty"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    alternative = options[0] or "two-sided"
    method = options[1] if len(options) > 1 else "auto"
    distances = _distances(x, y)
    above, below = max(float(distances.max()), sys.float_info.min), -float(distances.min())
    both = alternative == "two-sided"
    d = max(abs(above), abs(below)) if both else below if alternative == "less" else above
    exact = method == "exact" or (method == "auto" and max(len(x), len(y)) <= 10000)
    p = (_outside_lattice if exact else _asymptotic)(d, len(x), len(y), both=both)
    return [d, min(1.0, max(0.0, p))]


over_numbers(
    "kolmogorovSmirnovTest",
    _alternatives("kolmogorovSmirnovTest", "d_statistic"),
    2,
    _kolmogorov,
    "The Kolmogorov-Smirnov test of two samples.",
    ("round(kolmogorovSmirnovTest(number * number % 7, number % 2).1, 6)", "0.2"),
    parameters=(0, 2),
    any_case=True,
    takes=(DECIMALS, NUMBERS),
    refused=Code.NOT_IMPLEMENTED,
)


def _variance(columns: list[Floats], options: list[str]) -> Sequence[float]:
    values, groups = columns
    names = np.unique(groups)
    within = len(values) - len(names)
    if len(names) < 2 or within <= 0:
        message = "There should be at least two groups, and more observations than groups"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    missing = np.flatnonzero(names != np.arange(len(names)))
    if len(missing):
        message = f"There is no observations for group {missing[0]}"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    samples = [_Sums.of(values[groups == name]) for name in names]
    mean = sum(s.total for s in samples) / len(values)
    between = sum(s.n * (s.mean - mean) * (s.mean - mean) for s in samples)
    f = _divided(between * within, sum(s.spread for s in samples) * (len(names) - 1))
    if not math.isfinite(f):
        return [_NAN, _NAN]
    return [f, 1 - fisher_below(f, len(names) - 1, within)]


over_numbers(
    "analysisOfVariance",
    _tuple_type("analysisOfVariance", "f_statistic"),
    2,
    _variance,
    "The one-way analysis of variance: whether groups have one mean.",
    ("round(analysisOfVariance(number * number % 7, number % 3).1, 6)", "1.285075"),
    aliases=("anova",),
    any_case=True,
    takes=(DECIMALS, UNSIGNED),
    refused=Code.BAD_ARGUMENTS,
)


def _gini(columns: list[Floats], options: list[str]) -> Sequence[float]:
    values = np.sort(columns[0])
    size, total = len(values), float(values.sum())
    if size and values[0] < 0:
        message = "Aggregate function gini takes no negative values"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    if size < 2 or total == 0:
        return [_NAN]
    weights = 2 * np.arange(1, size + 1) - size - 1
    return [float((weights * values).sum()) / (size * total)]


over_numbers(
    "gini",
    _float,
    1,
    _gini,
    "Gini's coefficient: 0 if all the values are equal.",
    ("round(gini(number), 6)", "0.366667"),
    takes=(DECIMALS,),
)
