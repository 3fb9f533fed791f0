"""System tables have ClickHouse's columns, and reading any of them needs no Spark."""

from collections.abc import Iterator

import pytest

import sparktree
from sparktree.system.columns import all_columns
from sparktree.system.open import all_tables
from sparktree.system.table import SYSTEM_TABLES
from tests.oracle import Oracle

# Tables that the oracle has only once something was logged.
LOGS = {"query_log", "part_log", "asynchronous_metrics"}
ENDLESS = {"numbers", "numbers_mt", "primes", "zeros", "zeros_mt"}


@pytest.fixture(scope="module")
def clickhouse(oracle: Oracle) -> dict[str, list[tuple[str, str, str]]]:
    """Name, type and alias of every column of ClickHouse's system tables."""
    text = oracle.text(
        "SELECT if(database = 'system', table, concat(database, '.', table)), name, type,"
        " if(default_kind = 'ALIAS', default_expression, '') FROM system.columns"
        " WHERE database IN ('system', 'information_schema') AND table = lower(table)"
        " ORDER BY database, table, position",
        "TSVRaw",
    )
    found: dict[str, list[tuple[str, str, str]]] = {}
    for line in text.splitlines():
        table, name, type_, alias = line.split("\t")
        found.setdefault(table, []).append((name, type_, alias))
    return found


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(str(tmp_path_factory.mktemp("system"))) as engine:
        engine.query("CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a")
        engine.query("CREATE VIEW v AS SELECT a FROM t")
        yield engine


def test_every_declared_table_has_columns() -> None:
    assert all_tables is not None
    declared = {
        n if d == "system" else f"{d}.{n}"
        for (d, n), table in SYSTEM_TABLES.items()
        if not table.own_columns
    }
    assert declared == set(all_columns())


@pytest.mark.parametrize("table", sorted(set(all_columns()) - LOGS))
def test_columns_are_those_of_clickhouse(
    table: str, clickhouse: dict[str, list[tuple[str, str, str]]]
) -> None:
    own = [(c.name, str(c.type), c.alias) for c in all_columns()[table]]
    assert own == clickhouse[table]


@pytest.mark.parametrize(("place", "name"), sorted(SYSTEM_TABLES))
def test_every_table_can_be_read_whole(place: str, name: str, database: sparktree.Engine) -> None:
    limit = " LIMIT 3" if name in ENDLESS else ""
    result = database.query(f"SELECT * FROM {place}.{name}{limit}")
    shown = [c for c in SYSTEM_TABLES[place, name].columns if not c.alias]
    assert result.columns == [c.name for c in shown]
    assert result.types == [str(c.type) for c in shown]
    aliases = [c.name for c in SYSTEM_TABLES[place, name].columns if c.alias]
    if aliases:
        listed = ", ".join(f"`{alias}`" for alias in aliases)
        assert database.query(f"SELECT {listed} FROM {place}.{name}").columns == aliases
