"""INSERT INTO FUNCTION: rows into a file."""

from __future__ import annotations

from collections import deque

from sparktree.engines.definition.table import TableDefinition, key_elements
from sparktree.engines.inserting.files import ObjectInsert, partition_expressions
from sparktree.engines.inserting.given_columns import check_widths
from sparktree.engines.objects.arguments import given_arguments
from sparktree.engines.objects.declaring import check_partition_by, check_some_columns
from sparktree.engines.objects.functions import FORMS
from sparktree.engines.objects.source import AUTO, HIVE, source_of
from sparktree.engines.table_functions.data_functions import NULL
from sparktree.engines.table_functions.declare import TABLE_FUNCTIONS
from sparktree.engines.table_functions.structures import structure
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql import ast
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable
from sparktree.sql.statements.insert import Insert
from sparktree.sql.type_ast import TypeName
from sparktree.statements.constants import constant_arguments
from sparktree.statements.context import Context
from sparktree.statements.insert_formats import input_rows
from sparktree.statements.select import analysed
from sparktree.types import Type


def insert_into_function(statement: Insert, context: Context) -> None:
    """Write the rows of a query, or of data, where the function says."""
    call = statement.function
    assert call is not None
    if call.name in FORMS:
        _into_files(statement, call, context)
        return
    if call.name == NULL:
        _into_nothing(statement, call, context)
        return
    if call.name not in TABLE_FUNCTIONS:
        raise Error(Code.UNKNOWN_FUNCTION, f"Unknown table function {call.name}")
    raise not_implemented(f"INSERT INTO FUNCTION {call.name} is not supported.")


def _into_nothing(statement: Insert, call: ast.Function, context: Context) -> None:
    """INSERT INTO FUNCTION null(...): the rows are computed, and that is all."""
    query = analysed(statement.query, context) if statement.query else None
    if call.args or query is None:
        if not call.args:
            raise Error(Code.BAD_ARGUMENTS, "INSERT INTO FUNCTION null of data needs a structure.")
        header = structure(str(constant_arguments(context).value(call.args[0])))
        if query is None:
            deque(input_rows(statement, header, context), maxlen=0)
            return
        check_widths(len(query.columns), len(header))
    deque(context.rows(context.plan(query)), maxlen=0)


def _into_files(statement: Insert, call: ast.Function, context: Context) -> None:
    """INSERT INTO FUNCTION s3(...) [PARTITION BY ...] and the like."""
    by = statement.partition_by
    evaluate = constant_arguments(context).value
    given = given_arguments(FORMS[call.name], call.args, evaluate, context.services.storage)
    names = [".".join(e.parts) for e in key_elements(by) if isinstance(e, ast.Identifier)]
    source = source_of(given, names)
    typed = analysed(statement.query, context) if statement.query else None
    if source.structure != AUTO:
        header = structure(source.structure)
    elif typed is not None:
        header = tuple((c.name, c.type) for c in typed.columns)
    else:
        raise Error(
            Code.BAD_ARGUMENTS, f"INSERT INTO FUNCTION {call.name} of data needs a structure."
        )
    if source.strategy == HIVE:
        keys = check_partition_by(by, header)
        if not source.keys_in_files:
            check_some_columns([name for name, _ in header], keys)
    columns = [name for name, _ in header]
    definition = _definition(call.name, header)
    work = ObjectInsert(source, definition, partition_expressions(by, source), context)
    if typed is not None:
        query = typed
        work.run(lambda: work.from_query(columns, query))
        return
    rows = input_rows(statement, header, context)
    work.run(lambda: work.from_blocks(columns, rows))


def _definition(name: str, header: tuple[tuple[str, Type], ...]) -> TableDefinition:
    """The files as a table that nobody created."""
    columns = tuple(ColumnDeclaration(column, TypeName(str(type_))) for column, type_ in header)
    return TableDefinition(CreateTable(ast.TableName(name), columns, has_list=True))
