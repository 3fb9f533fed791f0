"""A part as tables read it: its description, its disk, and the patches over its rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from sparktree.catalog.records import Part
from sparktree.disks.disk import Disk
from sparktree.parts.description import PartDescription
from sparktree.parts.reader import PartScan, Patch

T = TypeVar("T")


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


class AllParts(tuple[PartOnDisk, ...]):
    """All parts of a table at one version, and what was made of them for one query or another."""

    _made: dict[Hashable, object]

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is made of the parts, once; the key names what it is."""
        known: dict[Hashable, object] = self.__dict__.setdefault("_made", {})
        if key not in known:
            known[key] = make()
        return known[key]  # type: ignore[return-value]


def made_once(parts: object, key: Hashable, make: Callable[[], T]) -> T:
    """What is made of the parts: of all parts of a table only once."""
    return parts.made(key, make) if isinstance(parts, AllParts) else make()
