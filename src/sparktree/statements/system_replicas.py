"""SYSTEM SYNC, RESTART, RESTORE and DROP REPLICA: servers over one catalog are never behind."""

from __future__ import annotations

from sparktree.engines.definition.table_replicas import (
    live_replicas,
    replicated_tables,
    require_place,
)
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql.statements.other import SystemCommand
from sparktree.statements.context import Context

OF_TABLES = ("SYNC REPLICA", "RESTART REPLICA", "RESTORE REPLICA")
REPLICA_COMMANDS = (*OF_TABLES, "RESTART REPLICAS", "DROP REPLICA")


def replica_command(statement: SystemCommand, context: Context) -> None:
    """What there is to do is to refuse: parts, log and queue are the catalog's."""
    if statement.command in OF_TABLES:
        assert statement.table is not None
        if statement.if_exists and not _exists(statement, context):
            return
        require_place(context.record(statement.table), context.storage)
        if statement.command == "RESTORE REPLICA":
            message = "Replica must be readonly: this one has all that the catalog knows"
            raise Error(Code.BAD_ARGUMENTS, message)
        if statement.command == "RESTART REPLICA":
            context.services.background.wake(context.record(statement.table).uuid)
        return
    if statement.command == "RESTART REPLICAS":
        for record, _ in replicated_tables(context.storage):
            context.services.background.wake(record.uuid)
        return
    _drop_replica(statement, context)


def _exists(statement: SystemCommand, context: Context) -> bool:
    assert statement.table is not None
    database = statement.table.database or context.session.database
    return context.services.catalog.tables.find(database, statement.table.name) is not None


def _drop_replica(statement: SystemCommand, context: Context) -> None:
    """A replica ends with its server: one that lives is not dropped, of others nothing is left."""
    name, storage = statement.values[0], context.storage
    if statement.source == "SHARD":
        raise not_implemented("SYSTEM DROP REPLICA ... FROM SHARD is of databases of Replicated.")
    if statement.table is not None:
        require_place(context.record(statement.table), storage)
    for record, place in replicated_tables(storage):
        if not _is_meant(record.database, record.name, place.path, statement, context):
            continue
        if name == place.replica:
            raise Error(
                Code.TABLE_WAS_NOT_DROPPED,
                "We can't drop local replica, please use `DROP TABLE` if you want to clean the data"
                " and drop this replica",
            )
        if name in live_replicas(record, storage):
            message = f"Can't drop replica: {name}, because it's active"
            raise Error(Code.TABLE_WAS_NOT_DROPPED, message)


def _is_meant(
    database: str, table: str, path: str, statement: SystemCommand, context: Context
) -> bool:
    if statement.table is not None:
        named = (statement.table.database or context.session.database, statement.table.name)
        return named == (database, table)
    if statement.source == "DATABASE":
        return database == statement.names[0]
    return statement.source != "ZKPATH" or path == statement.values[1].rstrip("/")
