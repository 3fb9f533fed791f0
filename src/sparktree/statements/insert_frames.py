"""Rows that a program hands over: DataFrames of Spark and pandas, Arrow tables and streams."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sparktree.engines.inserting.frames import arrow_reader, checked_columns, in_blocks, is_frame
from sparktree.engines.inserting.pipeline import Pipeline
from sparktree.engines.inserting.target import Target
from sparktree.sql import ast
from sparktree.statements.back_pressure import delay_or_refuse
from sparktree.statements.context import Context
from sparktree.statements.handlers import refuse_readonly
from sparktree.statements.rights import check_insert

if TYPE_CHECKING:
    pass


def insert_data(name: ast.TableName, data: Any, context: Context) -> None:
    """INSERT of a program's rows, columns by their names; one commit."""
    check_insert(name, context)
    if not context.is_temporary(name):
        refuse_readonly(context)
    # NULLs of input data, unlike those of INSERT SELECT, have a setting of their own.
    null_as_default = context.settings.input_format_null_as_default
    context.settings = replace(context.settings, insert_null_as_default=null_as_default)
    target = Target.of(context.record(name), context)
    delay_or_refuse(target.record, context)
    pipeline = Pipeline(context)
    if is_frame(data):
        columns = checked_columns(target, context.services.spark.frame_schema(data))
        pipeline.run(lambda: pipeline.from_frame(target, columns, data))
        return
    reader = arrow_reader(data, target.definition)
    columns = checked_columns(target, reader.schema)
    blocks = in_blocks(reader, context.settings.max_insert_block_size)
    if target.deduplicates:
        blocks = pipeline.identity.of_tables([name for name, _ in columns], blocks)
    pipeline.run(lambda: pipeline.from_typed_blocks(target, columns, blocks))
