"""The rights that dropping, emptying, renaming and showing tables and databases need."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.sql import ast
from sparktree.sql.statements.other import (
    CheckTable,
    Describe,
    DetachTable,
    DropDatabase,
    DropTable,
    Exchange,
    Exists,
    Rename,
    RenameDatabase,
    ShowCreate,
    TruncateAllTables,
    TruncateDatabase,
    TruncateTable,
)
from sparktree.statements.context import Context
from sparktree.statements.rights import dropping, existing, of_every_table, on_table, qualified
from sparktree.system.open import is_system_database

# --- tables --------------------------------------------------------------------------------


def drop_rights(statement: DropTable | DetachTable, context: Context) -> Iterator[Element]:
    """DROP and DETACH."""
    return dropping(statement.names, statement.kind, context)


def truncate_rights(statement: TruncateTable, context: Context) -> Iterator[Element]:
    """TRUNCATE TABLE."""
    for name in statement.names:
        if existing(name, context) is not None:
            yield right("TRUNCATE", *qualified(name, context))


def rename_rights(statement: Rename, context: Context) -> Iterator[Element]:
    """RENAME: the old table is read and dropped, the new one made and filled."""
    for old, new in statement.pairs:
        yield right("SELECT, DROP TABLE", *qualified(old, context))
        yield right("INSERT, CREATE TABLE", *qualified(new, context))


def exchange_rights(statement: Exchange, context: Context) -> Iterator[Element]:
    """EXCHANGE: two renames."""
    for left, right_one in statement.pairs:
        for one, other in ((left, right_one), (right_one, left)):
            yield right("SELECT, DROP TABLE", *qualified(one, context))
            yield right("INSERT, CREATE TABLE", *qualified(other, context))


def check_rights(statement: CheckTable, context: Context) -> Iterator[Element]:
    """CHECK TABLE; to check all tables, the right on each of them, and to see each database."""
    if statement.table is None:
        databases = [one.name for one in context.services.catalog.databases.all()]
        databases = [name for name in databases if name != TEMPORARY_DATABASE]
        for database in databases:
            yield right("SHOW DATABASES", database)
        for database in databases:
            yield from of_every_table("CHECK", database, context)
    elif existing(statement.table, context) is not None:
        yield from on_table("CHECK", statement.table, context)


# --- databases -----------------------------------------------------------------------------


def drop_database_rights(
    statement: DropDatabase | TruncateDatabase, context: Context
) -> Iterator[Element]:
    """DROP and TRUNCATE DATABASE drop its tables, too."""
    if context.services.catalog.databases.find(statement.name) is not None:
        yield right("DROP DATABASE", statement.name)
        yield from of_every_table("DROP TABLE", statement.name, context)


def truncate_all_rights(statement: TruncateAllTables, context: Context) -> Iterator[Element]:
    """TRUNCATE ALL TABLES."""
    if context.services.catalog.databases.find(statement.database) is not None:
        yield right("DROP DATABASE", statement.database)
        yield from of_every_table("TRUNCATE", statement.database, context)


def rename_database_rights(statement: RenameDatabase, context: Context) -> Iterator[Element]:
    """RENAME DATABASE."""
    for old, new in statement.pairs:
        yield right("SELECT, DROP DATABASE", old)
        yield right("INSERT, CREATE DATABASE", new)


# --- asking --------------------------------------------------------------------------------

_SHOWN = {"TABLE": "SHOW TABLES", "VIEW": "SHOW TABLES", "DICTIONARY": "SHOW DICTIONARIES"}


def exists_rights(statement: Exists, context: Context) -> Iterator[Element]:
    """EXISTS."""
    if statement.temporary:
        return
    if statement.kind == "DATABASE":
        yield right("SHOW DATABASES", statement.name.name)
    elif not _is_open(statement.name, context):
        yield from on_table(_SHOWN[statement.kind], statement.name, context)


def describe_rights(statement: Describe, context: Context) -> Iterator[Element]:
    """DESCRIBE of a table; the tables of a query are checked with it."""
    source = statement.table.source
    if isinstance(source, ast.TableName) and not _is_open(source, context):
        yield from on_table("SHOW COLUMNS", source, context)


def show_create_rights(statement: ShowCreate, context: Context) -> Iterator[Element]:
    """SHOW CREATE."""
    if statement.kind == "DATABASE":
        yield right("SHOW DATABASES", statement.name.name)
    elif not statement.temporary and not _is_open(statement.name, context):
        shows = "SHOW DICTIONARIES" if statement.kind == "DICTIONARY" else "SHOW COLUMNS"
        yield from on_table(shows, statement.name, context)


def _is_open(name: ast.TableName, context: Context) -> bool:
    return is_system_database(qualified(name, context)[0])
