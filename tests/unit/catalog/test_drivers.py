"""Several drivers over one PostgreSQL: who waits for whom, and whose clock counts."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import func, select, text

from sparktree.catalog import Catalog, NewPart, Table, new_uuid
from sparktree.catalog.records import LogRow, Part
from sparktree.catalog.snapshots import Snapshot
from sparktree.catalog.tables import lock_tables
from sparktree.errors import Error
from tests.unit.catalog import load
from tests.unit.catalog.conftest import OpenCatalog, make_table
from tests.unit.catalog.test_parts import names
from tests.unit.catalog.workers import Place, start, work_elsewhere

pytestmark = pytest.mark.parametrize("place", ["postgres"], indirect=True)


@pytest.fixture
def catalog(open_catalog: OpenCatalog) -> Catalog:
    return open_catalog()


@contextmanager
def busy(catalog: Catalog, table: Table) -> Iterator[None]:
    """Somebody is in the middle of changing the parts of a table."""
    with catalog._store.write() as connection:
        lock_tables(connection, [table.uuid])
        yield


def ends(work: Callable[[], object], seconds: float) -> bool:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def insert(catalog: Catalog, table: Table) -> None:
    catalog.parts.commit(catalog.parts.allocate(table.uuid, [NewPart("all")]))


def test_a_change_of_one_table_does_not_wait_for_another(
    catalog: Catalog, open_catalog: OpenCatalog
) -> None:
    busy_one, free_one = make_table(catalog, "a"), make_table(catalog, "b")
    other = open_catalog()

    def everything() -> None:
        insert(other, free_one)
        other.snapshot(free_one.uuid).release()
        other.mutations.add(free_one.uuid, "DELETE WHERE 1")
        other.leases.release(other.leases.acquire(["b"], "merge", timeout=1))
        other.tables.rename([(("default", "b"), ("default", "c"))])
        make_table(other, "d")
        other.logs.append("query_log", [LogRow(0.0, "x", "{}")])
        other.claim_removable(free_one.uuid, 0)
        other.recover()

    with busy(catalog, busy_one):
        assert ends(everything, 60)
        late = threading.Thread(target=insert, args=(other, busy_one), daemon=True)
        late.start()
        late.join(0.3)
        assert late.is_alive()
    late.join(60)
    assert names(catalog.parts.all(busy_one.uuid)) == ["all_1_1_0"]


def test_changes_of_the_same_tables_in_any_order_do_not_end_in_a_deadlock(
    catalog: Catalog, open_catalog: OpenCatalog
) -> None:
    left, right = make_table(catalog, "a"), make_table(catalog, "b")
    failures: list[Exception] = []

    def work(here: Catalog, first: Table, second: Table) -> None:
        try:
            for _ in range(20):
                new = here.parts.allocate(first.uuid, [NewPart("all")])
                new += here.parts.allocate(second.uuid, [NewPart("all")])
                here.parts.commit(new)
                here.tables.exchange(("default", first.name), ("default", second.name))
                here.leases.release(here.leases.acquire([first.name, "x"], "move", timeout=60))
        except Exception as failure:  # noqa: BLE001  # told below
            failures.append(failure)

    threads = [
        threading.Thread(target=work, args=(open_catalog(), *pair))
        for pair in ((left, right), (right, left), (left, right))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    for table in (left, right):
        blocks = [part.min_block for part in catalog.parts.all(table.uuid)]
        assert blocks == list(range(1, 61))


def test_two_who_make_the_same_name_get_one_table(
    catalog: Catalog, open_catalog: OpenCatalog
) -> None:
    told: list[str] = []
    barrier = threading.Barrier(4)

    def make(here: Catalog) -> None:
        barrier.wait()
        try:
            here.tables.create(Table(new_uuid(), "default", "t", "MergeTree", "CREATE"))
            told.append("made")
        except Error as error:
            told.append(error.name)

    threads = [threading.Thread(target=make, args=(open_catalog(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(told) == ["TABLE_ALREADY_EXISTS"] * 3 + ["made"]


def test_the_time_is_the_databases(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + 3600)
    catalog._store.synchronise()
    with catalog._store.read() as connection:
        now = connection.scalar(select(func.extract("epoch", text("clock_timestamp()"))))
    assert abs(catalog.clock() - float(now or 0)) < 30
    assert abs(make_table(catalog).created - float(now or 0)) < 30


@pytest.mark.parametrize("ahead", [-3600.0, 3600.0])
def test_a_driver_whose_clock_is_wrong_neither_dies_nor_kills(
    ahead: float, place: Place, catalog: Catalog
) -> None:
    """It holds leases, parts and snapshots on another machine, while others clean up."""
    table = make_table(catalog)
    insert(catalog, table)
    mine = catalog.parts.allocate(table.uuid, [NewPart("all")])
    lease = catalog.leases.acquire(["mine"], "merge", timeout=1)
    elsewhere = start(work_elsewhere, place, table.uuid, ahead)
    deadline = time.monotonic() + 60
    while not (place.folder / "working").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert catalog.owners.dead() == []
    assert catalog.recover() == []
    assert catalog.leases.try_acquire(["theirs"], "merge") is None
    assert catalog.claim_removable(table.uuid, 0) == []
    (place.folder / "go").touch()
    elsewhere.join(60)
    assert elsewhere.exitcode == 0
    # Nor did the other one take us for dead.
    catalog.parts.commit(mine, guard=lease)
    assert names(catalog.parts.all(table.uuid)) == ["all_2_2_0", "all_3_3_0"]


@pytest.mark.slow
@pytest.mark.parametrize("drivers", [2, 3])
def test_drivers_that_are_killed_under_load_lose_and_double_nothing(
    drivers: int, place: Place
) -> None:
    commits, kills = load.run(place, drivers, seconds=12, seed=drivers)
    assert commits > 10 and kills >= 2


def test_what_a_snapshot_is_about_to_hold_is_not_cleaned_up(
    catalog: Catalog, open_catalog: OpenCatalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its look at the parts and its row among the holds."""
    table, other = make_table(catalog), open_catalog()
    insert(catalog, table)
    looked, goes_on = threading.Event(), threading.Event()
    row = other.snapshots._row

    def slow(hold: object) -> dict[str, object]:
        looked.set()
        goes_on.wait(60)
        return row(hold)  # type: ignore[arg-type]

    monkeypatch.setattr(other.snapshots, "_row", slow)
    taken: list[Snapshot] = []
    removed: list[list[Part]] = []

    def clean() -> None:
        catalog.parts.commit((), catalog.parts.all(table.uuid))
        removed.append(catalog.claim_removable(table.uuid, 0))

    reader = threading.Thread(target=lambda: taken.append(other.snapshot(table.uuid)), daemon=True)
    reader.start()
    assert looked.wait(60)
    assert not ends(clean, 0.5)
    goes_on.set()
    reader.join(60)
    deadline = time.monotonic() + 60
    while not removed:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert names(taken[0].parts) == ["all_1_1_0"] and removed == [[]]
