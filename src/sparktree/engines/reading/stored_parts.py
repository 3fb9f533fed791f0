"""Parts ready to be read as a snapshot of their table shows them: every reader begins here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sparktree.catalog.patches import concerning
from sparktree.catalog.records import Part, Table
from sparktree.disks.disk import Disk
from sparktree.engines.definition.column_changes import adapted, changes_of
from sparktree.engines.definition.read_columns import read_columns
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import read_nodes
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.parts.description import PartDescription
from sparktree.parts.reader import Patch


@dataclass(frozen=True, slots=True)
class StoredParts:
    """Parts with their columns under the names of the table, and the patches of each beside it.

    Only patches before `until` are taken, if it is given.
    """

    table: Table
    disks: Mapping[str, Disk]
    patches: Sequence[Part] = ()
    until: int | None = None

    def ready(self, part: Part) -> PartOnDisk:
        """The part as it is read."""
        found = tuple(self._patch(patch) for patch in self.concerning(part))
        ready = PartOnDisk(part, self._adapted(part), self.disks[part.disk], found)
        return _without_stale(ready, load_definition(self.table.create_query)) if found else ready

    def concerning(self, part: Part) -> list[Part]:
        """The patches that are put over the rows of the part."""
        until = self.until
        usable = [p for p in self.patches if until is None or p.mutation < until]
        return concerning(part, usable)

    def _adapted(self, part: Part) -> PartDescription:
        return adapted(described(part), changes_of(self.table), self.table.metadata_version)

    def _patch(self, patch: Part) -> Patch:
        return Patch(self._adapted(patch), self.disks[patch.disk])


def _without_stale(part: PartOnDisk, definition: TableDefinition) -> PartOnDisk:
    """The part without what it keeps beside its rows and what new values make untrue."""
    known, changed = part.description, part.patched
    declared = {index.name: index for index in definition.indexes}
    stale = {n for n, index in declared.items() if changed & read_columns(definition, [index])}
    timed = read_columns(definition, read_nodes(definition))
    left = replace(
        known,
        indexes={name: found for name, found in known.indexes.items() if name not in stale},
        statistics={n: found for n, found in known.statistics.items() if n not in changed},
        ttl={} if changed & timed else known.ttl,
    )
    return replace(part, description=left)
