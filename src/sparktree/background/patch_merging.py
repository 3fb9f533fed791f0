"""Merges of patches: many small updates of the same columns cost reads no more than a few."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, groupby

from sparktree.background.merge_choice import MERGES, choose
from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Lease, Part, Table, TableState
from sparktree.engines.jobs.partition_keys import workers
from sparktree.engines.patches.merging import PatchMergeJob
from sparktree.engines.services import Services
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_log import log_part
from sparktree.engines.writing.commit import Written, finished_part, withdraw
from sparktree.parts.description import PartDescription
from sparktree.parts.name import merged, parse, patched_partition

PURPOSE = "merge of patches"
# A merged patch is written as one block; larger ones wait for a merge of their parts.
_MOST_ROWS = 4_000_000
_MOST_BYTES = 256 << 20


def patch_merges(services: Services, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
    """The best merge of patches, if one is worth it.

    Not while mutations wait, which need the values of before: of each row only the last are left.
    Nor while parts of the partition are written anew, which would have to begin again.
    """
    patches = services.catalog.parts.patches(table)
    if len(patches) < 2 or services.jobs.blockers.stopped(MERGES, table):
        return
    record = services.catalog.tables.find_uuid(table)
    if record is None or record.state == TableState.DROPPED:
        return
    if services.catalog.mutations.all(table, is_done=False):
        return
    if services.catalog.leases.holders([_key(table)]):
        return
    small = [patch for patch in patches if _has_columns_of(record, patch) and _fitting([patch])]
    ranges = [list(same) for _, same in groupby(small, lambda patch: patch.partition_id)]
    chosen = _fitting(choose(record, ranges, free[Pool.MERGES_MUTATIONS], services.catalog.clock()))
    if len(chosen) < 2 or workers(services.catalog.leases, [_patched(chosen[0])]):
        return
    run = partial(_run, services, record, chosen)
    name = f"merge {chosen[0].name} to {chosen[-1].name}"
    yield Task(Pool.MERGES_MUTATIONS, table, name, run, chosen[0].partition_id)


def _key(table: str) -> str:
    """The lease of the one process that merges patches of the table."""
    return f"patches/{table}"


def _has_columns_of(record: Table, patch: Part) -> bool:
    """Whether the columns are as the table has them now."""
    return described(patch).metadata_version == record.metadata_version


def _fitting(patches: Sequence[Part]) -> list[Part]:
    """The first patches that are small enough together."""
    rows = accumulate(patch.rows for patch in patches)
    sizes = accumulate(patch.data_uncompressed_bytes for patch in patches)
    totals = zip(patches, rows, sizes, strict=True)
    return [p for p, count, size in totals if count <= _MOST_ROWS and size <= _MOST_BYTES]


def _patched(patch: Part) -> tuple[str, str]:
    return patch.table, patched_partition(patch.partition_id)


def _run(
    services: Services, record: Table, patches: Sequence[Part], cancellation: Cancellation
) -> None:
    began, leases = time.time(), services.catalog.leases
    lease = leases.try_acquire([_key(record.uuid)], PURPOSE)
    if lease is None:  # another process is at it
        return
    environment = services.jobs.environment(record.database)
    job = PatchMergeJob(services.storage, record, patches, environment, cancellation.watch)
    try:
        with services.catalog.snapshot(record.uuid):
            reach("patch_merge_before_write")
            made = job.run()
            cancellation.check()
            new = _commit(services, record, patches, made, lease)
    finally:
        job.sweep()
        leases.release(lease)
    log_part(services.storage, services.journal, "MergeParts", record, new, patches, began=began)


def _commit(
    services: Services,
    record: Table,
    patches: Sequence[Part],
    made: PartDescription,
    lease: Lease,
) -> Part:
    """The new patch in the place of the others; ABORTED if one of them is gone meanwhile."""
    catalog, first = services.catalog, patches[0]
    info = merged(parse(patch.name) for patch in patches)
    target = replace(
        first,
        name=str(info),
        min_block=info.min_block,
        max_block=info.max_block,
        level=info.level,
        mutation=info.mutation,
        path=f"store/{first.table}/{info}",
        uuid="",
    )
    (row,) = catalog.parts.prepare([target])
    disk = services.disks[row.disk]
    try:
        part = finished_part(Written(record, row.disk, made), row, disk, services.catalog.clock())
        reach("patch_merge_before_commit")
        (active,) = catalog.parts.commit([part], patches, guard=lease)
        reach("patch_merge_after_commit")
    except BaseException:
        withdraw([row], catalog, services.disks)
        raise
    return active
