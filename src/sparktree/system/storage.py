"""system.disks, storage_policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.disks.disk import Disk
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


def _policies(_: Reading) -> Iterator[str]:
    yield "default"


system_table(
    SystemTable[str](
        "storage_policies",
        "How the disks of a table are chosen.",
        _policies,
        {
            "policy_name": str,
            "volume_name": str,
            "volume_priority": lambda _: 1,
            "disks": lambda name: [name],
            "volume_type": lambda _: "JBOD",
            "perform_ttl_move_on_insert": lambda _: True,
        },
    )
)
