"""MOVE TO DISK and VOLUME, FORGET: commands that find nothing to do on one disk, one replica."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.operations import Done, Operation
from sparktree.errors import Code, Error, not_implemented


@dataclass(frozen=True, slots=True)
class MoveToDisk(Operation):
    """MOVE PARTITION or PART TO DISK or VOLUME."""

    kind: Literal["DISK", "VOLUME", "TABLE"]
    name: str

    purpose: ClassVar[str] = "MOVE PARTITION"

    def run(self, changes: Changes) -> list[Done]:
        """Always an error: the parts are where they can be."""
        del changes
        policy = self.storage.policy(self.definition.settings)
        if not policy.has(self.kind, self.name):
            code = Code.UNKNOWN_DISK if self.kind == "DISK" else Code.UNKNOWN_VOLUME
            raise Error(
                code,
                f"No such {self.kind.lower()} `{self.name}` in storage policy `{policy.name}`",
            )
        if len(policy.disks) > 1:
            raise not_implemented("Moving parts between disks is not built yet.")
        where = f"already on {self.kind.lower()} '{self.name}'"
        if self.chosen.part is None:
            what = f"All parts of partition '{self.chosen.partition}' are"
        elif self.storage.catalog.parts.find(self.table.uuid, self.chosen.part) is None:
            raise Error(
                Code.NO_SUCH_DATA_PART, f"Part {self.chosen.part} is not exists or not active"
            )
        else:
            what = f"Part '{self.chosen.part}' is"
        raise Error(Code.UNKNOWN_DISK, f"{what} {where}")


@dataclass(frozen=True, slots=True)
class Forget(Operation):
    """FORGET PARTITION: only replicated tables remember anything of a partition without parts."""

    purpose: ClassVar[str] = "FORGET PARTITION"

    def run(self, changes: Changes) -> list[Done]:
        """Always an error."""
        del changes
        if self._parts():
            raise Error(
                Code.CANNOT_FORGET_PARTITION, f"Partition {self.chosen.partition} is not empty"
            )
        raise not_implemented(f"FORGET PARTITION is not supported by storage {self.table.engine}")
