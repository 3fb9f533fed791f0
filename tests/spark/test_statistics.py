"""What statistics say about conditions, compared with the rows; damaged ones are not used."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.merging import job
from sparktree.errors import Code

ROWS = 20_000
_TABLE = """
CREATE TABLE counted (
    id UInt32,
    digest Int32 STATISTICS(tdigest), bounds Nullable(Float64) STATISTICS(minmax),
    uniq String STATISTICS(uniq), often LowCardinality(String) STATISTICS(countmin),
    number UInt16 STATISTICS(countmin, uniq, tdigest, minmax), day Date STATISTICS(tdigest),
    price Decimal(12, 2) STATISTICS(tdigest, countmin),
    kind Enum8('a' = 1, 'b' = 2) STATISTICS(countmin),
    fixed FixedString(2) STATISTICS(countmin), flag Bool STATISTICS(countmin, uniq), plain Int32,
    usual Nullable(Int32) STATISTICS(basic), newer String STATISTICS(uniq_v2),
    address IPv4 STATISTICS(countmin)
) ENGINE = MergeTree ORDER BY id
"""
_FILL = f"""
INSERT INTO counted SELECT number AS n,
    n * n % 10007 - 5000, if(n % 4 = 0, NULL, n / 2), concat('u', toString(n % 500)),
    if(n % 100 = 0, 'rare', 'common'), n % 1000, toDate('2020-01-01') + n % 365, n % 777 / 4,
    if(n % 10 = 0, 'a', 'b'), if(n % 5 = 0, 'xx', 'yy'), n % 20 = 0, n % 10,
    if(n % 4 = 0, NULL, n), concat('v', toString(n % 400)), toIPv4(toUInt32(n % 50))
