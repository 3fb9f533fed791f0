"""The folder `detached` of a table: parts that are not its own any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.catalog.records import Table
from sparktree.disks.disk import Disk
from sparktree.engines.definition.table import load_definition
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.parts import name as part_name
from sparktree.parts.store import DETACHED, STORE

BROKEN, INACTIVE = "broken", "inactive"
# Why the system detaches parts: the words that stand before their names.
REASONS = (BROKEN, INACTIVE, "broken-on-start", "unexpected", "noquorum", "ignored", "clone",
           "attaching", "deleting", "covered-by-broken")  # fmt: skip
_TRY = re.compile(r"_try\d+$")


@dataclass(frozen=True, slots=True)
class DetachedPart:
    """A folder below `detached`."""

    table: Table
    disk_name: str
    disk: Disk
    name: str

    @property
    def folder(self) -> str:
        """Its folder on the disk."""
        return f"{STORE}/{self.table.uuid}/{DETACHED}/{self.name}"

    @property
    def reason(self) -> str:
        """What stands before the part's own name; nothing if somebody detached it."""
        return _reason(self.name)

    @property
    def info(self) -> part_name.PartInfo | None:
        """The part's own name, taken apart."""
        return own_name(self.name)

    @property
    def attachable(self) -> part_name.PartInfo | None:
        """The part's name, if nothing is known against attaching it."""
        return None if self.reason else self.info


def _reason(name: str) -> str:
    return next((word for word in REASONS if name.startswith(f"{word}_")), "")


def own_name(name: str) -> part_name.PartInfo | None:
    """The part's name in the name of a folder below `detached`; None if there is none in it."""
    reason = _reason(name)
    return part_name.try_parse(_TRY.sub("", name.removeprefix(f"{reason}_") if reason else name))


def detached_parts(storage: DataFolder, table: Table) -> Iterator[DetachedPart]:
    """The detached parts of a table, without folders that are just being made or deleted."""
    folder = f"{STORE}/{table.uuid}/{DETACHED}"
    # A folder that several disks have is one of the disk that the table names.
    policy = storage.policy(load_definition(table.create_query).settings)
    names = storage.disks.once(policy.disks)
    found = [(name, list(storage.disks[name].names(folder))) for name in names]
    # Asked after the disk: a folder that is there and has no row is complete.
    known = {
        (storage.disks.home(disk), path)
        for disk, path in storage.catalog.parts.known_folders(table.uuid)
    }
    for disk, names in found:
        for name in names:
            if (storage.disks.home(disk), f"{folder}/{name}") not in known:
                yield DetachedPart(table, disk, storage.disks[disk], name)


def free_name(disk: Disk, table: Table, name: str) -> str:
    """The name for a part that is detached, apart from those that are there."""
    folder = f"{STORE}/{table.uuid}/{DETACHED}"
    candidate, number = name, 0
    while disk.exists(f"{folder}/{candidate}"):
        number += 1
        candidate = f"{name}_try{number}"
    return candidate
