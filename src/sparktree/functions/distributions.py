"""Distribution functions of statistical tests: normal, Student's t, Fisher's F."""

from __future__ import annotations

import math
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


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by Lentz's continued fraction."""
    if x <= 0 or x >= 1 or math.isnan(x):
        return x if math.isnan(x) else float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    log_front += a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) * _fraction(a, b, x) / a


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
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


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


def fisher_above(f: float, above: float, below: float) -> float:
    """P(F > f) with so many degrees of freedom above and below."""
    return incomplete_beta(below / 2, above / 2, below / (below + above * f))
