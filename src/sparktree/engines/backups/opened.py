"""A backup that is there: its contents, and where the bytes of its files are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sparktree.engines.backups.contents import Contents, Entry, from_text, hash_of
from sparktree.engines.backups.copying import StoredFile, damaged
from sparktree.engines.backups.destinations import Destination
from sparktree.engines.backups.places import BACKUP, Place, read_file
from sparktree.errors import Code, Error


@dataclass(slots=True)
class OpenedBackup:
    """A backup, and the one that it is based on, if it is incremental."""

    place: Place
    name: str
    contents: Contents
    size: int  # of the file that tells the contents
    base: OpenedBackup | None = None
    _by_bytes: dict[tuple[int, str], Entry] = field(default_factory=dict)

    @property
    def places(self) -> list[Place]:
        """Where files are: in the backup itself, in its base, in that one's base."""
        return [self.place, *(self.base.places if self.base is not None else [])]

    def find(self, entry: Entry) -> StoredFile:
        """Where the bytes of a file are."""
        if not entry.in_base:
            return StoredFile(0, entry.stored_as, entry.size, entry.hash)
        if self.base is None:
            raise Error(
                Code.NO_BASE_BACKUP, f"File {entry.name} of backup {self.name} needs a base backup"
            )
        found = self.base._with_bytes(entry)
        if found is None:
            raise Error(
                Code.WRONG_BASE_BACKUP,
                f"File {entry.name} of backup {self.name} is not in the base backup"
                f" {self.base.name}",
            )
        there = self.base.find(found)
        return StoredFile(there.place + 1, there.name, there.size, there.hash)

    def _with_bytes(self, wanted: Entry) -> Entry | None:
        if not self._by_bytes:
            self._by_bytes = {(one.size, one.hash): one for one in self.contents.entries.values()}
        return self._by_bytes.get((wanted.size, wanted.hash))

    def read(self, name: str) -> bytes:
        """A small file, compared with its checksum; BACKUP_ENTRY_NOT_FOUND."""
        entry = self.contents.entries.get(name)
        if entry is None:
            raise Error(
                Code.BACKUP_ENTRY_NOT_FOUND, f"Entry {name} not found in backup {self.name}"
            )
        if not entry.size:
            return b""
        file = self.find(entry)
        place = self.places[file.place]
        data = read_file(place, file.name, file.size)
        if hash_of(data) != file.hash:
            raise damaged(place, file.name)
        return data

    def text(self, name: str) -> str | None:
        """A small text; None if the backup has no such file."""
        return self.read(name).decode() if name in self.contents.entries else None


FindBase = Callable[[Contents], Destination | None]


def open_backup(destination: Destination, base_of: FindBase) -> OpenedBackup:
    """The backup there, or BACKUP_NOT_FOUND; `base_of` tells where its base is."""
    place, name = destination.place, destination.name
    found = place.size(BACKUP)
    if found is None:
        raise Error(Code.BACKUP_NOT_FOUND, f"Backup {name} not found.")
    contents = from_text(read_file(place, BACKUP, found), name)
    opened = OpenedBackup(place, name, contents, found)
    base = base_of(contents)
    if base is not None:
        opened.base = open_backup(base, base_of)
        if contents.base_uuid and opened.base.contents.uuid != contents.base_uuid:
            raise Error(
                Code.WRONG_BASE_BACKUP,
                f"Backup {name}: The base backup {base.name} has different UUID"
                f" ({opened.base.contents.uuid} != {contents.base_uuid})",
            )
    return opened
