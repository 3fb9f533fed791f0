"""Prime numbers, for the table function primes and the table system.primes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from sparktree.engines.table_functions.number_ranges import ranges_left
from sparktree.errors import not_implemented
from sparktree.planner.scan_reports import ScanReport
from sparktree.planner.sources import KnownRows, PlainSource, ScanRequest, ScanResult
from sparktree.types import UINT64, Type

PRIME = "prime"
# Numbers are looked at so many at a time, and none beyond the last.
_BLOCK = 1 << 22
_LAST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Primes(PlainSource):
    """Every `step`-th prime from the one at `offset` on, `count` of them or without end."""

    name: str
    offset: int = 0
    count: int | None = None
    step: int = 1

    def columns(self) -> list[tuple[str, Type]]:
        """The columns."""
        return [(PRIME, UINT64)]

    def scan(self, request: ScanRequest) -> ScanResult:
        """The primes that may be wanted: made in the driver, as there is an end to them."""
        wanted = [n for n in (self.count, request.limit) if n is not None]
        count = min(wanted) if wanted else None
        end = self._end(request)
        if count is not None:
            end = min(end, _beyond(self.offset + count * self.step))
        if end > _LAST:
            raise not_implemented(
                f"Prime numbers beyond {_LAST} are not supported: a LIMIT, a count or a condition"
                f" such as {PRIME} < 1000 has to tell where they end."
            )
        found = primes_below(end)[self.offset :: self.step][:count]
        rows = KnownRows(self.name, tuple(self.columns()), pa.table({PRIME: found}))
        return replace(rows.scan(request), report=ScanReport(self.count or 0))

    def _end(self, request: ScanRequest) -> int:
        """Where conditions end the numbers."""
        ranges, _ = ranges_left(request.filters, lambda c: request.ids.get(c.id) == PRIME)
        return ranges[-1][1] if ranges else 0


def _beyond(count: int) -> int:
    """A number that so many primes are less than."""
    if count < 6:
        return 12
    return int(count * (math.log(count) + math.log(math.log(count)))) + 1


def primes_below(end: int) -> np.ndarray:
    """The primes that are less than a number, in blocks so that only they take memory."""
    first = math.isqrt(end) + 1
    if end <= first:
        return _sieve(end)
    small = _sieve(first)
    found = [small]
    for start in range(first, end, _BLOCK):
        stop = min(start + _BLOCK, end)
        prime = np.ones(stop - start, dtype=bool)
        for p in small[: np.searchsorted(small, math.isqrt(stop), side="right")].tolist():
            prime[max(p * p, -(-start // p) * p) - start :: p] = False
        found.append(np.flatnonzero(prime).astype(np.uint64) + np.uint64(start))
    return np.concatenate(found)


def _sieve(end: int) -> np.ndarray:
    prime = np.ones(end, dtype=bool)
    prime[:2] = False
    for p in range(2, math.isqrt(len(prime)) + 1):
        if prime[p]:
            prime[p * p :: p] = False
    return np.flatnonzero(prime).astype(np.uint64)
