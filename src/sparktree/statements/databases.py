"""CREATE, DROP, RENAME and USE of databases; SET."""

from __future__ import annotations

import uuid as uuids

from sparktree.catalog.records import Database, Table
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.query import check_bare
from sparktree.sql.statements.other import (
    DropDatabase,
    RenameDatabase,
    Set,
    Use,
)
from sparktree.sql.statements.views import CreateDatabase
from sparktree.statements.attach import ORDINARY
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles, nothing
from sparktree.statements.rights import database_right
from sparktree.statements.table_rights import drop_database_rights, rename_database_rights
from sparktree.statements.temporary import remove_dropped
from sparktree.system.open import is_system_database

_ENGINES = ("Atomic", ORDINARY)
_NOT_BUILT = (
    "Backup", "DataLakeCatalog", "Dictionary", "Filesystem", "HDFS", "MaterializedPostgreSQL",
    "Memory", "MySQL", "PostgreSQL", "Remote", "RemoteSecure", "Replicated", "S3", "SQLite", "URL",
)  # fmt: skip


@handles(CreateDatabase, needs=database_right("CREATE DATABASE"))
def create_database(statement: CreateDatabase, context: Context) -> None:
    """CREATE DATABASE."""
    databases = context.services.catalog.databases
    if databases.find(statement.name) is not None and statement.if_not_exists:
        return
    engine = _checked_engine(statement, context)
    if statement.attach:
        if databases.find(statement.name) is not None:
            message = f"Database {statement.name} already exists."
            raise Error(Code.DATABASE_ALREADY_EXISTS, message)
        raise not_implemented("ATTACH DATABASE is not supported: there is no DETACH DATABASE.")
    identity = statement.uuid or str(uuids.uuid4())
    databases.create(
        Database(statement.name, identity, engine=engine, comment=statement.comment or "")
    )


def _checked_engine(statement: CreateDatabase, context: Context) -> str:
    """The name of the engine, which keeps its tables as Atomic does."""
    storage = statement.storage
    engine = storage.engine if storage is not None else None
    if storage is None or engine is None:
        return "Atomic"
    if engine.name in _NOT_BUILT:
        raise not_implemented(f"The database engine {engine.name} is not supported yet.")
    if engine.name not in _ENGINES:
        message = f"Unknown database engine: {engine.name}"
        raise Error(Code.UNKNOWN_DATABASE_ENGINE, message)
    if engine.args:
        message = f"Database engine `{engine.name}` cannot have arguments"
        raise Error(Code.BAD_ARGUMENTS, message)
    deprecated = engine.name == ORDINARY and not statement.attach
    if deprecated and not context.settings.allow_deprecated_database_ordinary:
        raise Error(
            Code.UNKNOWN_DATABASE_ENGINE,
            "Ordinary database engine is deprecated (see also allow_deprecated_database_ordinary"
            " setting)",
        )
    return engine.name


@handles(Use, needs=database_right("SHOW DATABASES", "database"))
def use(statement: Use, context: Context) -> None:
    """USE: the database of names without one."""
    if not is_system_database(statement.database):
        context.services.catalog.databases.require(statement.database)
    context.session.database = statement.database


@handles(Set, needs=nothing)
def set_(statement: Set, context: Context) -> None:
    """SET: settings and query parameters for the statements after this one."""
    settings = [s for s in statement.settings if not s.name.startswith("param_")]
    check_bare(s.name for s in settings if not s.written)
    context.session.change({s.name: s.value for s in settings})
    for one in statement.settings:
        if one.name.startswith("param_"):
            context.session.parameters[one.name.removeprefix("param_")] = str(one.value)


@handles(DropDatabase, needs=drop_database_rights)
def drop_database(statement: DropDatabase, context: Context) -> None:
    """DROP DATABASE with all its tables."""
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


@handles(RenameDatabase, needs=rename_database_rights)
def rename_database(statement: RenameDatabase, context: Context) -> None:
    """RENAME DATABASE; the stored queries of its tables name the new one."""
    databases = context.services.catalog.databases
    for old, new in statement.pairs:
        if statement.if_exists and databases.find(old) is None:
            continue
        databases.rename(old, new)
