"""python -m tests.partitions.keep VERSION: keeps parts as this version of the program writes them.

Parts of every kept version must be attached and replaced by all later ones.
"""

import sys
import tarfile
import tempfile
from pathlib import Path

import sparktree

KEPT = Path(__file__).with_name("kept")
TABLE = """CREATE TABLE {name} (p UInt8, k UInt64, s String CODEC(ZSTD(3)), n Nullable(Int32),
    a Array(LowCardinality(String)), t Tuple(x UInt8, y Date), m Map(String, UInt8),
    d Decimal(20, 3), INDEX ix s TYPE bloom_filter, PROJECTION pr (SELECT p, count() GROUP BY p))
    ENGINE = MergeTree PARTITION BY p ORDER BY (k, s)
    SETTINGS lightweight_mutation_projection_mode = 'rebuild', {settings}"""
ROWS = """SELECT {partition}, number, concat('s', toString(number % 7)),
    if(number % 3 = 0, NULL, number),
    ['a', toString(number % 2)], (number % 5, toDate('2024-01-01') + number), map('k', number % 9),
    number / 8 FROM numbers({rows})"""


def main() -> None:
    """Partition 1: a wide and a compact part; partition 2: a part with masked rows."""
    with tempfile.TemporaryDirectory() as folder, sparktree.connect(folder) as db:
        wide = "min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0"
        db.query(TABLE.format(name="t", settings=wide))
        db.query("SYSTEM STOP MERGES")
        db.query(f"INSERT INTO t {ROWS.format(partition=1, rows=20)}")
        db.query(f"INSERT INTO t {ROWS.format(partition=2, rows=10)}")
        db.query("ALTER TABLE t MODIFY SETTING min_rows_for_wide_part = 1000")
        db.query(f"INSERT INTO t {ROWS.format(partition=1, rows=5)}")
        db.query("SYSTEM START MERGES")
        db.query("DELETE FROM t WHERE p = 2 AND k >= 6")
        KEPT.mkdir(exist_ok=True)
        with tarfile.open(KEPT / f"{sys.argv[1]}.tar.gz", "w:gz") as archive:
            for part in db.services.catalog.parts.all():
                archive.add(Path(folder) / part.path, part.name)


if __name__ == "__main__":
    main()
