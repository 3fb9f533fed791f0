"""Mutations beside other work: files shared, inserts and restarts in between, old column names."""

import threading
import time
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.mutations import applying


def store(engine: sparktree.Engine, table: str) -> Path:
    uuid = engine.query(f"SELECT uuid FROM system.tables WHERE name = '{table}'").text().strip()
    return engine.services.storage.folder / "store" / uuid


def inodes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_ino for file in folder.iterdir()}


def wait_done(engine: sparktree.Engine) -> None:
    deadline = time.monotonic() + 60
    while engine.query("SELECT count() FROM system.mutations WHERE NOT is_done").text() != "0\n":
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.requirement("MT.Move.HardLinks")
def test_only_the_touched_column_is_written(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (a UInt32, b String, c UInt32) ENGINE = MergeTree ORDER BY a")
    engine.query("INSERT INTO t SELECT number, toString(number), 0 FROM numbers(1000)")
    engine.query("ALTER TABLE t UPDATE c = 1 WHERE a < 10")
    folder = store(engine, "t")
    before, after = inodes(folder / "all_1_1_0"), inodes(folder / "all_1_1_0_2")
    changed = {name for name in after if before.get(name) != after[name]}
    assert changed == {"c.parquet", "statistics.packed", "part.json"}
    engine.query("ALTER TABLE t UPDATE c = 2 WHERE a > 5000")
    same = inodes(folder / "all_1_1_0_3")
    assert {name for name in same if after.get(name) != same[name]} == {"part.json"}
    assert engine.query("SELECT sum(c), sum(a) FROM t").text() == "10\t499500\n"


def test_old_names_are_read_until_parts_follow(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, a String, b UInt8) ENGINE = MergeTree ORDER BY k")
    engine.query("INSERT INTO t VALUES (1, 'x', 7), (2, 'y', 8)")
    engine.query("SYSTEM STOP MERGES t")
    later = {"alter_sync": 0}
    engine.query("ALTER TABLE t RENAME COLUMN a TO aa", settings=later)
    engine.query("ALTER TABLE t ADD COLUMN a String DEFAULT 'new'", settings=later)
    engine.query("INSERT INTO t VALUES (3, 'z', 9, 'own')")
    rows = "1\tx\t7\tnew\n2\ty\t8\tnew\n3\tz\t9\town\n"
    assert engine.query("SELECT k, aa, b, a FROM t ORDER BY k").text() == rows
    engine.query("ALTER TABLE t DROP COLUMN b", settings=later)
    engine.query("ALTER TABLE t ADD COLUMN b UInt8 DEFAULT 100", settings=later)
    rows = "1\tx\t100\tnew\n2\ty\t100\tnew\n3\tz\t100\town\n"
    assert engine.query("SELECT k, aa, b, a FROM t ORDER BY k").text() == rows
    engine.query("SYSTEM START MERGES t")
    wait_done(engine)
    assert engine.query("SELECT k, aa, b, a FROM t ORDER BY k").text() == rows
    engine.query("ALTER TABLE t UPDATE a = aa WHERE 1")
    assert engine.query("SELECT groupArray(a) FROM t").text() == "['x','y','z']\n"


def test_dropped_columns_leave_the_disk(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, a String, b UInt8) ENGINE = MergeTree ORDER BY k")
    engine.query("INSERT INTO t VALUES (1, 'x', 7)")
    engine.query("ALTER TABLE t DROP COLUMN a")
    assert set(inodes(store(engine, "t") / "all_1_1_0_2")) >= {"k.parquet", "b.parquet"}
    assert "a.parquet" not in inodes(store(engine, "t") / "all_1_1_0_2")
    engine.query("ALTER TABLE t DROP COLUMN b, ADD COLUMN b String DEFAULT 'again'")
    engine.query("ALTER TABLE t UPDATE b = concat(b, '!') WHERE 1")
    assert engine.query("SELECT * FROM t").text() == "1\tagain!\n"


def test_later_inserts_are_untouched(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, v UInt8 DEFAULT 0) ENGINE = MergeTree ORDER BY k"
        " SETTINGS enable_block_number_column = 1"
    )
    stop = threading.Event()
    inserted = threading.Semaphore(0)

    def insert() -> None:
        while not stop.is_set():
            engine.query("INSERT INTO t (k) SELECT number FROM numbers(10)")
            inserted.release()

    thread = threading.Thread(target=insert)
    thread.start()
    try:
        for _ in range(3):
            assert inserted.acquire(timeout=60)  # one at least between two mutations
            engine.query("ALTER TABLE t UPDATE v = v + 1 WHERE 1")
    finally:
        stop.set()
        thread.join()
    numbers = engine.query(
        "SELECT arraySort(groupArray(block_numbers.number[1])) FROM system.mutations"
    ).rows()[0][0]
    # Parts may be merged: a row is known by the block that it came with.
    blocks = engine.query(
        "SELECT _block_number, min(v), max(v), count() FROM t GROUP BY _block_number"
    ).rows()
    assert len(blocks) >= 3 and len(numbers) == 3
    for block, least, greatest, rows in blocks:
        expected = sum(number > block for number in numbers)
        assert (least, greatest, rows) == (expected, expected, 10), block


