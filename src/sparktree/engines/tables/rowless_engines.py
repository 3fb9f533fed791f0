"""Tables that keep no rows of their own: calls of table functions, and random rows."""

from __future__ import annotations

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.table_functions.declare import TABLE_FUNCTIONS
from sparktree.engines.table_functions.random_rows import RANDOM_ARGUMENTS
from sparktree.errors import Code, Error
from sparktree.planner.environment import View
from sparktree.sql import ast

TABLE_FUNCTION = "TableFunction"  # of CREATE TABLE ... AS function(...)


def open_rowless(record: Table) -> View:
    """The query that a table of these engines is."""
    definition = load_definition(record.create_query)
    columns = tuple(ast.Identifier((name,)) for name, _ in definition.asterisk_columns())
    query = ast.Select(columns, from_=ast.TableExpression(_source(definition)))
    return View(record.name, query, of_one=True)


def _source(definition: TableDefinition) -> ast.Function:
    if definition.create.as_function is not None:
        return definition.create.as_function
    structure = ", ".join(f"{_quoted(c.name)} {c.type}" for c in definition.columns)
    return ast.Function("generateRandom", (ast.Literal(structure), *definition.engine.args))


def _quoted(name: str) -> str:
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def shown_engine(record: Table) -> str:
    """The engine as ClickHouse names it."""
    if engine_info(record.engine).is_shown:
        return record.engine
    call = load_definition(record.create_query).create.as_function
    assert call is not None
    function = TABLE_FUNCTIONS.find(call.name)
    return function.engine if function is not None and function.engine else call.name


def checked_engine(engine: ast.Function) -> ast.Function:
    """GenerateRandom as it is kept."""
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
