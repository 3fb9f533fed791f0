"""Cleanup: files of replaced parts go after `old_parts_lifetime`, of dropped tables when free.

Of finished mutations the last `finished_mutations_to_keep` are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import PartState, TableState
from sparktree.engines.definition.table import load_definition
from sparktree.engines.recovery.crash_recovery import remove_dropped, remove_outdated_of
from sparktree.engines.services import Services
from sparktree.errors import Code, Error

_PAUSE = 5.0
_DELAY = ("database_atomic_delay_before_drop_table_sec", "480")


def drop_delay(text: Callable[[str], str | None]) -> float:
    """Seconds that the files of a dropped table stay, by the texts of the configuration."""
    name, default = _DELAY
    given = text(name) or default
    if not given.isdecimal():
        raise Error(Code.INVALID_CONFIG_PARAMETER, f"{name} must be a number, not {given}")
    return float(given)


def cleanup(services: Services, table: str, _free: Mapping[Pool, int]) -> Iterator[Task]:
    """Tasks if some outdated part of the table is old enough, or finished mutations too many."""
    if services.jobs.blockers.stopped("CLEANUP", table):
        return
    record = services.catalog.tables.find_uuid(table)
    if record is None:
        return
    if record.state == TableState.DROPPED:
        if (record.dropped or 0.0) > services.catalog.clock():
            return
        yield Task(Pool.COMMON, table, "drop", partial(_drop, services), pause=_PAUSE)
        return
    settings = load_definition(record.create_query).settings
    yield from _mutations(services, table, settings.finished_mutations_to_keep)
    lifetime = settings.old_parts_lifetime
    outdated = services.catalog.parts.all(table, (PartState.OUTDATED,), patches=True)
    if any((part.removed or 0.0) <= services.catalog.clock() - lifetime for part in outdated):

        def remove(_: Cancellation) -> None:
            remove_outdated_of(services.catalog, services.disks, table, lifetime)

        # What a reader holds is asked for again later.
        yield Task(Pool.COMMON, table, "cleanup", remove, pause=_PAUSE)


def _mutations(services: Services, table: str, keep: int) -> Iterator[Task]:
    """A task if more finished mutations than are to be kept are in the catalog."""
    mutations = services.catalog.mutations
    if keep and mutations.has_forgettable(table, keep):

        def forget(_: Cancellation) -> None:
            mutations.forget(table, keep)

        yield Task(Pool.COMMON, table, "mutations_cleanup", forget, pause=_PAUSE)


def _drop(services: Services, _: Cancellation) -> None:
    """Delete dropped tables that nobody reads any more."""
    remove_dropped(services.catalog, services.disks)
