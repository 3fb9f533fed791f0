"""How long little things take: tiny queries in a warm session, first results of a new process.

`python -m benchmarks.latency [--runs N]`; every comparison is made in one run.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import arguments, folder, median, table

TINY = "SELECT a FROM t WHERE a = 1"
FIRST = {
    "SELECT 1": "SELECT 1",
    "CREATE TABLE": "CREATE TABLE IF NOT EXISTS u (a UInt64) ENGINE = MergeTree ORDER BY a",
    "a query over a table": TINY,
}
PROCESS = """
import sys, sparktree
with sparktree.connect(sys.argv[1]) as db:
    print(db.query(sys.argv[2]).text())
"""
PEER = """
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
print(spark.read.parquet(sys.argv[1]).where("a = 1").collect())
"""

WARM_PEER = """
import sys
from benchmarks.common import plain_spark
from benchmarks.latency import measured
spark = plain_spark()
spark.read.parquet(sys.argv[1]).createOrReplaceTempView("t")
print(measured(lambda: spark.sql(sys.argv[2]).collect(), int(sys.argv[3])))
spark.stop()
"""


def run() -> None:
    """Measure, print."""
    options = arguments(1, runs=20)
    with folder() as path:
        prepare(path)
        first = [(name, process(PROCESS, path / "data", sql)) for name, sql in FIRST.items()]
        first.append(("Spark SQL: a query over Parquet", process(PEER, path / "parquet")))
        warm = tiny(path, int(options.runs))
    table("Tiny query, one row, warm session (median)", ("", "ms"), warm)
    table("From the start of a process to its end, with one statement", ("", "s"), first)


def prepare(path: Path) -> None:
    """A table of one row."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with sparktree.connect(path / "data") as db:
        db.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
        db.query("INSERT INTO t VALUES (1)")
    pq.write_table(pa.table({"a": pa.array([1], pa.int64())}), path / "parquet")


def process(program: str, *arguments_: Any) -> float:
    """Seconds of a new Python process; the middle of three."""

    def start() -> None:
        command = [sys.executable, "-c", program, *map(str, arguments_)]
        subprocess.run(command, check=True, capture_output=True)

    return median(start, 3)


def tiny(path: Path, runs: int) -> list[tuple[str, str]]:
    """Milliseconds of the tiny query, of Spark's and of what needs no Spark."""
    with sparktree.connect(path / "data") as db:
        ways = {
            "sparktree: SELECT 1": lambda: db.query("SELECT 1").text(),
            "sparktree: a row of a table": lambda: db.query(TINY).text(),
        }
        seconds = {name: measured(way, runs) for name, way in ways.items()}
    plain_session(path, seconds, runs)
    peer = seconds["Spark SQL: a row of a Parquet file"]
    return [(name, f"{s * 1000:.1f}  ({peer / s:.1f}x)") for name, s in seconds.items()]


def plain_session(path: Path, seconds: dict[str, float], runs: int) -> None:
    """Spark SQL in a process of its own: a JVM that our settings have not touched."""
    command = [sys.executable, "-c", WARM_PEER, str(path / "parquet"), TINY, str(runs)]
    here = str(Path(__file__).parents[1])
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=here)
    seconds["Spark SQL: a row of a Parquet file"] = float(done.stdout.split()[-1])


def measured(way: Any, runs: int) -> float:
    """The middle of some runs, after a few that only warm up."""
    for _ in range(5):
        way()
    return median(way, runs)


if __name__ == "__main__":
    run()
