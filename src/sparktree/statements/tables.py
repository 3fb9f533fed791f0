"""DROP, TRUNCATE, RENAME, EXCHANGE, DETACH, UNDROP of tables and views."""

from __future__ import annotations

import re

from sparktree.catalog.records import Part, Swap, Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.buffers import flush_buffer
from sparktree.engines.objects.declaring import remove_own_files
from sparktree.engines.objects.truncating import truncate_objects
from sparktree.engines.tables.open import inner_name
from sparktree.engines.tables.views import is_materialized, load_view
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql import ast
from sparktree.sql.statements.other import (
    DetachTable,
    DropTable,
    Exchange,
    Like,
    Rename,
    TruncateAllTables,
    TruncateDatabase,
    TruncateTable,
    UndropTable,
)
from sparktree.statements import table_rights
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.rights import global_right
from sparktree.statements.table_readonly import refuse_readonly_table
from sparktree.statements.temporary import forget, remove_dropped

_KINDS = {"VIEW": "View", "DICTIONARY": "Dictionary"}


@handles(DropTable, needs=table_rights.drop_rights)
def drop_table(statement: DropTable, context: Context) -> None:
    """DROP TABLE, VIEW or DICTIONARY; of a materialized view also its inner table."""
    for name in statement.names:
        _drop(statement, name, context)
    remove_dropped(context.services)


def _drop(statement: DropTable, name: ast.TableName, context: Context) -> None:
    if name.database is None and forget(name.name, context.session, context.services):
        return
    if statement.temporary:
        if not statement.if_exists:
            raise Error(Code.UNKNOWN_TABLE, f"Temporary table {name.name} doesn't exist")
        return
    tables = context.services.catalog.tables
    database = name.database or context.session.database
    record = tables.find(database, name.name)
    if record is None:
        if not statement.if_exists:
            context.record(name)
            tables.get(database, name.name)
        return
    check_kind(record, statement.kind)
    if statement.if_empty and _rows(record, context):
        raise Error(Code.TABLE_NOT_EMPTY, f"Table {name.name} is not empty")
    flush_buffer(record, context)
    delay = 0.0 if statement.sync else _undrop_seconds(record, context)
    tables.drop(database, name.name, delay=delay)
    context.services.background.forget(record.uuid)
    _drop_inner(record, context)
    if engine_info(record.engine).has_files:
        remove_own_files(load_definition(record.create_query).create, context.services.storage)


def _undrop_seconds(record: Table, context: Context) -> float:
    """How long UNDROP brings the table back: only one with data on disk, as in ClickHouse."""
    return context.services.storage.drop_delay if engine_info(record.engine).sorted else 0.0


@handles(UndropTable, needs=global_right("UNDROP TABLE"))
def undrop(statement: UndropTable, context: Context) -> None:
    """UNDROP TABLE: a table that was dropped a while ago is back, with its data."""
    database, name = _full_name(statement.name, context)
    record = context.services.catalog.tables.undrop(database, name, statement.uuid)
    context.services.background.wake(record.uuid)


def check_kind(record: Table, kind: str) -> None:
    """DROP VIEW of a table and the like are INCORRECT_QUERY."""
    fits = engine_info(record.engine).is_view if kind == "VIEW" else kind == "TABLE"
    if not fits:
        raise Error(
            Code.INCORRECT_QUERY,
            f"Table {record.database}.{record.name} is not a {_KINDS[kind]}",
        )


def _rows(record: Table, context: Context) -> int:
    return sum(part.rows for part in context.services.catalog.parts.all(record.uuid))


def _drop_inner(record: Table, context: Context) -> None:
    if is_materialized(record) and load_view(record.create_query).to is None:
        tables = context.services.catalog.tables
        name = inner_name(record.uuid)
        if tables.find(record.database, name) is not None:
            tables.drop(record.database, name)


@handles(TruncateTable, needs=table_rights.truncate_rights)
def truncate(statement: TruncateTable, context: Context) -> None:
    """TRUNCATE TABLE: all parts become outdated at once; of a table over a file, that goes."""
    catalog = context.services.catalog
    for name in statement.names:
        database = name.database or context.session.database
        known = name.database is None and name.name in context.session.temporary
        if statement.if_exists and not known and catalog.tables.find(database, name.name) is None:
            continue
        _truncate(context.record(name), context)


