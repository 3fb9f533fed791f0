"""ALTER and its commands as text."""

from __future__ import annotations

from collections.abc import Iterable

from sparktree.sql.ast import Node
from sparktree.sql.printers.base import (
    Style,
    prints,
    quote_name,
    quote_string,
    render,
    render_list,
)
from sparktree.sql.printers.create import cluster, format_call
from sparktree.sql.printers.queries import qualified, render_settings
from sparktree.sql.statements import alter as nodes
from sparktree.sql.statements import partitions


def column_name(name: str) -> str:
    """A column's name as a command prints it: `n.x` stays two names."""
    return ".".join(map(quote_name, name.split(".")))


@prints(nodes.AlterTable)
def _alter_table(node: nodes.AlterTable, style: Style) -> str:
    return f"ALTER TABLE {qualified(node.table)}{cluster(node.on_cluster)}" + _commands(
        node.commands, style
    )


@prints(nodes.AlterDatabase)
def _alter_database(node: nodes.AlterDatabase, style: Style) -> str:
    return f"ALTER DATABASE {quote_name(node.name)}{cluster(node.on_cluster)}" + _commands(
        node.commands, style
    )


def _commands(commands: tuple[nodes.AlterCommand, ...], style: Style) -> str:
    inner = style.deeper()
    return ",".join(f"{inner.new_line}({render(command, inner)})" for command in commands)


# --- pieces --------------------------------------------------------------------------------


@prints(nodes.Partition)
def partition(node: nodes.Partition, style: Style) -> str:
    """`PARTITION p` or `PART 'x'`."""
    if node.part is not None:
        return "PART " + render(node.part, style.plain())
    if node.all:
        return "PARTITION ALL"
    if node.id is not None:
        return "PARTITION ID " + render(node.id, style.plain())
    assert node.expression is not None
    return "PARTITION " + render(node.expression, style.plain())


def scope(node: nodes.Partition | None, style: Style) -> str:
    """` IN PARTITION p`."""
    return "" if node is None else " IN " + render(node, style)


def _list(items: Iterable[str], style: Style) -> str:
    """`a, b`; ClickHouse puts one more space before a list on one line."""
    return (" " if style.one_line else "") + ", ".join(items)


def _exists(present: bool) -> str:
    return "IF EXISTS " if present else ""


def _absent(absent: bool) -> str:
    return "IF NOT EXISTS " if absent else ""


def _column_position(first: bool, after: str | None) -> str:
    if first:
        return " FIRST "
    return "" if after is None else f" AFTER {column_name(after)}"


# --- columns -------------------------------------------------------------------------------


@prints(nodes.AddColumn)
def _add_column(node: nodes.AddColumn, style: Style) -> str:
    place = _column_position(node.first, node.after)
    return f"ADD COLUMN {_absent(node.if_not_exists)}{render(node.column, style)}{place}"


@prints(nodes.DropColumn)
def _drop_column(node: nodes.DropColumn, style: Style) -> str:
    return f"DROP COLUMN {_exists(node.if_exists)}{column_name(node.name)}"


@prints(nodes.ClearColumn)
def _clear_column(node: nodes.ClearColumn, style: Style) -> str:
    name = column_name(node.name)
    return f"CLEAR COLUMN {_exists(node.if_exists)}{name}{scope(node.partition, style)}"


@prints(nodes.ModifyColumn)
def _modify_column(node: nodes.ModifyColumn, style: Style) -> str:
    text = f"MODIFY COLUMN {_exists(node.if_exists)}{render(node.column, style)}"
    if node.remove is not None:
        return f"{text} REMOVE {node.remove}"
    if node.modify_settings:
        return f"{text} MODIFY SETTING {render_settings(node.modify_settings, style)}"
    if node.reset_settings:
        return f"{text} RESET SETTING {_list(node.reset_settings, style)}"
    return text + _column_position(node.first, node.after)


@prints(nodes.RenameColumn)
def _rename_column(node: nodes.RenameColumn, style: Style) -> str:
    names = f"{column_name(node.name)} TO {column_name(node.new_name)}"
    return f"RENAME COLUMN {_exists(node.if_exists)}{names}"


@prints(nodes.CommentColumn)
def _comment_column(node: nodes.CommentColumn, style: Style) -> str:
    comment = f"{column_name(node.name)} {quote_string(node.comment)}"
    return f"COMMENT COLUMN {_exists(node.if_exists)}{comment}"


@prints(nodes.MaterializeColumn)
def _materialize_column(node: nodes.MaterializeColumn, style: Style) -> str:
    return f"MATERIALIZE COLUMN {column_name(node.name)}{scope(node.partition, style)}"


# --- indexes and the like ------------------------------------------------------------------

