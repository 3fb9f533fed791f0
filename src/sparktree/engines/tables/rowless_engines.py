"""Tables that keep no rows of their own: calls of table functions, random rows, and buffers.

A Buffer of ClickHouse holds rows back until they are many. Here an INSERT into one goes on to the
table behind it at once, so that nothing is lost at a crash.
"""

from __future__ import annotations

from collections.abc import Callable

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.table_functions.random_rows import RANDOM_ARGUMENTS
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.environment import View
from sparktree.sql import ast

TABLE_FUNCTION = "TableFunction"  # of CREATE TABLE ... AS function(...)
# What ClickHouse calls the engines of table functions.
_SHOWN = {
    "numbers": "SystemNumbers", "numbers_mt": "SystemNumbers", "generate_series": "SystemNumbers",
    "generateSeries": "SystemNumbers", "zeros": "SystemZeros", "zeros_mt": "SystemZeros",
    "values": "Values", "view": "View", "null": "Null", "merge": "Merge", "file": "File",
    "url": "URL", "s3": "S3", "gcs": "S3", "azureBlobStorage": "Azure", "hdfs": "HDFS",
    "format": "Values", "generateRandom": "GenerateRandom", "primes": "SystemPrimes",
}  # fmt: skip


def open_calculated(record: Table) -> View:
    """The query that a table of these engines is."""
    definition = load_definition(record.create_query)
    columns = tuple(ast.Identifier((name,)) for name, _ in definition.shown())
    query = ast.Select(columns, from_=ast.TableExpression(_source(definition)))
    buffers = engine_info(record.engine).family is Family.BUFFER
    return View(record.name, query, of_tables=buffers, of_one=not buffers)


def _source(definition: TableDefinition) -> ast.TableName | ast.Function:
    if definition.create.as_function is not None:
        return definition.create.as_function
    if definition.engine_info.family is Family.BUFFER:
        return buffered(definition)
    structure = ", ".join(f"{_quoted(c.name)} {c.type}" for c in definition.columns)
    return ast.Function("generateRandom", (ast.Literal(structure), *definition.engine.args))


def _quoted(name: str) -> str:
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def buffered(definition: TableDefinition) -> ast.TableName:
    """The table behind a buffer."""
    database, table = (
        arg.value for arg in definition.engine.args[:2] if isinstance(arg, ast.Literal)
    )
    return ast.TableName(str(table), str(database))


def shown_engine(record: Table) -> str:
    """The engine as ClickHouse names it."""
    if engine_info(record.engine).is_shown:
        return record.engine
    call = load_definition(record.create_query).create.as_function
    assert call is not None
    return _SHOWN.get(call.name, call.name)


def checked_engine(
    engine: ast.Function, evaluate: Callable[[ast.Expression], object]
) -> ast.Function:
    """The engine as it is kept, its arguments computed."""
    if engine_info(engine.name).family is Family.BUFFER:
        return _checked_buffer(engine, evaluate)
    if len(engine.args) > len(RANDOM_ARGUMENTS):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Storage GenerateRandom requires at most three arguments: random_seed,"
            " max_string_length, max_array_length.",
        )
    for name, arg in zip(RANDOM_ARGUMENTS, engine.args, strict=False):
        number = arg.value if isinstance(arg, ast.Literal) else "an expression"
        if number is not None and (not isinstance(number, int) or number < 0):
            message = f"Argument '{name}' must be a literal with type UInt64, got {number}"
            raise Error(Code.BAD_ARGUMENTS, message)
    return ast.Function(engine.name, engine.args)


def _checked_buffer(
    engine: ast.Function, evaluate: Callable[[ast.Expression], object]
) -> ast.Function:
    if not 9 <= len(engine.args) <= 12:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Storage Buffer requires from 9 to 12 parameters: destination_database,"
            " destination_table, num_buckets, min_time, max_time, min_rows, max_rows, min_bytes,"
            " max_bytes[, flush_time, flush_rows, flush_bytes].",
        )
    names = [
        ".".join(arg.parts) if isinstance(arg, ast.Identifier) else str(evaluate(arg))
        for arg in engine.args[:2]
    ]
    if not all(names):
        raise not_implemented("A Buffer without a table behind it is not supported.")
    numbers = [evaluate(arg) for arg in engine.args[2:]]
    if not all(isinstance(number, int | float) for number in numbers):
        raise Error(Code.BAD_ARGUMENTS, "The limits of a Buffer must be numbers.")
    kept = (*map(ast.Literal, names), *engine.args[2:])
    return ast.Function(engine.name, kept)
