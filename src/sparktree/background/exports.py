"""Exports of parts in the background: each once, in a pool of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.engines.export.exporting import Exporting
from sparktree.engines.export.history import orphans
from sparktree.engines.export.leftovers import leftovers, remove_leftover
from sparktree.engines.export.manifest import Export
from sparktree.engines.export.resuming import resume
from sparktree.engines.export.waiting import BLOCKER
from sparktree.engines.services import Services
from sparktree.errors import Error

EXPORT_TASKS = "export "  # how their names begin
_SWEEP_PAUSE = 60.0


def exports(services: Services, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
    """The exports that wait, of whatever table: when one ends, the next in line begins."""
    for export in services.exports.waiting():
        uuid = export.source.uuid
        if not services.jobs.blockers.stopped(BLOCKER, uuid):
            run = partial(_run, services, export)
            yield Task(Pool.EXPORTS, uuid, export.task_name, run, export.part.partition_id)


def _run(services: Services, export: Export, cancellation: Cancellation) -> None:
    cancellation.on_cancel(export.stopped.set)
    Exporting(services.exports, export, cancellation.watch).run()


def export_leftovers(services: Services, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
    """What exports of dead processes left at destinations."""
    if not services.exports.has_leftovers:
        return
    if table in left_behind(services):
        run = partial(_sweep, services, table)
        yield Task(Pool.EXPORTS, table, "sweep after exports", run, pause=_SWEEP_PAUSE)


def left_behind(services: Services) -> set[str]:
    """The tables of whose exports something is left."""
    unfinished = {one.source for one in leftovers(services.exports)}
    return unfinished | {one.source for one in orphans(services.storage)}


def _sweep(services: Services, table: str, cancellation: Cancellation) -> None:
    """All that can be swept; the last failure is the task's."""
    failure: Error | None = None
    for one in leftovers(services.exports):
        cancellation.check()
        if one.source != table:
            continue
        try:
            remove_leftover(services.exports, one)
        except Error as error:
            failure = error
    for record in orphans(services.storage):
        if record.source == table:
            try:
                resume(services.exports, record)
            except Error as error:
                failure = error
    if failure is not None:
        raise Error(failure.code, f"Cannot remove what an export left: {failure.message}")
    services.exports.has_leftovers = bool(left_behind(services))
