"""Files that several parts have: hard links, or on disks without them the keys of one file."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import replace

from sparktree.disks.disk import Disk
from sparktree.parts.description import PartDescription, PartFile


def shared_files(
    disk: Disk, source: PartDescription, folder: str, names: Iterable[str]
) -> dict[str, PartFile]:
    """Files of a part as those of another one in the folder, which must be there for links."""
    if not disk.can_link:
        return {name: replace(source.files[name], key=source.at(name)) for name in names}
    found = {}
    for name in names:
        disk.link(source.at(name), f"{folder}/{name}")
        found[name] = source.files[name]
    return found


def keyed(part: PartDescription, folder: str) -> PartDescription:
    """The part as that of another folder, its files by their keys where they are now."""
    files = {name: replace(file, key=part.at(name)) for name, file in part.files.items()}
    moved = part.moved(folder)
    inner = {
        name: one.of(keyed(one.part, moved.projections[name].part.folder))
        for name, one in part.projections.items()
    }
    return replace(moved, files=files, projections=inner)


def fresh_key(disk: Disk, part: PartDescription, name: str) -> str:
    """The key of a file that comes in the place of another one; empty if it takes its path."""
    if disk.can_link or name not in part.files:
        return ""
    return f"{part.folder}/{uuid.uuid4().hex}.{name}"
