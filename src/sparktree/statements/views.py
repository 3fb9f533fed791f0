"""CREATE VIEW and CREATE MATERIALIZED VIEW."""

from __future__ import annotations

import json
import uuid as uuids
from dataclasses import replace

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.tables.open import inner_name, view_target
from sparktree.engines.tables.view_parameters import has_parameters
from sparktree.engines.tables.views import MATERIALIZED, load_view, source_of
from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.planner.analysis.set_operations import quantified
from sparktree.sql import ast, format_create, format_query
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.views import CreateView
from sparktree.sql.type_ast import TypeName
from sparktree.statements.attach import check_attach
from sparktree.statements.context import Context
from sparktree.statements.create_as_select import filled, show
from sparktree.statements.create_rights import create_view_rights
from sparktree.statements.create_table import checked, completed, table_record
from sparktree.statements.handlers import execute, handles
from sparktree.statements.qualifying import qualified
from sparktree.statements.select import analysed
from sparktree.statements.temporary import create_hidden
from sparktree.statements.view_security import completed_security
from sparktree.types import Type, parse_type


@handles(CreateView, needs=create_view_rights)
def create_view(statement: CreateView, context: Context) -> None:
    """CREATE VIEW, also MATERIALIZED."""
    table = statement.table
    _refuse(statement, context)
    database = table.name.database or context.session.database
    context.services.catalog.databases.require(database)
    exists = context.services.catalog.tables.find(database, table.name.name) is not None
    if exists and table.if_not_exists:
        return
    replaces = table.or_replace or table.replace
    if exists and not replaces:
        raise Error(Code.TABLE_ALREADY_EXISTS, f"Table {database}.{table.name.name} already exists")
    security = completed_security(statement.security, context, materialized=statement.materialized)
    statement = replace(statement, security=security)
    query = _with_modes(qualified(statement.query, context.session.database), context)
    complete = _completed(replace(statement, query=query), database, context)
    if complete.materialized:
        _create_materialized(statement, complete, context)
        return
    record = _record(complete, "View", _converted(complete, context), table.uuid or "")
    context.services.catalog.tables.create(record, or_replace=replaces)


def _with_modes(query: ast.Query, context: Context) -> ast.Query:
    """The query with ALL or DISTINCT where the settings of now decide."""
    if not isinstance(query, ast.SetOperation):
        return query
    left, right = (_with_modes(side, context) for side in (query.left, query.right))
    return replace(query, left=left, right=right, quantifier=quantified(query, context))


def _refuse(statement: CreateView, context: Context) -> None:
    if statement.table.attach:
        database = statement.table.name.database or context.session.database
        check_attach(statement.table, database, context)
    if statement.refresh is not None:
        raise not_implemented("Refreshable materialized views are not supported yet.")
    if statement.table.temporary:
        raise not_implemented("Temporary views are not supported yet.")
    if {"limit", "offset"} & {setting.name for setting in ast.settings_of(statement.query)}:
        raise not_implemented(
            "Query-construction settings (`limit`/`offset`) are not supported in a VIEW definition"
        )
    if statement.materialized and has_parameters(statement.query):
        raise not_implemented("Materialized views with parameters are not supported.")


def _completed(statement: CreateView, database: str, context: Context) -> CreateView:
    """The view with its name, its columns and its target spelled out."""
    table = statement.table
    columns = () if has_parameters(statement.query) else _columns(statement, context)
    to = statement.to
    if to is not None:
        to = replace(to, database=to.database or context.session.database)
        if table.storage is not None:
            raise Error(
                Code.SYNTAX_ERROR,
                "When creating a materialized view you can't declare both 'TO [db].[table]' and"
                " 'ENGINE'",
            )
        target = context.services.catalog.tables.get(to.database or "", to.name)
        _check_target(columns, target, context)
    name = ast.TableName(table.name.name, database)
    complete = replace(table, name=name, columns=columns, has_list=bool(columns), uuid=None)
    complete = replace(complete, attach=False, if_not_exists=False, or_replace=False, replace=False)
    return replace(statement, table=complete, to=to, populate=False, empty=False)


def with_query(view: CreateView, query: ast.Query, record: Table, context: Context) -> CreateView:
    """MODIFY QUERY: what the view computes of rows that are inserted from now on."""
    table = replace(view.table, columns=(), has_list=False)
    stored = _with_modes(qualified(query, context.session.database), context)
    changed = replace(view, query=stored, table=table)
    columns = _columns(changed, context)
    if view.to is None:  # the view shows the columns of its own table, whatever it fills of them
        inner = load_definition(context.record(view_target(record)).create_query).by_name
        for column in columns:
            if column.name not in inner:
                raise Error(
                    Code.NO_SUCH_COLUMN_IN_TABLE,
                    f"Column {column.name} does not exist in the materialized view's inner table",
                )
        columns = view.table.columns
    return replace(changed, table=replace(table, columns=columns, has_list=True))


