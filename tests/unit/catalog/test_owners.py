"""Owners: who lives, and what becomes of the dead."""

import gc
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

from sqlalchemy import delete, insert, update

from sparktree.catalog import Catalog, NewPart, Table, schema
from sparktree.catalog.owners import SILENCE_SECONDS, start_of
from sparktree.catalog.store import values_of
from tests.unit.catalog.conftest import Clock, OpenCatalog
from tests.unit.catalog.test_parts import names
from tests.unit.catalog.workers import Place


def register(catalog: Catalog, **changes: object) -> str:
    owner = replace(catalog.owners.me, id="other", **changes)  # type: ignore[arg-type]
    with catalog._store.write() as connection:
        connection.execute(insert(schema.owners), values_of(owner))
    return owner.id


def dead(catalog: Catalog) -> list[str]:
    return [owner.id for owner in catalog.owners.dead()]


def test_a_process_that_ended_is_dead_even_as_a_zombie() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    wait_for(lambda: start_of(child.pid) is None)
    child.wait()
    assert start_of(child.pid) is None
    later = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    own, began = start_of(os.getpid()), start_of(later.pid)
    later.communicate(b"\n")
    assert own is not None and began is not None and own < began


def test_a_reused_process_number_does_not_keep_the_dead_alive(catalog: Catalog) -> None:
    register(catalog, started=catalog.owners.me.started - 1)
    assert dead(catalog) == ["other"]


def test_a_silent_process_on_this_machine_lives(catalog: Catalog, clock: Clock) -> None:
    register(catalog)
    clock.now += 100 * SILENCE_SECONDS
    assert dead(catalog) == []


def test_an_owner_elsewhere_is_dead_after_long_silence(catalog: Catalog, clock: Clock) -> None:
    register(catalog, place="another boot", pid=1)
    assert dead(catalog) == []
    clock.now += SILENCE_SECONDS + 1
    assert dead(catalog) == ["other"]


def test_closing_gives_everything_back(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    other = open_catalog()
    catalog.parts.commit(catalog.parts.allocate(table.uuid, [NewPart("all")]))
    other.snapshot(table.uuid)
    other.leases.acquire(["p"], "merge", timeout=1)
    other.parts.allocate(table.uuid, [NewPart("all")])
    other.close()
    other.close()
    assert [owner.id for owner in catalog.owners.all()] == [catalog.owner]
    assert catalog.leases.try_acquire(["p"], "merge") is not None
    assert names(catalog.recover()) == ["all_2_2_0"]


def test_live_work_is_not_recovered(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    other = open_catalog()
    parts = other.parts.allocate(table.uuid, [NewPart("all")])
    assert catalog.recover() == []
    other.parts.commit(parts)


def test_opening_and_closing_leaves_no_threads(place: Place) -> None:
    before = threading.active_count()
    for _ in range(3):
        Catalog.open(place.url, place.folder).close()
    assert threading.active_count() == before


def test_a_forgotten_catalog_closes_itself(place: Place, catalog: Catalog) -> None:
    Catalog.open(place.url, place.folder)
    gc.collect()
    assert [owner.id for owner in catalog.owners.all()] == [catalog.owner]


def test_the_heartbeat_is_written(open_catalog: OpenCatalog, clock: Clock) -> None:
    catalog = open_catalog(clock=clock, heartbeat=0.02)
    clock.now += 7
    wait_for(lambda: catalog.owners.all()[0].heartbeat == clock.now)


def test_an_owner_taken_for_dead_comes_back(open_catalog: OpenCatalog) -> None:
    catalog = open_catalog(heartbeat=0.02)
    with catalog._store.write() as connection:
        connection.execute(delete(schema.owners))
    wait_for(lambda: [owner.id for owner in catalog.owners.all()] == [catalog.owner])


def test_a_failed_beat_is_remembered_and_tried_again(open_catalog: OpenCatalog) -> None:
    catalog = open_catalog(heartbeat=0.02)
    with catalog._store.write() as connection:
        connection.exec_driver_sql("ALTER TABLE owners RENAME TO elsewhere")
    wait_for(lambda: catalog._heartbeat.failure is not None)
    with catalog._store.write() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO owners")
        connection.execute(update(schema.owners).values(heartbeat=0.0))
    wait_for(lambda: catalog.owners.all()[0].heartbeat > 0)
    wait_for(lambda: catalog._heartbeat.failure is None)


def wait_for(condition: object) -> None:
    assert callable(condition)
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_an_adopted_owner_lives_as_long_as_its_process(catalog: Catalog) -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    owner = catalog.owners.adopt(child.pid)
    assert owner in catalog.owners.live_ids()
    child.kill()
    child.communicate()
    assert dead(catalog) == [owner]
    catalog.owners.release(owner)
    assert dead(catalog) == []
