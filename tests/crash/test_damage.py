"""Damaged and missing files are named; a full disk leaves nothing; rows survive a lost catalog."""

from pathlib import Path

import pytest

import sparktree
from sparktree.engines.recovery.rebuild import rebuild_catalog


@pytest.fixture
def db(tmp_path: Path) -> sparktree.Engine:
    engine = sparktree.connect(tmp_path / "data")
    engine.query(
        "CREATE TABLE t (a UInt64, s String) ENGINE = MergeTree ORDER BY a"
        " SETTINGS min_rows_for_wide_part = 1000000"
    )
    engine.query("INSERT INTO t SELECT number, toString(number) FROM numbers(1000)")
    return engine


def data_file(db: sparktree.Engine) -> Path:
    return next(Path(db.services.storage.folder).glob("store/*/all_1_1_0/data.parquet"))


def test_damaged_file_is_named(db: sparktree.Engine) -> None:
    file = data_file(db)
    content = bytearray(file.read_bytes())
    content[20:400] = bytes(380)
    file.write_bytes(content)
    with pytest.raises(sparktree.Error) as caught:
        db.query("SELECT sum(a), max(s) FROM t")
    assert caught.value.name == "CHECKSUM_DOESNT_MATCH"
    assert str(file) in str(caught.value) and "all_1_1_0" in str(caught.value)
    db.close()


def test_missing_file_is_named(db: sparktree.Engine) -> None:
    file = data_file(db)
    file.unlink()
    with pytest.raises(sparktree.Error) as caught:
        db.query("SELECT sum(a), max(s) FROM t")
    assert caught.value.name == "NO_FILE_IN_DATA_PART"
    assert str(file) in str(caught.value) and "all_1_1_0" in str(caught.value)
    db.close()


def test_short_file_is_named(db: sparktree.Engine) -> None:
    file = data_file(db)
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(sparktree.Error, match=r"Unexpected size of file .*data\.parquet in part"):
        db.query("SELECT sum(a) FROM t")
    db.close()


def test_rows_survive_a_lost_catalog(db: sparktree.Engine) -> None:
    folder = Path(db.services.storage.folder)
    db.query("CREATE TABLE e (a UInt64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO e VALUES (1)")
    db.query("TRUNCATE TABLE e")
    db.query("INSERT INTO e VALUES (2)")
    db.close()
    for file in folder.glob("catalog.db*"):
        file.unlink()
    found = rebuild_catalog(folder)
    assert (found.tables, found.parts) == (2, 2)
    with sparktree.connect(folder) as again:
        assert again.query("SELECT count(), sum(a) FROM t").text() == "1000\t499500\n"
        assert again.query("SELECT a FROM e").text() == "2\n"
        again.query("INSERT INTO e VALUES (3)")
        names = [part.name for part in again.services.catalog.parts.all() if part.rows == 1]
        assert names == ["all_2_2_0", "all_3_3_0"]


def test_functions_views_and_databases_survive_a_lost_catalog(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with sparktree.connect(folder) as before:
        before.query("CREATE DATABASE d")
        before.query("CREATE VIEW d.v AS SELECT 2 AS x")
        before.query("CREATE FUNCTION twice AS x -> x * 2")
        before.query("CREATE FUNCTION `odd/name` AS x -> x + 1")
        before.query("CREATE FUNCTION gone AS x -> x")
        before.query("CREATE OR REPLACE FUNCTION twice AS x -> (x + x)")
        before.query("DROP FUNCTION gone")
    for file in folder.glob("catalog.db*"):
        file.unlink()
    assert rebuild_catalog(folder).objects == 2
    with sparktree.connect(folder) as again:
        assert again.query("SELECT twice(x), `odd/name`(x) FROM d.v").text() == "4\t3\n"
        with pytest.raises(sparktree.Error, match="UNKNOWN_FUNCTION"):
            again.query("SELECT gone(1)")
