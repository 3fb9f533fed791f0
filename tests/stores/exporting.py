"""What tests of EXPORT PART share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow.dataset as ds

import sparktree
from tests.stores.servers import Bucket

ALLOWED = {"allow_experimental_export_merge_tree_part": 1}
COUNTERS = ("PartsExports", "PartsExportFailures", "PartsExportDuplicated")


def rows(db: sparktree.Engine, query: str) -> list[list[str]]:
    """The lines of a result, taken apart."""
    return [line.split("\t") for line in db.query(query).text().splitlines()]


def one(db: sparktree.Engine, query: str) -> str:
    """The only value of a result."""
    return db.query(query).text().removesuffix("\n")


def destination(
    db: sparktree.Engine,
    bucket: Bucket,
    columns: str,
    by: str = "PARTITION BY tuple()",
    name: str = "d",
    format_: str = "Parquet",
    more: str = "",
) -> None:
    """A table of engine S3 whose folder is called as it is."""
    args = bucket.args(name, f"'{format_}'", "partition_strategy = 'hive'") + more
    db.query(f"CREATE TABLE {name} ({columns}) ENGINE = S3({args}) {by}", settings=ALLOWED)


def parts(db: sparktree.Engine, table: str = "s") -> list[str]:
    """The names of the active parts."""
    query = f"SELECT name FROM system.parts WHERE table = '{table}' AND active ORDER BY name"
    return [row[0] for row in rows(db, query)]


def wait(db: sparktree.Engine, table: str = "s", seconds: float = 60) -> None:
    """Until nothing is left to do for the table."""
    record = db.services.catalog.tables.get("default", table)
    assert db.services.background.wait_idle(record.uuid, seconds)


def export(
    db: sparktree.Engine,
    names: list[str] | None = None,
    to: str = "d",
    table: str = "s",
    **settings: object,
) -> None:
    """Export parts, all active ones unless some are named, and wait for their end."""
    chosen = parts(db, table) if names is None else names
    commands = ", ".join(f"EXPORT PART '{name}' TO TABLE {to}" for name in chosen)
    db.query(f"ALTER TABLE {table} {commands}", settings={**ALLOWED, **settings})
    wait(db, table)


def counted(db: sparktree.Engine) -> list[int]:
    """How many exports went well, failed, and were there already."""
    found = dict(rows(db, "SELECT event, value FROM system.events WHERE event LIKE 'PartsExport%'"))
    return [int(found.get(name, 0)) for name in COUNTERS]


def failures(db: sparktree.Engine) -> list[str]:
    """The errors of exports that failed, oldest first."""
    query = "SELECT error FROM system.part_log WHERE event_type = 'EXPORT_PART' AND error != ''"
    return [row[0] for row in rows(db, query)]


def error_of(db: sparktree.Engine, query: str, **settings: object) -> sparktree.Error:
    """What a query fails with."""
    try:
        db.query(query, settings={**ALLOWED, **settings})
    except sparktree.Error as error:
        return error
    raise AssertionError(f"No error: {query}")


def export_from_disk(
    db: sparktree.Engine, disk: str, out: Path, stored: Callable[[], list[str]]
) -> None:
    """Parts on a disk, a Wide and a Compact one, come out as their rows; what is `stored` stays."""
    for name, limit in (("wide", 0), ("compact", 1 << 30)):
        db.query(
            f"CREATE TABLE {name} (k UInt64, v String) ENGINE = MergeTree ORDER BY k"
            f" SETTINGS disk = '{disk}', min_bytes_for_wide_part = {limit}"
        )
        db.query(
            f"CREATE TABLE {name}_files (k UInt64, v String) ENGINE ="
            f" File(Parquet, '{out / name}', partition_strategy = 'hive') PARTITION BY tuple()"
        )
        db.query(f"INSERT INTO {name} SELECT number, toString(number) FROM numbers(1000)")
        before = stored()
        assert before
        export(db, to=f"{name}_files", table=name)
        assert failures(db) == []
        assert stored() == before
        exported = ds.dataset(out / name).to_table().sort_by("k").to_pydict()
        assert exported == {"k": list(range(1000)), "v": [str(k) for k in range(1000)]}
