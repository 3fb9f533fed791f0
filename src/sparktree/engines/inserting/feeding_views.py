"""Materialized views: what an INSERT wrote goes through their queries, in the same commit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from sparktree.catalog.records import Table
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.identity import blocks_of_view
from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.engines.tables.merge_tree import MergeTreeTable
from sparktree.engines.tables.open import view_target
from sparktree.engines.tables.views import definer_of, dependent_views, load_view
from sparktree.engines.writing.commit import Written, record_of
from sparktree.errors import Code, Error
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.nodes import Query
from sparktree.planner.sources import TableSource

_DEEPEST = 32  # views over views over views; more is a cycle


class Writer(Protocol):
    """The INSERT that feeds the views."""

    context: InsertContext
    parts: list[Written]

    def insert_rows(self, table: Table, columns: Sequence[str], query: Query) -> None:
        """Write the rows of a query into those columns of a table."""
        ...


def feed_views(writer: Writer) -> None:
    """Run the views over the new parts, then those over what these wrote, and so on."""
    done = 0
    for depth in range(_DEEPEST + 1):
        new = writer.parts[done:]
        if not new:
            return
        too_deep(depth)
        done = len(writer.parts)
        for table, parts in _by_table(new):
            for view in dependent_views(writer.context.storage, table.database, table.name):
                _feed(writer, table, parts, view)


def too_deep(depth: int) -> None:
    """TOO_DEEP_RECURSION where views are over views over views, beyond all measure."""
    if depth >= _DEEPEST:
        message = "Materialized views feed each other without end."
        raise Error(Code.TOO_DEEP_RECURSION, message)


def _by_table(parts: Sequence[Written]) -> Iterator[tuple[Table, list[Written]]]:
    for uuid in dict.fromkeys(one.table.uuid for one in parts):
        own = [one for one in parts if one.table.uuid == uuid]
        yield own[0].table, own


def _feed(writer: Writer, table: Table, parts: Sequence[Written], view: Table) -> None:
    """Views of this view are not fed, as in ClickHouse: those of the table that it fills are."""
    before = len(writer.parts)
    try:
        _run(writer, table, parts, view)
        writer.context.fed(view)
        blocks = blocks_of_view(parts[0].blocks, view, writer.context.settings)
        writer.parts[before:] = [replace(one, blocks=blocks) for one in writer.parts[before:]]
    except Error:
        if not writer.context.settings.materialized_views_ignore_errors:
            raise
        del writer.parts[before:]


def _run(writer: Writer, table: Table, parts: Sequence[Written], view: Table) -> None:
    source = _source(table, parts, writer.context)
    target, query = rows_of_view(view, table, source, writer.context)
    writer.insert_rows(target, [column.name for column in query.columns], query)


def rows_of_view(
    view: Table, table: Table, source: TableSource, context: InsertContext
) -> tuple[Table, Query]:
    """What a view makes of new rows of a table, and the table that it fills."""
    target = _target(view, context)
    only_new = {(table.database, table.name): source}
    definer = definer_of(view)
    # Who made a view without a definer had the rights to what it reads and fills.
    rights = context.guard.trusting() if definer is None else context.guard.on_behalf(definer)
    with rights:
        seen = context.seeing(only_new)
        query = QueryAnalyser(seen).analyse(load_view(view.create_query).query)
    known = load_definition(target.create_query).by_name
    kept = tuple(column for column in query.columns if column.name in known)
    if definer is not None:
        with context.guard.on_behalf(definer):
            names = [column.name for column in kept]
            context.guard.check(replace(query, columns=kept))
            context.guard.check_inserts(target.database, target.name, names)
    return target, replace(query, columns=kept)


def _target(view: Table, context: InsertContext) -> Table:
    name = view_target(view)
    target = context.storage.catalog.tables.find(name.database or view.database, name.name)
    if target is None:
        raise Error(
            Code.UNKNOWN_TABLE,
            f"Target table '{name.database}.{name.name}' of view '{view.database}.{view.name}'"
            " doesn't exists",
        )
    return target


def _source(table: Table, parts: Sequence[Written], context: InsertContext) -> TableSource:
    given = tuple(_on_disk(one, context) for one in parts)
    definition = load_definition(table.create_query)
    return MergeTreeTable(
        table, definition, context.storage.catalog, context, lambda: given, only_given=True
    )


def _on_disk(one: Written, context: InsertContext) -> PartOnDisk:
    return PartOnDisk(record_of(one), one.part, context.storage.disks[one.disk_name])
