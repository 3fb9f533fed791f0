"""The catalog: opens the store and holds its rooms together."""

import weakref
from collections.abc import Callable, Sequence
from pathlib import Path

from sparktree.catalog.databases import Databases
from sparktree.catalog.heartbeat import Heartbeat
from sparktree.catalog.leases import Leases
from sparktree.catalog.logs import Logs
from sparktree.catalog.mirror import Mirror
from sparktree.catalog.mirroring import Mirroring
from sparktree.catalog.mutations import Mutations
from sparktree.catalog.names import Names, Virtual, no_tables
from sparktree.catalog.objects import Objects
from sparktree.catalog.owners import Owners
from sparktree.catalog.parts import Parts
from sparktree.catalog.rebuild import rebuild
from sparktree.catalog.records import Database, Part, StoredObject, Table
from sparktree.catalog.references import References
from sparktree.catalog.replicas import Replicas
from sparktree.catalog.reservations import Reservations
from sparktree.catalog.snapshots import Snapshot, Snapshots
from sparktree.catalog.store import Store, open_store
from sparktree.catalog.tables import Tables
from sparktree.catalog.upgrade import prepare
from sparktree.errors import Code, Error

HEARTBEAT_SECONDS = 5.0


class Catalog:
    """What all processes on a data folder agree on; safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] | None = None,
        virtual: Virtual = no_tables,
        heartbeat: float = HEARTBEAT_SECONDS,
        mirror: Mirror | None = None,
    ) -> None:
        self._store = store
        self.clock = clock = clock or store.now
        names = Names(virtual)
        self.owners = Owners(store, clock)
        self.owner = self.owners.me.id
        self._mirroring = mirroring = Mirroring(store, self.owner, mirror)
        self.databases = Databases(store, names, clock, mirroring)
        self.tables = Tables(store, names, clock, mirroring)
        self.leases = Leases(store, self.owner, clock)
        self.parts = Parts(store, self.owner, clock, mirroring)
        self.snapshots = Snapshots(store, self.owner, clock)
        self.mutations = Mutations(store, clock)
        self.reservations = Reservations(store, self.owner, clock)
        self.references = References(store)
        self.logs = Logs(store)
        self.objects = Objects(store, clock, mirroring)
        self.replicas = Replicas(store, self.owner, self.owners.live_ids)
        self._register()
        # The thread must not keep a forgotten catalog alive, so it knows the rooms only.
        beat = _beat(store, self.owners, self.leases, self.snapshots, self.replicas)
        self._heartbeat = Heartbeat(beat, heartbeat)
        self._heartbeat.start()
        self._finalizer = weakref.finalize(self, _close, self._heartbeat, self.owners, store)

    @classmethod
    def open(
        cls,
        url: str | None,
        folder: Path,
        *,
        clock: Callable[[], float] | None = None,
        virtual: Virtual = no_tables,
        heartbeat: float = HEARTBEAT_SECONDS,
        mirror: Mirror | None = None,
    ) -> "Catalog":
        """The catalog at the URL, or in the data folder; made if there is none.

        `virtual` gives the table names of `system` and the like, for hints; `mirror` is told of
        every change. Call `recover` next.
        """
        store = open_store(url, folder)
        try:
            prepare(store, (clock or store.now)())
            return cls(store, clock=clock, virtual=virtual, heartbeat=heartbeat, mirror=mirror)
        except BaseException:
            store.close()
            raise

    def _register(self) -> None:
        """On a full disk, which can be read all the same, a heartbeat does it later."""
        try:
            self.owners.register()
        except Error as error:
            if error.code != Code.NOT_ENOUGH_SPACE:
                raise

    def close(self) -> None:
        """Leave the owners' list and close the connections; a second call does nothing."""
        self._finalizer()

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def snapshot(self, table: str) -> Snapshot:
        """The active parts of a table, by its UUID, held until released."""
        return self.snapshots.take(table)

    def pin(self, table: str, name: str) -> Snapshot | None:
        """One part, active or outdated, held; None if it is not there."""
        return self.snapshots.pin(table, name)

    def recover(self) -> list[Part]:
        """Clean up after dead processes: delete the folders of the parts returned, forget them."""
        self._mirroring.catch_up()
        return self.owners.recover()

    def claim_removable(self, table: str, lifetime: float) -> list[Part]:
        """Outdated parts, past their lifetime and not held, that the caller is to delete now."""
        self.snapshots.flush()
        return self.parts.claim_removable(table, lifetime)

    def removable_tables(self, lifetime: float) -> list[Table]:
        """Dropped tables, past their lifetime and not held; delete their folders, then forget."""
        self.snapshots.flush()
        return self.tables.removable(lifetime)

    def rebuild(
        self,
        databases: Sequence[Database],
        tables: Sequence[Table],
        parts: Sequence[Part],
        objects: Sequence[StoredObject] = (),
        shared: Sequence[tuple[str, str, str]] = (),
    ) -> None:
        """Fill a new catalog with what was found on the disks."""
        rebuild(self._store, self.clock(), databases, tables, parts, objects, shared)

    def __enter__(self) -> "Catalog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _beat(
    store: Store, owners: Owners, leases: Leases, snapshots: Snapshots, replicas: Replicas
) -> Callable[[], None]:
    def beat() -> None:
        store.synchronise()
        if owners.beat():
            leases.renew_all()
            snapshots.flush()
        else:
            snapshots.invalidate()
            owners.register()
            replicas.announce_again()

    return beat


def _close(heartbeat: Heartbeat, owners: Owners, store: Store) -> None:
    heartbeat.stop()
    try:
        owners.deregister()
    except Error as error:
        # On a full disk the row stays: others find that its process has ended.
        if error.code != Code.NOT_ENOUGH_SPACE:
            raise
    finally:
        store.close()