_WORDS: dict[type[Node], str] = {
    nodes.DropIndex: "DROP INDEX",
    nodes.ClearIndex: "CLEAR INDEX",
    nodes.MaterializeIndex: "MATERIALIZE INDEX",
    nodes.DropProjection: "DROP PROJECTION",
    nodes.ClearProjection: "CLEAR PROJECTION",
    nodes.MaterializeProjection: "MATERIALIZE PROJECTION",
    nodes.DropConstraint: "DROP CONSTRAINT",
    nodes.ApplyDeletedMask: "APPLY DELETED MASK",
    nodes.ApplyPatches: "APPLY PATCHES",
    nodes.RewriteParts: "REWRITE PARTS",
    nodes.MaterializeTtl: "MATERIALIZE TTL",
    nodes.RemoveTtl: "REMOVE TTL",
    nodes.RemoveSampleBy: "REMOVE SAMPLE BY",
    nodes.AddStatistics: "ADD STATISTICS",
    nodes.ModifyStatistics: "MODIFY STATISTICS",
    nodes.DropStatistics: "DROP STATISTICS",
    nodes.ClearStatistics: "CLEAR STATISTICS",
    nodes.MaterializeStatistics: "MATERIALIZE STATISTICS",
    partitions.DropPartition: "DROP",
    partitions.DetachPartition: "DETACH",
    partitions.DropDetachedPartition: "DROP DETACHED",
    partitions.AttachPartition: "ATTACH",
    partitions.ForgetPartition: "FORGET",
    partitions.AttachPartitionFrom: "ATTACH",
    partitions.ReplacePartition: "REPLACE",
}
_Named = (
    nodes.DropIndex
    | nodes.ClearIndex
    | nodes.MaterializeIndex
    | nodes.DropProjection
    | nodes.ClearProjection
    | nodes.MaterializeProjection
    | nodes.DropConstraint
)


@prints(
    nodes.DropIndex,
    nodes.ClearIndex,
    nodes.MaterializeIndex,
    nodes.DropProjection,
    nodes.ClearProjection,
    nodes.MaterializeProjection,
    nodes.DropConstraint,
)
def _named(node: _Named, style: Style) -> str:
    scoped = None
    if not isinstance(node, nodes.DropIndex | nodes.DropProjection | nodes.DropConstraint):
        scoped = node.partition
    words = _WORDS[type(node)]
    return f"{words} {_exists(node.if_exists)}{quote_name(node.name)}{scope(scoped, style)}"


@prints(nodes.AddIndex)
def _add_index(node: nodes.AddIndex, style: Style) -> str:
    place = _column_position(node.first, node.after)
    return f"ADD INDEX {_absent(node.if_not_exists)}{render(node.index, style)}{place}"


@prints(nodes.AddProjection)
def _add_projection(node: nodes.AddProjection, style: Style) -> str:
    place = _column_position(node.first, node.after)
    return f"ADD PROJECTION {_absent(node.if_not_exists)}{render(node.projection, style)}{place}"


@prints(nodes.AddConstraint)
def _add_constraint(node: nodes.AddConstraint, style: Style) -> str:
    return f"ADD CONSTRAINT {_absent(node.if_not_exists)}{render(node.constraint, style)}"


@prints(nodes.AddStatistics, nodes.ModifyStatistics)
def _typed_statistics(node: nodes.AddStatistics | nodes.ModifyStatistics, style: Style) -> str:
    absent = isinstance(node, nodes.AddStatistics) and node.if_not_exists
    columns = _list(map(column_name, node.columns), style)
    types = _list(map(format_call, node.types), style)
    return f"{_WORDS[type(node)]} {_absent(absent)}{columns} TYPE {types}"


@prints(nodes.DropStatistics, nodes.ClearStatistics, nodes.MaterializeStatistics)
def _statistics(
    node: nodes.DropStatistics | nodes.ClearStatistics | nodes.MaterializeStatistics, style: Style
) -> str:
    words = _WORDS[type(node)]
    if not isinstance(node, nodes.DropStatistics) and node.all:
        return f"{words}  ALL"
    return f"{words} {_exists(node.if_exists)}{_list(map(column_name, node.columns), style)}"


# --- the table and its rows ----------------------------------------------------------------


@prints(nodes.ModifyTtl)
def _modify_ttl(node: nodes.ModifyTtl, style: Style) -> str:
    return f"MODIFY TTL {render_list(node.elements, style)}"


@prints(nodes.RemoveTtl, nodes.RemoveSampleBy)
def _remove(node: Node, style: Style) -> str:
    return _WORDS[type(node)]


@prints(nodes.MaterializeTtl, nodes.ApplyDeletedMask, nodes.ApplyPatches, nodes.RewriteParts)
def _scoped(
    node: nodes.MaterializeTtl | nodes.ApplyDeletedMask | nodes.ApplyPatches | nodes.RewriteParts,
    style: Style,
) -> str:
    return _WORDS[type(node)] + scope(node.partition, style)


