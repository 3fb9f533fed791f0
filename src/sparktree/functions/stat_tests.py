"""Statistical tests: Student's and Welch's t, z, Mann-Whitney, Kolmogorov-Smirnov, variance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Value
from sparktree.functions.distributions import (
    fisher_above,
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


def _t_answer(
    difference: float, error: float, freedom: float, options: list[str], center: float | None = None
) -> list[float]:
    if error == 0 or math.isnan(error) or freedom <= 0:
        return [_NAN] * (4 if options[0] else 2)
    t = difference / error
    found = [t, student_outside(t, freedom)]
    if options[0]:
        reach = student_quantile(1 - float(options[0]), freedom) * error
        middle = difference if center is None else center
        found += [middle - reach, middle + reach]
    return found


def _student(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = _samples(columns)
    if len(x) == 0 or len(y) == 0 or len(x) + len(y) <= 2:
        return _t_answer(_NAN, _NAN, 0, options)
    freedom = len(x) + len(y) - 2
    squares = ((x - x.mean()) ** 2).sum() + ((y - y.mean()) ** 2).sum()
    error = math.sqrt(squares / freedom * (1 / len(x) + 1 / len(y)))
    return _t_answer(float(x.mean() - y.mean()), error, freedom, options)


def _welch(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = _samples(columns)
    if len(x) < 2 or len(y) < 2:
        return _t_answer(_NAN, _NAN, 0, options)
    vx, vy = x.var(ddof=1) / len(x), y.var(ddof=1) / len(y)
    if vx + vy == 0:
        return _t_answer(_NAN, _NAN, 0, options)
    freedom = (vx + vy) ** 2 / (vx**2 / (len(x) - 1) + vy**2 / (len(y) - 1))
    return _t_answer(float(x.mean() - y.mean()), math.sqrt(vx + vy), float(freedom), options)


def _one_sample(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, expected = columns
    if len(x) < 2:
        return _t_answer(_NAN, _NAN, 0, options)
    error = math.sqrt(x.var(ddof=1) / len(x))
    mean = float(x.mean())
    return _t_answer(mean - float(expected[0]), error, len(x) - 1, options, mean)


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


def _outside_lattice(m: int, n: int, height: int, *, both: bool) -> float:
    """The share of lattice paths from (0, 0) to (m, n) that reach the distance `height`."""
    g = math.gcd(m, n)
    inside = np.ones(1)
    for step in range(1, m + n + 1):
        low, high = max(0, step - n), min(m, step)
        x = np.arange(low, high + 1)
        before = max(0, step - 1 - n)
        at = np.zeros(m + 2)
        at[before + 1 : before + 1 + len(inside)] = inside
        inside = x / step * at[x] + (step - x) / step * at[x + 1]
        distance = x * (n // g) - (step - x) * (m // g)
        inside[(np.abs(distance) if both else distance) >= height] = 0
    return 1 - float(inside[0])


def _asymptotic(d: float, m: int, n: int, *, both: bool) -> float:
    m, n = max(m, n), min(m, n)
    z = math.sqrt(m * n / (m + n)) * d
    if not both:
        return min(1.0, math.exp(-2 * z * z - 2 * z * (m + 2 * n) / math.sqrt(m * n * (m + n)) / 3))
    terms = (2 * (-1) ** (k - 1) * math.exp(-2 * k * k * z * z) for k in range(1, 101))
    return min(1.0, max(0.0, sum(terms))) if z > 0.04 else 1.0


def _kolmogorov(columns: list[Floats], options: list[str]) -> Sequence[float]:
    x, y = (np.sort(sample) for sample in _samples(columns))
    if len(x) == 0 or len(y) == 0:
        message = "Aggregate function kolmogorovSmirnovTest requires both samples to be non empty"
        raise ValueError(raising(Code.BAD_ARGUMENTS, message))
    alternative = options[0] or "two-sided"
    exact = (options[1] if len(options) > 1 else "auto") in ("auto", "exact")
    points = np.concatenate([x, y])
    gaps = np.searchsorted(x, points, "right") / len(x) - np.searchsorted(y, points, "right") / len(
        y
    )
    above, below = float(gaps.max()), float(-gaps.min())
    both = alternative == "two-sided"
    d = max(abs(above), abs(below)) if both else below if alternative == "less" else above
    if not exact or max(len(x), len(y)) > 10000:
        return [d, _asymptotic(d, len(x), len(y), both=both)]
    height = round(d * math.lcm(len(x), len(y)))
    if height <= 0:
        return [d, 1.0]
    return [d, min(1.0, _outside_lattice(len(x), len(y), height, both=both))]


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
    samples = [values[groups == name] for name in names]
    mean = values.mean()
    between = sum(len(s) * (s.mean() - mean) ** 2 for s in samples) / (len(names) - 1)
    inside = sum(((s - s.mean()) ** 2).sum() for s in samples) / within
    if inside == 0:
        return [_NAN, _NAN]
    f = float(between / inside)
    return [f, fisher_above(f, len(names) - 1, within)]


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
