"""`spark.read.format("sparktree")` and `df.write.format("sparktree")`."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import sparktree

COLUMNS = """a UInt64, s String, d Date, t DateTime, e Enum8('x' = 1, 'y' = 2), n Nullable(Int32),
v Float64, u UUID, m Map(String, UInt8), l Array(Nullable(Int64)), p Tuple(q UInt8, r String)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def db(folder: Path) -> Iterator[sparktree.Engine]:
    with sparktree.connect(folder) as engine:
        yield engine


@pytest.fixture(scope="module")
def spark(db: sparktree.Engine) -> SparkSession:
    session = db.services.spark.session()
    session.conf.set("spark.sql.session.timeZone", "UTC")
    sparktree.register(session)
    return session


@pytest.fixture
def table(db: sparktree.Engine) -> str:
    db.query(f"CREATE OR REPLACE TABLE t ({COLUMNS}) ENGINE = MergeTree ORDER BY a PARTITION BY d")
    return "default.t"


def rows(spark: SparkSession, count: int) -> DataFrame:
    return spark.range(count, numPartitions=2).selectExpr(
        "id AS a",
        "concat('u', id) AS s",
        "date_add(date'2020-02-02', cast(id % 2 AS int)) AS d",
        "timestamp_seconds(1700000000 + id) AS t",
        "if(id % 2 = 0, 'x', 'y') AS e",
        "if(id % 3 = 0, null, cast(id AS int)) AS n",
        "cast(id AS double) AS v",
        "'61f0c404-5cb3-11e7-907b-a6006ad3dba0' AS u",
        "map('k', 1) AS m",
        "array(id, null) AS l",
        "struct(7 AS q, 'z' AS r) AS p",
    )


def append(frame: DataFrame, folder: Path, mode: str = "append", **options: str) -> None:
    writer = frame.write.format("sparktree").mode(mode).option("table", "default.t")
    writer.options(**options).save(str(folder))


def load(spark: SparkSession, folder: Path, **options: str) -> DataFrame:
    return spark.read.format("sparktree").options(table="t", **options).load(str(folder))


def temporary(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("store/*/tmp_*")]


def test_write_then_read(
    db: sparktree.Engine, spark: SparkSession, folder: Path, table: str
) -> None:
    append(rows(spark, 10), folder)
    assert db.query("SELECT count(), sum(a), sum(n) FROM t").text() == "10\t45\t27\n"
    found = load(spark, folder).where("a = 1").collect()[0]
    assert found.asDict(recursive=True) == {
        "a": Decimal(1),
        "s": "u1",
        "d": dt.date(2020, 2, 3),
        "t": dt.datetime(2023, 11, 14, 22, 13, 21),
        "e": "y",
        "n": 1,
        "v": 1.0,
        "u": "61f0c404-5cb3-11e7-907b-a6006ad3dba0",
        "m": {"k": 1},
        "l": [1, None],
        "p": {"q": 7, "r": "z"},
    }
    assert temporary(folder) == []
    assert len(db.services.catalog.owners.all()) == 1


def test_where_and_columns(spark: SparkSession, folder: Path, table: str) -> None:
    append(rows(spark, 10), folder)
    reader = spark.read.format("sparktree").schema("s string, a decimal(20,0)")
    frame = reader.options(table="t", where="a IN (3, 4) AND d = '2020-02-03'").load(str(folder))
    assert [tuple(row) for row in frame.collect()] == [("u3", Decimal(3))]
    assert frame.count() == 1


def test_pushdown_prunes_and_changes_nothing(spark: SparkSession, folder: Path, table: str) -> None:
    append(rows(spark, 100), folder)
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    try:
        for condition in (
            "a BETWEEN 10 AND 12",
            "s LIKE 'u1%' AND n IS NOT NULL",
            "s LIKE '%9' OR a = 5",
            "t > timestamp'2023-11-14 22:14:00' AND v > 3",
            "d = date'2020-02-03' AND e = 'x'",
            "a IN (1, 2, 500) AND NOT s = 'u1'",
            "n <=> 4",
            "n <=> null",
        ):
            pushed = load(spark, folder, pushdown="true").where(condition).count()
            assert pushed == rows(spark, 100).where(condition).count(), condition
    finally:
        spark.conf.unset("spark.sql.python.filterPushdown.enabled")