@prints(nodes.ModifyOrderBy)
def _modify_order_by(node: nodes.ModifyOrderBy, style: Style) -> str:
    return f"MODIFY ORDER BY {render(node.expression, style.plain())}"


@prints(nodes.ModifySampleBy)
def _modify_sample_by(node: nodes.ModifySampleBy, style: Style) -> str:
    return f"MODIFY SAMPLE BY {render(node.expression, style.plain())}"


@prints(nodes.ModifySetting)
def _modify_setting(node: nodes.ModifySetting, style: Style) -> str:
    return f"MODIFY SETTING {render_settings(node.settings, style)}"


@prints(nodes.ResetSetting)
def _reset_setting(node: nodes.ResetSetting, style: Style) -> str:
    return f"RESET SETTING {_list(node.names, style)}"


@prints(nodes.ModifyComment)
def _modify_comment(node: nodes.ModifyComment, style: Style) -> str:
    return f"MODIFY COMMENT {quote_string(node.comment)}"


@prints(nodes.ModifyQuery)
def _modify_query(node: nodes.ModifyQuery, style: Style) -> str:
    return f"MODIFY QUERY{style.new_line}{render(node.query, style)}"


@prints(nodes.ModifySecurity)
def _modify_security(node: nodes.ModifySecurity, style: Style) -> str:
    return f"MODIFY {render(node.security, style)}"


@prints(nodes.ModifyRefresh)
def _modify_refresh(node: nodes.ModifyRefresh, style: Style) -> str:
    return f"MODIFY{' ' if style.one_line else chr(10)}{render(node.refresh, style)}"


@prints(nodes.UpdateRows)
def _update_rows(node: nodes.UpdateRows, style: Style) -> str:
    where = render(node.where, style.plain())
    changes = _list((render(change, style) for change in node.assignments), style)
    return f"UPDATE {changes}{scope(node.partition, style)} WHERE {where}"


@prints(nodes.DeleteRows)
def _delete_rows(node: nodes.DeleteRows, style: Style) -> str:
    return f"DELETE{scope(node.partition, style)} WHERE {render(node.where, style.plain())}"


@prints(nodes.Delete)
def _delete(node: nodes.Delete, style: Style) -> str:
    head = f"DELETE FROM {qualified(node.table)}{cluster(node.on_cluster)}"
    return f"{head}{scope(node.partition, style)} WHERE {render(node.where, style.plain())}"


@prints(nodes.Update)
def _update(node: nodes.Update, style: Style) -> str:
    head = f"UPDATE {qualified(node.table)}{cluster(node.on_cluster)}"
    changes = f" SET {render_list(node.assignments, style)}"
    where = render(node.where, style.plain())
    return f"{head}{changes}{scope(node.partition, style)} WHERE {where}"


# --- partitions ----------------------------------------------------------------------------


@prints(
    partitions.DropPartition,
    partitions.DetachPartition,
    partitions.DropDetachedPartition,
    partitions.AttachPartition,
    partitions.ForgetPartition,
)
def _on_partition(
    node: partitions.DropPartition
    | partitions.DetachPartition
    | partitions.DropDetachedPartition
    | partitions.AttachPartition
    | partitions.ForgetPartition,
    style: Style,
) -> str:
    return f"{_WORDS[type(node)]} {render(node.partition, style)}"


@prints(partitions.AttachPartitionFrom, partitions.ReplacePartition)
def _from_table(
    node: partitions.AttachPartitionFrom | partitions.ReplacePartition, style: Style
) -> str:
    return f"{_WORDS[type(node)]} {render(node.partition, style)} FROM {qualified(node.source)}"


@prints(partitions.MovePartition)
def _move(node: partitions.MovePartition, style: Style) -> str:
    target = quote_string(node.name or "") if node.table is None else qualified(node.table)
    return f"MOVE {render(node.partition, style)} TO {node.destination} {target}"


@prints(partitions.FetchPartition)
def _fetch(node: partitions.FetchPartition, style: Style) -> str:
    return f"FETCH {render(node.partition, style)} FROM {quote_string(node.path)}"


@prints(partitions.FreezePartition, partitions.UnfreezePartition)
def _freeze(node: partitions.FreezePartition | partitions.UnfreezePartition, style: Style) -> str:
    text = "FREEZE" if isinstance(node, partitions.FreezePartition) else "UNFREEZE"
    if node.partition is not None:
        text += " " + render(node.partition, style)
    return text if node.name is None else f"{text} WITH NAME {quote_string(node.name)}"


@prints(partitions.ExportPartition)
def _export(node: partitions.ExportPartition, style: Style) -> str:
    text = f"EXPORT {render(node.partition, style)} TO TABLE {qualified(node.destination)}"
    if node.settings:
        text += f" SETTINGS {render_settings(node.settings, style)}"
    return text
