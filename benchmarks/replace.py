"""REPLACE PARTITION against Spark's dynamic INSERT OVERWRITE of a partition, and ClickHouse.

`python -m benchmarks.replace [--megabytes 1,100,2000] [--runs N]`. The partition of each size is
replaced by one of the same size from another table; every comparison is made in one run.
"""

import shutil
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
PIECE_ROWS = 10_000_000


def run() -> None:
    """Every size in turn."""
    options = arguments(0, megabytes="1,100,2000")
    sizes = [int(size) for size in options.megabytes.split(",")]
    spark = plain_spark()
    rows = [row for size in sizes for row in measured(spark, size, options.runs)]
    header = (
        "partition, MB", "parts", "sparktree, ms", "ClickHouse, ms", "INSERT OVERWRITE, ms",
        "INSERT OVERWRITE / sparktree",
    )  # fmt: skip
    table(f"REPLACE PARTITION, the best of {options.runs} runs", header, rows)
    merged = [row[2] for row in rows if row[1] == 1]
    if len(merged) > 1:
        print(
            f"  one part: the largest takes {merged[-1] / merged[0]:.1f} times the smallest's time"
        )
    spark.stop()


Row = tuple[int, int, float, float, float, float]


def measured(spark: Any, megabytes: int, runs: int) -> list[Row]:
    """A line of the partition in parts as they were inserted, and one of it as a single part."""
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db, Oracle() as oracle:
        fill(spark, db, oracle, path, megabytes * 1_000_000 // ROW_BYTES)
        plain = best(lambda: overwrite(spark, path), runs) * 1000
        lines = [compared(db, oracle, plain, runs)]
        if lines[0][1] > 1:
            for ask in (db.query, oracle.query):
                ask("SYSTEM START MERGES source")
                ask("OPTIMIZE TABLE source PARTITION 1 FINAL")
            lines.append(compared(db, oracle, plain, runs))
        same = "SELECT count(), sum(id), sum(u) FROM {} WHERE p = 1"
        assert db.query(same.format("source")).text() == db.query(same.format("destination")).text()
    return lines


def compared(db: sparktree.Engine, oracle: Oracle, plain: float, runs: int) -> Row:
    """Megabytes and parts of the source, the best milliseconds of each way, and the ratio."""
    ways: list[Callable[[], Any]] = [lambda: db.query(REPLACE), lambda: oracle.query(REPLACE)]
    ours, clickhouse = (best(way, runs) * 1000 for way in ways)
    found = "SELECT sum(bytes_on_disk), count() FROM system.parts WHERE table = 'source' AND active"
    size, parts = map(int, db.query(found).text().split())
    return size // 1_000_000, parts, ours, clickhouse, plain, plain / ours


def fill(spark: Any, db: sparktree.Engine, oracle: Oracle, path: Path, rows: int) -> None:
    """The same rows in all three places: partition 1 of both tables, and one that stays.

    A partition above 100 MB is a piece of that size linked, or copied, again and again: as one
    part it is smaller than its MB before, for equal rows side by side compress well.
    """
    copies = max(rows // PIECE_ROWS, 1)
    for name, frame in (
        ("piece", source(spark, rows // copies).selectExpr("1 AS p", "*")),
        ("destination", source(spark, OTHER_ROWS).selectExpr("2 AS p", "*")),
    ):
        frame.write.partitionBy("p").option("compression", "zstd").parquet(str(path / name))
        columns = [name.split()[0] for name in ("p UInt8", *DECLARATION.split(", "))]
        create(db.query, name)
        create(oracle.query, name)
        db.insert(name, spark.read.parquet(str(path / name)).select(*columns))
        oracle.query(
            f"INSERT INTO {name} SELECT p, {', '.join(columns[1:])}"
            f" FROM file('{path}/{name}/p=*/*.parquet') SETTINGS use_hive_partitioning = 1"
        )
    for ask in (db.query, oracle.query):
        create(ask, "source")
        for _ in range(copies):
            ask("ALTER TABLE source ATTACH PARTITION 1 FROM piece")
        ask("ALTER TABLE destination ATTACH PARTITION 1 FROM source")
    for name in ("source", "destination"):
        (path / name / "p=1").mkdir(parents=True)
        for number in range(copies):
            for file in (path / "piece" / "p=1").glob("*.parquet"):
                shutil.copy(file, path / name / "p=1" / f"{number}-{file.name}")


def create(ask: Callable[[str], Any], name: str) -> None:
    """A table whose parts stay as they are."""
    ask(CREATE.format(name))
    ask(f"SYSTEM STOP MERGES {name}")


def overwrite(spark: Any, path: Path) -> None:
    """What plain Spark does: it writes the rows of the partition anew."""
    rows = spark.read.parquet(str(path / "source")).where("p = 1")
    writer = rows.write.mode("overwrite").partitionBy("p").option("compression", "zstd")
    writer.option("partitionOverwriteMode", "dynamic").parquet(str(path / "destination"))


if __name__ == "__main__":
    run()
