"""Locks of partitions: one operation at a time, after the merges and mutations have ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sparktree.catalog.leases import Leases
from sparktree.catalog.records import Lease
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.jobs.partition_keys import (
    Place,
    lock_key,
    stop_key,
    stopped_places,
    workers,
)
from sparktree.engines.recovery.crash_recovery import recover_dead
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error

_LOOK_FOR_DEAD = 1.0  # seconds between looks whether holders of leases still live
_POLL = 0.01

Count = Callable[[str, int], None]


def _uncounted(event: str, amount: int) -> None:
    """Nobody asks."""


@dataclass(slots=True)
class Patience:
    """How long an operation waits for others, and what ends the waiting early."""

    storage: DataFolder
    seconds: float
    check: Callable[[], None] = lambda: None
    count: Count = _uncounted
    _began: float = field(default_factory=time.monotonic)
    _looked: float = field(default_factory=time.monotonic)

    def wait(self) -> None:
        """Called again and again: leases of processes that died are released meanwhile."""
        self.check()
        if time.monotonic() - self._looked > _LOOK_FOR_DEAD:
            recover_dead(self.storage.catalog, self.storage.disks)
            self._looked = time.monotonic()

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(self.seconds - (time.monotonic() - self._began), 0.0)


@dataclass(frozen=True, slots=True)
class PartitionLocks:
    """The partitions that an operation locks, and among them those whose merges must end."""

    locked: frozenset[Place]
    stopped: frozenset[Place] = frozenset()

    def __or__(self, other: PartitionLocks) -> PartitionLocks:
        return PartitionLocks(self.locked | other.locked, self.stopped | other.stopped)


@contextmanager
def locked(
    leases: Leases, jobs: Jobs, locks: PartitionLocks, purpose: str, patience: Patience
) -> Iterator[Lease | None]:
    """The partitions for this operation alone, their merges and mutations stopped and ended.

    All locks are asked for at once, so that two operations never wait for each other.
    """
    if not locks.locked:
        yield None
        return
    keys = [*map(lock_key, locks.locked), *map(stop_key, locks.stopped)]
    asked = time.monotonic()
    lease = leases.acquire(keys, purpose, timeout=patience.left, check=patience.wait)
    patience.count("PartsLocks", len(locks.locked))
    ended = False
    try:
        ended = _end_jobs(leases, jobs, locks.stopped, patience)
        held = time.monotonic()
        patience.count("PartsLockWaitMicroseconds", int((held - asked) * 1e6))
        yield lease
        patience.count("PartsLockHoldMicroseconds", int((time.monotonic() - held) * 1e6))
    finally:
        leases.release(lease)
        if ended:  # what was stopped may have more to do
            for table in {table for table, _ in locks.stopped}:
                jobs.background.wake(table)


def wait_for_locks(
    leases: Leases, jobs: Jobs, places: Collection[Place], patience: Patience
) -> None:
    """Until no operation holds the partitions that are held now."""
    with locked(leases, jobs, PartitionLocks(frozenset(places)), "wait", patience):
        pass


def _end_jobs(leases: Leases, jobs: Jobs, places: Collection[Place], patience: Patience) -> bool:
    """Whether there were any; no new ones can begin, since they look for locks."""
    ended = False
    while places and (found := workers(leases, places)):
        ended = True
        jobs.on_partitions.stop(places)
        patience.wait()
        if not patience.left:
            raise Error(
                Code.DEADLOCK_AVOIDED,
                f"Merges and mutations of the partition did not end within {patience.seconds:.0f}"
                f" seconds: {', '.join(found[0].keys)}.",
            )
        time.sleep(_POLL)
    return ended


def refuse_stopped(leases: Leases, table: str, partition_id: str | None, message: str) -> None:
    """ABORTED while an operation holds off merges and mutations of a partition, or of any."""
    for place in stopped_places(leases):
        if place[0] == table and partition_id in (None, place[1]):
            raise Error(Code.ABORTED, message)
