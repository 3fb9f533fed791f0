"""Mutations, logs, objects, and a catalog rebuilt."""

import pytest

from sparktree.catalog import (
    Catalog,
    Database,
    LogRow,
    Part,
    PartState,
    StoredObject,
    Table,
    new_uuid,
)
from sparktree.catalog.logs import Logs
from sparktree.errors import Code, Error
from tests.unit.catalog.conftest import Clock, OpenCatalog
from tests.unit.catalog.test_parts import insert, names


def test_a_mutation_takes_its_number_from_the_blocks(catalog: Catalog, table: Table) -> None:
    insert(catalog, table)
    mutation = catalog.mutations.add(table.uuid, "DELETE WHERE a = 2", '{"": 2}')
    assert (mutation.id, mutation.number) == ("mutation_2.txt", 2)
    assert names(insert(catalog, table)) == ["all_3_3_0"]
    assert catalog.mutations.all(table.uuid) == [mutation]


def test_a_mutation_remembers_failure_kill_and_end(
    catalog: Catalog, table: Table, clock: Clock
) -> None:
    mutation = catalog.mutations.add(table.uuid, "DELETE WHERE a = 2")
    error = Error(Code.CANNOT_PARSE_TEXT, "Cannot parse.")
    failed = catalog.mutations.record_failure(mutation, "all_1_1_0", error)
    assert failed.latest_fail_error_code_name == "CANNOT_PARSE_TEXT"
    assert failed.latest_fail_time == clock.now
    assert catalog.mutations.all(table.uuid, is_done=False) == [failed]
    done = catalog.mutations.finish(failed)
    assert catalog.mutations.all(is_done=True) == [done]
    other = catalog.mutations.add(table.uuid, "DELETE WHERE a = 3")
    catalog.mutations.kill(other)
    assert catalog.mutations.find(table.uuid, other.id) is None
    assert catalog.mutations.find(table.uuid, done.id) == done
    catalog.tables.drop("default", "t")
    catalog.tables.forget(table.uuid)
    with pytest.raises(Error, match=r"mutation_1\.txt does not exist"):
        catalog.mutations.finish(done)


def test_finished_mutations_are_forgotten_but_for_the_last(
    catalog: Catalog, table: Table, clock: Clock
) -> None:
    mutations = catalog.mutations
    done = [mutations.finish(mutations.add(table.uuid, "DELETE WHERE a = 2")) for _ in range(4)]
    pending = mutations.add(table.uuid, "DELETE WHERE a = 3")
    mutations.forget(table.uuid, 2)  # statements may still wait for them
    assert not mutations.has_forgettable(table.uuid, 2)
    assert mutations.all(table.uuid) == [*done, pending]
    clock.now += 60
    mutations.forget(table.uuid, 4)
    mutations.forget("another", 1)
    assert mutations.all(table.uuid) == [*done, pending]
    assert mutations.has_forgettable(table.uuid, 2)
    mutations.forget(table.uuid, 2)
    assert not mutations.has_forgettable(table.uuid, 2)
    assert mutations.all(table.uuid) == [*done[2:], pending]


def test_logs_keep_the_last_rows_in_order(catalog: Catalog) -> None:
    logs = Logs(catalog._store, kept_rows=5)
    other = [LogRow(1.0, "NewPart", "{}")]
    logs.append("part_log", other)
    for start in range(0, 9, 3):
        logs.append(
            "query_log", [LogRow(float(i), "QueryStart", str(i)) for i in range(start, start + 3)]
        )
    logs.append("query_log", [])
    assert [row.payload for row in logs.read("query_log")] == ["4", "5", "6", "7", "8"]
    assert [row.payload for row in logs.read("query_log", since=7.0)] == ["7", "8"]
    assert logs.read("query_log", type="QueryFinish") == []
    assert logs.read("part_log") == other
    logs.clear("query_log")
    assert (logs.count("query_log"), logs.count("part_log")) == (0, 1)


def test_objects_are_created_replaced_changed_dropped(catalog: Catalog, clock: Clock) -> None:
    objects, made = catalog.objects, clock.now
    assert objects.create("user", "ann", "1")
    assert not objects.create("user", "ann", "2")
    assert objects.create("role", "ann", "{}")
    clock.now += 1
    objects.replace("user", "ann", "3")
    objects.replace("user", "bob", "4")
    assert objects.change("user", "bob", lambda payload: payload + "!")
    assert not objects.change("user", "eve", lambda payload: payload)
    assert objects.all("user") == [
        StoredObject("user", "ann", "3", made, clock.now),
        StoredObject("user", "bob", "4!", clock.now, clock.now),
    ]
    assert objects.drop("user", "ann")
    assert not objects.drop("user", "ann")
    assert objects.find("user", "ann") is None


def lost(table: str, name: str, block: int, mutation: int = 0) -> Part:
    path = f"store/{table}/{name}"
    return Part(table, name, "all", block, block, path, mutation=mutation, rows=3)


def test_a_lost_catalog_is_rebuilt(open_catalog: OpenCatalog) -> None:
    catalog, uuid = open_catalog(), new_uuid()
    databases = [Database("default", new_uuid()), Database("shop", new_uuid())]
    tables = [Table(uuid, "shop", "orders", "MergeTree", "CREATE TABLE ...")]
    parts = [lost(uuid, "all_1_1_0_7", 1, 7), lost(uuid, "all_5_5_0", 5)]
    catalog.rebuild(databases, tables, parts)
    found = catalog.tables.get("shop", "orders")
    assert (found.uuid, found.create_query) == (uuid, "CREATE TABLE ...")
    active = catalog.parts.all(uuid)
    assert [(part.name, part.rows, part.state) for part in active] == [
        ("all_1_1_0_7", 3, PartState.ACTIVE),
        ("all_5_5_0", 3, PartState.ACTIVE),
    ]
    assert names(insert(catalog, found)) == ["all_8_8_0"]
    with pytest.raises(Error, match="move it away first"):
        catalog.rebuild(databases, tables, parts)


def test_nothing_homeless_is_rebuilt(catalog: Catalog) -> None:
    orphan = Table(new_uuid(), "gone", "orders", "MergeTree", "")
    with pytest.raises(Error, match="UNKNOWN_DATABASE"):
        catalog.rebuild([], [orphan], [])
    with pytest.raises(Error, match="UNKNOWN_TABLE"):
        catalog.rebuild([], [], [lost(new_uuid(), "all_1_1_0", 1)])
    assert catalog.tables.all() == []
