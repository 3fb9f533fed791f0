"""RESTORE: everything is checked, then rows are copied out of sight, then tables are seen whole."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sparktree.catalog.records import Database, Table
from sparktree.catalog.tables import Name
from sparktree.engines.backups.opened import OpenedBackup
from sparktree.engines.backups.operations import Operation
from sparktree.engines.backups.restoring import RowsToRestore, has_rows, restore_rows
from sparktree.engines.backups.settings import CREATE, RestoreSettings
from sparktree.engines.ddl.check_storage import checked_policy
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.partitions.conditions import check_same_tables
from sparktree.engines.storage.faults import reach
from sparktree.engines.tables.open import inner_name
from sparktree.engines.tables.rowless_engines import TABLE_FUNCTION
from sparktree.engines.tables.views import MATERIALIZED, is_materialized
from sparktree.errors import Code, Error
from sparktree.sql import ast, format_create, format_query, parse, transform
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.other import BackupElement
from sparktree.sql.statements.views import CreateDatabase, CreateView
from sparktree.statements.backup import create_text, partition_ids
from sparktree.statements.backup_entities import restore_entities
from sparktree.statements.backup_rights import restore_rights
from sparktree.statements.context import Context
from sparktree.statements.restore_choice import Choice, ChosenTable
from sparktree.statements.temporary import create_hidden, remember, remove_dropped
from sparktree.system.stored import created


@dataclass(slots=True)
class TablePlan:
    """What becomes of one table of the backup."""

    chosen: ChosenTable
    create: CreateTable | CreateView  # under its new name
    definition: str
    existing: Table | None
    inner_create: CreateTable | None = None  # of a materialized view's own table
    rows: bool = False
    partitions: frozenset[str] | None = None
    hidden: Table | None = None  # that is filled out of sight
    view: Table | None = None  # over it

    @property
    def full_name(self) -> Name:
        """Database and name; a temporary table has no database."""
        return self.chosen.full_name

    @property
    def title(self) -> str:
        """The table as messages name it."""
        database, name = self.full_name
        return f"{database}.{name}" if database else name


def restore_backup(
    elements: Sequence[BackupElement],
    backup: OpenedBackup,
    settings: RestoreSettings,
    operation: Operation,
    context: Context,
) -> None:
    """All that the elements name."""
    operation.describe(backup.contents, backup.size)
    choice = Choice(backup, context.session.database)
    for element in elements:
        choice.add(element)
    restoring = _Restoring(backup, settings, choice, context)
    plans = restoring.plans()
    restore_rights(plans, restoring.new_databases(), choice.entities, context)
    restore_entities(choice.entities, backup, settings, context)
    restoring.create_databases()
    with restoring.dropped_on_error(plans):
        for plan in plans:
            restoring.hide(plan)
        reach("restore_after_create")
        restoring.copy([plan for plan in plans if plan.rows], operation)
        reach("restore_after_commit")
        for plan in plans:
            restoring.show(plan)
            reach("restore_after_show")


@dataclass(slots=True)
class _Restoring:
    backup: OpenedBackup
    settings: RestoreSettings
    choice: Choice
    context: Context

    # --- what is there, and whether it fits -------------------------------------------------

    def plans(self) -> list[TablePlan]:
        """The tables, views behind what they read; or what is wrong with one of them."""
        for name, text in self.choice.databases.items():
            doing = "creating" if self.settings.create_database == CREATE else "checking"
            with _while(f"{doing} database {name}"):
                self._check_database(name, text)
        plans = [self._plan(chosen) for chosen in self.choice.tables.values()]
        return sorted(plans, key=lambda plan: isinstance(plan.create, CreateView))

    def new_databases(self) -> list[str]:
        """The databases that are to be made."""
        find = self.context.services.catalog.databases.find
        return [name for name in self.choice.databases if find(name) is None]

    def _check_database(self, name: str, text: str) -> None:
        there = self.context.services.catalog.databases.find(name)
        if there is None:
            if self.settings.create_database == "0":
                self.context.services.catalog.databases.get(name)  # UNKNOWN_DATABASE
            return
        if self.settings.create_database == CREATE:
            raise Error(Code.DATABASE_ALREADY_EXISTS, f"Database {name} already exists")
        wanted = _database(name, text)
        same = (wanted.engine, wanted.comment) == (there.engine, there.comment)
        if not same and not self.settings.allow_different_database_def:
            raise Error(
                Code.CANNOT_RESTORE_DATABASE,
                f"The database has a different definition: {_database_text(there)} comparing to its"
                f" definition in the backup: {_database_text(wanted)}",
            )

    def _plan(self, chosen: ChosenTable) -> TablePlan:
        paths = chosen.paths
        create = self._renamed(self._parsed(paths.create_query), chosen.full_name)
        definition = self.backup.text(paths.definition) or "{}"
        plan = TablePlan(chosen, create, definition, self._existing(chosen.full_name))
        if paths.inner_query in self.backup.contents.entries:
            inner = self._renamed(self._parsed(paths.inner_query), chosen.full_name)
            assert isinstance(inner, CreateTable)
            plan.inner_create = inner
        if chosen.partitions:
            text = self.backup.text(paths.create_query) or ""
            plan.partitions = partition_ids(chosen.partitions, text, self.context)
        plan.rows = self.settings.restore_table_data and has_rows(self.backup, paths)
        if plan.existing is None:
            with _while(f"{'creating' if self._creates else 'checking'} table {plan.title}"):
                self._check_new(plan)
        else:
            self._check_existing(plan, plan.existing)
        return plan

    @property
    def _creates(self) -> bool:
        return self.settings.create_table != "0"

    def _existing(self, full_name: Name) -> Table | None:
        database, name = full_name
        if not database:
            return self.context.temporary(ast.TableName(name))
        return self.context.services.catalog.tables.find(database, name)

    def _check_new(self, plan: TablePlan) -> None:
        database = plan.full_name[0]
        if not self._creates:
            raise Error(Code.UNKNOWN_TABLE, f"Table {plan.title} does not exist")
        if database and database not in self.choice.databases:
            catalog = self.context.services.catalog
            catalog.databases.get(database)
        create = plan.inner_create or plan.create
        if isinstance(create, CreateTable) and create.as_function is None:
            create = self._with_policy(create)
            if plan.inner_create is not None:
                plan.inner_create = create
            else:
                plan.create = create
            definition = TableDefinition(create)
            if definition.engine_info.sorted:
                checked_policy(definition, self.context.storage)

    def _with_policy(self, create: CreateTable) -> CreateTable:
        """With the storage policy that RESTORE names."""
        policy, storage = self.settings.storage_policy, create.storage
        if not policy or storage is None or storage.engine is None:
            return create
        if not engine_info(storage.engine.name).sorted:
            return create
        kept = tuple(s for s in storage.settings if s.name not in ("disk", "storage_policy"))
        settings = (*kept, ast.Setting("storage_policy", policy))
        return replace(create, storage=replace(storage, settings=settings))

    def _check_existing(self, plan: TablePlan, existing: Table) -> None:
        if self.settings.create_table == CREATE:
            with _while(f"creating table {plan.title}"):
                raise Error(Code.TABLE_ALREADY_EXISTS, f"Table {plan.title} already exists")
        with _while(f"checking table {plan.title}"):
            self._check_definition(plan, existing)
        if not plan.rows:
            return
        target = self._rows_table(existing)
        what = f"{'' if plan.full_name[0] else 'temporary '}table {plan.title}"
        with _while(f"restoring data of {what}"):
            if not self.settings.allow_non_empty_tables and self._has_data(target):
                raise Error(
                    Code.CANNOT_RESTORE_TABLE,
                    f"Cannot restore the table {plan.title} because it already contains some data."
                    " You can set structure_only=true, restore_table_data=false or"
                    " allow_non_empty_tables=true to overcome that in the way you want",
                )
            self._check_fits(plan, target)

    def _check_definition(self, plan: TablePlan, existing: Table) -> None:
        there = create_text(created(existing.create_query), plan.full_name)
        wanted = format_create(plan.create)
        if there != wanted and not self.settings.allow_different_table_def:
            both = [format_query(parse(text).statement, one_line=True) for text in (there, wanted)]
            raise Error(
                Code.CANNOT_RESTORE_TABLE,
                f"The table has a different definition: {both[0]} comparing to its definition in"
                f" the backup: {both[1]}",
            )

    def _check_fits(self, plan: TablePlan, target: Table) -> None:
        """Parts of the backup can be parts of the table, with another definition too."""
        source = plan.inner_create or plan.create
        if not isinstance(source, CreateTable) or not engine_info(target.engine).has_parts:
            raise Error(
                Code.CANNOT_RESTORE_TABLE,
                f"Cannot restore the table {plan.title} because a table of the engine"
                f" {target.engine} does not keep its rows in parts",
            )
        check_same_tables(TableDefinition(source), load_definition(target.create_query),
                          same_policies=False)  # fmt: skip

    def _rows_table(self, record: Table) -> Table:
        if not is_materialized(record):
            return record
        return self.context.services.catalog.tables.get(record.database, inner_name(record.uuid))

    def _has_data(self, table: Table) -> bool:
        return bool(self.context.services.catalog.parts.counts(table.uuid))

    # --- definitions ------------------------------------------------------------------------

    def _parsed(self, file: str) -> CreateTable | CreateView:
        statement = parse(self.backup.read(file).decode()).statement
        if not isinstance(statement, CreateTable | CreateView):
            raise Error(Code.BACKUP_DAMAGED, f"Backup {self.backup.name}: {file} creates no table")
        return statement

    def _renamed(self, create: CreateTable | CreateView, new: Name) -> CreateTable | CreateView:
        """The definition under its new name, and with the new names of what it reads."""

        def change(node: ast.Node) -> ast.Node:
            if isinstance(node, ast.TableName) and node.database is not None:
                database, name = self.choice.renamed((node.database, node.name))
                return ast.TableName(name, database)
            return node

        changed = transform(create, change)
        return created(create_text(changed, new))

    def _record(self, plan: TablePlan) -> Table:
        create, (database, name) = plan.create, plan.full_name
        if isinstance(create, CreateView):
            engine = MATERIALIZED if create.materialized else "View"
        else:
            engine = _engine(create)
        text = format_create(create)
        return Table(str(uuid.uuid4()), database, name, engine, text, plan.definition)

    # --- making -----------------------------------------------------------------------------

    def create_databases(self) -> None:
        """Those that are not there."""
        databases = self.context.services.catalog.databases
        for name in self.new_databases():
            with _while(f"creating database {name}"):
                databases.create(_database(name, self.choice.databases[name]))

    def hide(self, plan: TablePlan) -> None:
        """A table that is not there and gets rows: made out of sight."""
        if plan.existing is not None:
            return
        record = self._record(plan)
        services = self.context.services
        if plan.inner_create is not None:
            inner = inner_name(record.uuid)
            create = replace(plan.inner_create, name=ast.TableName(inner, record.database))
            own = Table(str(uuid.uuid4()), record.database, inner, _engine(create),
                        format_create(create))  # fmt: skip
            plan.hidden, plan.view = create_hidden(own, services), record
        elif plan.rows or not plan.full_name[0]:
            plan.hidden = create_hidden(record, services)
        else:
            plan.view = record

    def copy(self, plans: Sequence[TablePlan], operation: Operation) -> None:
        """The rows of all tables, in one commit."""
        wanted = [self._rows(plan) for plan in plans]
        for rows in wanted:
            files = list(self.backup.contents.below(rows.paths.data))
            operation.files_read += len(files)
            operation.bytes_read += sum(file.size for file in files)
        context = self.context
        context.check_not_killed()
        parts = restore_rows(self.backup, wanted, context.storage, context.options)
        tables = [rows.table for rows in wanted]
        context.made_parts(parts, tables)
        for table in tables:
            context.services.background.wake(table.uuid)

    def _rows(self, plan: TablePlan) -> RowsToRestore:
        target = plan.hidden
        if target is None:
            assert plan.existing is not None
            target = self._rows_table(plan.existing)
        return RowsToRestore(plan.chosen.paths, target, plan.partitions)

    def show(self, plan: TablePlan) -> None:
        """The table is there from now on."""
        if plan.existing is not None:
            return
        tables = self.context.services.catalog.tables
        with _while(f"creating table {plan.title}"):
            if plan.hidden is None:
                assert plan.view is not None
                tables.create(plan.view)
            elif not plan.full_name[0]:
                remember(plan.full_name[1], plan.hidden, self.context)
            else:
                name = inner_name(plan.view.uuid) if plan.view is not None else plan.full_name[1]
                tables.show(plan.hidden, (plan.full_name[0], name), view=plan.view)
        plan.hidden = None

    @contextmanager
    def dropped_on_error(self, plans: Sequence[TablePlan]) -> Iterator[None]:
        """What was not shown by then goes."""
        services = self.context.services
        try:
            yield
        except BaseException:
            for plan in plans:
                if plan.hidden is not None:
                    services.catalog.tables.drop(plan.hidden.database, plan.hidden.name)
                    services.background.forget(plan.hidden.uuid)
            remove_dropped(services)
            raise


def _engine(create: CreateTable) -> str:
    if create.as_function is not None:
        return TABLE_FUNCTION
    return TableDefinition(create).engine.name


def _database(name: str, text: str) -> Database:
    """The database that a definition makes, under a name."""
    statement = parse(text).statement if text else CreateDatabase(name)
    assert isinstance(statement, CreateDatabase)
    engine = statement.storage.engine if statement.storage is not None else None
    kind = engine.name if engine is not None else "Atomic"
    return Database(name, str(uuid.uuid4()), kind, statement.comment or "")


def _database_text(database: Database) -> str:
    text = f"CREATE DATABASE {database.name} ENGINE = {database.engine}"
    comment = format_query(ast.Literal(database.comment), one_line=True)
    return f"{text} COMMENT {comment}" if database.comment else text


@contextmanager
def _while(doing: str) -> Iterator[None]:
    """Failures inside say what was being done."""
    try:
        yield
    except Error as error:
        raise Error(error.code, f"{error.message.rstrip('.')}: While {doing}") from error
