"""Snapshots keep their parts on disk, and nothing longer than needed."""

import gc
import random

import pytest
from sqlalchemy import func, select

from sparktree.catalog import Catalog, NewPart, Table, schema
from sparktree.errors import Error
from tests.unit.catalog.conftest import Clock, OpenCatalog, full_disk
from tests.unit.catalog.test_parts import insert, names


def holds(catalog: Catalog) -> int:
    with catalog._store.read() as connection:
        return connection.scalar(select(func.count()).select_from(schema.holds)) or 0


def test_a_snapshot_does_not_change(catalog: Catalog, table: Table) -> None:
    first = insert(catalog, table)
    with catalog.snapshot(table.uuid) as snapshot:
        insert(catalog, table)
        catalog.parts.commit((), first)
        assert names(snapshot.parts) == ["all_1_1_0"]
        with catalog.snapshot(table.uuid) as later:
            assert names(later.parts) == ["all_2_2_0"]


def test_held_parts_are_not_removable_by_anybody(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    parts = insert(catalog, table)
    snapshot = catalog.snapshot(table.uuid)
    other = open_catalog()
    other.parts.commit((), parts)
    assert other.claim_removable(table.uuid, -1e9) == []
    snapshot.release()
    catalog.snapshots.flush()
    assert names(other.claim_removable(table.uuid, -1e9)) == ["all_1_1_0"]


def test_a_later_snapshot_does_not_hold_what_it_never_saw(catalog: Catalog, table: Table) -> None:
    parts = insert(catalog, table)
    catalog.parts.commit((), parts)
    with catalog.snapshot(table.uuid):
        assert names(catalog.claim_removable(table.uuid, 0)) == ["all_1_1_0"]


def test_readers_of_one_version_share_one_row(catalog: Catalog, table: Table) -> None:
    insert(catalog, table)
    snapshots = [catalog.snapshot(table.uuid) for _ in range(5)]
    assert holds(catalog) == 1
    for snapshot in snapshots[1:]:
        snapshot.release()
        snapshot.release()
    catalog.snapshots.flush()
    assert holds(catalog) == 1
    snapshots[0].release()
    catalog.snapshots.flush()
    assert holds(catalog) == 0


def test_an_idle_row_is_used_again_and_protects(catalog: Catalog, table: Table) -> None:
    parts = insert(catalog, table)
    catalog.snapshot(table.uuid).release()
    again = catalog.snapshot(table.uuid)
    assert holds(catalog) == 1
    catalog.parts.commit((), parts)
    assert catalog.claim_removable(table.uuid, 0) == []
    again.release()
    assert names(catalog.claim_removable(table.uuid, 0)) == ["all_1_1_0"]


def test_a_forgotten_snapshot_is_released(catalog: Catalog, table: Table) -> None:
    insert(catalog, table)
    catalog.snapshot(table.uuid)
    gc.collect()
    catalog.snapshots.flush()
    assert holds(catalog) == 0


def test_a_snapshot_shows_the_definition_of_its_instant(catalog: Catalog, table: Table) -> None:
    insert(catalog, table)
    with catalog.snapshot(table.uuid) as before:
        catalog.tables.update(before.table, create_query="new", definition="{}")
        with catalog.snapshot(table.uuid) as after:
            assert after.table.create_query == "new"
            assert after.table.metadata_version == before.table.metadata_version + 1


def test_a_dropped_table_is_not_removable_while_it_is_read(
    catalog: Catalog, table: Table, clock: Clock
) -> None:
    insert(catalog, table)
    snapshot = catalog.snapshot(table.uuid)
    catalog.tables.drop("default", "t")
    assert catalog.removable_tables(0) == []
    with pytest.raises(Error, match="UNKNOWN_TABLE"):
        catalog.snapshot(table.uuid)
    snapshot.release()
    assert [gone.uuid for gone in catalog.removable_tables(0)] == [table.uuid]


def test_lost_rows_are_not_joined(catalog: Catalog, table: Table) -> None:
    insert(catalog, table)
    old = catalog.snapshot(table.uuid)
    catalog.snapshots.invalidate()
    with catalog.snapshot(table.uuid) as new:
        assert new.parts == old.parts
        assert holds(catalog) == 2
    old.release()
    catalog.snapshots.flush()


def test_a_full_disk_can_be_read(
    catalog: Catalog, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    (part,) = insert(catalog, table)
    with full_disk(catalog, monkeypatch):
        snapshot = catalog.snapshot(table.uuid)
        assert [one.name for one in snapshot.parts] == [part.name]
        with pytest.raises(Error, match="NOT_ENOUGH_SPACE"):
            catalog.snapshots.flush()
        assert holds(catalog) == 0
    catalog.snapshots.flush()
    assert holds(catalog) == 1
    snapshot.release()
    with full_disk(catalog, monkeypatch), pytest.raises(Error, match="NOT_ENOUGH_SPACE"):
        catalog.snapshots.flush()
    catalog.snapshots.flush()
    assert holds(catalog) == 0


def test_a_snapshot_after_changes_by_others_is_what_a_fresh_one_would_be(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    """Only what came and went is read; also if no row is left of what went."""
    other = open_catalog()
    numbers = random.Random(5)
    for _ in range(30):
        news = [NewPart(numbers.choice("ab")) for _ in range(3)]
        other.parts.commit(other.parts.allocate(table.uuid, news))
        active = other.parts.all(table.uuid)
        gone = numbers.sample(active, numbers.randrange(min(4, len(active))))
        other.parts.commit([], gone)
        if numbers.random() < 0.5:
            catalog.snapshots.invalidate()  # its hold is lost: files and rows may go
            with catalog._store.write() as connection:
                connection.exec_driver_sql("DELETE FROM holds")
            other.parts.forget(other.claim_removable(table.uuid, 0))
        with catalog.snapshot(table.uuid) as seen:
            assert list(seen.parts) == other.parts.all(table.uuid)


def test_what_went_without_a_trace_is_not_in_a_later_snapshot(
    catalog: Catalog, open_catalog: OpenCatalog, table: Table
) -> None:
    other = open_catalog()
    first = other.parts.commit(other.parts.allocate(table.uuid, [NewPart("a"), NewPart("b")]))
    catalog.snapshot(table.uuid).release()
    with other._store.write() as connection:
        connection.exec_driver_sql("DELETE FROM holds")
    other.parts.commit([], first[:1])
    other.parts.forget(other.claim_removable(table.uuid, 0))
    with catalog.snapshot(table.uuid) as seen:
        assert names(seen.parts) == ["b_2_2_0"]
