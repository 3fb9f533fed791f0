"""Misspelt names: the known ones that ClickHouse would call near."""

import heapq
from collections.abc import Iterable


def near(name: str, candidates: Iterable[str], most: int) -> list[str]:
    """Up to `most` candidates that `name` may have meant, the nearest first."""
    measured = ((_distance_if_near(name, one), i, one) for i, one in enumerate(candidates))
    found = ((distance, i, one) for distance, i, one in measured if distance is not None)
    return [one for *_, one in heapq.nsmallest(most, found)]


def maybe(name: str, candidates: Iterable[str], most: int) -> str:
    """The end of a message that names what may have been meant, empty if nothing is near."""
    found = near(name, candidates, most)
    return f". Maybe you meant: [{','.join(repr(one) for one in found)}]" if found else ""


def _distance_if_near(name: str, candidate: str) -> int | None:
    """The case-insensitive edit distance in bytes, where ClickHouse would call it a typo."""
    ours, theirs = name.lower().encode(), candidate.lower().encode()
    gap = abs(len(ours) - len(theirs))
    mistakes = (len(ours) + 2) // 3
    if gap > mistakes or (gap and len(ours) // gap < 3):
        return None
    distance = _edit_distance(ours, theirs)
    return distance if distance <= mistakes else None


def _edit_distance(left: bytes, right: bytes) -> int:
    row = list(range(len(right) + 1))
    for i, byte in enumerate(left, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(right, 1):
            change = before + (byte != other)
            before, row[j] = row[j], min(change, row[j] + 1, row[j - 1] + 1)
    return row[-1]
