"""Leases: one holder a key, in the order asked, lost when the owner falls silent."""

import threading
import time

import pytest

from sparktree.catalog import Catalog, NewPart, Table
from sparktree.catalog.leases import LEASE_SECONDS
from sparktree.errors import Error
from tests.unit.catalog.conftest import Clock, OpenCatalog, full_disk


def tickets(catalog: Catalog, key: str) -> list[int]:
    """Who holds a key now."""
    return [lease.ticket for lease in catalog.leases.holders([key])]


def test_a_key_has_one_holder(catalog: Catalog, open_catalog: OpenCatalog, clock: Clock) -> None:
    other = open_catalog(clock=clock)
    lease = catalog.leases.acquire(["p2", "p1"], "REPLACE PARTITION", timeout=1)
    assert lease.keys == ("p1", "p2")
    assert other.leases.try_acquire(["p2", "p3"], "merge") is None
    assert other.leases.try_acquire(["p3"], "merge") is not None
    catalog.leases.release(lease)
    assert other.leases.try_acquire(["p2"], "merge") is not None


def test_waiting_ends_with_the_holder(catalog: Catalog, open_catalog: OpenCatalog) -> None:
    other = open_catalog()
    lease = catalog.leases.acquire(["p"], "first", timeout=1)
    timer = threading.Timer(0.1, catalog.leases.release, [lease])
    timer.start()
    with other.leases.held(["p"], "second", timeout=10) as second:
        assert second.granted is not None
    timer.join()
    assert catalog.leases.all() == []


def test_waiting_is_bounded_and_leaves_nothing(catalog: Catalog) -> None:
    with catalog.leases.held(["p"], "first", timeout=1):
        with pytest.raises(Error) as refused:
            catalog.leases.acquire(["p"], "second", timeout=0.05)
        assert refused.value.name == "DEADLOCK_AVOIDED"
        assert refused.value.message == (
            'Locking attempt on "p" for second has timed out! (50ms) '
            "Possible deadlock avoided. Client should retry. It waited for: first."
        )
        assert [lease.purpose for lease in catalog.leases.all()] == ["first"]


def test_waiting_can_be_cancelled(catalog: Catalog) -> None:
    def cancelled() -> None:
        raise KeyboardInterrupt

    with catalog.leases.held(["p"], "first", timeout=1):
        with pytest.raises(KeyboardInterrupt):
            catalog.leases.acquire(["p"], "second", timeout=10, check=cancelled)
        assert len(catalog.leases.all()) == 1


def test_holders_and_waiters_are_seen(catalog: Catalog) -> None:
    lease = catalog.leases.acquire(["p"], "first", timeout=1)
    waiter = threading.Thread(
        target=lambda: catalog.leases.release(
            catalog.leases.acquire(["p", "q"], "second", timeout=10)
        )
    )
    waiter.start()
    while len(catalog.leases.all()) < 2:
        time.sleep(0.005)
    seen = [(lease.purpose, lease.granted is not None) for lease in catalog.leases.all()]
    assert seen == [("first", True), ("second", False)]
    assert [lease.purpose for lease in catalog.leases.holders(["q", "p"])] == ["first"]
    assert catalog.leases.holders(["q"]) == []
    catalog.leases.release(lease)
    waiter.join()


def test_nobody_overtakes_a_waiter(catalog: Catalog) -> None:
    lease = catalog.leases.acquire(["p"], "first", timeout=1)
    waiter = threading.Thread(
        target=lambda: catalog.leases.release(
            catalog.leases.acquire(["p", "q"], "second", timeout=10)
        )
    )
    waiter.start()
    while len(catalog.leases.all()) < 2:
        time.sleep(0.005)
    assert catalog.leases.try_acquire(["q"], "third") is None
    catalog.leases.release(lease)
    waiter.join()
    assert catalog.leases.try_acquire(["q"], "third") is not None


def test_crossing_claims_do_not_deadlock(catalog: Catalog) -> None:
    counts = {"ab": 0, "ba": 0}

    def work(keys: str) -> None:
        for _ in range(10):
            with catalog.leases.held(list(keys), keys, timeout=30):
                counts[keys] += 1

    threads = [threading.Thread(target=work, args=[keys]) for keys in counts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == {"ab": 10, "ba": 10}


def test_a_silent_holder_loses_its_lease(
    catalog: Catalog, open_catalog: OpenCatalog, clock: Clock, table: Table
) -> None:
    lease = catalog.leases.acquire(["p"], "REPLACE PARTITION", timeout=1)
    parts = catalog.parts.allocate(table.uuid, [NewPart("all")])
    clock.now += LEASE_SECONDS + 1
    other = open_catalog(clock=clock)
    taken = other.leases.try_acquire(["p"], "merge")
    assert taken is not None
    with pytest.raises(Error, match="ABORTED"):
        catalog.parts.commit(parts, guard=lease)
    assert catalog.parts.all(table.uuid) == []
    catalog.leases.release(lease)
    assert tickets(other, "p") == [taken.ticket]


def test_the_heartbeat_keeps_leases(open_catalog: OpenCatalog, clock: Clock) -> None:
    catalog = open_catalog(clock=clock, heartbeat=0.02)
    lease = catalog.leases.acquire(["p"], "merge", timeout=1)
    clock.now += LEASE_SECONDS - 1
    time.sleep(0.2)
    clock.now += LEASE_SECONDS - 1
    time.sleep(0.2)
    assert tickets(catalog, "p") == [lease.ticket]


def test_a_release_that_fails_is_tried_again(
    catalog: Catalog, open_catalog: OpenCatalog, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_catalog(clock=clock)
    lease = catalog.leases.acquire(["p"], "merge", timeout=1)
    with full_disk(catalog, monkeypatch):
        catalog.leases.release(lease)
        assert catalog.leases.all() == []
        assert [one.purpose for one in other.leases.all()] == ["merge"]
        with pytest.raises(Error, match="NOT_ENOUGH_SPACE"):
            catalog.leases.try_acquire(["p"], "merge")
    assert other.leases.try_acquire(["p"], "merge") is None
    catalog.leases.renew_all()
    assert other.leases.try_acquire(["p"], "merge") is not None


def test_an_expired_lease_stays_lost(catalog: Catalog, clock: Clock) -> None:
    catalog.leases.acquire(["p"], "merge", timeout=1)
    clock.now += LEASE_SECONDS + 1
    catalog.leases.renew_all()
    assert tickets(catalog, "p") == []
    assert catalog.leases.try_acquire(["p"], "merge") is not None
