"""Tables: made, found, renamed, exchanged, altered, detached, dropped."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from sqlalchemy import Connection, delete, exists, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.hints import dotted
from sparktree.catalog.mirroring import Mirroring, Noted
from sparktree.catalog.names import Names, table_of
from sparktree.catalog.records import Table, TableState
from sparktree.catalog.store import Locks, Store, values_of
from sparktree.errors import Code, Error

Name = tuple[str, str]
_T = schema.tables
_UNDROP_MARGIN = 1.0


class Tables:
    """The tables of all stored databases; a name is a pair of database and table."""

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

    def get(self, database: str, name: str) -> Table:
        """The attached table; otherwise UNKNOWN_DATABASE or UNKNOWN_TABLE with a hint."""
        with self._store.read() as connection:
            return self._names.require_table(connection, database, name)

    def get_created(self, database: str, name: str) -> Table:
        """The attached table, or the error of SHOW CREATE TABLE."""
        with self._store.read() as connection:
            self._names.require_database(connection, database)
            table = self._names.attached(connection, database, name)
            if table is None:
                raise self._names.no_create_query(connection, database, name)
            return table

    def find(self, database: str, name: str) -> Table | None:
        with self._store.read() as connection:
            return self._names.attached(connection, database, name)

    def find_uuid(self, uuid: str) -> Table | None:
        """The table of the UUID in any state, dropped included."""
        with self._store.read() as connection:
            row = connection.execute(select(_T).where(_T.c.uuid == uuid)).one_or_none()
            return table_of(row) if row else None

    def hint(self, database: str, name: str) -> Name | None:
        """The table that a misspelt name may have meant."""
        with self._store.read() as connection:
            return self._names.hint(connection, database, name)

    def all(
        self,
        database: str | None = None,
        states: Collection[TableState] = (TableState.ATTACHED,),
    ) -> list[Table]:
        """The tables in those states by name, of one database or of all."""
        wanted = select(_T).where(_T.c.state.in_(states)).order_by(_T.c.database, _T.c.name)
        if database is not None:
            wanted = wanted.where(_T.c.database == database)
        with self._store.read() as connection:
            return [table_of(row) for row in connection.execute(wanted)]

    def create(self, table: Table, *, or_replace: bool = False) -> Table:
        """A new table, or TABLE_ALREADY_EXISTS; the table it replaces is dropped with it."""
        now = self._clock()
        with self._mirroring.writing(naming((table.database, table.name))) as (connection, noted):
            self._names.require_stored(connection, table.database)
            if or_replace:
                self._drop_if_attached(connection, noted, table.database, table.name, now)
            return self._insert(connection, noted, table, now)

    def show(
        self,
        hidden: Table,
        name: Name,
        *,
        replaced: Collection[Name] = (),
        view: Table | None = None,
    ) -> None:
        """A table that was filled out of sight takes its name, and with it the view over it is made
        and the tables that they replace are dropped: all at one instant."""
        now = self._clock()
        made = [(view.database, view.name)] if view is not None else []
        old_name = (hidden.database, hidden.name)
        with self._mirroring.writing(naming(old_name, name, *replaced, *made)) as (
            connection,
            noted,
        ):
            self._names.require_stored(connection, name[0])
            living_table(connection, hidden)
            for old in replaced:
                self._drop_if_attached(connection, noted, *old, now)
            self._names.require_free(connection, *name)
            _set_name(connection, hidden, name)
            noted.table(hidden.uuid)
            if view is not None:
                self._insert(connection, noted, view, now)

    def update(
        self,
        table: Table,
        *,
        create_query: str,
        definition: str,
        engine: str | None = None,
    ) -> Table:
        """The next metadata version of the table as it was read; CANNOT_ASSIGN_ALTER if stale."""
        changed = replace(
            table,
            create_query=create_query,
            definition=definition,
            engine=engine or table.engine,
            modified=self._clock(),
            metadata_version=table.metadata_version + 1,
        )
        fields = ("create_query", "definition", "engine", "modified", "metadata_version")
        same = (_T.c.uuid == table.uuid) & (_T.c.metadata_version == table.metadata_version)
        new = {field: getattr(changed, field) for field in fields}
        with self._mirroring.writing() as (connection, noted):
            lock_tables(connection, [table.uuid])
            living_table(connection, table)
            if not connection.execute(update(_T).where(same).values(new)).rowcount:
                raise Error(
                    Code.CANNOT_ASSIGN_ALTER,
                    f"Table {dotted(table.database, table.name)} was altered concurrently: its "
                    f"metadata version is no longer {table.metadata_version}. Try again.",
                )
            noted.table(table.uuid)
        return changed

    def rename(self, pairs: Sequence[tuple[Name, Name]]) -> None:
        """All renames in their order, or none of them."""
        with self._mirroring.writing(naming(*chain(*pairs))) as (connection, noted):
            for old, new in pairs:
                self._names.require_stored(connection, new[0])
                self._names.require_free(connection, *new)
                self._names.require_database(connection, old[0])
                table = self._names.require_movable(connection, *old)
                _set_name(connection, table, new)
                noted.table(table.uuid)

    def exchange(self, left: Name, right: Name) -> None:
        """The two tables take each other's name at one instant."""
        with self._mirroring.writing(naming(left, right)) as (connection, noted):
            for database, _name in (left, right):
                self._names.require_stored(connection, database)
            first = self._names.require_movable(connection, *left)
            second = self._names.require_movable(connection, *right)
            if first.uuid == second.uuid:
                return
            lock_tables(connection, [first.uuid, second.uuid])
            # The index on names holds after every statement, so one steps aside first.
            _set_name(connection, first, (left[0], f".exchange.{first.uuid}"))
            _set_name(connection, second, left)
            _set_name(connection, first, right)
            noted.table(first.uuid)
            noted.table(second.uuid)

    def detach(self, database: str, name: str, *, permanently: bool = False) -> Table:
        """The table is not seen any more, but keeps its name and its parts."""
        state = TableState.DETACHED_PERMANENTLY if permanently else TableState.DETACHED
        with self._mirroring.writing(naming((database, name))) as (connection, noted):
            table = self._names.require_table(connection, database, name)
            return _noted(noted, _into_state(connection, table, state))

    def attach(self, database: str, name: str, *, changed: Table | None = None) -> Table:
        """The detached table is seen again, with the engine of `changed` if that is given."""
        with self._mirroring.writing(naming((database, name))) as (connection, noted):
            self._names.require_stored(connection, database)
            table = self._names.table(connection, database, name)
            if table is None:
                raise self._names.no_create_query(connection, database, name)
            if table.state == TableState.ATTACHED:
                self._names.require_free(connection, database, name)
            attached = _into_state(connection, table, TableState.ATTACHED)
            if changed is not None:
                new = {"create_query": changed.create_query, "engine": changed.engine}
                connection.execute(update(_T).where(_T.c.uuid == table.uuid).values(new))
            return _noted(noted, attached)

    def drop(self, database: str, name: str, *, delay: float = 0.0) -> Table:
        """The name is free at once; rows of parts stay until `forget`, for running readers.

        The files stay for `delay` seconds more, in which `undrop` brings the table back.
        """
        with self._mirroring.writing(naming((database, name))) as (connection, noted):
            table = self._names.require_table(connection, database, name)
            return _noted(noted, _drop(connection, table, self._clock() + delay))

    def undrop(self, database: str, name: str, uuid: str | None = None) -> Table:
        """The table that was dropped last under that name, unless its files are going already."""
        waiting = (_T.c.database == database) & (_T.c.name == name)
        # A margin, so that nobody begins to delete the files meanwhile.
        waiting &= _T.c.dropped > self._clock() + _UNDROP_MARGIN
        if uuid is not None:
            waiting &= _T.c.uuid == uuid
        with self._mirroring.writing(naming((database, name))) as (connection, noted):
            self._names.require_stored(connection, database)
            where = dotted(database, name)
            if self._names.table(connection, database, name) is not None:
                message = f"Cannot undrop table, {where} already exists"
                raise Error(Code.TABLE_ALREADY_EXISTS, message)
            newest = select(_T).where(waiting).order_by(_T.c.dropped.desc()).limit(1)
            newest = newest.with_for_update()
            row = connection.execute(newest).one_or_none()
            if row is None:
                raise Error(
                    Code.UNKNOWN_TABLE,
                    f"Table {where} is being dropped, has been dropped, or the database engine"
                    " does not support UNDROP",
                )
            back = {"state": TableState.ATTACHED, "dropped": None}
            connection.execute(update(_T).where(_T.c.uuid == row.uuid).values(back))
            table = replace(table_of(row), state=TableState.ATTACHED, dropped=None)
            return _noted(noted, table)

    def removable(self, lifetime: float) -> list[Table]:
        """Dropped tables that no reader holds, `lifetime` seconds after their files could go."""
        held = exists().where(schema.holds.c.table == _T.c.uuid)
        old = _T.c.dropped <= self._clock() - lifetime
        with self._store.read() as connection:
            rows = connection.execute(select(_T).where(old, ~held).order_by(_T.c.dropped))
            return [table_of(row) for row in rows]

    def dropped(self) -> list[Table]:
        """Dropped tables whose files are still there."""
        with self._store.read() as connection:
            rows = connection.execute(select(_T).where(_T.c.dropped.is_not(None)))
            return [table_of(row) for row in rows]

    def forget(self, uuid: str) -> None:
        """The last traces of a dropped table, once its files are gone."""
        with self._store.write() as connection:
            dropped = (_T.c.uuid == uuid) & _T.c.dropped.is_not(None)
            if connection.execute(delete(_T).where(dropped)).rowcount:
                for other in (
                    schema.parts,
                    schema.mutations,
                    schema.insert_blocks,
                    schema.stream_epochs,
                ):
                    connection.execute(delete(other).where(other.c.table == uuid))

    def _insert(self, connection: Connection, noted: Noted, table: Table, now: float) -> Table:
        table = replace(table, created=now, modified=now, state=TableState.ATTACHED)
        self._names.require_free(connection, table.database, table.name)
        _require_new(connection, table.uuid)
        connection.execute(insert(_T), values_of(table))
        return _noted(noted, table)

    def _drop_if_attached(
        self, connection: Connection, noted: Noted, database: str, name: str, now: float
    ) -> None:
        table = self._names.attached(connection, database, name)
        if table is not None:
            _noted(noted, _drop(connection, table, now))


