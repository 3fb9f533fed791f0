"""A part as tables read it: its description, its disk, and the patches over its rows."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.catalog.records import Part
from sparktree.disks.disk import Disk
from sparktree.parts.description import PartDescription
from sparktree.parts.reader import PartScan, Patch


@dataclass(frozen=True, slots=True)
class PartOnDisk:
    """A part, its row in the catalog, the disk that holds it and the patches over its rows."""

    record: Part
    description: PartDescription
    disk: Disk
    patches: tuple[Patch, ...] = ()

    @property
    def scan(self) -> PartScan:
        """All its rows, as they are read."""
        return PartScan(self.description, self.disk, patches=self.patches)

    @property
    def patched(self) -> set[str]:
        """The columns that patches have values for, and those that tell their rows."""
        return {column.name for patch in self.patches for column in patch.part.columns}
