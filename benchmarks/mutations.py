"""UPDATE of one column and DELETE of one row in a hundred, against ClickHouse and plain Spark.

`python -m benchmarks.mutations [--rows N] [--runs N]`. The table is Wide. Plain Spark rewrites its
Parquet folder, as it must; every comparison is made in one run.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import DECLARATION, arguments, folder, plain_spark, source, table, timed
from benchmarks.insert import Memory
from tests.oracle import Oracle

# The last setting keeps background merges from running beside what is measured.
SETTINGS = (
    "SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0, old_parts_lifetime = 0,"
    " max_bytes_to_merge_at_max_space_in_pool = 1"
)
CREATE = f"CREATE TABLE t ({DECLARATION}) ENGINE = MergeTree ORDER BY (k, id) {SETTINGS}"
STATEMENTS = {
    "UPDATE of a column": "ALTER TABLE t UPDATE v = v + 1 WHERE k < 2500",
    "UPDATE, no row meets it": "ALTER TABLE t UPDATE v = 0 WHERE u > 100000000",
    "ALTER DELETE of 1%": "ALTER TABLE t DELETE WHERE id % 100 = {run}",
    "DELETE FROM of 1%": "DELETE FROM t WHERE id % 100 = 50 + {run}",
}


def run() -> None:
    """The mutations alone."""
    options = arguments(40_000_000)
    spark = plain_spark()
    mutate(spark, options.rows, options.runs)
    spark.stop()


def mutate(spark: Any, count: int, runs: int) -> None:
    """Every statement in turn, a few times; the best time of each."""
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db, Oracle() as oracle:
        fill(spark, db, oracle, path, count)
        ways: dict[str, dict[str, Callable[[str], Any]]] = {
            name: {
                "sparktree": db.query,
                "ClickHouse": oracle.query,
                "Spark": lambda _, name=name: rewrite(spark, path / "parquet", name),
            }
            for name in STATEMENTS
        }
        rows = []
        for name, statement in STATEMENTS.items():
            rows.append((name, *measured(ways[name], statement, runs)))
    header = ("", "sparktree, s", "ClickHouse, s", "Spark, s", "Spark / sparktree", "peak, MB")
    table(f"{count:,} rows, the best of {runs} runs", header, rows)


def fill(spark: Any, db: sparktree.Engine, oracle: Oracle, path: Path, rows: int) -> None:
    """The same rows in all three places; the tables have one part each, as merges leave it."""
    parquet = path / "parquet"
    ordered = source(spark, rows).sortWithinPartitions("k", "id")
    ordered.write.option("compression", "zstd").parquet(str(parquet))
    db.query(CREATE)
    db.insert("t", spark.read.parquet(str(parquet)))
    oracle.query(CREATE)
    oracle.query(f"INSERT INTO t SELECT * FROM file('{parquet}/*.parquet')")
    for one in (db, oracle):
        one.query("OPTIMIZE TABLE t FINAL")


def measured(
    ways: dict[str, Callable[[str], Any]], statement: str, runs: int
) -> tuple[float, float, float, float, int]:
    """The best seconds of each way, the ratio, and the peak memory of sparktree's Python."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    peak = 0
    for number in range(runs):
        text = statement.format(run=number)
        for name, way in ways.items():
            with Memory() as memory:
                times[name].append(timed(lambda way=way, text=text: way(text)))
            peak = max(peak, memory.peak if name == "sparktree" else 0)
    ours, clickhouse, plain = (min(times[name]) for name in ways)
    return ours, clickhouse, plain, plain / ours, peak >> 20


def rewrite(spark: Any, folder: Path, name: str) -> None:
    """What plain Spark does: read all columns, write them into another folder, swap."""
    rows = spark.read.parquet(str(folder))
    if "DELETE" in name:
        rows = rows.where("id % 100 <> 99")
    else:
        condition = "k < 2500" if "column" in name else "u > 100000000"
        others = [name for name in rows.columns if name != "v"]
        rows = rows.selectExpr(*others, f"if({condition}, v + 1, v) AS v")
    target = folder.with_name("rewritten")
    rows.write.option("compression", "zstd").parquet(str(target))
    shutil.rmtree(folder)
    target.rename(folder)


if __name__ == "__main__":
    run()
