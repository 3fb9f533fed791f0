"""The table setting `table_readonly`: what it forbids."""

from __future__ import annotations

from collections.abc import Iterable

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.errors import Code, Error
from sparktree.sql.statements.alter import AlterCommand, ModifySetting, ResetSetting
from sparktree.sql.statements.partitions import FreezePartition, MovePartition, UnfreezePartition
from sparktree.statements.context import Context

# They leave rows and columns alone.
_HARMLESS = (ModifySetting, ResetSetting, FreezePartition, UnfreezePartition)


def refuse_readonly_table(record: Table) -> None:
    """TABLE_IS_PERMANENTLY_READ_ONLY if its settings say so."""
    if not engine_info(record.engine).sorted:
        return
    if load_definition(record.create_query).settings.table_readonly:
        raise Error(Code.TABLE_IS_PERMANENTLY_READ_ONLY, "Table is in readonly mode")


def refuse_alter_of_readonly(
    record: Table, commands: Iterable[AlterCommand], context: Context
) -> None:
    """The same for ALTER, also of a table that partitions would be moved to."""
    for command in commands:
        if not isinstance(command, _HARMLESS):
            refuse_readonly_table(record)
        if isinstance(command, MovePartition) and command.table is not None:
            refuse_readonly_table(context.record(command.table))
