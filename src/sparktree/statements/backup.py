"""BACKUP: what a statement names is chosen, seen at one moment, and copied."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from sparktree.catalog.records import Database, Table
from sparktree.engines.backups.contents import Contents, to_text
from sparktree.engines.backups.copying import save
from sparktree.engines.backups.destinations import Destination
from sparktree.engines.backups.leftovers import Lock
from sparktree.engines.backups.names import TablePaths, database_query
from sparktree.engines.backups.operations import Operation
from sparktree.engines.backups.places import BACKUP
from sparktree.engines.backups.saving import Saving, TableToSave
from sparktree.engines.backups.settings import BackupSettings
from sparktree.engines.definition.column_changes import without_changes
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.partition_ids import partition_id_of
from sparktree.engines.definition.table import load_definition
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.engines.storage.faults import reach
from sparktree.engines.tables.open import inner_name
from sparktree.engines.tables.views import is_materialized
from sparktree.errors import Code, Error
from sparktree.sql import ast, format_create, format_query
from sparktree.sql.statements.alter import Partition
from sparktree.sql.statements.create import CreateTable, Storage
from sparktree.sql.statements.other import BackupElement
from sparktree.sql.statements.views import CreateDatabase, CreateView
from sparktree.statements.backup_bases import Base
from sparktree.statements.backup_entities import ENTITY_TABLES, saved_entities
from sparktree.statements.context import Context
from sparktree.system.open import is_system_database
from sparktree.system.stored import created

_INNER = ".inner_id."


def make_backup(
    elements: Sequence[BackupElement],
    destination: Destination,
    base: Base | None,
    settings: BackupSettings,
    operation: Operation,
    context: Context,
) -> None:
    """The whole backup, or nothing of it."""
    chosen = Chosen(context)
    for element in elements:
        chosen.add(element)
    contents = Contents(str(uuid.uuid4()), operation.id)
    based = base.opened.contents if base is not None else None
    if base is not None:
        contents.base, contents.base_uuid = base.bare, base.opened.contents.uuid
    saving = Saving(
        context.storage,
        context.services.jobs,
        contents,
        context.check_waiting,
        based,
        settings.deduplicate_files,
    )
    lock = Lock(context.storage.catalog, destination, contents.uuid, operation)
    try:
        with lock.held():
            reach("backup_after_lock")
            for database in chosen.databases.values():
                saving.add_data(database_query(database.name), _create_database(database))
            saving.add_tables(list(chosen.tables.values()), structure_only=settings.structure_only)
            if not settings.structure_only:
                for name, data in saved_entities(chosen.entities, context):
                    saving.add_data(name, data)
            operation.describe(contents, 0)
            _copy(saving, destination, context)
            reach("backup_before_commit")
            text = to_text(contents)
            destination.place.create(BACKUP, text)
            operation.describe(contents, len(text))
            reach("backup_after_commit")
    finally:
        saving.close()


def _copy(saving: Saving, destination: Destination, context: Context) -> None:
    storage = saving.storage
    reach("backup_before_copy")
    context.check_not_killed()
    save(storage.spark, saving.files, storage.disks, destination.place, context.options())
    reach("backup_after_copy")
    context.check_not_killed()


def _create_database(database: Database) -> bytes:
    """The definition of a database."""
    storage = Storage(engine=ast.Function(database.engine))
    create = CreateDatabase(database.name, storage=storage, comment=database.comment or None)
    return format_query(create, one_line=True).encode()


class Chosen:
    """The databases, tables and entities that elements name, each once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._catalog = context.services.catalog
        self.databases: dict[str, Database] = {}  # by their names in the backup
        self.tables: dict[tuple[str, str], TableToSave] = {}
        self.entities: dict[str, str] = {}  # tables of system, and their names in the backup

    def add(self, element: BackupElement) -> None:
        """What one element names."""
        if element.kind in ("ALL", "ALL DATABASES"):
            self._add_all(element)
        elif element.kind == "DATABASE":
            assert element.name is not None
            new = element.new_name.name if element.new_name is not None else element.name.name
            database = self._catalog.databases.get(element.name.name)
            self._add_database(database, new, element.excepted_from(element.name.name))
        elif element.kind == "TEMPORARY TABLE":
            self._add_temporary(element)
        else:
            self._add_table(element)

    def _add_all(self, element: BackupElement) -> None:
        excepted = element.excepted_from(self._context.session.database)
        for database in self._catalog.databases.all():
            name = database.name
            if name not in (*element.except_databases, TEMPORARY_DATABASE):
                self._add_database(database, name, excepted)
        if "system" not in element.except_databases:
            for name in ENTITY_TABLES:
                if ("system", name) not in excepted:
                    self.entities[name] = name

    def _add_database(self, database: Database, new: str, excepted: set[tuple[str, str]]) -> None:
        self.databases[new] = replace(database, name=new)
        records = self._catalog.tables.all(database.name)
        inner = {record.name: record for record in records if record.name.startswith(_INNER)}
        views = {inner_name(record.uuid) for record in records if is_materialized(record)}
        for record in records:
            if record.name in views or (record.database, record.name) in excepted:
                continue
            self._add_record(record, (new, record.name), None, inner.get(inner_name(record.uuid)))

    def _add_table(self, element: BackupElement) -> None:
        assert element.name is not None
        database = element.name.database or self._context.session.database
        name = element.name.name
        if database == "system" and name in ENTITY_TABLES:
            self.entities[name] = name
            return
        record = None
        if not is_system_database(database):
            record = self._catalog.tables.find(database, name)
        if record is None:
            raise Error(Code.UNKNOWN_TABLE, f"Table {database}.{name} was not found.")
        new = element.new_name or element.name
        full_name = (new.database or (database if new is element.name else None)
                 or self._context.session.database, new.name)  # fmt: skip
        inner = None
        if is_materialized(record):
            inner = self._catalog.tables.find(database, inner_name(record.uuid))
        wanted = self._partitions(element, record, f"{database}.{name}")
        self._add_record(record, full_name, wanted, inner)

    def _add_temporary(self, element: BackupElement) -> None:
        assert element.name is not None
        record = self._context.temporary(element.name)
        if record is None:
            message = f"Temporary table {element.name.name} was not found."
            raise Error(Code.UNKNOWN_TABLE, message)
        new = (element.new_name or element.name).name
        self._add_record(record, ("", new), self._partitions(element, record, new))

    def _add_record(
        self,
        record: Table,
        full_name: tuple[str, str],
        partitions: frozenset[str] | None,
        inner: Table | None = None,
    ) -> None:
        known = self.tables.get(full_name)
        if known is not None:  # named twice: all that is wanted by any of them
            if known.partitions is None or partitions is None:
                partitions = None
            else:
                partitions = known.partitions | partitions
        self.tables[full_name] = TableToSave(
            record,
            TablePaths(*full_name),
            create_text(created(record.create_query), full_name),
            without_changes(record),
            partitions,
            inner,
        )

    def _partitions(
        self, element: BackupElement, record: Table, shown: str
    ) -> frozenset[str] | None:
        if not element.partitions:
            return None
        if not engine_info(record.engine).sorted:
            raise Error(
                Code.CANNOT_BACKUP_TABLE,
                f"Table engine {record.engine} doesn't support partitions, cannot backup table"
                f" {shown}.",
            )
        try:
            return partition_ids(element.partitions, record.create_query, self._context)
        except Error as error:
            message = f"{error.message}: While collecting data of table {shown} for backup"
            raise Error(error.code, message) from error


def partition_ids(
    partitions: Sequence[Partition], create_query: str, context: Context
) -> frozenset[str] | None:
    """The ids of the partitions; None if ALL is among them."""
    definition = load_definition(create_query)
    found = [partition_id_of(one, definition, context) for one in partitions]
    return None if None in found else frozenset(one for one in found if one is not None)


def create_text(create: CreateTable | CreateView, full_name: tuple[str, str]) -> str:
    """A definition under another name; a temporary table is in no database."""
    database, name = full_name
    new = ast.TableName(name, database or None)
    if isinstance(create, CreateView):
        return format_create(replace(create, table=replace(create.table, name=new)))
    return format_create(replace(create, name=new))
