"""What BACKUP and RESTORE do with parts, whatever becomes of tables meanwhile."""

import threading
import time
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import held
from sparktree.errors import Error
from tests.backups.engines import files_below, opened
from tests.storage.crashing import run

_T = (
    "CREATE TABLE t (k UInt32, v String, w Nullable(Float64), INDEX m k TYPE minmax,"
    " PROJECTION p (SELECT v, sum(k) GROUP BY v)) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY k"
)
_FILL = "INSERT INTO t SELECT number, toString(number % 5), number / 3 FROM numbers(100)"
_SUMS = "SELECT count(), sum(k), groupBitXor(cityHash64(v)), sum(w), countIf(w IS NULL) FROM "


def text(db: sparktree.Engine, sql: str) -> str:
    return db.query(sql).text().rstrip("\n")


def failure(db: sparktree.Engine, sql: str) -> str:
    with pytest.raises(Error) as caught:
        db.query(sql)
    return str(caught.value)


def waited(db: sparktree.Engine, id_: str) -> str:
    """The status of what goes on behind its statement, when it has ended."""
    while True:
        status = text(db, f"SELECT status FROM system.backups WHERE id = '{id_}'")
        if not status.endswith(("ING", "CREATING_BACKUP")):
            return status
        time.sleep(0.02)


