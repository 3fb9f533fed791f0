"""The error function and its complement over whole arrays.

The ranges and the polynomials are those of fdlibm (s_erf.c: Copyright 1993 by Sun Microsystems,
Inc.; permission to use, copy, modify, and distribute this software is freely granted, provided
that this notice is preserved), added up in the order of glibc, so that every digit is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Floats = npt.NDArray[np.float64]

_AT_ONE = 8.45062911510467529297e-01
_SLOPE = 1.28379167095512586316e-01  # of erf at 0, less 1
_SMALL = (
    (
        1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
        -5.77027029648944159157e-03, -2.37630166566501626084e-05,
    ),
    (
        1.0, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
        1.32494738004321644526e-04, -3.96022827877536812320e-06,
    ),
)  # fmt: skip
_MIDDLE = (
    (
        -2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
        3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
        -2.16637559486879084300e-03,
    ),
    (
        1.0, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
        1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02,
    ),
)  # fmt: skip
_LARGE = (
    (
        -9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
        -6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
        -8.12874355063065934246e+01, -9.81432934416914548592e+00,
    ),
    (
        1.0, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
        6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
        6.57024977031928170135e+00, -6.04244152148580987438e-02,
    ),
)  # fmt: skip
_GREAT = (
    (
        -9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
        -1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
        -4.83519191608651397019e+02,
    ),
    (
        1.0, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
        3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02,
        -2.24409524465858183362e+01,
    ),
)  # fmt: skip


_Ratio = tuple[Sequence[float], Sequence[float]]


def _sum(factors: Sequence[float], at: Floats, powers: Sequence[Floats]) -> Floats:
    """A polynomial, two terms at a time; the powers are even ones."""
    total = factors[0] + at * factors[1]
    for i, power in enumerate(powers[: (len(factors) - 1) // 2], 1):
        pair = factors[2 * i : 2 * i + 2]
        total += power * (pair[0] + at * pair[1] if len(pair) == 2 else pair[0])
    return total


def _ratio(polynomials: _Ratio, at: Floats) -> Floats:
    above, below = polynomials
    powers = [at * at]
    powers.append(powers[0] * powers[0])
    if len(below) > 6:
        powers.append(powers[1] * powers[0])
    if len(below) > 8:
        powers.append(powers[1] * powers[1])
    return np.asarray(_sum(above, at, powers) / _sum(below, at, powers), np.float64)


def _tail(size: Floats, bend: float) -> Floats:
    """The complement of positive numbers from 1.25 on; the polynomials change at the bend."""
    low = size < bend
    at, ratio = 1.0 / (size * size), np.empty_like(size)
    for rows, polynomials in ((np.flatnonzero(low), _LARGE), (np.flatnonzero(~low), _GREAT)):
        if len(rows):
            ratio[rows] = _ratio(polynomials, at[rows])
    short = (size.view(np.uint64) & np.uint64(0xFFFFFFFF00000000)).view(np.float64)
    exponents = np.concatenate([-short * short - 0.5625, (short - size) * (short + size) + ratio])
    powers = np.asarray(pc.exp(pa.array(exponents)))  # numpy's differs in last digits
    return np.asarray(powers[: len(size)] * powers[len(size) :] / size, np.float64)


_Ranges = Sequence[tuple[float, Callable[[Floats], Floats]]]
_BEND, _BEND_BACK = (
    float(np.array([word << 32], np.uint64).view(np.float64)[0])
    for word in (0x4006DB6E, 0x4006DB6D)
)  # 1 / 0.35
_TINY = float(np.array([0x00800000 << 32], np.uint64).view(np.float64)[0])


def _by_range(values: Floats, ranges: _Ranges) -> Floats:
    """What each range, up to the absolute value that it is named with, makes of its values."""
    which = np.searchsorted([end for end, _ in ranges], np.abs(values), side="right")
    found = np.full(len(values), np.nan)
    for number, (_, made) in enumerate(ranges):
        rows = np.flatnonzero(which == number)
        if len(rows):
            found[rows] = made(values[rows])
    return found


def _signed(of_size: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
    return lambda values: np.copysign(of_size(np.abs(values)), values)


def _middle(values: Floats) -> Floats:
    return _ratio(_MIDDLE, np.abs(values) - 1.0)


def _near(values: Floats) -> Floats:
    ratio = _ratio(_SMALL, values * values)
    low = 1.0 - (values + values * ratio)
    return np.where(values < 0.25, low, 0.5 - (values * ratio + (values - 0.5)))


def _at_one(values: Floats) -> Floats:
    ratio = _middle(values)
    return np.where(values > 0, (1.0 - _AT_ONE) - ratio, 1.0 + (_AT_ONE + ratio))


def _far(values: Floats) -> Floats:
    tail = _tail(np.abs(values), _BEND_BACK)
    return np.where(values > 0, tail, 2.0 - tail)


_ERF: _Ranges = (
    (_TINY, lambda x: 0.0625 * (16.0 * x + (16.0 * _SLOPE) * x)),
    (2.0**-28, lambda x: x + _SLOPE * x),
    (0.84375, lambda x: x + x * _ratio(_SMALL, x * x)),
    (1.25, _signed(lambda x: _AT_ONE + _middle(x))),
    (6.0, _signed(lambda x: 1.0 - _tail(x, _BEND))),
    (np.nan, np.sign),
)
_ERFC: _Ranges = (
    (2.0**-56, lambda x: 1.0 - x),
    (0.84375, _near),
    (1.25, _at_one),
    (28.0, _far),
    (np.nan, lambda x: 1.0 - np.sign(x)),
)


def erf(values: Floats) -> Floats:
    """The error function."""
    return _by_range(values, _ERF)


def erfc(values: Floats) -> Floats:
    """1 less the error function."""
    return _by_range(values, _ERFC)
