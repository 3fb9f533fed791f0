"""The scan of a table cut into shares, one for each task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.engines.reading.pruning import Pruned
from sparktree.parts.granules import ROW_GROUP_ROWS
from sparktree.parts.reader import PartScan, RowRange


def cut(pruned: Pruned, count: int) -> list[list[PartScan]]:
    """The scans in shares of about equal rows; a part is divided at row groups, or at granules
    where the shares are smaller than those."""
    if count <= 1:
        return [list(pruned.scans)]
    goal = -(-pruned.rows // count)
    shares: list[list[PartScan]] = [[]]
    room = goal
    for scan in pruned.scans:
        step = ROW_GROUP_ROWS if goal >= ROW_GROUP_ROWS else max(scan.part.granules.rows)
        whole = scan.ranges if scan.ranges is not None else ((0, scan.part.rows),)
        taken: list[RowRange] = []
        for begin, end in whole:
            while begin < end:
                if room <= 0 and len(shares) < count:
                    _add(shares[-1], scan, taken)
                    shares.append([])
                    taken, room = [], goal
                is_last = len(shares) == count
                stop = end if is_last else min(begin + -(-room // step) * step, end)
                taken.append((begin, stop))
                room -= stop - begin
                begin = stop
        _add(shares[-1], scan, taken)
    return shares


def _add(share: list[PartScan], scan: PartScan, ranges: Sequence[RowRange]) -> None:
    if scan.ranges is None and tuple(ranges) == ((0, scan.part.rows),):
        share.append(scan)
    elif ranges:
        share.append(whole_if_all(replace(scan, ranges=tuple(ranges))))


def whole_if_all(scan: PartScan) -> PartScan:
    return replace(scan, ranges=None) if scan.ranges == ((0, scan.part.rows),) else scan
