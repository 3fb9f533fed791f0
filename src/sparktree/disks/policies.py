"""Storage policies: which disks the parts of a table may lie on, and where new ones go."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.registry import Registry

DEFAULT = "default"  # the disk, its volume and their policy that there always are


@dataclass(frozen=True, slots=True)
class Volume:
    """Disks among which parts are spread."""

    name: str
    disks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoragePolicy:
    """Volumes in the order in which they are filled."""

    name: str
    volumes: tuple[Volume, ...]

    @property
    def disks(self) -> tuple[str, ...]:
        """The names of all its disks."""
        return tuple(disk for volume in self.volumes for disk in volume.disks)

    def has(self, kind: str, name: str) -> bool:
        """Whether a DISK or a VOLUME of that name belongs to it."""
        return name in (self.disks if kind == "DISK" else [one.name for one in self.volumes])

    @property
    def for_new_parts(self) -> str:
        """The disk that INSERT writes to."""
        return self.volumes[0].disks[0]


POLICIES: Registry[str, StoragePolicy] = Registry()
DEFAULT_POLICY = StoragePolicy(DEFAULT, (Volume(DEFAULT, (DEFAULT,)),))
POLICIES.add(DEFAULT, DEFAULT_POLICY)
