"""BACKUP and RESTORE of a table against `cp -r` of its folder, and ClickHouse's own BACKUP.

`python -m benchmarks.backup [--rows N] [--runs N]`. Every comparison is made in one run, on warm
files; `cp` is measured as it is and with the `sync` of its files that a backup makes.
"""

import shutil
import subprocess
from itertools import count
from pathlib import Path

import sparktree
from benchmarks.common import DECLARATION, arguments, best, folder, table
from tests.backups.engines import oracle_config
from tests.oracle import Oracle

CREATE = f"CREATE TABLE t ({DECLARATION}) ENGINE = MergeTree ORDER BY id"
ROWS = (
    "SELECT number, number * 7919 % 5000, concat('user_', toString(number * 104729 % 200000)),"
    " number * 1299709 % 2000000, number * 15485863 % 1000003 / 7, number % 8640000"
    " FROM numbers({})"
)


def run() -> None:
    """One table, saved and restored."""
    options = arguments(10_000_000)
    with folder() as path:
        (path / "oracle").mkdir()
        with (
            sparktree.connect(path / "data") as db,
            Oracle(oracle_config(path / "oracle")) as oracle,
        ):
            for ask in (db.query, oracle.query):
                ask(CREATE)
                ask(f"INSERT INTO t {ROWS.format(options.rows)}")
                ask("SYSTEM STOP MERGES")
            rows = measured(db, oracle, path, options.runs)
    header = ("what", "s", "of cp -r", "of cp -r and sync")
    table(f"{options.rows:,} rows, {rows[0]}, the best of {options.runs} runs", header, rows[1])


def measured(
    db: sparktree.Engine, oracle: Oracle, path: Path, runs: int
) -> tuple[str, list[tuple[str, float, float, float]]]:
    """How much there is, and seconds for each way to copy it."""
    numbers = count()
    store = path / "data/store"
    size = sum(file.stat().st_size for file in store.rglob("*") if file.is_file())

    def copied(*, sync: bool) -> None:
        target = path / f"copy{next(numbers)}"
        subprocess.run(["cp", "-r", str(store), str(target)], check=True)
        if sync:
            subprocess.run(["sync", *map(str, filter(Path.is_file, target.rglob("*")))], check=True)
        shutil.rmtree(target)

    def restored(name: str) -> None:
        db.query(f"RESTORE TABLE t AS r FROM File('{name}')")
        db.query("DROP TABLE r SYNC")

    db.query("BACKUP TABLE t TO File('kept')")
    seconds = {
        "cp -r": best(lambda: copied(sync=False), runs),
        "cp -r and sync": best(lambda: copied(sync=True), runs),
        "BACKUP": best(lambda: db.query(f"BACKUP TABLE t TO File('b{next(numbers)}')"), runs),
        "RESTORE": best(lambda: restored("kept"), runs),
        "ClickHouse's BACKUP": best(
            lambda: oracle.query(f"BACKUP TABLE t TO File('c{next(numbers)}')"), runs
        ),
    }
    plain, synced = seconds["cp -r"], seconds["cp -r and sync"]
    rows = [(name, taken, taken / plain, taken / synced) for name, taken in seconds.items()]
    return f"{size / 1e6:,.0f} MB", rows


if __name__ == "__main__":
    run()
