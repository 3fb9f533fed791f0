"""ATTACH TABLE: a table that DETACH put aside, or one declared with its UUID."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.catalog.records import TableState
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql.statements.create import CreateTable
from sparktree.statements.context import Context
from sparktree.statements.replicated import as_replicated, own_place

ORDINARY = "Ordinary"  # a database whose tables have no UUIDs that anybody says


def attach_table(
    statement: CreateTable, context: Context, create: Callable[[CreateTable], None]
) -> None:
    """ATTACH TABLE; `create` makes the table that is attached with its definition."""
    database = statement.name.database or context.session.database
    catalog = context.services.catalog
    exists = catalog.tables.find(database, statement.name.name) is not None
    if statement.if_not_exists and exists:
        return
    if statement.as_replicated is not None:
        _attach_converted(statement, database, exists, context)
        return
    if not has_definition(statement):
        catalog.tables.attach(database, statement.name.name)
        return
    check_attach(statement, database, context)
    if exists:
        where = f"{database}.{statement.name.name}"
        raise Error(Code.TABLE_ALREADY_EXISTS, f"Table {where} already exists.")
    create(statement)


def _attach_converted(
    statement: CreateTable, database: str, exists: bool, context: Context
) -> None:
    """ATTACH ... AS [NOT] REPLICATED: the table that was detached, with the other engine."""
    catalog, name = context.services.catalog, statement.name.name
    if exists:
        raise Error(Code.TABLE_ALREADY_EXISTS, f"Table {database}.{name} already exists.")
    states = (TableState.DETACHED, TableState.DETACHED_PERMANENTLY)
    record = next((t for t in catalog.tables.all(database, states) if t.name == name), None)
    if record is None:
        catalog.tables.attach(database, name)  # says that there is none
        return
    changed = as_replicated(record, context, replicated=bool(statement.as_replicated))
    with own_place(changed, context):
        catalog.tables.attach(database, name, changed=changed)


def has_definition(statement: CreateTable) -> bool:
    """Whether more is said than the name."""
    return bool(
        statement.columns
        or statement.storage is not None
        or statement.attach_from is not None
        or statement.as_table is not None
        or statement.as_function is not None
    )


def check_attach(statement: CreateTable, database: str, context: Context) -> None:
    """Refuse definitions that name no data: without a UUID only the stored definition will do."""
    name = statement.name.name
    storage = statement.storage
    if not statement.columns and (storage is None or storage.engine is None):
        raise Error(
            Code.BAD_ARGUMENTS,
            "ATTACH applies the table definition from stored metadata and can't be changed in the"
            f" query itself. Use 'ATTACH TABLE {name};' to re-attach with stored metadata, or"
            f" 'ALTER TABLE {name} MODIFY SETTING ...' (or 'MODIFY ORDER BY ...') after ATTACH to"
            " change settings",
        )
    if statement.attach_from is not None:
        raise not_implemented(
            "ATTACH TABLE ... FROM is not supported: a folder of parts is taken over by ALTER"
            " TABLE ... ATTACH PART, out of the folder `detached` of the table."
        )
    engine = context.services.catalog.databases.get(database).engine
    if statement.columns and statement.uuid is None and engine != ORDINARY:
        raise Error(
            Code.INCORRECT_QUERY,
            f"Incorrect ATTACH TABLE query for {engine} database engine. Use one of the following"
            f" queries instead:\n1. ATTACH TABLE {name};\n2. CREATE TABLE {name} <table"
            f" definition>;\n3. ATTACH TABLE {name} FROM '/path/to/data/' <table definition>;\n"
            f"4. ATTACH TABLE {name} UUID '<uuid>' <table definition>;",
        )
