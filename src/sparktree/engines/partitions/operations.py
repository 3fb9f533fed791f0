"""What DROP, DETACH, ATTACH, REPLACE and MOVE of partitions and parts do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sparktree.catalog.patches import concerning
from sparktree.catalog.records import Part, Table
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.jobs.partition_keys import Place
from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.conditions import check_same_tables
from sparktree.engines.partitions.locks import PartitionLocks
from sparktree.engines.partitions.targets import Chosen
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error
from sparktree.parts.checksums import verify, verify_description, verify_presence
from sparktree.parts.description import PartDescription
from sparktree.parts.name import patched_partition


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of the result that alter_partition_verbose_result asks for."""

    command_type: str
    partition_id: str
    part_name: str
    old_part_name: str = ""
    backup_name: str = ""
    backup_path: str = ""
    part_backup_path: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """A command of ALTER on the partitions of a table."""

    storage: DataFolder
    table: Table
    chosen: Chosen

    purpose: ClassVar[str]
    command: ClassVar[str] = ""  # how messages call the command on a partition

    @property
    def definition(self) -> TableDefinition:
        """What the table declares."""
        return load_definition(self.table.create_query)

    def locks(self) -> PartitionLocks:
        """The locks that it needs."""
        return PartitionLocks(self._places(self.table, self._partitions()))

    def run(self, changes: Changes) -> list[ResultLine]:
        """Make what is needed; the caller has the locks and commits."""
        raise NotImplementedError

    def tables(self) -> list[Table]:
        """The tables whose parts it changes."""
        return [self.table]

    def _partitions(self) -> set[str]:
        """The partitions that are meant, by what the table has now."""
        if self.chosen.partition is not None:
            return {self.chosen.partition}
        return {part.partition_id for part in self.storage.catalog.parts.all(self.table.uuid)}

    @staticmethod
    def _places(table: Table, partitions: Iterable[str]) -> frozenset[Place]:
        return frozenset((table.uuid, partition) for partition in partitions)

    def _parts(self) -> list[Part]:
        """The active parts that are meant; NO_SUCH_DATA_PART if a named one is not there."""
        if self.chosen.part is not None:
            return [self.storage.catalog.parts.get(self.table.uuid, self.chosen.part)]
        return _parts_of(self.storage, self.table, self._partitions())

    def _refuse_patched(self, parts: Iterable[Part], patches: Sequence[Part], table: Table) -> None:
        """SUPPORT_IS_DISABLED if parts are to go where the patches over them cannot follow."""
        for part in parts:
            partition = part.partition_id
            found = [p for p in patches if patched_partition(p.partition_id) == partition]
            if concerning(part, found):
                command = self.command.format(self.chosen.part or partition)
                if self.chosen.part is not None:
                    command = command.replace("PARTITION", "PART")
                raise Error(
                    Code.SUPPORT_IS_DISABLED,
                    f'Cannot execute command "{command}" because there are {len(found)} unapplied'
                    f" patch parts for partition {partition}.\nTo execute it you need to:\n"
                    f"1. Stop UPDATE queries that affect partition {partition}.\n"
                    f'2. Run query "ALTER TABLE {table.database}.{table.name} APPLY PATCHES IN'
                    f" PARTITION ID '{partition}'\".\n"
                    f'3. Retry command "{command}"',
                )

    def _whole(self) -> frozenset[Place]:
        """The partitions that are meant as a whole, not by single parts."""
        named = self.chosen.part is not None
        return frozenset() if named else self._places(self.table, self._partitions())


@dataclass(frozen=True, slots=True)
class TakeAway(Operation):
    """Parts go from the table: nothing may merge or change in their partitions meanwhile."""

    def locks(self) -> PartitionLocks:
        places = self._places(self.table, self._partitions())
        return PartitionLocks(places, places)


@dataclass(frozen=True, slots=True)
class Drop(TakeAway):
    """DROP PARTITION or PART: the parts are outdated at once."""

    purpose: ClassVar[str] = "DROP PARTITION"

    def run(self, changes: Changes) -> list[ResultLine]:
        if self.chosen.part is not None:
            changes.outdate += self._parts()
        else:
            changes.drop += self._whole()
        return []


