"""Distribution functions of statistical tests: normal, Student's t, Fisher's F."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.list_rows import Floats
from sparktree.functions.numbers.error_function import erfc

_NORMAL = NormalDist()


def exp(values: Floats) -> Floats:
    """As the C library has it, which is more exact than numpy's."""
    return np.asarray(pc.exp(pa.array(values)))


def _power(values: Floats, less: Floats, exponents: Floats) -> Floats:
    """A share to a power; near 1, what is missing tells more digits of it."""
    powers = np.asarray(pc.power(pa.array(values), pa.array(exponents)))
    return np.where(values > 0.5, exp(exponents * np.log1p(-less)), powers)


def normal_above(z: Floats) -> Floats:
    """P(Z > z)."""
    return 0.5 * erfc(z / math.sqrt(2))


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


# --- the incomplete beta function -----------------------------------------------------------------


def incomplete_beta(a: Floats, b: Floats, x: Floats, y: Floats) -> Floats:
    """The regularised incomplete beta function I_x(a, b), by Lentz's continued fraction.

    y is 1 - x, which callers know better than a subtraction does. One of a and b is a half, or
    both are multiples of it.
    """
    found = np.where(np.isnan(x), x, np.where(y <= 0, 1.0, 0.0))
    inside = np.flatnonzero((x > 0) & (y > 0))
    if len(inside):
        a, b, x, y = (v[inside] for v in (a, b, x, y))
        found[inside] = _inside(a, b, x, y, _front(a, b, x, y))
    return found


def _inside(a: Floats, b: Floats, x: Floats, y: Floats, front: Floats) -> Floats:
    swapped = x > (a + 1) / (a + b + 2)
    first, second = np.where(swapped, b, a), np.where(swapped, a, b)
    part = front * _fraction(first, second, np.where(swapped, y, x)) / first
    return np.where(swapped, 1 - part, part)


def _front(a: Floats, b: Floats, x: Floats, y: Floats) -> Floats:
    """x^a y^b / B(a, b)."""
    found = np.empty_like(x)
    halves = (a == 0.5) | (b == 0.5)
    small = ~halves & (a + b < 150)
    for rows, front in (
        (halves, _front_of_half), (small, _front_of_small), (~(halves | small), _front_of_large)
    ):  # fmt: skip
        places = np.flatnonzero(rows)
        if len(places):
            found[places] = front(a[places], b[places], x[places], y[places])
    return found


def _front_of_half(a: Floats, b: Floats, x: Floats, y: Floats) -> Floats:
    step = _half_step(np.where(b == 0.5, a, b))
    return _power(x, y, a) * _power(y, x, b) * step / math.sqrt(math.pi)


_GAMMAS = np.array([math.inf, *(math.gamma(i / 2) for i in range(1, 300))])  # of multiples of 1/2


def _gamma(values: Floats) -> Floats:
    return np.asarray(_GAMMAS[(2 * values).astype(np.int64)])


def _front_of_small(a: Floats, b: Floats, x: Floats, y: Floats) -> Floats:
    return _power(x, y, a) * _power(y, x, b) * (_gamma(a + b) / _gamma(a) / _gamma(b))


def _front_of_large(a: Floats, b: Floats, x: Floats, y: Floats) -> Floats:
    """By Stirling's formula, in which the large terms cancel out."""
    away = x * b - y * a
    rests = _beyond_stirling(a + b) - _beyond_stirling(a) - _beyond_stirling(b)
    logarithm = a * np.log1p(away / a) + b * np.log1p(-away / b) + rests
    return exp(logarithm) * np.sqrt(a / (a + b) * b / (2 * math.pi))


# Of ln(gamma(z)) less Stirling's formula, by odd powers of 1 / z.
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_KNOWN = 30  # up to half of it
_RESTS = np.array(
    [math.inf]
    + [
        math.lgamma(z) - ((z - 0.5) * math.log(z) - z + math.log(2 * math.pi) / 2)
        for z in (i / 2 for i in range(1, _KNOWN))
    ]
)


def _odd_powers(factors: tuple[float, ...], z: Floats) -> Floats:
    """The sum of factors by odd powers of 1 / z."""
    square, total = z * z, np.zeros_like(z)
    for factor in reversed(factors):
        total = total / square + factor
    return np.asarray(total / z, np.float64)


def _beyond_stirling(z: Floats) -> Floats:
    """By how much the logarithm of gamma is more than Stirling's formula has it."""
    places = np.minimum(2 * z, _KNOWN - 1).astype(np.int64)
    return np.where(2 * z < _KNOWN, _RESTS[places], _odd_powers(_STIRLING, z))


# Of ln(gamma(a + 1/2) / gamma(a) / sqrt(a)), by odd powers of 1 / a.
_HALF_STEP = (-1 / 8, 1 / 192, -1 / 640, 17 / 14336, -31 / 18432, 691 / 180224)
_STEPS = 15


