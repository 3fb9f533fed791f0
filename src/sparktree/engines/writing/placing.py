"""The placement of a table's new parts: its storage policy over the disks that can be used."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.catalog.records import Table
from sparktree.disks.placement import MoveRule, OpenVolume, Placement
from sparktree.disks.policies import StoragePolicy, Volume
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import Kind, of_kind, rules_of
from sparktree.engines.storage.data_folder import DataFolder


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
