"""The names of files in backups, as ClickHouse has them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from sparktree.parts.filename import escape_for_file_name as escaped

METADATA, DATA, TEMPORARY = "metadata", "data", "temporary_tables"
SQL = ".sql"


@dataclass(frozen=True, slots=True)
class TablePaths:
    """Where a backup has a table; a temporary one is in no database."""

    database: str
    name: str

    @property
    def _root(self) -> str:
        return "" if self.database else f"{TEMPORARY}/"

    @property
    def _path(self) -> str:
        name = escaped(self.name)
        return f"{escaped(self.database)}/{name}" if self.database else name

    @property
    def create_query(self) -> str:
        """Its definition in SQL."""
        return f"{self._root}{METADATA}/{self._path}{SQL}"

    @property
    def definition(self) -> str:
        """What else is known of it."""
        return f"{self._root}{METADATA}/{self._path}.json"

    @property
    def inner_query(self) -> str:
        """Of a materialized view: the definition of the table that has its rows."""
        return f"{self._root}{METADATA}/{self._path}.inner{SQL}"

    @property
    def data(self) -> str:
        """The folder of its parts."""
        return f"{self._root}{DATA}/{self._path}"


def database_query(database: str) -> str:
    """The definition of a database."""
    return f"{METADATA}/{escaped(database)}{SQL}"


def meaning_of(name: str) -> TablePaths | str | None:
    """The table, or the name of the database, that a file of a backup defines."""
    folder, _, file = name.removesuffix(SQL).rpartition("/")
    if not name.endswith(SQL) or "." in file:
        return None
    if folder == METADATA:
        return unquote(file)
    if folder == f"{TEMPORARY}/{METADATA}":
        return TablePaths("", unquote(file))
    root, _, database = folder.partition("/")
    if root == METADATA and "/" not in database:
        return TablePaths(unquote(database), unquote(file))
    return None
