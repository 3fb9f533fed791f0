"""Merges on demand: what OPTIMIZE TABLE does, in the thread that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sparktree.background.merge_choice import choose, mergeable
from sparktree.background.merge_run import PURPOSE, claim, merge_parts
from sparktree.background.tasks import Cancellation
from sparktree.catalog.records import Lease, Part, PartState, Table
from sparktree.engines.jobs.partition_keys import lock_key, part_key
from sparktree.engines.merging.job import MergeWishes
from sparktree.engines.partitions.locks import Patience, refuse_stopped, wait_for_locks
from sparktree.engines.services import Services
from sparktree.errors import Code, Error

CANCELLED = "Cancelled merging parts"
_NOTHING = "There are no parts that can be merged. (Collector returned empty ranges set)"
_NO_NEED = "There is no need to merge parts according to merge selector algorithm"
_ALL_THREADS = 1 << 10  # an asked-for merge is as large as the settings allow


@dataclass(slots=True)
class Optimizing:
    """OPTIMIZE of one table; methods say why there was nothing to do, None if something was."""

    services: Services
    record: Table
    cancellation: Cancellation
    wishes: MergeWishes = field(default_factory=MergeWishes)
    skip_merged: bool = False
    patience: float = 120.0  # seconds to wait for a merge that runs already
    check: Callable[[], None] = lambda: None

    def best(self) -> str | None:
        """Merge the parts that are worth it most, in whichever partition.

        Where a merge in the background has taken them all, its end is waited for.
        """
        waited = False
        while True:
            self.check()
            ranges = mergeable(self.services, self.record.uuid)
            now = self.services.catalog.clock()
            parts = choose(self.record, ranges, _ALL_THREADS, now, eager=True)
            if parts:
                lease = claim(self.services, parts)
                if lease is not None:  # otherwise somebody was faster: look again at what is left
                    self._merge(parts, lease)
                    return None
            elif merging := self._merging():
                self.services.catalog.leases.release(self._wait(merging))
                waited = True
            elif waited:
                return None
            else:
                return _NO_NEED if any(ranges) else _NOTHING

    def partition(self, partition_id: str, *, final: bool) -> str | None:
        """Merge all parts of a partition; with `final` also a single one."""
        while True:
            parts = self._active(partition_id)
            if not parts:
                return "There are no parts inside partition"
            if len(parts) == 1 and not final:
                return "There is only one part inside partition"
            if len(parts) == 1 and self.skip_merged and parts[0].level > 0:
                return "Partition skipped due to optimize_skip_merged_partitions"
            self._wait_for_locks(partition_id)
            lease = self._wait(parts)
            if parts == self._active(partition_id) and not self._is_locked(partition_id):
                self._merge(parts, lease)
                return None
            self.services.catalog.leases.release(lease)  # others came while this one waited

    def partitions(self) -> list[str]:
        """The ids of the partitions that have parts."""
        return sorted(self.services.catalog.parts.counts(self.record.uuid))

    def _active(self, partition_id: str) -> list[Part]:
        """The parts of the partition up to the first insert that is about to commit."""
        found: list[Part] = []
        for part in self.services.catalog.parts.outline(self.record.uuid, partition_id):
            if part.state == PartState.ACTIVE:
                found.append(part)
            elif not part.level and not part.mutation and found:
                break
        return found

    def _merging(self) -> list[Part]:
        """The parts that are being merged."""
        taken = {
            key
            for lease in self.services.catalog.leases.all()
            if lease.purpose == PURPOSE
            for key in lease.keys
        }
        parts = self.services.catalog.parts.outline(self.record.uuid)
        return [p for p in parts if p.state == PartState.ACTIVE and part_key(p) in taken]

    def _is_locked(self, partition_id: str) -> bool:
        key = lock_key((self.record.uuid, partition_id))
        return bool(self.services.catalog.leases.holders([key]))

    def _wait_for_locks(self, partition_id: str) -> None:
        """ABORTED if an operation on the partition holds off merges; others are waited for."""
        refuse_stopped(self.services.catalog.leases, self.record.uuid, partition_id, CANCELLED)
        if self._is_locked(partition_id):
            patience = Patience(self.services.storage, self.patience, self.check)
            wait_for_locks(
                self.services.catalog.leases,
                self.services.jobs,
                [(self.record.uuid, partition_id)],
                patience,
            )

    def _wait(self, parts: Sequence[Part]) -> Lease:
        keys = list(map(part_key, parts))
        leases = self.services.catalog.leases
        return leases.acquire(keys, PURPOSE, timeout=self.patience, check=self.check)

    def _merge(self, parts: Sequence[Part], lease: Lease) -> None:
        names = [part.name for part in parts]
        merge_parts(self.services, self.record, names, lease, self.cancellation, self.wishes)


def refuse_if_stopped(services: Services, table: str) -> None:
    """ABORTED while SYSTEM STOP MERGES holds."""
    if services.jobs.blockers.stopped("MERGES", table):
        raise Error(Code.ABORTED, CANCELLED)
