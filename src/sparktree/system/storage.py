"""system.disks, storage_policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import Disk
from sparktree.disks.placement import room_of
from sparktree.disks.policies import StoragePolicy, Volume
from sparktree.errors import Error
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class ShownDisk:
    """A disk under its name; None if it cannot be used."""

    declared: DeclaredDisk
    disk: Disk | None
    kind: DeclaredDisk  # it, or what it wraps
    reserved: int = 0

    @property
    def path(self) -> str:
        """Its folder, with a slash at the end."""
        return (self.disk.url("") if self.disk is not None else self.declared.path).rstrip(
            "/"
        ) + "/"

    @property
    def free_space(self) -> int:
        """The bytes that can still be written."""
        return max(room_of(self.disk), 0) if self.disk is not None else 0


def _disks(reading: Reading) -> Iterator[ShownDisk]:
    disks, reserved = reading.services.disks, reading.services.catalog.reservations.sums()
    for name, declared in sorted(disks.declared.items()):
        yield ShownDisk(declared, disks.get(name), disks.shown(name), reserved.get(name, 0))


def _of_disk(value: Callable[[Disk], int | bool]) -> Callable[[ShownDisk], int | bool]:
    """What a disk tells of itself; nothing of one that cannot be used."""

    def told(shown: ShownDisk) -> int | bool:
        try:
            return value(shown.disk) if shown.disk is not None else 0
        except Error:
            return 0

    return told


system_table(
    SystemTable[ShownDisk](
        "disks",
        "The disks on which parts lie.",
        _disks,
        {
            "name": "declared.name",
            "path": "path",
            "free_space": "free_space",
            "total_space": _of_disk(lambda d: d.total_space()),
            "unreserved_space": lambda d: max(d.free_space - d.reserved, 0),
            "keep_free_space": _of_disk(lambda d: d.keep_free),
            "type": "kind.shown",
            "object_storage_type": "kind.object_storage",
            "metadata_type": "kind.metadata",
            "is_encrypted": lambda d: d.declared.type == "encrypted",
            "is_read_only": _of_disk(lambda d: d.is_read_only),
            "is_write_once": lambda d: d.kind.is_static,
            "is_remote": lambda d: d.kind.object_storage != "None",
            "is_broken": lambda d: d.disk is None,
            "cache_path": lambda d: d.declared.cache.folder if d.declared.cache else "",
        },
    )
)


@dataclass(frozen=True, slots=True)
class ShownVolume:
    """A volume of a policy, and which of its volumes it is."""

    policy: StoragePolicy
    volume: Volume
    priority: int


def _volumes(reading: Reading) -> Iterator[ShownVolume]:
    for _, policy in sorted(reading.services.storage.policies.items()):
        for priority, volume in enumerate(policy.volumes, 1):
            yield ShownVolume(policy, volume, priority)


system_table(
    SystemTable[ShownVolume](
        "storage_policies",
        "How the disks of a table are chosen.",
        _volumes,
        {
            "policy_name": lambda v: v.policy.name,
            "volume_name": lambda v: v.volume.name,
            "volume_priority": "priority",
            "disks": lambda v: list(v.volume.disks),
            "volume_type": "volume.type",
            "max_data_part_size": "volume.max_data_part_size",
            "move_factor": "policy.move_factor",
            "prefer_not_to_merge": "volume.prefer_not_to_merge",
            "perform_ttl_move_on_insert": "volume.perform_ttl_move_on_insert",
            "load_balancing": "volume.balancing",
        },
    )
)
