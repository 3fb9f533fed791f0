"""Tables out of sight: temporary ones, dropped when their session ends, and those being filled."""

from __future__ import annotations

import uuid as uuids
from dataclasses import replace

from sparktree.catalog.records import Database, Table
from sparktree.engines.recovery import crash_recovery
from sparktree.engines.services import Services
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.errors import Code, Error
from sparktree.sql import ast, format_create
from sparktree.sql.statements.create import CreateTable, Storage
from sparktree.statements.context import Context, SessionState

MEMORY_ENGINE = "Memory"
MEMORY = Storage(engine=ast.Function(MEMORY_ENGINE))


def is_in_memory(storage: Storage | None) -> bool:
    """Whether a temporary table has the engine that it has where none is named."""
    engine = storage.engine if storage is not None else None
    return engine is None or engine.name == MEMORY_ENGINE


def is_taken(statement: CreateTable, context: Context) -> bool:
    """Whether the session has such a table and IF NOT EXISTS accepts it."""
    name = statement.name.name
    if name not in context.session.temporary:
        return False
    if statement.if_not_exists:
        return True
    if statement.or_replace or statement.replace:
        return False
    raise Error(Code.TABLE_ALREADY_EXISTS, f"Temporary table {name} already exists.")


def temporary_record(complete: CreateTable) -> Table:
    """The row of a temporary table, whose queries know it by its name alone."""
    stored = replace(
        complete,
        name=ast.TableName(complete.name.name),
        uuid=None,
        if_not_exists=False,
        or_replace=False,
        replace=False,
    )
    assert complete.storage is not None and complete.storage.engine is not None
    engine = complete.storage.engine.name
    return Table(str(uuids.uuid4()), "", complete.name.name, engine, format_create(stored))


def create_hidden(record: Table, services: Services) -> Table:
    """Store a table under a name that no query can say; it does not outlive this engine."""
    if services.catalog.databases.find(TEMPORARY_DATABASE) is None:
        _create_database(services)
    hidden = f"_tmp_{services.catalog.owner}_{record.uuid}"
    return services.catalog.tables.create(replace(record, database=TEMPORARY_DATABASE, name=hidden))


def remember(name: str, hidden: Table, context: Context) -> None:
    """From now on the session knows the hidden table by a name."""
    forget(name, context.session, context.services)
    context.session.temporary[name] = hidden


def _create_database(services: Services) -> None:
    try:
        services.catalog.databases.create(Database(TEMPORARY_DATABASE, str(uuids.uuid4())))
    except Error as error:
        if error.code != Code.DATABASE_ALREADY_EXISTS:  # another session was faster
            raise


def forget(name: str, session: SessionState, services: Services) -> bool:
    """Drop a temporary table of the session; False if it has none of that name."""
    record = session.temporary.pop(name, None)
    if record is None:
        return False
    services.catalog.tables.drop(record.database, record.name)
    return True


def end_session(session: SessionState, services: Services) -> None:
    """Drop all temporary tables of a session, with their files."""
    if not session.temporary:
        return
    for name in list(session.temporary):
        forget(name, session, services)
    remove_dropped(services)


def remove_dropped(services: Services) -> None:
    """Delete the folders of dropped tables; of those that somebody reads when they are free."""
    crash_recovery.remove_dropped(services.catalog, services.disks)
    for table in services.catalog.tables.dropped():
        services.background.wake(table.uuid)


def drop_orphans(services: Services) -> None:
    """Drop the temporary tables of processes that are gone."""
    living = services.catalog.owners.live_ids()
    _drop_all(services, [t for t in _hidden(services) if _owner(t) not in living])


def drop_own(services: Services) -> None:
    """Drop the temporary tables of all sessions of this engine."""
    own = services.catalog.owner
    _drop_all(services, [t for t in _hidden(services) if _owner(t) == own])


def _hidden(services: Services) -> list[Table]:
    return services.catalog.tables.all(TEMPORARY_DATABASE)


def _owner(record: Table) -> str:
    return record.name.removeprefix("_tmp_").rpartition("_")[0]


def _drop_all(services: Services, records: list[Table]) -> None:
    for record in records:
        services.catalog.tables.drop(record.database, record.name)
    if records:
        remove_dropped(services)
