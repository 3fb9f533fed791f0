"""CREATE, DROP, RENAME and USE of databases; SET."""

from __future__ import annotations

import uuid as uuids

from sparktree.catalog.records import Database, Table
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.query import check_bare, check_changeable
from sparktree.sql.statements.other import (
    DropDatabase,
    RenameDatabase,
    Set,
    Use,
)
from sparktree.sql.statements.views import CreateDatabase
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.on_cluster import refuse_cluster
from sparktree.statements.temporary import remove_dropped
from sparktree.system.open import is_system_database

ENGINES = ("Atomic",)


@handles(CreateDatabase)
def create_database(statement: CreateDatabase, context: Context) -> None:
    """CREATE DATABASE."""
    refuse_cluster(statement.on_cluster)
    if statement.attach:
        raise not_implemented("ATTACH DATABASE is not supported yet.")
    engine = statement.storage.engine if statement.storage is not None else None
    if engine is not None and engine.name not in ENGINES:
        raise not_implemented(f"The database engine {engine.name} is not supported yet.")
    databases = context.services.catalog.databases
    if databases.find(statement.name) is not None and statement.if_not_exists:
        return
    identity = statement.uuid or str(uuids.uuid4())
    databases.create(Database(statement.name, identity, comment=statement.comment or ""))


@handles(Use)
def use(statement: Use, context: Context) -> None:
    """USE: the database of names without one."""
    if not is_system_database(statement.database):
        context.services.catalog.databases.require(statement.database)
    context.session.database = statement.database


@handles(Set)
def set_(statement: Set, context: Context) -> None:
    """SET: settings and query parameters for the statements after this one."""
    settings = [s for s in statement.settings if not s.name.startswith("param_")]
    check_changeable(context.session.settings, (s.name for s in settings))
    check_bare(s.name for s in settings if not s.written)
    context.session.settings = context.session.settings.changed({s.name: s.value for s in settings})
    for one in statement.settings:
        if one.name.startswith("param_"):
            context.session.parameters[one.name.removeprefix("param_")] = str(one.value)


@handles(DropDatabase)
def drop_database(statement: DropDatabase, context: Context) -> None:
    """DROP DATABASE with all its tables."""
    refuse_cluster(statement.on_cluster)
    catalog = context.services.catalog
    if catalog.databases.find(statement.name) is None and statement.if_exists:
        return
    if statement.if_empty and (tables := _tables(statement.name, context)):
        raise Error(
            Code.DATABASE_NOT_EMPTY,
            f"Database {statement.name} is not empty: it has {len(tables)} tables",
        )
    catalog.databases.drop(statement.name)
    remove_dropped(context.services)


def _tables(database: str, context: Context) -> list[Table]:
    return context.services.catalog.tables.all(database)


@handles(RenameDatabase)
def rename_database(statement: RenameDatabase, context: Context) -> None:
    """RENAME DATABASE; the stored queries of its tables name the new one."""
    refuse_cluster(statement.on_cluster)
    databases = context.services.catalog.databases
    for old, new in statement.pairs:
        if statement.if_exists and databases.find(old) is None:
            continue
        databases.rename(old, new)
