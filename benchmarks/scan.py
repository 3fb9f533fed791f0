"""Six queries over 40 million rows: Wide and Compact parts against Spark SQL over the same Parquet.

`python -m benchmarks.scan [--rows N] [--runs N]`; every comparison is made in one run.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import DECLARATION, arguments, best, folder, plain_spark, source, table

QUERIES = {
    "GROUP BY 5,000 keys, 3 aggregates": (
        "SELECT k, count(), sum(v), max(u) FROM {t} GROUP BY k",
        "SELECT k, count(*), sum(v), max(u) FROM {t} GROUP BY k",
    ),
    "GROUP BY 200,000 strings": (
        "SELECT s, count() FROM {t} GROUP BY s",
        "SELECT s, count(*) FROM {t} GROUP BY s",
    ),
    "count distinct, 2 million": (
        "SELECT count(DISTINCT u) FROM {t}",
        "SELECT count(DISTINCT u) FROM {t}",
    ),
    "LIKE '%...%' count": (
        "SELECT count() FROM {t} WHERE s LIKE '%r_77%'",
        "SELECT count(*) FROM {t} WHERE s LIKE '%r_77%'",
    ),
    "filter, then 5 columns": (
        "SELECT id, k, s, u, v FROM {t} WHERE u < 20000",
        "SELECT id, k, s, u, v FROM {t} WHERE u < 20000",
    ),
    "top 10 by a number, with strings": (
        "SELECT id, s, v FROM {t} ORDER BY u, id LIMIT 10",
        "SELECT id, s, v FROM {t} ORDER BY u, id LIMIT 10",
    ),
}
LAYOUTS = {"Compact": 1 << 40, "Wide": 0}


def prepare(db: sparktree.Engine, spark: Any, rows: int) -> None:
    """The same rows in a table of Compact parts and in one of Wide parts."""
    for layout, least in LAYOUTS.items():
        db.query(
            f"CREATE TABLE {layout} ({DECLARATION}) ENGINE = MergeTree ORDER BY (k, id)"
            f" SETTINGS min_bytes_for_wide_part = {least}, min_rows_for_wide_part = 0"
        )
        db.insert(layout, source(spark, rows))


def peer(db: sparktree.Engine, spark: Any, path: Path) -> None:
    """Spark's own view of the Compact parts' files."""
    rows = db.query("SELECT toString(uuid) FROM system.tables WHERE name = 'Compact'").rows()
    files = [str(file) for file in (path / "store" / rows[0][0]).glob("*/data.parquet")]
    spark.read.parquet(*files).createOrReplaceTempView("peer")


def run() -> None:
    """Prepare, compare, print."""
    options = arguments(40_000_000)
    spark = plain_spark()
    with folder() as path, sparktree.connect(path, spark=spark) as db:
        prepare(db, spark, options.rows)
        peer(db, spark, path)
        measured = [(name, *compared(db, spark, name, options.runs)) for name in QUERIES]
    header = ("query", "Spark SQL, s", "Compact, s", "Wide, s", "Compact ratio", "Wide ratio")
    shown = [(name, a, b, c, f"{a / b:.1f}x", f"{a / c:.1f}x") for name, a, b, c in measured]
    table(f"{options.rows:,} rows; ratio = Spark SQL's time / sparktree's", header, shown)
    spark.stop()


def compared(db: sparktree.Engine, spark: Any, name: str, runs: int) -> tuple[float, ...]:
    """Seconds of Spark SQL, of Compact and of Wide parts; their results must be the same."""
    ours, theirs = QUERIES[name]
    wanted = collected(spark, theirs.format(t="peer"))
    seconds = [best(lambda: collected(spark, theirs.format(t="peer")), runs)]
    for layout in LAYOUTS:
        text = ours.format(t=layout)
        found = db.query(text).arrow().num_rows
        if found != wanted:
            raise SystemExit(f"{name}: {found} rows of {layout}, {wanted} of Spark SQL")
        seconds.append(best(reading(db, text), runs))
    return tuple(seconds)


def reading(db: sparktree.Engine, text: str) -> Callable[[], Any]:
    """A query whose rows arrive as Arrow."""
    return lambda: db.query(text).arrow()


def collected(spark: Any, text: str) -> int:
    """Spark's rows, also as Arrow: its fastest way to Python."""
    return int(spark.sql(text).toArrow().num_rows)


if __name__ == "__main__":
    run()