@dataclass(frozen=True, slots=True)
class Replace(Operation):
    """REPLACE PARTITION FROM: parts of the other table come in the place of the partition's."""

    source: Table
    from_empty: bool = False

    purpose: ClassVar[str] = "REPLACE PARTITION"
    command: ClassVar[str] = "REPLACE PARTITION {} FROM"

    def locks(self) -> PartitionLocks:
        places = self._places(self.table, self._partitions())
        return PartitionLocks(places | self._places(self.source, self._partitions()), places)

    def run(self, changes: Changes) -> list[ResultLine]:
        check_same_tables(load_definition(self.source.create_query), self.definition)
        catalog = self.storage.catalog
        with catalog.snapshot(self.source.uuid) as snapshot:
            partitions = self._partitions()
            parts = [part for part in snapshot.parts if part.partition_id in partitions]
            if not parts and not self.from_empty:
                raise _no_parts(self.source, self.chosen)
            self._refuse_patched(parts, snapshot.patches, self.source)
            verify_parts(self.storage, parts)
            verify_parts(self.storage, self._parts())
            # ClickHouse takes a block number for the parts that go.
            changes.clone(_with_descriptions(parts), self.source, self.table, skip=1)
        changes.drop += self._whole()
        return []


@dataclass(frozen=True, slots=True)
class AttachFrom(Operation):
    """ATTACH PARTITION FROM: parts of the other table are added."""

    source: Table

    purpose: ClassVar[str] = "ATTACH PARTITION FROM"
    command: ClassVar[str] = "ATTACH PARTITION {} FROM"

    def locks(self) -> PartitionLocks:
        partitions = self._partitions()
        return PartitionLocks(
            self._places(self.table, partitions) | self._places(self.source, partitions)
        )

    def _partitions(self) -> set[str]:
        if self.chosen.partition is not None:
            return {self.chosen.partition}
        return {part.partition_id for part in self.storage.catalog.parts.all(self.source.uuid)}

    def run(self, changes: Changes) -> list[ResultLine]:
        check_same_tables(load_definition(self.source.create_query), self.definition)
        with self.storage.catalog.snapshot(self.source.uuid) as snapshot:
            partitions = self._partitions()
            parts = [part for part in snapshot.parts if part.partition_id in partitions]
            self._refuse_patched(parts, snapshot.patches, self.source)
            verify_parts(self.storage, parts)
            changes.clone(_with_descriptions(parts), self.source, self.table)
        return []


@dataclass(frozen=True, slots=True)
class MoveToTable(Operation):
    """MOVE PARTITION TO TABLE: out of one table and into the other at one instant."""

    target: Table

    purpose: ClassVar[str] = "MOVE PARTITION TO TABLE"
    command: ClassVar[str] = "MOVE PARTITION {}"

    def locks(self) -> PartitionLocks:
        places = self._places(self.table, self._partitions())
        return PartitionLocks(places | self._places(self.target, self._partitions()), places)

    def run(self, changes: Changes) -> list[ResultLine]:
        check_same_tables(self.definition, load_definition(self.target.create_query))
        parts = self._parts()
        self._refuse_patched(parts, self.storage.catalog.parts.patches(self.table.uuid), self.table)
        verify_parts(self.storage, parts)
        changes.clone(_with_descriptions(parts), self.table, self.target)
        changes.outdate += parts
        changes.unpatched += parts
        changes.whole += self._whole()
        return []

    def tables(self) -> list[Table]:
        return [self.table, self.target]


def _parts_of(storage: DataFolder, table: Table, partitions: set[str]) -> list[Part]:
    found = storage.catalog.parts.all(table.uuid)
    return [part for part in found if part.partition_id in partitions]


def _with_descriptions(parts: Iterable[Part]) -> list[tuple[Part, PartDescription]]:
    return [(part, described(part)) for part in parts]


def verify_parts(storage: DataFolder, parts: Sequence[Part]) -> None:
    """The Error of the first damaged file; what was not touched since it was written is trusted."""
    for part in parts:
        disk, description = storage.disks[part.disk], described(part)
        if disk.is_remote:
            verify_presence(disk, description)
        else:
            verify_description(disk, description, part.meta)
            verify(disk, description, storage.trust)


def _no_parts(source: Table, chosen: Chosen) -> Error:
    return Error(
        Code.BAD_ARGUMENTS,
        f"Source table {source.database}.{source.name} ({source.uuid}) has no parts in partition"
        f" {chosen.partition}: refusing `REPLACE PARTITION` because it would silently drop the"
        " destination partition's data. Set `allow_replace_partition_from_empty_source = 1` to"
        " restore the previous behavior, or use `ALTER TABLE ... DROP PARTITION` if you intend to"
        " drop the destination data",
    )
