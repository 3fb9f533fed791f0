"""Inserts that come again: at once, after a crash, from programs."""

import threading
from pathlib import Path

import pyarrow as pa
import pytest

import sparktree

TABLE = (
    "CREATE TABLE t (k UInt64, p UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY k"
    " SETTINGS non_replicated_deduplication_window = 100"
)


def count(db: sparktree.Engine, table: str = "t") -> int:
    return int(db.query(f"SELECT count() FROM {table}").rows()[0][0])


def folders(db: sparktree.Engine) -> list[str]:
    root = Path(db.services.storage.folder)
    return sorted(p.name for p in root.glob("store/*/*") if p.is_dir())


def test_the_same_insert_from_many_threads(engine: sparktree.Engine) -> None:
    engine.query(TABLE)
    failures: list[Exception] = []

    def insert(number: int) -> None:
        try:
            token = {"insert_deduplication_token": f"batch {number % 2}"}
            query = "INSERT INTO t SELECT number, number % 2 FROM numbers(10)"
            engine.session().query(query, settings=token)
        except sparktree.Error as error:
            failures.append(error)

    threads = [threading.Thread(target=insert, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert count(engine) == 20
    engine.services.background.wait_idle(
        engine.services.catalog.tables.get("default", "t").uuid, 30
    )
    active = engine.query("SELECT sum(rows) FROM system.parts WHERE active AND table = 't'")
    assert active.rows() == [(20,)]


def test_nothing_is_left_of_what_was_not_inserted(engine: sparktree.Engine) -> None:
    engine.query(TABLE)
    engine.query("SYSTEM STOP MERGES")
    engine.query("INSERT INTO t VALUES (1, 1), (2, 2)")
    before = folders(engine)
    engine.query("INSERT INTO t VALUES (1, 1), (2, 2)")
    assert folders(engine) == before == ["1_1_1_0", "2_2_2_0"]
    assert engine.query("SELECT count() FROM system.parts WHERE table = 't'").rows() == [(2,)]


def test_a_failed_insert_is_not_remembered(engine: sparktree.Engine) -> None:
    engine.query(TABLE)
    engine.query("ALTER TABLE t ADD CONSTRAINT small CHECK k < 100")
    token = {"insert_deduplication_token": "x"}
    with pytest.raises(sparktree.Error) as caught:
        engine.query("INSERT INTO t VALUES (1, 1), (200, 1)", settings=token)
    assert caught.value.name == "VIOLATED_CONSTRAINT"
    engine.query("INSERT INTO t VALUES (1, 1), (20, 1)", settings=token)
    assert count(engine) == 2


def test_rows_of_programs(engine: sparktree.Engine) -> None:
    engine.query(TABLE)
    rows = pa.table(
        {"k": pa.array([1, 2, None], pa.uint64()), "p": pa.array([1, 1, 1], pa.uint8())}
    )
    for _ in range(2):
        engine.insert("t", rows)
    assert count(engine) == 3
    engine.insert("t", rows.slice(0, 2))
    assert count(engine) == 5
    engine.insert("t", pa.concat_tables([rows.slice(0, 1), rows.slice(1)]))
    assert count(engine) == 5
    for _ in range(2):
        engine.insert("t", rows, settings={"insert_deduplication_token": "rows"})
    assert count(engine) == 8


def test_remembered_by_the_next_process(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query(TABLE)
        db.query("INSERT INTO t VALUES (1, 1), (2, 2)")
    with sparktree.connect(tmp_path) as db:
        db.query("INSERT INTO t VALUES (1, 1), (2, 2)")
        assert count(db) == 2
        db.query("ALTER TABLE t DROP PARTITION 2")
        db.query("INSERT INTO t VALUES (1, 1), (2, 2)")
        assert db.query("SELECT * FROM t ORDER BY k").rows() == [(1, 1), (2, 2)]
        db.query("DROP TABLE t SYNC")
        db.query(TABLE)
        db.query("INSERT INTO t VALUES (1, 1), (2, 2)")
        assert count(db) == 2