def test_a_mutation_goes_on_after_reopening(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        engine.query("CREATE TABLE t (k UInt32, v UInt8) ENGINE = MergeTree ORDER BY k")
        engine.query("INSERT INTO t SELECT number, 0 FROM numbers(100)")
        engine.query("SYSTEM STOP MERGES")
        engine.query("ALTER TABLE t UPDATE v = 1 WHERE k < 50", settings={"mutations_sync": 0})
        assert engine.query("SELECT sum(v) FROM t").text() == "0\n"
        pending = {"apply_mutations_on_fly": 1}
        assert engine.query("SELECT sum(v) FROM t", settings=pending).text() == "50\n"
    with sparktree.connect(tmp_path) as engine:
        wait_done(engine)
        assert engine.query("SELECT sum(v) FROM t").text() == "50\n"


def test_a_failure_leaves_nothing_behind(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, s String, v UInt8) ENGINE = MergeTree ORDER BY k"
        " PARTITION BY k % 3"
    )
    engine.query("INSERT INTO t SELECT number, if(number = 4, 'x', '1'), 0 FROM numbers(9)")
    with pytest.raises(sparktree.Error, match="UNFINISHED"):
        engine.query("ALTER TABLE t UPDATE v = toUInt8(s) WHERE 1")
    shown = engine.query(
        "SELECT latest_fail_error_code_name, parts_to_do, latest_failed_part FROM system.mutations"
    ).rows()
    assert shown[0][0] == "CANNOT_PARSE_TEXT"
    assert shown[0][1] >= 1
    assert shown[0][2].startswith("1_")
    engine.query("KILL MUTATION WHERE table = 't'")
    engine.query("ALTER TABLE t UPDATE v = 5 WHERE 1")
    assert engine.query("SELECT sum(v) FROM t").text() == "45\n"
    assert [p.name for p in store(engine, "t").iterdir() if p.name.startswith("tmp")] == []


def test_a_failure_holds_up_those_after_it(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, s String, v UInt8) ENGINE = MergeTree ORDER BY k")
    engine.query("INSERT INTO t VALUES (1, 'x', 0)")
    for statement in ("UPDATE v = toUInt8(s) WHERE 1", "UPDATE v = 7 WHERE 1"):
        with pytest.raises(sparktree.Error, match="UNFINISHED"):
            engine.query(f"ALTER TABLE t {statement}")
    engine.query("KILL MUTATION WHERE latest_fail_reason != ''")
    wait_done(engine)
    assert engine.query("SELECT v FROM t").text() == "7\n"


def test_an_old_failure_is_tried_again_before_it_is_reported(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, s String, v UInt8) ENGINE = MergeTree ORDER BY k"
        " PARTITION BY k % 3"
    )
    engine.query("INSERT INTO t SELECT number, if(number = 4, 'x', '1'), 0 FROM numbers(9)")
    with pytest.raises(sparktree.Error, match="UNFINISHED"):
        engine.query("ALTER TABLE t UPDATE v = toUInt8(s) WHERE 1")
    engine.query("ALTER TABLE t DROP PARTITION 1")
    engine.query("ALTER TABLE t UPDATE v = v + 5 WHERE 1")
    assert engine.query("SELECT count(), sum(v) FROM t").text() == "6\t36\n"
    assert engine.query("SELECT count() FROM system.mutations WHERE NOT is_done").text() == "0\n"


