"""Objects kept as JSON under a name: users, roles, named collections, functions."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.mirroring import Mirroring, Noted
from sparktree.catalog.records import StoredObject
from sparktree.catalog.store import Locks, Store, values_of

_O = schema.objects


class Objects:
    """Named objects of any kind; the rooms that know the kind word the errors."""

    def __init__(
        self, store: Store, clock: Callable[[], float], mirroring: Mirroring | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._mirroring = mirroring or Mirroring(store)

    def find(self, kind: str, name: str) -> StoredObject | None:
        with self._store.read() as connection:
            return _find(connection, kind, name)

    def all(self, kind: str) -> list[StoredObject]:
        """All objects of the kind by name."""
        with self._store.read() as connection:
            rows = connection.execute(select(_O).where(_O.c.kind == kind).order_by(_O.c.name))
            return [StoredObject(**row._mapping) for row in rows]

    def of_kinds(self, kinds: Iterable[str]) -> list[StoredObject]:
        """All objects of some kinds, by kind and name."""
        with self._store.read() as connection:
            wanted = select(_O).where(_O.c.kind.in_(kinds)).order_by(_O.c.kind, _O.c.name)
            return [StoredObject(**row._mapping) for row in connection.execute(wanted)]

    def create(self, kind: str, name: str, payload: str) -> bool:
        """Store a new object; False, and nothing done, if the name is taken."""
        with self._mirroring.writing(_of_kind(kind)) as (connection, noted):
            if _find(connection, kind, name) is not None:
                return False
            self._insert(connection, noted, kind, name, payload)
            return True

    def replace(self, kind: str, name: str, payload: str) -> None:
        """Store the object, whether there was one of that name or not."""
        with self._mirroring.writing(_of_kind(kind)) as (connection, noted):
            found = _find(connection, kind, name)
            if found is None:
                self._insert(connection, noted, kind, name, payload)
            else:
                self._update(connection, noted, found, payload)

    def change(self, kind: str, name: str, change: Callable[[str], str]) -> bool:
        """Pass the payload through `change`, nobody else writing meanwhile; False if not there."""
        with self._mirroring.writing(_of_kind(kind)) as (connection, noted):
            found = _find(connection, kind, name)
            if found is None:
                return False
            self._update(connection, noted, found, change(found.payload))
            return True

    def rename(self, kind: str, name: str, new: str) -> bool:
        """Give the object another name; False, and nothing done, if that is taken."""
        with self._mirroring.writing(_of_kind(kind)) as (connection, noted):
            found = _find(connection, kind, name)
            if found is None or _find(connection, kind, new) is not None:
                return False
            connection.execute(update(_O).where(_is(kind, name)).values(name=new))
            noted.object(kind, name)
            noted.object(kind, new)
            return True

    def drop(self, kind: str, name: str) -> bool:
        """Remove the object; False if there is none."""
        with self._mirroring.writing(_of_kind(kind)) as (connection, noted):
            dropped = connection.execute(delete(_O).where(_is(kind, name))).rowcount == 1
            if dropped:
                noted.object(kind, name)
            return dropped

    def _insert(
        self, connection: Connection, noted: Noted, kind: str, name: str, payload: str
    ) -> None:
        now = self._clock()
        stored = StoredObject(kind, name, payload, now, now)
        connection.execute(insert(_O), values_of(stored))
        noted.object(kind, name)

    def _update(
        self, connection: Connection, noted: Noted, found: StoredObject, payload: str
    ) -> None:
        stored = replace(found, payload=payload, modified=self._clock())
        new = {"payload": stored.payload, "modified": stored.modified}
        connection.execute(update(_O).where(_is(found.kind, found.name)).values(new))
        noted.object(found.kind, found.name)


def _find(connection: Connection, kind: str, name: str) -> StoredObject | None:
    row = connection.execute(select(_O).where(_is(kind, name))).one_or_none()
    return StoredObject(**row._mapping) if row else None


def _of_kind(kind: str) -> Locks:
    return Locks((f"objects/{kind}",))


def _is(kind: str, name: str) -> ColumnElement[bool]:
    return (_O.c.kind == kind) & (_O.c.name == name)
