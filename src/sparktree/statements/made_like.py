"""CREATE TABLE ... AS another table: what the new one takes from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.errors import Code, Error
from sparktree.sql import ast
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable, Storage
from sparktree.sql.statements.views import CreateView
from sparktree.sql.type_ast import TypeName
from sparktree.statements.context import Context
from sparktree.statements.select import analysed
from sparktree.system.open import is_system_database
from sparktree.system.stored import named
from sparktree.types import Type


def made_like(statement: CreateTable, name: ast.TableName, context: Context) -> CreateTable:
    """The statement with all that it does not say itself."""
    database = name.database or context.session.database
    if is_system_database(database):
        return _like_system(statement, ast.TableName(name.name, database), context)
    record = _source(name, database, context)
    made = named(record)
    other = made.table if isinstance(made, CreateView) else made
    if isinstance(made, CreateView) and not made.materialized:
        if statement.storage is None:
            where = f"{database}.{name.name}"
            message = f"Cannot CREATE a table AS {where}, it is a View"
            raise Error(Code.INCORRECT_QUERY, message)
        other = replace(other, storage=None)
    storage = _storage(statement.storage, other.storage)
    taken = replace(
        statement,
        columns=other.columns,
        indexes=other.indexes,
        projections=other.projections,
        constraints=other.constraints,
        storage=storage,
        comment=statement.comment if statement.comment is not None else other.comment,
    )
    return _without_keys(taken)


def _source(name: ast.TableName, database: str, context: Context) -> Table:
    """A stored table goes before a temporary one."""
    tables = context.services.catalog.tables
    if context.is_temporary(name) and tables.find(database, name.name) is None:
        return context.record(name)
    return tables.get_created(database, name.name)


def _storage(own: Storage | None, other: Storage | None) -> Storage | None:
    """Keys that are not said are the other table's, where both have keys."""
    if own is None or other is None:
        return own or other
    if own.engine is None:
        return replace(_with_keys(own, other), engine=other.engine, ttl=own.ttl or other.ttl)
    engines = (own.engine, other.engine)
    if all(engine is not None and engine_info(engine.name).sorted for engine in engines):
        return _with_keys(own, other)
    return own


def _with_keys(own: Storage, other: Storage) -> Storage:
    return replace(
        own,
        partition_by=own.partition_by or other.partition_by,
        primary_key=own.primary_key or other.primary_key,
        order_by=own.order_by or other.order_by,
        sample_by=own.sample_by or other.sample_by,
    )


def _without_keys(statement: CreateTable) -> CreateTable:
    """Engines without keys leave out what only the other table's engine has."""
    engine = statement.storage.engine if statement.storage else None
    if engine is None or not engine_info(engine.name).keyless:
        return statement
    columns = tuple(replace(column, ttl=None) for column in statement.columns)
    return replace(statement, columns=columns, indexes=(), projections=())


def _like_system(statement: CreateTable, name: ast.TableName, context: Context) -> CreateTable:
    if statement.storage is None:
        message = f"There is no metadata of table {name.name} in database {name.database}"
        raise Error(Code.UNKNOWN_TABLE, message)
    select = ast.Select((ast.Asterisk(),), from_=ast.TableExpression(name))
    query = analysed(select, context)
    return replace(statement, columns=as_declarations((c.name, c.type) for c in query.columns))


def as_declarations(header: Iterable[tuple[str, Type]]) -> tuple[ColumnDeclaration, ...]:
    """Columns of known types, as they would be declared."""
    return tuple(ColumnDeclaration(name, TypeName(str(type_))) for name, type_ in header)
