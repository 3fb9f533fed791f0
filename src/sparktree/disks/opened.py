"""The disks of a data folder, and the policies over them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from sparktree.disks.configuration import StorageConfiguration
from sparktree.disks.declared import DeclaredDisk
from sparktree.disks.disk import Disk, open_disk
from sparktree.disks.mounting import mount, unmount
from sparktree.disks.policies import DEFAULT, Policies
from sparktree.errors import Code, Error

Find = Callable[[str], DeclaredDisk | None]


class Disks(dict[str, Disk]):
    """The disks that can be used, by name; asking for another one tells what is wrong with it.

    `more` finds disks that were declared elsewhere since these were opened.
    """

    def __init__(
        self,
        disks: Mapping[str, Disk] | None = None,
        declared: Mapping[str, DeclaredDisk] | None = None,
        failures: Mapping[str, Error] | None = None,
        more: Find | None = None,
    ) -> None:
        super().__init__(disks or {})
        self.declared = dict(declared or {})
        self.failures = dict(failures or {})
        self.more = more

    def __missing__(self, name: str) -> Disk:
        found = self.more(name) if self.more is not None and name not in self.failures else None
        if found is not None:
            self.open(found)
        if name in self:
            return self[name]
        raise self.failures.get(name) or Error(Code.UNKNOWN_DISK, f"Unknown disk {name}")

    def __reduce__(self) -> tuple[type[Disks], tuple[object, ...]]:
        """Without those that tasks cannot use: who asks for one there hears why."""
        there, failures = dict(self), dict(self.failures)
        for name, disk in self.items():
            try:
                pickle.dumps(disk)
            except Error as error:
                del there[name]
                failures[name] = error
        return Disks, (there, self.declared, failures)

    def open(self, declared: DeclaredDisk) -> None:
        """One more disk; a failure is kept for those who need it."""
        self.declared[declared.name] = declared
        try:
            self[declared.name] = disk = open_disk(declared, self)
            mount([disk])
        except Error as error:
            self.fail(declared.name, error)

    def shown(self, name: str) -> DeclaredDisk:
        """What a disk is shown as: a wrapper is one of the kind that it wraps."""
        declared = self.declared[name]
        while declared.wrapped in self.declared:
            declared = self.declared[declared.wrapped]
        return declared

    def home(self, name: str) -> str:
        """The disk in whose folders the files of a disk lie: a cache has none of its own."""
        declared = self.declared.get(name)
        while declared is not None and declared.cache is not None:
            name, declared = declared.wrapped, self.declared.get(declared.wrapped)
        return name

    def at_home(self) -> Iterator[tuple[str, Disk]]:
        """The disks, each folder once."""
        return ((name, disk) for name, disk in self.items() if self.home(name) == name)

    def is_static(self, name: str) -> bool:
        """Whether the files of a disk are not its tables' to write and to remove."""
        return name in self.declared and self.shown(name).is_static

    def swept(self) -> Iterator[tuple[str, Disk]]:
        """The disks on which what nobody needs is to be removed, each folder once."""
        return ((name, disk) for name, disk in self.at_home() if not self.is_static(name))

    def sharing(self, name: str) -> list[str]:
        """The names of the disks that have the folder of one."""
        home = self.home(name)
        return [name, *(other for other in self if other != name and self.home(other) == home)]

    def is_on(self, name: str, disks: Iterable[str]) -> bool:
        """Whether what lies on a disk is on one of these: a cache and what it wraps are one."""
        return self.home(name) in map(self.home, disks)

    def once(self, preferred: Iterable[str]) -> list[str]:
        """The names of the disks, one for each folder: one of those preferred, if it is theirs."""
        names = [*self, *(name for name in preferred if name in self)]
        return list({self.home(name): name for name in names}.values())

    def close(self) -> None:
        """Read nothing more of them here."""
        unmount(self.values())

    def forget(self, name: str) -> None:
        """The disk was not to be opened after all."""
        self.pop(name, None)
        self.failures.pop(name, None)
        self.declared.pop(name, None)

    def fail(self, name: str, error: Error) -> None:
        """The disk cannot be used, nor a cache over it: its files are those of the disk."""
        for one in [name, *(other for other in self if self.home(other) == name)]:
            self.pop(one, None)
            self.failures[one] = Error(error.code, f"Disk `{one}` cannot be used: {error.message}")


def open_disks(folder: Path, configuration: StorageConfiguration | None = None) -> Disks:
    """The disks by name: the folder itself is the default one."""
    disks = Disks()
    given = configuration.disks if configuration is not None else {}
    for one in in_order({DEFAULT: DeclaredDisk(DEFAULT, "local", str(folder)), **given}):
        disks.open(one)
    if DEFAULT not in disks:
        raise disks.failures[DEFAULT]
    return disks


def in_order(declared: Mapping[str, DeclaredDisk]) -> list[DeclaredDisk]:
    """The disks in the order in which they can be opened: each after the one that it wraps."""

    def depth(one: DeclaredDisk) -> int:
        below = declared.get(one.wrapped)
        return 0 if below is None else depth(below) + 1

    return sorted(declared.values(), key=depth)


def open_policies(configuration: StorageConfiguration, disks: Disks) -> Policies:
    """The policies by name."""
    ratios = any(
        volume.max_ratio for one in configuration.policies.values() for volume in one.volumes
    )
    totals = {name: disk.total_space() for name, disk in disks.items()} if ratios else {}
    return Policies({name: one.policy(totals) for name, one in configuration.policies.items()})
