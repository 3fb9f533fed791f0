"""UPDATE: at once, also while the background is stopped, and never one over another."""

import threading
import time

import pytest

import sparktree

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
    assert names(db) == ["0_1_1_0_3", "1_2_2_0"]  # only the part that has such rows
    db.query("UPDATE t SET v = 6 WHERE k = 1000")
    assert names(db) == ["0_1_1_0_3", "1_2_2_0"]
    db.query("SYSTEM START MERGES")
    db.query("OPTIMIZE TABLE t FINAL")
    assert db.query("SELECT sum(v), countIf(v = 5) FROM t").rows() == [(10, 2)]


def test_behind_a_mutation_it_waits(db: sparktree.Engine) -> None:
    db.query("SYSTEM STOP MERGES")
    db.query("ALTER TABLE t UPDATE v = 1 WHERE 1", settings={"mutations_sync": 0})
    thread = threading.Thread(
        target=lambda: db.session().query("UPDATE t SET v = v * 10 + 2 WHERE k < 5")
    )
    thread.start()
    deadline = time.monotonic() + 60
    while len(db.query("SELECT mutation_id FROM system.mutations").rows()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert db.query("SELECT sum(v) FROM t").rows() == [(0,)]
    db.query("SYSTEM START MERGES")
    thread.join()
    assert db.query("SELECT countIf(v = 12), countIf(v = 1) FROM t").rows() == [(5, 5)]


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
    root = db.services.folder
    assert not list(root.glob("store/*/tmp*"))
