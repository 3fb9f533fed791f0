"""Comparing texts whose floats depend on the order of summation, the threads or the CPU."""

import math
import re

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
TOLERANCE = 1e-12


def nearly_equal(got: str, want: str, tolerance: float = TOLERANCE) -> bool:
    """Whether the texts are equal but for the last digits of floats; integers stay exact."""
    if got == want:
        return True
    if _NUMBER.sub("0", got) != _NUMBER.sub("0", want):
        return False
    pairs = zip(_NUMBER.findall(got), _NUMBER.findall(want), strict=True)
    return all(a == b or _close(a, b, tolerance) for a, b in pairs)


def _close(got: str, want: str, tolerance: float) -> bool:
    if not any(mark in got + want for mark in ".e"):
        return False
    return math.isclose(float(got), float(want), rel_tol=tolerance, abs_tol=tolerance)
