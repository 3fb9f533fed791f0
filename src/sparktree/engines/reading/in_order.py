"""ORDER BY keys with LIMIT: only the granules that may hold the first rows are read.

The marks tell between which keys a granule lies. Granules that end before some key and surely hold
as many rows as are wanted rule out every granule that begins behind that key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

import numpy as np

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.keys.build import Builder
from sparktree.engines.keys.condition import All, Condition
from sparktree.engines.keys.domain import Array, Mask
from sparktree.engines.keys.marks import Marks
from sparktree.engines.reading.granule_queue import GranuleQueue, QueueKey
from sparktree.engines.reading.pruning import Pruned, marks_of, ranges_of
from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.parts.reader import PartScan
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Call, Expr, SortItem, is_constant
from sparktree.planner.scan_reports import ReadOrder
from sparktree.planner.sources import ScanRequest, Top
from sparktree.types import Float


@dataclass(frozen=True, slots=True)
class InOrder:
    """The keys that an ordering follows: `length` of them from `first` on, maybe backwards."""

    first: int
    length: int
    backwards: bool
    fixed: bool  # the keys before the first have one value each
    whole: bool  # nothing else is in the ordering: rows with equal keys are as good as each other

    @property
    def report(self) -> ReadOrder:
        """What is told of it."""
        if not self.fixed:
            return ReadOrder("Default", 0)
        return ReadOrder("InReverseOrder" if self.backwards else "InOrder", self.length)


@dataclass(frozen=True, slots=True)
class _Granules:
    """Granules of one part: which are candidates, the rows that surely count, keys at both ends."""

    scan: PartScan
    candidates: Mask
    sure: Array
    bounded: Mask
    ends: tuple[list[Array], list[Array]]
    starts: Array  # rows

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.candidates)


@dataclass(frozen=True, slots=True)
class _FirstGranules:
    """Of all granules: those that may hold one of the first rows, their places in the ordering,
    and whether they surely hold as many as are wanted."""

    mask: Mask
    rank: Array
    sure: bool


def ordered_reading(
    definition: TableDefinition, request: ScanRequest, environment: Environment
) -> InOrder | None:
    """Whether, and how, the query's ordering follows the primary key."""
    if request.top is None or not environment.settings.optimize_read_in_order:
        return None
    keys = Keys.of(definition, request, environment)
    items = request.top.items
    places = [i for i, key in enumerate(keys.primary) if key == items[0].expr]
    if not places or any(_is_odd(key.type) for key in keys.primary[: places[0] + 1]):
        return None
    first = places[0]
    backwards = items[0].descending != keys.descending[first]
    length = _followed(items, keys, first, backwards)
    fixed = all(_is_fixed(key, request.filters) for key in keys.primary[:first])
    whole = length == len(items)
    return InOrder(first, length, backwards, fixed, whole) if length else None


def _is_fixed(key: Expr, filters: Sequence[Expr]) -> bool:
    """Whether a filter leaves one value of the key."""
    equal = (f for f in filters if isinstance(f, Call) and f.function.name == "equals")
    return any(key in f.args and any(map(is_constant, f.args)) for f in equal)


def _followed(items: Sequence[SortItem], keys: Keys, first: int, backwards: bool) -> int:
    """How many elements of the ordering are the keys from the first on."""
    pairs = zip(items, keys.primary[first:], keys.descending[first:], strict=False)
    length = 0
    for item, key, descending in pairs:
        turned = (item.descending != descending) == backwards
        if item.expr != key or item.collate or _is_odd(key.type) or not turned:
            break
        length += 1
    return length


def _is_odd(type_: object) -> bool:
    """Whether some values have a place of their own in an ordering: NULL and NaN."""
    inner = getattr(type_, "inner", None)
    return bool(getattr(type_, "nullable", False)) or isinstance(inner, Float)


def first_granules(
    order: InOrder,
    pruned: Pruned,
    parts: Mapping[str, PartOnDisk],
    keys: Keys,
    request: ScanRequest,
) -> Pruned:
    """The scans without granules that cannot hold any of the first rows."""
    assert request.top is not None
    builder = Builder(tuple(keys.primary), keys.environment.context)
    condition = All(tuple(builder.build(one) for one in request.filters))
    found = []
    for scan in pruned.scans:
        marks = marks_of(parts[scan.part.name], keys)
        if marks is None or any(c.values is None for c in marks.columns[: order.first + 1]):
            return pruned
        found.append(_granules(scan, marks, order, condition))
    top = request.top
    # How many rows granules hold says nothing of how many groups there are.
    kept = _first_granules(
        found, order, keys.descending[order.first :], 0 if top.groups else top.limit
    )
    ends = np.cumsum([one.count for one in found])
    scans = [
        replace(one.scan, ranges=ranges_of(one.scan.part, mask))
        for one, mask in zip(found, np.split(kept.mask, ends[:-1]), strict=True)
        if mask.any()
    ]
    queue = _queue(found, kept, order, keys, top) if order.fixed else None
    return replace(pruned, scans=tuple(scans), queue=queue)


