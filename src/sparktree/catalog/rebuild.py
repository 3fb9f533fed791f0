"""A lost catalog made anew from what the disks say."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, func, insert, select

from sparktree.catalog import schema
from sparktree.catalog.records import (
    Database,
    Part,
    PartState,
    StoredObject,
    Table,
    TableState,
    new_uuid,
)
from sparktree.catalog.references import insert_references, refer
from sparktree.catalog.store import Locks, Store, values_of
from sparktree.errors import Code, Error


def rebuild(
    store: Store,
    now: float,
    databases: Sequence[Database],
    tables: Sequence[Table],
    parts: Sequence[Part],
    objects: Sequence[StoredObject] = (),
    shared: Sequence[tuple[str, str, str]] = (),
) -> None:
    """Fill an empty catalog; every part given becomes active. `shared` are folders that name files
    of parts, such as backups: their disks, paths and descriptions.

    Covered parts must be left out by the caller. Block numbers go on after the greatest found.
    """
    _require_homes(databases, tables, parts)
    last = _last_blocks(parts)
    attached = [
        replace(
            table,
            state=TableState.ATTACHED,
            dropped=None,
            modified=table.modified or now,
            created=table.created or now,
            last_block=max(table.last_block, last.get(table.uuid, 0)),
        )
        for table in tables
    ]
    active = [
        replace(
            part,
            uuid=part.uuid or new_uuid(),
            state=PartState.ACTIVE,
            owner=None,
            created=part.created or now,
        )
        for part in parts
    ]
    with store.write(locks=Locks(("rebuild",))) as connection:
        _require_empty(connection)
        _insert_databases(connection, databases)
        _insert_all(connection, schema.tables, attached)
        _insert_all(connection, schema.parts, active)
        _insert_all(connection, schema.objects, objects)
        refer(connection, active)
        insert_references(connection, shared)


def _last_blocks(parts: Sequence[Part]) -> dict[str, int]:
    """By table; a mutation takes its number from the same counter."""
    last: dict[str, int] = {}
    for part in parts:
        last[part.table] = max(last.get(part.table, 0), part.max_block, part.mutation)
    return last


def _require_homes(
    databases: Sequence[Database], tables: Sequence[Table], parts: Sequence[Part]
) -> None:
    names = {database.name for database in databases} | {"default"}
    uuids = {table.uuid for table in tables}
    for table in tables:
        if table.database not in names:
            raise Error(
                Code.UNKNOWN_DATABASE,
                f"Cannot rebuild the catalog: table {table.name} is of database "
                f"{table.database}, which was not found.",
            )
    for part in parts:
        if part.table not in uuids:
            raise Error(
                Code.UNKNOWN_TABLE,
                f"Cannot rebuild the catalog: part {part.name} is of table {part.table}, "
                "which was not found.",
            )


def _require_empty(connection: Connection) -> None:
    if connection.scalar(select(func.count()).select_from(schema.tables)):
        raise Error(
            Code.TABLE_ALREADY_EXISTS,
            "Cannot rebuild a catalog that has tables: move it away first.",
        )


def _insert_databases(connection: Connection, databases: Sequence[Database]) -> None:
    """A new catalog has its default database already."""
    there = set(connection.scalars(select(schema.databases.c.name)))
    _insert_all(
        connection,
        schema.databases,
        [database for database in databases if database.name not in there],
    )


def _insert_all(connection: Connection, table: Any, records: Sequence[Any]) -> None:
    if records:
        connection.execute(insert(table), [values_of(record) for record in records])