def _half_step(a: Floats) -> Floats:
    """gamma(a + 1/2) / gamma(a): the difference of logarithms would lose digits."""
    a = a.copy()
    above, below = (np.ones_like(a), np.zeros_like(a)), (np.ones_like(a), np.zeros_like(a))
    for _ in range(_STEPS):
        less = a < _STEPS
        if not less.any():
            break
        above = _times(above, np.where(less, a, 1.0))
        below = _times(below, np.where(less, a + 0.5, 1.0))
        a += less
    factor = above[0] / below[0]
    product, rest = _times((factor, np.zeros_like(a)), below[0])
    factor += (above[0] - product - rest + above[1] - factor * below[1]) / below[0]
    return np.asarray(factor * np.sqrt(a) * exp(_odd_powers(_HALF_STEP, a)), np.float64)


def _times(number: tuple[Floats, Floats], factor: Floats) -> tuple[Floats, Floats]:
    """The product of a number in two parts, the second of which is what the first lacks."""
    high, low = number
    product = high * factor
    (first, second), (third, fourth) = _halves(high), _halves(factor)
    lost = second * fourth - (((product - first * third) - second * third) - first * fourth)
    lost = lost + low * factor
    total = product + lost
    return total, lost - (total - product)


def _halves(values: Floats) -> tuple[Floats, Floats]:
    """The upper half of the digits and the lower one."""
    large = values * 134217729.0
    upper = large - (large - values)
    return upper, values - upper


_BLOCK = 4  # steps between taking out the fractions that have converged
_MOST = 1000


def _fraction(a: Floats, b: Floats, x: Floats) -> Floats:
    found = np.empty_like(x)
    left = np.arange(len(x))
    c, d = np.ones_like(x), 1 / (1 - (a + b) * x / (a + 1))
    h = d.copy()
    for start in range(1, _MOST, _BLOCK):
        m = np.arange(start, start + _BLOCK, dtype=np.float64)[:, None]
        twice = a + 2 * m
        even = m * (b - m) * x / ((twice - 1) * twice)
        odd = -(a + m) * (a + b + m) * x / (twice * (twice + 1))
        going = np.ones(len(x), np.bool_)
        for terms in zip(even, odd, strict=True):
            for term in terms:
                d = 1 / (1 + term * d)
                c = 1 + term / c
                change = c * d
                np.multiply(h, change, out=h, where=going)
            going &= np.abs(change - 1) > 3e-16
        if not going.all():
            found[left] = h
            left = left[going]
            a, b, x, c, d, h = (v[going] for v in (a, b, x, c, d, h))
            if not len(left):
                break
    found[left] = h
    return found


# --- Student's and Fisher's -----------------------------------------------------------------------


def _shares(t: Floats, freedom: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The arguments of the incomplete beta function."""
    square = t * t
    whole = freedom + square
    return freedom / 2, np.full_like(t, 0.5), freedom / whole, square / whole


def student_outside(t: Floats, freedom: Floats) -> Floats:
    """P(|T| > |t|)."""
    found = incomplete_beta(*_shares(t, freedom))
    return np.where(np.isinf(t), 0.0, found)


def student_quantile(outside: float, freedom: Floats) -> Floats:
    """The t with P(|T| > t) = outside, by Newton's method on the logarithms of both."""
    if outside >= 1:
        return np.zeros_like(freedom)
    different, places = np.unique(freedom, return_inverse=True)
    t = _near_quantile(outside, different)
    going = np.arange(len(t))
    for _ in range(50):
        a, b, x, y = _shares(t[going], different[going])
        front = _front(a, b, x, y)
        reached = _inside(a, b, x, y, front)
        change = np.log(reached / outside) * reached / (2 * front)
        t[going] *= exp(np.clip(change, -2, 2))
        going = going[~(np.abs(change) < 1e-9)]
        if not len(going):
            break
    return np.asarray(t[places], np.float64)


def _near_quantile(outside: float, freedom: Floats) -> Floats:
    """About the quantile: by that of the normal distribution, or of few degrees of freedom."""
    z = normal_beyond(outside / 2)
    many = np.maximum(freedom, 3)
    normal = np.sqrt(freedom * np.expm1(z * z * (many - 1.5) / ((many - 1) * (many - 1))))
    two = math.sqrt(2 / (outside * (2 - outside)) - 2)
    one = 1 / math.tan(math.pi / 2 * outside)
    return np.where(freedom < 1.5, one, np.where(freedom < 3, two, normal))


def fisher_below(f: Floats, above: Floats, below: Floats) -> Floats:
    """P(F <= f) with so many degrees of freedom above and below."""
    whole = below + above * f
    return incomplete_beta(above / 2, below / 2, above * f / whole, below / whole)
