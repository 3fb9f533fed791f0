"""Buffers hand their rows on to the tables behind them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sparktree.catalog.records import Part, Swap, Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.files import ObjectInsert
from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.engines.inserting.pipeline import Pipeline
from sparktree.engines.inserting.target import Target
from sparktree.engines.reading.stored_parts import StoredParts
from sparktree.engines.tables.buffers import HELD, BufferLimits, destination
from sparktree.engines.tables.merge_tree import MergeTreeTable
from sparktree.errors import Code, Error
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.sql import ast


def flush_if_due(record: Table, context: InsertContext, new: Collection[str] = ()) -> None:
    """Hand on what a buffer may not hold any longer; rows that came just now, in parts of these
    UUIDs, stay if there is room for them then. Without such, those that came a while ago."""
    limits, now = BufferLimits.of(record), context.storage.catalog.clock()
    parts = context.storage.catalog.parts.all(record.uuid)
    if not new:
        _flush(limits.overdue(parts, now), record, context)
        return
    if not limits.reached(parts, now):
        return
    stays = not limits.reached([part for part in parts if part.uuid in new], now)
    _flush([p for p in parts if p.uuid not in new] if stays else parts, record, context)


def flush_buffer(record: Table, context: InsertContext) -> None:
    """Hand on all rows that a table holds, if it is a buffer."""
    if engine_info(record.engine).family is Family.BUFFER:
        _flush(context.storage.catalog.parts.all(record.uuid), record, context)


def _flush(parts: Sequence[Part], record: Table, context: InsertContext) -> None:
    """Rows leave the buffer in the commit that shows them behind it. Without the table behind it
    they stay, unless there is to be none."""
    catalog, name = context.storage.catalog, destination(record)
    if not parts:
        return
    try:
        if name is None:
            catalog.parts.swap(Swap(outdate=parts))
            return
        target = catalog.tables.find(name.database or "", name.name)
        if target is not None:
            _hand_on(record, parts, target, context)
    except Error as error:
        if error.code != Code.ABORTED:  # some of the parts are gone: others handed them on
            raise


def _hand_on(record: Table, parts: Sequence[Part], target: Table, context: InsertContext) -> None:
    storage, definition = context.storage, load_definition(record.create_query)
    stored = StoredParts(record, storage.disks, ())
    given = tuple(stored.ready(part) for part in parts)
    held = MergeTreeTable(
        record, definition, storage.catalog, context, lambda: given, only_given=True
    )
    files = engine_info(target.engine).has_files
    behind = (
        load_definition(target.create_query) if files else Target.of(target, context).definition
    )
    known = {name for name, _ in behind.asterisk_columns()}
    columns = [name for name, _ in definition.asterisk_columns() if name in known]
    if not columns:
        return
    names: tuple[ast.Expression, ...] = tuple(ast.Identifier((name,)) for name in columns)
    query = ast.Select(names, from_=ast.TableExpression(ast.TableName(record.uuid, HELD)))
    typed = QueryAnalyser(context.seeing({(HELD, record.uuid): held})).analyse(query)
    if files:
        work = ObjectInsert.into(behind, context)
        work.run(lambda: work.from_query(columns, typed))
        storage.catalog.parts.swap(Swap(outdate=parts))
        return
    pipeline = Pipeline(context, instead=parts)
    pipeline.run(lambda: pipeline.from_query(Target.of(target, context), columns, typed))
