"""CREATE, DROP and USE of databases; DROP and TRUNCATE of tables; SET."""

from __future__ import annotations

import uuid as uuids

from sparktree.catalog.records import Database
from sparktree.errors import Code, Error
from sparktree.sql.statements.other import DropDatabase, DropTable, Set, TruncateTable, Use
from sparktree.sql.statements.views import CreateDatabase
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles


@handles(CreateDatabase)
def create_database(statement: CreateDatabase, context: Context) -> None:
    """CREATE DATABASE."""
    databases = context.services.catalog.databases
    if databases.find(statement.name) is not None and statement.if_not_exists:
        return
    identity = statement.uuid or str(uuids.uuid4())
    databases.create(Database(statement.name, identity, comment=statement.comment or ""))


@handles(Use)
def use(statement: Use, context: Context) -> None:
    """USE: the database of names without one."""
    if statement.database not in ("system", "information_schema", "INFORMATION_SCHEMA"):
        context.services.catalog.databases.require(statement.database)
    context.session.database = statement.database


@handles(Set)
def set_(statement: Set, context: Context) -> None:
    """SET: settings for the statements after this one."""
    given = {s.name: s.value for s in statement.settings}
    prefix = "param_"
    for name in [name for name in given if name.startswith(prefix)]:
        context.session.parameters[name.removeprefix(prefix)] = str(given.pop(name))
    changes = given
    context.session.settings = context.session.settings.changed(changes)


@handles(DropDatabase)
def drop_database(statement: DropDatabase, context: Context) -> None:
    """DROP DATABASE with all its tables."""
    databases = context.services.catalog.databases
    if databases.find(statement.name) is None:
        if statement.if_exists:
            return
        raise Error(Code.UNKNOWN_DATABASE, f"Database {statement.name} does not exist")
    databases.drop(statement.name)
    remove_dropped(context)


@handles(DropTable)
def drop_table(statement: DropTable, context: Context) -> None:
    """DROP TABLE, VIEW."""
    tables = context.services.catalog.tables
    for name in statement.names:
        database = name.database or context.session.database
        found = tables.find(database, name.name)
        if found is None and statement.if_exists:
            continue
        tables.drop(database, name.name)
    remove_dropped(context)


def remove_dropped(context: Context) -> None:
    """Delete the folders of dropped tables that nobody reads any more."""
    services = context.services
    for table in services.catalog.removable_tables(0):
        for disk in services.disks.values():
            disk.remove(f"store/{table.uuid}")
        services.catalog.tables.forget(table.uuid)


@handles(TruncateTable)
def truncate(statement: TruncateTable, context: Context) -> None:
    """TRUNCATE TABLE: all parts become outdated at once."""
    catalog = context.services.catalog
    for name in statement.names:
        database = name.database or context.session.database
        if statement.if_exists and catalog.tables.find(database, name.name) is None:
            continue
        catalog.parts.commit([], catalog.parts.all(context.record(name).uuid))
