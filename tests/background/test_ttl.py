"""TTL by the clock: merges off schedule, how often they come, and what stops them."""

from pathlib import Path
from typing import Any

import pytest

import sparktree
from sparktree.background import ttl_merging
from sparktree.engines.merging import job

DAY = 86_400
PATIENCE = 60.0


def uuid_of(db: sparktree.Engine, table: str = "t") -> str:
    return db.services.catalog.tables.get("default", table).uuid


def settle(db: sparktree.Engine, days: float = 0, table: str = "t") -> None:
    """Let so much time pass, and wait for what the table then does by itself."""
    db.services.storage.clock.ahead += days * DAY
    db.services.background.wake(uuid_of(db, table))
    assert db.services.background.wait_idle(uuid_of(db, table), PATIENCE)
    assert not db.services.background.failures  # type: ignore[attr-defined]


def keys(db: sparktree.Engine) -> list[int]:
    return [row[0] for row in db.query("SELECT k FROM t ORDER BY k").rows()]


def parts(db: sparktree.Engine) -> list[str]:
    found = db.query("SELECT name FROM system.parts WHERE table = 't' AND active ORDER BY name")
    return [row[0] for row in found.rows()]


def insert(db: sparktree.Engine, key: int, days: int) -> None:
    """A row that expires in that many days."""
    db.query(f"INSERT INTO t SELECT {key}, now() + INTERVAL {days} DAY")


