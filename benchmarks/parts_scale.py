"""What the number of parts costs: planning, reading, changing a table of very many of them.

`python -m benchmarks.parts_scale [--sizes 100,1000,4000] [--runs N]`: so many parts, one in each
partition and of twenty rows each, made by one INSERT. Every line shows the seconds of a statement
that a warm session gives at each size (the median of the runs), and what each part more costs in
microseconds. `planning` is EXPLAIN of the point query, `commit` an INSERT of one row into an own
partition less the same INSERT into a table without parts.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import sparktree
from benchmarks.common import arguments, folder, median, plain_spark, table, timed

ROWS = 20  # of a part
UNLIMITED = (
    "SETTINGS max_partitions_per_insert_block = 0, throw_on_max_partitions_per_insert_block = 0"
)
OF_TABLE = "old_parts_lifetime = 600, parts_to_throw_insert = 0, parts_to_delay_insert = 0"


def create(db: sparktree.Engine, name: str) -> None:
    """An empty table whose merges are stopped."""
    db.query(
        f"CREATE TABLE {name} (p UInt32, k UInt64, v UInt64, s String) ENGINE = MergeTree"
        f" PARTITION BY p ORDER BY k SETTINGS {OF_TABLE}"
    )
    db.query(f"SYSTEM STOP MERGES {name}")


def fill(db: sparktree.Engine, parts: int) -> None:
    """All parts by one INSERT."""
    db.query(
        f"INSERT INTO t SELECT number % {parts}, number, number, toString(number)"
        f" FROM numbers({parts * ROWS}) {UNLIMITED}"
    )


def reads(parts: int) -> dict[str, str]:
    """The queries that are measured, by what they are called."""
    return {
        "point query by partition and key": "SELECT v FROM t WHERE p = 77 AND k = 77",
        "point query by key alone": "SELECT v FROM t WHERE k = 77",
        "planning the point query": "EXPLAIN indexes = 1 SELECT v FROM t WHERE p = 77 AND k = 77",
        "count()": "SELECT count() FROM t",
        "sum": "SELECT sum(v) FROM t",
        "system.parts": "SELECT count(), sum(rows) FROM system.parts WHERE table = 't' AND active",
    }


def measured(spark: Any, parts: int, runs: int) -> dict[str, float]:
    """The seconds of every statement over so many parts."""
    with folder() as path:
        with sparktree.connect(path / "data", spark=spark) as db:
            create(db, "t")
            create(db, "few")
            db.query("INSERT INTO few VALUES (1, 1, 1, 'a')")
            seconds = {"INSERT of all parts": timed(lambda: fill(db, parts))}
            found = int(db.query("SELECT count() FROM t").text())
            if found != parts * ROWS:
                raise SystemExit(f"{found} rows instead of {parts * ROWS}")
        begin = time.perf_counter()
        with sparktree.connect(path / "data", spark=spark) as db:
            seconds["opening the folder"] = time.perf_counter() - begin
            db.query("SYSTEM STOP MERGES")
            db.query("INSERT INTO few VALUES (2, 1, 1, 'a')")
            seconds["first point query"] = timed(
                lambda: db.query("SELECT v FROM t WHERE p = 77 AND k = 77").text()
            )
            for name, text in reads(parts).items():
                seconds[name] = median(_reading(db, text), runs)
            seconds |= commits(db, parts, runs)
    return seconds


def _reading(db: sparktree.Engine, text: str) -> Callable[[], Any]:
    return lambda: db.query(text).text()


def commits(db: sparktree.Engine, parts: int, runs: int) -> dict[str, float]:
    """INSERT of a row with many parts and with few; what follows a change; DROP PARTITION."""
    took: dict[str, list[float]] = {"t": [], "few": [], "after": [], "drop": []}
    for run in range(runs):
        for name in ("few", "t"):
            row = f"INSERT INTO {name} VALUES ({parts + run + 10}, 1, 1, 'a')"
            took[name].append(timed(lambda row=row: db.query(row)))  # type: ignore[misc]
        point = _reading(db, "SELECT v FROM t WHERE p = 77 AND k = 77")
        took["after"].append(timed(point))
        drop = f"ALTER TABLE t DROP PARTITION {parts + run + 10}"
        took["drop"].append(timed(lambda drop=drop: db.query(drop)))  # type: ignore[misc]
    middle = {name: statistics.median(seconds) for name, seconds in took.items()}
    return {
        "INSERT of a row": middle["t"],
        "commit: more than with few parts": middle["t"] - middle["few"],
        "point query after a change": middle["after"],
        "DROP PARTITION": middle["drop"],
    }


def run() -> None:
    """Every size."""
    options = arguments(0, sizes="100,1000,4000", runs=5)
    sizes = [int(size) for size in options.sizes.split(",")]
    spark = plain_spark()
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db:
        create(db, "t")
        fill(db, 10)  # what happens once in a process is no part of the measure
        for text in reads(10).values():
            db.query(text).text()
    found = [measured(spark, size, options.runs) for size in sizes]
    rows = []
    for name in found[-1]:
        seconds = [f"{one[name]:.3f}" for one in found]
        each = (found[-1][name] - found[0][name]) / max(sizes[-1] - sizes[0], 1) * 1e6
        rows.append((name, *seconds, f"{each:.0f}"))
    table("parts", ("seconds", *(f"{size:,}" for size in sizes), "us a part"), rows)
    spark.stop()


if __name__ == "__main__":
    run()
