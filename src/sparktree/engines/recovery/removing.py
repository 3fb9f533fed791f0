"""Folders of parts that go: whole, or but for the files that others name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import Part
from sparktree.disks.disk import Disk
from sparktree.parts import store
from sparktree.parts.filename import part_folder


def remove_folders(catalog: Catalog, disks: Mapping[str, Disk], parts: Sequence[Part]) -> None:
    """Delete the folders of rows in state Deleting, and what nobody names any more after that."""
    for name in dict.fromkeys(part.disk for part in parts):
        folders = [part.path for part in parts if part.disk == name]
        if disks[name].can_link:
            for folder in folders:
                disks[name].remove(folder)
        else:
            _remove_shared(catalog, name, disks[name], folders)


def remove_table(catalog: Catalog, name: str, disk: Disk, table: str) -> None:
    """Delete all that a dropped table has on a disk, but for files that others name."""
    home = f"{store.STORE}/{table}"
    if disk.can_link:
        disk.remove(home)
        return
    below = set(disk.beginning(f"{home}/"))
    known = catalog.parts.known_folders(table)
    folders = {path for on, path in known if on in catalog.references.names(name)}
    folders |= catalog.references.folders_below(name, home)
    leaving = catalog.references.leaving(name, folders)
    disk.remove_all([*sorted(below - leaving.kept), *leaving.freed])
    catalog.references.forget(name, folders)


def _remove_shared(catalog: Catalog, name: str, disk: Disk, folders: Sequence[str]) -> None:
    leaving = catalog.references.leaving(name, folders)
    doomed = [p for folder in folders for p in disk.beginning(f"{folder}/")]
    doomed = [path for path in doomed if path not in leaving.kept]
    disk.remove_all([*doomed, *leaving.freed])
    catalog.references.forget(name, folders)


def remove_unnamed(
    catalog: Catalog, disks: Mapping[str, Disk], names: Iterable[str], folder: str, prefix: str
) -> None:
    """Remove folders of parts that were made under the prefix and that no commit names."""
    for name in dict.fromkeys(names):
        if disks[name].can_link:
            store.remove_unnamed(disks[name], folder, prefix)
        else:
            remove_unused(catalog, name, disks[name], f"{folder}/{prefix}")


def remove_unused(catalog: Catalog, name: str, disk: Disk, beginning: str) -> None:
    """Remove what lies in folders of such a beginning that hold no part, nor files of others."""
    paths = list(disk.beginning(beginning))  # before the question what is used
    if paths:
        used = catalog.references.used(name, sorted(set(map(part_folder, paths))))
        disk.remove_all([path for path in paths if part_folder(path) not in used])


def move_folder(catalog: Catalog, name: str, disk: Disk, source: str, target: str) -> None:
    """Give a folder that is nobody's part another name."""
    if disk.can_link:
        disk.rename(source, target)
        return
    catalog.references.renamed(name, source, target)
    paths = list(disk.beginning(f"{source}/"))
    for path in paths:
        disk.create(f"{target}{path.removeprefix(source)}", disk.read(path))
    disk.remove_all(paths)
