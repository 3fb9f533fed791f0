"""`key=value` folders on S3 as columns: what queries see, and which requests they make."""

from __future__ import annotations

import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from tests.stores.servers import SECRET, Bucket


def parquet(**columns: list[Any]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


@pytest.fixture
def sales(bucket: Bucket) -> Bucket:
    """Three dates of two countries; one file is damaged."""
    number = 0
    for date in ("2019-12-31", "2020-01-01", "2020-01-02"):
        for country in ("Netherlands", "Norway"):
            number += 1
            bucket.put(f"data/date={date}/country={country}/f.parquet", parquet(x=[number]))
    bucket.put("data/date=2019-12-31/country=Norway/f.parquet", "damaged")
    return bucket


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Support")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.Pruning")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.Pruning#1")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.Pruning#2")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3#3")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3Cluster")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3Cluster#2")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.Accessability")
def test_conditions_on_keys_keep_folders_from_being_listed_and_files_from_being_read(
    engine: sparktree.Engine, sales: Bucket
) -> None:
    args = sales.args("data/date=*/country=*/*.parquet", "Parquet", "'x Int64'")
    wanted = "WHERE country = 'Netherlands' AND date >= '2020-01-01'"
    assert engine.query(f"SELECT COUNT(*) FROM s3({args}) {wanted}").text() == "2\n"
    assert sorted(sales.listings()) == [
        "data/date=",
        "data/date=2020-01-01/country=Netherlands/",
        "data/date=2020-01-02/country=Netherlands/",
    ]
    assert sales.gets() == {
        "data/date=2020-01-01/country=Netherlands/f.parquet",
        "data/date=2020-01-02/country=Netherlands/f.parquet",
    }
    sales.asked.clear()
    cluster = (
        f"SELECT date, x FROM s3Cluster('default', {args}) WHERE date = '2020-01-02' ORDER BY x"
    )
    assert engine.query(cluster).text() == "2020-01-02\t5\n2020-01-02\t6\n"
    assert sales.listings() == ["data/date=2020-01-02/country="]
    error = error_of(engine, f"SELECT sum(x) FROM s3({args})")
    assert "date=2019-12-31/country=Norway" in error.message
    assert SECRET not in error.message
    assert error_of(engine, f"SELECT x FROM s3Cluster('no', {args})").name == "CLUSTER_DOESNT_EXIST"


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Pruning")
def test_a_condition_on_other_columns_prunes_no_folder(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    for key in range(3):
        bucket.put(f"t/k={key}/f.parquet", parquet(x=[key, 10 + key]))
    args = bucket.args("t/k=*/*.parquet")
    assert engine.query(f"SELECT k, x FROM s3({args}) WHERE x = 11").text() == "1\t11\n"
    assert len(bucket.gets()) == 3
    either = f"SELECT count() FROM s3({args}) WHERE k = '0' OR x = 12"
    assert engine.query(either).text() == "3\n"


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Performance")
def test_fewer_bytes_are_read_than_with_the_setting_off(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    for key in range(20):
        bucket.put(f"t/k={key}/f.parquet", parquet(x=list(range(key, 1000))))
    args = bucket.args("t/k=*/f.parquet", "Parquet", "'x Int64'")
    on = engine.query(f"SELECT sum(x) FROM s3({args}) WHERE k = '3'").text()
    few, requests = bucket.answered, len(bucket.asked)
    bucket.answered = 0
    off = engine.query(
        f"SELECT sum(x) FROM s3({args}) WHERE extract(_path, 'k=([0-9]+)') = '3'",
        settings={"use_hive_partitioning": 0},
    ).text()
    assert on == off
    assert requests <= 4
    assert few < bucket.answered


@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.Generic")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.Generic#1")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.Appearance")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.Appearance#1")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.NameConflict")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.NonExistingKey")
@pytest.mark.requirement("RQ.HivePartitioning.HivePartitionTypes.Generic")
@pytest.mark.requirement("RQ.HivePartitioning.HivePartitionTypes.DefaultType")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3#1")
@pytest.mark.requirement("RQ.HivePartitioning.TableFunction.S3#2")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.EnableSetting")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.EnableSetting#2")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.EnableSetting#3")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.HiveDisabled")
def test_keys_are_columns_of_strings_that_only_queries_naming_them_see(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    bucket.put("t/n=01/city=New%20York/ok=true/d=2020-01-01/f.csv", "1\n2\n3\n")
    bucket.put("t/n=1/city=/ok=false/d=/f.csv", "4\n5\n")
    source = f"s3({bucket.args('t/**/f.csv', 'CSV', chr(39) + 'x Int8' + chr(39))})"
    types = ", ".join(f"toTypeName({key})" for key in ("n", "city", "ok", "d"))
    found = engine.query(f"SELECT DISTINCT {types} FROM {source}").text()
    assert found == "\t".join(["LowCardinality(String)"] * 4) + "\n"
    query = f"SELECT n, city, count() FROM {source} GROUP BY n, city ORDER BY n"
    assert engine.query(query).text() == "01\tNew York\t3\n1\t\t2\n"
    assert engine.query(f"SELECT * FROM {source} LIMIT 0").columns == ["x"]
    described = engine.query(f"DESCRIBE TABLE {source}").text()
    assert [line.split("\t")[0] for line in described.splitlines()] == ["x"]
    assert engine.query(f"SELECT x FROM {source} WHERE city = 'New York' AND x > 2").text() == "3\n"
    for place in ("SELECT region FROM {}", "SELECT x FROM {} WHERE region = ''",
                  "SELECT x FROM {} ORDER BY region"):  # fmt: skip
        error = error_of(engine, place.format(source))
        assert error.name == "UNKNOWN_IDENTIFIER"
        assert "Unknown identifier" in error.message
        assert SECRET not in error.message
    off = error_of(engine, f"SELECT n FROM {source} SETTINGS use_hive_partitioning = 0")
    assert off.name == "UNKNOWN_IDENTIFIER"
    bad = error_of(engine, f"SELECT n FROM {source} SETTINGS use_hive_partitioning = 'abc'")
    assert bad.name in ("CANNOT_PARSE_BOOL", "TYPE_MISMATCH", "BAD_ARGUMENTS")
    known = "SELECT default FROM system.settings WHERE name = 'use_hive_partitioning'"
    assert engine.query(known).text() == "1\n"
    # A column of the file hides the key; names have case.
    bucket.put("c/x=5/X=7/f.csv", "1\n")
    hidden = f"s3({bucket.args('c/*/*/f.csv', 'CSV', chr(39) + 'x Int8' + chr(39))})"
    assert engine.query(f"SELECT x, X FROM {hidden}").text() == "1\t7\n"
    bucket.put("r/a=1/a=2/f.csv", "1\n")
    twice = f"SELECT a FROM s3({bucket.args('r/*/*/f.csv', 'CSV', chr(39) + 'x Int8' + chr(39))})"
    assert error_of(engine, twice).name == "INCORRECT_DATA"


@pytest.mark.requirement("RQ.HivePartitioning.HivePartitionTypes.EmptyValue")
@pytest.mark.requirement("RQ.HivePartitioning.HivePartitionTypes.EmptyValue#1")
@pytest.mark.requirement("RQ.HivePartitioning.HivePartitionTypes.EmptyValue#2")
def test_a_folder_without_value_or_key_gives_the_empty_string(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    bucket.put("t/a=1/f.csv", "1\n")
    bucket.put("t/a=/f.csv", "2\n")
    bucket.put("t/plain/f.csv", "3\n")
    source = f"s3({bucket.args('t/*/f.csv', 'CSV', chr(39) + 'x Int8' + chr(39))})"
    query = f"SELECT x, a, toTypeName(a) FROM {source} ORDER BY x"
    kind = "LowCardinality(String)"
    assert engine.query(query).text() == f"1\t1\t{kind}\n2\t\t{kind}\n3\t\t{kind}\n"
    assert engine.query(f"SELECT x FROM {source} WHERE a = '' ORDER BY x").text() == "2\n3\n"
    assert engine.query(f"SELECT x FROM {source} WHERE a = 'none'").text() == ""


@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.InvalidPath")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.InvalidPath#1")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.InvalidPath#2")
def test_paths_that_are_invalid_or_mean_no_file_are_errors(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    bucket.put("t/n=1/f.csv", "1\n")
    for url in ("not a url", "", "http://host//", "http:///b/k", f"{bucket.url}/a//b.csv"):
        assert (
            error_of(engine, f"SELECT * FROM s3('{url}', 'CSV', 'x Int8')").name == "BAD_ARGUMENTS"
        )
    structure = ("CSV", "'x Int32'")
    open_ = bucket.args("t/n={1,2/f.csv", *structure)
    assert error_of(engine, f"SELECT * FROM s3({open_})").name == "BAD_ARGUMENTS"
    for path in ("missing/*.csv", "t/n=9/f.csv", "t/*/g.csv"):
        for more in (structure, ("CSV",)):
            error = error_of(engine, f"SELECT * FROM s3({bucket.args(path, *more)})")
            assert path in error.message
            assert error.name in ("FILE_DOESNT_EXIST", "CANNOT_EXTRACT_TABLE_STRUCTURE")
    # What exists, but is ruled out by a condition, is no error.
    known = f"s3({bucket.args('t/n=*/f.csv', *structure)})"
    assert engine.query(f"SELECT count() FROM {known} WHERE n = '5'").text() == "0\n"


CHOICES = [
    ("t/*/f.csv", "1 2 3 10"),
    ("t/n=*/f.csv", "1 2 3 10"),
    ("t/n=?/f.csv", "1 2 3"),
    ("t/n={1,2}/f.csv", "1 2"),
    ("t/n={1, 2}/f.csv", "1 2"),
    ("t/n={1..3}/f.csv", "1 2 3"),
    ("t/n={{1,2},10}/f.csv", "1 2 10"),
    ("t/n=1{0,0}/f.csv", "10"),
    ("t/**/f.csv", "1 2 3 10 21 31"),
    ("t/**.csv", "1 2 3 10 21 31"),
    ("t/n=2/*/f.csv", "21"),
    ("u/n={01..03}/f.csv", "1 2 3"),
]


@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.Generic")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.SingleStar")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.DoubleStart")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.QuestionMark")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.List")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.Range")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.WrongList")
@pytest.mark.requirement("RQ.HivePartitioning.Wildcards.WrongRange")
def test_wildcards_stand_for_parts_of_paths(engine: sparktree.Engine, bucket: Bucket) -> None:
    for number in (1, 2, 3, 10):
        bucket.put(f"t/n={number}/f.csv", f"{number}\n")
    bucket.put("t/n=2/m=1/f.csv", "21\n")
    bucket.put("t/n=3/m=1/o=1/f.csv", "31\n")
    for number in (1, 2, 3):
        bucket.put(f"u/n=0{number}/f.csv", f"{number}\n")

    def rows(path: str, more: str = "") -> str:
        args = bucket.args(path, "CSV", "'x Int8'")
        found = engine.query(f"SELECT x FROM s3({args}) {more} ORDER BY x").text()
        return " ".join(found.split())

    for path, wanted in CHOICES:
        assert rows(path) == wanted, path
    assert rows("t/n={1,77}/f.csv", "WHERE n = '1'") == "1"
    assert rows("t/n={1..5}/f.csv", "WHERE n < '3'") == "1 2"
    for path, name in {
        "t/n={1,77}/f.csv": "FILE_DOESNT_EXIST",
        "t/n={76,77}/f.csv": "FILE_DOESNT_EXIST",
        "t/n={1..4}/f.csv": "FILE_DOESNT_EXIST",
        "t/n={5..7}/f.csv": "FILE_DOESNT_EXIST",
        "t/{n=1,n=4}/*.csv": "FILE_DOESNT_EXIST",
        "t/n={1,,2}/f.csv": "BAD_ARGUMENTS",
        "t/n={}/f.csv": "BAD_ARGUMENTS",
        "t/n={a..c}/f.csv": "BAD_ARGUMENTS",
        "t/n={1..}/f.csv": "BAD_ARGUMENTS",
        "t/n={3..1}/f.csv": "BAD_ARGUMENTS",
        "t/n=1}/f.csv": "BAD_ARGUMENTS",
    }.items():
        args = bucket.args(path, "CSV", "'x Int8'")
        assert error_of(engine, f"SELECT x FROM s3({args})").name == name, path
    missing = error_of(engine, f"SELECT * FROM s3({bucket.args('t/n={1,77}/f.csv', 'CSV')})")
    assert "77" in missing.message


