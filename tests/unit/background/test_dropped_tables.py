"""The files of a dropped table go when its last reader is gone, not at the next start."""

import time
from pathlib import Path

import sparktree


def test_files_of_a_dropped_table_go_with_its_last_reader(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query("CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a")
        catalog = db.services.catalog
        table = catalog.tables.get("default", "t").uuid
        snapshot = catalog.snapshot(table)
        db.query("DROP TABLE t SYNC")
        time.sleep(0.5)
        assert (tmp_path / "store" / table).exists()
        snapshot.release()
        end = time.monotonic() + 60
        while (tmp_path / "store" / table).exists() and time.monotonic() < end:
            db.services.background.wake(table)
            time.sleep(0.2)
        assert not (tmp_path / "store" / table).exists()
        assert catalog.tables.dropped() == []
