"""Snapshots: the active parts of a table at an instant, kept from deletion while they are read."""

import threading
import weakref
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection, delete, insert, select

from sparktree.catalog import schema
from sparktree.catalog.parts import active_parts, active_parts_since, part_on_disk, patches_of
from sparktree.catalog.records import Part, Table, new_uuid
from sparktree.catalog.store import Store
from sparktree.catalog.tables import living_table
from sparktree.errors import Code, Error


def _kept_table(connection: Connection, table: str) -> Table:
    """The table, whose set of parts nobody changes before the transaction ends; others read it."""
    row = select(schema.tables.c.uuid).where(schema.tables.c.uuid == table)
    connection.execute(row.with_for_update(read=True))
    return living_table(connection, table)


class _Hold:
    """A row of holds, shared by the readers in this process that saw the same version."""

    def __init__(self, table: Table, parts: tuple[Part, ...]) -> None:
        self.id = new_uuid()
        self.table = table
        self.every = parts
        self.parts = tuple(part for part in parts if not part.is_patch)
        self.patches = tuple(part for part in parts if part.is_patch)
        self.readers = 0
        self.derived: dict[Hashable, object] = {}  # what readers made of the parts


class Snapshot:
    """A table's definition and active parts at one instant; release it, or use it in `with`."""

    def __init__(
        self,
        table: Table,
        parts: tuple[Part, ...],
        patches: tuple[Part, ...],
        release: Callable[[], None],
        derived: dict[Hashable, object] | None = None,
    ) -> None:
        self.table = table
        self.parts = parts
        self.patches = patches  # new values for rows of the parts
        # What is made of these parts is the same for all readers of this version.
        self.derived: dict[Hashable, object] = {} if derived is None else derived
        # A snapshot that nobody refers to any more is released as well.
        self._finalizer = weakref.finalize(self, release)

    @property
    def released(self) -> bool:
        return not self._finalizer.alive

    def release(self) -> None:
        """The parts may be deleted when they are outdated; a second call does nothing."""
        self._finalizer()

    def __enter__(self) -> "Snapshot":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class Snapshots:
    """The snapshots of one owner.

    A row is written for the first reader of a version of a table. It stays for a while after the
    last one, so that queries on a table that does not change only read the catalog.
    """

    def __init__(self, store: Store, owner: str, clock: Callable[[], float]) -> None:
        self._store = store
        self._owner = owner
        self._clock = clock
        self._lock = threading.Lock()
        self._latest: dict[str, _Hold] = {}
        self._holds: dict[str, _Hold] = {}
        # Rows to write and to delete as soon as the catalog has room again.
        self._unwritten: dict[str, _Hold] = {}
        self._gone: set[str] = set()
        # Filled by finalizers, which may run at any point of any thread and so must not lock.
        self._released: deque[_Hold] = deque()

    def take(self, table: str) -> Snapshot:
        """The active parts of the table now; UNKNOWN_TABLE if it was dropped."""
        with self._store.read() as connection:
            now = living_table(connection, table)
        hold = self._joined(now)
        if hold is None:
            return self._new(table)
        return self._snapshot(hold, now)

    def pin(self, table: str, name: str) -> Snapshot | None:
        """One part, active or outdated, with its patches; None if it is not there any more."""
        with self._store.write(durable=False) as connection:
            now = _kept_table(connection, table)
            part = part_on_disk(connection, table, name)
            if part is None:
                return None
            version = now.parts_version
            if part.removed_version is not None:
                version = part.removed_version - 1
            seen = (part, *patches_of(connection, part))
            hold = _Hold(replace(now, parts_version=version), seen)
            hold.readers = 1
            connection.execute(insert(schema.holds), self._row(hold))
        with self._lock:
            self._holds[hold.id] = hold
        return self._snapshot(hold, now)

    def flush(self) -> None:
        """Give up the rows that no reader needs; write those that there was no room for."""
        with self._lock:
            self._count_released()
            for hold in [hold for hold in self._holds.values() if not hold.readers]:
                self._remove(hold)
            gone, unwritten = set(self._gone), dict(self._unwritten)
        if not gone and not unwritten:
            return
        with self._store.write(durable=False) as connection:
            connection.execute(delete(schema.holds).where(schema.holds.c.id.in_(gone)))
            for hold in unwritten.values():
                connection.execute(insert(schema.holds), self._row(hold))
        with self._lock:
            self._gone -= gone
            for key in unwritten:
                self._unwritten.pop(key, None)

    def invalidate(self) -> None:
        """The rows were removed by others: none of them is to be joined any more."""
        with self._lock:
            for kept in (self._holds, self._latest, self._unwritten, self._gone):
                kept.clear()

    def _joined(self, now: Table) -> _Hold | None:
        """The hold of this version, if the process has one."""
        with self._lock:
            self._count_released()
            hold = self._latest.get(now.uuid)
            if hold is None or hold.table.parts_version != now.parts_version:
                return None
            hold.readers += 1
            return hold

    def _new(self, table: str) -> Snapshot:
        with self._lock:
            before = self._latest.get(table)
        try:
            with self._store.write(durable=False) as connection:
                hold = self._hold_on(connection, _kept_table(connection, table), before)
                connection.execute(insert(schema.holds), self._row(hold))
        except Error as error:
            if error.code != Code.NOT_ENOUGH_SPACE:
                raise
            hold = self._unannounced(table, before)
        with self._lock:
            self._holds[hold.id] = hold
            self._latest[table] = hold
        return self._snapshot(hold, hold.table)

    def _hold_on(self, connection: Connection, now: Table, before: _Hold | None) -> _Hold:
        """What is read, to be announced in the same transaction: nothing is deleted in between."""
        if before is None:
            hold = _Hold(now, active_parts(connection, now.uuid))
        else:
            version = before.table.parts_version
            parts = active_parts_since(connection, now.uuid, before.every, version)
            hold = _Hold(now, parts)
        hold.readers = 1
        return hold

    def _unannounced(self, table: str, before: _Hold | None) -> _Hold:
        """A catalog without room cannot outdate parts either: the row is written when it can."""
        with self._store.read() as connection:
            hold = self._hold_on(connection, living_table(connection, table), before)
        with self._lock:
            self._unwritten[hold.id] = hold
        return hold

    def _row(self, hold: _Hold) -> dict[str, object]:
        return {
            "id": hold.id,
            "table": hold.table.uuid,
            "parts_version": hold.table.parts_version,
            "owner": self._owner,
            "taken": self._clock(),
        }

    def _snapshot(self, hold: _Hold, table: Table) -> Snapshot:
        return Snapshot(
            table, hold.parts, hold.patches, partial(self._released.append, hold), hold.derived
        )

    def _count_released(self) -> None:
        while self._released:
            self._released.popleft().readers -= 1

    def _remove(self, hold: _Hold) -> None:
        del self._holds[hold.id]
        if self._unwritten.pop(hold.id, None) is None:
            self._gone.add(hold.id)
        if self._latest.get(hold.table.uuid) is hold:
            del self._latest[hold.table.uuid]
