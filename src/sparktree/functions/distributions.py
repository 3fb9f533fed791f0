"""Distribution functions of statistical tests: normal, Student's t, Fisher's F."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

_NORMAL = NormalDist()
_TINY = 1e-300


def normal_above(z: float) -> float:
    """P(Z > z)."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def normal_quantile(level: float) -> float:
    """The z with P(Z <= z) = level."""
    return normal_beyond(1 - level) if level > 0.5 else -normal_beyond(level)


def normal_beyond(tail: float) -> float:
    """The z with P(Z > z) = tail, which is at most a half.

    To the last digit: the tail is a small number, so a step of Newton's corrects the approximation.
    """
    y = -_NORMAL.inv_cdf(tail) / math.sqrt(2)
    y += (math.erfc(y) - 2 * tail) * math.sqrt(math.pi) / 2 * math.exp(y * y)
    return y * math.sqrt(2)


def incomplete_beta(a: float, b: float, x: float, y: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by Lentz's continued fraction.

    y is 1 - x, which callers know better than a subtraction does.
    """
    if math.isnan(x):
        return x
    if x <= 0 or y <= 0:
        return float(y <= 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, y, x)
    return _front(a, b, x, y) * _fraction(a, b, x) / a


def _front(a: float, b: float, x: float, y: float) -> float:
    """x^a y^b / B(a, b)."""
    if 0.5 in (a, b):
        large = a if b == 0.5 else b
        return math.pow(x, a) * math.pow(y, b) * _half_step(large) / math.sqrt(math.pi)
    if a + b < 150:
        return math.pow(x, a) * math.pow(y, b) * (math.gamma(a + b) / math.gamma(a) / math.gamma(b))
    logs = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(logs + a * math.log(x) + b * math.log(y))


# Of ln(gamma(a + 1/2) / gamma(a) / sqrt(a)), by odd powers of 1 / a.
_HALF_STEP = (-1 / 8, 1 / 192, -1 / 640, 17 / 14336, -31 / 18432, 691 / 180224)


@lru_cache(maxsize=256)
def _half_step(a: float) -> float:
    """gamma(a + 1/2) / gamma(a): the difference of logarithms would lose digits."""
    factor, half = Fraction(1), Fraction(1, 2)
    while a < 15:
        factor *= Fraction(a) / (Fraction(a) + half)
        a += 1
    logarithm = math.fsum(c / a ** (2 * i + 1) for i, c in enumerate(_HALF_STEP))
    return float(factor) * math.sqrt(a) * math.exp(logarithm)


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 1000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            h *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return h


def _away(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def student_outside(t: float, freedom: float) -> float:
    """P(|T| > |t|)."""
    if math.isinf(t):
        return 0.0
    whole = freedom + t * t
    return incomplete_beta(freedom / 2, 0.5, freedom / whole, t * t / whole)


def student_quantile(outside: float, freedom: float) -> float:
    """The t with P(|T| > t) = outside."""
    low, high = 0.0, 1.0
    while student_outside(high, freedom) > outside and high < 1e300:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if student_outside(middle, freedom) > outside:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def fisher_below(f: float, above: float, below: float) -> float:
    """P(F <= f) with so many degrees of freedom above and below."""
    whole = below + above * f
    return incomplete_beta(above / 2, below / 2, above * f / whole, below / whole)
