"""Leases: exclusive claims on keys across threads and processes, granted in the order asked."""

import threading
import time
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from sparktree.catalog import schema
from sparktree.catalog.records import Lease
from sparktree.catalog.store import Locks, Store
from sparktree.errors import Code, Error

# The heartbeat extends leases long before they expire.
LEASE_SECONDS = 30.0
_SHORTEST_POLL = 0.01
_LONGEST_POLL = 0.05
_QUEUES = 64
_T = schema.tickets
_K = schema.lease_keys


class Leases:
    """The leases of one owner.

    A claim gets a ticket and waits for every earlier ticket with a key in common. Since tickets
    only wait for smaller ones, no two claims can wait for each other, whatever their keys.
    """

    def __init__(self, store: Store, owner: str, clock: Callable[[], float]) -> None:
        self._store = store
        self._owner = owner
        self._clock = clock
        self._released = threading.Condition()
        # Tickets that could not be given back, as the catalog had no room: every later write tries.
        self._unreleased: set[int] = set()

    def acquire(
        self,
        keys: Collection[str],
        purpose: str,
        *,
        timeout: float,
        check: Callable[[], None] = lambda: None,
    ) -> Lease:
        """All the keys, after `timeout` seconds of waiting at most; else DEADLOCK_AVOIDED.

        `check` is called now and then; what it raises ends the waiting.
        """
        lease = self._request(keys, purpose)
        if lease.granted is not None:
            return lease
        try:
            granted = self._wait(lease, timeout, check)
        except BaseException:
            self.release(lease)
            raise
        if granted is None:
            error = _timed_out(lease, timeout, self._before(lease))
            self.release(lease)
            raise error
        return granted

    def try_acquire(self, keys: Collection[str], purpose: str) -> Lease | None:
        """All the keys at once, or nothing."""
        lease = self._request(keys, purpose)
        if lease.granted is not None:
            return lease
        self.release(lease)
        return None

    @contextmanager
    def held(
        self,
        keys: Collection[str],
        purpose: str,
        *,
        timeout: float,
        check: Callable[[], None] = lambda: None,
    ) -> Iterator[Lease]:
        """The keys for the length of a block."""
        lease = self.acquire(keys, purpose, timeout=timeout, check=check)
        try:
            yield lease
        finally:
            self.release(lease)

    def renew_all(self) -> None:
        """Extend whatever this owner holds or waits for; a lease that was lost stays lost."""
        now = self._clock()
        with self._writing(now) as connection:
            own = _T.c.owner == self._owner
            _lock(connection, own)
            connection.execute(update(_T).where(own).values(expires=now + LEASE_SECONDS))

    def release(self, lease: Lease) -> None:
        """Give the keys back; quiet if they were lost already.

        What the catalog cannot write down now, for want of room on its disk, it does later: the
        keys are free in this process at once, elsewhere then, or when the lease expires.
        """
        self._unreleased.add(lease.ticket)
        with suppress(Error, DBAPIError), self._writing(None):
            pass
        with self._released:
            self._released.notify_all()

    def all(self) -> list[Lease]:
        """Holders and waiters of all owners, in the order of their tickets."""
        query = _claims().where(_T.c.expires > self._clock(), self._unfinished())
        with self._store.read() as connection:
            return _leases(connection, query)

    def holders(self, keys: Collection[str]) -> list[Lease]:
        """The granted leases on any of the keys."""
        wanted = set(keys)
        return [
            lease
            for lease in self.all()
            if lease.granted is not None and wanted.intersection(lease.keys)
        ]

    def _request(self, keys: Collection[str], purpose: str) -> Lease:
        """A ticket in the queue of every key, granted at once where nobody is before it."""
        ordered = tuple(sorted(set(keys)))
        now = self._clock()
        with self._writing(now, ordered) as connection:
            lease = Lease(0, ordered, self._owner, purpose, now, None, now + LEASE_SECONDS)
            lease = replace(lease, ticket=_draw(connection, lease))
            return _grant_if_first(connection, lease, now)

    def _wait(self, lease: Lease, timeout: float, check: Callable[[], None]) -> Lease | None:
        deadline = time.monotonic() + timeout
        pause = _SHORTEST_POLL
        while (left := deadline - time.monotonic()) > 0:
            check()
            with self._released:
                self._released.wait(min(pause, left))
            pause = min(pause * 1.5, _LONGEST_POLL)
            if self._looks_free(lease):
                granted = self._try_grant(lease)
                if granted.granted is not None:
                    return granted
        return None

    def _looks_free(self, lease: Lease) -> bool:
        """A look without the writers' lock, to poll cheaply."""
        now = self._clock()
        with self._store.read() as connection:
            ahead = _ahead(lease).where(_T.c.expires > now, self._unfinished())
            return connection.scalar(ahead.limit(1)) is None

    def _before(self, lease: Lease) -> list[Lease]:
        """Those that the lease waits for."""
        keys = set(lease.keys)
        return [one for one in self.all() if one.ticket < lease.ticket and keys & set(one.keys)]

    def _unfinished(self) -> ColumnElement[bool]:
        """Not of a lease that is yet to be given back."""
        return _T.c.ticket.not_in(tuple(self._unreleased))

    @contextmanager
    def _writing(self, now: float | None, keys: Collection[str] = ()) -> Iterator[Connection]:
        """A transaction in which the leases that were given back go, and those expired by `now`.

        Nobody else gets a ticket for one of the keys meanwhile.
        """
        freed = tuple(self._unreleased)
        with self._store.write(durable=False, locks=_queues(keys)) as connection:
            if freed:
                _lock(connection, _T.c.ticket.in_(freed))
            _remove(connection, freed)
            if now is not None:
                _remove_expired(connection, now)
            yield connection
        self._unreleased.difference_update(freed)

    def _try_grant(self, lease: Lease) -> Lease:
        now = self._clock()
        with self._writing(now, lease.keys) as connection:
            if connection.scalar(select(_T.c.ticket).where(_T.c.ticket == lease.ticket)) is None:
                raise _lost(lease)
            return _grant_if_first(connection, lease, now)


