"""Accepting an export: the part is pinned, and how its rows are read is settled for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sparktree.catalog.records import Lease, Mutation, Part, PartState
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.export.checking import Route
from sparktree.engines.export.copying import Copy, copy_of
from sparktree.engines.export.footer import part_metadata
from sparktree.engines.export.manifest import Export
from sparktree.engines.export.target import Target, part_checksum, partition_folder
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.tables.merge_tree import MergeTreeTable
from sparktree.errors import Code, Error
from sparktree.formats.options import FormatSettings
from sparktree.parts.name import parse, try_parse
from sparktree.planner.environment import Environment
from sparktree.planner.sources import ScanRequest, ScanResult, ScanTask

PURPOSE = "export"
_ATTEMPTS = 100  # a mutation that comes or ends meanwhile makes it begin anew


@dataclass(frozen=True)
class Wishes:
    """What the settings of the statement say."""

    overwrites: bool
    most_rows: int  # of a file; 0 means any number
    most_bytes: int
    copies: bool  # whether column chunks may be copied instead of decoded
    formats: FormatSettings

    def recorded(self) -> dict[str, Any]:
        """As something that a record can keep."""
        return asdict(self)

    @classmethod
    def of(cls, recorded: Mapping[str, Any]) -> Wishes:
        """Out of what a record kept."""
        return cls(**{**recorded, "formats": FormatSettings(**recorded["formats"])})


# How parts are read, whatever the session says.
_READING: dict[str, object] = {
    "apply_deleted_mask": 1,
    "apply_patch_parts": 1,
    "checksum_on_read": 1,
    "merge_tree_min_rows_for_concurrent_read": 1,
}
AS_IS: dict[str, object] = {**_READING, "apply_mutations_on_fly": 0}
CHANGED: dict[str, object] = {**_READING, "apply_mutations_on_fly": 1}


@dataclass(slots=True)
class Accepting:
    """Exports of one statement along one route.

    `as_is` reads parts with nothing but their own masks, `changed` with all that is about to
    happen to their rows.
    """

    storage: DataFolder
    route: Route
    wishes: Wishes
    as_is: Environment
    changed: Environment
    query_id: str

    def accept(self, name: str) -> Export:
        """The export of a part, or NO_SUCH_DATA_PART; ABORTED if it is on its way already."""
        catalog, table = self.storage.catalog, self.route.source.uuid
        for _ in range(_ATTEMPTS):
            pending = catalog.mutations.all(table, is_done=False)
            hold = self._held(name)
            if hold is None:
                source = f"{self.route.source.database}.{self.route.source.name}"
                message = f"No such data part '{name}' to export in table '{source}'"
                raise Error(Code.NO_SUCH_DATA_PART, message)
            try:
                export = self._accepted(name, hold, pending)
                if _same(pending, catalog.mutations.all(table, is_done=False)):
                    return export
                catalog.leases.release(export.lease)
            except BaseException:
                hold.release()
                raise
            hold.release()
        raise Error(Code.ABORTED, f"Mutations of part {name} come and go too fast.")

    def accept_partitions(self, partition_id: str | None) -> list[Export]:
        """The exports of all active parts of a partition, or of all, at one instant."""
        catalog, table = self.storage.catalog, self.route.source.uuid
        for _ in range(_ATTEMPTS):
            pending = catalog.mutations.all(table, is_done=False)
            hold, exports = catalog.snapshot(table), list[Export]()
            wanted = [p for p in hold.parts if partition_id in (None, p.partition_id)]
            try:
                exports += (self._accepted(part.name, hold, pending) for part in wanted)
                if _same(pending, catalog.mutations.all(table, is_done=False)):
                    return exports
            except BaseException:
                self._give_up(exports, hold)
                raise
            self._give_up(exports, hold)
        raise Error(Code.ABORTED, "Mutations of the partition come and go too fast.")

    def _give_up(self, exports: Sequence[Export], hold: Snapshot) -> None:
        for export in exports:
            self.storage.catalog.leases.release(export.lease)
        hold.release()

    def _held(self, name: str) -> Snapshot | None:
        """All that reading the part needs, kept from deletion; None if there is no such part.

        Of parts that are not active only those count that a newer one took the place of: others
        were dropped or detached.
        """
        catalog, table = self.storage.catalog, self.route.source.uuid
        snapshot = catalog.snapshot(table)
        if any(part.name == name for part in snapshot.parts):
            return snapshot
        with snapshot:
            info = try_parse(name)
            replaced = info and any(parse(part.name).contains(info) for part in snapshot.parts)
            return catalog.pin(table, name) if replaced else None

    def _accepted(self, name: str, hold: Snapshot, mutations: Sequence[Mutation]) -> Export:
        part = next(part for part in hold.parts if part.name == name)
        found = self._on_disk(part, hold)
        pending: list[Mutation] = []
        if part.state == PartState.ACTIVE:  # others are exported as they were
            version = found.description.info.data_version
            pending = [one for one in mutations if one.number > version]
        copy = self._copy(found) if self.wishes.copies and not pending else None
        if copy is None:
            scan = self._scan(found, self.changed if pending else self.as_is)
            tasks, sets = scan.tasks, scan.sets
        else:
            tasks, sets = self._tasks_of(found, copy, range(len(self.route.columns))), ()
        checksum = part_checksum(described(part), self._changes(found, pending))
        target = self._target(found, checksum, len(tasks))
        route = self.route
        metadata = part_metadata(
            route.source, route.definition, part, found.description, checksum, pending
        )
        return Export(
            route.source,
            route.destination,
            part,
            target,
            tasks,
            self.wishes.overwrites,
            self.wishes.formats,
            metadata,
            self.query_id,
            hold,
            self._lease(target, part),
            copy,
            () if copy is None else self._tasks_of(found, copy, copy.computed_columns),
            sets,
        )

    def _on_disk(self, part: Part, hold: Snapshot) -> PartOnDisk:
        table = replace(self.route.source, definition=hold.table.definition)
        return StoredParts(table, self.storage.disks, hold.patches).ready(part)

    def _scan(self, part: PartOnDisk, environment: Environment) -> ScanResult:
        """What reads the columns of the files, a task for each file; none if there is no row."""
        request = self._request(range(len(self.route.columns)), self._files(part))
        return self._table(part, environment).scan(request)

    def _tasks_of(
        self, part: PartOnDisk, copy: Copy, places: Sequence[int]
    ) -> tuple[ScanTask, ...]:
        """What reads some of the columns, a task for each file of a copy."""
        table = self._table(part, self.as_is)
        return table.scan_ranges(self._request(places, 1), copy.ranges()) if places else ()

    def _table(self, part: PartOnDisk, environment: Environment) -> MergeTreeTable:
        return MergeTreeTable(
            self.route.source,
            self.route.definition,
            self.storage.catalog,
            environment,
            lambda: (part,),
            only_given=True,
            subqueries=True,
        )

    def _request(self, places: Sequence[int], tasks: int) -> ScanRequest:
        columns = tuple((self.route.columns[place][0], f"c{place}") for place in places)
        known = dict(enumerate(name for name, _ in self.route.definition.readable()))
        return ScanRequest(columns, (), known, tasks)

    def _copy(self, part: PartOnDisk) -> Copy | None:
        files = self.route.files
        if not files.is_parquet(f".{files.extension}"):
            return None
        copy = copy_of(part, self.route.columns, self.wishes.formats)
        return None if copy is None else replace(copy, files=self._files(part))

    def _files(self, part: PartOnDisk) -> int:
        """Into how many files the part goes: its size decides, so that it is always the same."""
        wishes, description = self.wishes, part.description
        by_rows = -(-description.rows // wishes.most_rows) if wishes.most_rows else 1
        size = description.uncompressed_bytes
        by_bytes = -(-size // wishes.most_bytes) if wishes.most_bytes else 1
        return max(by_rows, by_bytes, 1)

    def _target(self, part: PartOnDisk, checksum: str, files: int) -> Target:
        route = self.route
        zone = self.storage.zone
        folder = partition_folder(route.files, part.description, route.key_types, zone)
        stem = f"{part.record.name}_{checksum}"
        target = Target(route.files, route.columns, folder, stem, max(files, 1))
        target.file_keys()  # that are too long are refused at once
        return target

    def _changes(self, part: PartOnDisk, pending: Sequence[Mutation]) -> list[str]:
        """What makes the exported rows other than those in the part's files."""
        stored = {column.name: column.type for column in described(part.record).columns}
        wanted = {c.name: str(c.type) for c in self.route.definition.columns if c.stored}
        differs = any(stored.get(name) != type_ for name, type_ in wanted.items())
        commands = [one.command for one in pending] + ([str(wanted)] if differs else [])
        return commands + [patch.part.name for patch in part.patches]

    def _lease(self, target: Target, part: Part) -> Lease:
        destination = self.route.destination
        key = f"{PURPOSE}/{destination.uuid}/{target.folder}{target.stem}"
        lease = self.storage.catalog.leases.try_acquire([key], PURPOSE)
        if lease is None:
            raise Error(
                Code.ABORTED,
                f"Part '{part.name}' is already being exported to table"
                f" '{destination.database}.{destination.name}'",
            )
        return lease


def _same(before: Sequence[Mutation], after: Sequence[Mutation]) -> bool:
    return [one.id for one in before] == [one.id for one in after]
