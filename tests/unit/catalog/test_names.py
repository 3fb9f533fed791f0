"""Databases and tables by name, in ClickHouse's words."""

from collections.abc import Callable

import pytest

from sparktree.catalog import Catalog, Database, Table, TableState, new_uuid
from sparktree.catalog.hints import closest, dotted
from sparktree.errors import Error
from tests.oracle import Oracle, OracleError
from tests.unit.catalog.conftest import Clock, OpenCatalog, make_table

SYSTEM = {
    "INFORMATION_SCHEMA": ("COLUMNS", "TABLES"),
    "information_schema": ("columns", "tables"),
    "system": ("one", "parts", "tables"),
}


@pytest.fixture
def catalog(open_catalog: OpenCatalog, clock: Clock) -> Catalog:
    """Two databases with tables; system tables give hints too."""
    catalog = open_catalog(clock=clock, virtual=lambda: SYSTEM)
    for name in ("d1", "x y"):
        catalog.databases.create(Database(name, new_uuid()))
    for name in ("orders", "a b"):
        make_table(catalog, name, "d1")
    make_table(catalog, "ordersx")
    return catalog


SET_UP = (
    "CREATE DATABASE d1",
    "CREATE DATABASE `x y`",
    "CREATE TABLE d1.orders (a Int32) ENGINE = MergeTree ORDER BY a",
    "CREATE TABLE d1.`a b` (a Int32) ENGINE = MergeTree ORDER BY a",
    "CREATE TABLE default.ordersx (a Int32) ENGINE = MergeTree ORDER BY a",
)
TEAR_DOWN = ("DROP DATABASE d1 SYNC", "DROP DATABASE `x y` SYNC", "DROP TABLE default.ordersx")

REFUSED: dict[str, Callable[[Catalog], object]] = {
    "DROP TABLE d1.orderss": lambda c: c.tables.drop("d1", "orderss"),
    "DROP TABLE d1.Orders": lambda c: c.tables.get("d1", "Orders"),
    "DROP TABLE d1.zzzzzzzz": lambda c: c.tables.get("d1", "zzzzzzzz"),
    "DROP TABLE d1.nope": lambda c: c.tables.get("d1", "nope"),
    "DROP TABLE d1.table": lambda c: c.tables.get("d1", "table"),
    "DROP TABLE d1.`a c`": lambda c: c.tables.get("d1", "a c"),
    "DROP TABLE d2.t": lambda c: c.tables.get("d2", "t"),
    "DROP TABLE sytem.t": lambda c: c.tables.get("sytem", "t"),
    "DROP TABLE `x z`.t": lambda c: c.tables.get("x z", "t"),
    "DROP TABLE default.`q\\`\\n`": lambda c: c.tables.get("default", "q`\n"),
    "DROP DATABASE nowhere": lambda c: c.databases.drop("nowhere"),
    "CREATE DATABASE d1": lambda c: c.databases.create(Database("d1", new_uuid())),
    "CREATE DATABASE `x y`": lambda c: c.databases.create(Database("x y", new_uuid())),
    "RENAME DATABASE d1 TO `x y`": lambda c: c.databases.rename("d1", "x y"),
    "RENAME DATABASE d9 TO d10": lambda c: c.databases.rename("d9", "d10"),
    "CREATE TABLE d1.`a b` (a Int32) ENGINE = MergeTree ORDER BY a": lambda c: make_table(
        c, "a b", "d1"
    ),
    "RENAME TABLE d1.orders TO d1.`a b`": lambda c: c.tables.rename(
        [(("d1", "orders"), ("d1", "a b"))]
    ),
    "RENAME TABLE d1.`a'q` TO d1.x": lambda c: c.tables.rename([(("d1", "a'q"), ("d1", "x"))]),
    "RENAME TABLE d1.orders TO dd.x": lambda c: c.tables.rename([(("d1", "orders"), ("dd", "x"))]),
    "EXCHANGE TABLES d1.nope AND d1.orders": lambda c: c.tables.exchange(
        ("d1", "nope"), ("d1", "orders")
    ),
    "EXCHANGE TABLES d1.nope AND d9.nope": lambda c: c.tables.exchange(
        ("d1", "nope"), ("d9", "nope")
    ),
    "SHOW CREATE TABLE d1.orderss": lambda c: c.tables.get_created("d1", "orderss"),
    "SHOW CREATE TABLE d2.t": lambda c: c.tables.get_created("d2", "t"),
    "ATTACH TABLE d1.nope": lambda c: c.tables.attach("d1", "nope"),
    "ATTACH TABLE d1.orders": lambda c: c.tables.attach("d1", "orders"),
}


def test_refusals_say_what_clickhouse_says(catalog: Catalog, oracle: Oracle) -> None:
    for sql in SET_UP:
        oracle.query(sql)
    try:
        for sql, call in REFUSED.items():
            with pytest.raises(Error) as ours:
                call(catalog)
            with pytest.raises(OracleError) as theirs:
                oracle.query(sql)
            assert str(ours.value) == str(theirs.value), sql
    finally:
        for sql in TEAR_DOWN:
            oracle.query(sql)


def test_a_hint_is_the_first_of_the_nearest() -> None:
    assert closest("d12", ["d10", "d11", "d2"]) == "d10"
    assert closest("D11", ["d10", "d11"]) == "d11"
    assert closest("tt", ["t"]) is None
    assert closest("", ["a"]) is None


def test_names_are_quoted_where_they_must_be() -> None:
    assert dotted("d1", "from") == "d1.`from`"
    assert dotted("default", "order") == "default.order"
    assert dotted("1a") == "`1a`"


