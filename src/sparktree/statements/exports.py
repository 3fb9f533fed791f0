"""EXPORT PART and PARTITION: accepted here, run in the background; CHECK EXPORT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from sparktree.access.rights import Element
from sparktree.catalog.records import Table
from sparktree.engines.definition.partition_ids import constant_text, partition_id_of
from sparktree.engines.definition.table import load_definition
from sparktree.engines.export.checking import check_route, import_source
from sparktree.engines.export.history import records
from sparktree.engines.export.manifest import Export
from sparktree.engines.export.partitions import (
    PartitionExport,
    hash_sql,
    lease_of,
    replaced_keys,
    row_hash,
)
from sparktree.engines.export.planning import AS_IS, CHANGED, Accepting, Wishes
from sparktree.engines.export.records import ExportedFile, PartitionRecord, Status, record_name
from sparktree.engines.objects.source import Source
from sparktree.errors import Code, Error
from sparktree.formats.from_settings import format_settings
from sparktree.kernel import sql
from sparktree.sql import ast, format_query
from sparktree.sql.statements.alter import AlterCommand
from sparktree.sql.statements.other import CheckExport
from sparktree.sql.statements.partitions import ExportPartition
from sparktree.statements.alter_partitions import partitioned_table
from sparktree.statements.alter_rights import export_rights
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.rows import query, rows
from sparktree.types import STRING, UINT8, UINT64

_CHECKED = [
    ("partition_id", STRING),
    ("part_name", STRING),
    ("file", STRING),
    ("rows", UINT64),
    ("is_passed", UINT8),
    ("message", STRING),
]


def export_parts(name: ast.TableName, commands: Sequence[AlterCommand], context: Context) -> None:
    """Accept all exports of a statement, or none of them."""
    own = {s.name: s.value for c in commands for s in getattr(c, "settings", ())}
    context = _afterwards(context, own)
    if not context.settings.allow_experimental_export_merge_tree_part:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Exporting merge tree part is experimental. Set the setting"
            " `allow_experimental_export_merge_tree_part` to enable it",
        )
    source = partitioned_table(context.record(name), context)
    exports: list[Export] = []
    partitions: list[PartitionExport] = []
    with ExitStack() as undo:
        for command in commands:
            assert isinstance(command, ExportPartition)
            if command.partition.part is None:
                partitions += _partitions(command, source, context, undo)
            else:
                part = constant_text(command.partition.part, context)
                export = _accepting(command, source, context).accept(part)
                undo.callback(_give_up, export, context)
                exports.append(export)
        undo.pop_all()
    context.services.exports.add(exports)
    for partition in partitions:
        partition.start()
    context.services.background.wake(source.uuid)


def _accepting(
    command: ExportPartition, source: Table, context: Context, *, whole: bool = False
) -> Accepting:
    """What accepts the parts of a command; of `whole` partitions each file has a hash."""
    destination = context.record(command.destination)
    route = check_route(source, destination, context.services.storage, context)
    settings = context.settings
    parallel = settings.output_format_parallel_formatting
    wishes = Wishes(
        whole or settings.export_merge_tree_part_overwrite_file_if_exists,
        settings.export_merge_tree_part_max_rows_per_file if parallel else 0,
        settings.export_merge_tree_part_max_bytes_per_file if parallel else 0,
        settings.export_merge_tree_part_copy_column_chunks,
        format_settings(settings, context.zone),
    )
    as_is, changed = _afterwards(context, AS_IS), _afterwards(context, CHANGED)
    return Accepting(context.services.storage, route, wishes, as_is, changed, context.query_id)


def _give_up(export: Export, context: Context) -> None:
    """Let go of an export that will not begin."""
    export.release()
    context.services.catalog.leases.release(export.lease)


def _partitions(
    command: ExportPartition, source: Table, context: Context, undo: ExitStack
) -> list[PartitionExport]:
    """The exports of a partition, or of each one that there is; `undo` gives them up."""
    accepting = _accepting(command, source, context, whole=True)
    route = accepting.route
    wanted = partition_id_of(command.partition, route.definition, context)
    exports = accepting.accept_partitions(wanted)
    for export in exports:
        undo.callback(_give_up, export, context)
    if wanted is not None and not exports:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Table {source.database}.{source.name} has no parts in partition {wanted}",
        )
    made: list[PartitionExport] = []
    for partition_id in dict.fromkeys(export.part.partition_id for export in exports):
        some = [export for export in exports if export.part.partition_id == partition_id]
        made.append(_partition(accepting, partition_id, some, context))
        undo.callback(context.services.catalog.leases.release, made[-1].lease)
    return made


def _partition(
    accepting: Accepting, partition_id: str, exports: list[Export], context: Context
) -> PartitionExport:
    services, route = context.services, accepting.route
    source, destination = route.source, route.destination
    name = record_name(source.uuid, destination.uuid, partition_id)
    lease = lease_of(services.exports, name)
    force = context.settings.export_merge_tree_partition_force_export
    try:
        replaced = replaced_keys(services.exports, name, partition_id, force and lease is not None)
    except Error:
        if lease is not None:
            services.catalog.leases.release(lease)
        raise
    if lease is None:
        raise Error(Code.ABORTED, f"Partition {partition_id} is already being exported")
    there = {found.key for export in exports for found in export.target.existing()}
    record = PartitionRecord(
        source.database,
        source.name,
        source.uuid,
        destination.database,
        destination.name,
        destination.uuid,
        partition_id,
        services.catalog.owner,
        context.query_id,
        tuple(export.part.name for export in exports),
        tuple(name for name, _ in route.columns),
        tuple(ExportedFile(k, e.part.name) for e in exports for k in e.target.file_keys()),
        tuple(sorted(there)),
        wishes=accepting.wishes.recorded(),
        retries=context.settings.export_merge_tree_partition_max_retries,
        replaced=replaced,
    )
    return PartitionExport(services.exports, record, exports, lease, hash_sql(route, context))


def _check_rights(statement: CheckExport, context: Context) -> Iterator[Element]:
    return export_rights(statement.source, statement.destination, context)


@handles(CheckExport, needs=_check_rights)
def check_export(statement: CheckExport, context: Context) -> Outcome:
    """CHECK EXPORT: reads the files of committed exports back and compares them with what was
    read from the source."""
    source, destination = (context.record(t) for t in (statement.source, statement.destination))
    files = import_source(destination, context.services.storage)
    chosen = None
    if statement.partition is not None:
        definition = load_definition(source.create_query)
        chosen = partition_id_of(statement.partition, definition, context)
    lines: list[tuple[object, ...]] = []
    for record in records(context.services.storage):
        ends = (record.source, record.destination, record.status)
        if ends != (source.uuid, destination.uuid, Status.COMPLETED):
            continue
        if chosen in (None, record.partition_id):
            lines += _compared(record, destination, files, context)
    return rows(_CHECKED, lines)


def _compared(
    record: PartitionRecord, destination: Table, files: Source, context: Context
) -> list[tuple[object, ...]]:
    paths = {files.store.display_path(one.key): one for one in record.files}
    if not paths:
        return []
    listed = ", ".join(sql.string(path) for path in paths)
    table = ast.TableName(destination.name, destination.database)
    text = (
        f"SELECT _path, count(), sum({format_query(row_hash(record.columns), one_line=True)})"
        f" FROM {format_query(table, one_line=True)} WHERE _path IN ({listed}) GROUP BY _path"
    )
    found: dict[str, tuple[int, int]] = {}
    for block in query(text, context).blocks:
        for path, count, total in zip(*block.to_pydict().values(), strict=True):
            found[path] = (int(count), int(total))
    lines: list[tuple[object, ...]] = []
    for path, one in paths.items():
        count, total = found.get(path, (0, 0))
        message = ""
        if path not in found and one.rows:
            message = "The file is missing"
        elif count != one.rows:
            message = f"The file has {count} rows instead of {one.rows}"
        elif total != one.hash:
            message = "The file has other rows than the part had"
        lines.append((record.partition_id, one.part, path, count, not message, message))
    return lines


def _afterwards(context: Context, settings: dict[str, object]) -> Context:
    """The surroundings of what goes on when the statement is done, with other settings."""
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
