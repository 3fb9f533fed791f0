"""FETCH PARTITION and PART: parts of the table at a path, put among the detached ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sparktree.catalog.records import Part, Table
from sparktree.engines.definition.table_replicas import replicated_tables
from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.detached import detached_parts
from sparktree.engines.partitions.locks import PartitionLocks
from sparktree.engines.partitions.operations import Operation, ResultLine, verify_parts
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.parts.store import DETACHED, STORE


@dataclass(frozen=True, slots=True)
class Fetch(Operation):
    """FETCH: both tables are of this catalog, so that the parts need not be copied."""

    path: str

    purpose: ClassVar[str] = "FETCH PARTITION"

    def locks(self) -> PartitionLocks:
        return PartitionLocks(self._places(self.table, self._partitions()))

    def run(self, changes: Changes) -> list[ResultLine]:
        source = table_at(self.path, self.storage)
        with self.storage.catalog.snapshot(source.uuid) as snapshot:
            parts = self._wanted(snapshot.parts)
            self._refuse_patched(parts, snapshot.patches, source)
            self._refuse_disks(parts)
            if self.chosen.part is None:
                self._refuse_detached(parts)
            verify_parts(self.storage, parts)
            changes.copy([(part, *self._place(part)) for part in parts])
        return []

    def _wanted(self, parts: tuple[Part, ...] | list[Part]) -> list[Part]:
        if self.chosen.part is not None:
            found = [part for part in parts if part.name == self.chosen.part]
            if not found:
                raise Error(
                    Code.NO_REPLICA_HAS_PART, f"No active replica has part {self.chosen.part}"
                )
            return found
        found = [p for p in parts if self.chosen.all or p.partition_id == self.chosen.partition]
        if not found:
            raise Error(
                Code.PARTITION_DOESNT_EXIST,
                f"Partition {self.chosen.partition} on {self.path} doesn't exist",
            )
        return found

    def _refuse_detached(self, parts: list[Part]) -> None:
        """A partition that is detached already would be attached twice."""
        partitions = {part.partition_id for part in parts}
        for one in detached_parts(self.storage, self.table):
            if one.attachable is not None and one.attachable.partition_id in partitions:
                raise Error(
                    Code.PARTITION_ALREADY_EXISTS,
                    f"Detached partition {one.attachable.partition_id} already exists.",
                )

    def _refuse_disks(self, parts: list[Part]) -> None:
        """The table looks for its detached parts on the disks of its policy only."""
        own = self.storage.policy(self.definition.settings).disks
        for part in parts:
            if not self.storage.disks.is_on(part.disk, own):
                raise not_implemented(
                    f"Part {part.name} is on the disk {part.disk}, which the storage policy of"
                    f" {self.table.database}.{self.table.name} does not have: add the disk to it."
                )

    def _place(self, part: Part) -> tuple[str, str]:
        path = f"{STORE}/{self.table.uuid}/{DETACHED}/{part.name}"
        if self.storage.disks[part.disk].exists(path):
            raise Error(Code.DUPLICATE_DATA_PART, f"Detached part `{part.name}` already exists.")
        return f"{DETACHED}/{part.name}", path


def table_at(path: str, storage: DataFolder) -> Table:
    """The replicated table of a path; NO_ACTIVE_REPLICAS if there is none."""
    wanted = path.rstrip("/")
    for record, place in replicated_tables(storage):
        if wanted in (place.path, place.path.rpartition(":")[2]):
            return record
    raise Error(Code.NO_ACTIVE_REPLICAS, f"No active replicas for shard {path}")
