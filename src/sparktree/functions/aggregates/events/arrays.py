"""Chains and patterns of events, found in the events of all rows at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_spans import Places, Words

Flags = npt.NDArray[np.bool_]
_FAR = (1 << 64) - 1  # later than all moments


@dataclass(frozen=True)
class Events:
    """The events of all rows, one behind the other: their moments, and the conditions met as bits.

    Those of a row are in the order of moments, then of bits.
    """

    moments: Words
    met: Words
    sizes: Places
    came: Places  # in which order they came

    @classmethod
    def of(cls, lists: pa.Array) -> Events:
        """The events of an array of lists of (moment, bits)."""
        sizes = np.asarray(lists.value_lengths().fill_null(0), np.int64)
        signed, met = (np.asarray(part, np.int64) for part in lists.flatten().flatten())
        moments = signed.view(np.uint64)
        order = np.lexsort((met, moments, np.repeat(np.arange(len(sizes)), sizes)))
        return cls(moments[order], met[order].astype(np.uint64), sizes, order)

    @cached_property
    def rows(self) -> Places:
        """The row of every event."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def take(self, some: Flags) -> Events:
        """Some of the events, of as many rows."""
        sizes = np.bincount(self.rows[some], minlength=len(self.sizes))
        kept = sizes.astype(np.int64)
        return Events(self.moments[some], self.met[some], kept, self.came[some])


def _last_of(places: Places, count: int) -> Places:
    """Of every place the last one of `places` that is not behind it, or -1."""
    found = np.full(count, -1)
    found[places] = places
    return np.maximum.accumulate(found)


# --- chains -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Steps:
    """The conditions of all events, one behind the other: by row, moment, condition, event."""

    rows: Places
    moments: Words
    steps: Places  # -1: the event meets no condition
    firsts: Places  # where the row of each begins

    @classmethod
    def of(cls, events: Events, count: int) -> _Steps:
        places = [np.flatnonzero(events.met == 0)]
        places += [np.flatnonzero(events.met >> np.uint64(i) & np.uint64(1)) for i in range(count)]
        steps = np.repeat(np.arange(-1, count), [len(found) for found in places])
        event = np.concatenate(places)
        rows, moments = events.rows[event], events.moments[event]
        order = np.lexsort((event, steps, moments, rows))
        rows = rows[order]
        sizes = np.bincount(rows, minlength=len(events.sizes))
        return cls(rows, moments[order], steps[order], (np.cumsum(sizes) - sizes)[rows])

    def known(self, updates: Places) -> Places:
        """The last of the updates of the same row up to every place, or -1."""
        last = _last_of(updates, len(self.rows))
        return np.where(last >= self.firsts, last, -1)


def longest_chains(events: Events, window: int, count: int, modes: Collection[str]) -> Places:
    """How many conditions were met one after the other, at most `window` after the first.

    Of each length the latest chain counts: it lasts longest. Where a mode ends a row early, what
    was found before that place is the answer.
    """
    all_ = _Steps.of(events, count)
    starts = all_.moments.copy()
    before = all_.known(np.flatnonzero(all_.steps == 0))
    begun = before >= 0
    updates = [np.flatnonzero(all_.steps == 0)]
    breaks = [np.flatnonzero((all_.steps < 0) & begun)] if "strict_order" in modes else []
    for step in range(1, count):
        here = np.flatnonzero(all_.steps == step)
        chain = before[here]
        with np.errstate(over="ignore"):
            until = starts[chain] + np.uint64(window % (1 << 64))
        grows = (chain >= 0) & (all_.moments[here] <= until)
        if "strict_increase" in modes:
            grows &= all_.moments[here] > all_.moments[chain]
        if "strict_order" in modes and "allow_reentry" not in modes:
            breaks.append(here[begun[here] & (chain < 0)])
        grown = here[grows]
        starts[grown] = starts[chain[grows]]
        before = all_.known(grown)
        if "strict_deduplication" in modes:
            earlier = np.where(here > 0, before[here - 1], -1)
            breaks.append(here[earlier >= all_.firsts[here]])
        updates.append(grown)
    ends = np.full(len(events.sizes), len(all_.rows))
    for places in breaks:
        np.minimum.at(ends, all_.rows[places], places)
    longest = np.zeros(len(events.sizes), np.int64)
    for length, places in enumerate(updates, 1):
        rows = all_.rows[places]
        longest[rows[places < ends[rows]]] = length
    return longest


# --- patterns -----------------------------------------------------------------------------------

