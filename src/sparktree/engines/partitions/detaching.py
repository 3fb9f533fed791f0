"""DETACH, ATTACH and DROP DETACHED: parts on their way to and from the folder `detached`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from sparktree.catalog.records import Part
from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.detached import (
    BROKEN,
    INACTIVE,
    DetachedPart,
    detached_parts,
    free_name,
)
from sparktree.engines.partitions.operations import Operation, ResultLine, TakeAway
from sparktree.engines.recovery.removing import move_folder
from sparktree.errors import Code, Error
from sparktree.parts.checksums import verify
from sparktree.parts.description import PartDescription
from sparktree.parts.name import covering
from sparktree.parts.store import DETACHED, STORE, describe
from sparktree.sql import format_query


@dataclass(frozen=True, slots=True)
class Detach(TakeAway):
    """DETACH PARTITION or PART: the files stay below `detached`, queries do not see them."""

    purpose: ClassVar[str] = "DETACH PARTITION"
    command: ClassVar[str] = "DETACH PARTITION {}"

    def run(self, changes: Changes) -> list[ResultLine]:
        parts = self._parts()
        self._refuse_patched(parts, self.storage.catalog.parts.patches(self.table.uuid), self.table)
        changes.unpatched += parts
        changes.copy([(part, *self._detached_place(part)) for part in parts])
        changes.outdate += parts
        changes.whole += self._whole()
        return []

    def _detached_place(self, part: Part) -> tuple[str, str]:
        name = free_name(self.storage.disks[part.disk], self.table, part.name)
        return f"{DETACHED}/{name}", f"{STORE}/{self.table.uuid}/{DETACHED}/{name}"


@dataclass(frozen=True, slots=True)
class _OfDetached(Operation):
    """A command on what lies below `detached`."""

    def _partitions(self) -> set[str]:
        if self.chosen.partition is not None:
            return {self.chosen.partition}
        infos = [found.info for found in detached_parts(self.storage, self.table)]
        return {info.partition_id for info in infos if info is not None}

    def _not_found(self) -> Error:
        return Error(Code.BAD_DATA_PART_NAME, f'Detached part "{self.chosen.part}" not found')


@dataclass(frozen=True, slots=True)
class Attach(_OfDetached):
    """ATTACH PARTITION or PART: detached parts are the table's again, under new names."""

    purpose: ClassVar[str] = "ATTACH PARTITION"

    def run(self, changes: Changes) -> list[ResultLine]:
        found = self._chosen_folders()
        parts = [self._load(one) for one in found]
        loaded = [(self._row(one, part), part) for one, part in zip(found, parts, strict=True)]
        made = changes.clone(loaded, self.table, self.table)
        for one in found:
            changes.doom(self.table, f"{DETACHED}/{one.name}", one.folder, one.disk_name)
        command = "ATTACH PART" if self.chosen.part is not None else "ATTACH PARTITION"
        return [
            ResultLine(command, new.partition_id, new.name, old_part_name=one.name)
            for new, one in zip(made, found, strict=True)
        ]

    def _chosen_folders(self) -> list[DetachedPart]:
        """The folders to attach, by their blocks; those that others cover are put aside."""
        every = [(one.attachable, one) for one in detached_parts(self.storage, self.table)]
        known = {one.name: (info, one) for info, one in every if info is not None}
        if self.chosen.part is not None:
            if self.chosen.part not in known:
                raise self._not_found()
            return [known[self.chosen.part][1]]
        partitions = self._partitions()
        mine = sorted(
            (info, name) for name, (info, _) in known.items() if info.partition_id in partitions
        )
        wanted = covering(info for info, _ in mine)
        for _, name in [one for one in mine if one[0] not in wanted]:
            self._mark(known[name][1], INACTIVE)
        return [known[name][1] for info, name in mine if info in wanted]

    def _load(self, one: DetachedPart) -> PartDescription:
        """The part, complete and fit for the table; a broken one is marked as such."""
        try:
            part = describe(one.disk, one.folder)
            verify(one.disk, part, self.storage.trust)
        except Error:
            self._mark(one, BROKEN)
            raise
        key = [format_query(item.expression, one_line=True) for item in self.definition.sorting_key]
        # The sorting key may have got more columns since, whose values are equal in old parts.
        fits = list(part.sorting_key) == key[: len(part.sorting_key)]
        if not fits or one.info is None or one.info.partition_id != part.partition_id:
            raise Error(
                Code.BAD_DATA_PART_NAME,
                f"Detached part {one.name} was not written for a table with these keys.",
            )
        return part

    def _mark(self, one: DetachedPart, reason: str) -> None:
        """Put the reason before the folder's name, for system.detached_parts to show."""
        target = replace(one, name=free_name(one.disk, one.table, f"{reason}_{one.name}"))
        catalog = self.storage.catalog
        move_folder(catalog, one.disk_name, one.disk, one.folder, target.folder)

    def _row(self, one: DetachedPart, part: PartDescription) -> Part:
        return Part(
            self.table.uuid, one.name, part.partition_id, 0, 0, one.folder,
            disk=one.disk_name, partition=part.partition,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DropDetached(_OfDetached):
    """DROP DETACHED PARTITION or PART: the folders are deleted."""

    purpose: ClassVar[str] = "DROP DETACHED PARTITION"

    def run(self, changes: Changes) -> list[ResultLine]:
        for one in self._chosen_folders():
            changes.doom(self.table, f"{DETACHED}/{one.name}", one.folder, one.disk_name)
        return []

    def _chosen_folders(self) -> list[DetachedPart]:
        every = list(detached_parts(self.storage, self.table))
        if self.chosen.part is not None:
            named = [one for one in every if one.name == self.chosen.part]
            if not named:
                raise self._not_found()
            return named
        partition = self.chosen.partition
        if partition is None:
            return every
        return [one for one in every if one.info and one.info.partition_id == partition]
