"""Opening: refused places, versions, busy databases."""

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, text, update

from sparktree.catalog import Catalog, schema, store
from sparktree.catalog.store import open_store
from sparktree.catalog.upgrade import prepare
from sparktree.errors import Code, Error
from tests.unit.catalog.conftest import OpenCatalog
from tests.unit.catalog.workers import Place


def refusal(url: str | None, folder: Path) -> str:
    with pytest.raises(Error) as refused:
        Catalog.open(url, folder)
    return str(refused.value)


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("")
    assert refusal(None, file) == (
        f"Code: 172. DB::Exception: Cannot open data folder {file}: File exists. "
        "(CANNOT_CREATE_DIRECTORY)"
    )


def test_a_catalog_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / store.FILE_NAME).mkdir()
    assert "CANNOT_OPEN_FILE" in refusal(None, tmp_path)


def test_a_file_that_is_no_catalog_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / store.FILE_NAME
    file.write_text("precious text " * 1000)
    assert "CORRUPTED_DATA" in refusal(None, tmp_path)
    assert file.read_text().startswith("precious text")


def test_an_unknown_url_is_refused(tmp_path: Path) -> None:
    assert "BAD_ARGUMENTS" in refusal("mysql://host/db", tmp_path)
    assert "BAD_ARGUMENTS" in refusal("nonsense", tmp_path)


def test_an_unreachable_server_is_a_network_error(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    assert "NETWORK_ERROR" in refusal("postgresql://127.0.0.1:1/db", tmp_path)


def test_a_sqlite_file_may_be_given_by_url(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/elsewhere.db"
    Catalog.open(url, tmp_path).close()
    assert (tmp_path / "elsewhere.db").exists()
    assert not (tmp_path / store.FILE_NAME).exists()


def test_a_newer_catalog_is_refused_untouched(place: Place, open_catalog: OpenCatalog) -> None:
    catalog = open_catalog()
    newer = schema.VERSION + 1
    with catalog._store.write() as connection:
        connection.execute(update(schema.version).values(version=newer))
    with pytest.raises(Error) as refused:
        Catalog.open(place.url, place.folder)
    assert refused.value.name == "UNKNOWN_FORMAT_VERSION"
    assert f"version {newer}" in refused.value.message
    assert len(catalog.owners.all()) == 1


def add_column(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE databases ADD COLUMN colour TEXT"))


def paint(connection: Connection) -> None:
    connection.execute(text("UPDATE databases SET colour = 'green'"))


def fail(connection: Connection) -> None:
    connection.execute(text("UPDATE databases SET colour = 'red'"))
    raise Error(Code.LOGICAL_ERROR, "No further.")


def colour(place: Place) -> tuple[int, str]:
    opened = open_store(place.url, place.folder)
    with opened.read() as connection:
        version = connection.scalar(text("SELECT version FROM catalog_version"))
        found = connection.scalar(text("SELECT colour FROM databases"))
    opened.close()
    assert isinstance(version, int)
    assert isinstance(found, str)
    return version, found


def test_an_older_catalog_is_upgraded_step_by_step(place: Place) -> None:
    opened = open_store(place.url, place.folder)
    prepare(opened, 0.0)
    first = schema.VERSION
    steps = {first: add_column, first + 1: paint}
    prepare(opened, 1.0, target=first + 2, steps=steps)
    assert colour(place) == (first + 2, "green")
    with pytest.raises(Error, match=r"No further\."):
        prepare(opened, 2.0, target=first + 3, steps={first + 2: fail})
    assert colour(place) == (first + 2, "green")
    with pytest.raises(Error, match="too old"):
        prepare(opened, 2.0, target=first + 4, steps={first + 3: fail})
    opened.close()


def test_a_locked_database_is_reported_as_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.01)
    with Catalog.open(None, tmp_path, heartbeat=600) as catalog:
        blocker = sqlite3.connect(tmp_path / store.FILE_NAME, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(Error, match=r"The catalog is busy.*TIMEOUT_EXCEEDED"):
            catalog.databases.set_comment("default", "x")
        assert catalog.databases.get("default").comment == ""
        blocker.execute("ROLLBACK")
        blocker.close()
        catalog.databases.set_comment("default", "x")


def test_readers_do_not_wait_for_a_writer(catalog: Catalog) -> None:
    with catalog._store.write() as connection:
        connection.execute(update(schema.databases).values(comment="new"))
        seen: list[str] = []
        reader = threading.Thread(
            target=lambda: seen.append(catalog.databases.get("default").comment)
        )
        reader.start()
        reader.join(10)
        assert seen == [""]


def test_a_closed_catalog_says_so(place: Place) -> None:
    catalog = Catalog.open(place.url, place.folder)
    catalog.close()
    assert catalog.closed
    with pytest.raises(Error, match=r"The catalog is closed\."):
        catalog.databases.all()
    with pytest.raises(Error, match=r"The catalog is closed\."):
        catalog.databases.set_comment("default", "x")


def test_a_relative_folder_survives_a_change_of_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Catalog.open(None, Path("data")) as catalog:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        catalog._store.engine.dispose()
        assert catalog.databases.get("default")


def test_a_failed_transaction_changes_nothing(catalog: Catalog) -> None:
    with pytest.raises(ZeroDivisionError), catalog._store.write() as connection:
        connection.execute(update(schema.databases).values(comment="new"))
        raise ZeroDivisionError
    assert catalog.databases.get("default").comment == ""


def test_a_catalog_of_version_1_learns_what_came_since(place: Place) -> None:
    opened = open_store(place.url, place.folder)
    prepare(opened, 0.0)
    with opened.write() as connection:
        schema.insert_blocks.drop(connection)
        schema.reservations.drop(connection)
        schema.file_refs.drop(connection)
        schema.stream_epochs.drop(connection)
        schema.unmirrored.drop(connection)
        for index in ("path", "version", "partition"):
            connection.execute(text(f"DROP INDEX parts_by_{index}"))
        connection.execute(text("DROP INDEX parts_of_patches"))
        connection.execute(text("ALTER TABLE parts DROP COLUMN added_version"))
        schema.owner_macros.drop(connection)
        connection.execute(update(schema.version).values(version=1))
    prepare(opened, 0.0)
    with opened.read() as connection:
        assert connection.execute(schema.insert_blocks.select()).all() == []
        assert connection.execute(schema.reservations.select()).all() == []
        assert connection.execute(schema.file_refs.select()).all() == []
        assert connection.execute(schema.stream_epochs.select()).all() == []
        assert connection.execute(schema.unmirrored.select()).all() == []
        assert connection.execute(schema.parts.select()).all() == []
        assert connection.scalar(text("SELECT version FROM catalog_version")) == schema.VERSION
    opened.close()


def test_blocks_of_a_catalog_of_version_6_are_remembered(place: Place) -> None:
    opened = open_store(place.url, place.folder)
    prepare(opened, 0.0)
    with opened.write() as connection:
        schema.owner_macros.drop(connection)
        connection.execute(text("ALTER TABLE insert_blocks DROP COLUMN created"))
        columns = 'INSERT INTO insert_blocks ("table", partition_id, block)'
        connection.execute(text(f"{columns} VALUES ('t', 'all', 'x')"))
        connection.execute(update(schema.version).values(version=6))
    prepare(opened, 0.0)
    with opened.read() as connection:
        (row,) = connection.execute(schema.insert_blocks.select()).all()
        assert (row.block, row.created) == ("x", None)
        assert connection.execute(schema.owner_macros.select()).all() == []
    opened.close()
