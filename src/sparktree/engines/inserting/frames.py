"""What a program hands over as a stream of Arrow: DataFrames of Spark and pandas, Arrow tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeGuard

import pyarrow as pa

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.inserting.arrow_input import kernel_batch
from sparktree.engines.inserting.given_columns import given_columns
from sparktree.engines.inserting.target import Target
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.errors import Code, Error
from sparktree.sql import ast
from sparktree.types import Type
from sparktree.types.from_arrow import type_of
from sparktree.types.to_arrow import Flavour, arrow_type

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def is_frame(data: Any) -> TypeGuard[DataFrame]:
    """Whether the data is a DataFrame of Spark."""
    if not type(data).__module__.startswith("pyspark."):
        return False
    from sparktree.spark import internals  # noqa: PLC0415  # who has a DataFrame has pyspark

    if not internals.is_classic(data):
        raise internals.no_connect("insert(...) of a DataFrame")
    return True


def arrow_reader(data: Any, definition: TableDefinition) -> pa.RecordBatchReader:
    """Anything that is, or can become, a stream of Arrow batches."""
    try:
        if isinstance(data, pa.RecordBatchReader):
            return data
        if isinstance(data, pa.RecordBatch):
            data = pa.Table.from_batches([data])
        if isinstance(data, pa.Table):
            return data.to_reader()
        if type(data).__module__.startswith("pandas."):
            return _from_pandas(data, definition).to_reader()
        if hasattr(data, "__arrow_c_stream__"):
            return pa.RecordBatchReader.from_stream(data)
    except pa.ArrowException as error:
        raise Error(Code.TYPE_MISMATCH, f"The data cannot become Arrow: {error}") from error
    raise Error(
        Code.BAD_ARGUMENTS,
        f"Cannot insert an object of type {type(data).__name__}: a Spark or pandas DataFrame, an"
        " Arrow table, record batch or record batch reader is expected.",
    )


def _from_pandas(data: Any, definition: TableDefinition) -> pa.Table:
    """Objects whose type pandas does not tell (maps, tuples, decimals) take the column's type."""
    columns = {}
    for name in data.columns:
        known = definition.by_name.get(name)
        try:
            columns[name] = pa.Array.from_pandas(data[name])
        except pa.ArrowException:
            if known is None:
                raise
            kind = arrow_type(known.type, Flavour())
            columns[name] = pa.Array.from_pandas(data[name], type=kind)
    return pa.table(columns)


def checked_columns(target: Target, schema: pa.Schema) -> list[tuple[str, Type]]:
    """The columns and their types; whatever cannot be inserted is told before anything is read."""
    names = target.insert_columns([ast.Identifier((name,)) for name in schema.names])
    if not names:
        raise Error(Code.EMPTY_LIST_OF_COLUMNS_PASSED, "There are no columns to insert.")
    columns = [(field.name, type_of(field)) for field in schema]
    rows = RowsForTable(target.definition, target.context, target.context.settings)
    rows.select("", given_columns(columns))
    return columns


def in_blocks(reader: pa.RecordBatchReader, limit: int) -> Iterator[pa.Table]:
    """The rows in kernel form, in blocks of at most `limit` rows."""
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in reader:
        for start in range(0, batch.num_rows, limit):
            piece = batch.slice(start, limit)
            if waiting and rows + piece.num_rows > limit:
                yield pa.Table.from_batches(waiting)
                waiting, rows = [], 0
            waiting.append(kernel_batch(piece))
            rows += piece.num_rows
    if waiting:
        yield pa.Table.from_batches(waiting)