def _truncate(record: Table, context: Context) -> None:
    if is_materialized(record) and load_view(record.create_query).to is None:
        name = ast.TableName(inner_name(record.uuid), record.database)
        record = context.record(name)
    if engine_info(record.engine).has_files:
        definition = load_definition(record.create_query)
        truncate_objects(
            f"{record.database}.{record.name}", definition.create, context.services.storage
        )
        return
    info = engine_info(record.engine)
    if not info.has_parts or info.family is Family.BUFFER:
        raise not_implemented(f"Truncate is not supported by storage {record.engine}")
    refuse_readonly_table(record, context)
    context.services.background.cancel(lambda task: task.table == record.uuid)
    context.log_parts("RemovePart", _outdate_all(record, context), [record])


def _outdate_all(record: Table, context: Context) -> list[Part]:
    """All parts at once; those that a merge of another process replaces meanwhile come again."""
    parts = context.services.catalog.parts
    while True:
        active = parts.all(record.uuid)
        try:
            parts.swap(Swap(outdate=active, forget=[record.uuid]))
            return active
        except Error as error:
            if error.code != Code.ABORTED:
                raise
            context.check_not_killed()


@handles(TruncateAllTables, needs=table_rights.truncate_all_rights)
def truncate_all(statement: TruncateAllTables, context: Context) -> None:
    """TRUNCATE ALL TABLES FROM a database."""
    catalog = context.services.catalog
    if statement.if_exists and catalog.databases.find(statement.database) is None:
        return
    catalog.databases.require(statement.database)
    for record in catalog.tables.all(statement.database):
        info = engine_info(record.engine)
        holds = info.has_parts and info.family is not Family.BUFFER
        if holds and _chosen(record.name, statement.like):
            _truncate(record, context)


def _chosen(name: str, like: Like | None) -> bool:
    if like is None:
        return True
    flags = re.IGNORECASE if like.case_insensitive else 0
    pattern = re.escape(like.pattern).replace("%", ".*").replace("_", ".")
    return (re.fullmatch(pattern, name, flags | re.DOTALL) is not None) != like.negated


@handles(TruncateDatabase, needs=table_rights.drop_database_rights)
def truncate_database(statement: TruncateDatabase, context: Context) -> None:
    """TRUNCATE DATABASE: all its tables are dropped, the database stays."""
    catalog = context.services.catalog
    if statement.if_exists and catalog.databases.find(statement.name) is None:
        return
    catalog.databases.require(statement.name)
    for record in catalog.tables.all(statement.name):
        catalog.tables.drop(record.database, record.name)
    remove_dropped(context.services)


@handles(Rename, needs=table_rights.rename_rights)
def rename(statement: Rename, context: Context) -> None:
    """RENAME TABLE: all pairs or none."""
    tables = context.services.catalog.tables
    pairs = [(_full_name(old, context), _full_name(new, context)) for old, new in statement.pairs]
    if statement.if_exists:
        pairs = [pair for pair in pairs if tables.find(*pair[0]) is not None]
    tables.rename(pairs)


@handles(Exchange, needs=table_rights.exchange_rights)
def exchange(statement: Exchange, context: Context) -> None:
    """EXCHANGE TABLES: each takes the other's name."""
    for left, right in statement.pairs:
        context.services.catalog.tables.exchange(
            _full_name(left, context), _full_name(right, context)
        )


def _full_name(name: ast.TableName, context: Context) -> tuple[str, str]:
    return name.database or context.session.database, name.name


@handles(DetachTable, needs=table_rights.drop_rights)
def detach(statement: DetachTable, context: Context) -> None:
    """DETACH TABLE: its data stays, its name is not seen until ATTACH."""
    tables = context.services.catalog.tables
    for name in statement.names:
        database, table = _full_name(name, context)
        record = tables.find(database, table)
        if record is None and statement.if_exists:
            continue
        if record is not None:
            check_kind(record, statement.kind)
            flush_buffer(record, context)
        tables.detach(database, table, permanently=statement.permanently)
