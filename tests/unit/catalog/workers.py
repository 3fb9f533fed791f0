"""What the child processes of the tests do."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from sparktree.catalog import Catalog, NewPart, owners

# Children start from a clean process that has done the imports already.
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__])
KILLED = 137


@dataclass(frozen=True)
class Place:
    """Where a catalog lives."""

    url: str | None
    folder: Path


def start(work: Callable[..., None], *arguments: Any) -> ForkServerProcess:
    process = _CONTEXT.Process(target=work, args=arguments)
    process.start()
    return process


def die() -> None:
    """What kill -9 does: no clean-up of any kind."""
    os._exit(KILLED)


def insert_many(place: Place, table: str, count: int) -> None:
    with Catalog.open(place.url, place.folder) as catalog:
        for _ in range(count):
            catalog.parts.commit(catalog.parts.allocate(table, [NewPart("all")]))


def count_up(place: Place, file: str, count: int) -> None:
    """Adds to a number in a file, under a lease: a lost update would show."""
    with Catalog.open(place.url, place.folder) as catalog:
        for _ in range(count):
            with catalog.leases.held(["file"], "count", timeout=60):
                with open(file) as stream:
                    number = int(stream.read())
                time.sleep(0.001)
                with open(file, "w") as stream:
                    stream.write(str(number + 1))


def die_in_insert(place: Place, table: str, point: str) -> None:
    """An insert killed at a point: after `allocated`, inside the commit, or after it."""
    catalog = Catalog.open(place.url, place.folder)
    parts = catalog.parts.allocate(table, [NewPart("all"), NewPart("all")])
    for part in parts:
        (place.folder / part.path).mkdir(parents=True)
    if point == "allocated":
        die()
    if point == "committing":
        event.listen(catalog._store.engine, "commit", lambda connection: die())
    catalog.parts.commit(parts)
    die()


def die_holding(place: Place, table: str) -> None:
    """A reader and lease holder that is killed."""
    catalog = Catalog.open(place.url, place.folder)
    snapshot = catalog.snapshot(table)
    catalog.leases.acquire([table], "merge", timeout=1)
    assert snapshot.parts
    die()


def die_deleting(place: Place, table: str) -> None:
    """A cleaner killed between its claim and the end of its deletions."""
    catalog = Catalog.open(place.url, place.folder)
    assert catalog.claim_removable(table, 0)
    die()


def die_in_rename(place: Place) -> None:
    catalog = Catalog.open(place.url, place.folder)
    event.listen(catalog._store.engine, "commit", lambda connection: die())
    catalog.tables.exchange(("default", "t"), ("default", "u"))


def die_while_creating(place: Place) -> None:
    """A first opening killed before its commit."""
    event.listen(Engine, "commit", lambda connection: die())
    Catalog.open(place.url, place.folder)


def open_and_close(place: Place) -> None:
    Catalog.open(place.url, place.folder).close()


def work_elsewhere(place: Place, table: str, ahead: float) -> None:
    """A driver on another machine, whose clock is wrong, in the middle of everything."""
    true = time.time
    time.time = lambda: true() + ahead
    owners._process_namespace = lambda: "another machine"
    with Catalog.open(place.url, place.folder, heartbeat=0.05) as catalog:
        assert catalog.recover() == []
        lease = catalog.leases.acquire(["theirs"], "mutation", timeout=1)
        assert catalog.leases.try_acquire(["mine"], "merge") is None
        parts = catalog.parts.allocate(table, [NewPart("all")])
        snapshot = catalog.snapshot(table)
        catalog.parts.commit((), snapshot.parts)
        (place.folder / "working").touch()
        while not (place.folder / "go").exists():
            time.sleep(0.02)
        assert catalog.recover() == []
        catalog.parts.commit(parts, guard=lease)
