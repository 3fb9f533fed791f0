"""The placement of a table's new parts: its storage policy over the disks that can be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sparktree.catalog.records import Part, PartState, Table
from sparktree.catalog.reservations import Reservation
from sparktree.disks.placement import (
    LEAST_RESERVATION,
    MoveRule,
    OpenVolume,
    Placement,
    no_room,
    room_of,
)
from sparktree.disks.policies import StoragePolicy, Volume
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import Kind, of_kind, rules_of
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described


def placement(storage: DataFolder, table: Table, turn: int | None = None) -> Placement:
    """Where new parts of the table go; the error of the only disk if that cannot be used.

    The disks of a volume take turns by the blocks that the table ever had.
    """
    definition = load_definition(table.create_query)
    policy = storage.policy(definition.settings)
    if policy.only_disk is not None:
        only = (policy.only_disk, storage.disks[policy.only_disk])
        return Placement((OpenVolume(policy.volumes[0], (only,)),))
    turn = table.last_block if turn is None else turn
    volumes = tuple(open_volume(storage, policy, one, turn) for one in policy.volumes)
    rules = tuple(_rules(storage, definition, policy, turn))
    return Placement(volumes, rules, storage.clock(), storage.catalog.reservations.sums())


def open_volume(
    storage: DataFolder, policy: StoragePolicy, volume: Volume, turn: int = 0
) -> OpenVolume:
    """The volume with those of its disks that can be used."""
    names = [name for name in volume.disks if name in storage.disks]
    disks = tuple((name, storage.disks[name]) for name in names)
    free = storage.free_spaces.of(policy.name, volume, dict(disks))
    return OpenVolume(volume, disks, turn, free)


def _rules(
    storage: DataFolder, definition: TableDefinition, policy: StoragePolicy, turn: int
) -> Iterator[MoveRule]:
    for rule in of_kind(rules_of(definition), Kind.MOVE):
        assert rule.element is not None
        kind, name = str(rule.element.destination), str(rule.element.destination_name)
        volume = policy.destination(kind, name)
        if volume is not None:  # IF EXISTS: a rule without its destination moves nothing
            yield MoveRule(rule.key, open_volume(storage, policy, volume, turn))


def merge_room(storage: DataFolder, table: Table, parts: Sequence[Part]) -> Reservation:
    """Room for what is made of some parts, on no volume before theirs; NOT_ENOUGH_SPACE without.

    It goes where the TTL of all its rows sends it, and by `min_bytes_to_rebalance_...` to the disk
    that has least of its partition's large parts.
    """
    definition = load_definition(table.create_query)
    policy = storage.policy(definition.settings)
    size = max(int(sum(part.bytes_on_disk for part in parts) * 1.1), LEAST_RESERVATION)
    first = max(policy.index_of(part.disk) for part in parts)
    volumes = [v for v in policy.volumes[first:] if v.takes(size)]
    wished = _wished(storage, definition, policy, parts)
    order = [
        disk
        for volume in ([wished] if wished is not None else []) + volumes
        for disk in _in_turn(storage, policy, volume, max(part.max_block for part in parts))
    ]
    least = definition.settings.min_bytes_to_rebalance_partition_over_jbod
    if wished is None and 0 < least <= size:
        order = [*_balanced(storage, table, policy.volumes[first], parts, least), *order]
    spaces = [(name, room_of(storage.disks[name])) for name in dict.fromkeys(order)]
    taken = storage.catalog.reservations.take(spaces, size)
    if taken is None:
        raise no_room(size)
    return taken


def _in_turn(storage: DataFolder, policy: StoragePolicy, volume: Volume, turn: int) -> list[str]:
    """The disks of a volume that can be written, in the order in which they come."""
    opened = Placement((open_volume(storage, policy, volume, turn),))
    return [name for name, _ in opened.within(opened.volumes[0], 0)]


def _wished(
    storage: DataFolder, definition: TableDefinition, policy: StoragePolicy, parts: Sequence[Part]
) -> Volume | None:
    """Where the TTL sends the parts together: that of the rule which came last for all rows."""
    come = []
    for place, rule in enumerate(of_kind(rules_of(definition), Kind.MOVE)):
        bounds = [rule.bounds(described(part)) for part in parts]
        last = [b.greatest for b in bounds if b is not None and b.greatest is not None]
        if len(last) == len(parts) and max(last) <= storage.clock():
            come.append((max(last), place, rule))
    element = max(come)[2].element if come else None
    if element is None:
        return None
    return policy.destination(str(element.destination), str(element.destination_name))


def _balanced(
    storage: DataFolder, table: Table, volume: Volume, parts: Sequence[Part], least: int
) -> list[str]:
    """The disks of a volume, first those with fewest bytes in large parts of the partition."""
    gone = {part.uuid for part in parts}
    occupied = dict.fromkeys(volume.disks, 0)
    for part in storage.catalog.parts.all(table.uuid, (PartState.ACTIVE, PartState.PRE_ACTIVE)):
        large = part.bytes_on_disk >= least and part.partition_id == parts[0].partition_id
        if large and part.disk in occupied and part.uuid not in gone:
            occupied[part.disk] += part.bytes_on_disk
    usable = [name for name in occupied if name in storage.disks]
    return sorted(usable, key=lambda name: occupied[name])
