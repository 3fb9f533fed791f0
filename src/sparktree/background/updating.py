"""UPDATE without ALTER: new values of some rows are written beside the parts, at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sparktree.background.tasks import Cancellation
from sparktree.catalog.records import Lease, NewPart, Part
from sparktree.catalog.snapshots import Snapshot
from sparktree.disks.placement import no_room
from sparktree.engines.definition.engines import Merges
from sparktree.engines.definition.ttl_rules import Kind, of_kind, rules_of
from sparktree.engines.jobs.partition_keys import part_key, stopped_places
from sparktree.engines.mutations.preparing import Prepared
from sparktree.engines.partitions.locks import Patience, wait_for_locks
from sparktree.engines.patches.writing import PatchJob
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.services import Services
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_log import log_part
from sparktree.engines.writing.commit import Written, finished_part, withdraw
from sparktree.engines.writing.placing import placement
from sparktree.errors import Code, Error
from sparktree.functions.numbers.readable import readable_size
from sparktree.parts.description import PartDescription
from sparktree.parts.name import patched_partition

PURPOSE = "update"
_PAUSE = 0.02


@dataclass(slots=True)
class Updating:
    """One UPDATE; it does not depend on the background, which may be stopped.

    The updates of a table come one after the other, so that the order of their numbers is the order
    in which they become visible: whoever knows a patch knows all before it.
    """

    services: Services
    prepared: Prepared
    cancellation: Cancellation
    check: Callable[[], None]
    patience: float  # seconds to wait for another update

    def run(self) -> None:
        """Until it is done; others may replace parts meanwhile."""
        record, leases = self.prepared.record, self.services.catalog.leases
        lease = leases.acquire(
            [f"updates/{record.uuid}"], PURPOSE, timeout=self.patience, check=self.check
        )
        try:
            while not self._try(lease):
                self.check()
                time.sleep(_PAUSE)
        finally:
            leases.release(lease)

    def _try(self, lease: Lease) -> bool:
        """Whether the patches are committed; not if their parts were replaced meanwhile."""
        began, record = time.time(), self.prepared.record
        try:
            with (
                self.services.catalog.snapshot(record.uuid) as snapshot,
                self._unmerged(snapshot),
            ):
                new = self._written(snapshot, lease)
        except Error as error:
            self.cancellation.check()  # a Spark job that was cancelled fails in words of its own
            if error.code == Code.ABORTED:
                return False
            raise
        for part in new:
            log_part(
                self.services.storage, self.services.journal, "NewPart", record, part, began=began
            )
        self.services.background.wake(record.uuid)
        return True

    def _written(self, snapshot: Snapshot, lease: Lease) -> list[Part]:
        """The patches, visible; none if there is nothing to update."""
        catalog, record = self.services.catalog, self.prepared.record
        number = catalog.mutations.take_number(record.uuid)
        name = self._disk_with_room()
        job = PatchJob(self.services.storage, self.prepared, name, self.cancellation.watch)
        stored = StoredParts(record, self.services.disks, snapshot.patches)
        try:
            reach("update_before_write")
            made = job.run([stored.ready(part) for part in snapshot.parts])
            reach("update_after_write")
            self.cancellation.check()
            if not made:
                return []
            self._check_places(made)
            self._check_size(made, snapshot.patches)
            return self._commit(made, number, lease, name)
        finally:
            job.sweep()

    @contextmanager
    def _unmerged(self, snapshot: Snapshot) -> Iterator[None]:
        """No merge runs meanwhile where it would make other rows of those that are updated."""
        catalog, definition = self.services.catalog, self.prepared.definition
        groups = of_kind(rules_of(definition), Kind.GROUP_BY)
        # Where a merge makes one row of several, none of these is found again.
        if definition.engine_info.merges is not Merges.COMBINES and not groups:
            yield
            return
        keys = [part_key(part) for part in snapshot.parts]
        with catalog.leases.held(keys, PURPOSE, timeout=self.patience, check=self.check):
            if catalog.parts.all(self.prepared.record.uuid) != list(snapshot.parts):
                raise Error(Code.ABORTED, "Parts were replaced before they could be updated.")
            yield

    def _check_places(self, made: Sequence[PartDescription]) -> None:
        """Wait for an operation that holds off changes of one of the partitions; then ABORTED."""
        uuid = self.prepared.record.uuid
        places = {(uuid, patched_partition(part.partition_id)) for part in made}
        if stopped := places & stopped_places(self.services.catalog.leases):
            patience = Patience(self.services.storage, self.patience, self.check)
            wait_for_locks(self.services.catalog.leases, self.services.jobs, stopped, patience)
            raise Error(Code.ABORTED, "The partition is being changed.")

    def _check_size(self, made: Sequence[PartDescription], patches: Sequence[Part]) -> None:
        most = self.prepared.definition.settings.max_uncompressed_bytes_in_patches
        size = sum(part.uncompressed_bytes for part in made)
        size += sum(patch.data_uncompressed_bytes for patch in patches)
        if most and size > most:
            raise Error(
                Code.TOO_LARGE_LIGHTWEIGHT_UPDATES,
                f"Too many uncompressed bytes in patch parts: {readable_size(size)} (max:"
                f" {readable_size(most)}). Lightweight updates have rewritten too much data, which"
                " can lead to a significant slowdown of SELECT queries. The threshold can be"
                " modified with 'max_uncompressed_bytes_in_patches' setting in <merge_tree> element"
                " in config.xml or with per-table setting. Also you can materialize current patches"
                " by 'ALTER TABLE ... APPLY PATCHES' mutation or consider using an 'ALTER TABLE ..."
                " UPDATE' mutation for updating the data",
            )

    def _disk_with_room(self) -> str:
        """The disk of the patches: any that has room for a new part."""
        for name, _ in placement(self.services.storage, self.prepared.record).disks(0):
            return name
        raise no_room(0)

    def _commit(
        self, made: Sequence[PartDescription], number: int, lease: Lease, disk_name: str
    ) -> list[Part]:
        """All patches at one instant; ABORTED if rows went through something later meanwhile."""
        catalog, record = self.services.catalog, self.prepared.record
        disk = self.services.disks[disk_name]
        news = [NewPart(p.partition_id, disk_name, p.partition, mutation=number) for p in made]
        rows = catalog.parts.allocate(record.uuid, news)
        try:
            now = catalog.clock()
            finished = [
                finished_part(Written(record, disk_name, part), row, disk, now)
                for part, row in zip(made, rows, strict=True)
            ]
            reach("update_before_commit")
            active = catalog.parts.commit(finished, guard=lease)
            reach("update_after_commit")
        except BaseException:
            withdraw(rows, catalog, self.services.disks)
            raise
        return active
