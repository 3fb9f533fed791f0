"""What is written beside the data: after the commit, by whoever is there to do it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sparktree.catalog import Catalog, Database, NewPart, Table, new_uuid
from sparktree.catalog.mirror import DiskMirror, mirrored_tables
from sparktree.catalog.records import StoredObject, Swap
from sparktree.disks.local import LocalDisk
from sparktree.errors import Code, Error
from tests.unit.catalog.conftest import OpenCatalog, make_table


class Told(DiskMirror):
    """A mirror that does something else before it writes."""

    before: Callable[[], None] = staticmethod(lambda: None)

    def table(self, table: Table, owner: str) -> None:
        Told.before()
        super().table(table, owner)

    def database(self, database: Database) -> None:
        Told.before()
        super().database(database)

    def object(self, stored: StoredObject) -> None:
        Told.before()
        super().object(stored)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalDisk:
    monkeypatch.setattr(Told, "before", staticmethod(lambda: None))
    return LocalDisk(tmp_path / "mirror")


def tables(disk: LocalDisk) -> list[str]:
    return [table.name for table in mirrored_tables(disk)]


def change_everything(catalog: Catalog) -> None:
    catalog.databases.create(Database("d", new_uuid()))
    table = make_table(catalog, "t", "d")
    catalog.tables.update(table, create_query="new", definition="")
    catalog.objects.replace("user", "u", "{}")
    catalog.databases.rename("d", "e")


def noted(catalog: Catalog) -> int:
    with catalog._store.read() as connection:
        return len(connection.exec_driver_sql("SELECT id FROM unmirrored").all())


def test_no_file_is_written_while_a_transaction_is_open(
    open_catalog: OpenCatalog, disk: LocalDisk
) -> None:
    catalog, other = open_catalog(mirror=Told(disk)), open_catalog()
    asked: list[None] = []

    def write() -> None:
        asked.append(None)
        other.databases.set_comment("default", str(len(asked)))

    Told.before = staticmethod(write)
    change_everything(catalog)
    assert len(asked) >= 5 and noted(catalog) == 0
    (found,) = mirrored_tables(disk)
    assert (found.database, found.create_query) == ("e", "new")


def test_what_a_process_did_not_get_to_write_another_writes(
    open_catalog: OpenCatalog, disk: LocalDisk
) -> None:
    catalog = open_catalog(mirror=Told(disk))

    def refuse() -> None:
        raise Error(Code.NOT_ENOUGH_SPACE, "No room.")

    Told.before = staticmethod(refuse)
    change_everything(catalog)  # made all the same
    assert catalog.tables.find("e", "t") is not None
    assert tables(disk) == [] and noted(catalog) > 0
    Told.before = staticmethod(lambda: None)
    other = open_catalog(mirror=Told(disk))
    other.recover()
    (found,) = mirrored_tables(disk)
    assert (found.database, found.name, found.create_query) == ("e", "t", "new")
    assert noted(other) == 0
    assert len(list(disk.names("databases"))) == 1 and list(disk.names("objects/user"))


def test_the_last_to_write_writes_the_last_change(
    open_catalog: OpenCatalog, disk: LocalDisk
) -> None:
    """Another process alters the table, and writes it down, just before this one writes."""
    catalog, other = open_catalog(mirror=Told(disk)), open_catalog(mirror=DiskMirror(disk))
    table = make_table(catalog)
    late: list[Callable[[], None]] = []

    def alter() -> None:
        Told.before = staticmethod(lambda: None)
        now = other.tables.get("default", "t")
        other.tables.update(now, create_query="last", definition="")
        late.append(lambda: None)

    Told.before = staticmethod(alter)
    catalog.tables.update(table, create_query="first", definition="")
    (found,) = mirrored_tables(disk)
    assert late and found.create_query == "last"


def test_marks_are_of_parts_whose_files_are_there(
    open_catalog: OpenCatalog, disk: LocalDisk
) -> None:
    catalog = open_catalog(mirror=Told(disk))
    table = make_table(catalog)
    new = [NewPart("a"), NewPart("b")]
    parts = catalog.parts.commit(catalog.parts.allocate(table.uuid, new))
    marks = f"store/{table.uuid}/removed"
    catalog.parts.swap(Swap(outdate=parts[:1]))
    assert list(disk.names(marks)) == ["a_1_1_0"]
    gone = catalog.claim_removable(table.uuid, 0)
    with catalog._store.write() as connection:
        text = f"INSERT INTO unmirrored (kind, key, payload) VALUES ('parts', '{table.uuid}', '"
        connection.exec_driver_sql(f'{text}["a_1_1_0", "b_2_2_0"]\')')
    catalog.parts.forget(gone)
    catalog.recover()  # a note of a process that died: the files went meanwhile
    assert list(disk.names(marks)) == [] and noted(catalog) == 0
