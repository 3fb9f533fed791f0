"""UPDATE: at once, also while the background is stopped, and never one over another."""

import threading

import pytest

import sparktree
from sparktree.engines.storage.faults import held

TABLE = (
    "CREATE TABLE t (k UInt32, p UInt8, v UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k"
    " SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"
)


@pytest.fixture
def db(engine: sparktree.Engine) -> sparktree.Engine:
    engine.query(TABLE)
    engine.query("INSERT INTO t SELECT number, number % 2, 0 FROM numbers(10)")
    return engine


def names(db: sparktree.Engine) -> list[str]:
    found = db.query("SELECT name FROM system.parts WHERE active AND table = 't' ORDER BY name")
    return [row[0] for row in found.rows()]


def test_while_merges_are_stopped(db: sparktree.Engine) -> None:
    db.query("SYSTEM STOP MERGES")
    db.query("UPDATE t SET v = 5 WHERE k IN (2, 4)")
    assert db.query("SELECT sum(v), countIf(v = 5) FROM t").rows() == [(10, 2)]
    assert db.query("SELECT count() FROM system.mutations").rows() == [(0,)]
    *parts, patch = names(db)
    assert parts == ["0_1_1_0", "1_2_2_0"]
    assert patch.startswith("patch-") and patch.endswith("-0_4_4_0_3")  # of one partition
    db.query("UPDATE t SET v = 6 WHERE k = 1000")
    assert names(db) == [*parts, patch]
    db.query("SYSTEM START MERGES")
    db.query("OPTIMIZE TABLE t FINAL")
    assert db.query("SELECT sum(v), countIf(v = 5) FROM t").rows() == [(10, 2)]


def test_it_comes_after_a_mutation_without_waiting(db: sparktree.Engine) -> None:
    db.query("SYSTEM STOP MERGES")
    db.query("ALTER TABLE t UPDATE v = 1 WHERE 1", settings={"mutations_sync": 0})
    db.query("UPDATE t SET v = v * 10 + 2 WHERE k < 5")
    shown = "SELECT countIf(v = 2), countIf(v = 0), countIf(v = 1) FROM t"
    assert db.query(shown).rows() == [(5, 5, 0)]
    assert db.query(shown, settings={"apply_mutations_on_fly": 1}).rows() == [(5, 0, 5)]
    db.query("SYSTEM START MERGES")
    db.query("ALTER TABLE t DELETE WHERE 0", settings={"mutations_sync": 2})
    assert db.query(shown).rows() == [(5, 0, 5)]


def test_mutations_after_it_see_its_values(db: sparktree.Engine) -> None:
    db.query("UPDATE t SET v = 1 WHERE p = 0")
    db.query("ALTER TABLE t UPDATE v = v + 10 WHERE 1", settings={"mutations_sync": 2})
    db.query("UPDATE t SET v = v + 100 WHERE k = 0")
    db.query("INSERT INTO t VALUES (100, 0, 7)")
    db.query("OPTIMIZE TABLE t FINAL")
    shown = "SELECT countIf(v = 11), countIf(v = 10), countIf(v = 111), countIf(v = 7) FROM t"
    assert db.query(shown).rows() == [(4, 5, 1, 1)]


