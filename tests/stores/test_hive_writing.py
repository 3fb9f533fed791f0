"""Hive-style writes through tables of engine S3: objects, refusals, failures that leave nothing."""

from __future__ import annotations

import gzip
import io
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import sparktree
from tests.stores.servers import KEY, SECRET, Asked, Bucket, proxied, served


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


def folders(bucket: Bucket, prefix: str = "") -> list[str]:
    """The folders of the objects, one for each object."""
    return [key.removeprefix(prefix).rpartition("/")[0] for key in bucket.objects(prefix)]


def create(
    db: sparktree.Engine,
    bucket: Bucket,
    columns: str,
    by: str,
    path: str = "t",
    more: str = "",
    format_: str = "Parquet",
    name: str = "t",
) -> None:
    args = bucket.args(path, f"'{format_}'", "partition_strategy = 'hive'") + more
    db.query(f"CREATE TABLE {name} ({columns}) ENGINE = S3({args}) {by}")


@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionStrategy")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionStrategy#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.UseHivePartitions")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionKey")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionKey#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionKey#2")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionColumnsInDataFile#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.NotDefinedFilename")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.FileExist")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.FileExist#1")
@pytest.mark.requirement("RQ.HivePartitioning.VirtualColumns.ReadOnly")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3EngineParameters#2")
def test_rows_go_to_folders_of_their_keys_and_come_back(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    off = {"use_hive_partitioning": 0}
    args = bucket.args("tbl", "format = Parquet", "partition_strategy = 'hive'")
    engine.query(
        f"CREATE TABLE t (year UInt16, country String, x UInt8) ENGINE = S3({args})"
        " PARTITION BY (year, country)",
        settings=off,
    )
    engine.query("INSERT INTO t VALUES (2022, 'USA', 1), (2022, 'Canada', 2)", settings=off)
    assert folders(bucket) == ["tbl/year=2022/country=Canada", "tbl/year=2022/country=USA"]
    assert all(key.endswith(".parquet") for key in bucket.objects())
    everything = "SELECT year, country, x, toTypeName(year) FROM t ORDER BY x"
    wanted = "2022\tUSA\t1\tUInt16\n2022\tCanada\t2\tUInt16\n"
    for setting in (0, 1):
        found = engine.query(everything, settings={"use_hive_partitioning": setting}).text()
        assert found == wanted
    assert engine.query("SELECT * FROM t LIMIT 0").columns == ["year", "country", "x"]
    before = {key: (bucket.folder / key).read_bytes() for key in bucket.objects()}
    table = pq.read_table(io.BytesIO(before[bucket.objects()[1]]))
    assert table.to_pydict() == {"x": [1]}
    # More rows come beside the old ones.
    engine.query("INSERT INTO t VALUES (2022, 'USA', 3)")
    assert len(bucket.objects()) == 3
    assert all((bucket.folder / key).read_bytes() == data for key, data in before.items())
    bucket.asked.clear()
    usa = "SELECT x FROM t WHERE country = 'USA' AND year = 2022 ORDER BY x"
    assert engine.query(usa).text() == "1\n3\n"
    assert len(bucket.gets()) == 2
    assert not any("Canada" in prefix for prefix in bucket.listings())
    shown = engine.query("SHOW CREATE TABLE t").text("TSVRaw")
    assert "partition_strategy = 'hive'" in shown
    assert "'[HIDDEN]'" in shown
    assert SECRET not in shown
    everywhere = "SELECT create_table_query, engine_full FROM system.tables WHERE name = 't'"
    assert SECRET not in engine.query(everywhere).text()
    # The other order of the clause.
    create(engine, bucket, "year UInt16, country String, x UInt8", "PARTITION BY (country, year)",
           "other", name="o")  # fmt: skip
    engine.query("INSERT INTO o VALUES (2022, 'USA', 1)")
    assert folders(bucket, "other/") == ["country=USA/year=2022"]
    # Keys that are no columns of the table can only be read.
    args = bucket.args("tbl/*/*/*.parquet", "'Parquet'")
    engine.query(f"CREATE TABLE v (x UInt8) ENGINE = S3({args}) PARTITION BY year")
    assert engine.query("SELECT year, country, x FROM v WHERE x = 3").text() == "2022\tUSA\t3\n"
    for query in (
        "INSERT INTO v (x, country) VALUES (1, 'a')",
        "ALTER TABLE v UPDATE country = 'a' WHERE 1",
        "ALTER TABLE v DROP COLUMN country",
        "ALTER TABLE v RENAME COLUMN country TO c",
    ):
        error_of(engine, query)
    assert len(bucket.objects()) == 4


@pytest.mark.requirement("RQ.HivePartitioning.TableEngines.S3")
@pytest.mark.requirement("RQ.HivePartitioning.Generic.EnableSetting#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionBy")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionStrategy#2")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionStrategy#3")
def test_tables_without_the_strategy_read_folders_and_write_none(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    bucket.put("data/date=2020-01-01/f.csv", "1\n")
    bucket.put("data/date=2020-01-02/f.csv", "2\n")
    for number, path in enumerate(("data/date=*/f.csv", "data/{date}/f.csv", "data/*/f.csv")):
        args = bucket.args(path, "'CSV'")
        engine.query(f"CREATE TABLE s{number} (x Int64) ENGINE = S3({args}) PARTITION BY date")
        query = f"SELECT date, x FROM s{number} WHERE date > '2020-01-01'"
        assert engine.query(query).text() == "2020-01-02\t2\n"
        assert engine.query(f"SELECT * FROM s{number} LIMIT 0").columns == ["x"]
        assert error_of(engine, f"SELECT region FROM s{number}").name == "UNKNOWN_IDENTIFIER"
        off = error_of(engine, f"SELECT date FROM s{number} SETTINGS use_hive_partitioning = 0")
        assert off.name == "UNKNOWN_IDENTIFIER"
        assert error_of(engine, f"INSERT INTO s{number} VALUES (1)").name in (
            "BAD_ARGUMENTS",
            "DATABASE_ACCESS_DENIED",
        )
    for number, more in enumerate((", partition_strategy = 'auto'", "")):
        args = bucket.args(f"p{number}/{{_partition_id}}.csv", "'CSV'") + more
        engine.query(
            f"CREATE TABLE p{number} (y UInt16, x Int8) ENGINE = S3({args}) PARTITION BY y"
        )
        engine.query(f"INSERT INTO p{number} VALUES (1, 2), (3, 4)")
        assert bucket.objects(f"p{number}/") == [f"p{number}/1.csv", f"p{number}/3.csv"]
        assert error_of(engine, f"SELECT * FROM p{number}").name == "NOT_IMPLEMENTED"
    one = bucket.args("one.csv", "'CSV'")
    engine.query(f"CREATE TABLE plain (x Int8) ENGINE = S3({one})")
    engine.query("INSERT INTO plain VALUES (1)")
    assert error_of(engine, "INSERT INTO plain VALUES (2)").name == "BAD_ARGUMENTS"
    engine.query("INSERT INTO plain SETTINGS s3_create_new_file_on_insert = 1 VALUES (3)")
    assert bucket.objects("one") == ["one.1.csv", "one.csv"]
    engine.query("INSERT INTO plain SETTINGS s3_truncate_on_insert = 1 VALUES (4)")
    assert engine.query("SELECT * FROM plain").text() == "4\n"


@pytest.mark.requirement("RQ.HivePartitioning.Writes.Expressions")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.MissingColumn")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.NullableDataType")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.UnsupportedTypes")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.MissingPartitionBy")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionStrategyWrongArgument")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionColumnsInDataFileWrongArgiment")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.InvalidPath")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.InvalidFilename")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.InvalidFilename#1")
def test_declarations_that_cannot_work_are_refused(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    hive = "partition_strategy = 'hive'"
    whole = bucket.args("t", "'CSV'", hive)

    def refused(columns: str, args: str, by: str) -> str:
        error = error_of(engine, f"CREATE TABLE t ({columns}) ENGINE = S3({args}) {by}")
        assert engine.query("EXISTS TABLE t").text() == "0\n"
        return error.name

    for by in ("abs(p)", "p + 1", "toString(p)", "(p, x % 2)"):
        assert refused("p Int32, x Int8", whole, f"PARTITION BY {by}") == "BAD_ARGUMENTS"
    assert refused("p Int32, x Int8", whole, "PARTITION BY nope") == "UNKNOWN_IDENTIFIER"
    assert refused("p Int32, x Int8", whole, "") == "BAD_ARGUMENTS"
    assert refused("p Int32", whole, "PARTITION BY p") == "INCORRECT_DATA"
    for type_ in (
        "Nullable(Int32)", "LowCardinality(Nullable(String))", "Float32", "Float64",
        "Decimal(9, 2)", "UUID", "Enum8('a' = 1)", "IPv4", "IPv6", "Array(Int8)",
        "Tuple(Int8)", "Map(String, Int8)", "LowCardinality(String)", "Time",
    ):  # fmt: skip
        for by in ("PARTITION BY p", "PARTITION BY (q, p)"):
            assert refused(f"p {type_}, q Int8, x Int8", whole, by) == "BAD_ARGUMENTS", type_
    for strategy in ("'wrong'", "''", "'HIVE '", "5", "NULL", "'none'"):
        args = bucket.args("t", "'CSV'", f"partition_strategy = {strategy}")
        assert refused("p Int32, x Int8", args, "PARTITION BY p") == "BAD_ARGUMENTS"
    for value in ("'wrong'", "0.5", "NULL", "''", "2"):
        args = f"{whole}, partition_columns_in_data_file = {value}"
        assert refused("p Int32, x Int8", args, "PARTITION BY p") == "BAD_GET", value
    for url in ("not a url", "", "http://host//", f"{bucket.url}/a//", f"{bucket.url}/t*"):
        args = f"'{url}', 'CSV', {hive}"
        assert refused("p Int32, x Int8", args, "PARTITION BY p") == "BAD_ARGUMENTS", url
    for name in ("", "a//b", "bad//", "x*y", "../x", "dir/", "/dir", "a\\0b", "x{y}"):
        args = f"{whole}, filename = '{name}'"
        assert refused("p Int32, x Int8", args, "PARTITION BY p") == "BAD_ARGUMENTS", name
    unknown = bucket.args("t", "format = 'NoFormat'", hive)
    assert refused("p Int32, x Int8", unknown, "PARTITION BY p") == "UNKNOWN_FORMAT"
    method = f"{whole}, compression_method = 'nomethod'"
    assert refused("p Int32, x Int8", method, "PARTITION BY p") == "NOT_IMPLEMENTED"
    assert not bucket.objects()


TYPES = {
    "Int8": ["-128", "127", "0"],
    "Int16": ["-32768", "32767"],
    "Int32": ["-2147483648", "2147483647"],
    "Int64": ["-9223372036854775808", "9223372036854775807"],
    "Int128": [str(-(2**127)), str(2**127 - 1)],
    "Int256": [str(-(2**255)), str(2**255 - 1)],
    "UInt8": ["0", "255"],
    "UInt16": ["0", "65535"],
    "UInt32": ["0", "4294967295"],
    "UInt64": ["0", "18446744073709551615"],
    "UInt128": ["0", str(2**128 - 1)],
    "UInt256": ["0", str(2**256 - 1)],
    "String": ["", "A" * 200, "Hello, ClickHouse", "a=b&c#d+e f", "50%", "50%25", "Zürich"],
    "FixedString(5)": ["", "short", "ab"],
    "Date": ["1970-01-01", "2149-06-06"],
    "Date32": ["1900-01-01", "2299-12-31"],
    "Time64(3)": ["00:00:00.000", "23:59:59.999"],
    "DateTime64(3)": ["1900-01-01 00:00:00.000", "2299-12-31 23:59:59.999"],
    "DateTime": ["1970-01-01 00:00:00", "2106-02-07 06:28:15"],
    "Bool": ["true", "false"],
}


@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#3")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#4")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#5")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#6")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#7")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#8")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#9")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#10")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#11")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#12")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#13")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#14")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#15")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#16")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#17")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#18")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#19")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#20")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#21")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#22")
@pytest.mark.parametrize("first", [0, 5, 10, 15])
def test_every_supported_type_keeps_its_values(
    engine: sparktree.Engine, bucket: Bucket, first: int
) -> None:
    """Five types in one table."""
    types = dict(list(TYPES.items())[first : first + 5])
    columns = ", ".join(f"c{i} {type_}" for i, type_ in enumerate(types))
    keys = ", ".join(f"c{i}" for i in range(len(types)))
    most = max(map(len, types.values()))
    rows = [[values[n % len(values)] for values in types.values()] for n in range(most)]
    create(engine, bucket, f"{columns}, n Int8", f"PARTITION BY ({keys})", format_="CSV")
    lines = [", ".join(f"'{value}'" for value in row) for row in rows]
    texts = ", ".join(f"({line}, {n})" for n, line in enumerate(lines))
    engine.query(f"INSERT INTO t VALUES {texts}")
    written = bucket.objects()
    paths = {key.rpartition("/")[0] for key in written}
    for row in rows:
        folder = "/".join(
            f"c{i}=" + (value if value != "50%25" else "50%2525") for i, value in enumerate(row)
        )
        assert f"t/{folder}" in paths
    engine.query(f"CREATE TABLE m ({columns}, n Int8) ENGINE = Memory")
    engine.query(f"INSERT INTO m VALUES {texts}")
    names = ", ".join(f"toTypeName(c{i})" for i in range(len(types)))
    query = f"SELECT *, {names} FROM {{}} ORDER BY n"
    assert engine.query(query.format("t")).text() == engine.query(query.format("m")).text()
    # Each value finds its own rows, and no others.
    chosen = [f"c{i} = '{values[-1]}'" for i, values in enumerate(types.values())]
    counts = ", ".join(f"countIf({condition})" for condition in chosen)
    query = f"SELECT {counts} FROM {{}}"
    assert engine.query(query.format("t")).text() == engine.query(query.format("m")).text()
    condition = " AND ".join(f"c{i} = '{value}'" for i, value in enumerate(rows[1]))
    assert engine.query(f"SELECT n FROM t WHERE {condition}").text().split()[0] == "1"
    for i, type_ in enumerate(types):
        if "String" not in type_:
            error_of(engine, f"INSERT INTO t (c{i}, n) VALUES ('abc', 1)")
    assert bucket.objects() == written


@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#2")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#15")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.SupportedTypes#16")
def test_values_that_no_folder_can_have_are_refused(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    create(engine, bucket, "p String, x Int8", "PARTITION BY p")
    for character in "{}\\/\"'*?":
        shown = character.replace("\\", "\\\\").replace("'", "\\'")
        error = error_of(engine, f"INSERT INTO t VALUES ('good', 1), ('a{shown}b', 2)")
        assert error.name == "CANNOT_PARSE_TEXT"
        assert "Illegal character" in error.message
    for length in (1024, 2000):
        error = error_of(engine, f"INSERT INTO t SELECT repeat('a', {length}), 1")
        assert error.name == "BAD_ARGUMENTS"
        assert "Incorrect key length" in error.message
    assert not bucket.objects()
    engine.query("INSERT INTO t SELECT repeat('a', 240), 1")
    assert engine.query("SELECT length(p), x FROM t").text() == "240\t1\n"
    create(engine, bucket, "p FixedString(3), x Int8", "PARTITION BY p", "f", name="f")
    assert error_of(engine, "INSERT INTO f VALUES ('long', 1)").name == "TOO_LARGE_STRING_SIZE"


@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionsParts")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionsParts#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionsParts#2")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.ParallelInserts")
def test_many_partitions_many_inserts_and_inserts_at_the_same_time(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    create(engine, bucket, "d Int32, x Int64", "PARTITION BY d")
    engine.query("INSERT INTO t SELECT number % 30, number FROM numbers(600000)")
    assert folders(bucket) == sorted(f"t/d={d}" for d in range(30))
    grouped = (
        "SELECT count(), sum(c), min(c), max(c) FROM (SELECT d, count() AS c FROM t GROUP BY d)"
    )
    assert engine.query(grouped).text() == "30\t600000\t20000\t20000\n"

    def insert(number: int) -> None:
        engine.session().query(f"INSERT INTO t VALUES (100, {number})")

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(insert, range(10)))
    found = engine.query("SELECT groupArray(x) FROM (SELECT x FROM t WHERE d = 100 ORDER BY x)")
    assert found.text() == "[0,1,2,3,4,5,6,7,8,9]\n"
    assert len(bucket.objects("t/d=100/")) == 10


@pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail#1")
@pytest.mark.parametrize("method", ["begin", "part", "complete"])
@pytest.mark.parametrize("which", [1, 5, 10])
def test_a_write_that_fails_leaves_nothing(
    engine: sparktree.Engine, bucket: Bucket, method: str, which: int
) -> None:
    create(engine, bucket, "d Int32, x Int64", "PARTITION BY d")
    engine.query("INSERT INTO t VALUES (3, 1)")
    before = bucket.objects()
    seen, lock = [0], threading.Lock()

    def kind(asked: Asked) -> str:
        if asked.method == "POST":
            return "begin" if "uploads" in asked.query else "complete"
        return "part" if asked.method == "PUT" else ""

    def refuse(asked: Asked) -> int | None:
        with lock:
            if kind(asked) != method:
                return None
            seen[0] += 1
            return 403 if seen[0] == which else None

    bucket.refuse = refuse
    error = error_of(engine, "INSERT INTO t SELECT number, number FROM numbers(10)")
    bucket.refuse = None
    assert error.name == "S3_ERROR"
    assert bucket.objects() == before
    assert engine.query("SELECT count() FROM t").text() == "1\n"
    assert open_uploads(bucket) == 0


def open_uploads(bucket: Bucket) -> int:
    """Uploads that were begun and neither completed nor aborted, as the server tells."""
    from sparktree.stores.addresses import s3_store
    from sparktree.stores.endpoints import Endpoint
    from sparktree.stores.s3 import S3Store
    from sparktree.stores.signing import Credentials

    known = Endpoint(credentials=Credentials(KEY, SECRET))
    store, _ = s3_store(f"{bucket.url}/", known, at_root=True)
    assert isinstance(store, S3Store)
    return len(list(store._uploads("")))


@pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail#1")
def test_a_row_that_cannot_be_converted_leaves_nothing(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    create(engine, bucket, "d Int32, x Int8", "PARTITION BY d")
    late = "SELECT number % 7, if(number = 299999, 'no number', '1') FROM numbers(300000)"
    error_of(engine, f"INSERT INTO t {late}")
    assert not bucket.objects()
    assert open_uploads(bucket) == 0


@pytest.mark.requirement("RQ.HivePartitioning.Writes.ReadOnlyBucket")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.NonAccessibleBucket")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3EngineParameters#1")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3EngineParameters#2")
def test_buckets_that_cannot_be_written(
    engine: sparktree.Engine, bucket: Bucket, tmp_path: Path
) -> None:
    with served(tmp_path, "--read-only") as port, proxied(port, tmp_path, "readonly") as fixed:
        fixed.put("t/d=1/f.csv", "5\n")
        create(engine, fixed, "d Int32, x Int8", "PARTITION BY d", format_="CSV", name="r")
        assert error_of(engine, "INSERT INTO r VALUES (1, 2)").name == "S3_ERROR"
        assert fixed.objects() == ["t/d=1/f.csv"]
        assert engine.query("SELECT * FROM r").text() == "1\t5\n"
    for number, (url, key, secret) in enumerate((
        (bucket.url, KEY, "wrongSecret000001"),
        (bucket.url, "AKIAWRONGKEY0001", SECRET),
        (bucket.url.replace(bucket.name, "nosuchbucket"), KEY, SECRET),
        ("http://127.0.0.1:1/bucket", KEY, SECRET),
    )):  # fmt: skip
        for strategy in ("hive", "auto"):
            by = "PARTITION BY d" if strategy == "hive" else ""
            name = f"{strategy}{number}"
            engine.query(
                f"CREATE TABLE {name} (d Int32, x Int8) ENGINE = S3('{url}/f.csv', '{key}',"
                f" '{secret}', 'CSV', partition_strategy = '{strategy}') {by}"
            )
            error = error_of(engine, f"INSERT INTO {name} VALUES (1, 2)")
            assert error.name == "S3_ERROR"
            assert secret not in str(error)
    assert not bucket.objects()


@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionColumnsInDataFile")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionColumnsInDataFile#2")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3EngineParameters")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3EngineParameters#3")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3EngineParameters#4")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.Path")
def test_formats_compressions_paths_and_columns_in_files(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    columns, rows = "d Int32, s String, x Nullable(Int8)", "(1, 'a', 2), (1, 'b', NULL), (2, '', 3)"
    wanted = "1\ta\t2\n1\tb\t\\N\n2\t\t3\n"
    for number, (value, body) in enumerate((("0", "a"), ("1", "1,a"), ("'true'", "1,a"))):
        more = f", partition_columns_in_data_file = {value}"
        create(engine, bucket, "d Int32, s String", "PARTITION BY d", f"in{number}", more, "CSV",
               f"in{number}")  # fmt: skip
        engine.query(f"INSERT INTO in{number} VALUES (1, 'a')")
        (key,) = bucket.objects(f"in{number}/")
        assert (bucket.folder / key).read_text().replace('"', "") == body + "\n"
        assert engine.query(f"SELECT * FROM in{number}").text() == "1\ta\n"
    for format_ in ("Parquet", "CSV", "TSV", "JSONEachRow", "Arrow", "Native", "RowBinary"):
        name = f"f_{format_}"
        # The path of one is the beginning of the path of another.
        create(engine, bucket, columns, "PARTITION BY d", f"p/{name}", "", format_, name)
        create(engine, bucket, columns, "PARTITION BY d", f"p/{name}1", "", format_, f"{name}1")
        engine.query(f"INSERT INTO {name} VALUES {rows}")
        assert engine.query(f"SELECT * FROM {name} ORDER BY s = '', s").text() == wanted, format_
        assert engine.query(f"SELECT count() FROM {name}1").text() == "0\n"
        keys = bucket.objects(f"p/{name}/")
        assert [k.rpartition(".")[2] for k in keys] == [format_.lower()] * 2
    for method, magic in (("gzip", b"\x1f\x8b"), ("zstd", b"\x28\xb5\x2f\xfd"), ("xz", b"\xfd7zXZ"),
                          ("br", b""), ("none", b"")):  # fmt: skip
        name = f"c_{method}"
        more = f", compression_method = '{method}'"
        create(engine, bucket, "d Int32, s String", "PARTITION BY d", name, more, "CSV", name)
        engine.query(f"INSERT INTO {name} SELECT 1, repeat('x', 5000)")
        (key,) = bucket.objects(f"{name}/")
        data = (bucket.folder / key).read_bytes()
        assert data.startswith(magic)
        assert (len(data) > 5000) == (method == "none")
        assert engine.query(f"SELECT length(s) FROM {name}").text() == "5000\n"
    assert gzip.decompress((bucket.folder / bucket.objects("c_gzip/")[0]).read_bytes())
    # Both spellings of the arguments, and a prefix of another table's path.
    engine.query(
        f"CREATE TABLE named (d Int32, x Int8) ENGINE = S3(url = '{bucket.url}/n',"
        f" aws_access_key_id = '{KEY}', aws_secret_access_key = '{SECRET}', format = CSV,"
        " compression = 'gzip', partition_strategy = 'hive') PARTITION BY d"
    )
    engine.query("INSERT INTO named VALUES (1, 2)")
    assert engine.query("SELECT * FROM named").text() == "1\t2\n"
    assert SECRET not in engine.query("SHOW CREATE TABLE named").text()


def test_insert_into_the_function(engine: sparktree.Engine, bucket: Bucket) -> None:
    structure = "'CSV', 'd Int32, x Int8'"
    hive = f"s3({bucket.args('h', structure)}, partition_strategy = 'hive')"
    engine.query(f"INSERT INTO FUNCTION {hive} PARTITION BY d VALUES (1, 2), (2, 3)")
    assert folders(bucket, "h/") == ["d=1", "d=2"]
    engine.query(f"INSERT INTO FUNCTION {hive} PARTITION BY d SELECT 1, 5")
    assert folders(bucket, "h/") == ["d=1", "d=1", "d=2"]
    legacy = f"s3({bucket.args('l/{_partition_id}.csv', structure)})"
    engine.query(
        f"INSERT INTO FUNCTION {legacy} PARTITION BY d % 2 SELECT number, 1 FROM numbers(4)"
    )
    assert bucket.objects("l/") == ["l/0.csv", "l/1.csv"]
    plain = f"s3({bucket.args('one.csv', structure)})"
    engine.query(f"INSERT INTO FUNCTION {plain} SELECT number, 1 FROM numbers(4)")
    assert engine.query(f"SELECT count() FROM {plain}").text() == "4\n"
    assert error_of(engine, f"INSERT INTO FUNCTION {plain} SELECT 1, 1").name == "BAD_ARGUMENTS"
    for wrong in (f"{hive} PARTITION BY abs(d)", hive, f"{plain} PARTITION BY d"):
        assert error_of(engine, f"INSERT INTO FUNCTION {wrong} SELECT 1, 1").name == "BAD_ARGUMENTS"


@pytest.mark.requirement("RQ.HivePartitioning.Writes.Filename")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.Path")
@pytest.mark.requirement("RQ.HivePartitioning.Writes.S3")
def test_a_named_collection_and_a_filename(engine: sparktree.Engine, bucket: Bucket) -> None:
    engine.query(
        f"CREATE NAMED COLLECTION s3_conn AS url = '{bucket.url}/root/', access_key_id = '{KEY}',"
        f" secret_access_key = '{SECRET}' NOT OVERRIDABLE"
    )
    for name in ("one", "two"):
        engine.query(
            f"CREATE TABLE {name} (year UInt16, country String, x UInt8) ENGINE = S3(s3_conn,"
            f" filename = '{name}', format = Parquet, partition_strategy='hive')"
            " PARTITION BY (year, country)"
        )
    engine.query("INSERT INTO one VALUES (2022, 'USA', 1), (2022, 'Canada', 2)")
    engine.query("INSERT INTO two VALUES (2023, 'USA', 3)")
    assert folders(bucket) == [
        "root/one/year=2022/country=Canada",
        "root/one/year=2022/country=USA",
        "root/two/year=2023/country=USA",
    ]
    assert engine.query("SELECT sum(x) FROM one").text() == "3\n"
    assert engine.query("SELECT * FROM two").text() == "2023\tUSA\t3\n"
    shown = engine.query("SHOW CREATE TABLE one").text("TSVRaw")
    assert "S3(s3_conn, filename = 'one'" in shown
    read = "SELECT x, year FROM s3(s3_conn, filename = 'two/*/*/*.parquet', format = 'Parquet')"
    assert engine.query(read).text() == "3\t2023\n"
    for query, name in {
        "CREATE NAMED COLLECTION s3_conn AS a = 1": "NAMED_COLLECTION_ALREADY_EXISTS",
        "SELECT * FROM s3(s3_conn, secret_access_key = 'x')": "BAD_ARGUMENTS",
        "SELECT * FROM s3(none)": "NAMED_COLLECTION_DOESNT_EXIST",
        "ALTER NAMED COLLECTION none SET a = 1": "NAMED_COLLECTION_DOESNT_EXIST",
        "ALTER NAMED COLLECTION s3_conn DELETE nokey": "BAD_ARGUMENTS",
        "DROP NAMED COLLECTION none": "NAMED_COLLECTION_DOESNT_EXIST",
    }.items():
        assert error_of(engine, query).name == name
    listed = "SELECT name, collection['url'], create_query FROM system.named_collections"
    assert engine.query(listed).text() == (
        "s3_conn\t[HIDDEN]\tCREATE NAMED COLLECTION s3_conn AS access_key_id = \\'[HIDDEN]\\',"
        " secret_access_key = \\'[HIDDEN]\\' NOT OVERRIDABLE, url = \\'[HIDDEN]\\'\n"
    )
    logged = f"SELECT count() FROM system.query_log WHERE query LIKE '%{SECRET}%'"
    assert engine.query(logged).text() == "0\n"
    engine.query("ALTER NAMED COLLECTION s3_conn SET format = 'CSV' DELETE url")
    engine.query("DROP NAMED COLLECTION s3_conn")
    assert error_of(engine, "SELECT * FROM one").name == "NAMED_COLLECTION_DOESNT_EXIST"
