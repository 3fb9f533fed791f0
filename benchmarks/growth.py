"""What grows faster than what it works on: rows, granules, parts, columns, partitions, patches.

`python -m benchmarks.growth [--only NAME,...] [--steps N]`: each is grown tenfold, and tenfold
again; every line shows the seconds of an operation at each size and how many times the last step
took of the step before. What is linear takes at most ten times as long, most take less.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import sparktree
from benchmarks.common import arguments, folder, plain_spark, table, timed

LINEAR = 10.0
LONG = 1.0  # seconds: what takes less may be anything
SETTINGS = "old_parts_lifetime = 0, parts_to_throw_insert = 0, parts_to_delay_insert = 0"

Fill = Callable[[sparktree.Engine, int], None]


@dataclass(frozen=True)
class Dimension:
    """What grows, from which size, and the table of that size."""

    name: str
    base: int
    fill: Fill
    by_patches: bool = False


def create(
    db: sparktree.Engine,
    more: str = "",
    *,
    columns: str = "",
    partition: str = "",
    clause: str = "",
) -> None:
    """An empty table, its merges stopped."""
    db.query("DROP TABLE IF EXISTS t SYNC")
    declared = f"k UInt64, v UInt64, s String{columns}"
    by = f"PARTITION BY {partition} " if partition else ""
    db.query(
        f"CREATE TABLE t ({declared}) ENGINE = MergeTree {by}ORDER BY k"
        f" SETTINGS {SETTINGS}{more} {clause}"
    )
    db.query("SYSTEM STOP MERGES t")


def insert(db: sparktree.Engine, rows: int, *, settings: str = "", more: str = "") -> None:
    """Rows in no order of their keys."""
    db.query(
        f"INSERT INTO t SELECT (number * 7919) % {rows} AS k, number AS v, toString(number){more}"
        f" FROM numbers({rows}){settings}"
    )


def by_rows(db: sparktree.Engine, size: int) -> None:
    """Rows in one part of granules of the usual size."""
    create(db)
    insert(db, size)


def by_granules(db: sparktree.Engine, size: int) -> None:
    """Ten rows a granule."""
    create(db, ", index_granularity = 10")
    insert(db, size * 10)


def by_parts(db: sparktree.Engine, size: int) -> None:
    """Twenty rows a part."""
    create(db)
    cut = " SETTINGS max_insert_block_size = 20, min_insert_block_size_rows = 20, max_threads = 1"
    insert(db, size * 20, settings=cut + ", min_insert_block_size_bytes = 0, max_block_size = 20")


def by_columns(db: sparktree.Engine, size: int) -> None:
    """A thousand rows of many columns."""
    names = [f"c{i}" for i in range(size)]
    create(db, columns="".join(f", {name} UInt32" for name in names))
    insert(db, 1000, more="".join(f", number + {i}" for i in range(size)))


def by_partitions(db: sparktree.Engine, size: int) -> None:
    """Twenty rows a partition."""
    create(db, partition=f"k % {size}")
    insert(db, size * 20, settings=" SETTINGS max_partitions_per_insert_block = 0")


def by_patches(db: sparktree.Engine, size: int) -> None:
    """A part of a thousand rows, and updates of ten rows each."""
    create(db, ", enable_block_number_column = 1, enable_block_offset_column = 1")
    insert(db, 1000)
    for number in range(size):
        db.query(f"UPDATE t SET v = v + 1 WHERE k % 100 = {number % 100}")


DIMENSIONS = (
    Dimension("rows", 20_000, by_rows),
    Dimension("granules", 1_000, by_granules),
    Dimension("parts", 10, by_parts),
    Dimension("columns", 10, by_columns),
    Dimension("partitions", 10, by_partitions),
    Dimension("patches", 1, by_patches, by_patches=True),
)


def run() -> None:
    """Every dimension, or those asked for."""
    options = arguments(0, only="", steps="3")
    only = options.only.split(",") if options.only else [d.name for d in DIMENSIONS]
    steps = int(options.steps)
    spark = plain_spark()
    for dimension in DIMENSIONS:
        if dimension.name in only:
            sizes = [dimension.base * 10**step for step in range(steps)]
            show(dimension, sizes, [measured(spark, dimension, size) for size in sizes])
    spark.stop()


def measured(spark: object, dimension: Dimension, size: int) -> dict[str, float]:
    """The seconds of every operation at that size."""
    with folder() as path:
        with sparktree.connect(path / "data", spark=spark) as db:
            create(db)
            insert(db, 10)  # what happens once in a process is no part of the measure
            seconds = {"fill": timed(lambda: dimension.fill(db, size))}
        seconds |= opened(spark, path / "data")
        with sparktree.connect(path / "data", spark=spark) as db:
            seconds |= operations(db, by_merge=not dimension.by_patches)
            if dimension.by_patches:
                seconds["APPLY PATCHES"] = timed(
                    lambda: db.query("ALTER TABLE t APPLY PATCHES SETTINGS mutations_sync = 2")
                )
            seconds["DROP PARTITION"] = timed(lambda: db.query("ALTER TABLE t DROP PARTITION ALL"))
            seconds["DROP TABLE"] = timed(lambda: db.query("DROP TABLE t SYNC"))
    return seconds


def opened(spark: object, path: Path) -> dict[str, float]:
    """Opening the folder, and the first answer."""
    begin = time.perf_counter()
    with sparktree.connect(path, spark=spark) as db:
        seconds = {"open": time.perf_counter() - begin}
        seconds["first SELECT"] = timed(lambda: db.query("SELECT count() FROM t").text())
    return seconds


def operations(db: sparktree.Engine, *, by_merge: bool) -> dict[str, float]:
    """Reading, then changing."""
    statements = {
        "SELECT all": "SELECT sum(v), max(s) FROM t",
        "SELECT by key": "SELECT v FROM t WHERE k = 77",
        "SELECT in order": "SELECT k FROM t ORDER BY k LIMIT 5",
        "SELECT FINAL": "SELECT * FROM t WHERE v = 3 LIMIT 1",
        "system.parts": "SELECT count(), sum(rows) FROM system.parts WHERE table = 't'",
        "system.columns": "SELECT count() FROM system.columns WHERE table = 't'",
        "mutation": "ALTER TABLE t UPDATE v = v + 1 WHERE v % 3 = 0 SETTINGS mutations_sync = 2",
        "ADD COLUMN": "ALTER TABLE t ADD COLUMN added UInt8 DEFAULT 1",
    }
    seconds = {name: timed(lambda s=s: db.query(s).text()) for name, s in statements.items()}  # type: ignore[misc]
    if by_merge:
        db.query("SYSTEM START MERGES t")
        seconds["OPTIMIZE FINAL"] = timed(lambda: db.query("OPTIMIZE TABLE t FINAL"))
    return seconds


def show(dimension: Dimension, sizes: Sequence[int], found: Sequence[dict[str, float]]) -> None:
    """One table; an exclamation mark for what grows faster than linear."""
    rows = []
    for name in found[-1]:
        seconds = [one[name] for one in found]
        grown = seconds[-1] / max(seconds[-2], 1e-9)
        mark = "!" if grown > LINEAR and seconds[-1] > LONG else ""
        rows.append((name, *seconds, f"{grown:.1f}x", mark))
    header = ("seconds", *(f"{size:,}" for size in sizes), "last step", "")
    table(dimension.name, header, rows)


if __name__ == "__main__":
    run()
