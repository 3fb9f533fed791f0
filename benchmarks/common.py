"""What the benchmarks share: a plain Spark session, the rows, timing and the printed table."""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

# The columns of all benchmarks: a small key, a string of 200,000 values, one of few, numbers.
COLUMNS = (
    "id AS id",
    "cast(pmod(id * 7919, 5000) AS int) AS k",
    "concat('user_', cast(pmod(id * 104729, 200000) AS string)) AS s",
    "pmod(id * 1299709, 2000000) AS u",
    "cast(pmod(id * 15485863, 1000003) AS double) / 7 AS v",
    "timestamp_seconds(1700000000 + pmod(id, 8640000)) AS t",
)
DECLARATION = "id UInt64, k UInt32, s String, u UInt64, v Float64, t DateTime"


def arguments(rows: int, **others: Any) -> argparse.Namespace:
    """The command line of a benchmark."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=rows, help=f"rows (default {rows:,})")
    parser.add_argument("--runs", type=int, default=others.pop("runs", 3), help="runs of each")
    for name, default in others.items():
        parser.add_argument(f"--{name}", default=default)
    return parser.parse_args()


def plain_spark() -> Any:
    """A session with Spark's own settings but for its memory: nothing of it is tuned for us."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[*]").appName("benchmark")
    builder = builder.config("spark.driver.memory", "6g").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def source(spark: Any, rows: int) -> Any:
    """The rows as a DataFrame, in no order that would help anybody."""
    return spark.range(rows).selectExpr(*COLUMNS)


@contextmanager
def folder() -> Iterator[Path]:
    """A place for the data, gone afterwards."""
    with TemporaryDirectory(prefix="sparktree-benchmark-") as name:
        yield Path(name)


def best(action: Callable[[], Any], runs: int) -> float:
    """The seconds of the fastest run."""
    return min(timed(action) for _ in range(runs))


def median(action: Callable[[], Any], runs: int) -> float:
    """The seconds of the run in the middle."""
    return statistics.median(timed(action) for _ in range(runs))


def timed(action: Callable[[], Any]) -> float:
    """The seconds of one run."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table."""
    cells = [list(map(_text, row)) for row in (header, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    print(f"\n{title}")
    for row in cells:
        print("  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)))


def _text(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
