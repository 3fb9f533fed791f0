"""ALTER TABLE: commands that change only what the table declares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from typing import Any

from sparktree.catalog.records import Table
from sparktree.engines.ddl.check import check_definition
from sparktree.engines.ddl.check_storage import changed_policy
from sparktree.engines.definition.column_changes import ColumnChange, with_changes
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.virtual_columns import RESERVED
from sparktree.engines.inserting.buffers import flush_buffer
from sparktree.engines.mutations.commands import from_text, names_of
from sparktree.errors import Code, Error, not_implemented
from sparktree.registry import Registry
from sparktree.sql import format_create, format_query
from sparktree.sql.statements.alter import (
    AlterCommand,
    AlterDatabase,
    AlterTable,
    DropIndex,
    DropProjection,
    DropStatistics,
    MaterializeTtl,
    ModifyComment,
    ModifyQuery,
    ModifySecurity,
    RenameColumn,
)
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.partitions import ExportPartition
from sparktree.sql.statements.views import CreateView
from sparktree.statements.alter_checks import refuse_broken_projections
from sparktree.statements.alter_partitions import PARTITION_COMMANDS, alter_partitions
from sparktree.statements.alter_rights import alter_database_rights, alter_rights
from sparktree.statements.context import Context
from sparktree.statements.exports import export_parts
from sparktree.statements.handlers import Outcome, handles, spelled
from sparktree.statements.mutations import ROW_COMMANDS, mutate, refuse_if_stopped, submit
from sparktree.statements.old_syntax import refuse_old
from sparktree.statements.statistics_allowed import refuse_statistics
from sparktree.statements.table_readonly import refuse_alter_of_readonly
from sparktree.statements.view_security import completed_security
from sparktree.statements.views import with_query
from sparktree.system.stored import named


@dataclass(frozen=True, slots=True)
class Altering:
    """A table that is being altered; commands on columns note what follows for its parts."""

    record: Table
    context: Context
    changes: list[ColumnChange] = field(default_factory=list)
    rewrites: list[AlterCommand] = field(default_factory=list)
    modified: set[str] = field(default_factory=set)
    new_names: set[str] = field(default_factory=set)

    def renamed(self, column: str, new_name: str | None) -> None:
        """Parts hold the column under another name from now on, or (None) no more."""
        version = self.record.metadata_version + 1
        self.changes.append(ColumnChange(version, column, new_name))

    def materialize_ttl(self) -> None:
        """Parts learn of another TTL."""
        command = MaterializeTtl()
        if self.context.settings.materialize_ttl_after_modify and command not in self.rewrites:
            self.rewrites.append(command)

    def refuse_reserved(self, name: str, action: str) -> None:
        """Tables with parts store columns of their own beside those that are declared."""
        if engine_info(self.record.engine).sorted and name in RESERVED:
            raise Error(
                Code.ILLEGAL_COLUMN,
                f"Cannot {action} `{name}`: this column name is reserved for persistent virtual"
                " column",
            )

    def refuse_if_mutated(self, column: str, action: str) -> None:
        """Columns that a mutation is about to read or write stay as they are."""
        catalog = self.context.services.catalog
        for mutation in catalog.mutations.all(self.record.uuid, is_done=False):
            if column in names_of(from_text(mutation.command)):
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Cannot {action} column {column} because it's affected by mutation with ID"
                    f" '{mutation.id}' which is not finished yet. Wait this mutation, or KILL it"
                    f" with command \"KILL MUTATION WHERE mutation_id = '{mutation.id}'\"",
                )


Change = Callable[[CreateTable, Any, Altering], CreateTable]
ALTERS: Registry[type[AlterCommand], Change] = Registry()


@handles(AlterTable, needs=alter_rights)
def alter_table(statement: AlterTable, context: Context) -> Outcome | None:
    """ALTER TABLE: all commands or none, those on rows apart from those on the table."""
    record = context.record(statement.table)
    if all(isinstance(command, ExportPartition) for command in statement.commands):
        export_parts(statement.table, statement.commands, context)
        return None
    refuse_alter_of_readonly(record, statement.commands, context)
    if all(type(command) in PARTITION_COMMANDS for command in statement.commands):
        return alter_partitions(statement.table, statement.commands, context)
    create = named(record)
    if isinstance(create, CreateView):
        _alter_view(create, statement, record, context)
        return None
    refuse_unknown(statement)
    _refuse_for_engine(record, statement)
    refuse_statistics(record, statement.commands, context)
    flush_buffer(record, context)
    outcome = None
    for kind, group in groupby(statement.commands, _kind):
        if kind == "partitions":
            outcome = alter_partitions(statement.table, list(group), context)
        elif kind == "exports":
            export_parts(statement.table, list(group), context)
        else:
            change = mutate if kind == "rows" else _alter
            change(context.record(statement.table), list(group), context)
    return outcome


def _refuse_for_engine(record: Table, statement: AlterTable) -> None:
    """NOT_IMPLEMENTED for commands that tables of the engine do not know."""
    info = engine_info(record.engine)
    if info.sorted:
        return
    for command in statement.commands:
        if type(command) in info.alters:
            continue
        if type(command) in ROW_COMMANDS:
            raise not_implemented(f"Table engine {record.engine} doesn't support mutations")
        kind = spelled(command).replace(" ", "_")
        raise not_implemented(f"Alter of type '{kind}' is not supported by storage {record.engine}")


def _kind(command: AlterCommand) -> str:
    """What the command changes; commands in a row that change the same are done together."""
    if type(command) in PARTITION_COMMANDS:
        return "partitions"
    if isinstance(command, ExportPartition):
        return "exports"
    return "rows" if type(command) in ROW_COMMANDS else "table"


def _alter(record: Table, commands: Sequence[AlterCommand], context: Context) -> None:
    """Change what the table declares; parts follow in the background."""
    create = named(record)
    assert isinstance(create, CreateTable)
    _refuse_renames(commands)
    refuse_old(record, commands)
    altering = Altering(record, context)
    for command in commands:
        create = ALTERS[type(command)](create, command, altering)
    if engine_info(record.engine).sorted:
        before, after = load_definition(record.create_query), TableDefinition(create)
        policy = changed_policy(before, after, context.services.storage)
        check_definition(after, context, policy)
        refuse_broken_projections(before, after, context)
    _refuse_changing_parts(commands, altering)
    refuse_if_stopped(record, altering.rewrites, context)
    catalog = context.services.catalog
    definition = with_changes(record, altering.changes)
    altered = catalog.tables.update(
        record, create_query=format_create(create), definition=definition
    )
    if not TableDefinition(create).deduplication_window.blocks:
        catalog.parts.forget_blocks(record.uuid)
    if altering.rewrites:
        submit(altered, altering.rewrites, context, wait=context.settings.alter_sync > 0)


_DROPPING_FILES = (DropIndex, DropProjection, DropStatistics)


def _refuse_changing_parts(commands: Sequence[AlterCommand], altering: Altering) -> None:
    """ALTER_OF_COLUMN_IS_FORBIDDEN if parts must follow and allow_non_metadata_alters is off."""
    if altering.context.settings.allow_non_metadata_alters:
        return
    changing = [*altering.rewrites]
    changing += [c for c in commands if isinstance(c, _DROPPING_FILES) and c not in changing]
    if changing:
        shown = ", ".join(f"({format_query(command, one_line=True)})" for command in changing)
        raise Error(
            Code.ALTER_OF_COLUMN_IS_FORBIDDEN,
            f"The following alter commands: '{shown}' will modify data on disk, but setting"
            " `allow_non_metadata_alters` is disabled",
        )


def _refuse_renames(commands: Sequence[AlterCommand]) -> None:
    """A column gets one new name at a time."""
    for first, second in combinations([c for c in commands if isinstance(c, RenameColumn)], 2):
        if second.name == first.new_name:
            raise not_implemented(
                "Transitive renames in a single ALTER query are not allowed (don't make sense)"
            )
        if second.name == first.name:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Cannot rename column '`{first.name}`' to two different names in a single ALTER"
                " query",
            )


def refuse_unknown(statement: AlterTable) -> None:
    """Commands that are not built are refused before any other is looked at."""
    for command in statement.commands:
        if isinstance(command, ModifySecurity):
            raise not_implemented(
                "ALTER MODIFY SQL SECURITY is not supported by MergeTree engines family."
            )
        if _kind(command) == "table" and type(command) not in ALTERS:
            raise not_implemented(f"ALTER TABLE ... {spelled(command)} is not supported yet.")


def _alter_view(view: CreateView, statement: AlterTable, record: Table, context: Context) -> None:
    for command in statement.commands:
        if isinstance(command, ModifyComment):
            view = replace(view, table=replace(view.table, comment=command.comment or None))
        elif isinstance(command, ModifySecurity):
            security = completed_security(command.security, context, materialized=view.materialized)
            view = replace(view, security=security)
        elif isinstance(command, ModifyQuery) and view.materialized:
            view = with_query(view, command.query, record, context)
        else:
            kind = spelled(command).replace(" SELECT", "").replace(" ", "_")
            raise not_implemented(
                f"Alter of type '{kind}' is not supported by storage {record.engine}"
            )
    _store(record, format_create(view), context)


def _store(record: Table, create_query: str, context: Context) -> None:
    context.services.catalog.tables.update(
        record, create_query=create_query, definition=record.definition
    )


@handles(AlterDatabase, needs=alter_database_rights)
def alter_database(statement: AlterDatabase, context: Context) -> None:
    """ALTER DATABASE ... MODIFY COMMENT."""
    for command in statement.commands:
        if not isinstance(command, ModifyComment):
            raise not_implemented(f"ALTER DATABASE ... {spelled(command)} is not supported yet.")
    for command in statement.commands:
        assert isinstance(command, ModifyComment)
        context.services.catalog.databases.set_comment(statement.name, command.comment)


def storage_of(create: CreateTable) -> Any:
    """ENGINE and its clauses, which every table with parts has."""
    if create.storage is None:
        raise Error(Code.LOGICAL_ERROR, f"Table {create.name.name} has no storage.")
    return create.storage
