"""Backups onto disks of objects, and of tables that lie on such disks and on wrappers."""

from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.backups.engines import allowed, files_below
from tests.storage.object_storages import s3
from tests.storage.storages import connected, local
from tests.stores.servers import Bucket

_SUMS = "SELECT count(), sum(k), groupBitXor(cityHash64(v)) FROM "
_DISKS = ("obj", "cached", "hidden", "hidden_obj")
_PLAIN_TEXT = b"known words in plain"


def opened(folder: Path, **more: str) -> sparktree.Engine:
    """Disks of every kind; backups may go to `backups` and `plain`."""
    key = "<key>1234567812345678</key>"
    cache = f"<path>{folder}/cache/</path><max_size>1Mi</max_size>"
    disks = {
        **local(folder, "backups"),
        "obj": f"<type>local_blob_storage</type><path>{folder}/obj/</path>",
        "cached": f"<type>cache</type><disk>obj</disk>{cache}",
        "hidden": f"<type>encrypted</type><disk>backups</disk><path>hidden/</path>{key}",
        "hidden_obj": f"<type>encrypted</type><disk>obj</disk><path>hidden/</path>{key}",
        **more,
    }
    places = allowed(folder).replace("</backups>", "<allowed_disk>plain</allowed_disk></backups>")
    return connected(folder, disks, more=places)


def filled(db: sparktree.Engine, name: str, disk: str) -> str:
    """A table with several parts, a changed one and a patched one; what is in it."""
    db.query(
        f"CREATE TABLE {name} (k UInt32, v String, INDEX i k TYPE minmax) ENGINE = MergeTree"
        f" ORDER BY k PARTITION BY k % 2 SETTINGS disk = '{disk}'"
    )
    text = _PLAIN_TEXT.decode()
    db.query(f"INSERT INTO {name} SELECT number, '{text} ' || number FROM numbers(100)")
    db.query(f"INSERT INTO {name} SELECT number, '{text} ' || number FROM numbers(500, 100)")
    db.query(f"ALTER TABLE {name} UPDATE v = 'new' WHERE k = 7 SETTINGS mutations_sync = 1")
    return db.query(f"{_SUMS} {name}").text()


def test_tables_on_every_kind_of_disk_come_back(tmp_path: Path) -> None:
    names = [f"t_{disk}" for disk in _DISKS]
    tables = ", ".join(f"TABLE {name}" for name in names)
    with opened(tmp_path) as db:
        wanted = {name: filled(db, name, name[2:]) for name in names}
        db.query(f"BACKUP {tables} TO File('one')")
        db.query(f"BACKUP {tables} TO Disk('backups', 'two')")
        for source in ("File('one')", "Disk('backups', 'two')"):
            for name in names:
                db.query(f"DROP TABLE {name} SYNC")
            db.query(f"RESTORE {tables} FROM {source}")
            for name in names:
                assert db.query(f"{_SUMS} {name}").text() == wanted[name], (name, source)
                shown = f"SELECT DISTINCT disk_name FROM system.parts WHERE table = '{name}'"
                assert db.query(shown).text() == f"{name[2:]}\n"
        db.query("INSERT INTO t_obj VALUES (10000, 'more')")  # they are whole tables again
        db.query("OPTIMIZE TABLE t_obj FINAL")
        assert db.query("SELECT count() FROM t_obj").text() == "201\n"
    # What is encrypted is so on its disk after RESTORE as well.
    for folder in (tmp_path / "backups" / "hidden", tmp_path / "obj" / "hidden"):
        files = [folder / name for name in files_below(folder) if (folder / name).is_file()]
        assert files
        assert not any(_PLAIN_TEXT in file.read_bytes() for file in files)
    with opened(tmp_path) as db:
        assert db.query(f"{_SUMS} t_hidden").text() == wanted["t_hidden"]


def save_and_restore(db: sparktree.Engine) -> None:
    """A full and an incremental backup onto the disk `plain`, and what comes back from them."""
    wanted = filled(db, "t", "default")
    db.query("BACKUP TABLE t TO Disk('plain', 'x')")
    db.query("INSERT INTO t VALUES (9000, 'later')")
    later = db.query(f"{_SUMS} t").text()
    db.query("BACKUP TABLE t TO Disk('plain', 'y') SETTINGS base_backup = Disk('plain', 'x')")
    with pytest.raises(Error) as refused:
        db.query("BACKUP TABLE t TO Disk('plain', 'x')")
    assert refused.value.name == "BACKUP_ALREADY_EXISTS"
    db.query("DROP TABLE t SYNC")
    db.query("RESTORE TABLE t FROM Disk('plain', 'x')")
    db.query("RESTORE TABLE t AS u FROM Disk('plain', 'y')")
    assert db.query(f"{_SUMS} t").text() == wanted
    assert db.query(f"{_SUMS} u").text() == later
    with pytest.raises(Error) as refused:
        db.query("RESTORE TABLE t FROM Disk('plain', 'z')")
    assert refused.value.name == "BACKUP_NOT_FOUND"


@pytest.mark.requirement("MT.DiskType.S3Plain")
def test_a_plain_bucket_takes_backups_and_no_rows(tmp_path: Path, bucket: Bucket) -> None:
    plain = s3(bucket).replace("<type>s3<", "<type>s3_plain<")
    with opened(tmp_path, plain=plain) as db:
        save_and_restore(db)
        keys = bucket.objects("root/x/")
        assert "root/x/.backup" in keys
        assert "root/x/.lock" not in keys
        db.query("CREATE TABLE p (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS disk = 'plain'")
        with pytest.raises(Error) as refused:
            db.query("INSERT INTO p VALUES (1)")
        assert refused.value.name == "TABLE_IS_PERMANENTLY_READ_ONLY"
        db.query("DROP TABLE p SYNC")
        shown = db.query("SELECT metadata_type FROM system.disks WHERE name = 'plain'").text()
        assert shown == "Plain\n"
    with opened(tmp_path, plain=plain) as db:
        db.query("DROP TABLE t SYNC")
        db.query("RESTORE TABLE t FROM Disk('plain', 'x')")
        assert db.query("SELECT count() FROM t").text() == "200\n"


@pytest.mark.parametrize("metadata", ["local", "plain", "plain_rewritable"])
def test_disks_of_files_as_objects_take_backups(tmp_path: Path, metadata: str) -> None:
    inside = (
        "<type>object_storage</type><object_storage_type>local_blob_storage</object_storage_type>"
        f"<metadata_type>{metadata}</metadata_type><path>{tmp_path}/plain/</path>"
    )
    with opened(tmp_path, plain=inside) as db:
        save_and_restore(db)