def test_none_is_lost_among_many(db: sparktree.Engine) -> None:
    failures: list[Exception] = []

    def update(number: int) -> None:
        try:
            session = db.session()
            for _ in range(3):
                session.query("UPDATE t SET v = v + 1 WHERE k % 2 = 0")
                if number == 0:
                    session.query("INSERT INTO t SELECT number * 2 + 1, 0, 0 FROM numbers(3)")
                    session.query("OPTIMIZE TABLE t FINAL")
        except sparktree.Error as error:
            failures.append(error)

    threads = [threading.Thread(target=update, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert db.query("SELECT DISTINCT v FROM t WHERE k % 2 = 0").rows() == [(9,)]
    assert db.query("SELECT count() FROM t").rows() == [(19,)]
    root = db.services.storage.folder
    assert not list(root.glob("store/*/tmp*"))


def test_beside_merges_mutations_and_inserts(db: sparktree.Engine) -> None:
    """Every read sees each UPDATE in all rows or in none, and at the end none is missing."""
    db.query("ALTER TABLE t ADD COLUMN w UInt64")
    rounds = 6
    failures: list[Exception] = []
    done = threading.Event()

    def repeated(*statements: str) -> None:
        session = db.session()
        try:
            for _ in range(rounds):
                for statement in statements:
                    session.query(statement)
        except sparktree.Error as error:
            failures.append(error)

    def reading() -> None:
        session = db.session()
        try:
            while not done.is_set():
                ((least, greatest, rows),) = session.query(
                    "SELECT min(v), max(v), count() FROM t WHERE k < 10"
                ).rows()
                assert least == greatest and rows == 10, (least, greatest, rows)
        except (sparktree.Error, AssertionError) as error:
            failures.append(error)

    works = [
        threading.Thread(target=repeated, args=("UPDATE t SET v = v + 1 WHERE k < 10",)),
        threading.Thread(target=repeated, args=("UPDATE t SET v = v + 1 WHERE k < 10",)),
        threading.Thread(
            target=repeated,
            args=(
                "ALTER TABLE t UPDATE w = w + 1 WHERE k < 10 SETTINGS mutations_sync = 2",
                "INSERT INTO t (k, p) SELECT number + 100, number % 2 FROM numbers(4)",
            ),
        ),
        threading.Thread(target=repeated, args=("OPTIMIZE TABLE t FINAL",)),
    ]
    reader = threading.Thread(target=reading)
    for thread in (*works, reader):
        thread.start()
    for thread in works:
        thread.join()
    done.set()
    reader.join()
    assert not failures
    shown = "SELECT uniqExact(v, w), any(v), any(w), count() FROM t WHERE k < 10"
    assert db.query(shown).rows() == [(1, 2 * rounds, rounds, 10)]
    db.query("ALTER TABLE t APPLY PATCHES", settings={"mutations_sync": 2})
    assert db.query(shown, settings={"apply_patch_parts": 0}).rows() == [
        (1, 2 * rounds, rounds, 10)
    ]
    assert not [name for name in names(db) if name.startswith("patch-")]


def test_a_damaged_patch_is_noticed(db: sparktree.Engine) -> None:
    db.query("UPDATE t SET v = 9 WHERE k >= 8")
    (folder,) = db.services.storage.folder.glob("store/*/patch-*-0_*")
    file = next(folder.glob("v*"))
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))
    with pytest.raises(sparktree.Error) as caught:
        db.query("SELECT sum(v) FROM t")
    assert folder.name in str(caught.value)
    assert db.query("SELECT sum(k) FROM t").rows() == [(45,)]


def patches(db: sparktree.Engine) -> list[str]:
    return [name for name in names(db) if name.startswith("patch-")]


def idle(db: sparktree.Engine) -> None:
    uuid = db.services.catalog.tables.get("default", "t").uuid
    assert db.services.background.wait_idle(uuid, 120)


def test_patches_are_merged(db: sparktree.Engine) -> None:
    """Of each row the last values are left, whichever columns other patches have."""
    db.query("ALTER TABLE t ADD COLUMN s String")
    db.query("SYSTEM STOP MERGES")
    for number in range(12):
        db.query(f"UPDATE t SET v = v + {number} WHERE k % 4 <= {number % 4} AND p = 0")
        if number == 5:
            db.query("UPDATE t SET v = v + 100, s = 'x' WHERE k = 0")
    shown = "SELECT k, v, s FROM t ORDER BY k"
    expected = db.query(shown).text()
    assert len(patches(db)) == 13
    db.query("SYSTEM START MERGES")
    db.query("UPDATE t SET v = v + 1 WHERE k = 1")
    idle(db)
    assert len(patches(db)) < 10
    found = db.query("SELECT count() FROM system.part_log WHERE event_type = 'MergeParts'")
    assert found.rows() != [(0,)]
    expected = expected.replace("1\t0\t", "1\t1\t", 1)
    assert db.query(shown).text() == expected
    db.query("UPDATE t SET v = v + 1 WHERE k = 0 OR k = 3")
    db.query("ALTER TABLE t UPDATE s = toString(v) WHERE k < 3", settings={"mutations_sync": 2})
    assert not patches(db)
    after = "SELECT k, v, s FROM t ORDER BY k LIMIT 4"
    assert db.query(after, settings={"apply_patch_parts": 0}).text() == db.query(after).text()
    zero = int(expected.splitlines()[0].split("\t")[1]) + 1
    assert db.query("SELECT v, s FROM t WHERE k = 0").rows() == [(zero, str(zero))]


def test_patches_are_merged_while_their_parts_are(db: sparktree.Engine) -> None:
    """The merged patch has nothing that the merge of the parts has not seen in the single ones."""
    db.query("SYSTEM STOP MERGES")
    for _ in range(12):
        db.query("UPDATE t SET v = v + 1 WHERE p = 0")
    failures: list[Exception] = []

    def merge() -> None:
        try:
            db.session().query("OPTIMIZE TABLE t PARTITION 0 FINAL")
        except sparktree.Error as error:
            failures.append(error)

    thread = threading.Thread(target=merge)
    with held("patch_merge_before_commit") as of_patches, held("merge_before_commit") as of_parts:
        db.query("SYSTEM START MERGES")
        db.query("UPDATE t SET v = v + 1 WHERE p = 0")
        assert of_patches.reached.wait(120)
        thread.start()
        assert of_parts.reached.wait(120)
        of_patches.released.set()
        idle(db)
        assert 1 <= len(patches(db)) < 13
    thread.join()
    assert not failures
    assert not patches(db)
    assert db.query("SELECT p, min(v), max(v) FROM t GROUP BY p ORDER BY p").rows() == [
        (0, 13, 13),
        (1, 0, 0),
    ]
