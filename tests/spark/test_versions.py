"""What must work with every supported Spark: `make test-spark VERSION=...` runs this file alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.spark import internals
from sparktree.spark.session import stop_spark

SPREAD = {
    "merge_tree_min_rows_for_concurrent_read": 1,
    "max_threads": 2,
    "group_by_two_level_threshold": 1,
    "group_by_two_level_threshold_bytes": 1,
    "parallel_hash_join_threshold": 0,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def db(folder: Path) -> Iterator[sparktree.Engine]:
    with sparktree.connect(folder) as engine:
        engine.query(
            "CREATE TABLE t (a UInt32, s String, n Nullable(Int64)) ENGINE = MergeTree ORDER BY a"
            " PARTITION BY a % 2"
        )
        insert = "INSERT INTO t SELECT number, toString(number % 7), number FROM numbers({}, 500)"
        engine.query(insert.format(0))
        engine.query(insert.format(500))
        yield engine
    stop_spark()


def text(db: sparktree.Engine, query: str) -> str:
    return db.query(query, SPREAD).text()


def test_queries_exchange_and_join(db: sparktree.Engine) -> None:
    grouped = "SELECT s, count(), sum(n) FROM t GROUP BY s ORDER BY s LIMIT 2"
    assert text(db, grouped) == "0\t143\t71071\n1\t143\t71214\n"
    joined = "SELECT count(), sum(l.a) FROM t AS l INNER JOIN t AS r ON l.a = r.n WHERE l.s = '3'"
    assert text(db, joined) == "143\t71500\n"
    window = "SELECT max(r) FROM (SELECT row_number() OVER (PARTITION BY s ORDER BY a) AS r FROM t)"
    assert text(db, window) == "143\n"


def test_exchanges_by_the_public_interface(db: sparktree.Engine) -> None:
    state = db.services.spark.context_state()
    before, state.shuffle = state.shuffle, internals.PublicShuffle()
    try:
        test_queries_exchange_and_join(db)
    finally:
        state.shuffle = before
    assert isinstance(before, internals.JavaShuffle)


def test_changes(db: sparktree.Engine) -> None:
    db.query("CREATE TABLE c AS t")
    db.query("INSERT INTO c SELECT * FROM t")
    db.query("ALTER TABLE c UPDATE s = 'x' WHERE a < 10 SETTINGS mutations_sync = 2")
    db.query("DELETE FROM c WHERE a = 999")
    db.query("OPTIMIZE TABLE c FINAL")
    assert text(db, "SELECT count(), countIf(s = 'x') FROM c") == "999\t10\n"
    db.query("ALTER TABLE c DROP PARTITION 0")
    assert text(db, "SELECT count() FROM c") == "499\n"
    with pytest.raises(Error, match="ILLEGAL_DIVISION"):
        text(db, "SELECT intDiv(1, a) FROM t")


def test_frames_come_and_go(db: sparktree.Engine) -> None:
    session = db.services.spark.session()
    db.query("CREATE TABLE f (a Int64, s String, t DateTime) ENGINE = MergeTree ORDER BY a")
    frame = session.range(5).selectExpr("id AS a", "'x' AS s", "timestamp_seconds(id) AS t")
    db.insert("f", frame)
    assert text(db, "SELECT count(), max(t) FROM f") == "5\t1970-01-01 00:00:04\n"
    found = db.query("SELECT a, [a] AS l FROM f WHERE a > 2 ORDER BY a").df
    assert [(row.a, row.l) for row in found.collect()] == [(3, [3]), (4, [4])]


def test_the_data_source(db: sparktree.Engine, folder: Path) -> None:
    session = db.services.spark.session()
    if not internals.HAS_DATA_SOURCE:
        with pytest.raises(Error, match="needs Spark"):
            sparktree.register(session)
        return
    db.query("CREATE TABLE d (a UInt32) ENGINE = MergeTree ORDER BY a PARTITION BY a % 2")
    db.query("CREATE TABLE sums (n UInt64) ENGINE = MergeTree ORDER BY n")
    db.query("CREATE MATERIALIZED VIEW v TO sums AS SELECT count() AS n FROM d")
    sparktree.register(session)
    options = {"path": str(folder), "table": "d"}
    writer = session.range(10).selectExpr("id AS a").write.format("sparktree").options(**options)
    writer.mode("append").save()
    one = session.range(1).selectExpr("2 AS a").write.format("sparktree").options(**options)
    one.mode("overwrite").option("partitionOverwriteMode", "dynamic").save()
    assert text(db, "SELECT count(), sum(a) FROM d") == "6\t27\n"
    assert text(db, "SELECT sum(n) FROM sums") == "10\n"
    reader = session.read.format("sparktree").options(**options)
    assert reader.load().where("a > 4").count() == 3


def test_streams(db: sparktree.Engine, folder: Path, tmp_path: Path) -> None:
    if not internals.HAS_DATA_SOURCE:
        pytest.skip("Spark 3.5 has no data sources in Python")
    session = db.services.spark.session()
    sparktree.register(session)
    numbers = "SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
    db.query(f"CREATE TABLE sa (a Int64) ENGINE = MergeTree ORDER BY a {numbers}")
    db.query("CREATE TABLE sb (a Int64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO sa VALUES (1), (2)")
    options = {"path": str(folder), "checkpointLocation": str(tmp_path)}
    rows = session.readStream.format("sparktree").option("table", "sa").load(str(folder))
    writer = rows.writeStream.format("sparktree").options(**options, table="sb")
    query = writer.trigger(availableNow=True).start()
    if not internals.HAS_STREAMS_OF_ARROW:
        with pytest.raises(Exception, match="needs Spark"):
            query.awaitTermination()
        return
    query.awaitTermination()
    assert text(db, "SELECT sum(a) FROM sb") == "3\n"
