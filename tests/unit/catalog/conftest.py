"""Catalogs on SQLite and, where a server can be had, on PostgreSQL."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from sparktree.catalog import Catalog, Table, new_uuid
from tests.unit.catalog.workers import Place

_numbers = itertools.count()


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place: a folder, or a schema of the server."""
    if request.param == "sqlite":
        return Place(None, tmp_path)
    url = request.getfixturevalue("postgres")
    schema = f"catalog_{next(_numbers)}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    engine.dispose()
    return Place(f"{url}&options=-csearch_path%3D{schema}", tmp_path)


OpenCatalog = Callable[..., Catalog]


@pytest.fixture
def open_catalog(place: Place) -> Iterator[OpenCatalog]:
    """Opens the catalog of the place, as often as one likes; all are closed at the end."""
    opened: list[Catalog] = []

    def open_one(**options: Any) -> Catalog:
        catalog = Catalog.open(place.url, place.folder, **options)
        opened.append(catalog)
        return catalog

    yield open_one
    for catalog in opened:
        catalog.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def catalog(open_catalog: OpenCatalog, clock: Clock) -> Catalog:
    return open_catalog(clock=clock)


def make_table(catalog: Catalog, name: str = "t", database: str = "default") -> Table:
    """A new MergeTree table."""
    query = f"CREATE TABLE {name} (a Int32) ENGINE = MergeTree ORDER BY a"
    return catalog.tables.create(Table(new_uuid(), database, name, "MergeTree", query))


@pytest.fixture
def table(catalog: Catalog) -> Table:
    return make_table(catalog)


@contextmanager
def full_disk(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The catalog can be read and not written, as on a disk without room."""

    def refuse(*_: object) -> None:
        raise OperationalError("BEGIN", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(catalog._store._backend, "begin_write", refuse)
        yield
