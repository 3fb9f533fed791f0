"""Rows that came with INSERTs on their way into a table, whatever keeps its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.files import ObjectInsert
from sparktree.engines.inserting.pipeline import Pipeline
from sparktree.engines.inserting.target import Target
from sparktree.formats.options import InputBlock
from sparktree.statements.back_pressure import delay_or_refuse
from sparktree.statements.context import Context


def target_of(record: Table, context: Context) -> Target:
    """The table that an INSERT into this one fills."""
    if engine_info(record.engine).has_files:
        return Target(record, load_definition(record.create_query), context)
    return Target.of(record, context)


def store_blocks(
    target: Target,
    columns: Sequence[str],
    blocks: Iterable[InputBlock],
    context: Context,
    collected: Sequence[str] | None = None,
) -> None:
    """Write rows that the driver read: they travel to tasks with it.

    `collected` are the names of the INSERTs that the rows are of, if there are several.
    """
    if engine_info(target.record.engine).has_files:
        work = ObjectInsert.into(target.definition, context)
        work.run(lambda: work.from_blocks(columns, blocks))
        return
    delay_or_refuse(target.record, context)
    pipeline = Pipeline(context)
    if collected is not None:
        pipeline.identity.of_collected(collected)
    elif target.deduplicates:
        blocks = pipeline.identity.of_blocks(columns, blocks)
    pipeline.run(lambda: pipeline.from_blocks(target, columns, blocks))
