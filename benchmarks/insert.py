"""Ten million rows of a DataFrame into a table, against Spark writing them sorted into Parquet.

`python -m benchmarks.insert [--rows N] [--runs N]`; every comparison is made in one run.
"""

import os
import shutil
import threading
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import DECLARATION, arguments, folder, plain_spark, source, table, timed

SORTED = ("k", "id")


class Memory:
    """The greatest resident memory of this process and its children, looked at now and then."""

    def __init__(self) -> None:
        self.peak = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Memory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._end.wait(0.2):
            self.peak = max(self.peak, python_memory())


def python_memory() -> int:
    """Bytes of this process and of Spark's Python workers; the JVM's heap is Spark's affair."""
    statuses = [found for pid in Path("/proc").glob("[0-9]*") if (found := status(pid))]
    family = {os.getpid()}
    while more := {s["Pid"] for s in statuses if s["PPid"] in family} - family:
        family |= more
    used = [s["RssAnon"] for s in statuses if s["Pid"] in family and s["python"]]
    return sum(used) << 10


def status(process: Path) -> dict[str, int] | None:
    """A few facts about a process; None if it has ended or is the system's."""
    try:
        lines = (process / "status").read_text().splitlines()
    except OSError:
        return None
    facts = dict(line.split(":", 1) for line in lines)
    if "RssAnon" not in facts:
        return None
    numbers = {name: int(facts[name].split()[0]) for name in ("Pid", "PPid", "RssAnon")}
    return numbers | {"python": int(facts["Name"].strip().startswith("python"))}


def run() -> None:
    """Write the rows in turn, print the rates."""
    options = arguments(10_000_000)
    spark = plain_spark()
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db:
        db.query("SYSTEM STOP MERGES")  # inserts alone are measured
        for name, least in (("Compact", 1 << 40), ("Wide", 0)):
            db.query(
                f"CREATE TABLE {name} ({DECLARATION}) ENGINE = MergeTree ORDER BY (k, id)"
                f" SETTINGS min_bytes_for_wide_part = {least}, min_rows_for_wide_part = 0"
            )
        ways = {
            "Spark: sortWithinPartitions, write.parquet": lambda rows: write(spark, path, rows),
            "sparktree, Compact": lambda rows: insert(db, spark, "Compact", rows),
            "sparktree, Wide": lambda rows: insert(db, spark, "Wide", rows),
        }
        for way in ways.values():
            way(100_000)
        rates: dict[str, list[float]] = {name: [] for name in ways}
        peaks = dict.fromkeys(ways, 0)
        for _ in range(options.runs):
            for name, way in ways.items():
                with Memory() as memory:
                    rates[name].append(options.rows / timed(lambda way=way: way(options.rows)))
                peaks[name] = max(peaks[name], memory.peak)
    first = max(next(iter(rates.values())))
    shown = [
        (name, f"{max(rates[name]):,.0f}", f"{max(rates[name]) / first:.2f}x", peaks[name] >> 20)
        for name in ways
    ]
    header = ("", "rows/s", "ratio", "Python's peak memory, MB")
    table(f"{options.rows:,} rows, the best of {options.runs} runs", header, shown)
    spark.stop()


def write(spark: Any, path: Path, rows: int) -> None:
    """Plain Spark."""
    target = path / "parquet"
    shutil.rmtree(target, ignore_errors=True)
    ordered = source(spark, rows).sortWithinPartitions(*SORTED)
    ordered.write.option("compression", "zstd").parquet(str(target))


def insert(db: sparktree.Engine, spark: Any, name: str, rows: int) -> None:
    """The tasks that compute the rows write them."""
    db.query(f"TRUNCATE TABLE {name}")
    db.insert(name, source(spark, rows))


if __name__ == "__main__":
    run()
