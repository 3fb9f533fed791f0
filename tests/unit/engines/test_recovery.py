"""Opening folders: what is swept, what is kept, what a lost catalog is rebuilt from."""

import os
import threading
from pathlib import Path

import pytest

import sparktree
from sparktree.catalog.mirror import mirrored_databases, mirrored_tables
from sparktree.cli.main import main
from sparktree.disks.local import LocalDisk
from sparktree.engines.recovery.crash_recovery import sweep
from sparktree.engines.recovery.rebuild import rebuild_catalog

DEAD = "00000000-0000-4000-8000-000000000000"


def opened_table(db: sparktree.Engine) -> Path:
    db.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    uuid = db.services.catalog.tables.get("default", "t").uuid
    return Path(db.services.storage.folder, "store", uuid)


def test_sweep_removes_only_what_is_dead(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db, sparktree.connect(tmp_path) as other:
        table = opened_table(db)
        mine = f"tmp_insert_{db.services.catalog.owner}_x_0_0_0_0"
        living = f"tmp_insert_{other.services.catalog.owner}_x_0_0_0_0"
        for name in (mine, living, f"tmp_insert_{DEAD}_x_0_0_0_0", "all_9_9_0", "detached"):
            (table / name).mkdir()
        orphan = tmp_path / "store" / DEAD
        orphan.mkdir()
        data = tmp_path / "store" / "somebody" / "all_1_1_0"
        data.mkdir(parents=True)
        sweep(db.services.catalog, db.services.disks)
        left = sorted(p.name for p in table.iterdir())
        assert left == sorted(["detached", "table.json", mine, living])
        assert data.exists()


def test_descriptions_follow_the_catalog(tmp_path: Path) -> None:
    disk = LocalDisk(tmp_path)
    with sparktree.connect(tmp_path) as db:
        db.query("CREATE DATABASE d COMMENT 'x'")
        db.query("CREATE TABLE d.t (a UInt64) ENGINE = MergeTree ORDER BY a")
        tables = db.services.catalog.tables
        tables.rename([(("d", "t"), ("d", "u"))])
        assert [(t.database, t.name) for t in mirrored_tables(disk)] == [("d", "u")]
        assert [(d.name, d.comment) for d in mirrored_databases(disk)] == [("d", "x")]
        db.services.catalog.databases.rename("d", "e")
        assert [(t.database, t.name) for t in mirrored_tables(disk)] == [("e", "u")]
        db.query("DROP TABLE e.u")
        assert list(mirrored_tables(disk)) == []
        db.query("DROP DATABASE e")
        assert list(mirrored_databases(disk)) == []


def test_lost_catalog_is_told_and_rebuilt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query("CREATE DATABASE d")
        db.query("CREATE TABLE d.t (a UInt64, b String) ENGINE = MergeTree ORDER BY a")
        db.query("CREATE TABLE d.u AS d.t")
        shown = db.services.catalog.tables.get("d", "t")
    for file in tmp_path.glob("catalog.db*"):
        file.unlink()
    with pytest.raises(sparktree.Error, match="sparktree rebuild-catalog"):
        sparktree.connect(tmp_path)
    for file in tmp_path.glob("catalog.db*"):
        file.unlink()
    assert main(["rebuild-catalog", "--path", str(tmp_path)]) == 0
    assert "Databases: 1, tables: 2, parts: 0 (0 damaged)." in capsys.readouterr().out
    with sparktree.connect(tmp_path) as db:
        assert db.services.catalog.tables.get("d", "t").create_query == shown.create_query
        with pytest.raises(sparktree.Error, match="move it away"):
            rebuild_catalog(tmp_path)


def test_damaged_description_is_named(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        table = opened_table(db)
    (table / "table.json").write_text("{")
    with pytest.raises(sparktree.Error, match=r"table\.json is damaged"):
        rebuild_catalog(tmp_path)


def test_open_and_close_often_leaves_nothing(tmp_path: Path) -> None:
    def use() -> None:
        with sparktree.connect(tmp_path) as db:
            db.query("CREATE TABLE IF NOT EXISTS t (a UInt64) ENGINE = MergeTree ORDER BY a")
            assert db.query("SELECT 1").text() == "1\n"

    for _ in range(3):
        use()
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for _ in range(50):
        use()
    assert threading.active_count() <= threads
    assert len(os.listdir("/proc/self/fd")) <= files + 2


def test_engines_of_one_process_are_apart(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path / "a") as a, sparktree.connect(tmp_path / "b") as b:
        a.query("CREATE TABLE t (x UInt8) ENGINE = MergeTree ORDER BY x")
        with pytest.raises(sparktree.Error, match="Unknown table expression identifier 't'"):
            b.query("SELECT * FROM t")
    with pytest.raises(sparktree.Error, match="closed"):
        a.query("SELECT 1")
