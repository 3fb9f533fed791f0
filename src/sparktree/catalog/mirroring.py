"""Telling the mirror what changed: after the commit, and again if the process died before it did.

No transaction waits for a disk. What a transaction changes it notes in the catalog; once it is
committed, the files are written by what the rows say then, and the note goes. Several processes
may write down the same at once: each looks at the row again after it wrote, so that whoever
writes last has seen the last change.
"""

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from sparktree.catalog import schema
from sparktree.catalog.mirror import Mirror
from sparktree.catalog.names import table_of
from sparktree.catalog.records import Database, Part, PartState, StoredObject
from sparktree.catalog.store import NO_LOCKS, Locks, Store
from sparktree.errors import Error

_U = schema.unmirrored
_TABLE, _DATABASE, _OBJECT, _PARTS = "table", "database", "object", "parts"
_CHUNK = 5_000
_log = logging.getLogger("sparktree.catalog")


class Mirroring:
    """The changes of one opened catalog, on their way to its mirror."""

    def __init__(self, store: Store, owner: str = "", mirror: Mirror | None = None) -> None:
        self._store = store
        self._owner = owner
        self._mirror = mirror
        self._write_down: dict[str, Callable[[Mirror, str, str], None]] = {
            _TABLE: self._table,
            _DATABASE: self._database,
            _OBJECT: self._object,
            _PARTS: self._parts,
        }

    @contextmanager
    def writing(self, locks: Locks = NO_LOCKS) -> Iterator[tuple[Connection, "Noted"]]:
        """A transaction, and where it notes what it changes; written down when it is committed."""
        noted = Noted(self._mirror is not None)
        with self._store.write(locks=locks) as connection:
            yield connection, noted
            ids = noted.insert(connection)
        if ids:
            self._settle(ids)

    def catch_up(self) -> None:
        """Write down what others committed and did not get to write."""
        if self._mirror is None:
            return
        with self._store.read() as connection:
            ids = connection.scalars(select(_U.c.id).order_by(_U.c.id)).all()
        if ids:
            self._settle(ids)

    def _settle(self, ids: Sequence[int]) -> None:
        """What cannot be written now stays noted: the change itself is made, and safe."""
        assert self._mirror is not None
        with self._store.read() as connection:
            wanted = select(_U).where(_U.c.id.in_(ids)).order_by(_U.c.id)
            rows = connection.execute(wanted).all()
        try:
            for row in rows:
                self._write_down[row.kind](self._mirror, row.key, row.payload)
            with self._store.write(durable=False) as connection:
                connection.execute(delete(_U).where(_U.c.id.in_(ids)))
        except Error as error:
            _log.warning("What changed is yet to be written beside the data: %s", error)

    def _table(self, mirror: Mirror, uuid: str, _: str) -> None:
        row = self._row(select(schema.tables).where(schema.tables.c.uuid == uuid))
        while row is not None:
            mirror.table(table_of(row), self._owner)
            before, row = row, self._row(select(schema.tables).where(schema.tables.c.uuid == uuid))
            if row is not None and _said(row) == _said(before):
                return
        mirror.forget_table(uuid)

    def _database(self, mirror: Mirror, uuid: str, _: str) -> None:
        wanted = select(schema.databases).where(schema.databases.c.uuid == uuid)
        row = self._row(wanted)
        while row is not None:
            mirror.database(Database(**row._mapping))
            before, row = row, self._row(wanted)
            if row == before:
                return
        mirror.drop_database(uuid)

    def _object(self, mirror: Mirror, name: str, kind: str) -> None:
        columns = schema.objects.c
        wanted = select(schema.objects).where(columns.kind == kind, columns.name == name)
        row = self._row(wanted)
        while row is not None:
            mirror.object(StoredObject(**row._mapping))
            before, row = row, self._row(wanted)
            if row == before:
                return
        mirror.drop_object(kind, name)

    def _parts(self, mirror: Mirror, table: str, payload: str) -> None:
        """Marks of parts whose files are there still; they go with the files."""
        names = json.loads(payload)
        mirror.remove_parts(table, self._leaving(table, names))
        staying = set(self._leaving(table, names))
        mirror.forget_parts(table, [name for name in names if name not in staying])

    def _leaving(self, table: str, names: Sequence[str]) -> list[str]:
        """Those of the parts that are not active, and whose rows are there."""
        columns = schema.parts.c
        left = (columns.table == table) & (columns.state != PartState.ACTIVE)
        found: list[str] = []
        with self._store.read() as connection:
            for start in range(0, len(names), _CHUNK):
                some = columns.name.in_(names[start : start + _CHUNK])
                found += connection.scalars(select(columns.name).where(left, some))
        return found

    def _row(self, query: Any) -> Any:
        with self._store.read() as connection:
            return connection.execute(query).one_or_none()


class Noted:
    """What one transaction changes."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._notes: dict[tuple[str, str, str], None] = {}

    def table(self, uuid: str) -> None:
        """The table's definition, name or state."""
        self._note(_TABLE, uuid, "")

    def database(self, uuid: str) -> None:
        """The database, made, changed or gone."""
        self._note(_DATABASE, uuid, "")

    def object(self, kind: str, name: str) -> None:
        """The named object, made, changed or gone."""
        self._note(_OBJECT, name, kind)

    def removed(self, parts: Sequence[Part]) -> None:
        """Parts that are no longer their table's, and that no new part covers."""
        for table in {part.table for part in parts}:
            names = sorted({part.name for part in parts if part.table == table})
            self._note(_PARTS, table, json.dumps(names))

    def insert(self, connection: Connection) -> Sequence[int]:
        """The notes as rows; their numbers."""
        if not self._notes:
            return ()
        rows = [{"kind": kind, "key": key, "payload": text} for kind, key, text in self._notes]
        return connection.scalars(insert(_U).returning(_U.c.id), rows).all()

    def _note(self, kind: str, key: str, payload: str) -> None:
        if self._wanted:
            self._notes[kind, key, payload] = None


def _said(row: Any) -> tuple[Any, ...]:
    """What the file of a table is about; its parts are in files of their own."""
    values = row._mapping
    return tuple(values[name] for name in values if name not in ("parts_version", "last_block"))
