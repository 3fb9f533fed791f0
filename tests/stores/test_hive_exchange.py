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
