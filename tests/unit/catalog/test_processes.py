"""Several processes on one catalog, some of them killed."""

import threading
from pathlib import Path

import pytest

from sparktree.catalog import Catalog, PartState, Table
from tests.unit.catalog import workers
from tests.unit.catalog.conftest import OpenCatalog, make_table
from tests.unit.catalog.test_parts import insert, names
from tests.unit.catalog.workers import Place


@pytest.fixture
def catalog(open_catalog: OpenCatalog) -> Catalog:
    return open_catalog()


def killed(*call: object) -> None:
    process = workers.start(*call)  # type: ignore[arg-type]
    process.join(60)
    assert process.exitcode == workers.KILLED


def test_processes_and_threads_insert_side_by_side(
    place: Place, catalog: Catalog, table: Table
) -> None:
    processes = [workers.start(workers.insert_many, place, table.uuid, 30) for _ in range(2)]
    threads = [
        threading.Thread(target=lambda: [insert(catalog, table) for _ in range(30)])
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    blocks = [part.min_block for part in catalog.parts.all(table.uuid)]
    assert blocks == list(range(1, 121))
    assert [owner.id for owner in catalog.owners.all()] == [catalog.owner]


def test_a_lease_excludes_other_processes(place: Place, tmp_path: Path) -> None:
    file = tmp_path / "number"
    file.write_text("0")
    processes = [workers.start(workers.count_up, place, str(file), 20) for _ in range(3)]
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert file.read_text() == "60"


@pytest.mark.parametrize("point", ["allocated", "committing"])
def test_a_kill_before_the_commit_leaves_nothing_after_recovery(
    place: Place, catalog: Catalog, table: Table, point: str
) -> None:
    insert(catalog, table)
    killed(workers.die_in_insert, place, table.uuid, point)
    assert names(catalog.parts.all(table.uuid)) == ["all_1_1_0"]
    left = catalog.recover()
    assert names(left) == ["all_2_2_0", "all_3_3_0"]
    assert all((place.folder / part.path).is_dir() for part in left)
    catalog.parts.forget(left)
    assert len(catalog.parts.known_folders(table.uuid)) == 1
    assert catalog.recover() == []
    assert [owner.id for owner in catalog.owners.all()] == [catalog.owner]
    assert names(insert(catalog, table)) == ["all_4_4_0"]


def test_a_kill_after_the_commit_loses_nothing(
    place: Place, catalog: Catalog, table: Table
) -> None:
    killed(workers.die_in_insert, place, table.uuid, "committed")
    assert catalog.recover() == []
    assert names(catalog.parts.all(table.uuid)) == ["all_1_1_0", "all_2_2_0"]


def test_a_killed_reader_holds_nothing(place: Place, catalog: Catalog, table: Table) -> None:
    parts = insert(catalog, table)
    killed(workers.die_holding, place, table.uuid)
    catalog.parts.commit((), parts)
    assert catalog.claim_removable(table.uuid, 0) == []
    assert catalog.leases.try_acquire([table.uuid], "merge") is None
    assert len(catalog.owners.dead()) == 1
    assert catalog.owners.live_ids() == {catalog.owner}
    catalog.recover()
    assert names(catalog.claim_removable(table.uuid, 0)) == ["all_1_1_0"]
    assert catalog.leases.try_acquire([table.uuid], "merge") is not None


def test_what_a_killed_cleaner_claimed_is_claimed_again(
    place: Place, catalog: Catalog, table: Table
) -> None:
    catalog.parts.commit((), insert(catalog, table))
    killed(workers.die_deleting, place, table.uuid)
    assert catalog.claim_removable(table.uuid, 0) == []
    assert catalog.recover() == []
    assert names(catalog.parts.all(table.uuid, [PartState.OUTDATED])) == ["all_1_1_0"]
    assert names(catalog.claim_removable(table.uuid, 0)) == ["all_1_1_0"]


def test_a_kill_in_the_middle_of_an_exchange_changes_nothing(
    place: Place, catalog: Catalog, table: Table
) -> None:
    other = make_table(catalog, "u")
    killed(workers.die_in_rename, place)
    assert catalog.tables.get("default", "t").uuid == table.uuid
    assert catalog.tables.get("default", "u").uuid == other.uuid


def test_a_kill_in_the_first_opening_does_no_harm(place: Place) -> None:
    killed(workers.die_while_creating, place)
    with Catalog.open(place.url, place.folder) as catalog:
        assert [database.name for database in catalog.databases.all()] == ["default"]


def test_processes_may_open_an_empty_folder_at_once(place: Place) -> None:
    processes = [workers.start(workers.open_and_close, place) for _ in range(4)]
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 4
    with Catalog.open(place.url, place.folder) as catalog:
        assert len(catalog.databases.all()) == 1
