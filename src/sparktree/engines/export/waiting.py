"""Waiting for the exports of this process."""

from __future__ import annotations

from sparktree.engines.export.history import records
from sparktree.engines.export.records import Status
from sparktree.engines.services import Services

BLOCKER = "MOVES"  # SYSTEM STOP MOVES holds exports
_LOOK_SECONDS = 0.1  # between two looks: retries of partitions wake nobody


def wait_for_exports(services: Services) -> list[str]:
    """Until no export runs or can begin; what those of this process failed with, oldest first.

    Exports that SYSTEM STOP MOVES holds are not waited for.
    """
    while _busy(services):
        services.exports.wait(_LOOK_SECONDS)
    return [*_failed_parts(services), *_failed_partitions(services)]


def _failed_parts(services: Services) -> list[str]:
    """Of several exports of a part to a table the last one counts."""
    parts = [one for one in services.exports.all() if one.on_end is None]
    last = {(one.destination.uuid, one.target.stem): one for one in parts}
    return [
        f"Part {one.part.name} was not exported to {one.destination.database}."
        f"{one.destination.name}: {one.exception}"
        for one in last.values()
        if one.status == Status.FAILED
    ]


def _failed_partitions(services: Services) -> list[str]:
    own = [one for one in records(services) if one.owner == services.catalog.owner]
    return [
        f"Partition {one.partition_id} was not exported to {one.destination_database}."
        f"{one.destination_table}: {one.exception}"
        for one in own
        if one.status == Status.FAILED
    ]


def _busy(services: Services) -> bool:
    sources = [one.source.uuid for one in services.exports.all() if not one.ended]
    sources += [one.record.source for one in list(services.exports.of_partitions.values())]
    return any(not services.blockers.stopped(BLOCKER, uuid) for uuid in sources)