def test_a_new_catalog_has_the_default_database(catalog: Catalog) -> None:
    assert [database.name for database in catalog.databases.all()] == ["d1", "default", "x y"]


def test_default_stays_dropped(open_catalog: OpenCatalog) -> None:
    open_catalog().databases.drop("default")
    assert open_catalog().databases.find("default") is None


def test_dropping_a_database_drops_its_tables(catalog: Catalog) -> None:
    gone = catalog.databases.drop("d1")
    assert {table.name for table in gone} == {"orders", "a b"}
    assert [table.name for table in catalog.tables.all()] == ["ordersx"]


def test_renaming_a_database_takes_its_tables_along(catalog: Catalog) -> None:
    before = catalog.tables.get("d1", "orders")
    catalog.databases.rename("d1", "d4")
    assert catalog.tables.get("d4", "orders").uuid == before.uuid
    assert catalog.databases.find("d1") is None


def test_virtual_databases_exist_but_cannot_be_changed(catalog: Catalog) -> None:
    catalog.databases.require("system")
    with pytest.raises(Error, match="DATABASE_ALREADY_EXISTS"):
        catalog.databases.create(Database("system", new_uuid()))
    with pytest.raises(Error, match="NOT_IMPLEMENTED"):
        make_table(catalog, "t", "system")


def test_renames_go_in_order_and_all_or_none(catalog: Catalog) -> None:
    orders, other = (catalog.tables.get("d1", name).uuid for name in ("orders", "a b"))
    swap = [
        (("d1", "orders"), ("d1", "tmp")),
        (("d1", "a b"), ("d1", "orders")),
        (("d1", "tmp"), ("d1", "a b")),
    ]
    catalog.tables.rename(swap)
    assert catalog.tables.get("d1", "orders").uuid == other
    with pytest.raises(Error, match="UNKNOWN_TABLE"):
        catalog.tables.rename([*swap, (("d1", "nope"), ("d1", "x"))])
    assert catalog.tables.get("d1", "a b").uuid == orders
    assert catalog.tables.find("d1", "tmp") is None


def test_exchange_swaps_names_across_databases(catalog: Catalog) -> None:
    left, right = catalog.tables.get("d1", "orders"), catalog.tables.get("default", "ordersx")
    catalog.tables.exchange(("d1", "orders"), ("default", "ordersx"))
    assert catalog.tables.get("d1", "orders").uuid == right.uuid
    assert catalog.tables.get("default", "ordersx").uuid == left.uuid
    catalog.tables.exchange(("d1", "orders"), ("d1", "orders"))


def test_a_detached_table_keeps_its_name_and_comes_back(catalog: Catalog) -> None:
    before = catalog.tables.get("d1", "orders")
    catalog.tables.detach("d1", "orders")
    assert catalog.tables.find("d1", "orders") is None
    with pytest.raises(Error) as refused:
        make_table(catalog, "orders", "d1")
    assert refused.value.message == "Table `d1`.`orders` already exists (detached)."
    assert catalog.tables.attach("d1", "orders") == before


def test_an_alter_on_stale_metadata_is_refused(catalog: Catalog) -> None:
    read = catalog.tables.get("d1", "orders")
    first = catalog.tables.update(read, create_query="v1", definition="{}")
    assert catalog.tables.get("d1", "orders") == first
    assert first.metadata_version == read.metadata_version + 1
    with pytest.raises(Error, match="CANNOT_ASSIGN_ALTER"):
        catalog.tables.update(read, create_query="v2", definition="{}")
    assert catalog.tables.get("d1", "orders").create_query == "v1"


def test_replacing_a_table_drops_the_old_one(catalog: Catalog) -> None:
    old = catalog.tables.get("d1", "orders")
    new = catalog.tables.create(
        Table(new_uuid(), "d1", "orders", "Log", "CREATE ..."), or_replace=True
    )
    assert catalog.tables.get("d1", "orders") == new
    dropped = catalog.tables.find_uuid(old.uuid)
    assert dropped is not None
    assert dropped.state == TableState.DROPPED


def test_a_dropped_table_frees_its_name_and_can_be_forgotten_later(
    catalog: Catalog, clock: Clock
) -> None:
    old = catalog.tables.drop("d1", "orders")
    make_table(catalog, "orders", "d1")
    assert catalog.removable_tables(lifetime=480) == []
    clock.now += 480
    assert [table.uuid for table in catalog.removable_tables(lifetime=480)] == [old.uuid]
    catalog.tables.forget(old.uuid)
    assert catalog.tables.find_uuid(old.uuid) is None


def test_only_dropped_tables_can_be_forgotten(catalog: Catalog) -> None:
    table = catalog.tables.get("d1", "orders")
    catalog.tables.forget(table.uuid)
    assert catalog.tables.get("d1", "orders") == table


def test_a_database_comment_can_be_changed(catalog: Catalog) -> None:
    catalog.databases.set_comment("d1", "for tests")
    assert catalog.databases.get("d1").comment == "for tests"


def test_a_uuid_is_taken_once(catalog: Catalog) -> None:
    uuid = catalog.tables.drop("d1", "orders").uuid
    with pytest.raises(Error, match=f"store/{uuid}/ already exists"):
        catalog.tables.create(Table(uuid, "d1", "other", "Log", "CREATE ..."))
    with pytest.raises(Error, match="DATABASE_ALREADY_EXISTS"):
        catalog.databases.create(Database("d3", catalog.databases.get("d1").uuid))