def test_formats_compressions_and_what_is_told_of_files(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    import gzip

    bucket.put("t/k=1/a.csv.gz", gzip.compress(b"1,x\n2,y\n"))
    bucket.put("t/k=2/a.tsv", "3\tz\n")
    bucket.put("t/k=3/a.jsonl", '{"a": 4, "b": "w"}\n')
    structure = "'a Int8, b String'"
    for path, wanted in (("t/k=1/*.csv.gz", "1\tx\t1\n2\ty\t1\n"), ("t/k=2/*.tsv", "3\tz\t2\n")):
        source = f"s3({bucket.args(path, 'auto', structure)})"
        assert engine.query(f"SELECT a, b, k FROM {source} ORDER BY a").text() == wanted
    json = f"s3({bucket.args('t/*/a.jsonl')})"
    query = f"SELECT a, b, k, _file, _path, _size, _time > 0, _etag != '' FROM {json}"
    path = f"{bucket.name}/t/k=3/a.jsonl"
    assert engine.query(query).text() == f"4\tw\t3\ta.jsonl\t{path}\t19\t1\t1\n"
    # Columns that some file lacks have their default.
    bucket.put("p/k=1/f.parquet", parquet(a=[1]))
    bucket.put("p/k=2/f.parquet", parquet(a=[2], b=["two"]))
    both = f"s3({bucket.args('p/k=*/f.parquet', 'Parquet', structure)})"
    assert engine.query(f"SELECT a, b, k FROM {both} ORDER BY a").text() == "1\t\t1\n2\ttwo\t2\n"
    assert engine.query(f"SELECT b FROM {both} WHERE k = '2'").text() == "two\n"


def test_row_groups_that_cannot_match_are_not_read(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    out = io.BytesIO()
    table = pa.table({"x": list(range(100_000)), "s": [f"{i:06}" for i in range(100_000)]})
    pq.write_table(table, out, row_group_size=10_000, compression="none", use_dictionary=False)
    bucket.put("f.parquet", out.getvalue())
    source = f"s3({bucket.args('f.parquet')})"
    for condition in ("x = 55555", "s = '055555'", "x BETWEEN 55555 AND 55555", "x IN (55555)"):
        bucket.answered = 0
        query = f"SELECT s, x FROM {source} WHERE {condition}"
        assert engine.query(query).text() == "055555\t55555\n"
        assert bucket.answered < len(out.getvalue()) // 3, condition
    assert engine.query(f"SELECT count() FROM {source}").text() == "100000\n"


def test_wrong_keys_and_servers_that_fail_are_errors_without_the_secret(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    bucket.put("t/f.csv", "1\n")
    structure = "'CSV', 'x Int8'"
    wrong = f"s3('{bucket.url}/t/*.csv', 'AKIATESTTEST0001', 'anotherSecret00002', {structure})"
    error = error_of(engine, f"SELECT * FROM {wrong}")
    assert error.name == "S3_ERROR"
    assert bucket.name in error.message
    assert "anotherSecret00002" not in str(error)
    none = bucket.args("t/*.csv", structure).replace(f"/{bucket.name}/", "/nosuchbucket/")
    assert error_of(engine, f"SELECT * FROM s3({none})").name == "S3_ERROR"
    nobody = "s3('http://127.0.0.1:1/bucket/t.csv', NOSIGN, 'CSV', 'x Int8')"
    assert error_of(engine, f"SELECT * FROM {nobody}").name == "S3_ERROR"
    # A server that is busy is asked again, but not for ever.
    good = f"s3({bucket.args('t/*.csv', structure)})"
    left = [2]

    def busy(_: object) -> int | None:
        left[0] -= 1
        return 503 if left[0] >= 0 else None

    bucket.refuse = busy
    assert engine.query(f"SELECT x FROM {good}").text() == "1\n"
    bucket.refuse = lambda _: 503
    bucket.asked.clear()
    assert error_of(engine, f"SELECT x FROM {good}").name == "S3_ERROR"
    assert len(bucket.asked) < 10
    bucket.refuse = None
    logged = "SELECT count() FROM system.query_log WHERE query LIKE '%{}%'"
    assert engine.query(logged.format(SECRET)).text() == "0\n"
    assert engine.query(logged.format("[HIDDEN]")).text() != "0\n"