def test_a_large_part_is_rewritten_in_segments(
    engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "LEAST_TASK_ROWS", 10_000)
    engine.query("CREATE TABLE t (k UInt32, s String, v UInt64) ENGINE = MergeTree ORDER BY k")
    engine.query("INSERT INTO t SELECT number, toString(number), 0 FROM numbers(50000)")
    engine.query("ALTER TABLE t DELETE WHERE k % 3 = 0")
    folder = store(engine, "t") / "all_1_1_0_2"
    assert "v.1.parquet" in inodes(folder)
    assert engine.query("SELECT count(), sum(k) FROM t").text() == "33333\t833316667\n"
    assert engine.query("SELECT s FROM t WHERE k = 40000").text() == "40000\n"
    engine.query("ALTER TABLE t UPDATE v = k WHERE k > 20000, DELETE WHERE k < 30000")
    engine.query("ALTER TABLE t UPDATE v = v + 1 WHERE s = '40000'")
    assert (
        engine.query("SELECT count(), min(k), sum(v) FROM t").text() == "13333\t30001\t533316668\n"
    )
    engine.query("ALTER TABLE t DELETE WHERE 1")
    assert engine.query("SELECT count() FROM t").text() == "0\n"


def test_masked_rows_go_with_a_merge(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, v UInt8) ENGINE = MergeTree ORDER BY k")
    for start in (0, 100):
        engine.query(f"INSERT INTO t SELECT number + {start}, 1 FROM numbers(100)")
    engine.query("DELETE FROM t WHERE k % 10 = 0")
    assert engine.query("SELECT count() FROM t").text() == "180\n"
    engine.query("OPTIMIZE TABLE t FINAL")
    shown = engine.query(
        "SELECT rows, has_lightweight_delete FROM system.parts WHERE table = 't' AND active"
    )
    assert shown.text() == "180\t0\n"
    hidden = {"apply_deleted_mask": 0}
    assert engine.query("SELECT count() FROM t", settings=hidden).text() == "180\n"


def finished(engine: sparktree.Engine, table: str) -> str:
    query = "SELECT mutation_id FROM system.mutations WHERE table = '{}' AND is_done ORDER BY 1"
    return engine.query(query.format(table)).text().replace("\n", " ").strip()


def test_of_finished_mutations_the_last_ones_are_kept(engine: sparktree.Engine) -> None:
    """As many as the setting says, now or later; 0 keeps all."""
    for table, keep in (("few", 2), ("every", 0), ("later", 100)):
        engine.query(
            f"CREATE TABLE {table} (k UInt8, v UInt8) ENGINE = MergeTree ORDER BY k"
            f" SETTINGS finished_mutations_to_keep = {keep}"
        )
        engine.query(f"INSERT INTO {table} VALUES (1, 0)")
        for value in range(1, 5):
            engine.query(f"ALTER TABLE {table} UPDATE v = {value} WHERE k = 1")
    engine.query("SYSTEM STOP MERGES few")
    engine.query("ALTER TABLE few UPDATE v = 9 WHERE k = 1", {"mutations_sync": 0})
    engine.query("ALTER TABLE later MODIFY SETTING finished_mutations_to_keep = 1")
    wanted = {"few": "mutation_4.txt mutation_5.txt", "later": "mutation_5.txt"}
    deadline = time.monotonic() + 60
    while {table: finished(engine, table) for table in wanted} != wanted:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    pending = "SELECT mutation_id FROM system.mutations WHERE NOT is_done"
    assert engine.query(pending).text() == "mutation_6.txt\n"
    assert finished(engine, "every") == " ".join(f"mutation_{n}.txt" for n in range(2, 6))
    engine.query("SYSTEM START MERGES few")
    wait_done(engine)
    values = "SELECT (SELECT v FROM few), (SELECT v FROM every), (SELECT v FROM later)"
    assert engine.query(values).text() == "9\t4\t4\n"
