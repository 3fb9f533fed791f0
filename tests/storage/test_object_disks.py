"""Tables whose parts are objects: everything that MergeTree does, and what is left after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.recovery.rebuild import rebuild_catalog
from sparktree.errors import Error
from sparktree.settings.config import load_config
from tests.storage.crashing import run
from tests.storage.object_storages import MARKER, Objects, files_below, s3
from tests.storage.storages import connected, disks_of
from tests.stores.servers import Bucket

COLUMNS = (
    "(p UInt8, k UInt32, s String, v UInt64,"
    " PROJECTION j (SELECT s, sum(v) GROUP BY s), INDEX i v TYPE minmax)"
)
SETTINGS = (
    "old_parts_lifetime = 480, min_bytes_for_wide_part = 0, enable_block_number_column = 1,"
    " enable_block_offset_column = 1, lightweight_mutation_projection_mode = 'rebuild'"
)
TOTAL = "SELECT count(), sum(v), sum(k), sum(cityHash64(s)) FROM {}"
GROUPS = "SELECT s, sum(v) FROM {} GROUP BY s ORDER BY s"


def create(db: sparktree.Engine, name: str, where: str = "disk = 'obj'") -> None:
    db.query(
        f"CREATE TABLE {name} {COLUMNS} ENGINE = MergeTree PARTITION BY p ORDER BY k"
        f" SETTINGS {where}, {SETTINGS}"
    )


def insert(db: sparktree.Engine, name: str, partition: int, first: int, count: int = 20) -> None:
    db.query(
        f"INSERT INTO {name} SELECT {partition}, number, toString(number % 3), number * 2"
        f" FROM numbers({first}, {count})"
    )


def both(db: sparktree.Engine, statement: str) -> None:
    """The statement on the table of objects and on a table of files."""
    for name in ("t", "twin"):
        db.query(statement.format(name))


def same(db: sparktree.Engine) -> None:
    """Both tables say the same, read by rows, by the projection and by the index."""
    for query in (TOTAL, GROUPS, "SELECT * FROM {} WHERE v = 26 ORDER BY ALL"):
        assert db.query(query.format("t")).text() == db.query(query.format("twin")).text()


@pytest.mark.requirement("MT.Dev.TermDisk", "MT.S3Disk.ExternalTypes")
def test_tables_of_objects_do_what_tables_of_files_do(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        create(db, "twin", "disk = 'd1'")
        for name in ("t", "twin"):
            insert(db, name, 1, 0)
            insert(db, name, 1, 20)
            insert(db, name, 2, 0)
        same(db)
        both(db, "OPTIMIZE TABLE {} PARTITION 1 FINAL")
        same(db)
        both(db, "ALTER TABLE {} UPDATE v = v + 1 WHERE k < 5 SETTINGS mutations_sync = 1")
        same(db)
        both(db, "UPDATE {} SET v = 7 WHERE k = 11")
        same(db)
        both(db, "DELETE FROM {} WHERE k = 3")
        same(db)
        both(db, "ALTER TABLE {} DELETE WHERE k = 4 SETTINGS mutations_sync = 1")
        both(db, "ALTER TABLE {} CLEAR COLUMN s IN PARTITION 2 SETTINGS mutations_sync = 1")
        both(db, "ALTER TABLE {} ADD COLUMN e UInt8 DEFAULT k % 7")
        both(db, "ALTER TABLE {} MATERIALIZE COLUMN e SETTINGS mutations_sync = 1")
        same(db)
        both(db, "OPTIMIZE TABLE {} FINAL")
        same(db)
        assert db.query("SELECT sum(e) FROM t").text() == db.query("SELECT sum(e) FROM twin").text()
        assert db.query("CHECK TABLE t", {"check_query_single_value_result": 1}).text() == "1\n"
    with objects.open() as db:
        same(db)
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def test_large_parts_are_made_of_what_several_tasks_wrote(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        create(db, "twin", "disk = 'd1'")
        for name in ("t", "twin"):
            for first in (0, 300_000):
                insert(db, name, 1, first, 300_000)
        both(db, "OPTIMIZE TABLE {} FINAL SETTINGS max_threads = 2")
        same(db)
        both(db, "ALTER TABLE {} UPDATE s = s || 'x' WHERE k % 2 = 0 SETTINGS mutations_sync = 1")
        same(db)
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.S3")
def test_parts_share_objects_until_nobody_names_them(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        create(db, "u")
        insert(db, "t", 1, 0)
        insert(db, "t", 2, 0)
        before = objects.data()
        total = db.query(TOTAL.format("t")).text()
        db.query("ALTER TABLE u REPLACE PARTITION 1 FROM t")
        db.query("ALTER TABLE u ATTACH PARTITION 2 FROM t")
        db.query("ALTER TABLE t FREEZE WITH NAME 'kept'")
        assert objects.data() == before
        db.query("DROP TABLE t SYNC")
        assert objects.data() == before
        assert db.query(TOTAL.format("u")).text() == total
        assert db.query("CHECK TABLE u", {"check_query_single_value_result": 1}).text() == "1\n"
    with objects.open() as db:
        assert db.query(TOTAL.format("u")).text() == total
        db.query("DROP TABLE u SYNC")
        assert objects.data() == before  # the backup has them


def test_the_backup_of_a_dropped_partition_is_the_last_to_name_its_objects(
    objects: Objects,
) -> None:
    with objects.open() as db:
        create(db, "t")
        insert(db, "t", 1, 0)
        before = objects.data()
        db.query("ALTER TABLE t FREEZE PARTITION 1 WITH NAME 'b'")
        db.query("ALTER TABLE t MODIFY SETTING old_parts_lifetime = 0")
        db.query("ALTER TABLE t DROP PARTITION 1")
        assert objects.data() == before
        db.query("ALTER TABLE t UNFREEZE PARTITION 1 WITH NAME 'b'")
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def test_a_column_that_is_written_anew_frees_the_old_one(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        insert(db, "t", 1, 0)
        before = objects.data()
        db.query("ALTER TABLE t UPDATE v = 1 WHERE k < 10 SETTINGS mutations_sync = 1")
        db.query("ALTER TABLE t MODIFY SETTING old_parts_lifetime = 0")
        insert(db, "t", 2, 0, 1)
        kept = {key for key in before if key.endswith(("/k.parquet", "/s.parquet"))}
        assert kept <= objects.data()
        assert db.query("SELECT sum(v) FROM t WHERE p = 1 AND k < 10").text() == "10\n"


def test_detached_parts_come_back(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        insert(db, "t", 1, 0)
        insert(db, "t", 2, 0)
        total, before = db.query(TOTAL.format("t")).text(), objects.data()
        db.query("ALTER TABLE t DETACH PARTITION 1")
        assert db.query("SELECT count() FROM t").text() == "20\n"
        shown = "SELECT name, disk, reason FROM system.detached_parts WHERE table = 't'"
        assert db.query(shown).text() == "1_1_1_0\tobj\t\n"
    with objects.open() as db:
        db.query("ALTER TABLE t ATTACH PARTITION 1")
        assert db.query(TOTAL.format("t")).text() == total
        assert objects.data() == before
        db.query("ALTER TABLE t DETACH PART '2_2_2_0'")
        db.query("ALTER TABLE t DROP DETACHED PARTITION ALL SETTINGS allow_drop_detached = 1")
        assert db.query("SELECT count() FROM t").text() == "20\n"
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def test_a_detached_part_without_its_files_is_marked(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        insert(db, "t", 1, 0)
        db.query("ALTER TABLE t DETACH PART '1_1_1_0'")
        (lost,) = [key for key in objects.data() if key.endswith("/v.parquet")]
        objects.lose(lost)
        with pytest.raises(Error) as refused:
            db.query("ALTER TABLE t ATTACH PART '1_1_1_0'")
        assert refused.value.name == "NO_FILE_IN_DATA_PART"
        shown = "SELECT name, reason FROM system.detached_parts WHERE table = 't'"
        assert db.query(shown).text() == "broken_1_1_1_0\tbroken\n"
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def test_parts_move_to_objects_and_back(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t", "storage_policy = 'tiers'")
        insert(db, "t", 1, 0)
        insert(db, "t", 2, 0)
        total = db.query(TOTAL.format("t")).text()
        db.query("ALTER TABLE t MOVE PARTITION 1 TO VOLUME 'cold'")
        db.query("ALTER TABLE t UPDATE s = '' WHERE p = 1 SETTINGS mutations_sync = 1")
        db.query("ALTER TABLE t UPDATE s = toString(k % 3) WHERE 1 SETTINGS mutations_sync = 1")
        assert [disk for _, disk in disks_of(db, "t")] == ["obj", "d1"]
        assert db.query(TOTAL.format("t")).text() == total
        db.query("ALTER TABLE t MOVE PARTITION 1 TO DISK 'd1'")
        assert [disk for _, disk in disks_of(db, "t")] == ["d1", "d1"]
        assert db.query(TOTAL.format("t")).text() == total
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def test_a_lost_catalog_is_made_of_what_the_objects_say(objects: Objects) -> None:
    with objects.open() as db:
        create(db, "t")
        create(db, "u")
        insert(db, "t", 1, 0)
        insert(db, "t", 1, 20)
        insert(db, "t", 2, 0)
        insert(db, "t", 3, 0)
        db.query("OPTIMIZE TABLE t PARTITION 1 FINAL")
        db.query("ALTER TABLE t UPDATE v = v + 1 WHERE k < 5 SETTINGS mutations_sync = 1")
        db.query("ALTER TABLE u REPLACE PARTITION 2 FROM t")
        db.query("ALTER TABLE t FREEZE PARTITION 2 WITH NAME 'b'")
        db.query("ALTER TABLE t DETACH PARTITION 3")
        db.query("ALTER TABLE t DROP PARTITION 2")
        expected = [db.query(TOTAL.format(name)).text() for name in ("t", "u")]
    for file in (objects.folder / "data").glob("catalog.db*"):
        file.unlink()
    config = load_config(str(objects.folder / "config.xml"))
    assert rebuild_catalog(objects.folder / "data", config=config).parts == 2
    with objects.open() as db:
        assert [db.query(TOTAL.format(name)).text() for name in ("t", "u")] == expected
        db.query("ALTER TABLE t ATTACH PARTITION 3")
        assert db.query("SELECT count() FROM t").text() == "60\n"
        db.query("DROP TABLE t SYNC")
        assert db.query(TOTAL.format("u")).text() == expected[1]
        db.query("DROP TABLE u SYNC")
        assert {key.split("/")[0] for key in objects.rest()} == {"shadow", "store"}


OPTIMIZE = "OPTIMIZE TABLE t PARTITION 1 FINAL"
UPDATE = "ALTER TABLE t UPDATE v = 0 WHERE 1 SETTINGS mutations_sync = 1"
REPLACE = "ALTER TABLE u REPLACE PARTITION 1 FROM t"
MOVE = "ALTER TABLE t MOVE PARTITION 1 TO DISK 'd1'"
MOVE_THERE = "ALTER TABLE near MOVE PARTITION 1 TO DISK 'obj'"
STEPS = [
    ("INSERT INTO t SELECT 1, number, '', 1 FROM numbers(9)", "insert_before_commit", False),
    (OPTIMIZE, "merge_before_write", False),
    (OPTIMIZE, "merge_after_write", False),
    (OPTIMIZE, "merge_before_commit", False),
    (OPTIMIZE, "merge_after_commit", True),
    (UPDATE, "mutation_before_write", False),
    (UPDATE, "mutation_after_write", False),
    (UPDATE, "mutation_before_commit", False),
    (UPDATE, "mutation_after_commit", True),
    (REPLACE, "partition_after_allocate", False),
    (REPLACE, "partition_after_link", False),
    (REPLACE, "partition_before_commit", False),
    (REPLACE, "partition_after_commit", True),
    (MOVE, "move_after_prepare", False),
    (MOVE, "move_after_copy", False),
    (MOVE, "partition_before_commit", False),
    (MOVE, "partition_after_commit", True),
    (MOVE, "move_after_delete", True),
    (MOVE_THERE, "move_after_prepare", False),
    (MOVE_THERE, "move_after_copy", False),
    (MOVE_THERE, "move_after_rename", False),
    (MOVE_THERE, "partition_before_commit", False),
    (MOVE_THERE, "partition_after_commit", True),
    ("ALTER TABLE t DETACH PARTITION 1", "partition_after_copy", False),
    ("ALTER TABLE t FREEZE WITH NAME 'b'", "partition_after_copy", False),
]


def _shown(kind: str, statement: str, point: str, done: bool) -> str:
    return f"{kind}-{statement.partition(' PARTITION')[0]}-{point}"


def places() -> Iterator[object]:
    """Every step over a bucket, and those that leave most over files of this machine."""
    chosen = ("insert_before_commit", "merge_before_commit", "partition_after_link")
    for kind in ("s3", "local_blob_storage"):
        steps = STEPS if kind == "s3" else (step for step in STEPS if step[1] in chosen)
        yield from (pytest.param(kind, *step, id=_shown(kind, *step)) for step in steps)


@pytest.mark.parametrize(
    ("objects", "statement", "point", "done"), list(places()), indirect=["objects"]
)
def test_a_killed_process_leaves_no_objects(
    objects: Objects, statement: str, point: str, done: bool
) -> None:
    with objects.open() as db:
        create(db, "t", "storage_policy = 'back'")
        create(db, "u", "storage_policy = 'back'")
        create(db, "near", "storage_policy = 'tiers'")
        insert(db, "near", 1, 0)
        insert(db, "t", 1, 0)
        insert(db, "t", 1, 20)
        insert(db, "u", 1, 40)
        total, near = (db.query(TOTAL.format(name)).text() for name in ("t", "near"))
    before = set(objects.rest())
    assert run(objects.folder, ["SYSTEM STOP MERGES u", statement], point) == -9
    with objects.open() as db:
        if not done and "UPDATE" not in statement:
            assert db.query(TOTAL.format("t")).text() == total
            assert set(objects.rest()) == before
        for name in ("t", "u", "near"):
            check = f"CHECK TABLE {name}"
            assert db.query(check, {"check_query_single_value_result": 1}).text() == "1\n"
        assert db.query(TOTAL.format("near")).text() == near
        for name in ("t", "u", "near"):
            db.query(f"DROP TABLE {name} SYNC")
        # Tasks of a mutation that DROP ended write a while longer: that goes with the engine.
        if "UPDATE" not in statement:
            assert objects.rest() == []
            assert files_below(objects.folder / "d1") == [MARKER]
    assert objects.rest() == []
    assert files_below(objects.folder / "d1") == [MARKER]


READ_ONLY = ("TABLE_IS_PERMANENTLY_READ_ONLY", "Table is read-only")
IMMUTABLE = ("SUPPORT_IS_DISABLED", "Mutations are not supported for immutable disk 'd'")
FIXED = (
    "SUPPORT_IS_DISABLED",
    "ALTER TABLE commands are not supported on immutable disk 'd', except for setting and comment"
    " alteration",
)


def declared(folder: Path, metadata: str) -> str:
    """A disk of files that takes no changes, as ClickHouse has it."""
    return (
        "disk = disk(name = 'd', type = object_storage, object_storage_type = 'local',"
        f" metadata_type = '{metadata}', path = '{folder}/custom/')"
    )


def refused(db: sparktree.Engine, statement: str) -> tuple[str, str]:
    with pytest.raises(Error) as error:
        db.query(statement)
    return error.value.name, error.value.message.rstrip(".")


@pytest.mark.requirement("MT.DiskType.S3PlainRewritable")
def test_rewritable_disks_take_new_parts_and_no_changes(tmp_path: Path) -> None:
    base = f"<custom_local_disks_base_directory>{tmp_path}/</custom_local_disks_base_directory>"
    with connected(tmp_path, {}, more=base) as db:
        create(db, "t", declared(tmp_path, "plain_rewritable"))
        insert(db, "t", 1, 0)
        insert(db, "t", 1, 20)
        db.query("OPTIMIZE TABLE t FINAL")
        total = db.query(TOTAL.format("t")).text()
        assert refused(db, "ALTER TABLE t UPDATE s = 'y' WHERE 1") == IMMUTABLE
        assert refused(db, "alter table t delete where k = 1") == IMMUTABLE
        assert refused(db, "DELETE FROM t WHERE k = 1") == IMMUTABLE
        assert refused(db, "UPDATE t SET v = 1 WHERE k = 1") == IMMUTABLE
        assert refused(db, "ALTER TABLE t ADD COLUMN z UInt8") == FIXED
        assert refused(db, "ALTER TABLE t DROP COLUMN s") == FIXED
        for words, shown in (("FREEZE", "ALL"), ("FREEZE PARTITION 1", "PARTITION")):
            assert refused(db, f"ALTER TABLE t {words}") == (
                "SUPPORT_IS_DISABLED",
                f"Partition operation ALTER TABLE FREEZE {shown} is not supported for disk 'd'",
            )
        db.query("ALTER TABLE t DETACH PARTITION 1")
        db.query("ALTER TABLE t ATTACH PARTITION 1")
        db.query("ALTER TABLE t MODIFY SETTING old_parts_lifetime = 1")
        db.query("CREATE TABLE u AS t")
        db.query("ALTER TABLE u REPLACE PARTITION 1 FROM t")
        assert db.query(TOTAL.format("u")).text() == total
        shown = "SELECT type, object_storage_type, metadata_type FROM system.disks WHERE name = 'd'"
        assert db.query(shown).text() == "ObjectStorage\tLocal\tPlainRewritable\n"


def test_plain_disks_take_no_rows(tmp_path: Path) -> None:
    base = f"<custom_local_disks_base_directory>{tmp_path}/</custom_local_disks_base_directory>"
    with connected(tmp_path, {}, more=base) as db:
        create(db, "t", declared(tmp_path, "plain"))
        closed = ("TABLE_IS_PERMANENTLY_READ_ONLY", "Table is in readonly mode")
        assert refused(db, "INSERT INTO t VALUES (1, 1, '', 1)") == closed
        assert refused(db, "OPTIMIZE TABLE t FINAL") == closed
        for words in ("UPDATE v = 1 WHERE 1", "FREEZE", "DETACH PARTITION 0", "ADD COLUMN z UInt8"):
            assert refused(db, f"ALTER TABLE t {words}") == READ_ONLY
        assert db.query("SELECT count() FROM t").text() == "0\n"
        assert db.query("SELECT is_write_once FROM system.disks WHERE name = 'd'").text() == "1\n"
        db.query("DROP TABLE t SYNC")


def test_rows_that_are_old_get_to_objects(objects: Objects) -> None:
    with objects.open() as db:
        db.query("SYSTEM STOP MERGES")
        db.query(
            "CREATE TABLE t (d DateTime, k UInt32) ENGINE = MergeTree ORDER BY k"
            " TTL d + INTERVAL 1 DAY TO DISK 'obj' SETTINGS storage_policy = 'tiers'"
        )
        db.query("INSERT INTO t SELECT now() - INTERVAL 2 DAY, number FROM numbers(10)")
        db.query("INSERT INTO t SELECT now(), number FROM numbers(10)")
        assert [disk for _, disk in disks_of(db, "t")] == ["obj", "d1"]
        db.query("SYSTEM START MERGES")
        db.query("OPTIMIZE TABLE t FINAL")
        assert [disk for _, disk in disks_of(db, "t")] == ["obj"]
        assert db.query("SELECT count(), sum(k) FROM t").text() == "20\t90\n"


def test_objects_may_be_encrypted(tmp_path: Path, bucket: Bucket) -> None:
    keys = "<type>encrypted</type><disk>obj</disk><path>e/</path><key>1234567812345678</key>"
    with connected(tmp_path, {"obj": s3(bucket), "enc": keys}) as db:
        create(db, "t", "disk = 'enc'")
        create(db, "twin", "disk = 'default'")
        for name in ("t", "twin"):
            insert(db, name, 1, 0)
            insert(db, name, 1, 20)
        both(db, "OPTIMIZE TABLE {} FINAL")
        both(db, "ALTER TABLE {} UPDATE s = 'findme' WHERE k < 5 SETTINGS mutations_sync = 1")
        same(db)
        db.query("ALTER TABLE t DETACH PARTITION 1")
        db.query("ALTER TABLE t ATTACH PARTITION 1")
        same(db)
        for file in (bucket.folder / "root" / "e" / "store").rglob("*"):
            assert file.is_dir() or b"findme" not in file.read_bytes()
        db.query("DROP TABLE t SYNC")
        below = files_below(bucket.folder / "root")
        assert sorted(path.rpartition("/")[2] for path in below) == ["sparktree-disk.json"] * 2
