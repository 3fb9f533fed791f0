"""Parts from one disk to another: every byte compared with its checksum, and durable."""

from __future__ import annotations

from dataclasses import replace

import xxhash

from sparktree.disks.disk import Disk
from sparktree.parts.checksums import mismatch
from sparktree.parts.description import PartDescription

_PIECE = 4 << 20


def copy_part(source: Disk, part: PartDescription, target: Disk, folder: str) -> PartDescription:
    """The part's files, but for its description, in a new folder of another disk."""
    made = copied_as(part.moved(folder))
    try:
        for (name, file), (_, place) in zip(part.all_files(), part.all_places(), strict=True):
            _copy(source, place, target, f"{folder}/{name}", part.name, file.hash)
        for inside in made.projections.values():
            if inside.part.files:
                target.sync(inside.part.folder)
        target.make_folder(folder)
        target.sync(folder)
    except BaseException:
        target.remove(folder)
        raise
    return made


def _copy(source: Disk, path: str, target: Disk, copy: str, part: str, expected: str) -> None:
    found = xxhash.xxh3_128()
    with source.open_read(path) as data, target.naming(copy), target.open_write(copy) as out:
        while piece := data.read(_PIECE):
            found.update(piece)
            out.write(piece)
    if found.hexdigest() != expected:
        raise mismatch(source.url(path), part)
    target.sync(copy)


def copied_as(part: PartDescription) -> PartDescription:
    """The files of a copy lie in its own folder, and are others than those that were seen."""
    files = {name: replace(file, identity="", key="") for name, file in part.files.items()}
    inner = {name: one.of(copied_as(one.part)) for name, one in part.projections.items()}
    return replace(part, files=files, projections=inner)
