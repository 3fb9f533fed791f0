"""What the catalog says of databases and tables, beside their data, should it ever be lost."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol
from urllib.parse import quote

from sparktree.catalog.records import Database, Part, StoredObject, Table, TableState
from sparktree.disks.disk import Disk
from sparktree.errors import Code, Error

FORMAT_VERSION = 1
TABLE = "table.json"
REMOVED = "removed"
_STORE, _DATABASES, _OBJECTS = "store", "databases", "objects"


class Mirror(Protocol):
    """Who is told of every change."""

    def table(self, table: Table, owner: str) -> None:
        """The table as it is from now on."""

    def forget_table(self, uuid: str) -> None:
        """The table is gone, and all its files."""

    def database(self, database: Database) -> None:
        """The database as it is from now on."""

    def drop_database(self, uuid: str) -> None:
        """The database is gone."""

    def remove_parts(self, table: str, names: Sequence[str]) -> None:
        """Parts that are no longer the table's, and that no new part covers."""

    def forget_parts(self, table: str, names: Sequence[str]) -> None:
        """Their files are gone, or they are the table's again."""

    def object(self, stored: StoredObject) -> None:
        """The named object as it is from now on."""

    def drop_object(self, kind: str, name: str) -> None:
        """The named object is gone."""


@dataclass(frozen=True, slots=True)
class DiskMirror:
    """Small files on a disk."""

    disk: Disk

    def table(self, table: Table, owner: str) -> None:
        """`store/<uuid>/table.json`; `owner` is the opened catalog that wrote it."""
        content = asdict(table) | {"owner": owner}
        self._write(f"{_STORE}/{table.uuid}/{TABLE}", content)

    def forget_table(self, uuid: str) -> None:
        """Remove what was written after the files of the table went."""
        self.disk.remove(f"{_STORE}/{uuid}/{TABLE}")

    def database(self, database: Database) -> None:
        """`databases/<uuid>.json`."""
        self._write(f"{_DATABASES}/{database.uuid}.json", asdict(database))

    def drop_database(self, uuid: str) -> None:
        """Remove the database's file."""
        self.disk.remove(f"{_DATABASES}/{uuid}.json")

    def remove_parts(self, table: str, names: Sequence[str]) -> None:
        """An empty file for each, or a rebuilt catalog would have them again."""
        for name in names:
            mark = f"{_marks(table)}/{name}"
            if not self.disk.exists(mark):
                try:
                    self.disk.open_write(mark).close()
                except Error as error:
                    if error.code != Code.FILE_ALREADY_EXISTS:  # another process was faster
                        raise
        if names:
            self.disk.sync(_marks(table))

    def forget_parts(self, table: str, names: Sequence[str]) -> None:
        """Remove their files."""
        self.disk.remove_all([f"{_marks(table)}/{name}" for name in names])

    def object(self, stored: StoredObject) -> None:
        """`objects/<kind>/<name>.json`."""
        self._write(_object_path(stored.kind, stored.name), asdict(stored))

    def drop_object(self, kind: str, name: str) -> None:
        """Remove the object's file."""
        self.disk.remove(_object_path(kind, name))

    def _write(self, path: str, content: dict[str, Any]) -> None:
        text = json.dumps({"format_version": FORMAT_VERSION, **content}, indent=1)
        self.disk.replace(path, text.encode())


def _object_path(kind: str, name: str) -> str:
    return f"{_OBJECTS}/{kind}/{quote(name, safe='')}.json"


def removed_mark(part: Part) -> str:
    """The file that says that a part was removed."""
    return f"{_marks(part.table)}/{part.name}"


def _marks(table: str) -> str:
    return f"{_STORE}/{table}/{REMOVED}"


def mirrored_databases(disk: Disk) -> Iterator[Database]:
    """The databases that were written down."""
    for name in disk.names(_DATABASES):
        if name.endswith(".json"):
            yield Database(**_known_fields(Database, _read(disk, f"{_DATABASES}/{name}")))


def mirrored_objects(disk: Disk) -> Iterator[StoredObject]:
    """The named objects that were written down."""
    for kind in disk.names(_OBJECTS):
        for name in disk.names(f"{_OBJECTS}/{kind}"):
            if name.endswith(".json"):
                content = _read(disk, f"{_OBJECTS}/{kind}/{name}")
                yield StoredObject(**_known_fields(StoredObject, content))


def mirrored_tables(disk: Disk) -> Iterator[Table]:
    """The tables that were written down and not dropped."""
    for name in disk.names(_STORE):
        path = f"{_STORE}/{name}/{TABLE}"
        if disk.exists(path):
            content = _known_fields(Table, _read(disk, path))
            table = Table(**{**content, "state": TableState(content["state"])})
            if table.state != TableState.DROPPED:
                yield table


def writer_of(disk: Disk, table: str) -> str | None:
    """The owner that wrote a table's file; None if there is none."""
    path = f"{_STORE}/{table}/{TABLE}"
    return str(_read(disk, path).get("owner")) if disk.exists(path) else None


def _read(disk: Disk, path: str) -> dict[str, Any]:
    try:
        content = json.loads(disk.read(path))
    except ValueError as error:
        raise Error(Code.CORRUPTED_DATA, f"File {disk.url(path)} is damaged: {error}.") from error
    if content.get("format_version") != FORMAT_VERSION:
        version = content.get("format_version")
        message = f"File {disk.url(path)} has format version {version}, known is {FORMAT_VERSION}."
        raise Error(Code.UNKNOWN_FORMAT_VERSION, message)
    return dict(content)


def _known_fields(kind: Any, content: dict[str, Any]) -> dict[str, Any]:
    names = {one.name for one in fields(kind)}
    return {name: value for name, value in content.items() if name in names}
