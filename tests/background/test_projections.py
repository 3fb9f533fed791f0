"""Projections of large parts: built piece by piece, merged by several tasks."""

from pathlib import Path

import pytest

import sparktree
from sparktree.engines.merging import job
from sparktree.engines.projections import making

NORMAL = "SELECT a, v FROM t WHERE v IN (7, 93, 500) ORDER BY a, v"
GROUPED = "SELECT v % 7 AS r, sum(a), count(), uniqExact(v) FROM t GROUP BY r ORDER BY r"
OFFSETS = "SELECT sum(_part_offset), min(a) FROM t WHERE v < 20"
PLAIN = " SETTINGS optimize_use_projections = 0"
FORCED = " SETTINGS force_optimize_projection = 1"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sparktree.Engine:
    """An engine to which some rows are many."""
    monkeypatch.setattr(making, "_PIECE_ROWS", 300)
    monkeypatch.setattr(job, "_TASK_ROWS", 400)
    monkeypatch.setattr(job, "_LEAST_RANGE", 64)
    monkeypatch.setattr(job, "_RANGE_ROWS", 128)
    return sparktree.connect(tmp_path)


def same(db: sparktree.Engine) -> None:
    for query in (NORMAL, GROUPED, OFFSETS):
        assert db.query(query + FORCED).text() == db.query(query + PLAIN).text(), query


@pytest.mark.requirement("MT.Proj.Merge")
@pytest.mark.requirement("MT.Proj.Maintenance")
def test_large_parts_are_projected_in_pieces(small: sparktree.Engine) -> None:
    with small as db:
        db.query(
            "CREATE TABLE t (a UInt64, v UInt64) ENGINE = MergeTree ORDER BY a SETTINGS"
            " index_granularity = 16"
        )
        insert = "INSERT INTO t SELECT number, (number * 7919) % 1000 FROM numbers(1000)"
        db.query(insert)
        db.query(
            "ALTER TABLE t ADD PROJECTION p (SELECT * ORDER BY v),"
            " ADD PROJECTION q (SELECT v % 7, sum(a), count(), uniqExact(v) GROUP BY v % 7),"
            " ADD PROJECTION o (SELECT a, v, _part_offset ORDER BY v),"
            " ADD PROJECTION e (SELECT a WHERE v > 5000 ORDER BY a)"
        )
        for name in ("p", "q", "o", "e"):
            db.query(f"ALTER TABLE t MATERIALIZE PROJECTION {name} SETTINGS mutations_sync = 2")
        rows = "SELECT name, rows FROM system.projection_parts WHERE active ORDER BY name"
        assert db.query(rows).text() == "e\t0\no\t1000\np\t1000\nq\t7\n"
        same(db)
        # A merge merges the projections, but for those that know the numbers of rows.
        db.query(insert)
        db.query("OPTIMIZE TABLE t FINAL")
        assert db.query(rows).text() == "e\t0\no\t2000\np\t2000\nq\t7\n"
        same(db)
        # A mutation builds those that it touches.
        db.query("ALTER TABLE t UPDATE v = v + 1 WHERE a % 2 = 0 SETTINGS mutations_sync = 2")
        same(db)
        db.query("ALTER TABLE t DELETE WHERE a < 500 SETTINGS mutations_sync = 2")
        assert db.query(rows).text() == "e\t0\no\t1000\np\t1000\nq\t7\n"
        same(db)


@pytest.mark.requirement("MT.Proj.PartLevel")
@pytest.mark.requirement("MT.Proj.Feasible")
def test_what_a_query_used_is_known(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (p UInt8, a UInt64, v UInt64, PROJECTION n (SELECT a, v ORDER BY v),"
        " PROJECTION q (SELECT v % 7, sum(a) GROUP BY v % 7)) ENGINE = MergeTree PARTITION BY p"
        " ORDER BY a SETTINGS index_granularity = 16"
    )
    engine.query("INSERT INTO t SELECT 1, number, (number * 7919) % 1000 FROM numbers(1000)")
    queries = {
        "SELECT a FROM t WHERE v = 7": ("['default.t.n']", "16"),
        "SELECT v % 7, sum(a) FROM t GROUP BY v % 7": ("['default.t.q']", "7"),
        "SELECT count(), max(p) FROM t": ("['default.t._minmax_count_projection']", "1"),
        "SELECT count() FROM t WHERE a < 100": ("['default.t._exact_count_projection']", "17"),
        "SELECT max(v) FROM t WHERE a < 100": ("[]", "112"),
    }
    for query, (projections, rows) in queries.items():
        engine.query(query)
        logged = engine.query(
            "SELECT projections, read_rows FROM system.query_log WHERE type = 'QueryFinish' AND"
            " query = {query:String}",
            params={"query": query},
        )
        assert logged.text() == f"{projections}\t{rows}\n", query
    # Descriptions of parts are known to the driver: there is no stage for Spark.
    explained = engine.query("EXPLAIN PIPELINE SELECT count(), max(p) FROM t WHERE p = 1").text()
    assert "Driver:" in explained and "Stage" not in explained
