"""The leases on partitions and parts: how their keys are spelled, and who holds them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sparktree.catalog.leases import Leases
from sparktree.catalog.records import Lease, Part

# A partition: the table's UUID and the partition id.
Place = tuple[str, str]
_LOCK, _STOP, _PART = "partition", "stop", "part"


def lock_key(place: Place) -> str:
    """The lease of the one operation that may change the partition."""
    return "/".join((_LOCK, *place))


def stop_key(place: Place) -> str:
    """Held together with the lock where merges and mutations of the partition must end."""
    return "/".join((_STOP, *place))


def part_key(part: Part) -> str:
    """The lease under which one merge or mutation works on a part."""
    return f"{_PART}/{part.table}/{part.name}"


def place_of(part: Part) -> Place:
    """The partition that the part belongs to."""
    return part.table, part.partition_id


def locked_place(key: str) -> Place | None:
    """The partition of a lock's key; None for other keys."""
    return _partition_of(key, _LOCK)


def _partition_of(key: str, kind: str) -> Place | None:
    found, table, partition = (*key.split("/", 2), "", "")[:3]
    return (table, partition) if found == kind else None


def stopped_places(leases: Leases) -> set[Place]:
    """The partitions on which merges and mutations must not run now."""
    keys = [key for lease in leases.all() if lease.granted is not None for key in lease.keys]
    return {place for key in keys if (place := _partition_of(key, _STOP)) is not None}


def workers(leases: Leases, places: Collection[Place]) -> list[Lease]:
    """The merges and mutations of all processes that work on parts of the partitions."""
    prefixes = tuple(f"{_PART}/{table}/{partition}_" for table, partition in places)
    return [
        lease
        for lease in leases.all()
        if lease.granted is not None and any(key.startswith(prefixes) for key in lease.keys)
    ]


def claim(leases: Leases, parts: Iterable[Part], purpose: str) -> Lease | None:
    """The parts for this process alone.

    None if somebody else works on one of them, or if one of their partitions is locked. Whoever
    locks a partition looks for such claims after that: one of the two always sees the other.
    """
    parts = list(parts)
    lease = leases.try_acquire([part_key(part) for part in parts], purpose)
    if lease is not None and leases.holders({lock_key(place_of(part)) for part in parts}):
        leases.release(lease)
        return None
    return lease
