"""`<storage_configuration>`: the disks and policies that it declares, checked when it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sparktree.disks.config_values import WORD, Element
from sparktree.disks.declared import DeclaredDisk, declared_disk
from sparktree.disks.policies import DEFAULT, Balancing, StoragePolicy, Volume
from sparktree.errors import Code, Error

_SECTION = "storage_configuration"
_ALPHANUMERIC = "can contain only alphanumeric and '_'"


@dataclass(frozen=True, slots=True)
class DeclaredVolume:
    """A volume; the largest size of parts may be a share of its disks, which are not open yet."""

    volume: Volume
    priority: int | None = None
    max_ratio: float | None = None


@dataclass(frozen=True, slots=True)
class DeclaredPolicy:
    """A policy with its volumes in the order in which they are filled."""

    name: str
    volumes: tuple[DeclaredVolume, ...]
    move_factor: float

    def policy(self, totals: Mapping[str, int]) -> StoragePolicy:
        """The policy, by how much each disk can hold."""
        volumes = tuple(_sized(volume, totals) for volume in self.volumes)
        return StoragePolicy(self.name, volumes, self.move_factor)


@dataclass(frozen=True, slots=True)
class StorageConfiguration:
    """All disks but those that queries declare, and all policies."""

    disks: Mapping[str, DeclaredDisk] = field(default_factory=dict)
    policies: Mapping[str, DeclaredPolicy] = field(default_factory=dict)
    custom_local_disks: str = ""  # the folder below which queries may declare disks


def storage_configuration(tree: Mapping[str, Any], folder: str) -> StorageConfiguration:
    """What the configuration says of disks; `folder` is the path of the default one."""
    root = Element(tree, "")
    section = Element(root.below(_SECTION).node, _SECTION)
    disks = _disks(section.below("disks"), folder)
    known = {DEFAULT, *disks}
    policies = {one.name: one for one in _policies(section.below("policies"), known)}
    return StorageConfiguration(disks, policies, root.text("custom_local_disks_base_directory"))


def _disks(section: Element, folder: str) -> dict[str, DeclaredDisk]:
    elements = []
    for name, element in section.elements():
        if not WORD.fullmatch(name):
            raise _excessive(f"Disk name {_ALPHANUMERIC} ({name})")
        elements.append((name, element))
    names = frozenset(name for name, _ in elements) | {DEFAULT}
    found = {name: declared_disk(name, one, names, folder) for name, one in elements}
    for name in found:
        _require_ground(name, found)
    return found


def _require_ground(name: str, disks: Mapping[str, DeclaredDisk]) -> None:
    """Wrappers that wrap one another in a circle have no disk below them."""
    below, seen = name, {name}
    while below in disks and disks[below].wrapped:
        below = disks[below].wrapped
        if below in seen:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The wrapped disk must have been announced earlier. No disk with name {below}:"
                f" Disk {name}",
            )
        seen.add(below)


def _policies(section: Element, disks: Collection[str]) -> Iterator[DeclaredPolicy]:
    for name, element in section.elements():
        if not WORD.fullmatch(name):
            raise _excessive(f"Storage policy name {_ALPHANUMERIC} (`{name}`)")
        yield _policy(name, element, disks)


def _policy(name: str, element: Element, disks: Collection[str]) -> DeclaredPolicy:
    if "volumes" not in element and name != DEFAULT:
        message = f"Storage policy `{name}` must contain at least one volume (.volumes)"
        raise Error(Code.NO_ELEMENTS_IN_CONFIG, message)
    volumes = []
    for volume, below in element.below("volumes").elements():
        if not WORD.fullmatch(volume):
            raise _excessive(f"Volume name {_ALPHANUMERIC} in storage policy `{name}` ({volume})")
        volumes.append(_volume(volume, below, disks))
    if not volumes and name == DEFAULT:
        volumes = [DeclaredVolume(Volume(DEFAULT, (DEFAULT,)))]
    if not volumes:
        message = f"Storage policy `{name}` must contain at least one volume"
        raise Error(Code.NO_ELEMENTS_IN_CONFIG, message)
    volumes = _in_order(volumes)
    factor = element.real("move_factor", 0.1 if len(volumes) > 1 else 0.0)
    # ClickHouse takes what is less than 0; it would mean nothing.
    if not 0 <= factor <= 1:
        raise Error(
            Code.LOGICAL_ERROR,
            f"Disk move factor have to be in [0., 1.] interval, but set to {factor:g} in storage"
            f" policy `{name}`",
        )
    seen: set[str] = set()
    for disk in (disk for one in volumes for disk in one.volume.disks):
        if disk in seen:
            raise _excessive(
                f"Disk names must be unique in storage policy `{name}` (`{disk}` is duplicated)"
            )
        seen.add(disk)
    return DeclaredPolicy(name, tuple(volumes), factor)


def _volume(name: str, element: Element, known: Collection[str]) -> DeclaredVolume:
    disks = element.texts("disk")
    for disk in disks:
        if disk not in known:
            raise Error(Code.UNKNOWN_DISK, f"Unknown disk {disk}")
    if not disks:
        message = f"Volume {name} must contain at least one disk"
        raise Error(Code.NO_ELEMENTS_IN_CONFIG, message)
    balancing = element.text("load_balancing", "round_robin")
    if balancing not in ("round_robin", "least_used"):
        raise _excessive(f"'{balancing}' is not valid load_balancing value")
    if "max_data_part_size_bytes" in element and "max_data_part_size_ratio" in element:
        raise _excessive(
            "Only one of 'max_data_part_size_bytes' and 'max_data_part_size_ratio' should be"
            " specified."
        )
    ratio = element.real("max_data_part_size_ratio")
    if ratio < 0:
        raise _excessive("'max_data_part_size_ratio' have to be not less then 0.")
    ttl = element.text("least_used_ttl_ms", "60000")
    volume = Volume(
        name,
        tuple(disks),
        max_data_part_size=element.unsigned("max_data_part_size_bytes"),
        balancing=Balancing(balancing.upper()),
        least_used_ttl_ms=-1 if ttl == "-1" else element.unsigned("least_used_ttl_ms", 60_000),
        prefer_not_to_merge=element.flag("prefer_not_to_merge"),
        perform_ttl_move_on_insert=element.flag("perform_ttl_move_on_insert", default=True),
    )
    priority = element.unsigned("volume_priority") if "volume_priority" in element else None
    return DeclaredVolume(volume, priority, ratio or None)


def _in_order(volumes: list[DeclaredVolume]) -> list[DeclaredVolume]:
    """By priority; those without one come last, in the order in which they are declared."""
    given = sorted(one.priority for one in volumes if one.priority is not None)
    if len(set(given)) < len(given):
        message = "volume_priority values must be unique across the policy"
        raise Error(Code.INVALID_CONFIG_PARAMETER, message)
    if given != list(range(1, len(given) + 1)):
        raise Error(
            Code.INVALID_CONFIG_PARAMETER,
            "volume_priority values must cover the range from 1 to N (lowest priority specified)"
            " without gaps",
        )
    return sorted(volumes, key=lambda one: one.priority or len(volumes) + 1)


def _sized(one: DeclaredVolume, totals: Mapping[str, int]) -> Volume:
    if one.max_ratio is None:
        return one.volume
    disks = one.volume.disks
    size = int(sum(totals.get(disk, 0) for disk in disks) * one.max_ratio / len(disks))
    return Volume(
        one.volume.name,
        disks,
        max_data_part_size=size,
        balancing=one.volume.balancing,
        least_used_ttl_ms=one.volume.least_used_ttl_ms,
        prefer_not_to_merge=one.volume.prefer_not_to_merge,
        perform_ttl_move_on_insert=one.volume.perform_ttl_move_on_insert,
    )


def _excessive(message: str) -> Error:
    return Error(Code.EXCESSIVE_ELEMENT_IN_CONFIG, message)