def test_changed_tables_are_restored_as_they_were(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        for sql in (
            _T,
            _FILL,
            "ALTER TABLE t RENAME COLUMN w TO z",
            "ALTER TABLE t ADD COLUMN n UInt8 DEFAULT k % 7",
            "INSERT INTO t (k, v, z) VALUES (1000, 'é\t', NULL)",
            "ALTER TABLE t UPDATE n = 100 WHERE k < 10 SETTINGS mutations_sync = 1",
            "ALTER TABLE t DELETE WHERE k = 5 SETTINGS mutations_sync = 1",
            "RENAME TABLE t TO u",
        ):
            db.query(sql)
        wanted = text(db, "SELECT * FROM u ORDER BY k")
        db.query("BACKUP TABLE u TO File('b')")
        db.query("TRUNCATE TABLE u")
        db.query("RESTORE TABLE u FROM File('b')")
        db.query("RESTORE TABLE u AS c FROM File('b')")
        for table in ("u", "c"):
            assert text(db, f"SELECT * FROM {table} ORDER BY k") == wanted
            single = "check_query_single_value_result = 1"
            assert text(db, f"CHECK TABLE {table} SETTINGS {single}") == "1"
            assert "p" in text(
                db, f"SELECT name FROM system.projection_parts WHERE table = '{table}'"
            )
        db.query("ALTER TABLE c UPDATE z = 1 WHERE 1 SETTINGS mutations_sync = 1")
        db.query("OPTIMIZE TABLE c FINAL")
        assert text(db, "SELECT sum(z) = count() FROM c") == "1"


def test_a_backup_is_what_the_table_was_when_it_began(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        for sql in (_T, _FILL):
            db.query(sql)
        wanted = text(db, f"{_SUMS} t")
        with held("backup_before_copy") as hold:
            saving = threading.Thread(
                target=db.session().query, args=("BACKUP TABLE t TO File('b')",)
            )
            saving.start()
            assert hold.reached.wait(60)
            db.query("INSERT INTO t SELECT 7, 'new', 1 FROM numbers(10)")
            db.query("ALTER TABLE t DELETE WHERE k < 50 SETTINGS mutations_sync = 1")
            db.query("OPTIMIZE TABLE t FINAL")
            hold.released.set()
            saving.join()
        db.query("RESTORE TABLE t AS r FROM File('b')")
        assert text(db, f"{_SUMS} r") == wanted


def test_values_beside_parts_and_stopped_mutations_are_not_lost_in_silence(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        columns = "enable_block_number_column = 1, enable_block_offset_column = 1"
        db.query(
            f"CREATE TABLE t (k UInt8, v UInt8) ENGINE = MergeTree ORDER BY k SETTINGS {columns}"
        )
        db.query("INSERT INTO t VALUES (1, 1), (2, 2)")
        db.query("SYSTEM STOP MERGES t")
        db.query("UPDATE t SET v = 9 WHERE k = 1")
        refused = failure(db, "BACKUP TABLE t TO File('b')")
        assert "APPLY PATCHES" in refused and "(SUPPORT_IS_DISABLED)" in refused
        db.query("ALTER TABLE t UPDATE v = 8 WHERE k = 2 SETTINGS mutations_sync = 0")
        assert "(CANNOT_BACKUP_TABLE)" in failure(db, "BACKUP TABLE t TO File('b')")
        db.query("SYSTEM START MERGES t")
        db.query("ALTER TABLE t APPLY PATCHES SETTINGS mutations_sync = 1")
        db.query("BACKUP TABLE t TO File('b')")
        db.query("RESTORE TABLE t AS r FROM File('b')")
        assert text(db, "SELECT k, v FROM r ORDER BY k") == "1\t9\n2\t8"
        assert not [name for name in files_below(tmp_path / "saved") if name.endswith(".lock")]


def test_incremental_backups_have_only_what_is_new(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
        db.query("BACKUP TABLE t TO File('full')")
        db.query("INSERT INTO t SELECT number, 'x', NULL FROM numbers(1000, 10)")
        db.query("BACKUP TABLE t TO Disk('backups', 'one') SETTINGS base_backup = File('full')")
        db.query("INSERT INTO t SELECT number, 'y', NULL FROM numbers(2000, 10)")
        db.query(
            "BACKUP TABLE t TO File('two')"
            " SETTINGS base_backup = Disk('backups', 'one'), id = 'second'"
        )
        wanted = text(db, f"{_SUMS} t")
        parts = {path.name for path in (tmp_path / "saved/two/data/default/t").iterdir()}
        assert len(parts) == 2  # those of the last INSERT
        columns = "base_backup_name, num_entries < num_files"
        told = text(db, f"SELECT {columns} FROM system.backups WHERE id = 'second'")
        assert told == "Disk(\\'backups\\', \\'one\\')\t1"
        db.query("RESTORE TABLE t AS r FROM File('two')")
        assert text(db, f"{_SUMS} r") == wanted
        db.query(
            "RESTORE TABLE t AS s FROM File('two') SETTINGS base_backup = Disk('backups', 'one')"
        )
        assert text(db, f"{_SUMS} s") == wanted
        wrong = "RESTORE TABLE t AS w FROM File('two') SETTINGS base_backup = File('full')"
        assert "(WRONG_BASE_BACKUP)" in failure(db, wrong)
        (tmp_path / "saved/full/.backup").unlink()
        assert "(BACKUP_NOT_FOUND)" in failure(db, "RESTORE TABLE t AS w FROM File('two')")


def test_damage_is_found_and_nothing_is_restored(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
        db.query("BACKUP TABLE t TO File('b')")
        victim = max((tmp_path / "saved/b/data").rglob("*.parquet"), key=lambda p: p.stat().st_size)
        data = bytearray(victim.read_bytes())
        data[len(data) // 2] ^= 1
        victim.write_bytes(data)
        refused = failure(db, "RESTORE TABLE t AS r FROM File('b')")
        assert "(BACKUP_DAMAGED)" in refused and victim.name in refused
        assert text(db, "EXISTS TABLE r") == "0"
        before = text(db, f"{_SUMS} t")
        failure(db, "RESTORE TABLE t FROM File('b') SETTINGS allow_non_empty_tables = 1")
        assert text(db, f"{_SUMS} t") == before
        assert not list((tmp_path / "data/store").glob("*/tmp_*"))
        (tmp_path / "saved/b/.backup").write_text("<config><version>1</version></config>")
        assert "(BACKUP_VERSION_NOT_SUPPORTED)" in failure(db, "RESTORE ALL FROM File('b')")
        (tmp_path / "saved/b/.backup").write_text("<config>")
        assert "(BACKUP_DAMAGED)" in failure(db, "RESTORE ALL FROM File('b')")


def test_async_and_its_end_are_seen_and_killed(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
        assert (
            text(db, "BACKUP TABLE t TO File('a') SETTINGS id = 'a' ASYNC") == "a\tCREATING_BACKUP"
        )
        assert waited(db, "a") == "BACKUP_CREATED"
        db.query("RESTORE TABLE t AS r FROM File('a') SETTINGS id = 'r', async = true")
        assert waited(db, "r") == "RESTORED"
        assert text(db, f"{_SUMS} r") == text(db, f"{_SUMS} t")
        with held("backup_before_copy") as hold:
            db.query("BACKUP TABLE t TO File('k') SETTINGS id = 'k' ASYNC")
            assert hold.reached.wait(60)
            query_id = text(db, "SELECT query_id FROM system.backups WHERE id = 'k'")
            assert (
                text(db, f"SELECT count() FROM system.processes WHERE query_id = '{query_id}'")
                == "1"
            )
            db.query(f"KILL QUERY WHERE query_id = '{query_id}'")
            hold.released.set()
        assert waited(db, "k") == "BACKUP_CANCELLED"
        assert not (tmp_path / "saved/k").exists()
        db.query("SYSTEM FLUSH LOGS")
        log = "SELECT status FROM system.backup_log WHERE id = 'k' ORDER BY event_time_microseconds"
        assert text(db, log) == "CREATING_BACKUP\nBACKUP_CANCELLED"


@pytest.mark.parametrize(
    "point",
    ["backup_after_lock", "backup_before_copy", "backup_after_copy", "backup_before_commit"],
)
def test_a_killed_backup_is_none_and_its_place_is_free_again(tmp_path: Path, point: str) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
    assert run(tmp_path, ["BACKUP TABLE t TO File('b')"], point) == -9
    with opened(tmp_path) as db:
        assert files_below(tmp_path / "saved") == []
        assert "(BACKUP_NOT_FOUND)" in failure(db, "RESTORE TABLE t AS r FROM File('b')")
        statuses = "SELECT status FROM system.backup_log WHERE status NOT LIKE 'RESTOR%'"
        assert text(db, statuses).split()[-1] == "BACKUP_FAILED"
        db.query("BACKUP TABLE t TO File('b')")
        db.query("RESTORE TABLE t AS r FROM File('b')")
        assert text(db, f"{_SUMS} r") == text(db, f"{_SUMS} t")


def test_a_backup_that_was_complete_when_its_process_died_is_one(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
    assert run(tmp_path, ["BACKUP TABLE t TO File('b')"], "backup_after_commit") == -9
    with opened(tmp_path) as db:
        db.query("RESTORE TABLE t AS r FROM File('b')")
        assert text(db, f"{_SUMS} r") == text(db, f"{_SUMS} t")
        assert not (tmp_path / "saved/b/.lock").exists()


@pytest.mark.parametrize(
    ("point", "whole"),
    [
        ("restore_after_create", False),
        ("restore_after_copy", False),
        ("restore_after_commit", False),
        ("restore_after_show", True),
    ],
)
def test_a_killed_restore_leaves_tables_whole_or_not_at_all(
    tmp_path: Path, point: str, whole: bool
) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
        db.query("BACKUP TABLE t TO File('b')")
    assert run(tmp_path, ["RESTORE TABLE t AS r FROM File('b')"], point) == -9
    with opened(tmp_path) as db:
        assert text(db, "EXISTS TABLE r") == str(int(whole))
        if not whole:
            assert len(list((tmp_path / "data/store").iterdir())) == 1  # the folder of `t`
            db.query("RESTORE TABLE t AS r FROM File('b')")
        assert text(db, f"{_SUMS} r") == text(db, f"{_SUMS} t")


def test_rights_are_clickhouses(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        db.query(_T)
        db.query(_FILL)
        db.query("CREATE USER u")
        session = db.login("u")

        def denied(sql: str) -> str:
            with pytest.raises(Error) as caught:
                session.query(sql)
            return str(caught.value)

        assert "BACKUP ON default.t. (ACCESS_DENIED)" in denied("BACKUP TABLE t TO File('b')")
        assert "BACKUP ON default.*" in denied("BACKUP DATABASE default TO File('b')")
        db.query("GRANT BACKUP ON default.t TO u")
        assert "WRITE ON FILE" in denied("BACKUP TABLE t TO File('b')")
        db.query("GRANT WRITE ON FILE TO u")
        session.query("BACKUP TABLE t TO File('b')")
        assert "READ ON FILE" in denied("RESTORE TABLE t AS r FROM File('b')")
        db.query("GRANT READ ON FILE TO u")
        assert "CREATE TABLE ON default.r" in denied("RESTORE TABLE t AS r FROM File('b')")
        db.query("GRANT CREATE TABLE ON default.r TO u")
        assert "INSERT ON default.r" in denied("RESTORE TABLE t AS r FROM File('b')")
        assert text(db, "EXISTS TABLE r") == "0"
        db.query("GRANT INSERT ON default.r TO u")
        session.query("RESTORE TABLE t AS r FROM File('b')")
        db.query("CREATE ROLE strong")
        db.query("GRANT SELECT ON other.* TO strong")
        db.query("BACKUP TABLE system.roles TO File('roles')")
        db.query("DROP ROLE strong")
        assert "CREATE ROLE" in denied("RESTORE TABLE system.roles FROM File('roles')")
        db.query("GRANT CREATE ROLE ON *.* TO u")
        assert "SELECT ON other.*" in denied("RESTORE TABLE system.roles FROM File('roles')")
        db.query("GRANT SELECT ON other.* TO u WITH GRANT OPTION")
        session.query("RESTORE TABLE system.roles FROM File('roles')")


def test_users_come_back_with_their_roles(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        for sql in (
            "CREATE USER u IDENTIFIED BY 'secret-of-u'",
            "CREATE ROLE r",
            "GRANT SELECT ON d.* TO r",
            "GRANT r TO u",
            "CREATE FUNCTION plus_one AS x -> x + 1",
            "BACKUP TABLE system.users, TABLE system.roles, TABLE system.functions TO File('b')",
            "DROP USER u",
            "DROP ROLE r",
            "CREATE ROLE r",  # with another id
            "DROP FUNCTION plus_one",
            "RESTORE TABLE system.users, TABLE system.functions FROM File('b')",
        ):
            db.query(sql)
        assert text(db, "SELECT plus_one(1)") == "2"
        db.login("u", "secret-of-u")
        db.query("RESTORE TABLE system.roles FROM File('b') SETTINGS create_access = 'replace'")
        assert text(db, "SHOW GRANTS FOR r") == "GRANT SELECT ON d.* TO r"
        for path in (tmp_path / "saved").rglob("*"):
            assert not path.is_file() or b"secret-of-u" not in path.read_bytes()
