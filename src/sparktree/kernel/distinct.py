"""How many different values rows have, if a sample of them has so many."""

import math

_ENDLESS = 1e15


def likely_distinct(sample: int, found: int, rows: float) -> float:
    """Different values of so many rows, if all are equally frequent and a sample has so many.

    Of D values, n rows show D * (1 - exp(-n / D)).
    """
    low, high = max(found, 1.0), _ENDLESS
    if found >= sample:
        return rows
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        if _shown(middle, sample) < found:
            low = middle
        else:
            high = middle
    return _shown(low, rows)


def _shown(values: float, rows: float) -> float:
    return -values * math.expm1(-rows / values)