def _check_target(columns: tuple[ColumnDeclaration, ...], target: Table, context: Context) -> None:
    """Every column of the view has a place in the table that it fills, and a type that fits."""
    if not engine_info(target.engine).has_parts:
        return
    known = load_definition(target.create_query).by_name
    for column in columns:
        if column.name not in known:
            raise Error(
                Code.THERE_IS_NO_COLUMN,
                f"SELECT query outputs column with name '{column.name}', which is not found in the"
                " target table. Use 'AS' to assign alias that matches a column name",
            )
        assert column.type is not None
        made = parse_type(format_query(column.type, one_line=True))
        convert(sql.name("x"), made, known[column.name].type, context.zone)


def _columns(statement: CreateView, context: Context) -> tuple[ColumnDeclaration, ...]:
    made = [
        ColumnDeclaration(c.name, TypeName(str(c.type)))
        for c in analysed(statement.query, context).columns
    ]
    declared = statement.table.columns
    if not declared:
        return tuple(made)
    types = {column.name: column.type for column in made}
    return tuple(
        c if c.type is not None else replace(c, type=types.get(c.name) or made[i].type)
        for i, c in enumerate(declared)
        if i < len(made)
    )


def _type(column: ColumnDeclaration) -> Type:
    assert column.type is not None
    return parse_type(format_query(column.type, one_line=True))


def _converted(statement: CreateView, context: Context) -> list[tuple[str, str]]:
    """Names and types of columns that the query itself has no names for; empty if it has them."""
    if has_parameters(statement.query):
        return []
    own = {c.name for c in analysed(statement.query, context).columns}
    declared = [(c.name, str(_type(c))) for c in statement.table.columns]
    return [] if own >= {name for name, _ in declared} else declared


def _record(
    statement: CreateView, engine: str, converted: list[tuple[str, str]], uuid: str = ""
) -> Table:
    definition = json.dumps({"converted": converted}) if converted else "{}"
    name = statement.table.name
    return Table(
        uuid or str(uuids.uuid4()),
        name.database or "",
        name.name,
        engine,
        format_create(statement),
        definition,
    )


def _create_materialized(given: CreateView, view: CreateView, context: Context) -> None:
    if given.populate:
        _refuse_cycle(view)
    identity = given.table.uuid or str(uuids.uuid4())
    if view.to is not None:
        _create_over(given, _record(view, MATERIALIZED, [], identity), context)
        return
    inner = _inner(view, identity, context)
    view = replace(view, table=replace(view.table, storage=inner.storage, primary_key=None))
    record = table_record(inner, inner.name.database or "")
    if given.populate:
        columns = [column.name for column in view.table.columns]
        hidden = filled(record, view.query, context, columns)
    else:
        hidden = create_hidden(record, context.services)
    made = _record(view, MATERIALIZED, [], identity)
    show(
        hidden,
        (record.database, record.name),
        context,
        replaced=_replaced(given, made, context),
        view=made,
    )


def _create_over(given: CreateView, record: Table, context: Context) -> None:
    """A view that fills a table which is there already."""
    tables = context.services.catalog.tables
    for inner in _replaced(given, record, context)[1:]:
        tables.drop(*inner)
    tables.create(record, or_replace=given.table.or_replace or given.table.replace)
    if not given.populate:
        return
    view = load_view(record.create_query)
    columns = tuple(ast.Identifier((c.name,)) for c in view.table.columns)
    try:
        execute(Insert(view.table.name, columns=columns, query=view.query), context)
    except BaseException:
        tables.drop(record.database, record.name)
        raise


def _replaced(given: CreateView, record: Table, context: Context) -> list[tuple[str, str]]:
    """The names that the view takes over: its own and that of the old view's inner table."""
    if not (given.table.or_replace or given.table.replace):
        return []
    tables = context.services.catalog.tables
    names = [(record.database, record.name)]
    old = tables.find(*names[0])
    if old is not None and tables.find(old.database, inner_name(old.uuid)) is not None:
        names.append((old.database, inner_name(old.uuid)))
    return names


def _refuse_cycle(view: CreateView) -> None:
    source = source_of(view.query)
    if view.to is not None and source is not None and source == view.to:
        name = f"{view.table.name.database}.{view.table.name.name}"
        raise Error(
            Code.TOO_DEEP_RECURSION,
            f"Dependencies of the table {name} are cyclic. Dependencies {name} ->"
            f" {source.database}.{source.name} are pointing to {name}",
        )


def _inner(view: CreateView, identity: str, context: Context) -> CreateTable:
    """The table that holds the view's rows."""
    own = view.table
    database = own.name.database or ""
    inner = CreateTable(
        ast.TableName(inner_name(identity), database),
        own.columns,
        own.indexes,
        own.projections,
        own.constraints,
        own.primary_key,
        own.storage,
    )
    complete = completed(inner, database, context)
    checked(complete, context)
    return complete
