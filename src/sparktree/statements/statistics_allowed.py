"""Which statements about statistics are refused before they do anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sparktree.catalog.records import Table
from sparktree.engines.definition.table import load_definition
from sparktree.engines.statistics.declaration import statistics_layouts
from sparktree.errors import Code, Error
from sparktree.sql.statements.alter import (
    AddColumn,
    AddStatistics,
    AlterCommand,
    ClearStatistics,
    DropStatistics,
    MaterializeStatistics,
    ModifyColumn,
    ModifyStatistics,
)
from sparktree.sql.statements.create import CreateTable
from sparktree.statements.context import Context

_COMMANDS = (
    AddStatistics, ModifyStatistics, DropStatistics, ClearStatistics, MaterializeStatistics,
)  # fmt: skip
_DISABLED = "with statistics is disabled. Turn on allow_statistics"


def refuse_disabled(create: CreateTable, context: Context) -> None:
    """CREATE TABLE with statistics needs allow_statistics."""
    if any(c.statistics for c in create.columns) and not context.settings.allow_statistics:
        raise Error(Code.INCORRECT_QUERY, f"Create table {_DISABLED}")


def refuse_statistics(record: Table, commands: Sequence[AlterCommand], context: Context) -> None:
    """Commands that name statistics which are not there, or any while they are not allowed."""
    definition = load_definition(record.create_query)
    declared = {one.column for one in statistics_layouts(definition, automatic=False)}
    known = {one.column for one in statistics_layouts(definition, automatic=True)}
    for command in commands:
        own = isinstance(command, AddColumn | ModifyColumn) and command.column.statistics
        if (own or isinstance(command, _COMMANDS)) and not context.settings.allow_statistics:
            raise Error(Code.INCORRECT_QUERY, f"Alter table {_DISABLED}")
        if isinstance(command, ClearStatistics) and not command.if_exists:
            require_statistics(command.columns, declared)
        if isinstance(command, MaterializeStatistics):
            for name in command.columns:
                if name not in known:
                    raise Error(Code.ILLEGAL_STATISTICS, f"Unknown statistics column: {name}")


def require_statistics(names: Sequence[str], declared: Collection[str]) -> None:
    """Statistics that go must be there."""
    for name in names:
        if name not in declared:
            message = f"Wrong statistics name. Cannot find statistics `{name}` to drop"
            raise Error(Code.ILLEGAL_STATISTICS, message)
