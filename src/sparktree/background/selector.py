"""Which parts to merge: a pure function of sizes and ages, as ClickHouse's simple selector."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_FIXED_COST = 5 << 20  # bytes that every part counts beside its own
_WINDOW = 1000  # how many parts are looked at


@dataclass(frozen=True, slots=True)
class Candidate:
    """A part as the selector sees it: bytes, and seconds since it came."""

    size: int
    age: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds a merge."""

    max_bytes: int
    max_parts: int = 100
    force_age: int = 0  # ranges older than that are merged in any case; 0 means never
    base: float = 5.0  # how many times its largest part a merge must be, if nothing speaks for it
    force_whole: bool = False  # whether that age counts for whole ranges only
    eager: bool = False  # whether any two parts are alike enough


def select(ranges: Sequence[Sequence[Candidate]], limits: Limits) -> tuple[int, int, int] | None:
    """The best merge: the range's number, its first and its past-last part; None without any.

    A range are neighbours of one partition that may be merged with each other.
    """
    best: tuple[float, tuple[int, int, int]] | None = None
    for number, parts in enumerate(ranges):
        for begin, end in _spans(parts, limits):
            score = _score(parts[begin:end])
            if best is None or score < best[0]:
                best = (score, (number, begin, end))
    return best[1] if best else None


def _spans(parts: Sequence[Candidate], limits: Limits) -> list[tuple[int, int]]:
    found = []
    last = min(len(parts), _WINDOW)
    for begin in range(last):
        total = largest = 0
        youngest = math.inf
        for end in range(begin + 1, last + 1):
            count = end - begin
            if limits.max_parts and count > limits.max_parts:
                break
            part = parts[end - 1]
            total, largest = total + part.size, max(largest, part.size)
            youngest = min(youngest, part.age)
            if limits.max_bytes and total > limits.max_bytes:
                break
            if count >= 2 and _allowed(total, largest, youngest, count, len(parts), limits):
                found.append((begin, end))
    return found


def _allowed(
    total: int, largest: int, youngest: float, count: int, parts: int, limits: Limits
) -> bool:
    """Whether the parts are alike enough; small, old and many parts need to be less alike."""
    forced = bool(limits.force_age) and youngest > limits.force_age
    if limits.eager or (forced and (count == parts or not limits.force_whole)):
        return True
    size = math.log2(1 + total)
    low_age = _between(size, 20, 37, 10, 10)  # seconds, from 1 MiB to 100 GiB
    high_age = _between(size, 20, 37, 3600, 30 * 86400)
    aged = _share(youngest, low_age, high_age)
    many = _share(parts, 10, 50)
    ratio = min(1.0, aged + many)
    base = _between(ratio, 0, 1, limits.base, 2.0)
    return (total + count * _FIXED_COST) / (largest + _FIXED_COST) >= base


def _score(parts: Sequence[Candidate]) -> float:
    """Less is better: parts of equal size are merged for the least work."""
    total = sum(part.size for part in parts)
    return (total + _FIXED_COST * len(parts)) / (len(parts) - 1.9)


def _share(value: float, low: float, high: float) -> float:
    if value <= low:
        return 0.0
    return min((value - low) / (high - low), 1.0)


def _between(value: float, low: float, high: float, first: float, last: float) -> float:
    return first + (last - first) * _share(value, low, high)


def max_bytes(free: int, size: int, least: int, greatest: int, lowering: int) -> int:
    """The most bytes of a merge when `free` of `size` threads are idle: fewer leave less."""
    if free >= min(lowering, size):
        return greatest
    if not free:
        return least
    return int(least * (greatest / max(least, 1)) ** (free / min(lowering, size)))