@pytest.mark.requirement("MT.TTL.OffSchedule", "MT.TTL.ColumnSyntaxInterval", "MT.TTL.OnMerge")
def test_expired_rows_go_without_any_statement(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d")
    engine.query("INSERT INTO t SELECT number, now() + INTERVAL number DAY FROM numbers(1, 3)")
    settle(engine)
    assert (keys(engine), parts(engine)) == ([1, 2, 3], ["all_1_1_0"])
    settle(engine, days=1.5)
    assert (keys(engine), parts(engine)) == ([2, 3], ["all_1_1_1"])


@pytest.mark.requirement("MT.TTL.MergeTimeout")
def test_the_timeout_says_how_often(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d"
        f" SETTINGS merge_with_ttl_timeout = {10 * DAY}"
    )
    engine.query("INSERT INTO t SELECT number, now() + INTERVAL number DAY FROM numbers(1, 20)")
    settle(engine, days=1.5)
    assert keys(engine)[0] == 2
    settle(engine, days=5)
    assert keys(engine)[0] == 2  # the partition rests
    settle(engine, days=6)
    assert keys(engine)[0] == 13
    engine.query("ALTER TABLE t MODIFY SETTING merge_with_ttl_timeout = 0")
    settle(engine, days=10)
    assert keys(engine) == []
    insert(engine, 30, 1)
    engine.query("INSERT INTO t SELECT 31, now() + INTERVAL 2 DAY")
    settle(engine, days=1.5)
    assert keys(engine) == [31]


@pytest.mark.requirement("MT.TTL.OnlyDropParts")
def test_only_whole_parts_are_dropped_if_so_set(engine: sparktree.Engine) -> None:
    assert engine.query(
        "SELECT value FROM system.merge_tree_settings WHERE name = 'ttl_only_drop_parts'"
    ).rows() == [("0",)]
    engine.query(
        "CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY k"
        " TTL d SETTINGS ttl_only_drop_parts = 1"
    )
    engine.query("INSERT INTO t SELECT number, now() + INTERVAL number DAY FROM numbers(1, 4)")
    settle(engine, days=3.5)
    assert keys(engine) == [2, 4]  # 1 and 3 were a part of their own
    settle(engine, days=1)
    assert keys(engine) == []


def test_dropping_needs_no_job(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d")
    insert(engine, 1, 1)
    insert(engine, 2, 1)

    def refuse(*_: object) -> list[bytes]:
        raise AssertionError("A Spark job was started.")

    engine.services.spark.run_sink = refuse  # type: ignore[method-assign,assignment]
    settle(engine, days=2)
    assert keys(engine) == []


@pytest.mark.requirement("MT.TTL.SelectMayShow", "MT.TTL.OptimizeFirst")
def test_stopped_and_started(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d")
    engine.query("SYSTEM STOP TTL MERGES t")
    insert(engine, 1, 1)
    insert(engine, 2, 3)
    settle(engine, days=2)
    assert keys(engine) == [1, 2]
    engine.query("OPTIMIZE TABLE t FINAL")
    assert (keys(engine), parts(engine)) == ([1, 2], ["all_1_2_1"])
    engine.query("SYSTEM START TTL MERGES t")
    settle(engine)
    assert keys(engine) == [2]
    engine.query("ALTER TABLE t MODIFY SETTING max_number_of_merges_with_ttl_in_pool = 0")
    settle(engine, days=10)
    assert keys(engine) == [2]
    engine.query("OPTIMIZE TABLE t FINAL")
    assert keys(engine) == []


@pytest.mark.requirement("MT.TTL.Recompress", "MT.TTL.AllRows")
def test_recompressed_when_all_rows_are_due(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k"
        " TTL d RECOMPRESS CODEC(ZSTD(7)), d + INTERVAL 10 DAY RECOMPRESS CODEC(LZ4HC(9))"
        " SETTINGS merge_with_recompression_ttl_timeout = 0"
    )
    engine.query("INSERT INTO t SELECT number, now() + INTERVAL number DAY FROM numbers(1, 2)")

    def codec() -> str:
        found = engine.query(
            "SELECT default_compression_codec FROM system.parts WHERE table = 't' AND active"
        )
        return str(found.rows()[0][0])

    settle(engine, days=1.5)
    assert codec() == "LZ4"
    settle(engine, days=1)
    assert codec() == "ZSTD(7)"
    settle(engine, days=10)
    assert codec() == "LZ4HC(9)"
    assert keys(engine) == [1, 2]


@pytest.mark.requirement("MT.TTL.ColumnRemoved")
@pytest.mark.parametrize("wide", [0, 1 << 30])
def test_an_expired_column_has_no_file(engine: sparktree.Engine, wide: int) -> None:
    engine.query(
        "CREATE TABLE t (k UInt32, d DateTime, b Int32 TTL d, c String) ENGINE = MergeTree"
        f" ORDER BY k SETTINGS min_bytes_for_wide_part = {wide}"
    )
    engine.query(
        "INSERT INTO t SELECT number, now() + INTERVAL number DAY, 7, 'c' FROM numbers(1, 3)"
    )
    settle(engine, days=1.5)
    rows = engine.query("SELECT k, b, c FROM t ORDER BY k").rows()
    assert rows == [(1, 0, "c"), (2, 7, "c"), (3, 7, "c")]
    settle(engine, days=2)
    (part,) = parts(engine)
    files = {one.name for one in Path(engine.services.storage.folder).glob(f"store/*/{part}/*")}
    if wide == 0:
        assert "c.parquet" in files and "b.parquet" not in files
    assert engine.query("SELECT k, b, c FROM t ORDER BY k").rows() == [
        (1, 0, "c"), (2, 0, "c"), (3, 0, "c"),
    ]  # fmt: skip


def test_a_row_that_expires_while_parts_are_looked_at(
    engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.query("CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d")
    engine.query("INSERT INTO t SELECT number, now() + INTERVAL number DAY FROM numbers(1, 2)")
    settle(engine)
    due = ttl_merging._due

    def late(*args: Any) -> list[Any]:
        found = list(due(*args))
        monkeypatch.setattr(ttl_merging, "_due", due)
        engine.services.storage.clock.ahead += 1.5 * DAY
        return found

    monkeypatch.setattr(ttl_merging, "_due", late)
    engine.services.jobs.ttl_quiet.clear()
    settle(engine)
    settle(engine)
    assert keys(engine) == [2]


@pytest.mark.requirement("MT.TTL.Syntax", "MT.TTL.GroupBy", "MT.TTL.DeleteWhere")
def test_where_and_group_by_together(engine: sparktree.Engine) -> None:
    """The documentation's syntax; ClickHouse itself takes only one of the two."""
    engine.query(
        "CREATE TABLE t (k UInt32, d DateTime, x UInt32) ENGINE = MergeTree ORDER BY k"
        " TTL d WHERE x > 10 GROUP BY k SET x = sum(x)"
    )
    created = engine.query("SHOW CREATE TABLE t").rows()[0][0]
    assert "\nTTL d WHERE x > 10 GROUP BY k SET x = sum(x)\n" in created
    engine.query("INSERT INTO t SELECT 1, now() + INTERVAL 1 DAY, number FROM numbers(9, 5)")
    settle(engine, days=2)
    assert engine.query("SELECT k, x FROM t ORDER BY x").rows() == [(1, 9), (1, 10), (1, 36)]
    before = parts(engine)
    settle(engine, days=2)
    assert parts(engine) == before  # what was grouped is not grouped again by itself


def test_a_folder_that_is_opened_later(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as db:
        db.query("CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d")
        db.query("SYSTEM STOP MERGES")
        db.query("INSERT INTO t VALUES (1, '2000-01-01 00:00:00'), (2, '2100-01-01 00:00:00')")
    with sparktree.connect(tmp_path) as db:
        assert db.services.background.wait_idle(uuid_of(db), PATIENCE)
        assert keys(db) == [2]


def test_now_follows_the_clock(engine: sparktree.Engine) -> None:
    engine.services.storage.clock.ahead = 1000 * DAY
    assert engine.query(
        "SELECT now() > toDateTime(today()) - 1, today() > '2027-01-01'"
    ).rows() == [(1, 1)]


def test_groups_meet_though_ranges_are_small(
    engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groups by a prefix of the key are not cut by the ranges that tasks work on."""
    monkeypatch.setattr(job, "_LEAST_RANGE", 1)
    monkeypatch.setattr(job, "_RANGE_ROWS", 4096)
    engine.query(
        "CREATE TABLE t (k UInt32, j UInt32, d DateTime, x UInt64) ENGINE = MergeTree"
        " ORDER BY (k, j) TTL d GROUP BY k SET x = sum(x)"
        " SETTINGS index_granularity = 1024, max_number_of_merges_with_ttl_in_pool = 0"
    )
    rows = "SELECT number % 3, number, toDateTime('2000-01-01'), number FROM numbers(60000)"
    for _ in range(2):
        engine.query(f"INSERT INTO t {rows}")
    engine.query("OPTIMIZE TABLE t FINAL")
    expected = [(k, 2 * sum(range(k, 60_000, 3))) for k in range(3)]
    assert engine.query("SELECT k, x FROM t ORDER BY k").rows() == expected
