"""system.disks, storage_policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.disks.disk import Disk
from sparktree.disks.policies import POLICIES, StoragePolicy, Volume
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class ShownDisk:
    """A disk under its name."""

    name: str
    disk: Disk


def _disks(reading: Reading) -> Iterator[ShownDisk]:
    return (ShownDisk(name, disk) for name, disk in sorted(reading.services.disks.items()))


system_table(
    SystemTable[ShownDisk](
        "disks",
        "The disks on which parts lie.",
        _disks,
        {
            "name": "name",
            "path": lambda d: d.disk.url("").rstrip("/") + "/",
            "free_space": lambda d: d.disk.free_space(),
            "total_space": lambda d: d.disk.total_space(),
            "unreserved_space": lambda d: d.disk.free_space(),
            "type": lambda d: d.disk.type.capitalize(),
            "object_storage_type": lambda _: "None",
            "metadata_type": lambda _: "None",
        },
    )
)


@dataclass(frozen=True, slots=True)
class ShownVolume:
    """A volume of a policy, and which of its volumes it is."""

    policy: StoragePolicy
    volume: Volume
    priority: int


def _volumes(_: Reading) -> Iterator[ShownVolume]:
    for policy in POLICIES.values():
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
            "volume_type": lambda _: "JBOD",
            "perform_ttl_move_on_insert": lambda _: True,
        },
    )
)
