"""ALTER TABLE ... EXPORT PART: checked and accepted here, run in the background."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.catalog.records import Table
from sparktree.engines.export.accepting import Accepting, Wishes
from sparktree.engines.export.checking import check_route
from sparktree.engines.export.manifest import Export
from sparktree.engines.partition_ids import constant_text
from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.from_settings import format_settings
from sparktree.sql import ast
from sparktree.sql.statements.alter import AlterCommand
from sparktree.sql.statements.partitions import ExportPartition
from sparktree.statements.alter_partitions import partitioned_table
from sparktree.statements.context import Context

# How parts are read, whatever the session says.
_READING: dict[str, object] = {
    "apply_deleted_mask": 1,
    "apply_patch_parts": 1,
    "checksum_on_read": 1,
    "merge_tree_min_rows_for_concurrent_read": 1,
}


def export_parts(name: ast.TableName, commands: Sequence[AlterCommand], context: Context) -> None:
    """Accept all exports of a statement, or none of them."""
    exports: list[Export] = []
    own = {s.name: s.value for c in commands for s in getattr(c, "settings", ())}
    context = _with(context, own)
    if not context.settings.allow_experimental_export_merge_tree_part:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Exporting merge tree part is experimental. Set the setting"
            " `allow_experimental_export_merge_tree_part` to enable it",
        )
    source = partitioned_table(context.record(name), context)
    try:
        for command in commands:
            assert isinstance(command, ExportPartition)
            exports.append(_accepted(command, source, context))
    except BaseException:
        for export in exports:
            export.release()
            context.services.catalog.leases.release(export.lease)
        raise
    context.services.exports.add(exports)
    context.services.background.wake(source.uuid)


def _accepted(command: ExportPartition, source: Table, context: Context) -> Export:
    if command.partition.part is None:
        raise not_implemented("ALTER TABLE ... EXPORT PARTITION is not supported yet.")
    destination = context.record(command.destination)
    route = check_route(source, destination, context.services, context)
    name = constant_text(command.partition.part, context)
    settings = context.settings
    parallel = settings.output_format_parallel_formatting
    wishes = Wishes(
        settings.export_merge_tree_part_overwrite_file_if_exists,
        settings.export_merge_tree_part_max_rows_per_file if parallel else 0,
        settings.export_merge_tree_part_max_bytes_per_file if parallel else 0,
        settings.export_merge_tree_part_copy_column_chunks,
        format_settings(settings, context.zone),
    )
    as_is = _with(context, {**_READING, "apply_mutations_on_fly": 0})
    changed = _with(context, {**_READING, "apply_mutations_on_fly": 1})
    accepting = Accepting(context.services, route, wishes, as_is, changed, context.query_id)
    return accepting.accept(name)


def _with(context: Context, settings: dict[str, object]) -> Context:
    """The same surroundings with other settings."""
    changed = context.settings.changed(settings)
    return Context(
        context.services,
        context.session,
        changed,
        context.query_id,
        started=context.started,
        holds=context.holds,
        parameters=context.parameters,
    )
