"""Running a merge: claim the parts, write the new one, swap them in one commit."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sparktree.background.tasks import Cancellation
from sparktree.catalog.records import Lease, Part, Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.definition.table import load_definition
from sparktree.engines.jobs import partition_keys as keys
from sparktree.engines.jobs.running_merges import RunningMerge
from sparktree.engines.merging.job import Expire, MergeJob, MergeWishes
from sparktree.engines.projections.keeping import after_merge
from sparktree.engines.projections.making import ProjectionMaking
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.services import Services
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_log import log_part
from sparktree.engines.writing.commit import Written, finished_part, withdraw
from sparktree.engines.writing.placing import merge_room
from sparktree.errors import Error
from sparktree.parts.description import PartDescription
from sparktree.parts.name import merged, parse
from sparktree.spark.progress import Progress

PURPOSE = "merge"
TTL_MERGES = "TTL MERGES"  # what SYSTEM STOP and START call them


def claim(services: Services, parts: Sequence[Part]) -> Lease | None:
    """The parts for this process alone; None if they are taken or their partition is locked."""
    return keys.claim(services.catalog.leases, parts, PURPOSE)


def merge_parts(
    services: Services,
    record: Table,
    names: Sequence[str],
    lease: Lease,
    cancellation: Cancellation,
    wishes: MergeWishes | None = None,
) -> Part | None:
    """Merge parts of one partition; None if no row is left. The lease is given back."""
    began = time.time()
    try:
        parts = [services.catalog.parts.get(record.uuid, name) for name in names]
        snapshot = services.catalog.snapshot(record.uuid)
        stored = _stored(services, record, snapshot)
    except BaseException:
        services.catalog.leases.release(lease)
        raise
    try:
        room = merge_room(services.storage, record, parts)
    except BaseException:
        services.catalog.leases.release(lease)
        snapshot.release()
        raise
    target = _target(parts, stored, room.disk)
    try:
        with (
            services.catalog.reservations.held([room]),
            snapshot,
            services.jobs.on_partitions.running({keys.place_of(target)}, cancellation.cancel),
            _listed_while_running(services, record, target, parts) as one,
        ):
            made = _Merge(services, record, parts, stored, lease, cancellation, one).run(
                target, wishes or MergeWishes()
            )
    except Error as error:
        log_part(
            services.storage,
            services.journal,
            "MergeParts",
            record,
            target,
            parts,
            began=began,
            error=error,
        )
        raise
    finally:
        services.catalog.leases.release(lease)
    services.journal.count("MergedRows", sum(part.rows for part in parts))
    services.journal.count("Merge")
    log_part(
        services.storage, services.journal, "MergeParts", record, made or target, parts, began=began
    )
    return made


def _stored(services: Services, record: Table, snapshot: Snapshot) -> StoredParts:
    """How the parts are read: with the patches that came before any mutation still to be done."""
    settings = load_definition(record.create_query).settings
    pending = services.catalog.mutations.all(record.uuid, is_done=False)
    until = pending[0].number if pending else None
    patches = snapshot.patches if settings.apply_patches_on_merge else ()
    return StoredParts(record, services.disks, patches, until)


def _target(parts: Sequence[Part], stored: StoredParts, disk: str) -> Part:
    """The new part's row in the catalog; its name tells the last patch that is in it."""
    first = parts[0]
    info = merged([parse(part.name) for part in parts])
    applied = [patch.mutation for part in parts for patch in stored.concerning(part)]
    info = replace(info, mutation=max([info.mutation, *applied]))
    return Part(
        table=first.table,
        name=str(info),
        partition_id=info.partition_id,
        min_block=info.min_block,
        max_block=info.max_block,
        path=f"store/{first.table}/{info}",
        level=info.level,
        mutation=info.mutation,
        disk=disk,
        partition=first.partition,
    )


@contextmanager
def _listed_while_running(
    services: Services, record: Table, target: Part, parts: Sequence[Part]
) -> Iterator[RunningMerge]:
    """The merge is in system.merges while it runs."""
    one = RunningMerge(
        record.database,
        record.name,
        target.name,
        target.partition_id,
        target.partition,
        tuple(part.name for part in parts),
        tuple(services.disks[part.disk].url(part.path) for part in parts),
        services.disks[target.disk].url(target.path),
        total_rows=sum(part.rows for part in parts),
        total_bytes=sum(part.bytes_on_disk for part in parts),
        total_uncompressed=sum(part.data_uncompressed_bytes for part in parts),
    )
    services.jobs.merges[id(one)] = one
    try:
        yield one
    finally:
        services.jobs.merges.pop(id(one), None)


class _Merge:
    """One merge from the first read to the commit."""

    def __init__(
        self,
        services: Services,
        record: Table,
        parts: Sequence[Part],
        stored: StoredParts,
        lease: Lease,
        cancellation: Cancellation,
        shown: RunningMerge,
    ) -> None:
        self.services = services
        self.record = record
        self.parts = parts
        self.stored = stored
        self.lease = lease
        self.cancellation = cancellation
        self.shown = shown

    def run(self, target: Part, wishes: MergeWishes) -> Part | None:
        """Write the part and put it in the place of the others."""
        environment = self.services.jobs.environment(self.record.database)
        watch = self.cancellation.watch
        job = MergeJob(
            self.services.storage,
            self.record,
            [self.stored.ready(part) for part in self.parts],
            environment,
            self.cancellation.query_id,
            watch,
            self._progressed,
            wishes,
            expire=self._expire(),
            disk_name=target.disk,
        )
        making = ProjectionMaking(self.services.storage, self.record, environment, watch)
        try:
            reach("merge_before_write")
            made = job.run()
            reach("merge_after_write")
            self.cancellation.check()
            if made is not None:
                made = self._projected(made, target, job, making)
            return self._commit(target, made)
        except Error:
            self.cancellation.check()  # a Spark job that was cancelled fails in words of its own
            raise
        finally:
            making.sweep()
            job.sweep()

    def _projected(
        self, made: PartDescription, target: Part, job: MergeJob, making: ProjectionMaking
    ) -> PartDescription:
        """The new part with its projections inside."""
        sources = [part for part in job.parts if part.description.rows]
        reduces = bool(job.wishes.deduplicate) or job.wishes.cleanup
        wanted = after_merge(self.record, job.environment, sources, made, reduces=reduces)
        if wanted is None:
            return made
        on_disk = replace(wanted.record, disk=target.disk)
        (made,) = making.make([replace(wanted, record=on_disk)])
        reach("merge_after_projections")
        self.cancellation.check()
        return made

    def _expire(self) -> Expire:
        stopped = self.services.jobs.blockers.stopped(TTL_MERGES, self.record.uuid)
        return Expire.NEVER if stopped else Expire.DUE

    def _progressed(self, progress: Progress) -> None:
        self.shown.rows_read = progress.rows

    def _commit(self, target: Part, made: PartDescription | None) -> Part | None:
        catalog, disk = self.services.catalog, self.services.disks[target.disk]
        if made is None:
            reach("merge_before_drop")
            catalog.parts.commit((), self.parts, guard=self.lease)
            reach("merge_after_drop")
            return None
        (row,) = catalog.parts.prepare([target])
        try:
            written = Written(self.record, row.disk, replace(made, uuid=row.uuid))
            part = finished_part(written, row, disk, catalog.clock())
            reach("merge_before_commit")
            (active,) = catalog.parts.commit(
                [part], self.parts, guard=self.lease, seen=self.stored.patches
            )
            reach("merge_after_commit")
        except BaseException:
            withdraw([row], catalog, self.services.disks)
            raise
        return active
