"""Folders that sparktree writes are read by others, and theirs by sparktree."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import sparktree
from tests.oracle import Oracle
from tests.stores.servers import Bucket

ROWS = "(2022, 'New York', 1), (2022, 'Zürich', 2), (2023, '50%', 3), (2023, '', 4)"
WANTED = [(2022, "New York", 1), (2022, "Zürich", 2), (2023, "", 4), (2023, "50%", 3)]


@pytest.mark.requirement("RQ.HivePartitioning.Writes.PartitionKey#2")
def test_others_read_what_is_written(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle
) -> None:
    args = bucket.args("t", "'Parquet'", "partition_strategy = 'hive'")
    engine.query(
        f"CREATE TABLE t (year UInt16, city String, x UInt8) ENGINE = S3({args})"
        " PARTITION BY (year, city)"
    )
    engine.query(f"INSERT INTO t VALUES {ROWS}")
    folder = bucket.folder / "t"
    found = duckdb.execute(
        "SELECT year::INTEGER, city::VARCHAR, x FROM"
        f" read_parquet('{folder}/*/*/*.parquet', hive_partitioning = true, hive_types ="
        " {'year': INTEGER, 'city': VARCHAR}) ORDER BY year, city"
    ).fetchall()
    assert found == WANTED
    keys = pa.schema([("year", pa.int32()), ("city", pa.string())])
    table = ds.dataset(folder, partitioning=ds.partitioning(keys, flavor="hive")).to_table()
    rows = {(r["year"], r["city"] or "", r["x"]) for r in table.to_pylist()}
    assert rows == set(WANTED)
    clickhouse = oracle.text(
        f"SELECT year, city, x FROM file('{folder}/*/*/*.parquet', 'Parquet') ORDER BY year, city"
    )
    assert clickhouse == "2022\tNew York\t1\n2022\tZürich\t2\n2023\t\t4\n2023\t50%\t3\n"


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Support")
def test_what_others_write_is_read(
    engine: sparktree.Engine, tmp_path: Path, bucket: Bucket
) -> None:
    source = pa.table({"k": ["a b", "c:d", "e%f"], "n": [1, 2, 3], "x": [10, 20, 30]})
    duckdb.from_arrow(source).to_parquet(str(tmp_path / "duck"), partition_by=["k", "n"])
    ds.write_dataset(
        source,
        tmp_path / "arrow",
        format="parquet",
        partitioning=ds.partitioning(source.schema.remove(2), flavor="hive"),
    )
    for name in ("duck", "arrow"):
        for path in (tmp_path / name).rglob("*.parquet"):
            key = path.relative_to(tmp_path).as_posix()
            bucket.put(key, path.read_bytes())
        over_s3 = f"s3({bucket.args(name + '/*/*/*.parquet', chr(39) + 'Parquet' + chr(39))})"
        for table in (f"file('{tmp_path}/{name}/**.parquet')", over_s3):
            query = f"SELECT k, n, x FROM {table} WHERE k != 'c:d' ORDER BY x"
            assert engine.query(query).text() == "a b\t1\t10\ne%f\t3\t30\n", (name, table)


# Keys of every supported type: the least, the greatest and an ordinary value of each. (Spark reads
# no folder without a value, and DuckDB none with a second `=`; an empty text is tested above.)
KEYS: tuple[tuple[str, str, str, str, str], ...] = (
    ("i8", "Int8", "-128", "127", "5"),
    ("u8", "UInt8", "0", "255", "5"),
    ("i16", "Int16", "-32768", "32767", "5"),
    ("u16", "UInt16", "0", "65535", "5"),
    ("i32", "Int32", "-2147483648", "2147483647", "5"),
    ("u32", "UInt32", "0", "4294967295", "5"),
    ("i64", "Int64", "-9223372036854775808", "9223372036854775807", "5"),
    ("u64", "UInt64", "0", "18446744073709551615", "5"),
    ("i128", "Int128", f"-{2**127}", f"{2**127 - 1}", "5"),
    ("u128", "UInt128", "0", f"{2**128 - 1}", "5"),
    ("b", "Bool", "false", "true", "true"),
    ("s", "String", "a", "ž&#: ü", "New York"),
    ("f", "FixedString(3)", "a", "xyz", "ab"),
    ("d", "Date", "1970-01-01", "2149-06-06", "2024-02-29"),
    ("d32", "Date32", "1900-01-01", "2299-12-31", "2024-02-29"),
    ("dt", "DateTime", "1970-01-01 00:00:00", "2106-02-07 06:28:15", "2024-02-29 12:13:14"),
    ("dt3", "DateTime64(3)", "1900-01-01 00:00:00.000", "2299-12-31 23:59:59.999",
     "2024-02-29 12:13:14.150"),
)  # fmt: skip
NAMES = ", ".join(key[0] for key in KEYS)
COLUMNS = ", ".join(f"{name} {type_}" for name, type_, *_ in KEYS)
VALUES = [tuple(key[2 + row] for key in KEYS) for row in range(3)]
ROW_TEXTS = sorted((*values, str(row)) for row, values in enumerate(VALUES))


def _literals(row: int) -> str:
    shown = (f"CAST('{key[2 + row]}' AS {key[1]})" for key in KEYS)
    return f"SELECT {', '.join(shown)}, {row}"


def _table(engine: sparktree.Engine, name: str, folder: Path) -> None:
    engine.query(
        f"CREATE TABLE {name} ({COLUMNS}, x UInt8) ENGINE = File(Parquet, '{folder}',"
        f" partition_strategy = 'hive') PARTITION BY ({NAMES})"
    )


@pytest.mark.requirement(
    "RQ.HivePartitioning.Writes.PartitionKey#1", "RQ.HivePartitioning.Writes.PartitionKey#2"
)
def test_keys_of_every_type_are_read_by_others(
    engine: sparktree.Engine, oracle: Oracle, tmp_path: Path
) -> None:
    folder = tmp_path / "t"
    _table(engine, "t", folder)
    engine.query("INSERT INTO t " + " UNION ALL ".join(map(_literals, range(3))))
    texts = ", ".join(f"toString({key[0]})" for key in KEYS).replace("toString(f)", "trim(f)")
    ours = engine.query(f"SELECT {texts}, toString(x) FROM t ORDER BY x").rows()
    assert sorted(tuple(row) for row in _trimmed(ours)) == ROW_TEXTS
    types = ", ".join(f"'{key[0]}': VARCHAR" for key in KEYS)
    found = duckdb.execute(
        f"SELECT {NAMES}, x::VARCHAR FROM read_parquet('{folder}/**/*.parquet',"
        f" hive_partitioning = true, hive_types = {{{types}}})"
    ).fetchall()
    assert sorted(found) == ROW_TEXTS
    declared = ", ".join(f"{key[0]} String" for key in KEYS)
    clickhouse = oracle.query(
        f"SELECT {NAMES}, toString(x) FROM file('{folder}/**/*.parquet', Parquet,"
        f" '{declared}, x UInt8') SETTINGS use_hive_partitioning = 1",
        "TSVRaw",
    ).decode()
    assert sorted(tuple(line.split("\t")) for line in clickhouse.splitlines()) == ROW_TEXTS
    spark = engine.services.spark.session()
    spark.conf.set("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
    try:
        frame = spark.read.parquet(str(folder))
        rows = frame.selectExpr(*(key[0] for key in KEYS), "cast(x AS string)").collect()
    finally:
        spark.conf.unset("spark.sql.sources.partitionColumnTypeInference.enabled")
    assert sorted(tuple(row) for row in rows) == ROW_TEXTS


def _trimmed(rows: list[tuple[object, ...]]) -> list[tuple[str, ...]]:
    return [tuple(str(value).rstrip("\0") for value in row) for row in rows]


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Support")
def test_keys_of_every_type_that_others_wrote_are_read(
    engine: sparktree.Engine, tmp_path: Path
) -> None:
    names = [key[0] for key in KEYS]
    columns = {n: pa.array([row[i] for row in VALUES]) for i, n in enumerate(names)}
    source = pa.table({**columns, "x": pa.array([0, 1, 2], pa.uint8())})
    duckdb.from_arrow(source).to_parquet(str(tmp_path / "duck"), partition_by=names)
    spark = engine.services.spark.session()
    rows = [(*row, number) for number, row in enumerate(VALUES)]
    frame = spark.createDataFrame(rows, ", ".join(f"{n} string" for n in names) + ", x smallint")
    frame.repartition(1).write.partitionBy(*names).parquet(str(tmp_path / "spark"))
    texts = ", ".join(f"toString({name})" for name in names)
    for name in ("duck", "spark"):
        _table(engine, name, tmp_path / name)
        found = engine.query(f"SELECT {texts}, toString(x) FROM {name}").rows()
        assert sorted(_trimmed(found)) == ROW_TEXTS, name
        one = f"SELECT x FROM {name} WHERE d = '2024-02-29' AND i64 = 5 AND NOT b = 0"
        assert engine.query(one).text() == "2\n", name


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Support")
def test_folders_that_clickhouse_wrote_are_read(
    engine: sparktree.Engine, oracle: Oracle, bucket: Bucket
) -> None:
    plain = [key for key in KEYS if key[0] not in ("i128", "u128")]
    names = ", ".join(key[0] for key in plain)
    args = bucket.args("c", "'Parquet'", "partition_strategy = 'hive'")
    columns = ", ".join(f"{name} {type_}" for name, type_, *_ in plain)
    oracle.query(
        f"CREATE TABLE IF NOT EXISTS exchanged ({columns}, x UInt8) ENGINE = S3({args})"
        f" PARTITION BY ({names})"
    )
    for row in (0, 2):
        shown = (f"CAST('{key[2 + row]}' AS {key[1]})" for key in plain)
        oracle.query(f"INSERT INTO exchanged SELECT {', '.join(shown)}, {row}")
    oracle.query("DROP TABLE exchanged")
    engine.query(f"CREATE TABLE c ({columns}, x UInt8) ENGINE = S3({args}) PARTITION BY ({names})")
    texts = ", ".join(f"toString({key[0]})" for key in plain)
    found = engine.query(f"SELECT {texts}, toString(x) FROM c").rows()
    wanted = sorted((*(key[2 + row] for key in plain), str(row)) for row in (0, 2))
    assert sorted(_trimmed(found)) == wanted
