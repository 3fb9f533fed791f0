"""A stored table as something that queries can read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sparktree.catalog.records import Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.objects.declaring import open_external
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.tables.buffers import open_buffer
from sparktree.engines.tables.merge_tables import open_merge, virtual_names
from sparktree.engines.tables.merge_tree import MergeTreeTable, active_parts
from sparktree.engines.tables.rowless_engines import open_rowless
from sparktree.engines.tables.view_parameters import refuse_without_values, with_values
from sparktree.engines.tables.views import definer_of, load_view, trusts
from sparktree.errors import not_implemented
from sparktree.planner.environment import Constants, Environment, View
from sparktree.planner.sources import TableSource
from sparktree.sql import ast, format_query
from sparktree.types import Type, parse_type


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is opened, and what it is opened with."""

    record: Table
    storage: DataFolder
    environment: Environment
    holds: list[Snapshot]


def open_table(
    record: Table, storage: DataFolder, environment: Environment, holds: list[Snapshot]
) -> TableSource | View:
    """The table of a catalog row; a view is its query, a materialized one its target table."""
    open_one = OPENERS.get(engine_info(record.engine).family)
    if open_one is None:
        raise not_implemented(f"Tables of the engine {record.engine} cannot be read yet.")
    return open_one(Opening(record, storage, environment, holds))


def inserts_into(record: Table) -> ast.TableName | None:
    """The other table that takes the rows of an INSERT, if it is not the table itself."""
    if engine_info(record.engine).family is Family.MATERIALIZED_VIEW:
        return view_target(record)
    return None


def open_held(
    record: Table, storage: DataFolder, environment: Environment, holds: list[Snapshot]
) -> TableSource:
    """The rows that a buffer holds itself."""
    return _open_parts(Opening(record, storage, environment, holds))


def open_view_call(
    record: Table, call: ast.Function, constants: Constants, environment: Environment
) -> View:
    """A parameterized view with the values of its parameters."""
    query = with_values(view_query(record), call, constants, environment.context)
    return View(record.name, query, trusted=trusts(record), definer=definer_of(record))


def view_query(record: Table) -> ast.Query:
    """The query of a view, its columns converted where CREATE VIEW declared other types."""
    view = load_view(record.create_query)
    declared = json.loads(record.definition).get("converted")
    if not declared:
        return view.query
    columns = tuple(_converted(name, type_name) for name, type_name in declared)
    names = tuple(name for name, _ in declared)
    source = ast.TableExpression(ast.Subquery(view.query), "query", names)
    return ast.Select(columns, from_=source)


def _open_view(opening: Opening) -> View:
    record = opening.record
    query = view_query(record)
    refuse_without_values(record.name, query)
    return View(
        record.name,
        query,
        declared_columns=_view_columns(record),
        trusted=trusts(record),
        definer=definer_of(record),
    )


def _view_columns(record: Table) -> tuple[tuple[str, Type], ...]:
    """The columns of a view as they were when it was created."""
    columns = load_view(record.create_query).table.columns
    return tuple(
        (c.name, parse_type(format_query(c.type, one_line=True))) for c in columns if c.type
    )


def _open_parts(opening: Opening) -> MergeTreeTable:
    record, storage = opening.record, opening.storage
    definition = load_definition(record.create_query)
    catalog, environment = storage.catalog, opening.environment
    parts = active_parts(record, catalog, storage.disks, environment, opening.holds)
    return MergeTreeTable(record, definition, catalog, environment, parts)


def _open_files(opening: Opening) -> TableSource:
    record = opening.record
    create = load_definition(record.create_query).create
    return open_external(record.name, create, opening.storage, opening.environment)


def _open_materialized(opening: Opening) -> View:
    """What reading a materialized view means: its own columns of the table that it fills."""
    record, storage = opening.record, opening.storage
    names = [column.name for column in load_view(record.create_query).table.columns]
    name = view_target(record)
    target = storage.catalog.tables.find(name.database or record.database, name.name)
    hidden = [n for n in virtual_names([target]) if n not in names] if target is not None else []
    columns = tuple(ast.Identifier((column,)) for column in [*names, *hidden])
    query = ast.Select(columns, from_=ast.TableExpression(name))
    definer = definer_of(record)
    return View(
        record.name, query, tuple(hidden), of_one=True, trusted=definer is None, definer=definer
    )


def _converted(name: str, type_name: str) -> ast.Expression:
    column = ast.Identifier(("query", name))
    return ast.Aliased(ast.Function("_CAST", (column, ast.Literal(type_name))), name)


def view_target(record: Table) -> ast.TableName:
    """The table that a materialized view fills: the one behind TO, or its inner table."""
    statement = load_view(record.create_query)
    if statement.to is not None:
        return ast.TableName(statement.to.name, statement.to.database or record.database)
    return ast.TableName(inner_name(record.uuid), record.database)


def inner_name(uuid: str) -> str:
    """The name of a materialized view's inner table."""
    return f".inner_id.{uuid}"


OPENERS: Mapping[Family, Callable[[Opening], TableSource | View]] = {
    Family.MERGE_TREE: _open_parts,
    Family.PLAIN_PARTS: _open_parts,
    Family.FILES: _open_files,
    Family.COMPUTED: lambda opening: open_rowless(opening.record),
    Family.BUFFER: lambda opening: open_buffer(opening.record, opening.storage),
    Family.MERGED: lambda opening: open_merge(
        opening.record, opening.storage, opening.environment.guard
    ),
    Family.VIEW: _open_view,
    Family.MATERIALIZED_VIEW: _open_materialized,
}
