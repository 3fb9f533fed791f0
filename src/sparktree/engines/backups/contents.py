"""`.backup`: which files a backup has, by size and checksum, and where their bytes are."""

from __future__ import annotations

import time
import xml.etree.ElementTree as Xml
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

import xxhash

from sparktree.errors import Code, Error

VERSION = 1
# Tells our backups from ClickHouse's, whose parts have other files.
FORMAT = "sparktree"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file. Its bytes are under its own name, under another one, or in the base backup."""

    name: str
    size: int
    hash: str  # xxh3 of the bytes
    data_file: str = ""
    in_base: bool = False

    @property
    def stored_as(self) -> str:
        """The name under which the bytes lie in the backup that has them."""
        return self.data_file or self.name

    @property
    def has_bytes(self) -> bool:
        """Whether there is a file of that name in the backup itself."""
        return bool(self.size) and not self.data_file and not self.in_base


@dataclass(slots=True)
class Contents:
    """All files of a backup."""

    uuid: str
    id: str
    base: str = ""  # the base backup, as BACKUP named it, without secrets
    base_uuid: str = ""
    created: float = field(default_factory=time.time)
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def total_size(self) -> int:
        """The bytes of all files, wherever they are."""
        return sum(entry.size for entry in self.entries.values())

    @property
    def stored(self) -> list[Entry]:
        """The files that lie in the backup itself."""
        return [entry for entry in self.entries.values() if entry.has_bytes]

    def below(self, folder: str) -> Iterator[Entry]:
        """The files of a folder and of those in it."""
        prefix = f"{folder}/"
        return (entry for name, entry in self.entries.items() if name.startswith(prefix))

    def names_in(self, folder: str) -> list[str]:
        """The names of the files and folders in a folder."""
        start = len(folder) + 1 if folder else 0
        files = self.below(folder) if folder else iter(self.entries.values())
        return list(dict.fromkeys(entry.name[start:].partition("/")[0] for entry in files))


def hash_of(data: bytes) -> str:
    """The checksum of a file's bytes."""
    return xxhash.xxh3_128_hexdigest(data)


def to_text(contents: Contents) -> bytes:
    """The file `.backup`."""
    moment = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(contents.created))
    head = {
        "version": VERSION,
        "format": FORMAT,
        "deduplicate_files": 1,
        "timestamp": moment,
        "uuid": contents.uuid,
        "backup_id": contents.id,
    }
    if contents.base:
        head |= {"base_backup": contents.base, "base_backup_uuid": contents.base_uuid}
    lines = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in head.items())
    files = "\n".join(map(_file, contents.entries.values()))
    return f"<config>{lines}<contents>\n{files}\n</contents></config>\n".encode()


def _file(entry: Entry) -> str:
    text = f"<name>{escape(entry.name)}</name><size>{entry.size}</size>"
    if entry.size:
        text += f"<checksum>{entry.hash}</checksum>"
    if entry.data_file:
        text += f"<data_file>{escape(entry.data_file)}</data_file>"
    if entry.in_base:
        text += "<use_base>true</use_base>"
    return f"<file>{text}</file>"


def from_text(data: bytes, name: str) -> Contents:
    """What the file says; BACKUP_DAMAGED, or of others' backups BACKUP_VERSION_NOT_SUPPORTED."""
    try:
        root = Xml.fromstring(data)
        if root.findtext("format") != FORMAT or int(root.findtext("version") or 0) != VERSION:
            raise Error(
                Code.BACKUP_VERSION_NOT_SUPPORTED,
                f"Backup {name}: Version {root.findtext('version')} of the format"
                f" {root.findtext('format') or 'ClickHouse'} is not supported: only backups that"
                " sparktree made can be restored",
            )
        contents = Contents(
            root.findtext("uuid") or "",
            root.findtext("backup_id") or "",
            root.findtext("base_backup") or "",
            root.findtext("base_backup_uuid") or "",
        )
        for node in root.iter("file"):
            entry = Entry(
                node.findtext("name") or "",
                int(node.findtext("size") or 0),
                node.findtext("checksum") or "",
                node.findtext("data_file") or "",
                node.findtext("use_base") == "true",
            )
            contents.entries[entry.name] = entry
    except (Xml.ParseError, ValueError) as error:
        raise Error(Code.BACKUP_DAMAGED, f"Backup {name}: {error}") from error
    return contents
