"""From names to records, inside a transaction; what is not there is an error with a hint."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from sqlalchemy import Connection, Row, select

from sparktree.catalog import schema
from sparktree.catalog.hints import back_quoted, closest, closest_table, dotted
from sparktree.catalog.records import Database, Table, TableState
from sparktree.errors import Code, Error, not_implemented

# The table names of the databases that are not stored.
Virtual = Callable[[], Mapping[str, Collection[str]]]


def no_tables() -> Mapping[str, Collection[str]]:
    """The databases that always exist, when nobody says what is in them."""
    return {"INFORMATION_SCHEMA": (), "information_schema": (), "system": ()}


def table_of(row: Row[Any]) -> Table:
    """A table from its row."""
    values = dict(row._mapping)
    return Table(**{**values, "state": TableState(values["state"])})


class Names:
    """Finds databases and tables by name."""

    def __init__(self, virtual: Virtual) -> None:
        self._virtual = virtual

    def is_virtual(self, database: str) -> bool:
        return database in self._virtual()

    def database(self, connection: Connection, name: str) -> Database | None:
        """The stored database."""
        found = select(schema.databases).where(schema.databases.c.name == name)
        row = connection.execute(found).one_or_none()
        return Database(**row._mapping) if row else None

    def require_database(self, connection: Connection, name: str) -> None:
        """The database exists, stored or not; otherwise UNKNOWN_DATABASE."""
        if not self.is_virtual(name) and self.database(connection, name) is None:
            raise self.unknown_database(connection, name)

    def require_stored(self, connection: Connection, name: str) -> None:
        """The database exists and can be changed."""
        if self.is_virtual(name):
            raise not_implemented(f"Database {dotted(name)} cannot be changed.")
        self.require_database(connection, name)

    def table(self, connection: Connection, database: str, name: str) -> Table | None:
        """The table of that name, attached or detached."""
        columns = schema.tables.c
        found = select(schema.tables).where(
            columns.database == database, columns.name == name, columns.dropped.is_(None)
        )
        row = connection.execute(found).one_or_none()
        return table_of(row) if row else None

    def attached(self, connection: Connection, database: str, name: str) -> Table | None:
        """The table of that name that queries can see."""
        table = self.table(connection, database, name)
        return table if table and table.state == TableState.ATTACHED else None

    def require_table(self, connection: Connection, database: str, name: str) -> Table:
        """The attached table; otherwise UNKNOWN_DATABASE or UNKNOWN_TABLE, with a hint."""
        table = self.attached(connection, database, name)
        if table is None:
            self.require_database(connection, database)
            raise self.unknown_table(connection, database, name)
        return table

    def require_movable(self, connection: Connection, database: str, name: str) -> Table:
        """The attached table, in the words of RENAME and EXCHANGE."""
        table = self.attached(connection, database, name)
        if table is None:
            where = f"{back_quoted(database)}.{back_quoted(name)}"
            raise Error(Code.UNKNOWN_TABLE, f"Table {where} doesn't exist.")
        return table

    def require_free(self, connection: Connection, database: str, name: str) -> None:
        """No table has the name; otherwise TABLE_ALREADY_EXISTS."""
        table = self.table(connection, database, name)
        if table is not None:
            raise Error(Code.TABLE_ALREADY_EXISTS, _why_taken(table))

    def unknown_database(self, connection: Connection, name: str) -> Error:
        stored = connection.scalars(select(schema.databases.c.name))
        hint = closest(name, sorted({*stored, *self._virtual()}))
        tail = f". Maybe you meant {dotted(hint)}?" if hint else ""
        return Error(Code.UNKNOWN_DATABASE, f"Database {dotted(name)} does not exist{tail}.")

    def unknown_table(self, connection: Connection, database: str, name: str) -> Error:
        hint = self.hint(connection, database, name)
        tail = f". Maybe you meant {dotted(*hint)}?" if hint else ""
        where = dotted(database, name)
        return Error(Code.UNKNOWN_TABLE, f"Table {where} does not exist{tail}.")

    def no_create_query(self, connection: Connection, database: str, name: str) -> Error:
        """A table that is not there, in the words of SHOW CREATE TABLE and ATTACH TABLE."""
        hint = self.hint(connection, database, name)
        tail = f": Maybe you meant {dotted(*hint)}?" if hint else ""
        message = f"Table {back_quoted(name)} doesn't exist{tail}."
        return Error(Code.CANNOT_GET_CREATE_TABLE_QUERY, message)

    def hint(self, connection: Connection, database: str, name: str) -> tuple[str, str] | None:
        """The database and the table that a misspelt name may have meant."""
        tables: dict[str, list[str]] = {}
        columns = schema.tables.c
        visible = select(columns.database, columns.name).where(columns.state == TableState.ATTACHED)
        for where, which in connection.execute(visible):
            tables.setdefault(where, []).append(which)
        return closest_table(database, name, {**tables, **self._virtual()})


_DETACHED = {
    TableState.DETACHED: "detached",
    TableState.DETACHED_PERMANENTLY: "detached permanently",
}


def _why_taken(table: Table) -> str:
    if table.state == TableState.ATTACHED:
        return f"Table {dotted(table.database, table.name)} already exists."
    where = f"{back_quoted(table.database)}.{back_quoted(table.name)}"
    return f"Table {where} already exists ({_DETACHED[table.state]})."
