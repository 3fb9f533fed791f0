"""What others left undone: a living engine goes on with the work of processes that ended."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.background.exports import left_behind
from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.recovery.crash_recovery import recover_dead, sweep
from sparktree.engines.services import Services
from sparktree.errors import Code, Error


class Takeover:
    """Tables for which there may be something to do, though nobody touched them in this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._seen: dict[str, int] = {}  # the parts_version of tables that were looked at

    def __call__(self) -> set[str]:
        """Whose work ended with its process is free first: its leases, its unfinished parts."""
        catalog, disks = self._services.catalog, self._services.disks
        try:
            if recover_dead(catalog, disks):
                sweep(catalog, disks)
        except Error as error:
            if error.code != Code.NOT_ENOUGH_SPACE:
                raise
        now = catalog.clock()
        left = left_behind(self._services)
        self._services.exports.has_leftovers = bool(left)
        mutated = {mutation.table for mutation in catalog.mutations.all(is_done=False)}
        dropped = {table.uuid for table in catalog.tables.dropped() if _is_over(table, now)}
        return left | mutated | dropped | {*self._changed(), *self._outdated()}

    def _changed(self) -> Iterator[str]:
        """Tables whose parts are others than at the last look, and may be merged."""
        crowded = self._services.catalog.parts.crowded_tables()
        for table in self._services.catalog.tables.all():
            info = engine_info(table.engine)
            if info.family is Family.BUFFER and self._services.catalog.parts.counts(table.uuid):
                yield table.uuid
            if not info.sorted:
                continue
            before = self._seen.get(table.uuid)
            self._seen[table.uuid] = table.parts_version
            if (
                _expires(table)
                or _has_disks(table)
                or (table.parts_version != before and table.uuid in crowded)
            ):
                yield table.uuid

    def _outdated(self) -> Iterator[str]:
        """Tables with parts whose files may go."""
        catalog, now = self._services.catalog, self._services.catalog.clock()
        for uuid, removed in catalog.parts.first_removals().items():
            table = catalog.tables.find_uuid(uuid)
            if table is None or not engine_info(table.engine).sorted:
                continue
            if removed <= now - load_definition(table.create_query).settings.old_parts_lifetime:
                yield uuid


def _is_over(table: Table, now: float) -> bool:
    """Whether the table can no longer be brought back."""
    return (table.dropped or 0.0) <= now


def _expires(table: Table) -> bool:
    """Whether it may have a TTL: a look at the text saves parsing the definitions of the others."""
    return " TTL " in table.create_query.replace("\n", " ")


def _has_disks(table: Table) -> bool:
    """Whether its parts may have to move between disks."""
    return "storage_policy = " in table.create_query


def waiting_tables(services: Services) -> set[str]:
    """The tables for which there may be something to do when an engine opens."""
    mutated = {mutation.table for mutation in services.catalog.mutations.all(is_done=False)}
    tables = [table for table in services.catalog.tables.all() if engine_info(table.engine).sorted]
    left = left_behind(services)
    services.exports.has_leftovers = bool(left)
    return mutated | left | {t.uuid for t in tables if _expires(t) or _has_disks(t)}
