"""DESCRIBE and EXISTS."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.engines.definition import Column, TableDefinition
from sparktree.engines.view_parameters import has_parameters
from sparktree.errors import Code, Error
from sparktree.planner.select import QueryAnalyser
from sparktree.sql import ast, format_query
from sparktree.sql.statements.other import Describe, Exists
from sparktree.sql.statements.views import CreateView
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.rows import flag, rows
from sparktree.system.open import find_system_table, is_system_database
from sparktree.system.stored import named
from sparktree.types import STRING

_HEADER = ("name", "type", "default_type", "default_expression", "comment", "codec_expression",
           "ttl_expression")  # fmt: skip


@handles(Describe)
def describe(statement: Describe, context: Context) -> Outcome:
    """DESCRIBE TABLE: a table, a table function or a subquery."""
    source = statement.table.source
    if isinstance(source, ast.TableName):
        lines = _table(source, context)
    else:
        lines = _query(statement.table, context)
    compact = context.settings.value("describe_compact_output") in ("1", True)
    width = 2 if compact else len(_HEADER)
    return rows([(name, STRING) for name in _HEADER[:width]], [line[:width] for line in lines])


def _table(name: ast.TableName, context: Context) -> list[Sequence[str]]:
    database = name.database or context.session.database
    if is_system_database(database) and name.name not in context.session.temporary:
        return _system_table(database, name.name)
    create = named(context.record(name))
    if isinstance(create, CreateView) and has_parameters(create.query):
        raise Error(
            Code.UNSUPPORTED_METHOD,
            "Cannot infer table schema for the parameterized view when no query parameters are"
            " provided",
        )
    table = create.table if isinstance(create, CreateView) else create
    return [_line(column) for column in TableDefinition(table).columns]


def _system_table(database: str, name: str) -> list[Sequence[str]]:
    found = find_system_table(database, name)
    if found is None:
        raise Error(Code.UNKNOWN_TABLE, f"Table {database}.{name} does not exist.")
    return [
        (c.name, str(c.type), "ALIAS" if c.alias else "", c.alias, "", "", "")
        for c in found.columns
    ]


def _line(column: Column) -> Sequence[str]:
    ttl = column.declaration.ttl
    return (
        column.name,
        str(column.type),
        column.kind,
        format_query(column.default, one_line=True) if column.default is not None else "",
        column.declaration.comment or "",
        column.codec.removeprefix("CODEC(").removesuffix(")") if column.codec else "",
        format_query(ttl, one_line=True) if ttl is not None else "",
    )


def _query(table: ast.TableExpression, context: Context) -> list[Sequence[str]]:
    everything = ast.Select((ast.Asterisk(),), from_=table)
    columns = QueryAnalyser(context).analyse(everything).columns
    return [(c.name, str(c.type), "", "", "", "", "") for c in columns]


@handles(Exists)
def exists(statement: Exists, context: Context) -> Outcome:
    """EXISTS: 1 or 0."""
    return flag("result", _exists(statement, context))


def _exists(statement: Exists, context: Context) -> bool:
    name = statement.name
    catalog = context.services.catalog
    if statement.kind == "DATABASE":
        return is_system_database(name.name) or catalog.databases.find(name.name) is not None
    temporary = name.database is None and name.name in context.session.temporary
    if statement.temporary or (temporary and statement.kind == "TABLE"):
        return temporary
    database = name.database or context.session.database
    if is_system_database(database):
        return find_system_table(database, name.name) is not None
    record = catalog.tables.find(database, name.name)
    if record is None or statement.kind == "DICTIONARY":
        return False
    return statement.kind == "TABLE" or record.engine.endswith("View")
