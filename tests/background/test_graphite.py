"""GraphiteMergeTree: the same tables, rows and configuration here and in ClickHouse."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from tests.oracle import Oracle, OracleError

CONFIG = Path(__file__).with_name("graphite.xml")
COLUMNS = "(Path String, Time DateTime('UTC'), Value Float64, Timestamp UInt32, note String)"
ENGINE = "ENGINE = GraphiteMergeTree('graphite_rollup') ORDER BY (Path, Time)"
PATHS = ["a.count", "short.x", "b.max", "other", "short.count"]
START = 1_577_872_800  # 2020-01-01 10:00:00


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("graphite"), config=str(CONFIG)) as engine:
        yield engine


@pytest.fixture(scope="module")
def clickhouse() -> Iterator[Oracle]:
    with Oracle(CONFIG) as oracle:
        yield oracle


def rows_of(seed: int, count: int) -> str:
    chosen = random.Random(seed)
    rows = []
    for number in range(count):
        time = START + chosen.randrange(0, 8000, 20)
        value, version = chosen.randrange(1000), chosen.randrange(4)
        rows.append(f"('{chosen.choice(PATHS)}', {time}, {value}, {version}, 'n{seed}.{number}')")
    return ", ".join(rows)


@pytest.mark.parametrize("on_insert", [0, 1])
def test_random_batches_roll_up_as_in_clickhouse(
    db: sparktree.Engine, clickhouse: Oracle, on_insert: int
) -> None:
    statements = [
        f"CREATE TABLE g{on_insert} {COLUMNS} {ENGINE}",
        f"SYSTEM STOP MERGES g{on_insert}",
        *(
            f"INSERT INTO g{on_insert} SETTINGS optimize_on_insert = {on_insert}"
            f" VALUES {rows_of(seed, 150)}"
            for seed in range(3)
        ),
        f"SELECT * FROM g{on_insert} FINAL ORDER BY ALL",
        f"SELECT count(), sum(Value), max(Timestamp) FROM g{on_insert} FINAL WHERE Path = 'b.max'",
        f"SYSTEM START MERGES g{on_insert}",
        f"OPTIMIZE TABLE g{on_insert} FINAL",
        f"SELECT * FROM g{on_insert} ORDER BY ALL",
        f"INSERT INTO g{on_insert} VALUES {rows_of(9, 20)}",
        f"OPTIMIZE TABLE g{on_insert} FINAL",
        f"SELECT * FROM g{on_insert} ORDER BY ALL",
    ]
    for statement in statements:
        assert db.query(statement).text() == clickhouse.text(statement), statement


def test_tagged_metrics_and_the_list_of_rules(db: sparktree.Engine, clickhouse: Oracle) -> None:
    statements = [
        "CREATE TABLE t (metric LowCardinality(String), ts DateTime('UTC'), val Float64,"
        " updated DateTime('UTC'), p UInt8) ENGINE = GraphiteMergeTree('graphite_tagged')"
        " PARTITION BY p ORDER BY (metric, ts)",
        "INSERT INTO t SELECT ['cpu.min', 'requests?tag1=v1&x=1', 'errors?a=1&dc=eu&env=prod',"
        " 'one_min?x=1', 'cpu.max', 'x?env=prod'][1 + number % 6],"
        " toDateTime('2020-01-01 00:00:00', 'UTC') + number * 7, number,"
        " toDateTime('2021-01-01 00:00:00', 'UTC'), 0 FROM numbers(300)",
        "SELECT * FROM t ORDER BY ALL",
        "SHOW CREATE TABLE t",
        "SELECT config_name, rule_type, regexp, function, age, precision, priority, is_default,"
        " has(Tables.table, 't') FROM system.graphite_retentions"
        " WHERE config_name = 'graphite_tagged' ORDER BY ALL",
        "SELECT name FROM system.parts WHERE table = 't' AND active",
    ]
    for statement in statements:
        assert db.query(statement).text() == clickhouse.text(statement), statement


def test_ages_go_by_the_clock(db: sparktree.Engine) -> None:
    db.query(f"CREATE TABLE aging {COLUMNS} {ENGINE}")
    db.query("SYSTEM STOP MERGES aging")
    db.query(
        "INSERT INTO aging SELECT 'b.max', toStartOfFiveMinutes(now()) - 900 + number * 20, number,"
        " 1, '' FROM numbers(30)"
    )
    db.query("SYSTEM START MERGES aging")
    counts = []
    for ahead in (0, 4 * 3600):
        db.services.storage.clock.ahead = ahead
        db.query("OPTIMIZE TABLE aging FINAL")
        counts.append(db.query("SELECT count(), max(Value) FROM aging").rows()[0])
    db.services.storage.clock.ahead = 0
    assert counts == [(10, 29.0), (2, 29.0)]


REFUSED = {
    "GraphiteMergeTree": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
    "GraphiteMergeTree('graphite_rollup', 1)": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
    "GraphiteMergeTree(graphite_rollup)": "BAD_ARGUMENTS",
    "GraphiteMergeTree('nope')": "NO_ELEMENTS_IN_CONFIG",
    "GraphiteMergeTree('graphite_bad1')": "NO_ELEMENTS_IN_CONFIG",
    "GraphiteMergeTree('graphite_bad2')": "UNKNOWN_AGGREGATE_FUNCTION",
    "GraphiteMergeTree('graphite_bad3')": "BAD_ARGUMENTS",
    "GraphiteMergeTree('graphite_bad4')": "UNKNOWN_ELEMENT_IN_CONFIG",
    "GraphiteMergeTree('graphite_bad5')": "BAD_ARGUMENTS",
    "GraphiteMergeTree('graphite_bad6')": "BAD_ARGUMENTS",
    "GraphiteMergeTree('graphite_bad7')": "NOT_IMPLEMENTED",
}


@pytest.mark.parametrize("engine", REFUSED)
def test_engines_with_wrong_parameters_are_refused(
    db: sparktree.Engine, clickhouse: Oracle, engine: str
) -> None:
    statement = f"CREATE TABLE refused {COLUMNS} ENGINE = {engine} ORDER BY (Path, Time)"
    with pytest.raises(sparktree.Error) as caught:
        db.query(statement)
    assert caught.value.name == REFUSED[engine]
    with pytest.raises(OracleError, match=REFUSED[engine]):
        clickhouse.text(statement)
    assert db.query("EXISTS TABLE refused").rows() == [(0,)]


def test_without_the_configuration(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path, config=str(CONFIG)) as db:
        db.query(f"CREATE TABLE g {COLUMNS} {ENGINE}")
        db.query(f"INSERT INTO g SETTINGS optimize_on_insert = 0 VALUES {rows_of(1, 10)}")
    with sparktree.connect(tmp_path) as db:
        assert db.query("SELECT count() FROM g").rows() == [(10,)]
        for statement in ("SELECT * FROM g FINAL", "OPTIMIZE TABLE g FINAL"):
            with pytest.raises(sparktree.Error) as caught:
                db.query(statement)
            assert caught.value.name == "NO_ELEMENTS_IN_CONFIG"
        assert db.query("SELECT count() FROM system.graphite_retentions").rows() == [(0,)]
