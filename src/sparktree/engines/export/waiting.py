"""Waiting for the exports of this process."""

from __future__ import annotations

from sparktree.engines.export.history import records
from sparktree.engines.export.manifest import Exports
from sparktree.engines.export.records import Status

BLOCKER = "MOVES"  # SYSTEM STOP MOVES holds exports
_LOOK_SECONDS = 0.1  # between two looks: retries of partitions wake nobody


def wait_for_exports(exports: Exports) -> list[str]:
    """Until no export runs or can begin; what those of this process failed with, oldest first.

    Exports that SYSTEM STOP MOVES holds are not waited for.
    """
    while _busy(exports):
        exports.wait(_LOOK_SECONDS)
    return [*_failed_parts(exports), *_failed_partitions(exports)]


def _failed_parts(exports: Exports) -> list[str]:
    """Of several exports of a part to a table the last one counts."""
    parts = [one for one in exports.all() if one.on_end is None]
    last = {(one.destination.uuid, one.target.stem): one for one in parts}
    return [
        f"Part {one.part.name} was not exported to {one.destination.database}."
        f"{one.destination.name}: {one.exception}"
        for one in last.values()
        if one.status == Status.FAILED
    ]


def _failed_partitions(exports: Exports) -> list[str]:
    own = [one for one in records(exports.storage) if one.owner == exports.storage.catalog.owner]
    return [
        f"Partition {one.partition_id} was not exported to {one.destination_database}."
        f"{one.destination_table}: {one.exception}"
        for one in own
        if one.status == Status.FAILED
    ]


def _busy(exports: Exports) -> bool:
    sources = [one.source.uuid for one in exports.all() if not one.ended]
    sources += [one.record.source for one in list(exports.of_partitions.values())]
    return any(not exports.jobs.blockers.stopped(BLOCKER, uuid) for uuid in sources)
