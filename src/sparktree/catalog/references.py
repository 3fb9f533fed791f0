"""Which folders of parts name files of other folders, on disks where files have one name.

A file goes when nobody names it any more: neither the part in whose folder it lies nor another.
Whoever is about to be deleted (a row in state Deleting) does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.records import Part, PartState
from sparktree.catalog.store import Store
from sparktree.parts.filename import part_folder

_R = schema.file_refs
_P = schema.parts
_CHUNK = 5_000  # folders that a statement lists at most
_SHARED = '"key": "'  # in the description of every part that names files of others


@dataclass(frozen=True, slots=True)
class Leaving:
    """What happens to files when folders go."""

    kept: frozenset[str]  # files in the folders that others name
    freed: tuple[str, ...]  # files elsewhere that nobody names any more


class References:
    """The references of all disks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # All names of a disk: one that is read through a cache, too, has two.
        self.names: Callable[[str], Collection[str]] = lambda disk: (disk,)

    def used(self, disk: str, folders: Sequence[str]) -> set[str]:
        """Those of the folders that hold a part, or files that others name."""
        disks, found = self.names(disk), set[str]()
        with self._store.read() as connection:
            for start in range(0, len(folders), _CHUNK):
                some = folders[start : start + _CHUNK]
                named = select(_R.c.folder).where(_R.c.disk.in_(disks), _R.c.folder.in_(some))
                lying = select(_P.c.path).where(_P.c.disk.in_(disks), _P.c.path.in_(some))
                found |= {*connection.scalars(named), *connection.scalars(lying)}
        return found

    def folders_below(self, disk: str, folder: str) -> set[str]:
        """The folders below another one that name files of others, or that others name files of."""
        disks, below = self.names(disk), f"{folder}/"
        with self._store.read() as connection:
            return {
                found
                for column in (_R.c.folder, _R.c.holder)
                for found in connection.scalars(
                    select(column).where(
                        _R.c.disk.in_(disks), func.substr(column, 1, len(below)) == below
                    )
                )
            }

    def leaving(self, disk: str, folders: Iterable[str]) -> Leaving:
        """What is to be deleted of folders that go."""
        disks, going = self.names(disk), set(folders)
        kept: set[str] = set()
        freed: list[str] = []
        with self._store.read() as connection:
            for folder in going:
                named = select(_R.c.key, _R.c.holder).where(
                    _R.c.disk.in_(disks), _R.c.folder == folder
                )
                for key, holder in connection.execute(named).all():
                    if not _goes(connection, disks, holder, going):
                        kept.add(key)
                foreign = select(_R.c.key, _R.c.folder).where(
                    _R.c.disk.in_(disks), _R.c.holder == folder
                )
                for key, owner in connection.execute(foreign).all():
                    if not _is_needed(connection, disks, key, owner, going):
                        freed.append(key)
        return Leaving(frozenset(kept), tuple(dict.fromkeys(freed)))

    def forget(self, disk: str, folders: Iterable[str]) -> None:
        """The folders are gone, and name nothing any more."""
        disks = self.names(disk)
        with self._store.write() as connection:
            for folder in folders:
                gone = (_R.c.disk.in_(disks)) & (_R.c.holder == folder)
                connection.execute(delete(_R).where(gone))

    def renamed(self, disk: str, holder: str, name: str) -> None:
        """A folder that names files has another path now."""
        disks = self.names(disk)
        same = (_R.c.disk.in_(disks)) & (_R.c.holder == holder)
        with self._store.write() as connection:
            connection.execute(update(_R).where(same).values(holder=name))


def refer(connection: Connection, parts: Iterable[Part]) -> None:
    """The parts name, from now on, what their descriptions say."""
    insert_references(connection, [(part.disk, part.path, part.meta) for part in parts])


def insert_references(connection: Connection, holders: Iterable[tuple[str, str, str]]) -> None:
    """Disks, folders and the descriptions of the parts in them."""
    rows = [
        {"disk": disk, "holder": holder, "key": key, "folder": part_folder(key)}
        for disk, holder, meta in holders
        if _SHARED in meta
        for key in sorted(set(_foreign(json.loads(meta), holder)))
    ]
    if rows:
        connection.execute(insert(_R), rows)


def _foreign(content: Mapping[str, Any], folder: str) -> Iterator[str]:
    """The files of a description that lie in other folders."""
    for file in content.get("files", {}).values():
        key = file.get("key", "")
        if key and not key.startswith(f"{folder}/"):
            yield key
    for projection in content.get("projections", {}).values():
        yield from _foreign(projection["part"], folder)


def _goes(
    connection: Connection, disks: Collection[str], folder: str, going: Collection[str]
) -> bool:
    """Whether a folder is among those that go, or is about to be deleted by somebody."""
    if folder in going:
        return True
    wanted = select(_P.c.state).where(_P.c.disk.in_(disks), _P.c.path == folder)
    return set(connection.scalars(wanted)) == {PartState.DELETING}


def _is_needed(
    connection: Connection, disks: Collection[str], key: str, owner: str, going: Collection[str]
) -> bool:
    """Whether somebody who stays names a file: the part in whose folder it is, or another one."""
    living = select(_P.c.uuid).where(
        _P.c.disk.in_(disks), _P.c.path == owner, _P.c.state != PartState.DELETING
    )
    if owner not in going and connection.scalar(living.limit(1)) is not None:
        return True
    same = select(_R.c.holder).where(_R.c.disk.in_(disks), _R.c.key == key)
    return any(
        not _goes(connection, disks, holder, going) for holder in connection.scalars(same).all()
    )
