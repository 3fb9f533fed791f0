"""MOVE TO DISK and VOLUME; FORGET, which finds nothing to do on one replica."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from sparktree.catalog.records import Part
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.jobs.partition_keys import part_key
from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.operations import Operation, ResultLine
from sparktree.engines.partitions.part_moves import PartMoves
from sparktree.errors import Code, Error, not_implemented
from sparktree.spark.queries import RunOptions


@dataclass(frozen=True, slots=True)
class MoveToDisk(Operation):
    """MOVE PARTITION or PART TO DISK or VOLUME: at once, whatever the background does."""

    kind: Literal["DISK", "VOLUME", "TABLE"]
    name: str
    jobs: Jobs
    options: Callable[[], RunOptions]

    purpose: ClassVar[str] = "MOVE PARTITION"

    def run(self, changes: Changes) -> list[ResultLine]:
        """Parts that are there already stay; it is an error if all of them are."""
        policy = self.storage.policy(self.definition.settings)
        volume = policy.destination(self.kind, self.name)
        if volume is None:
            code = Code.UNKNOWN_DISK if self.kind == "DISK" else Code.UNKNOWN_VOLUME
            message = f"No such {self.kind.lower()} `{self.name}` in storage policy `{policy.name}`"
            raise Error(code, message)
        parts = self._chosen_parts()
        if not parts and self.kind == "VOLUME":
            message = "Nothing to move (check that the partition exists)."
            raise Error(Code.NO_SUCH_DATA_PART, message)
        disks = self.storage.disks
        moving = [part for part in parts if not disks.is_on(part.disk, volume.disks)]
        if not moving:
            raise Error(Code.UNKNOWN_DISK, f"{self._subject()} already on {self._where()}")
        self._refuse_busy(moving)
        moves = PartMoves(self.storage, self.table, self.jobs, self.options)
        for part in moving:
            if not moves.to(part, volume):
                moves.end()
                message = f"Move is not possible. Not enough space on '{self.name}'"
                raise Error(Code.NOT_ENOUGH_SPACE, message)
        changes.move(moves)
        return []

    def _chosen_parts(self) -> list[Part]:
        if self.chosen.part is None:
            return self._parts()
        found = self.storage.catalog.parts.find(self.table.uuid, self.chosen.part)
        if found is None:
            raise Error(
                Code.NO_SUCH_DATA_PART, f"Part {self.chosen.part} is not exists or not active"
            )
        return [found]

    def _refuse_busy(self, parts: Sequence[Part]) -> None:
        """What merges, mutations or other moves work on is not to be moved."""
        leases = self.storage.catalog.leases
        for part in parts:
            if leases.holders([part_key(part)]):
                raise Error(
                    Code.PART_IS_TEMPORARILY_LOCKED,
                    f"Cannot move part '{part.name}' because it's participating in background"
                    " process",
                )

    def _where(self) -> str:
        return f"{self.kind.lower()} '{self.name}'"

    def _subject(self) -> str:
        if self.chosen.part is not None:
            return f"Part '{self.chosen.part}' is"
        return f"All parts of partition '{self.chosen.partition}' are"


@dataclass(frozen=True, slots=True)
class Forget(Operation):
    """FORGET PARTITION: replicated tables forget what was inserted into one without parts."""

    purpose: ClassVar[str] = "FORGET PARTITION"

    def run(self, changes: Changes) -> list[ResultLine]:
        """CANNOT_FORGET_PARTITION if there are parts."""
        if self._parts():
            raise Error(
                Code.CANNOT_FORGET_PARTITION, f"Partition {self.chosen.partition} is not empty"
            )
        if engine_info(self.table.engine).is_replicated:
            changes.drop += self._whole()
            return []
        raise not_implemented(f"FORGET PARTITION is not supported by storage {self.table.engine}")
