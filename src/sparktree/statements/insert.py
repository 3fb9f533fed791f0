"""INSERT: rows from VALUES, data, a query or a DataFrame into parts, committed at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.files import ObjectInsert
from sparktree.engines.inserting.pipeline import Pipeline
from sparktree.engines.inserting.target import Target
from sparktree.engines.table_functions.data_functions import known_rows
from sparktree.engines.tables.merge_tables import columns_of
from sparktree.engines.tables.open import inserts_into
from sparktree.sql import ast
from sparktree.sql.statements.insert import Insert
from sparktree.statements.async_inserts import collect, is_async
from sparktree.statements.back_pressure import delay_or_refuse
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.insert_formats import input_rows
from sparktree.statements.insert_function import insert_into_function
from sparktree.statements.rights import existing, qualified
from sparktree.statements.select import analysed
from sparktree.statements.sources import function_rights
from sparktree.statements.storing import store_blocks, target_of


def _rights(statement: Insert, context: Context) -> Iterator[Element]:
    """INSERT on the columns that take values; what its query reads is checked with the query, and
    the source of a table function with the function."""
    if statement.function is not None:
        yield from function_rights(statement.function, context.storage, "WRITE")
    record = None if statement.table is None else existing(statement.table, context)
    if statement.table is not None and record is not None:
        if engine_info(record.engine).is_view and inserts_into(record) is None:
            columns = [name for name, _ in columns_of(record)]  # it takes no rows
        else:
            columns = target_of(record, context).insert_columns(statement.columns)
        yield right("INSERT", *qualified(statement.table, context), columns=columns)


@handles(Insert, needs=_rights)
def insert(statement: Insert, context: Context) -> Outcome | None:
    """Run an INSERT whose rows are a query or inline data."""
    if statement.query is not None and statement.format is not None:
        context.input = lambda header: known_rows(
            "input", header, input_rows(statement, header, context)
        )
    if statement.function is not None:
        insert_into_function(statement, context)
        return None
    assert statement.table is not None
    record = context.record(statement.table)
    if is_async(statement, record, context) and collect(statement, record, context):
        return None
    target = target_of(record, context)
    columns = target.insert_columns(statement.columns)
    if statement.query is not None:
        _insert_query(target, columns, statement.query, context)
        return None
    typed = [(c, target.definition.by_name[c].type) for c in columns]
    store_blocks(target, columns, input_rows(statement, typed, context), context)
    return None


def _insert_query(
    target: Target, columns: Sequence[str], query: ast.Query, context: Context
) -> None:
    if engine_info(target.record.engine).has_files:
        work = ObjectInsert.into(target.definition, context)
        _query_into_files(work, columns, query, context)
        return
    delay_or_refuse(target.record, context)
    write_query(target, columns, query, context)


def _query_into_files(
    work: ObjectInsert, columns: Sequence[str], query: ast.Query, context: Context
) -> None:
    typed = analysed(query, context)
    work.run(lambda: work.from_query(columns, typed))


def fill_files(record: Table, query: ast.Query, context: Context) -> None:
    """The rows of CREATE ... AS SELECT, into a table of engine S3 and the like."""
    definition = load_definition(record.create_query)
    columns = [column.name for column in definition.columns]
    _query_into_files(ObjectInsert.into(definition, context), columns, query, context)


def write_query(target: Target, columns: Sequence[str], query: ast.Query, context: Context) -> None:
    """INSERT SELECT: the tasks that compute the rows also write them."""
    typed = analysed(query, context)
    pipeline = Pipeline(context)
    pipeline.identity.of_query(query)
    pipeline.run(lambda: pipeline.from_query(target, columns, typed))
