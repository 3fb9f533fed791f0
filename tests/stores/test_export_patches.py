"""EXPORT PART of parts that UPDATE changed: the files have the new values."""

from __future__ import annotations

import pytest

import sparktree
from tests.stores.exporting import destination, export, one, parts, rows
from tests.stores.servers import Bucket

TABLE = (
    "CREATE TABLE s (k UInt32, p UInt8, i Int64, t String) ENGINE = MergeTree PARTITION BY p"
    " ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
)


def base_parts(db: sparktree.Engine) -> list[str]:
    return [name for name in parts(db) if not name.startswith("patch-")]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#21")
def test_the_last_of_several_updates_counts(engine: sparktree.Engine, bucket: Bucket) -> None:
    db = engine
    db.query(TABLE)
    db.query("SYSTEM STOP MERGES s")
    db.query("INSERT INTO s SELECT number, number % 2, number, 'old' FROM numbers(8)")
    destination(db, bucket, "k UInt32, p UInt8, i Int64, t String", "PARTITION BY p")
    db.query("UPDATE s SET i = i + 1000, t = 'first' WHERE k < 4")
    db.query("UPDATE s SET t = 'second' WHERE k IN (2, 3, 4)")
    db.query(
        "DELETE FROM s WHERE k = 5", settings={"lightweight_delete_mode": "lightweight_update"}
    )
    shown = "SELECT k, p, i, t FROM {} ORDER BY k"
    expected = db.query(shown.format("s")).text()
    before = base_parts(db)
    export(db, before)
    assert db.query(shown.format("d")).text() == expected
    assert rows(db, "SELECT i, t FROM d WHERE k = 3") == [["1003", "second"]]

    # Parts that a merge has replaced are exported as they were, with the updates of that time.
    db.query("SYSTEM START MERGES s")
    db.query("OPTIMIZE TABLE s FINAL")
    db.query("UPDATE s SET i = -1 WHERE 1")
    destination(db, bucket, "k UInt32, p UInt8, i Int64, t String", "PARTITION BY p", name="e")
    export(db, before, to="e")
    assert db.query(shown.format("e")).text() == expected
    destination(db, bucket, "k UInt32, p UInt8, i Int64, t String", "PARTITION BY p", name="f")
    export(db, base_parts(db), to="f")
    assert one(db, "SELECT count(), min(i), max(i) FROM f") == "7\t-1\t-1"