def _noted(noted: Noted, table: Table) -> Table:
    noted.table(table.uuid)
    return table


def naming(*names: Name) -> Locks:
    """For what gives names to tables or takes them: the names alone, their databases shared."""
    return Locks(
        {f"table/{database}/{name}" for database, name in names},
        {f"database/{database}" for database, _ in names},
    )


def lock_tables(connection: Connection, uuids: Collection[str]) -> None:
    """Nobody else changes these tables or their sets of parts before the transaction ends.

    To be called before anything is read that the change depends on, once for all the tables.
    """
    wanted = select(_T.c.uuid).where(_T.c.uuid.in_(uuids)).order_by(_T.c.uuid)
    connection.execute(wanted.with_for_update())


def living_table(connection: Connection, table: Table | str) -> Table:
    """The row as it is now of a table known by record or UUID; UNKNOWN_TABLE if it was dropped."""
    uuid = table if isinstance(table, str) else table.uuid
    row = connection.execute(select(_T).where(_T.c.uuid == uuid)).one_or_none()
    found = table_of(row) if row else None
    if found is None or found.dropped is not None:
        known = found or (table if isinstance(table, Table) else None)
        where = dotted(known.database, known.name) if known else uuid
        raise Error(Code.UNKNOWN_TABLE, f"Table {where} does not exist.")
    return found


