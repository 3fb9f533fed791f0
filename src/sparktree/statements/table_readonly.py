"""What the table setting `table_readonly` forbids, and disks whose files are written once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.errors import Code, Error
from sparktree.sql.statements import alter
from sparktree.sql.statements.alter import AlterCommand, ModifySetting, ResetSetting
from sparktree.sql.statements.partitions import FreezePartition, MovePartition, UnfreezePartition
from sparktree.statements.alter_partitions import PARTITION_COMMANDS
from sparktree.statements.context import Context

# They leave rows and columns alone.
_HARMLESS = (ModifySetting, ResetSetting, FreezePartition, UnfreezePartition)
_OF_SETTINGS = (ModifySetting, ResetSetting, alter.ModifyComment, alter.CommentColumn)
_MUTATIONS = (
    alter.UpdateRows, alter.DeleteRows, alter.ApplyDeletedMask, alter.ApplyPatches,
    alter.RewriteParts, alter.ClearColumn, alter.ClearIndex, alter.ClearProjection,
    alter.ClearStatistics, alter.MaterializeColumn, alter.MaterializeIndex,
    alter.MaterializeProjection, alter.MaterializeStatistics, alter.MaterializeTtl,
)  # fmt: skip
_REWRITABLE = "PlainRewritable"  # a kind of metadata


def refuse_readonly_table(record: Table, context: Context) -> None:
    """TABLE_IS_PERMANENTLY_READ_ONLY if its settings say so, or its disks."""
    if not engine_info(record.engine).sorted:
        return
    settings = load_definition(record.create_query).settings
    if settings.table_readonly or context.services.storage.is_static(settings):
        raise Error(Code.TABLE_IS_PERMANENTLY_READ_ONLY, "Table is in readonly mode")


def refuse_alter_of_readonly(
    record: Table, commands: Iterable[AlterCommand], context: Context
) -> None:
    """The same for ALTER, also of a table that partitions would be moved to."""
    for command in commands:
        if not isinstance(command, _OF_SETTINGS):
            _refuse_unwritable(record, command, context)
        if not isinstance(command, _HARMLESS):
            refuse_readonly_table(record, context)
        if isinstance(command, MovePartition) and command.table is not None:
            refuse_readonly_table(context.record(command.table), context)


def refuse_mutation_of_immutable(record: Table, context: Context) -> None:
    """SUPPORT_IS_DISABLED where parts are written once and never changed."""
    for disk in _rewritable_disks(record, context):
        message = f"Mutations are not supported for immutable disk '{disk}'"
        raise Error(Code.SUPPORT_IS_DISABLED, message)


def _refuse_unwritable(record: Table, command: AlterCommand, context: Context) -> None:
    if not engine_info(record.engine).sorted:
        return
    settings = load_definition(record.create_query).settings
    if context.services.storage.is_static(settings):
        raise Error(Code.TABLE_IS_PERMANENTLY_READ_ONLY, "Table is read-only")
    if isinstance(command, _MUTATIONS):
        refuse_mutation_of_immutable(record, context)
    for disk in _rewritable_disks(record, context):
        if isinstance(command, FreezePartition):
            shown = "PARTITION" if command.partition is not None else "ALL"
            raise Error(
                Code.SUPPORT_IS_DISABLED,
                f"Partition operation ALTER TABLE FREEZE {shown} is not supported for disk"
                f" '{disk}'",
            )
        if type(command) not in PARTITION_COMMANDS:
            raise Error(
                Code.SUPPORT_IS_DISABLED,
                f"ALTER TABLE commands are not supported on immutable disk '{disk}', except for"
                " setting and comment alteration",
            )


def _rewritable_disks(record: Table, context: Context) -> Iterator[str]:
    """The disks of a table that take new parts and no changes of them."""
    if not engine_info(record.engine).sorted:
        return
    storage = context.services.storage
    policy = storage.policy(load_definition(record.create_query).settings)
    for name in policy.disks:
        if name in storage.disks.declared and storage.disks.shown(name).metadata == _REWRITABLE:
            yield name
