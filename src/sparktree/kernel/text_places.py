"""Where byte strings begin that stand one behind the other, each behind its length.

Only reading a length tells where the next string begins. So many walkers go through parts of the
data side by side, a step of all of them at once. A walker does not know where the first string of
its part begins: it starts ahead of it at a guess, since most ways soon come into the way of the
true beginnings. Where a walker's way left its part is compared with where the next one came in,
and the parts that were entered at wrong places are walked again: the first one was entered at the
right one, so what fits everywhere is right.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]
_Flags = npt.NDArray[np.bool_]

_STRINGS = 128  # of a part
_LEAST = 1024  # bytes of a part
_FEW = 64  # parts, for which walkers are not worth it
_BATCH = 1 << 25  # bytes that are walked through at once
_LOOK_AT = 128  # bytes among which the walker's first one is chosen
_ROUNDS = 12
_LONGEST_NUMBER = 10
_FAR = 1 << 40  # bytes: further than any data


def beginnings(data: Bytes, at: int, most: int, size: int) -> tuple[Places, bool]:
    """Where strings of about some size begin, from one on, the last perhaps without all of its
    bytes; and whether all of them fitted. There are none if there is too little data."""
    part = max(_STRINGS * size, _LEAST)
    wanted = min(_BATCH, most * size + part, len(data) - _LONGEST_NUMBER - at)
    parts = wanted // part
    if parts < _FEW:
        return np.zeros(0, np.int64), True
    ends = at + part * np.arange(1, parts + 1)
    entries = np.empty(parts, np.int64)
    entries[0] = at
    entries[1:] = _walk(data, _guessed(data, at, ends[:-1] - part // 2), ends[:-1], None, at)
    exits = np.empty(parts, np.int64)
    flags = np.zeros((parts, part), np.bool_)
    again = np.arange(parts)
    for _ in range(_ROUNDS):
        exits[again] = _walk(data, entries[again], ends[again], flags.reshape(-1), at)
        wrong, again = len(again), 1 + np.flatnonzero(entries[1:] != exits[:-1])
        if not len(again) or 2 * len(again) > wrong:
            break  # all is right, or guesses are no good in this data
        entries[again] = exits[again - 1]
        flags[again] = False
    if len(again):
        flags[again[0] :] = False
    return np.flatnonzero(flags.reshape(-1)) + at, not len(again)


def _guessed(data: Bytes, at: int, places: Places) -> Places:
    """Where strings begin perhaps near some places: where they would if all had the length of the
    first one, else at the least byte, as lengths are mostly less than the bytes of a text."""
    step = int(data[at]) + 1
    alike = places + (at - places) % step
    windows = np.lib.stride_tricks.sliding_window_view(data, _LOOK_AT)
    least = places + windows[places].argmin(axis=1)
    return np.asarray(np.where(data[alike] == data[at], alike, least), np.int64)


def _walk(data: Bytes, starts: Places, ends: Places, flags: _Flags | None, first: int) -> Places:
    """Where the ways from some places come to their ends or go beyond; the places on them are
    flagged."""
    exits = starts.copy()
    walkers = np.flatnonzero(starts < ends)
    here, ends = starts[walkers], ends[walkers]
    while len(walkers):
        if flags is not None:
            flags[here - first] = True
        here = _next(data, here)
        inside = here < ends
        if not inside.all():
            left = ~inside
            exits[walkers[left]] = here[left]
            walkers, here, ends = walkers[inside], here[inside], ends[inside]
    return exits


def _next(data: Bytes, at: Places) -> Places:
    """Where the strings behind those at some places begin."""
    sizes = data[at].astype(np.int64)
    following = at + sizes + 1
    longer = np.flatnonzero(sizes >= 0x80)
    shift = 0
    while len(longer):
        # The bit that says that another group follows is part of the size so far.
        shift += 7
        places = at[longer] + shift // 7
        groups = data[places].astype(np.int64)
        following[longer] += ((groups - 1) << shift) + 1
        longer = longer[groups >= 0x80]
        if shift >= 35 and len(longer):
            following[longer] = _FAR
            break
    return following
