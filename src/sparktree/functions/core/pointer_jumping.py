"""Ways through the places of all texts of a column at once: where each place leads is known before.

Following the ways takes as many steps as the longest of them has digits in binary: in each step
every place learns where twice as many steps lead.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def at_or_behind(flags: Flags) -> Places:
    """For every place, and the end, the first flagged one from there on, or the end."""
    count = len(flags)
    places = np.full(count + 1, count, np.int64)
    places[:-1][flags] = np.flatnonzero(flags)
    return np.asarray(np.minimum.accumulate(places[::-1])[::-1], np.int64)


def ends_of_ways(following: Places) -> Places:
    """Where the way from every place ends: at one that leads to itself."""
    while True:
        further = following[following]
        if np.array_equal(further, following):
            return following
        following = further


def passed(following: Places, starts: Places) -> Flags:
    """The places that the ways from some of them come through; these too."""
    found = np.zeros(len(following), np.bool_)
    found[starts] = True
    while True:
        reached = following[np.flatnonzero(found)]
        if found[reached].all():
            return found
        found[reached] = True
        following = following[following]


def slices(data: npt.NDArray[np.uint8], starts: Places, sizes: Places) -> npt.NDArray[np.uint8]:
    """Pieces of the data, one behind the other."""
    behind = np.cumsum(sizes)
    total = int(behind[-1]) if len(behind) else 0
    if total and (starts[1:] == starts[:-1] + sizes[:-1]).all():
        return data[starts[0] : starts[0] + total]
    return data[np.arange(total) + np.repeat(starts - behind + sizes, sizes)]
