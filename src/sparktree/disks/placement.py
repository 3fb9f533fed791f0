"""Where a new part goes: volumes in their order, disks in turns, as far as there is room.

A placement is made by the driver for one statement or merge, and travels to its tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sparktree.disks.disk import Disk
from sparktree.disks.policies import Balancing, Volume
from sparktree.errors import Code, Error

LEAST_RESERVATION = 1 << 20  # bytes that every new part is taken to need, as ClickHouse has it


@dataclass(frozen=True, slots=True)
class OpenVolume:
    """A volume with those of its disks that can be used.

    `turn` is the disk that is next; `free` what is known to be free on the disks of a volume that
    fills the least used one, where that is not asked anew each time.
    """

    volume: Volume
    disks: tuple[tuple[str, Disk], ...]
    turn: int = 0
    free: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class MoveRule:
    """A TTL that sends parts to a volume or disk once all their rows are older than it says."""

    key: str  # of the moments, as parts remember their bounds
    destination: OpenVolume


@dataclass(frozen=True, slots=True)
class Placement:
    """The choice of a disk for each new part. `reserved` bytes are for others."""

    volumes: tuple[OpenVolume, ...]
    rules: tuple[MoveRule, ...] = ()
    now: float = 0.0
    reserved: Mapping[str, int] = field(default_factory=dict)

    @property
    def only(self) -> tuple[str, Disk] | None:
        """The disk, if there is nothing to choose."""
        if self.rules or len(self.volumes) != 1 or len(self.volumes[0].disks) != 1:
            return None
        return self.volumes[0].disks[0]

    def disks(self, size: int, number: int = 0) -> Iterator[tuple[str, Disk]]:
        """The disks that have room for a part, the best one first.

        `number` counts the parts for which this was asked.
        """
        if self.only is not None:
            yield self.only
            return
        needed = max(size, LEAST_RESERVATION)
        for one in self.volumes:
            if one.volume.takes(needed):
                yield from self.within(one, needed, number)

    def after(
        self, moments: Mapping[str, float], size: int, number: int = 0
    ) -> Iterator[tuple[str, Disk]]:
        """The same for rows whose last moments by the rules are known: where they belong by now.

        Of the rules whose time has come the one counts that came last.
        """
        come = [
            (moments[rule.key], place)
            for place, rule in enumerate(self.rules)
            if rule.key in moments and moments[rule.key] <= self.now
        ]
        if come:
            rule = self.rules[max(come)[1]]
            if rule.destination.volume.perform_ttl_move_on_insert:
                yield from self.within(rule.destination, max(size, LEAST_RESERVATION), number)
        yield from self.disks(size, number)

    def within(self, one: OpenVolume, needed: int, number: int = 0) -> Iterator[tuple[str, Disk]]:
        """The disks of a volume with so many bytes of room, in the order in which they come."""
        for name, disk in self._ordered(one, number):
            if room_of(disk) - self.reserved.get(name, 0) >= needed:
                yield name, disk

    def _ordered(self, one: OpenVolume, number: int) -> Sequence[tuple[str, Disk]]:
        if one.volume.balancing is Balancing.LEAST_USED:
            free = one.free or {name: room_of(disk) for name, disk in one.disks}
            ordered = sorted(
                one.disks, key=lambda d: self.reserved.get(d[0], 0) - free.get(d[0], 0)
            )
            return ordered[:1]
        first = (one.turn + number) % max(len(one.disks), 1)
        return one.disks[first:] + one.disks[:first]


def room_of(disk: Disk) -> int:
    """The bytes for new parts: none on a disk that cannot be written, or not be asked any more."""
    try:
        return -1 if disk.is_read_only else disk.free_space()
    except Error:
        return -1


def only_on(disk: Disk, name: str = "") -> Placement:
    """Every part on one disk."""
    return Placement((OpenVolume(Volume(name, (name,)), ((name, disk),)),))


def no_room(size: int) -> Error:
    """NOT_ENOUGH_SPACE: no disk of the policy has so much room."""
    needed = max(size, LEAST_RESERVATION)
    return Error(Code.NOT_ENOUGH_SPACE, f"Cannot reserve {_readable(needed)}, not enough space")


def _readable(size: float) -> str:
    units = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
    place = 0
    while size >= 1024 and place < len(units) - 1:
        size, place = size / 1024, place + 1
    return f"{size:.2f} {units[place]}"