def _queue(
    found: Sequence[_Granules], kept: _FirstGranules, order: InOrder, keys: Keys, top: Top
) -> GranuleQueue | None:
    """The granules that are kept, in the order of the keys at which reading begins."""
    known = min(len(one.ends[0]) for one in found)
    if not top.limit or np.count_nonzero(kept.mask) < 2:
        return None
    begins = (
        np.concatenate([one.ends[order.backwards][number] for one in found])[kept.mask]
        for number in range(known)
    )
    of = islice(zip(keys.descending, keys.primary, strict=False), order.first, None)
    rows = np.concatenate([np.stack([one.starts[:-1], one.starts[1:]], axis=1) for one in found])
    return GranuleQueue.sorted(
        np.repeat([one.scan.index for one in found], [one.count for one in found])[kept.mask],
        rows[kept.mask],
        tuple(
            QueueKey(data, down != order.backwards, key.type)
            for data, (down, key) in zip(begins, of, strict=False)
        ),
        kept.rank[kept.mask],
        np.concatenate([~one.bounded for one in found])[kept.mask],
        strict=order.whole and known == order.length and not top.groups,
        wanted=top.limit,
        sure=kept.sure,
    )


def _granules(scan: PartScan, marks: Marks, order: InOrder, condition: Condition) -> _Granules:
    part = scan.part
    starts = np.array(part.granules.starts(), dtype=np.int64)
    wanted = np.ones(marks.count, dtype=np.bool_)
    if scan.ranges is not None:
        wanted[:] = False
        for begin, end in scan.ranges:
            wanted[np.searchsorted(starts, begin) : np.searchsorted(starts, end)] = True
    masked = scan.hides_rows
    sure = np.diff(starts) * (wanted & marks.sure(condition) & (not masked))
    known = takewhile(lambda c: c.values is not None, marks.columns)
    columns = [c.values.data for c in islice(known, order.first + order.length) if c.values]
    bounded = np.ones(marks.count, dtype=np.bool_)
    for data in columns[: order.first]:
        bounded &= np.asarray(data[:-1] == data[1:], dtype=np.bool_)
    ordered = columns[order.first :]
    ends = [d[:-1] for d in ordered], [d[1:] for d in ordered]
    return _Granules(scan, wanted, sure, bounded, ends, starts)


def _first_granules(
    found: Sequence[_Granules], order: InOrder, down: Sequence[bool], count: int
) -> _FirstGranules:
    """Which granules of all parts may hold one of the first rows."""
    low, high = _ranks(found, down)
    if order.backwards:
        low, high = -high, -low
    sure = np.concatenate([one.sure * one.bounded for one in found])
    by_end = np.argsort(high, kind="stable")
    enough = np.searchsorted(np.cumsum(sure[by_end]), count)
    keep = np.ones(len(sure), dtype=np.bool_)
    is_sure = bool(count and enough < len(sure))
    if is_sure:
        last = high[by_end[enough]]
        keep = low < last if order.whole else low <= last
        keep[by_end[: enough + 1]] = True
    keep |= np.concatenate([~one.bounded for one in found])
    keep &= np.concatenate([one.candidates for one in found])
    return _FirstGranules(keep, low, is_sure)


def _ranks(found: Sequence[_Granules], down: Sequence[bool]) -> tuple[Array, Array]:
    """The keys at both ends of all granules as numbers of the same order."""
    total = np.zeros(2 * sum(one.count for one in found), dtype=np.int64)
    for number in range(min(len(one.ends[0]) for one in found)):
        values = [one.ends[end][number] for end in (0, 1) for one in found]
        rank = np.unique(np.concatenate(values), return_inverse=True)[1].ravel()
        total = total * (int(rank.max()) + 1) + (rank.max() - rank if down[number] else rank)
        total = np.unique(total, return_inverse=True)[1].ravel()
    half = len(total) // 2
    return total[:half], total[half:]