def require_versions(connection: Connection, versions: Mapping[str, int]) -> None:
    """The tables are attached and at those metadata versions, else the Error of what changed."""
    for uuid, version in versions.items():
        table = living_table(connection, uuid)
        where = dotted(table.database, table.name)
        if table.state != TableState.ATTACHED:
            raise Error(Code.UNKNOWN_TABLE, f"Table {where} does not exist.")
        if table.metadata_version != version:
            raise Error(
                Code.CANNOT_ASSIGN_ALTER, f"Table {where} was altered concurrently. Try again."
            )


def _require_new(connection: Connection, uuid: str) -> None:
    """A dropped table occupies its UUID, which names its folder, until it is forgotten."""
    if connection.scalar(select(_T.c.uuid).where(_T.c.uuid == uuid)) is not None:
        raise Error(
            Code.TABLE_ALREADY_EXISTS, f"Directory for table data store/{uuid}/ already exists."
        )


def _set_name(connection: Connection, table: Table, name: Name) -> None:
    new = {"database": name[0], "name": name[1]}
    connection.execute(update(_T).where(_T.c.uuid == table.uuid).values(new))


def _into_state(connection: Connection, table: Table, state: TableState) -> Table:
    connection.execute(update(_T).where(_T.c.uuid == table.uuid).values(state=state))
    return replace(table, state=state)


def _drop(connection: Connection, table: Table, now: float) -> Table:
    gone = {"state": TableState.DROPPED, "dropped": now}
    connection.execute(update(_T).where(_T.c.uuid == table.uuid).values(gone))
    return replace(table, state=TableState.DROPPED, dropped=now)