FROM numbers({ROWS})
"""


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> Iterator[sparktree.Session]:
    session = shared_engine.session()
    session.query("CREATE DATABASE IF NOT EXISTS estimating")
    session.query("USE estimating")
    session.query("SET allow_experimental_statistics = 1, allow_statistics_optimize = 1")
    # What is estimated is the share of the parts that are read: here that is all of them.
    session.query("SET use_statistics_for_part_pruning = 0")
    session.query(_TABLE)
    for settings in ("", " SETTINGS max_insert_block_size = 5000, min_insert_block_size_rows = 0"):
        session.query(_FILL + settings)
    yield session
    session.query("DROP DATABASE estimating")


def _estimate(session: sparktree.Session, condition: str) -> int | None:
    """What EXPLAIN says that the condition leaves."""
    lines = session.query(f"EXPLAIN PIPELINE SELECT * FROM counted WHERE {condition}").rows()
    found = [m for line in lines for m in re.findall(r"statistics leave about (\d+)", line[0])]
    return int(found[0]) if found else None


def _count(session: sparktree.Session, condition: str) -> int:
    return int(session.query(f"SELECT count() FROM counted WHERE {condition}").rows()[0][0])


@pytest.mark.requirement(
    "MT.Stat.MinMax", "MT.Stat.TDigest", "MT.Stat.Uniq", "MT.Stat.CountMin",
    "MT.Stat.TypesCountMinNumeric", "MT.Stat.TypesCountMinString",
    "MT.Stat.OpsCountMinEquality", "MT.Stat.OpsMinMaxRange", "MT.Stat.OpsTDigestRange",
    "MT.Stat.OpsUniqEquality",
)  # fmt: skip
@pytest.mark.parametrize(
    "condition",
    [
        "digest < 0", "digest >= 4000", "-1000 < digest", "digest BETWEEN -500 AND 500",
        "digest > 100000", "digest < -4000 OR digest > 4000", "NOT digest < 1000",
        "digest <= 12.5", "bounds < 1000", "bounds >= 9999999", "bounds IS NULL",
        "bounds > 1000 AND bounds <= 3000", "uniq = 'u17'", "uniq != 'u17'",
        "uniq IN ('u1', 'u2', 'u3')", "often = 'rare'", "often = 'common'", "often != 'rare'",
        "'rare' = often", "often = 'never'", "number = 17", "number < 100", "number = 70000",
        "number IN (1, 2, 3)", "number NOT IN (1, 2, 3)", "day < '2020-03-01'",
        "day >= toDate('2020-12-01')", "price > 100", "price = 1.25", "kind = 'a'",
        "kind != 'a'", "fixed = 'xx'", "flag = true", "flag", "number < 100 AND often = 'rare'",
        "number = NULL", "usual < 5000", "usual IS NULL", "usual IS NOT NULL", "newer = 'v17'",
        "address = toIPv4('0.0.0.7')", "address = '0.0.0.7'", "address IN ('0.0.0.7', '0.0.0.8')",
    ],
)  # fmt: skip
def test_estimates_are_near_the_truth(session: sparktree.Session, condition: str) -> None:
    found = _estimate(session, condition)
    if condition in ("flag", "number = NULL"):
        assert found is None  # nothing is said of these
    else:
        assert found is not None
        assert abs(found - _count(session, condition)) <= 0.03 * 2 * ROWS


@pytest.mark.requirement(
    "MT.Stat.OpsCountMinRange", "MT.Stat.OpsMinMaxEquality", "MT.Stat.OpsTDigestEquality",
    "MT.Stat.OpsUniqRange",
)  # fmt: skip
@pytest.mark.parametrize(
    ("condition", "share"),
    [
        ("often > 'never'", None),  # half of the rows: not worth to be read first
        ("uniq < 'u2'", None),
        ("bounds = 5", 0.75 * 0.01),
        ("digest = 5", 0.01),
        ("usual = 5", 0.75 * 0.01),
        ("newer > 'v2'", None),
    ],
)
def test_other_operations_are_guessed(
    session: sparktree.Session, condition: str, share: float | None
) -> None:
    """As ClickHouse guesses: a hundredth for =, half of the rows for a range."""
    found = _estimate(session, condition)
    assert found == (share and pytest.approx(share * 2 * ROWS, abs=1))


@pytest.mark.requirement("MT.Stat.PrewhereGate")
def test_statistics_are_used_only_where_they_are_allowed(session: sparktree.Session) -> None:
    query = "EXPLAIN PIPELINE SELECT * FROM counted WHERE digest < 0"
    assert any("statistics leave" in row[0] for row in session.query(query).rows())
    off = session.query(f"{query} SETTINGS allow_statistics_optimize = 0").rows()
    assert not any("statistics leave" in row[0] for row in off)


@pytest.mark.requirement("MT.Stat.Gate")
def test_statistics_are_refused_unless_they_are_allowed(engine: sparktree.Engine) -> None:
    session = engine.session()
    session.query("CREATE TABLE plain (a Int8) ENGINE = MergeTree ORDER BY ()")
    for statement in (
        "CREATE TABLE gated (a Int8 STATISTICS(uniq)) ENGINE = MergeTree ORDER BY ()",
        "ALTER TABLE plain ADD STATISTICS a TYPE uniq",
        "ALTER TABLE plain MODIFY COLUMN a Int8 STATISTICS(uniq)",
        "ALTER TABLE plain ADD COLUMN b Int8 STATISTICS(uniq)",
        "ALTER TABLE plain DROP STATISTICS IF EXISTS a",
        "ALTER TABLE plain CLEAR STATISTICS IF EXISTS a",
        "ALTER TABLE plain MATERIALIZE STATISTICS ALL",
    ):
        with pytest.raises(sparktree.Error, match="Turn on allow_statistics") as refused:
            session.query(statement)
        assert refused.value.code == Code.INCORRECT_QUERY
    assert session.query("SHOW TABLES").rows() == [("plain",)]
    for name in ("allow_experimental_statistics", "allow_statistics"):
        session.query(f"SET {name} = 1")
        session.query(
            f"CREATE TABLE {name} (a Int8 STATISTICS(uniq)) ENGINE = MergeTree ORDER BY ()"
        )
        session.query(f"SET {name} = 0")


@pytest.mark.requirement("MT.Stat.StoredPerPart")
def test_damaged_statistics_are_not_used(engine: sparktree.Engine) -> None:
    session = engine.session()
    session.query("SET allow_experimental_statistics = 1, allow_statistics_optimize = 1")
    # What is estimated is the share of the parts that are read: here that is all of them.
    session.query("SET use_statistics_for_part_pruning = 0")
    session.query("CREATE TABLE t (a Int32 STATISTICS(tdigest)) ENGINE = MergeTree ORDER BY ()")
    session.query("INSERT INTO t SELECT number FROM numbers(1000)")
    path = Path(session.query("SELECT path FROM system.parts WHERE table = 't'").rows()[0][0])
    file = path / "statistics.packed"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(bytes(data))
    query = "SELECT count() FROM t WHERE a < 100"
    assert session.query(query).rows() == [(100,)]
    lines = session.query(f"EXPLAIN PIPELINE {query}").rows()
    assert not any("statistics leave" in line[0] for line in lines)
    file.unlink()
    assert session.query(query).rows() == [(100,)]


@pytest.mark.requirement("MT.Stat.StoredPerPart")
def test_the_segments_of_a_merged_part_add_up(
    engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, rows in (("_TASK_ROWS", 5_000), ("_LEAST_RANGE", 2_000), ("_RANGE_ROWS", 2_000)):
        monkeypatch.setattr(job, name, rows)
    session = engine.session()
    session.query("SET allow_experimental_statistics = 1, allow_statistics_optimize = 1")
    # What is estimated is the share of the parts that are read: here that is all of them.
    session.query("SET use_statistics_for_part_pruning = 0")
    session.query(
        "CREATE TABLE counted (k UInt32, digest UInt32 STATISTICS(tdigest, minmax),"
        " uniq String STATISTICS(uniq, countmin)) ENGINE = MergeTree ORDER BY k"
        " SETTINGS index_granularity = 256, max_bytes_to_merge_at_max_space_in_pool = 1"
    )
    for shift in (0, 8000):
        session.query(
            f"INSERT INTO counted SELECT number * 2 + {shift} % 2, number + {shift},"
            f" toString((number + {shift}) % 400) FROM numbers(8000)"
        )
    session.query("OPTIMIZE TABLE counted FINAL")
    (part,) = [p for p in engine.services.catalog.parts.all() if p.rows]
    held = json.loads(part.meta)
    assert len(held["segments"]) > 1
    assert {"statistics.packed"} == {f for one in held["statistics"].values() for f in one["files"]}
    for condition, rows in (("digest < 4000", 4000), ("uniq = '17'", 40)):
        assert _estimate(session, condition) == pytest.approx(rows, rel=0.1)
    # A column that goes takes its statistics with it.
    session.query("ALTER TABLE counted CLEAR COLUMN digest SETTINGS mutations_sync = 2")
    assert _estimate(session, "uniq = '17'") == pytest.approx(40, rel=0.1)
    assert session.query("SELECT count() FROM counted WHERE digest = 0").rows() == [(16000,)]
    query = "SELECT column, statistics FROM system.parts_columns WHERE table = 'counted' AND active"
    assert dict(session.query(query).rows()).get("digest", []) == []


@pytest.mark.requirement("MT.Stat.PrewhereGate")
def test_the_most_selective_condition_is_read_first(engine: sparktree.Engine) -> None:
    """Two columns of the same size, of which only one is worth reading before the others."""
    session = engine.session()
    session.query("SET allow_experimental_statistics = 1")
    session.query(
        "CREATE TABLE t (often UInt64 STATISTICS(countmin), rare UInt64 STATISTICS(countmin),"
        " payload FixedString(16)) ENGINE = MergeTree ORDER BY ()"
    )
    session.query(
        "INSERT INTO t SELECT number % 2, number % 50000, toString(number) FROM numbers(300000)"
    )
    query = "SELECT * FROM t WHERE often = 1 AND rare = 17"

    def first(setting: int) -> list[str]:
        text = f"EXPLAIN PIPELINE {query} SETTINGS allow_statistics_optimize = {setting}"
        lines = [str(row[0]) for row in session.query(text).rows()]
        return [line.split("PREWHERE ")[1] for line in lines if "PREWHERE" in line]

    assert first(0) == ["equals(often, 1)"]
    assert first(1) == ["equals(rare, 17)"]
    for setting in (0, 1):
        asked = f"{query} SETTINGS allow_statistics_optimize = {setting}"
        assert len(session.query(asked).rows()) == 6


def test_a_side_that_conditions_make_small_is_sent_to_every_task(engine: sparktree.Engine) -> None:
    """Statistics tell that few rows are left, so that the large side need not move."""
    session = engine.session()
    session.query("SET allow_experimental_statistics = 1, max_threads = 2")
    session.query("SET parallel_hash_join_threshold = 1000")
    session.query("SET merge_tree_min_rows_for_concurrent_read = 1000")
    session.query(
        "CREATE TABLE t (a UInt64, rare UInt64 STATISTICS(countmin)) ENGINE = MergeTree ORDER BY ()"
    )
    session.query("INSERT INTO t SELECT number, number % 500 FROM numbers(20000)")
    query = "SELECT count() FROM t AS x INNER JOIN t AS y ON x.a = y.a WHERE y.rare = 17"

    def plan(setting: int) -> str:
        text = f"EXPLAIN PIPELINE {query} SETTINGS allow_statistics_optimize = {setting}"
        return session.query(text).text()

    assert "by hash of" in plan(0)
    assert "by hash of" not in plan(1) and "all rows of stage" in plan(1)
    for setting in (0, 1):
        asked = f"{query} SETTINGS allow_statistics_optimize = {setting}"
        assert session.query(asked).rows() == [(40,)]
