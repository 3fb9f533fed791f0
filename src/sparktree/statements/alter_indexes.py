"""ALTER TABLE ... ADD and DROP INDEX, and CREATE INDEX and DROP INDEX, which are the same."""

from __future__ import annotations

from dataclasses import replace

from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql.statements.alter import AddIndex, AlterTable, DropIndex
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.other import DropIndexOn
from sparktree.sql.statements.views import CreateIndex
from sparktree.statements.alter_table import ALTERS, Altering, alter_table
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.rights import table_right


@ALTERS.declare(AddIndex)
def add_index(create: CreateTable, command: AddIndex, altering: Altering) -> CreateTable:
    """ADD INDEX: parts that are there get it when they are merged, or by MATERIALIZE INDEX."""
    names = [index.name for index in create.indexes]
    name = command.index.name
    if name in names:
        if command.if_not_exists:
            return create
        raise Error(
            Code.ILLEGAL_COLUMN, f"Cannot add index {name}: index with this name already exists"
        )
    place = 0 if command.first else len(names)
    if command.after is not None:
        if command.after not in names:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Wrong index name. Cannot find index `{command.after}` to insert after",
            )
        place = names.index(command.after) + 1
    indexes = (*create.indexes[:place], command.index, *create.indexes[place:])
    return replace(create, indexes=indexes)


@ALTERS.declare(DropIndex)
def drop_index(create: CreateTable, command: DropIndex, altering: Altering) -> CreateTable:
    """DROP INDEX: its files go out of the parts, too."""
    left = tuple(index for index in create.indexes if index.name != command.name)
    if len(left) == len(create.indexes):
        if command.if_exists:
            return create
        raise Error(
            Code.BAD_ARGUMENTS, f"Wrong index name. Cannot find index `{command.name}` to drop"
        )
    parts = altering.context.services.catalog.parts.all(altering.record.uuid)
    if any(command.name in described(part).indexes for part in parts):
        altering.rewrites.append(command)
    return replace(create, indexes=left)


@handles(CreateIndex, needs=table_right("ALTER ADD INDEX"))
def create_index(statement: CreateIndex, context: Context) -> None:
    """CREATE INDEX name ON table (expression) TYPE type."""
    if statement.unique and not context.settings.create_index_ignore_unique:
        raise not_implemented(
            "CREATE UNIQUE INDEX is not supported. SET create_index_ignore_unique=1 to ignore this"
            " UNIQUE keyword"
        )
    if not statement.index.type.name:
        if context.settings.allow_create_index_without_type:
            return
        raise Error(
            Code.INCORRECT_QUERY,
            "CREATE INDEX without TYPE is forbidden. SET allow_create_index_without_type=1 to"
            " ignore this statements",
        )
    command = AddIndex(statement.index, statement.if_not_exists)
    alter_table(AlterTable(statement.table, (command,), statement.on_cluster), context)


@handles(DropIndexOn, needs=table_right("ALTER DROP INDEX"))
def drop_index_on(statement: DropIndexOn, context: Context) -> None:
    """DROP INDEX name ON table."""
    command = DropIndex(statement.name, statement.if_exists)
    alter_table(AlterTable(statement.table, (command,), statement.on_cluster), context)
