"""Views: which tables they read, and which materialized views a table feeds."""

from __future__ import annotations

from functools import lru_cache

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.sql import ast, parse
from sparktree.sql.statements.views import CreateView

MATERIALIZED = "MaterializedView"


@lru_cache(maxsize=256)
def load_view(create_query: str) -> CreateView:
    """The view behind a stored CREATE query."""
    statement = parse(create_query).statement
    if not isinstance(statement, CreateView):
        raise Error(Code.LOGICAL_ERROR, f"The stored query creates no view: {create_query}")
    return statement


def definer_of(record: Table) -> str | None:
    """The user with whose rights a view reads; None of one that reads with others'."""
    security = load_view(record.create_query).security
    return security.definer if security is not None and security.kind == "DEFINER" else None


def trusts(record: Table) -> bool:
    """Whether who may read the view may read what it reads: SQL SECURITY NONE."""
    security = load_view(record.create_query).security
    return security is not None and security.kind == "NONE"


def source_of(query: ast.Query) -> ast.TableName | None:
    """The table whose INSERTs a materialized view follows: the leftmost one of FROM."""
    if not isinstance(query, ast.Select) or query.from_ is None:
        return None
    item = query.from_
    while not isinstance(item, ast.TableExpression):
        below = item.left if isinstance(item, ast.Join) else item.input
        if below is None:
            return None
        item = below
    if isinstance(item.source, ast.Subquery):
        return source_of(item.source.query)
    return item.source if isinstance(item.source, ast.TableName) else None


def is_materialized(record: Table) -> bool:
    """Whether it is a materialized view."""
    return engine_info(record.engine).family is Family.MATERIALIZED_VIEW


def dependent_views(storage: DataFolder, database: str, name: str) -> list[Table]:
    """The materialized views that an INSERT into the table fills, oldest first."""
    found = [
        record
        for record in storage.catalog.tables.all()
        if is_materialized(record) and _reads(record, database, name)
    ]
    return sorted(found, key=lambda record: record.created)


def _reads(record: Table, database: str, name: str) -> bool:
    source = source_of(load_view(record.create_query).query)
    return source is not None and (source.database, source.name) == (database, name)
