"""What RESTORE names, found in the backup: databases, tables and entities with their new names."""

from __future__ import annotations

from dataclasses import dataclass, field

from sparktree.catalog.tables import Name
from sparktree.engines.backups.names import TablePaths, database_query, meaning_of
from sparktree.engines.backups.opened import OpenedBackup
from sparktree.errors import Code, Error
from sparktree.sql.statements.alter import Partition
from sparktree.sql.statements.other import BackupElement
from sparktree.statements.backup_entities import ENTITY_TABLES, entity_tables


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """A table of the backup, and where it goes."""

    paths: TablePaths
    full_name: Name
    partitions: tuple[Partition, ...] = ()


@dataclass(slots=True)
class Choice:
    """All that the elements name; names without a database are in the `database` of the session."""

    backup: OpenedBackup
    database: str
    databases: dict[str, str] = field(default_factory=dict)  # new names; definitions, or nothing
    tables: dict[Name, ChosenTable] = field(default_factory=dict)  # by their new names
    entities: list[str] = field(default_factory=list)
    _moved_databases: dict[str, str] = field(default_factory=dict)
    _moved_tables: dict[Name, Name] = field(default_factory=dict)
    _there: dict[Name, TablePaths] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.backup.contents.entries:
            meaning = meaning_of(name)
            if isinstance(meaning, TablePaths):
                self._there[meaning.database, meaning.name] = meaning

    def renamed(self, full_name: Name) -> Name:
        """Where a table of the backup, or one that its views read, is afterwards."""
        if full_name in self._moved_tables:
            return self._moved_tables[full_name]
        return self._moved_databases.get(full_name[0], full_name[0]), full_name[1]

    def add(self, element: BackupElement) -> None:
        """What one element names; BACKUP_ENTRY_NOT_FOUND."""
        if element.kind in ("ALL", "ALL DATABASES"):
            self._add_all(element)
        elif element.kind == "DATABASE":
            assert element.name is not None
            old = element.name.name
            new = element.new_name.name if element.new_name is not None else old
            if old not in self._databases():
                message = f"Database {old} not found in backup."
                raise Error(Code.BACKUP_ENTRY_NOT_FOUND, message)
            self._moved_databases[old] = new
            self._add_database(old, new, element.excepted_from(old))
        else:
            self._add_table(element)

    def _databases(self) -> list[str]:
        meanings = [meaning_of(name) for name in self.backup.contents.entries]
        named = [one for one in meanings if isinstance(one, str)]
        return list(dict.fromkeys([*named, *(d for d, _ in self._there if d)]))

    def _add_all(self, element: BackupElement) -> None:
        excepted = element.excepted_from(self.database)
        for name in self._databases():
            if name not in element.except_databases:
                self._add_database(name, name, excepted)
        for database, name in self._there:
            if not database:
                self._add(("", name), ("", name))
        if "system" not in element.except_databases:
            for table in entity_tables(self.backup):
                if ("system", table) not in excepted:
                    self._add_entities(table)

    def _add_database(self, old: str, new: str, excepted: set[Name]) -> None:
        if database_query(old) in self.backup.contents.entries:
            self.databases[new] = self.backup.read(database_query(old)).decode()
        for database, name in self._there:
            if database == old and (database, name) not in excepted:
                self._add((old, name), (new, name))

    def _add_table(self, element: BackupElement) -> None:
        assert element.name is not None
        temporary = element.kind == "TEMPORARY TABLE"
        database = "" if temporary else element.name.database or self.database
        old = (database, element.name.name)
        if database == "system" and old[1] in ENTITY_TABLES:
            if old[1] not in entity_tables(self.backup):
                raise _not_found(old)
            self._add_entities(old[1])
            return
        if old not in self._there:
            raise _not_found(old)
        new = old
        if element.new_name is not None:
            new = ("" if temporary else element.new_name.database or self.database,
                   element.new_name.name)  # fmt: skip
            self._moved_tables[old] = new
        self._add(old, new, element.partitions)

    def _add(self, old: Name, new: Name, partitions: tuple[Partition, ...] = ()) -> None:
        self.tables[new] = ChosenTable(self._there[old], new, partitions)

    def _add_entities(self, table: str) -> None:
        if table not in self.entities:
            self.entities.append(table)


def _not_found(full_name: Name) -> Error:
    database, name = full_name
    shown = f"Table {database}.{name}" if database else f"Temporary table {name}"
    return Error(Code.BACKUP_ENTRY_NOT_FOUND, f"{shown} not found in backup.")
