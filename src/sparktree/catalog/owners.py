"""Owners: which opened catalogs are alive, and the recovery of what dead ones left behind."""

import os
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Column, ColumnElement, Connection, delete, insert, select, update

from sparktree.catalog import schema
from sparktree.catalog.leases import remove_of_owners
from sparktree.catalog.parts import UNFINISHED, part_of
from sparktree.catalog.records import Owner, Part, PartState, new_uuid
from sparktree.catalog.store import Locks, Store, values_of
from sparktree.errors import Code, Error

# An owner on another machine is dead after this long without a heartbeat.
SILENCE_SECONDS = 60.0
_RECOVERY = Locks(exclusive=("recovery",))
_O = schema.owners
_P = schema.parts
# Asked within the statement that removes what others own: an owner registers before it claims.
_REGISTERED = select(_O.c.id)
_ORPHAN = _P.c.state.in_((*UNFINISHED, PartState.DELETING)) & _P.c.owner.not_in(_REGISTERED)


class Owners:
    """The row of this opened catalog among those of all others."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self.me = _this_process(clock())
        self._outlived = False

    def register(self) -> None:
        with self._store.write(durable=False) as connection:
            connection.execute(insert(_O), values_of(self.me))

    def adopt(self, pid: int) -> str:
        """An owner that lives as long as another process of this machine, or until `release`."""
        started = start_of(pid)
        if started is None:
            raise Error(Code.ABORTED, f"Process {pid} has ended: nothing can be owned for it.")
        owner = replace(self.me, id=new_uuid(), pid=pid, started=started, heartbeat=self._clock())
        with self._store.write(durable=False) as connection:
            connection.execute(insert(_O), values_of(owner))
        return owner.id

    def release(self, owner: str) -> None:
        """An adopted owner has nothing left to own."""
        with self._store.write(durable=False) as connection:
            connection.execute(delete(_O).where(_O.c.id == owner))

    def beat(self) -> bool:
        """Tell the others that we live; False if they took us for dead and removed our row."""
        with self._store.write(durable=False) as connection:
            own = update(_O).where(_O.c.id == self.me.id)
            return connection.execute(own.values(heartbeat=self._clock())).rowcount == 1

    def outlive(self) -> None:
        """Tasks of ours still write: our row stays until somebody finds that the process ended."""
        self._outlived = True

    def deregister(self) -> None:
        """Remove our row, and the holds and leases with it."""
        with self._store.write(durable=False) as connection:
            if not self._outlived:
                connection.execute(delete(_O).where(_O.c.id == self.me.id))
            _remove_claims(connection, lambda owner: owner == self.me.id)

    def all(self) -> list[Owner]:
        with self._store.read() as connection:
            return _owners(connection)

    def dead(self) -> list[Owner]:
        """Registered owners whose process is gone or, elsewhere, has been silent for too long."""
        return [owner for owner in self.all() if self._is_dead(owner)]

    def live_ids(self) -> set[str]:
        """The ids of the owners that live: temporary folders named after others are rubbish."""
        return {owner.id for owner in self.all() if not self._is_dead(owner)}

    def recover(self) -> list[Part]:
        """Remove what dead owners left: holds, leases, and unfinished parts, which are returned.

        Parts that they were deleting are to be deleted by somebody else. The caller deletes the
        folders of the parts returned and then forgets them.
        """
        if not self._has_leftovers():
            return []
        with self._store.write(locks=_RECOVERY) as connection:
            for owner in _owners(connection):
                if self._is_dead(owner):  # unless it told that it lives since it was looked at
                    silent = (_O.c.id == owner.id) & (_O.c.heartbeat == owner.heartbeat)
                    connection.execute(delete(_O).where(silent))
            _remove_claims(connection, lambda owner: owner.not_in(_REGISTERED))
            return _recover_parts(connection, self.me.id)

    def _has_leftovers(self) -> bool:
        with self._store.read() as connection:
            owners = _owners(connection)
            orphans = select(_P.c.uuid).where(_ORPHAN).limit(1)
            died = any(self._is_dead(owner) for owner in owners)
            return died or connection.scalar(orphans) is not None

    def _is_dead(self, owner: Owner) -> bool:
        if owner.id == self.me.id:
            return False
        if owner.place and owner.place == self.me.place:
            return start_of(owner.pid) != owner.started
        return self._clock() - owner.heartbeat > SILENCE_SECONDS


def start_of(pid: int) -> float | None:
    """When the process started, in the kernel's ticks since the boot; None if it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name of the program, in parentheses, may hold anything.
    state, *fields = stat.rpartition(")")[2].split()
    return None if state in "ZX" else float(fields[18])


def _this_process(now: float) -> Owner:
    pid = os.getpid()
    return Owner(
        id=new_uuid(),
        host=socket.gethostname(),
        place=_process_namespace(),
        pid=pid,
        started=start_of(pid) or 0.0,
        registered=now,
        heartbeat=now,
    )


def _process_namespace() -> str:
    """Within it, process numbers mean the same; empty where the system does not tell."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _owners(connection: Connection) -> list[Owner]:
    rows = connection.execute(select(_O).order_by(_O.c.registered))
    return [Owner(**row._mapping) for row in rows]


def _remove_claims(
    connection: Connection, of: Callable[[Column[str]], ColumnElement[bool]]
) -> None:
    for table in (schema.holds, schema.reservations, schema.owner_macros):
        connection.execute(delete(table).where(of(table.c.owner)))
    remove_of_owners(connection, of)


def _recover_parts(connection: Connection, heir: str) -> list[Part]:
    """Unfinished parts become the heir's to delete, so that another crash does not lose them."""
    claim = {"state": PartState.DELETING, "owner": heir, "removed": 0.0, "removed_version": 0}
    unfinished = _ORPHAN & _P.c.state.in_(UNFINISHED)
    claimed = connection.execute(update(_P).where(unfinished).values(claim).returning(_P)).all()
    again = {"state": PartState.OUTDATED, "owner": None}
    connection.execute(update(_P).where(_ORPHAN).values(again))
    return [part_of(row) for row in claimed]
