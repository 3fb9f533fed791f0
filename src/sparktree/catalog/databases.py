"""Databases: made, renamed, dropped."""

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.hints import dotted
from sparktree.catalog.mirroring import Mirroring, Noted
from sparktree.catalog.names import Names, table_of
from sparktree.catalog.records import Database, Table, TableState
from sparktree.catalog.store import Locks, Store, values_of
from sparktree.catalog.tables import lock_tables
from sparktree.errors import Code, Error


class Databases:
    """The stored databases; the virtual ones only occupy their names."""

    def __init__(
        self,
        store: Store,
        names: Names,
        clock: Callable[[], float],
        mirroring: Mirroring | None = None,
    ) -> None:
        self._store = store
        self._names = names
        self._clock = clock
        self._mirroring = mirroring or Mirroring(store)

    def all(self) -> list[Database]:
        """All stored databases by name."""
        with self._store.read() as connection:
            rows = connection.execute(select(schema.databases).order_by(schema.databases.c.name))
            return [Database(**row._mapping) for row in rows]

    def find(self, name: str) -> Database | None:
        with self._store.read() as connection:
            return self._names.database(connection, name)

    def get(self, name: str) -> Database:
        """The stored database, or UNKNOWN_DATABASE."""
        with self._store.read() as connection:
            database = self._names.database(connection, name)
            if database is None:
                raise self._names.unknown_database(connection, name)
            return database

    def require(self, name: str) -> None:
        """The database exists, stored or virtual; otherwise UNKNOWN_DATABASE."""
        with self._store.read() as connection:
            self._names.require_database(connection, name)

    def create(self, database: Database) -> None:
        """A new database, or DATABASE_ALREADY_EXISTS."""
        with self._mirroring.writing(_alone(database.name)) as (connection, noted):
            if self._is_taken(connection, database.name):
                # ClickHouse leaves the quotes out here, and only here.
                raise Error(
                    Code.DATABASE_ALREADY_EXISTS, f"Database {database.name} already exists."
                )
            _require_new(connection, database.uuid)
            connection.execute(insert(schema.databases), values_of(database))
            noted.database(database.uuid)

    def rename(self, old: str, new: str) -> None:
        """The database and all its tables go under the new name."""
        with self._mirroring.writing(_alone(old, new)) as (connection, noted):
            self._names.require_stored(connection, old)
            if self._is_taken(connection, new):
                raise Error(Code.DATABASE_ALREADY_EXISTS, f"Database {dotted(new)} already exists.")
            databases, tables = schema.databases, schema.tables
            _lock_all(connection, tables.c.database == old)
            connection.execute(update(databases).where(databases.c.name == old).values(name=new))
            connection.execute(update(tables).where(tables.c.database == old).values(database=new))
            self._note_all(connection, noted, new)

    def set_comment(self, name: str, comment: str) -> None:
        """What ALTER DATABASE ... MODIFY COMMENT does."""
        databases = schema.databases
        with self._mirroring.writing(_alone(name)) as (connection, noted):
            self._names.require_stored(connection, name)
            connection.execute(
                update(databases).where(databases.c.name == name).values(comment=comment)
            )
            self._note(connection, noted, name)

    def drop(self, name: str) -> list[Table]:
        """The database goes with all its tables; returns those that were attached or detached."""
        columns = schema.tables.c
        living = (columns.database == name) & columns.dropped.is_(None)
        with self._mirroring.writing(_alone(name)) as (connection, noted):
            self._names.require_stored(connection, name)
            _lock_all(connection, living)
            database = self._names.database(connection, name)
            rows = connection.execute(select(schema.tables).where(living)).all()
            gone = {"state": TableState.DROPPED, "dropped": self._clock()}
            connection.execute(update(schema.tables).where(living).values(gone))
            connection.execute(delete(schema.databases).where(schema.databases.c.name == name))
            dropped = [table_of(row) for row in rows]
            for table in dropped:
                noted.table(table.uuid)
            if database is not None:
                noted.database(database.uuid)
            return dropped

    def _note_all(self, connection: Connection, noted: Noted, name: str) -> None:
        self._note(connection, noted, name)
        of = select(schema.tables.c.uuid).where(schema.tables.c.database == name)
        for uuid in connection.scalars(of).all():
            noted.table(uuid)

    def _note(self, connection: Connection, noted: Noted, name: str) -> None:
        database = self._names.database(connection, name)
        if database is not None:
            noted.database(database.uuid)

    def _is_taken(self, connection: Connection, name: str) -> bool:
        return self._names.is_virtual(name) or bool(self._names.database(connection, name))


def _alone(*names: str) -> Locks:
    """No table of the databases gets or loses a name meanwhile."""
    return Locks({f"database/{name}" for name in names})


def _lock_all(connection: Connection, which: ColumnElement[bool]) -> None:
    """The tables, in the order in which everybody locks them."""
    lock_tables(connection, connection.scalars(select(schema.tables.c.uuid).where(which)).all())


def _require_new(connection: Connection, uuid: str) -> None:
    databases = schema.databases
    if connection.scalar(select(databases.c.name).where(databases.c.uuid == uuid)) is not None:
        raise Error(Code.DATABASE_ALREADY_EXISTS, f"Database with UUID {uuid} already exists.")
