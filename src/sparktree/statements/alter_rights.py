"""The rights that the commands of ALTER need, one line for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.registry import Registry
from sparktree.sql.ast import TableName
from sparktree.sql.statements import alter, partitions
from sparktree.sql.statements.alter import AlterCommand, AlterDatabase, AlterTable
from sparktree.statements.context import Context
from sparktree.statements.create_rights import security_rights
from sparktree.statements.rights import on_table, qualified

Rights = Callable[[Any, TableName, Context], Iterable[Element]]
ALTER_RIGHTS: Registry[type[AlterCommand], Rights] = Registry()


def _of_table(privilege: str, *commands: type[AlterCommand]) -> None:
    """Commands that need a right on the table."""

    def needs(_: AlterCommand, table: TableName, context: Context) -> Iterator[Element]:
        return on_table(privilege, table, context)

    ALTER_RIGHTS.declare(*commands)(needs)


def _of_columns(
    privilege: str, columns: Callable[[Any], Iterable[str]], command: type[AlterCommand]
) -> None:
    """A command that needs a right on some columns."""
    ALTER_RIGHTS.add(
        command,
        lambda written, table, context: on_table(privilege, table, context, columns(written)),
    )


_of_columns("ALTER ADD COLUMN", lambda c: [c.column.name], alter.AddColumn)
_of_columns("ALTER DROP COLUMN", lambda c: [c.name], alter.DropColumn)
_of_columns("ALTER CLEAR COLUMN", lambda c: [c.name], alter.ClearColumn)
_of_columns("ALTER MODIFY COLUMN", lambda c: [c.column.name], alter.ModifyColumn)
_of_columns("ALTER RENAME COLUMN", lambda c: [c.name], alter.RenameColumn)
_of_columns("ALTER COMMENT COLUMN", lambda c: [c.name], alter.CommentColumn)
_of_columns("ALTER UPDATE", lambda c: [a.column for a in c.assignments], alter.UpdateRows)

_of_table("ALTER MATERIALIZE COLUMN", alter.MaterializeColumn)
_of_table("ALTER ADD INDEX", alter.AddIndex)
_of_table("ALTER DROP INDEX", alter.DropIndex)
_of_table("ALTER CLEAR INDEX", alter.ClearIndex)
_of_table("ALTER MATERIALIZE INDEX", alter.MaterializeIndex)
_of_table("ALTER ADD PROJECTION", alter.AddProjection)
_of_table("ALTER DROP PROJECTION", alter.DropProjection)
_of_table("ALTER CLEAR PROJECTION", alter.ClearProjection)
_of_table("ALTER MATERIALIZE PROJECTION", alter.MaterializeProjection)
_of_table("ALTER ADD STATISTICS", alter.AddStatistics)
_of_table("ALTER MODIFY STATISTICS", alter.ModifyStatistics)
_of_table("ALTER DROP STATISTICS", alter.DropStatistics, alter.ClearStatistics)
_of_table("ALTER MATERIALIZE STATISTICS", alter.MaterializeStatistics)
_of_table("ALTER ADD CONSTRAINT", alter.AddConstraint)
_of_table("ALTER DROP CONSTRAINT", alter.DropConstraint)
_of_table("ALTER TTL", alter.ModifyTtl, alter.RemoveTtl)
_of_table("ALTER MATERIALIZE TTL", alter.MaterializeTtl)
_of_table("ALTER ORDER BY", alter.ModifyOrderBy)
_of_table("ALTER SAMPLE BY", alter.ModifySampleBy, alter.RemoveSampleBy)
_of_table("ALTER SETTINGS", alter.ModifySetting, alter.ResetSetting)
_of_table("ALTER MODIFY COMMENT", alter.ModifyComment)
_of_table("ALTER VIEW MODIFY QUERY", alter.ModifyQuery)
_of_table("ALTER VIEW MODIFY REFRESH", alter.ModifyRefresh)
_of_table("ALTER UPDATE", alter.ApplyPatches)
_of_table("ALTER REWRITE PARTS", alter.RewriteParts)
_of_table(
    "ALTER DELETE",
    alter.DeleteRows,
    alter.ApplyDeletedMask,
    partitions.DropPartition,
    partitions.DetachPartition,
    partitions.DropDetachedPartition,
    partitions.ForgetPartition,
)
_of_table("INSERT", partitions.AttachPartition)
_of_table("ALTER FETCH PARTITION", partitions.FetchPartition)
_of_table("ALTER FREEZE PARTITION", partitions.FreezePartition, partitions.UnfreezePartition)


@ALTER_RIGHTS.declare(partitions.AttachPartitionFrom, partitions.ReplacePartition)
def _from_another(command: Any, table: TableName, context: Context) -> Iterator[Element]:
    yield from on_table("SELECT", command.source, context)
    yield from on_table("INSERT, ALTER DELETE", table, context)


@ALTER_RIGHTS.declare(alter.ModifySecurity)
def _securing(
    command: alter.ModifySecurity, table: TableName, context: Context
) -> Iterator[Element]:
    yield from security_rights(command.security, context)
    yield from on_table("ALTER VIEW MODIFY SQL SECURITY", table, context)


@ALTER_RIGHTS.declare(partitions.MovePartition)
def _moving(
    command: partitions.MovePartition, table: TableName, context: Context
) -> Iterator[Element]:
    yield from on_table("ALTER MOVE PARTITION", table, context)
    if command.table is not None:
        yield from on_table("INSERT", command.table, context)


@ALTER_RIGHTS.declare(partitions.ExportPartition)
def _exporting(
    command: partitions.ExportPartition, table: TableName, context: Context
) -> Iterator[Element]:
    yield from export_rights(table, command.destination, context)


def export_rights(source: TableName, destination: TableName, context: Context) -> Iterator[Element]:
    """To see both databases comes first: a refusal does not tell what is there. SELECT on
    system.tables must have been granted; that everybody may read system tables is not enough."""
    for name in (source, destination):
        yield right("SHOW", qualified(name, context)[0])
    if context.access is not None:
        context.access.check_granted(right("SELECT", "system", "tables"))
    yield from on_table("SELECT", source, context)
    yield from on_table("INSERT", destination, context)


def alter_rights(statement: AlterTable, context: Context) -> Iterator[Element]:
    """What each command needs."""
    for command in statement.commands:
        yield from ALTER_RIGHTS[type(command)](command, statement.table, context)


_OF_DATABASES: dict[type[AlterCommand], str] = {
    alter.ModifySetting: "ALTER DATABASE SETTINGS",
    alter.ModifyComment: "ALTER MODIFY DATABASE COMMENT",
}


def alter_database_rights(statement: AlterDatabase, context: Context) -> Iterator[Element]:
    """What each command on a database needs."""
    for command in statement.commands:
        yield right(_OF_DATABASES[type(command)], statement.name)