def test_overwrite_is_one_commit(
    db: sparktree.Engine, spark: SparkSession, folder: Path, table: str
) -> None:
    append(rows(spark, 10), folder)
    append(rows(spark, 3), folder, mode="overwrite")
    assert db.query("SELECT count(), sum(a) FROM t").text() == "3\t3\n"


@pytest.mark.parametrize(
    ("columns", "message"),
    [("a AS q", "No such column q"), ("a, 'zz' AS d", "Cannot parse")],
    ids=["column", "value"],
)
def test_bad_rows_change_nothing(
    db: sparktree.Engine, spark: SparkSession, folder: Path, table: str, columns: str, message: str
) -> None:
    with pytest.raises(PySparkException, match=message):
        append(rows(spark, 10).selectExpr(*columns.split(", ")), folder)
    assert db.query("SELECT count() FROM t").text() == "0\n"
    assert temporary(folder) == []
    assert len(db.services.catalog.owners.all()) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"table": "zz"}, "Table default.zz does not exist"),
        ({"table": "t", "wher": "1"}, "Unknown option wher"),
        ({}, "The options path"),
    ],
    ids=["table", "option", "none"],
)
def test_bad_options_are_refused(
    spark: SparkSession, folder: Path, table: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(PySparkException, match=message):
        spark.read.format("sparktree").options(**options).load(str(folder))


def test_damage_is_noticed(
    spark: SparkSession, db: sparktree.Engine, folder: Path, table: str
) -> None:
    append(rows(spark, 100), folder)
    uuid = db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()
    file = next(folder.glob(f"store/{uuid}/*/v.parquet"))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(PySparkException, match="CHECKSUM_DOESNT_MATCH"):
        load(spark, folder).selectExpr("sum(v)").collect()


def test_what_update_wrote_is_read(db: sparktree.Engine, spark: SparkSession, folder: Path) -> None:
    db.query(
        "CREATE OR REPLACE TABLE t (a UInt32, v UInt32) ENGINE = MergeTree ORDER BY a SETTINGS"
        " enable_block_number_column = 1, enable_block_offset_column = 1"
    )
    db.query("INSERT INTO t SELECT number, 0 FROM numbers(10)")
    db.query("UPDATE t SET v = 9 WHERE a >= 8")
    found = load(spark, folder).filter("v = 9").select("a").orderBy("a").collect()
    assert [row.a for row in found] == [8, 9]


def _asked(spark: SparkSession, folder: Path, query: str, **options: str) -> DataFrame:
    reader = spark.read.format("sparktree").option("path", str(folder)).options(**options)
    return reader.option("query", query).load()


def test_a_query_is_read(db: sparktree.Engine, spark: SparkSession, folder: Path) -> None:
    db.query("CREATE OR REPLACE TABLE q (a UInt64, s String) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO q SELECT number, toString(number % 3) FROM numbers(1000)")
    db.query("INSERT INTO q SELECT number, toString(number % 3) FROM numbers(1000, 1000)")
    plain = _asked(spark, folder, "SELECT a * 2 AS double, upper(s) AS s FROM q WHERE a < 10")
    assert plain.agg({"double": "sum"}).collect() == [(90,)]
    grouped = "SELECT s, count() AS n, sum(a) AS t FROM q GROUP BY s ORDER BY s"
    wanted = [("0", 667, 666333), ("1", 667, 667000), ("2", 666, 665667)]
    frame = _asked(spark, folder, grouped)
    assert frame.columns == ["s", "n", "t"]
    assert [tuple(row) for row in frame.collect()] == wanted
    assert frame.rdd.getNumPartitions() == 1
    joined = (
        "SELECT l.s, count() AS n FROM q AS l INNER JOIN q AS r ON l.a = r.a + 1"
        " GROUP BY l.s HAVING n > 0 UNION ALL SELECT 'x', 1"
    )
    found = sorted(tuple(row) for row in _asked(spark, folder, joined).collect())
    assert found == [("0", 666), ("1", 667), ("2", 666), ("x", 1)]
    filtered = _asked(spark, folder, grouped, where="s != '1'", pushdown="true")
    assert filtered.filter("n = 666").collect() == [("2", 666, 665667)]
    assert _asked(spark, folder, "SELECT 1 AS one").collect() == [(1,)]
    assert _asked(spark, folder, "SELECT a FROM q WHERE a > 5000").collect() == []


@pytest.mark.parametrize(
    ("options", "problem"),
    (
        ({"query": "SELECT 1", "table": "t"}, "one of table and query"),
        ({}, "one of table and query"),
        ({"query": "DROP TABLE q"}, "takes a SELECT"),
        ({"query": "SELECT nothing FROM q"}, "UNKNOWN_IDENTIFIER"),
        ({"query": "SELECT"}, "SYNTAX_ERROR"),
    ),
)
def test_wrong_queries_are_refused(
    db: sparktree.Engine,
    spark: SparkSession,
    folder: Path,
    options: dict[str, str],
    problem: str,
) -> None:
    db.query("CREATE TABLE IF NOT EXISTS q (a UInt64, s String) ENGINE = MergeTree ORDER BY a")
    reader = spark.read.format("sparktree").option("path", str(folder)).options(**options)
    with pytest.raises(PySparkException, match=problem):
        reader.load()


def test_views_are_fed(db: sparktree.Engine, spark: SparkSession, folder: Path) -> None:
    for statement in (
        "CREATE OR REPLACE TABLE fed (a UInt64, s String, twice UInt64 MATERIALIZED a * 2,"
        " up String ALIAS upper(s)) ENGINE = MergeTree ORDER BY a PARTITION BY a % 2",
        "CREATE OR REPLACE TABLE names (a UInt64, name String) ENGINE = MergeTree ORDER BY a",
        "INSERT INTO names VALUES (1, 'one'), (2, 'two')",
        "CREATE OR REPLACE TABLE totals (k UInt8, n UInt64, t UInt64) ENGINE = SummingMergeTree"
        " ORDER BY k",
        "CREATE OR REPLACE TABLE joined (name String, up String) ENGINE = MergeTree ORDER BY name",
        "CREATE OR REPLACE TABLE deep (n UInt64) ENGINE = MergeTree ORDER BY n",
        "CREATE MATERIALIZED VIEW to_totals TO totals AS SELECT a % 3 AS k, count() AS n,"
        " sum(twice) AS t FROM fed GROUP BY k",
        "CREATE MATERIALIZED VIEW to_joined TO joined AS SELECT name, up FROM fed"
        " INNER JOIN names ON fed.a = names.a WHERE a < 5",
        "CREATE MATERIALIZED VIEW to_deep TO deep AS SELECT n FROM totals",
    ):
        db.query(statement)
    frame = spark.range(12, numPartitions=2).selectExpr("id AS a", "concat('u', id) AS s")
    frame.write.format("sparktree").mode("append").option("table", "fed").save(str(folder))
    assert db.query("SELECT count(), sum(twice) FROM fed").text() == "12\t132\n"
    totals = db.query("SELECT k, sum(n), sum(t) FROM totals GROUP BY k ORDER BY k").text()
    assert totals == "0\t4\t36\n1\t4\t44\n2\t4\t52\n"
    assert db.query("SELECT * FROM joined ORDER BY name").text() == "one\tU1\ntwo\tU2\n"
    assert db.query("SELECT sum(n) FROM deep").text() == "12\n"
    # As with REPLACE PARTITION, views hear nothing of rows that replace others.
    frame.write.format("sparktree").mode("overwrite").option("table", "fed").save(str(folder))
    assert db.query("SELECT sum(n) FROM totals").text() == "12\n"
    db.query("CREATE MATERIALIZED VIEW failing TO deep AS SELECT throwIf(a = 7) AS n FROM fed")
    with pytest.raises(PySparkException, match="FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"):
        frame.write.format("sparktree").mode("append").option("table", "fed").save(str(folder))
    assert db.query("SELECT count() FROM fed").text() == "12\n"
    assert db.query("SELECT sum(n) FROM totals").text() == "12\n"
    db.query("DROP VIEW failing")
    assert temporary(folder) == []


def test_dynamic_overwrite_replaces_the_partitions_of_the_rows(
    db: sparktree.Engine, spark: SparkSession, folder: Path, table: str
) -> None:
    append(rows(spark, 10), folder)
    append(rows(spark, 2).where("a = 1"), folder, "overwrite", partitionOverwriteMode="dynamic")
    wanted = "2020-02-02\t5\t20\n2020-02-03\t1\t1\n"
    found = db.query("SELECT d, count(), sum(a) FROM t GROUP BY d ORDER BY d")
    assert found.text() == wanted
    append(rows(spark, 2).where("a = 5"), folder, "overwrite", partitionOverwriteMode="dynamic")
    assert db.query("SELECT d, count(), sum(a) FROM t GROUP BY d ORDER BY d").text() == wanted
    with pytest.raises(PySparkException, match="partitionoverwritemode is static or dynamic"):
        append(rows(spark, 2), folder, "overwrite", partitionOverwriteMode="some")
    append(rows(spark, 2).where("a = 5"), folder, "overwrite")
    assert db.query("SELECT count() FROM t").text() == "0\n"


def test_columns_and_limit(spark: SparkSession, folder: Path, table: str) -> None:
    append(rows(spark, 100), folder)
    frame = load(spark, folder, columns="s, a", where="a >= 10", limit="7")
    assert frame.columns == ["s", "a"]
    found = [row.a for row in frame.collect()]
    assert len(found) == 7 and min(found) >= 10
    with pytest.raises(PySparkException, match="limit is no number"):
        load(spark, folder, limit="x")


def test_rights(db: sparktree.Engine, spark: SparkSession, folder: Path) -> None:
    db.query("CREATE OR REPLACE TABLE guarded (a UInt64, b UInt64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO guarded VALUES (1, 2)")
    db.query("CREATE USER OR REPLACE reader IDENTIFIED BY 'word'")
    db.query("GRANT SELECT(a) ON guarded TO reader")
    options = {"table": "guarded", "user": "reader", "password": "word"}
    source = spark.read.format("sparktree").options(**options)
    assert source.option("columns", "a").load(str(folder)).collect() == [(1,)]
    for columns in ("b", "a, b"):
        with pytest.raises(PySparkException, match="ACCESS_DENIED"):
            source.option("columns", columns).load(str(folder)).collect()
    with pytest.raises(PySparkException, match="AUTHENTICATION_FAILED"):
        source.option("password", "wrong").load(str(folder))
    one = spark.range(1).selectExpr("id AS a")
    with pytest.raises(PySparkException, match="ACCESS_DENIED"):
        one.write.format("sparktree").mode("append").options(**options).save(str(folder))
    db.query("GRANT INSERT ON guarded TO reader")
    one.write.format("sparktree").mode("append").options(**options).save(str(folder))
    with pytest.raises(PySparkException, match="TRUNCATE"):
        one.write.format("sparktree").mode("overwrite").options(**options).save(str(folder))
    assert db.query("SELECT count() FROM guarded").text() == "2\n"


def test_every_table_is_a_view(spark: SparkSession, tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as other:
        other.query("CREATE DATABASE shop")
        other.query("CREATE TABLE goods (a UInt32) ENGINE = MergeTree ORDER BY a")
        other.query("CREATE TABLE shop.sales (a UInt32, n UInt32) ENGINE = MergeTree ORDER BY a")
        other.query("CREATE VIEW shop.many AS SELECT a FROM shop.sales WHERE n > 10")
        other.query("INSERT INTO goods VALUES (1), (2)")
        other.query("INSERT INTO shop.sales VALUES (1, 5), (2, 50)")
    assert sparktree.register(spark, tmp_path) == ["goods", "shop_many", "shop_sales"]
    joined = "SELECT g.a, s.n FROM goods g JOIN shop_sales s ON g.a = s.a ORDER BY g.a"
    assert [tuple(row) for row in spark.sql(joined).collect()] == [(1, 5), (2, 50)]
    assert spark.sql("SELECT * FROM shop_many").collect() == [(2,)]
    with sparktree.connect(tmp_path) as other:
        other.query("CREATE TABLE shop_sales (a UInt32) ENGINE = MergeTree ORDER BY a")
    with pytest.raises(sparktree.Error, match="Two tables would be the view shop_sales"):
        sparktree.register(spark, tmp_path)
