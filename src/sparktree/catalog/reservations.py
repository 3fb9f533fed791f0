"""Room on disks that somebody is about to fill: what all processes have reserved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select

from sparktree.catalog import schema
from sparktree.catalog.records import new_uuid
from sparktree.catalog.store import Locks, Store

_R = schema.reservations


@dataclass(frozen=True, slots=True)
class Reservation:
    """Bytes of a disk for one new part."""

    id: str
    disk: str
    bytes: int


class Reservations:
    """What one owner reserves; what dead ones reserved goes with them."""

    def __init__(self, store: Store, owner: str, clock: Callable[[], float]) -> None:
        self._store = store
        self._owner = owner
        self._clock = clock

    def sums(self) -> dict[str, int]:
        """The reserved bytes of each disk."""
        with self._store.read() as connection:
            return _sums(connection)

    def take(self, candidates: Iterable[tuple[str, int]], size: int) -> Reservation | None:
        """Room on the first of some disks, each with its free bytes, that has it; None without."""
        known = list(candidates)
        locks = Locks({f"room/{disk}" for disk, _ in known})
        with self._store.write(durable=False, locks=locks) as connection:
            reserved = _sums(connection)
            for disk, free in known:
                if free - reserved.get(disk, 0) >= size:
                    taken = Reservation(new_uuid(), disk, size)
                    row = {"id": taken.id, "disk": disk, "bytes": size, "owner": self._owner}
                    connection.execute(insert(_R), {**row, "taken": self._clock()})
                    return taken
        return None

    def release(self, reservations: Iterable[Reservation]) -> None:
        """The room is taken, or not needed any more."""
        ids = [one.id for one in reservations]
        if ids:
            with self._store.write(durable=False) as connection:
                connection.execute(delete(_R).where(_R.c.id.in_(ids)))

    @contextmanager
    def held(self, reservations: list[Reservation]) -> Iterator[None]:
        """What is in the list at the end of the block is released then."""
        try:
            yield
        finally:
            self.release(reservations)


def _sums(connection: Connection) -> dict[str, int]:
    wanted = select(_R.c.disk, func.sum(_R.c.bytes)).group_by(_R.c.disk)
    return {disk: int(size) for disk, size in connection.execute(wanted)}
