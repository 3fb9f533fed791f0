"""Times of sparktree, of Spark SQL over Parquet and of ClickHouse over the same rows, in one run.

`python -m benchmarks.analytics [--rows N] [--runs N]`; ClickHouse is chdb, in a process of its own.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.analytics.data import DECLARATION, SORTING_KEY, generate
from benchmarks.analytics.queries import QUERIES, Query
from benchmarks.common import arguments, best, folder, plain_spark, table
from tests.oracle import Oracle

CREATE = f"CREATE TABLE events ({DECLARATION}) ENGINE = MergeTree ORDER BY ({SORTING_KEY})"


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of one query."""

    query: Query
    ours: float
    planning: float
    spark: float
    clickhouse: float


def fill(db: sparktree.Engine, files: Path) -> None:
    """The rows as a table of ours."""
    db.query(CREATE)
    db.query(f"INSERT INTO events SELECT * FROM file('{files}/*.parquet', Parquet)")
    db.query("OPTIMIZE TABLE events FINAL")


def fill_clickhouse(clickhouse: Oracle, files: Path) -> None:
    """The rows as a table of ClickHouse."""
    clickhouse.query(CREATE)
    clickhouse.query(f"INSERT INTO events SELECT * FROM file('{files}/*.parquet', Parquet)")
    clickhouse.query("OPTIMIZE TABLE events FINAL")


def measured(
    query: Query, db: sparktree.Engine, spark: Any, clickhouse: Oracle, runs: int
) -> Times:
    """The fastest of some runs of each."""

    def planned() -> Any:
        return db.query(f"EXPLAIN {query.text}").text()

    return Times(
        query,
        best(lambda: db.query(query.text).arrow(), runs + 1),
        best(planned, 3),
        best(lambda: spark.sql(query.for_spark()).toArrow(), runs + 1),
        best(lambda: clickhouse.query(query.text, "Arrow"), runs + 1),
    )


def warm_up(db: sparktree.Engine, spark: Any, clickhouse: Oracle) -> None:
    """Every query once: the JVM, which both of the first share, compiles what it runs often."""
    for query in QUERIES:
        db.query(query.text).arrow()
        spark.sql(query.for_spark()).toArrow()
        clickhouse.query(query.text, "Arrow")


def fixed_cost(db: sparktree.Engine) -> float:
    """What the smallest Spark job costs: a table of one row."""
    db.query("CREATE TABLE tiny (x UInt8) ENGINE = MergeTree ORDER BY x")
    db.query("INSERT INTO tiny VALUES (1)")
    return best(lambda: db.query("SELECT x FROM tiny").arrow(), 7)


def geometric_mean(values: Sequence[float]) -> float:
    """The mean of ratios."""
    return math.exp(sum(map(math.log, values)) / len(values))


def report(times: Sequence[Times], rows: int, fixed: float) -> None:
    """A line for each query and the means."""
    header = ("query", "ours, s", "Spark, s", "chdb, s", "Spark/ours", "ours/chdb", "EXPLAIN, ms")
    lines = [
        (t.query.about, t.ours, t.spark, t.clickhouse,
         t.spark / t.ours, t.ours / t.clickhouse, t.planning * 1000)
        for t in times
    ]  # fmt: skip
    table(f"{rows:,} rows; the smallest Spark job takes {fixed * 1000:.0f} ms", header, lines)
    means: dict[str, Callable[[Times], float]] = {
        "Spark / ours": lambda t: t.spark / t.ours,
        "ours / chdb": lambda t: t.ours / t.clickhouse,
        "(ours - smallest job) / chdb": lambda t: max(t.ours - fixed, 0.001) / t.clickhouse,
    }
    for name, ratio in means.items():
        print(f"  geometric mean of {name}: {geometric_mean([ratio(t) for t in times]):.2f}")


def run() -> None:
    """Generate, fill, measure, print."""
    options = arguments(10_000_000, runs=2)
    spark = plain_spark()
    with (
        folder() as path,
        sparktree.connect(path / "db", spark=spark) as db,
        Oracle() as clickhouse,
    ):
        files = path / "files"
        files.mkdir()
        generate(files, options.rows)
        spark.read.parquet(str(files)).createOrReplaceTempView("events")
        fill(db, files)
        fill_clickhouse(clickhouse, files)
        warm_up(db, spark, clickhouse)
        fixed = fixed_cost(db)
        times = [measured(query, db, spark, clickhouse, options.runs) for query in QUERIES]
    report(times, options.rows, fixed)
    spark.stop()