Part = tuple[str, str, int]  # an event or any, a gap, or a limit of time: its operator and seconds
_LEAST = {">=": 0, ">": 1, "==": 0}  # what is added to the seconds for the least time that fits
_MOST = {"<=": 0, "<": -1, "==": 0}


class _Slots:
    """A slot for every event, and behind those of each row one for its end."""

    def __init__(self, events: Events) -> None:
        count = len(events.sizes)
        sizes = events.sizes + 1
        self.ends = np.cumsum(sizes) - 1
        self.starts = self.ends - events.sizes
        rows = np.repeat(np.arange(count), sizes)
        self.start, self.end = self.starts[rows], self.ends[rows]
        self.all = np.arange(len(rows))
        self.is_event = self.all < self.end
        self.moments = np.full(len(rows), _FAR, np.uint64)
        self.moments[self.is_event] = events.moments
        self.met = np.zeros(len(rows), np.uint64)
        self.met[self.is_event] = events.met

    def following(self, wanted: Flags) -> Places:
        """The first wanted slot of the row from every slot on, or one behind all slots."""
        none = len(self.all)
        found = np.where(wanted, self.all, none)
        found = np.minimum.accumulate(found[::-1])[::-1]
        return np.where(found <= self.end, found, none)

    def since(self, wanted: Words) -> Places:
        """The first slot of the row, up to its end, whose moment is not before the wanted one."""
        low, high = self.start.copy(), self.end.copy()
        while (open_ := low < high).any():
            middle = (low + high) // 2
            later = self.moments[middle] >= wanted
            high = np.where(open_ & later, middle, high)
            low = np.where(open_ & ~later, middle + 1, low)
        return low


def _later(moments: Words, by: int) -> Words:
    """Moments moved, at most to the end of time."""
    far, by_ = np.uint64(_FAR), np.uint64(min(by, _FAR))
    with np.errstate(over="ignore"):
        return np.where(moments > far - by_, far, moments + by_)


def _skipped(slots: _Slots, part: Part, rest: Places, base: Places) -> Places:
    """Where a match ends, from every slot on, of a gap or a limit of time and then of the rest.

    Both pass over events until the rest matches; a limit of time only takes those that it allows,
    by their distance from the event at `base`. Behind the last event there is nothing to measure.
    """
    kind, operator, seconds = part
    low, high = slots.all, slots.end
    if operator in _LEAST:
        least = _later(slots.moments[base], seconds + _LEAST[operator])
        low = np.maximum(low, slots.since(least))
    if operator in _MOST:
        most = seconds + _MOST[operator] + 1
        high = slots.since(_later(slots.moments[base], most)) if most > 0 else slots.start
    found = slots.following(slots.is_event & (rest >= 0))[low]
    fits = found < high
    ends = np.where(fits, rest[np.where(fits, found, 0)], -1)
    nothing = kind == "gap" or operator in ("<", "<=") or (operator == ">=" and seconds == 0)
    ends[slots.ends] = rest[slots.ends] if nothing else -1
    return ends


def count_matches(events: Events, pattern: Sequence[Part]) -> Places:
    """How often the pattern is found in the events of every row, one match after the other."""
    slots = _Slots(events)
    if not len(slots.all):
        return np.zeros(0, np.int64)
    rest = slots.all
    for place in range(len(pattern) - 1, -1, -1):
        kind, _, condition = pattern[place]
        if kind in ("gap", "time"):
            after_event = place > 0 and pattern[place - 1][0] in ("event", "any")
            base = np.maximum(slots.all - 1, 0) if after_event else slots.all
            rest = _skipped(slots, pattern[place], rest, base)
            continue
        met = slots.is_event
        if kind == "event":
            met = met & (slots.met >> np.uint64(condition) & np.uint64(1) == 1)
        rest = np.where(met, np.append(rest[1:], -1), -1)
    return _counted(slots, rest)


def _counted(slots: _Slots, ends: Places) -> Places:
    """How many matches follow each other, from the first slot of every row on.

    Each slot knows how many come within so many jumps, and where those lead: twice as many jumps
    are those from there on as well.
    """
    first = slots.following(slots.is_event & (ends >= 0))
    some = first < len(slots.all)
    reached = np.maximum(ends[np.where(some, first, 0)], slots.all + 1)
    jump = np.where(some, reached, slots.end)
    count = some.astype(np.int64)
    while (more := count[jump]).any():
        count, jump = count + more, jump[jump]
    return np.asarray(count[slots.starts], np.int64)
