"""Mutated parts get their names and come in the place of those they were made of, at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sparktree.catalog.records import Lease, Part, Table
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.jobs.running_merges import RunningMerge
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.faults import reach
from sparktree.engines.writing.commit import Written, finished_part, withdraw
from sparktree.parts.description import PartDescription
from sparktree.parts.name import parse


def commit_mutated(
    storage: DataFolder,
    parts: Sequence[Part],
    made: Sequence[PartDescription],
    number: int,
    guard: Lease,
    seen: Sequence[Part] = (),
) -> list[Part]:
    """Swap the parts; ABORTED, and nothing changed, if one of them is gone meanwhile.

    The same if one was updated by a patch that is not among those `seen`.
    """
    catalog, disks = storage.catalog, storage.disks
    record = catalog.tables.find_uuid(parts[0].table)
    assert record is not None
    rows = catalog.parts.prepare([_mutated(part, number) for part in parts])
    try:
        now = catalog.clock()
        finished = [
            finished_part(Written(record, row.disk, part), row, disks[row.disk], now)
            for row, part in zip(rows, made, strict=True)
        ]
        reach("mutation_before_commit")
        active = catalog.parts.commit(finished, parts, guard=guard, seen=seen)
        reach("mutation_after_commit")
        return active
    except BaseException:
        withdraw(rows, catalog, disks)
        raise


@contextmanager
def running_mutations(
    storage: DataFolder, jobs: Jobs, record: Table, parts: Sequence[Part], number: int
) -> Iterator[None]:
    """The parts are in system.merges while they are rewritten."""
    shown = [_running_merge(storage, record, part, _mutated(part, number)) for part in parts]
    jobs.merges.update({id(one): one for one in shown})
    try:
        yield
    finally:
        for one in shown:
            jobs.merges.pop(id(one), None)


def _running_merge(storage: DataFolder, record: Table, source: Part, target: Part) -> RunningMerge:
    disk = storage.disks[source.disk]
    return RunningMerge(
        record.database,
        record.name,
        target.name,
        source.partition_id,
        source.partition,
        (source.name,),
        (disk.url(source.path),),
        disk.url(target.path),
        total_rows=source.rows,
        total_bytes=source.bytes_on_disk,
        total_uncompressed=source.data_uncompressed_bytes,
        is_mutation=True,
    )


def _mutated(part: Part, number: int) -> Part:
    name = str(replace(parse(part.name), mutation=number))
    return replace(
        part,
        name=name,
        mutation=number,
        path=f"store/{part.table}/{name}",
        uuid="",
        removed=None,
        removed_version=None,
    )
