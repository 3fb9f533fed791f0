"""The rights that statements need, in the few forms that most of them have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sparktree.access.access import right
from sparktree.access.rights import Element
from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.sql.ast import TableName
from sparktree.statements.context import Context
from sparktree.system.open import is_system_database

Needs = Callable[[Any, Context], Iterable[Element]]


def qualified(name: TableName, context: Context) -> tuple[str, str]:
    """The database and the table of a name."""
    return name.database or context.session.database, name.name


def on_table(
    privilege: str, name: TableName, context: Context, columns: Iterable[str] = ()
) -> Iterator[Element]:
    """A right on a table; on the session's own temporary tables everybody has all."""
    if not context.is_temporary(name):
        yield right(privilege, *qualified(name, context), columns=tuple(columns))


def table_right(privilege: str, attribute: str = "table") -> Needs:
    """Of statements about one table: a right on it."""

    def needs(statement: Any, context: Context) -> Iterator[Element]:
        return on_table(privilege, getattr(statement, attribute), context)

    return needs


def database_right(privilege: str, attribute: str = "name") -> Needs:
    """Of statements about one database, or another thing with one name: a right on it."""

    def needs(statement: Any, context: Context) -> Iterator[Element]:
        yield right(privilege, getattr(statement, attribute))

    return needs


def global_right(*privileges: str) -> Needs:
    """Of statements about the whole engine."""

    def needs(statement: Any, context: Context) -> Iterator[Element]:
        yield from map(right, privileges)

    return needs


def replacing(create: str, drop: str) -> Needs:
    """CREATE of things that everybody shares; OR REPLACE may drop one, too."""

    def needs(statement: Any, context: Context) -> Iterator[Element]:
        yield right(create)
        if statement.or_replace:
            yield right(drop)

    return needs


def existing(name: TableName, context: Context) -> Table | None:
    """The stored table of the name: of what is not there, the handler tells."""
    database, table = qualified(name, context)
    if context.is_temporary(name) or is_system_database(database):
        return None
    return context.services.catalog.tables.find(database, table)


def dropping(names: Iterable[TableName], kind: str, context: Context) -> Iterator[Element]:
    """The right to drop each of these; views have one of their own."""
    for name in names:
        record = existing(name, context)
        if record is not None:
            view = engine_info(record.engine).is_view or kind == "VIEW"
            yield right("DROP VIEW" if view else "DROP TABLE", *qualified(name, context))


def of_every_table(privilege: str, database: str, context: Context) -> Iterator[Element]:
    """A right on each table of a database."""
    for record in context.services.catalog.tables.all(database):
        yield right(privilege, database, record.name)


def check_insert(name: TableName, context: Context, *, overwrite: bool = False) -> None:
    """Rows that come from a program, not by a statement, need the same rights."""
    if context.access is not None:
        context.access.check(*on_table("INSERT", name, context))
        if overwrite:
            context.access.check(*on_table("TRUNCATE", name, context))
