"""A stored table as something that queries can read."""

from __future__ import annotations

from sparktree.catalog.records import Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.definition import load_definition
from sparktree.engines.merge_tree import MergeTreeTable
from sparktree.engines.services import Services
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.environment import Environment, View
from sparktree.planner.nodes import TableSource
from sparktree.sql import ast, parse
from sparktree.sql.statements.views import CreateView


def open_table(
    record: Table, services: Services, environment: Environment, holds: list[Snapshot]
) -> TableSource | View:
    """The table of a catalog row; a view is its query, a materialized one its target table."""
    if record.engine == "View":
        return View(record.name, _view_query(record))
    if record.engine == "MaterializedView":
        return environment.table(view_target(record))
    if record.engine == "MergeTree":
        definition = load_definition(record.create_query)
        return MergeTreeTable(
            record, definition, services.catalog, services.disks, environment, holds
        )
    raise not_implemented(f"Tables of the engine {record.engine} cannot be read yet.")


def _view_query(record: Table) -> ast.Query:
    statement = parse(record.create_query).statement
    if not isinstance(statement, CreateView):
        raise Error(Code.LOGICAL_ERROR, f"The stored query creates no view: {record.create_query}")
    return statement.query


def view_target(record: Table) -> ast.TableName:
    """The table that a materialized view fills: the one behind TO, or its inner table."""
    statement = parse(record.create_query).statement
    assert isinstance(statement, CreateView)
    if statement.to is not None:
        return ast.TableName(statement.to.name, statement.to.database or record.database)
    return ast.TableName(inner_name(record.uuid), record.database)


def inner_name(uuid: str) -> str:
    """The name of a materialized view's inner table."""
    return f".inner_id.{uuid}"
