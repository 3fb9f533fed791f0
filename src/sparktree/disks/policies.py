"""Storage policies: which disks the parts of a table may lie on, and where new ones go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sparktree.errors import Code, Error

DEFAULT = "default"  # the disk, its volume and their policy that there always are


class Balancing(StrEnum):
    """How a volume spreads parts among its disks."""

    ROUND_ROBIN = "ROUND_ROBIN"
    LEAST_USED = "LEAST_USED"


@dataclass(frozen=True, slots=True)
class Volume:
    """Disks among which parts are spread; larger parts than `max_data_part_size` go elsewhere."""

    name: str
    disks: tuple[str, ...]
    type: str = "JBOD"
    max_data_part_size: int = 0  # 0: any size
    balancing: Balancing = Balancing.ROUND_ROBIN
    least_used_ttl_ms: int = 60_000
    prefer_not_to_merge: bool = False
    perform_ttl_move_on_insert: bool = True

    def takes(self, size: int) -> bool:
        """Whether parts of that size may lie here."""
        return not self.max_data_part_size or size <= self.max_data_part_size


@dataclass(frozen=True, slots=True)
class StoragePolicy:
    """Volumes in the order in which they are filled."""

    name: str
    volumes: tuple[Volume, ...]
    move_factor: float = 0.0

    @property
    def disks(self) -> tuple[str, ...]:
        """The names of all its disks."""
        return tuple(disk for volume in self.volumes for disk in volume.disks)

    @property
    def only_disk(self) -> str | None:
        """The disk of all parts, if there is nothing to choose."""
        (first, *others) = self.disks
        return None if others else first

    def has(self, kind: str, name: str) -> bool:
        """Whether a DISK or a VOLUME of that name belongs to it."""
        return name in (self.disks if kind == "DISK" else [one.name for one in self.volumes])

    def index_of(self, disk: str) -> int:
        """The place of the disk's volume; of a disk that is not the policy's that of the first."""
        return next((i for i, one in enumerate(self.volumes) if disk in one.disks), 0)

    def destination(self, kind: str, name: str) -> Volume | None:
        """The volume of that name, or one of the disk of that name alone; None if it has none."""
        for volume in self.volumes:
            if kind == "VOLUME" and volume.name == name:
                return volume
            if kind == "DISK" and name in volume.disks:
                return Volume(
                    volume.name,
                    (name,),
                    perform_ttl_move_on_insert=volume.perform_ttl_move_on_insert,
                )
        return None

    def require_contains(self, old: StoragePolicy) -> None:
        """BAD_ARGUMENTS if tables of the old policy would lose volumes or disks by this one."""
        volumes = {volume.name: volume.disks for volume in self.volumes}
        named = not self.name.startswith(_OF_DISK)  # volumes of single disks are named after them
        for volume in old.volumes:
            if named and volume.name not in volumes:
                raise self._lacks("volumes", old)
            if not set(volume.disks) <= set(volumes[volume.name] if named else self.disks):
                raise self._lacks("disks", old)

    def _lacks(self, what: str, old: StoragePolicy) -> Error:
        return Error(
            Code.BAD_ARGUMENTS,
            f"New storage policy `{self.name}` shall contain {what} of the old storage policy"
            f" `{old.name}`",
        )


_OF_DISK = "__"  # begins the names of policies of single disks


def of_disk(disk: str) -> str:
    """What the policy of a single disk is called."""
    return f"{_OF_DISK}{disk}"


DEFAULT_POLICY = StoragePolicy(DEFAULT, (Volume(DEFAULT, (DEFAULT,)),))


class Policies(dict[str, StoragePolicy]):
    """The policies by name; UNKNOWN_POLICY for others. There is always the default one."""

    def __init__(self, policies: Mapping[str, StoragePolicy] | None = None) -> None:
        super().__init__({DEFAULT: DEFAULT_POLICY, **(policies or {})})

    def __missing__(self, name: str) -> StoragePolicy:
        raise Error(Code.UNKNOWN_POLICY, f"Unknown storage policy `{name}`")

    def of_disk(self, disk: str) -> StoragePolicy:
        """The policy of a single disk, which tables name instead of a policy."""
        name = of_disk(disk)
        if name not in self:
            volume = Volume(f"_volume_{disk}", (disk,), "SINGLE_DISK")
            self[name] = StoragePolicy(name, (volume,))
        return self[name]
