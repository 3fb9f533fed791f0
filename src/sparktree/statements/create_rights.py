"""The rights that CREATE TABLE and CREATE VIEW need."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.engines.definition.engines import engine_info
from sparktree.sql.ast import TableName
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.views import CreateView, Security
from sparktree.statements.context import Context
from sparktree.statements.rights import qualified
from sparktree.statements.sources import collection_rights, function_rights
from sparktree.statements.temporary import is_in_memory
from sparktree.system.open import is_system_database


def create_rights(statement: CreateTable, context: Context) -> Iterator[Element]:
    """CREATE TABLE; what a query reads to fill it is checked with the query."""
    if statement.temporary:
        plain = is_in_memory(statement.storage)
        yield right("CREATE TEMPORARY TABLE" if plain else "CREATE ARBITRARY TEMPORARY TABLE")
    else:
        where = qualified(statement.name, context)
        if statement.or_replace or statement.replace:
            yield right("DROP TABLE", *where)
        yield right("CREATE TABLE", *where)
    yield from _engine_rights(statement, context)
    if statement.as_function is not None:
        yield from function_rights(statement.as_function, context.storage, "READ, WRITE")
    yield from _likeness_rights(statement.as_table, context)


def _engine_rights(statement: CreateTable, context: Context) -> Iterator[Element]:
    storage = statement.storage
    if storage is not None and storage.engine is not None:
        yield right("TABLE ENGINE", storage.engine.name)
        if engine_info(storage.engine.name).source is not None:
            yield from collection_rights(storage.engine, context.storage)


def _likeness_rights(name: TableName | None, context: Context) -> Iterator[Element]:
    if name is None or context.is_temporary(name):
        return
    where = qualified(name, context)
    if not is_system_database(where[0]):
        yield right("SHOW COLUMNS", *where)


def create_view_rights(statement: CreateView, context: Context) -> Iterator[Element]:
    """CREATE VIEW; what its query reads is checked with the query."""
    where = qualified(statement.table.name, context)
    if statement.table.temporary:
        yield right("CREATE TEMPORARY VIEW")
    elif statement.table.or_replace:
        yield right("CREATE VIEW, DROP VIEW", *where)
    else:
        yield right("CREATE VIEW", *where)
    if statement.to is not None:
        yield right("SELECT, INSERT", *qualified(statement.to, context))
    yield from _engine_rights(statement.table, context)
    yield from security_rights(statement.security, context)


def security_rights(security: Security | None, context: Context) -> Iterator[Element]:
    """The rights that DEFINER and SQL SECURITY need."""
    if security is None:
        return
    if security.kind == "NONE":
        yield right("ALLOW SQL SECURITY NONE")
    definer = security.definer
    if definer not in (None, "CURRENT_USER", context.session.user):
        yield right("SET DEFINER", definer)
