"""Merges and mutations, against ClickHouse and a plain Spark rewrite of the Parquet.

`python -m benchmarks.merge [--rows N] [--runs N]`: rows of each of eight parts. OPTIMIZE FINAL of
sorted parts: plain Spark reads the eight sorted files and writes them sorted as a whole. Then the
statements of `benchmarks.mutations` over as many rows. Every comparison is made in one run.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sparktree
from benchmarks import mutations
from benchmarks.common import DECLARATION, arguments, folder, plain_spark, source, table, timed
from benchmarks.insert import SORTED, Memory
from tests.oracle import Oracle

PARTS = 8
SETTINGS = (
    "SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0, old_parts_lifetime = 0,"
    " max_bytes_to_merge_at_max_space_in_pool = 1"
)
ENGINES = {"MergeTree": "MergeTree", "ReplacingMergeTree": "ReplacingMergeTree(u)"}


def run() -> None:
    """Merges, then mutations."""
    options = arguments(5_000_000, runs=1)
    spark = plain_spark()
    merges(spark, options.rows, options.runs)
    mutations.mutate(spark, options.rows * PARTS, options.runs)
    spark.stop()


def merges(spark: Any, count: int, runs: int) -> None:
    """Fill, merge, print the seconds."""
    rows = []
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db, Oracle() as oracle:
        pieces(spark, path, count)
        for name, engine in ENGINES.items():
            rows.append((name, *measured(spark, db, oracle, path, engine, runs)))
    header = ("", "sparktree, s", "ClickHouse, s", "Spark, s", "Spark / sparktree", "peak, MB")
    title = f"OPTIMIZE FINAL, {PARTS} parts of {count:,} rows, the best of {runs}"
    table(title, header, rows)


def pieces(spark: Any, path: Path, rows: int) -> None:
    """Sorted Parquet files, one for each part."""
    whole = source(spark, rows * PARTS)
    for number in range(PARTS):
        own = whole.where(f"id % {PARTS} = {number}").coalesce(1).sortWithinPartitions(*SORTED)
        own.write.option("compression", "zstd").parquet(str(path / f"piece{number}"))


def measured(
    spark: Any, db: sparktree.Engine, oracle: Oracle, path: Path, engine: str, runs: int
) -> tuple[object, ...]:
    """The best seconds of each way, Spark's time over ours, and the peak of Python's memory."""
    times: dict[str, list[float]] = {"sparktree": [], "ClickHouse": [], "Spark": []}
    peak = 0
    for _ in range(runs):
        fill(spark, db, oracle, path, engine)
        ways: dict[str, Callable[[], Any]] = {
            "sparktree": lambda: db.query("OPTIMIZE TABLE t FINAL"),
            "ClickHouse": lambda: oracle.query("OPTIMIZE TABLE t FINAL"),
            "Spark": lambda: rewrite(spark, path),
        }
        for name, way in ways.items():
            with Memory() as memory:
                times[name].append(timed(way))
            if name == "sparktree":
                peak = max(peak, memory.peak)
        check(db, oracle)
    ours, theirs, sparks = (min(times[name]) for name in times)
    return ours, theirs, sparks, f"{sparks / ours:.2f}x", peak >> 20


def fill(spark: Any, db: sparktree.Engine, oracle: Oracle, path: Path, engine: str) -> None:
    """Eight parts in both tables."""
    create = f"CREATE TABLE t ({DECLARATION}) ENGINE = {engine} ORDER BY (k, id) {SETTINGS}"
    for statement in ("DROP TABLE IF EXISTS t SYNC", create):
        db.query(statement)
        oracle.query(statement)
    for number in range(PARTS):
        piece = path / f"piece{number}"
        db.insert("t", spark.read.parquet(str(piece)))
        oracle.query(f"INSERT INTO t SELECT * FROM file('{piece}/*.parquet')")


def rewrite(spark: Any, path: Path) -> None:
    """The plain Spark way: read all, sort, write."""
    shutil.rmtree(path / "merged", ignore_errors=True)
    whole = spark.read.parquet(*(str(path / f"piece{number}") for number in range(PARTS)))
    ordered = whole.repartitionByRange(*SORTED).sortWithinPartitions(*SORTED)
    ordered.write.option("compression", "zstd").parquet(str(path / "merged"))


def check(db: sparktree.Engine, oracle: Oracle) -> None:
    """Both tables are one part with the same rows."""
    question = "SELECT count(), sum(id), sum(u) FROM t"
    assert db.query(question).text() == oracle.query(question).decode()
    parts = "SELECT count() FROM system.parts WHERE active AND table = 't'"
    assert db.query(parts).text() == "1\n"


if __name__ == "__main__":
    run()
