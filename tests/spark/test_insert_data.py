"""Rows of programs into tables: DataFrames, Arrow and pandas."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

import sparktree

ROWS = pa.table(
    {
        "a": pa.array([1, 2, 3], pa.int64()),
        "s": ["x", "y\U0010ff85", None],
        "d": [dt.date(2020, 1, 1)] * 3,
        "t": pa.array([dt.datetime(2021, 1, 1, 12)] * 3, pa.timestamp("us", "UTC")),
        "l": [["a"], [], None],
        "m": pa.array([{"k": 1}, {}, None], pa.map_(pa.string(), pa.int64())),
    }
)
EXPECTED = """\
1	x	2020-01-01	2021-01-01 13:00:00	['a']	{'k':1}	2
2	y\U0010ff85	2020-01-01	2021-01-01 13:00:00	[]	{}	3
3		2020-01-01	2021-01-01 13:00:00	[]	{}	4
"""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with sparktree.connect(tmp_path_factory.mktemp("data")) as engine:
        yield engine


@pytest.fixture(scope="module")
def spark(db: sparktree.Engine) -> SparkSession:
    return db.services.spark.session()


@pytest.fixture
def table(db: sparktree.Engine) -> str:
    db.query(
        "CREATE OR REPLACE TABLE t (a UInt64, s String, d Date, t DateTime('Europe/Berlin'),"
        " l Array(String), m Map(String, UInt8), z UInt8 DEFAULT a + 1)"
        " ENGINE = MergeTree ORDER BY a"
    )
    return "default.t"


def folders(db: sparktree.Engine) -> list[str]:
    store = Path(db.services.storage.folder, "store")
    return sorted(path.name for path in store.glob("*/*") if path.name.startswith("tmp"))


@pytest.mark.parametrize(
    "data",
    [
        ROWS,
        ROWS.to_reader(),
        ROWS.combine_chunks().to_batches()[0],
        ROWS.to_pandas(),
        ROWS.select(["m", "l", "t", "d", "s", "a"]),
    ],
    ids=["table", "reader", "batch", "pandas", "by name"],
)
def test_arrow_and_pandas(db: sparktree.Engine, table: str, data: Any) -> None:
    db.insert(table, data)
    assert db.query(f"SELECT * FROM {table} ORDER BY a").text() == EXPECTED


def test_a_data_frame_is_inserted(db: sparktree.Engine, table: str, spark: SparkSession) -> None:
    frame = spark.range(4, numPartitions=3).selectExpr(
        "id AS a",
        "concat('u', id) AS s",
        "date'2020-02-02' AS d",
        "timestamp'2021-01-01 00:00:00' AS t",
        "array('q') AS l",
        "map('a', 1Y) AS m",
    )
    db.insert("t", frame)
    found = db.query("SELECT a, s, d, t, l, m, z FROM t ORDER BY a LIMIT 1").text()
    assert found == "0\tu0\t2020-02-02\t2021-01-01 01:00:00\t['q']\t{'a':1}\t1\n"
    assert db.query("SELECT count() FROM t").text() == "4\n"
    assert folders(db) == []


def test_large_arrow_table_goes_in_blocks(db: sparktree.Engine, table: str) -> None:
    rows = pa.table({"a": pa.array(range(10), pa.int64())})
    db.insert(table, rows, settings={"max_insert_block_size": 3, "min_insert_block_size_rows": 3})
    names = [part.name for part in db.services.catalog.parts.all(db_uuid(db))]
    assert names == ["all_1_1_0", "all_2_2_0", "all_3_3_0", "all_4_4_0"]
    assert db.query("SELECT sum(a), count() FROM t").text() == "45\t10\n"


def db_uuid(db: sparktree.Engine) -> str:
    return db.services.catalog.tables.get("default", "t").uuid


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (pa.table({"q": [1]}), "No such column q in table default.t"),
        (pa.table({"a": [{"x": 1}]}), "Illegal type Tuple"),
        (5, "Cannot insert an object of type int"),
        (pa.table({"d": ["zz"]}), "Cannot parse"),
        (pa.table({"d": [None, "zz"]}), "Cannot parse"),
        (pd.DataFrame({"q": [1, "x"]}), "cannot become Arrow"),
        (pa.table({"a": [1]}).append_column("a", [[1]]), "specified more than once"),
    ],
    ids=["column", "type", "object", "value", "value beside NULL", "pandas", "twice"],
)
def test_bad_data_changes_nothing(
    db: sparktree.Engine, table: str, data: Any, message: str
) -> None:
    with pytest.raises(sparktree.Error, match=message):
        db.insert(table, data)
    assert db.query(f"SELECT count() FROM {table}").text() == "0\n"
    assert folders(db) == []


def test_failing_task_leaves_nothing(db: sparktree.Engine, table: str, spark: SparkSession) -> None:
    frame = spark.range(100, numPartitions=4).selectExpr(
        "id AS a", "if(id = 99, 'zz', '2020-01-01') AS d"
    )
    with pytest.raises(sparktree.Error, match="Cannot parse"):
        db.insert(table, frame)
    assert db.query(f"SELECT count() FROM {table}").text() == "0\n"
    assert folders(db) == []


def test_threads_insert_and_select_at_once(db: sparktree.Engine, table: str) -> None:
    def work(number: int) -> int:
        session = db.session()
        session.insert(table, pa.table({"a": [number] * 10}))
        total: int = session.query(f"SELECT count() FROM {table} WHERE a = {number}").rows()[0][0]
        return total

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, range(12))) == [10] * 12
    assert db.query(f"SELECT count(), sum(a) FROM {table}").rows() == [(120, 660)]


def test_result_as_data_frame(db: sparktree.Engine, table: str) -> None:
    db.insert(table, ROWS)
    frame = db.query("SELECT a, s, t, m FROM t ORDER BY a").df
    assert frame.schema.simpleString() == (
        "struct<a:decimal(20,0),s:string,t:timestamp,m:map<string,smallint>>"
    )
    assert [row.a for row in frame.collect()] == [1, 2, 3]
