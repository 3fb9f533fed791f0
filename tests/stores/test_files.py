"""Tables over files of this machine: engine File and INSERT INTO FUNCTION file()."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import sparktree
from sparktree.cli.script import statements
from sparktree.stores.local import LocalStore
from tests.oracle import Oracle, OracleError
from tests.stores.servers import Bucket

# What sparktree and ClickHouse answer alike; `DIR` is a folder of each one's own.
SCRIPT = """
CREATE TABLE f (a UInt8, b String) ENGINE = File(TSV);
SELECT * FROM f;
SELECT * FROM f SETTINGS engine_file_empty_if_not_exists = 1;
INSERT INTO f VALUES (1, 'x');
INSERT INTO f SELECT 2, 'y';
SELECT *, _file FROM f ORDER BY a;
RENAME TABLE f TO f2;
SELECT count() FROM f2;
DROP TABLE f2;
CREATE TABLE g (a UInt8) ENGINE = File(CSV, 'DIR/g.csv');
INSERT INTO g VALUES (5);
INSERT INTO g SELECT 6;
SELECT * FROM g ORDER BY a;
CREATE TABLE inferred ENGINE = File(CSV, 'DIR/g.csv');
DESCRIBE TABLE inferred;
DROP TABLE g;
SELECT * FROM file('DIR/g.csv') ORDER BY 1;
CREATE TABLE p (a UInt8) ENGINE = File(Parquet, 'DIR/p.parquet');
INSERT INTO p VALUES (1);
INSERT INTO p VALUES (2);
SELECT * FROM p;
INSERT INTO p SETTINGS engine_file_truncate_on_insert = 1 VALUES (3);
SELECT * FROM p;
INSERT INTO p SETTINGS engine_file_allow_create_multiple_files = 1 VALUES (4);
SELECT * FROM file('DIR/p*.parquet') ORDER BY a;
CREATE TABLE h (a UInt8) ENGINE = File();
CREATE TABLE h (a UInt8) ENGINE = File(Foo);
CREATE TABLE h (a UInt8) ENGINE = File(CSV, 'DIR/h.csv') ORDER BY a;
CREATE TABLE h (a UInt8) ENGINE = File(CSV, 'DIR/h.csv', 'gz', 1);
EXISTS TABLE h;
CREATE TABLE m (a UInt8) ENGINE = File(CSV, 'DIR/m.csv.gz', 'gz');
INSERT INTO m VALUES (1);
INSERT INTO m VALUES (2);
SELECT * FROM m ORDER BY a;
CREATE TABLE n ENGINE = File(TSVWithNames) AS SELECT 1 AS x;
INSERT INTO n VALUES (2);
SELECT * FROM n ORDER BY x;
INSERT INTO FUNCTION file('DIR/e.orc') SELECT 1 AS x WHERE 0;
DESCRIBE TABLE file('DIR/e.orc');
INSERT INTO FUNCTION file('DIR/e.avro', Avro, 'x UInt8') VALUES (7);
SELECT * FROM file('DIR/e.avro');
INSERT INTO FUNCTION file('DIR/e.avro', Avro, 'x UInt8') VALUES (8);
INSERT INTO FUNCTION file('DIR/new/folder/t.tsv') SELECT 1 AS x, NULL AS y;
SELECT * FROM file('DIR/new/folder/t.tsv', TSV, 'x UInt8, y Nullable(UInt8)');
INSERT INTO FUNCTION file('DIR/d.json') SELECT 1 AS a, 'x' AS b;
DESCRIBE TABLE file('DIR/d.json');
SELECT * FROM file('DIR/d.json');
INSERT INTO FUNCTION file('DIR/d.TsvWithNames') SELECT 1 AS a, 'x' AS b;
SELECT * FROM file('DIR/d.TsvWithNames');
INSERT INTO FUNCTION file('DIR/d.tskv') SELECT 1 AS a, 'x' AS b;
SELECT * FROM file('DIR/d.tskv');
INSERT INTO FUNCTION file('DIR/d.xml') SELECT 1 AS a;
DESCRIBE TABLE file('DIR/d.xml');
INSERT INTO FUNCTION file('DIR/t.tsv') SELECT throwIf(number = 3) FROM numbers(5);
SELECT * FROM file('DIR/t.tsv', TSV, 'x UInt8');
"""
TRUNCATING = """
CREATE TABLE f (a Int32, b String) ENGINE = File(CSV);
INSERT INTO f VALUES (1, 'x'), (2, 'y');
TRUNCATE TABLE f;
SELECT count() FROM f;
INSERT INTO f VALUES (3, 'z');
SELECT * FROM f;
DROP TABLE f;
INSERT INTO FUNCTION file('DIR/one.csv') SELECT 1 AS a;
INSERT INTO FUNCTION file('DIR/two.csv') SELECT 2 AS a;
CREATE TABLE one (a Int32) ENGINE = File(CSV, 'DIR/one.csv');
CREATE TABLE all (a Int32) ENGINE = File(CSV, 'DIR/*.csv');
TRUNCATE TABLE all;
SELECT * FROM all ORDER BY a;
TRUNCATE TABLE one;
SELECT * FROM all ORDER BY a;
TRUNCATE TABLE one;
TRUNCATE TABLE IF EXISTS nothing;
CREATE TABLE web (a Int32) ENGINE = URL('http://127.0.0.1:1/x.csv', CSV);
TRUNCATE TABLE web;
"""
UNION = """
INSERT INTO FUNCTION file('DIR/u1.jsonl') SELECT 1 AS a, 'x' AS b;
INSERT INTO FUNCTION file('DIR/u2.jsonl') SELECT 1.5 AS a, [1, 2] AS c;
INSERT INTO FUNCTION file('DIR/u3.jsonl') SELECT 'text' AS a;
INSERT INTO FUNCTION file('DIR/u4.jsonl') SELECT true AS a;
INSERT INTO FUNCTION file('DIR/u5.jsonl') SELECT [1] AS a;
INSERT INTO FUNCTION file('DIR/p1.parquet') SELECT 1 AS a, 'x' AS b;
INSERT INTO FUNCTION file('DIR/p2.parquet') SELECT 1.5 AS a, [1, 2] AS c;
INSERT INTO FUNCTION file('DIR/p3.parquet') SELECT 'text' AS a;
INSERT INTO FUNCTION file('DIR/p4.parquet') SELECT toInt64(-1) AS a, NULL::Nullable(String) AS d;
INSERT INTO FUNCTION file('DIR/n1.csv', CSVWithNames) SELECT 1 AS a, 'x' AS b;
INSERT INTO FUNCTION file('DIR/n2.csv', CSVWithNames) SELECT 2 AS a, 'y' AS c;
DESCRIBE TABLE file('DIR/n{1,2}.csv', CSVWithNames);
SET schema_inference_mode = 'nonsense';
SET schema_inference_mode = 'union';
DESCRIBE TABLE file('DIR/u{1,2}.jsonl');
SELECT * FROM file('DIR/u{1,2}.jsonl') ORDER BY a;
DESCRIBE TABLE file('DIR/u{1,3}.jsonl');
DESCRIBE TABLE file('DIR/u{1,4}.jsonl');
DESCRIBE TABLE file('DIR/u{1,5}.jsonl');
DESCRIBE TABLE file('DIR/p{1,2}.parquet');
SELECT * FROM file('DIR/p{1,2}.parquet') ORDER BY a;
DESCRIBE TABLE file('DIR/p{1,3}.parquet');
DESCRIBE TABLE file('DIR/p{1,4}.parquet');
SELECT a, d FROM file('DIR/p{1,4}.parquet') ORDER BY a;
DESCRIBE TABLE file('DIR/p{2,4}.parquet');
DESCRIBE TABLE file('DIR/n{1,2}.csv');
DESCRIBE TABLE file('DIR/n{1,2}.csv', CSVWithNames);
SELECT * FROM file('DIR/n{1,2}.csv', CSVWithNames) ORDER BY a;
SET schema_inference_mode = 'default';
"""
FORMATS = ("JSONEachRow", "Parquet", "CSV", "TSV", "ORC", "Arrow", "Native", "JSON", "Avro",
           "Values", "TSKV", "JSONColumns", "TSVWithNamesAndTypes", "CSVWithNames")  # fmt: skip
DETECTED = """
INSERT INTO FUNCTION file('DIR/words', LineAsString) SELECT 'hello world';
DESCRIBE TABLE file('DIR/words');
INSERT INTO FUNCTION file('DIR/packed.gz', JSONEachRow) SELECT 1 AS a, 'x' AS b;
DESCRIBE TABLE file('DIR/packed.gz');
DESCRIBE TABLE file('DIR/packed.gz', auto);
SELECT * FROM file('DIR/CSV', auto, 'a Int32, b String');
DESCRIBE TABLE file('DIR/absent*');
DESCRIBE TABLE file('DIR/absent');
SELECT * FROM file('DIR/absent.parquet');
CREATE TABLE told ENGINE = File(auto, 'DIR/Parquet');
SELECT * FROM told;
"""
DETECTED = (
    "".join(
        f"INSERT INTO FUNCTION file('DIR/{name}', {name}) SELECT 1 AS a, 'x' AS b;"
        f"DESCRIBE TABLE file('DIR/{name}'); SELECT * FROM file('DIR/{name}');"
        for name in FORMATS
    )
    + DETECTED
)
# ClickHouse leaves a file behind if a query fails; sparktree leaves none. ClickHouse cannot read
# a document of JSON whose name does not tell that it is one.
DIFFERENT = {
    "SELECT * FROM file('DIR/t.tsv', TSV, 'x UInt8')": "error 107",
    "SELECT * FROM file('DIR/JSON')": "1\tx\n",
}


def _ours(engine: sparktree.Engine, sql: str) -> str:
    try:
        return engine.query(sql).text()
    except sparktree.Error as error:
        return f"error {int(error.code)}"


def _theirs(oracle: Oracle, sql: str) -> str:
    try:
        return oracle.text(sql)
    except OracleError as error:
        return f"error {str(error).split('Code: ')[1].split('.')[0]}"


@pytest.mark.requirement("RQ.HivePartitioning.Writes.FileExist")
@pytest.mark.parametrize("script", [SCRIPT, TRUNCATING, UNION, DETECTED])
def test_files_as_tables_are_as_in_clickhouse(
    engine: sparktree.Engine, oracle: Oracle, tmp_path: Path, script: str
) -> None:
    oracle.query("CREATE DATABASE files; USE files")
    try:
        for one in statements(script):
            sql = one.text.strip().rstrip(";")
            ours = _ours(engine, sql.replace("DIR", f"{tmp_path}/ours"))
            theirs = _theirs(oracle, sql.replace("DIR", f"{tmp_path}/theirs"))
            assert ours == DIFFERENT.get(sql, theirs), sql
    finally:
        oracle.query("USE default; DROP DATABASE files")
    assert [p.name for p in (tmp_path / "ours").iterdir() if p.name.startswith(".")] == []


def test_the_file_of_a_table_that_is_dropped_goes(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE f (a UInt8) ENGINE = File(TSV)")
    engine.query("INSERT INTO f VALUES (1)")
    folder = engine.services.storage.folder / "files"
    assert len(list(folder.iterdir())) == 1
    engine.query("DROP TABLE f")
    assert list(folder.iterdir()) == []


@pytest.mark.requirement("RQ.HivePartitioning.Writes.ParallelInserts")
def test_inserts_at_the_same_time_lose_nothing(engine: sparktree.Engine, tmp_path: Path) -> None:
    engine.query(f"CREATE TABLE f (a UInt32) ENGINE = File(TSV, '{tmp_path}/f.tsv')")
    engine.query("INSERT INTO f VALUES (100)")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: engine.query(f"INSERT INTO f VALUES ({n})"), range(8)))
    assert engine.query("SELECT count(), sum(a) FROM f").text() == "9\t128\n"


@pytest.mark.requirement(
    "RQ.HivePartitioning.Writes.PartitionKey#1", "RQ.HivePartitioning.Writes.PartitionKey#2"
)
def test_a_file_table_with_hive_folders(engine: sparktree.Engine, tmp_path: Path) -> None:
    engine.query(
        f"CREATE TABLE f (d Date, k String, a UInt32) ENGINE = File(ORC, '{tmp_path}/t',"
        " partition_strategy = 'hive') PARTITION BY (d, k)"
    )
    engine.query("INSERT INTO f VALUES ('2024-01-01', 'x', 1), ('2024-01-02', 'y', 2)")
    engine.query("INSERT INTO f VALUES ('2024-01-01', 'x', 3)")
    found = engine.query("SELECT * FROM f WHERE d = '2024-01-01' ORDER BY a").text()
    assert found == "2024-01-01\tx\t1\n2024-01-01\tx\t3\n"
    folders = sorted(str(p.relative_to(tmp_path)) for p in tmp_path.glob("t/*/*"))
    assert folders == ["t/d=2024-01-01/k=x", "t/d=2024-01-02/k=y"]
    read = f"SELECT k, sum(a) FROM file('{tmp_path}/t/**/*.orc') GROUP BY k ORDER BY k"
    assert engine.query(read).text() == "x\t4\ny\t2\n"


def _append_for_ever(path: str, told: str) -> None:
    store = LocalStore()
    with open(told, "ab", buffering=0) as out:
        for number in range(100_000):
            writing = store.stage(path, f"i{number}")
            writing.write(b"%06d\n" % number)
            store.append(writing.finish())
            store.sweep(path, f"i{number}")
            out.write(b".")


def test_a_kill_leaves_whole_rows_and_all_that_were_promised(tmp_path: Path) -> None:
    path, told = tmp_path / "f.tsv", tmp_path / "told"
    path.write_bytes(b"")
    told.write_bytes(b"")
    child = multiprocessing.get_context("spawn").Process(
        target=_append_for_ever, args=(str(path), str(told))
    )
    child.start()
    while told.stat().st_size < 20 and child.is_alive():
        time.sleep(0.01)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    rows = path.read_bytes().splitlines()
    assert rows == [b"%06d" % n for n in range(len(rows))]
    assert len(rows) - told.stat().st_size in (0, 1)


def test_rows_that_come_in_many_blocks(engine: sparktree.Engine, tmp_path: Path) -> None:
    """A file that is named gets all of them; folders get files of every job."""
    rows = ", ".join(f"({number}, {number % 3})" for number in range(12))
    told = "'x Int8, p Int8'"
    for place, format_, more, by in (
        ("plain.csv", "CSV", "", ""),
        ("plain.parquet", "Parquet", "", ""),
        ("part_{_partition_id}.csv", "CSV", "", "PARTITION BY p"),
        ("folder", "CSV", ", partition_strategy = 'hive'", "PARTITION BY p"),
    ):
        path = tmp_path / "out" / place
        engine.query(
            f"INSERT INTO FUNCTION file('{path}', '{format_}', {told}{more}) {by}"
            f" SETTINGS max_insert_block_size = 1, min_insert_block_size_rows = 1 VALUES {rows}"
        )
    found = tmp_path / "out"
    for pattern, format_ in (
        ("plain.csv", "CSV"), ("plain.parquet", "Parquet"), ("part_*.csv", "CSV"),
    ):  # fmt: skip
        query = (
            f"SELECT count(), sum(x), sum(p) FROM file('{found}/{pattern}', '{format_}', {told})"
        )
        assert engine.query(query).text() == "12\t66\t12\n", pattern
    read = f"file('{found}/folder/*/*.csv', 'CSV', 'x Int8')"
    hive = f"SELECT count(), sum(x), sum(toInt8(p)) FROM {read}"
    assert engine.query(hive).text() == "12\t66\t12\n"


def test_settings_of_the_guessed_structure(
    engine: sparktree.Engine, oracle: Oracle, tmp_path: Path
) -> None:
    (tmp_path / "n.csv").write_text('1,x\n2,"y,z"\n')
    (tmp_path / "h.csv").write_text("a,b\n1,x\n2,y\n")
    (tmp_path / "j.jsonl").write_text('{"a":1,"b":"x"}\n{"a":2,"b":null}\n')
    for query in (
        "DESCRIBE file('n.csv') SETTINGS schema_inference_hints = 'c1 UInt8, other Date'",
        "DESCRIBE file('j.jsonl') SETTINGS schema_inference_hints = 'a String, b Array(Int8)'",
        "SELECT *, toTypeName(c1) FROM file('n.csv') SETTINGS"
        " schema_inference_hints = 'c1 Decimal(9, 2)'",
        "DESCRIBE file('n.csv') SETTINGS schema_inference_hints = 'c1 Nonsense'",
        "SELECT p, q FROM file('n.csv') SETTINGS column_names_for_schema_inference = ' p , q '",
        "DESCRIBE file('n.csv') SETTINGS column_names_for_schema_inference = 'p,q',"
        " schema_inference_hints = 'q FixedString(3)'",
        "DESCRIBE file('h.csv') SETTINGS column_names_for_schema_inference = 'p,q'",
    ):
        sql = query.replace("file('", f"file('{tmp_path}/")
        assert engine.query(sql).text() == oracle.text(sql), query
    with pytest.raises(sparktree.Error) as caught:
        engine.query(
            f"DESCRIBE file('{tmp_path}/n.csv') SETTINGS column_names_for_schema_inference = 'p'"
        )
    assert caught.value.name == "CANNOT_EXTRACT_TABLE_STRUCTURE"


def test_columns_that_a_parquet_file_lacks(engine: sparktree.Engine, tmp_path: Path) -> None:
    engine.query(f"INSERT INTO FUNCTION file('{tmp_path}/f.parquet') SELECT 1 AS a, 'x' AS b")
    source = f"file('{tmp_path}/f.parquet', Parquet, 'a UInt8, z UInt8')"
    assert engine.query(f"SELECT a, z FROM {source}").text() == "1\t0\n"
    refusing = {"input_format_parquet_allow_missing_columns": 0}
    with pytest.raises(sparktree.Error) as caught:
        engine.query(f"SELECT a, z FROM {source}", settings=refusing)
    assert caught.value.name == "THERE_IS_NO_COLUMN"
    assert engine.query(f"SELECT a FROM {source}", settings=refusing).text() == "1\n"


def test_truncate_removes_the_only_file_of_a_table_on_s3(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    bucket.put("kept/a.csv", "1\n")
    bucket.put("gone/a.csv", "2\n")
    for name, key in (("one", "gone/a.csv"), ("several", "*/a.csv")):
        engine.query(f"CREATE TABLE {name} (x Int8) ENGINE = S3({bucket.args(key, 'CSV')})")
    with pytest.raises(sparktree.Error) as caught:
        engine.query("TRUNCATE TABLE several")
    assert caught.value.name == "DATABASE_ACCESS_DENIED"
    assert engine.query("SELECT x FROM several ORDER BY x").text() == "1\n2\n"
    engine.query("TRUNCATE TABLE one")
    engine.query("TRUNCATE TABLE one")  # there is nothing any more: not an error
    assert engine.query("SELECT x FROM several").text() == "1\n"
    engine.query("INSERT INTO one VALUES (3)")
    assert engine.query("SELECT x FROM several ORDER BY x").text() == "1\n3\n"


@pytest.mark.parametrize("partitioned", [" PARTITION BY (day, country)", ""])
def test_a_declared_key_that_files_do_not_hold_has_the_paths_value(
    engine: sparktree.Engine, tmp_path: Path, partitioned: str
) -> None:
    for day in (1, 2):
        for country in ("de", "fr"):
            place = f"{tmp_path}/day=2024-01-0{day}/country={country}/a.parquet"
            engine.query(f"INSERT INTO FUNCTION file('{place}') SELECT number AS a FROM numbers(2)")
    place = f"{tmp_path}/day=2024-01-03/country=it/a.parquet"
    engine.query(f"INSERT INTO FUNCTION file('{place}') SELECT 9 AS a, 'own' AS country")
    engine.query(
        "CREATE TABLE lake (a UInt64, day Date, country LowCardinality(String))"
        f" ENGINE = File(Parquet, '{tmp_path}/day=*/country=*/*.parquet'){partitioned}"
    )
    counts = "SELECT country, count(), max(day) FROM lake GROUP BY country ORDER BY country"
    assert engine.query(counts).text() == (
        "de\t4\t2024-01-02\nfr\t4\t2024-01-02\nown\t1\t2024-01-03\n"
    )
    filtered = "SELECT sum(a) FROM lake WHERE country = 'de' AND day = '2024-01-02'"
    assert engine.query(filtered).text() == "1\n"
