"""REPLACE PARTITION against Spark's dynamic INSERT OVERWRITE of a partition, and ClickHouse.

`python -m benchmarks.replace [--megabytes 1,100,2000] [--runs N]`. The partition of each size is
replaced by one of the same size from another table; every comparison is made in one run.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import DECLARATION, arguments, best, folder, plain_spark, source, table
from tests.oracle import Oracle

CREATE = f"CREATE TABLE {{}} (p UInt8, {DECLARATION}) ENGINE = MergeTree PARTITION BY p ORDER BY id"
REPLACE = "ALTER TABLE destination REPLACE PARTITION 1 FROM source"
ROW_BYTES = 10  # of a row in a part, about
OTHER_ROWS = 1000  # of the partition that stays


def run() -> None:
    """Every size in turn."""
    options = arguments(0, megabytes="1,100,2000")
    sizes = [int(size) for size in options.megabytes.split(",")]
    spark = plain_spark()
    rows = [measured(spark, size, options.runs) for size in sizes]
    header = (
        "partition, MB", "sparktree, ms", "ClickHouse, ms", "INSERT OVERWRITE, ms",
        "INSERT OVERWRITE / sparktree",
    )  # fmt: skip
    table(f"REPLACE PARTITION, the best of {options.runs} runs", header, rows)
    if len(rows) > 1:
        print(f"  the largest takes {rows[-1][1] / rows[0][1]:.1f} times as long as the smallest")
    spark.stop()


def measured(spark: Any, megabytes: int, runs: int) -> tuple[int, float, float, float, float]:
    """The bytes of the partition, the best milliseconds of each way, and the ratio."""
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db, Oracle() as oracle:
        fill(spark, db, oracle, path, megabytes * 1_000_000 // ROW_BYTES)
        ways: list[Callable[[], Any]] = [
            lambda: db.query(REPLACE),
            lambda: oracle.query(REPLACE),
            lambda: overwrite(spark, path),
        ]
        ours, clickhouse, plain = (best(way, runs) * 1000 for way in ways)
        parts = "SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'source' AND active"
        size = int(db.query(parts).text()) // 1_000_000
        same = "SELECT count(), sum(id), sum(u) FROM {} WHERE p = 1"
        assert db.query(same.format("source")).text() == db.query(same.format("destination")).text()
    return size, ours, clickhouse, plain, plain / ours


def fill(spark: Any, db: sparktree.Engine, oracle: Oracle, path: Path, rows: int) -> None:
    """The same rows in all three places: partition 1 of both tables, and one that stays."""
    frame = source(spark, rows).selectExpr("1 AS p", "*")
    other = source(spark, OTHER_ROWS).selectExpr("2 AS p", "*")
    frame.write.partitionBy("p").option("compression", "zstd").parquet(str(path / "source"))
    frame.unionAll(other).write.partitionBy("p").option("compression", "zstd").parquet(
        str(path / "destination")
    )
    columns = [name.split()[0] for name in ("p UInt8", *DECLARATION.split(", "))]
    for name in ("source", "destination"):
        db.query(CREATE.format(name))
        db.query(f"SYSTEM STOP MERGES {name}")
        db.insert(name, spark.read.parquet(str(path / name)).select(*columns))
        oracle.query(CREATE.format(name))
        oracle.query(
            f"INSERT INTO {name} SELECT {'1' if name == 'source' else 'p'} AS p,"
            f" {', '.join(columns[1:])} FROM file('{path}/{name}/p=*/*.parquet')"
            " SETTINGS use_hive_partitioning = 1"
        )


def overwrite(spark: Any, path: Path) -> None:
    """What plain Spark does: it writes the rows of the partition anew."""
    rows = spark.read.parquet(str(path / "source")).where("p = 1")
    writer = rows.write.mode("overwrite").partitionBy("p").option("compression", "zstd")
    writer.option("partitionOverwriteMode", "dynamic").parquet(str(path / "destination"))


if __name__ == "__main__":
    run()
