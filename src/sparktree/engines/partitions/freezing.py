"""FREEZE and UNFREEZE: links to the files of parts below `shadow`, for backups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sparktree.catalog.records import Table
from sparktree.disks.disk import Disk
from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.operations import Operation, ResultLine
from sparktree.engines.partitions.targets import Chosen
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.parts.filename import escape_for_file_name
from sparktree.parts.name import try_parse
from sparktree.parts.store import SHADOW

_COUNTER = f"{SHADOW}/increment.txt"
_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup has of one table."""

    storage: DataFolder
    name: str
    table: Table

    @property
    def folder(self) -> str:
        """Where it has the parts of the table."""
        return _folder(escape_for_file_name(self.name), self.table)

    def row(self, part: str) -> tuple[str, str]:
        """Name and path of a part's folder in the backup."""
        return f"{SHADOW}/{self.name}/{part}", f"{self.folder}/{part}"

    def parts(self, partition: str | None) -> Iterator[tuple[str, str, str]]:
        """Disk, partition and name of what there is of a partition, or of all."""
        for disk_name, disk in self.storage.disks.swept():
            for name in disk.names(self.folder):
                info = try_parse(name)
                if info and partition in (None, info.partition_id):
                    yield disk_name, info.partition_id, name

    def result_line(
        self, word: str, chosen: Chosen, disk: str, partition: str, part: str
    ) -> ResultLine:
        """A line of the statement's result."""
        path = self.storage.disks[disk].url(self.folder)
        return ResultLine(
            f"{word} {'ALL' if chosen.all else 'PARTITION'}",
            partition,
            part,
            backup_name=self.name,
            backup_path=f"{path}/",
            part_backup_path=f"{path}/{part}/",
        )


def frozen_parts(storage: DataFolder, table: Table) -> frozenset[tuple[str, str]]:
    """Disk and name of every part of the table that some backup has."""
    return frozenset(
        (name, part)
        for name, disk in storage.disks.swept()
        for backup in disk.names(SHADOW)
        for part in disk.names(_folder(backup, table))
    )


def _folder(backup: str, table: Table) -> str:
    """Where a backup, named as its folder, has the parts of a table."""
    return f"{SHADOW}/{backup}/store/{table.uuid[:3]}/{table.uuid}"


@dataclass(frozen=True, slots=True)
class Freeze(Operation):
    """FREEZE [PARTITION] [WITH NAME]: the parts appear in the backup together, or none does."""

    name: str | None

    purpose: ClassVar[str] = "FREEZE PARTITION"

    def run(self, changes: Changes) -> list[ResultLine]:
        backup = Backup(self.storage, self.name or next_backup(self.storage), self.table)
        with self.storage.catalog.snapshot(self.table.uuid) as snapshot:
            partitions = self._partitions()
            parts = [part for part in snapshot.parts if part.partition_id in partitions]
            rows = [(part, *backup.row(part.name)) for part in parts]
            for part, _, path in rows:
                _refuse_existing(self.storage.disks[part.disk], path)
            changes.copy(rows)
        return [
            backup.result_line("FREEZE", self.chosen, p.disk, p.partition_id, p.name) for p in parts
        ]


def _refuse_existing(disk: Disk, path: str) -> None:
    if disk.exists(path):
        raise Error(
            Code.DIRECTORY_ALREADY_EXISTS,
            f"Directory {disk.url(path)} already exists and is not empty.",
        )


@dataclass(frozen=True, slots=True)
class Unfreeze(Operation):
    """UNFREEZE [PARTITION] WITH NAME: the parts are deleted from the backup."""

    name: str

    purpose: ClassVar[str] = "UNFREEZE PARTITION"

    def _partitions(self) -> set[str]:
        if self.chosen.partition is not None:
            return {self.chosen.partition}
        return {partition for _, partition, _ in self._backup().parts(None)}

    def _backup(self) -> Backup:
        return Backup(self.storage, self.name, self.table)

    def run(self, changes: Changes) -> list[ResultLine]:
        backup = self._backup()
        found = list(backup.parts(self.chosen.partition))
        for disk, _, part in found:
            changes.doom(self.table, *backup.row(part), disk)
        return [backup.result_line("UNFREEZE", self.chosen, *one) for one in found]


def next_backup(storage: DataFolder) -> str:
    """The number that names a backup without a name."""
    disk = next(iter(storage.disks.values()))
    with storage.catalog.leases.held([_COUNTER], "FREEZE", timeout=_PATIENCE):
        last = int(disk.read(_COUNTER)) if disk.exists(_COUNTER) else 0
        disk.replace(_COUNTER, str(last + 1).encode())
    return str(last + 1)