def require_held(connection: Connection, lease: Lease, now: float) -> None:
    """Inside a transaction: the lease is still granted and not expired, or ABORTED."""
    valid = select(_T.c.ticket).where(
        _T.c.ticket == lease.ticket, _T.c.granted.is_not(None), _T.c.expires > now
    )
    # Locked, so that nobody takes it for expired before the transaction ends.
    if connection.scalar(valid.with_for_update()) is None:
        raise _lost(lease)


def _queues(keys: Collection[str]) -> Locks:
    """The queues that keys stand in: a bounded number, as a database locks not any number."""
    return Locks({f"lease/{zlib.crc32(key.encode()) % _QUEUES:02}" for key in keys})


def _lock(connection: Connection, which: ColumnElement[bool]) -> None:
    """Lock tickets, in an order that is the same for everybody."""
    connection.execute(select(_T.c.ticket).where(which).order_by(_T.c.ticket).with_for_update())


def _claims() -> Select[Any]:
    joined = _T.join(_K, _K.c.ticket == _T.c.ticket)
    return select(_T, _K.c.key).select_from(joined).order_by(_T.c.ticket, _K.c.key)


def _leases(connection: Connection, query: Select[Any]) -> list[Lease]:
    claims: dict[int, dict[str, Any]] = {}
    keys: dict[int, list[str]] = {}
    for row in connection.execute(query):
        values = dict(row._mapping)
        keys.setdefault(row.ticket, []).append(values.pop("key"))
        claims[row.ticket] = values
    return [Lease(keys=tuple(keys[ticket]), **claims[ticket]) for ticket in claims]


def _ahead(lease: Lease) -> Select[Any]:
    """The tickets that this one waits for."""
    joined = _K.join(_T, _K.c.ticket == _T.c.ticket)
    return (
        select(_T.c.ticket)
        .select_from(joined)
        .where(_K.c.key.in_(lease.keys), _T.c.ticket < lease.ticket)
    )


def _draw(connection: Connection, lease: Lease) -> int:
    """The next ticket, put into the queue of every key."""
    columns = ("owner", "purpose", "requested", "expires")
    values = {column: getattr(lease, column) for column in columns}
    ticket: int = connection.execute(insert(_T).returning(_T.c.ticket), values).scalar_one()
    if lease.keys:
        connection.execute(insert(_K), [{"key": key, "ticket": ticket} for key in lease.keys])
    return ticket


def _grant_if_first(connection: Connection, lease: Lease, now: float) -> Lease:
    if connection.scalar(_ahead(lease).limit(1)) is not None:
        return lease
    lease = replace(lease, granted=now, expires=now + LEASE_SECONDS)
    new = {"granted": lease.granted, "expires": lease.expires}
    connection.execute(update(_T).where(_T.c.ticket == lease.ticket).values(new))
    return lease


def _remove_expired(connection: Connection, now: float) -> None:
    """Those that somebody is about to extend or give back are left to him."""
    expired = select(_T.c.ticket).where(_T.c.expires <= now).with_for_update(skip_locked=True)
    _remove(connection, connection.scalars(expired).all())


def _remove(connection: Connection, tickets: Collection[int]) -> None:
    if tickets:
        connection.execute(delete(_K).where(_K.c.ticket.in_(tickets)))
        connection.execute(delete(_T).where(_T.c.ticket.in_(tickets)))


def remove_of_owners(
    connection: Connection, of: Callable[[Column[str]], ColumnElement[bool]]
) -> None:
    """Every lease, granted or waiting, of the owners that the condition selects."""
    _remove(connection, connection.scalars(select(_T.c.ticket).where(of(_T.c.owner))).all())


def _timed_out(lease: Lease, timeout: float, ahead: Collection[Lease]) -> Error:
    others = ", ".join(dict.fromkeys(one.purpose for one in ahead))
    return Error(
        Code.DEADLOCK_AVOIDED,
        f'Locking attempt on "{", ".join(lease.keys)}" for {lease.purpose} has timed out! '
        f"({timeout * 1000:.0f}ms) Possible deadlock avoided. Client should retry."
        + f" It waited for: {others}."
        * bool(others),
    )


def _lost(lease: Lease) -> Error:
    return Error(
        Code.ABORTED,
        f'The lease on "{", ".join(lease.keys)}" for {lease.purpose} was lost.',
    )
