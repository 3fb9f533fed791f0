"""The disks of a data folder, and the policies over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
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
        return Disks, (dict(self), self.declared, self.failures)

    def open(self, declared: DeclaredDisk) -> None:
        """One more disk; a failure is kept for those who need it."""
        self.declared[declared.name] = self._shown(declared)
        try:
            self[declared.name] = disk = open_disk(declared, self)
            mount([disk])
        except Error as error:
            self.fail(declared.name, error)

    def _shown(self, declared: DeclaredDisk) -> DeclaredDisk:
        """A wrapper is shown as a disk of the kind that it wraps."""
        inner = self.declared.get(declared.wrapped)
        if inner is None:
            return declared
        kind = inner.object_storage, inner.metadata
        return replace(declared, shown=inner.shown, object_storage=kind[0], metadata=kind[1])

    def close(self) -> None:
        """Read nothing more of them here."""
        unmount(self.values())

    def forget(self, name: str) -> None:
        """The disk was not to be opened after all."""
        self.pop(name, None)
        self.failures.pop(name, None)
        self.declared.pop(name, None)

    def fail(self, name: str, error: Error) -> None:
        """The disk cannot be used."""
        self.pop(name, None)
        self.failures[name] = Error(error.code, f"Disk `{name}` cannot be used: {error.message}")


def open_disks(folder: Path, configuration: StorageConfiguration | None = None) -> Disks:
    """The disks by name: the folder itself is the default one."""
    disks = Disks()
    given = configuration.disks if configuration is not None else {}
    declared = {DEFAULT: DeclaredDisk(DEFAULT, "local", str(folder)), **given}
    for one in sorted(declared.values(), key=partial(_depth, declared)):
        disks.open(one)
    if DEFAULT not in disks:
        raise disks.failures[DEFAULT]
    return disks


def _depth(declared: Mapping[str, DeclaredDisk], one: DeclaredDisk) -> int:
    """How many disks lie below one: they are opened before it."""
    depth = 0
    while one.wrapped:
        one, depth = declared[one.wrapped], depth + 1
    return depth


def open_policies(configuration: StorageConfiguration, disks: Disks) -> Policies:
    """The policies by name."""
    ratios = any(
        volume.max_ratio for one in configuration.policies.values() for volume in one.volumes
    )
    totals = {name: disk.total_space() for name, disk in disks.items()} if ratios else {}
    return Policies({name: one.policy(totals) for name, one in configuration.policies.items()})
