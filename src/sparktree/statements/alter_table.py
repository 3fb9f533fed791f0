"""ALTER TABLE: commands that change only what the table declares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sparktree.catalog.records import Table
from sparktree.engines.check import check_definition
from sparktree.engines.definition import TableDefinition
from sparktree.engines.engine import ENGINES
from sparktree.engines.merge_tree import described
from sparktree.errors import Code, Error, not_implemented
from sparktree.registry import Registry
from sparktree.sql import format_create
from sparktree.sql.statements.alter import AlterCommand, AlterDatabase, AlterTable, ModifyComment
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.views import CreateView
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles, spelled
from sparktree.statements.on_cluster import refuse_cluster
from sparktree.system.stored import named


@dataclass(frozen=True, slots=True)
class Altering:
    """A table that is being altered."""

    record: Table
    context: Context

    def refuse_if_stored(self, column: str, command: AlterCommand) -> None:
        """What would have to rewrite parts is refused while parts hold the column."""
        for part in self.context.services.catalog.parts.all(self.record.uuid):
            if described(part).column(column) is not None:
                raise not_implemented(
                    f"ALTER TABLE ... {spelled(command)} is not supported yet for a column that"
                    f" data parts hold: part {part.name} has column {column}."
                )


Change = Callable[[CreateTable, Any, Altering], CreateTable]
ALTERS: Registry[type[AlterCommand], Change] = Registry()


@handles(AlterTable)
def alter_table(statement: AlterTable, context: Context) -> None:
    """ALTER TABLE: all commands or none."""
    refuse_cluster(statement.on_cluster)
    record = context.record(statement.table)
    create = named(record)
    if isinstance(create, CreateView):
        _alter_view(create, statement, record, context)
        return
    refuse_unknown(statement)
    if record.engine not in ENGINES or not ENGINES[record.engine].sorted:
        raise not_implemented(f"ALTER of a table of the engine {record.engine} is not supported.")
    altering = Altering(record, context)
    for command in statement.commands:
        create = ALTERS[type(command)](create, command, altering)
    check_definition(TableDefinition(create), context)
    _store(record, format_create(create), context)


def refuse_unknown(statement: AlterTable) -> None:
    """Commands that are not built are refused before any other is looked at."""
    for command in statement.commands:
        if type(command) not in ALTERS:
            raise not_implemented(f"ALTER TABLE ... {spelled(command)} is not supported yet.")


def _alter_view(view: CreateView, statement: AlterTable, record: Table, context: Context) -> None:
    for command in statement.commands:
        if not isinstance(command, ModifyComment):
            kind = spelled(command).replace(" ", "_")
            raise not_implemented(
                f"Alter of type '{kind}' is not supported by storage {record.engine}"
            )
        view = replace(view, table=replace(view.table, comment=command.comment or None))
    _store(record, format_create(view), context)


def _store(record: Table, create_query: str, context: Context) -> None:
    context.services.catalog.tables.update(
        record, create_query=create_query, definition=record.definition
    )


@handles(AlterDatabase)
def alter_database(statement: AlterDatabase, context: Context) -> None:
    """ALTER DATABASE ... MODIFY COMMENT."""
    refuse_cluster(statement.on_cluster)
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
