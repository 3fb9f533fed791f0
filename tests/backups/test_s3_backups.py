"""Backups in a bucket, and that nobody is told the keys."""

from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.backups.engines import files_below, opened
from tests.storage.crashing import run
from tests.stores.servers import KEY, SECRET, Bucket

_T = "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k"
_FILL = "INSERT INTO t SELECT number, toString(number) FROM numbers(100)"
_SUMS = "SELECT count(), sum(k), groupBitXor(cityHash64(v)) FROM "


def place(bucket: Bucket, path: str) -> str:
    return f"S3('{bucket.url}/{path}', '{KEY}', '{SECRET}')"


def filled(db: sparktree.Engine) -> str:
    db.query(_T)
    db.query(_FILL)
    return db.query(f"{_SUMS} t").text()


def test_backups_in_a_bucket_are_restored_and_nobody_sees_the_key(
    tmp_path: Path, bucket: Bucket, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path) as db:
        filled(db)
        db.query(f"BACKUP TABLE t TO {place(bucket, 'full')}")
        db.query("INSERT INTO t SELECT number, 'new' FROM numbers(1000, 5)")
        wanted = db.query(f"{_SUMS} t").text()
        base = f"SETTINGS base_backup = {place(bucket, 'full')}"
        db.query(f"BACKUP TABLE t TO {place(bucket, 'inc')} {base}")
        db.query(f"RESTORE TABLE t AS r FROM {place(bucket, 'inc')}")  # the base by the same keys
        assert db.query(f"{_SUMS} r").text() == wanted
        with pytest.raises(Error, match="BACKUP_ALREADY_EXISTS") as refused:
            db.query(f"BACKUP TABLE t TO {place(bucket, 'full')}")
        assert SECRET not in str(refused.value)
        with pytest.raises(Error, match="BACKUP_NOT_FOUND"):
            db.query(f"RESTORE TABLE t FROM {place(bucket, 'none')}")
        with pytest.raises(Error, match="Password is not applicable"):
            db.query(f"BACKUP TABLE t TO File('p') SETTINGS password = 'pw-{SECRET}'")
        db.query("SYSTEM FLUSH LOGS")
        for log in ("backups", "backup_log", "query_log", "processes", "errors"):
            shown = db.query(f"SELECT * FROM system.{log} FORMAT JSONEachRow").text()
            assert SECRET not in shown
    assert SECRET not in caplog.text
    for path in bucket.folder.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes()


def test_the_place_of_a_killed_backup_is_free_again(tmp_path: Path, bucket: Bucket) -> None:
    with opened(tmp_path) as db:
        wanted = filled(db)
    backup = f"BACKUP TABLE t TO {place(bucket, 'b')}"
    assert run(tmp_path, [backup], "backup_before_commit") == -9
    with opened(tmp_path) as db:
        with pytest.raises(Error, match="BACKUP_NOT_FOUND"):
            db.query(f"RESTORE TABLE t AS r FROM {place(bucket, 'b')}")
        db.query(backup)
        db.query(f"RESTORE TABLE t AS r FROM {place(bucket, 'b')}")
        assert db.query(f"{_SUMS} r").text() == wanted


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, bucket: Bucket) -> None:
    with opened(tmp_path) as db:
        filled(db)
        with pytest.raises(Error) as refused:
            db.query(f"BACKUP TABLE t TO S3('{bucket.url}/b', '{KEY}', 'wrong-{SECRET}')")
        assert SECRET not in str(refused.value)
        status = db.query("SELECT status FROM system.backups").text()
        assert status == "BACKUP_FAILED\n"
        assert files_below(tmp_path / "saved") == []
