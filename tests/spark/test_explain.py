"""EXPLAIN: what tests/sql/explain cannot compare with ClickHouse."""

import json
import re
from collections.abc import Iterator

import pytest

import sparktree


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> Iterator[sparktree.Session]:
    session = shared_engine.session()
    session.query("CREATE DATABASE explained")
    session.query("USE explained")
    session.query(
        "CREATE TABLE t (a UInt32, b UInt32, s String, PROJECTION by_b (SELECT b, count() GROUP BY"
        " b)) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 100"
    )
    session.query("INSERT INTO t SELECT number, number % 5, toString(number) FROM numbers(1000)")
    yield session
    session.query("DROP DATABASE explained")


def _lines(session: sparktree.Session, query: str) -> list[str]:
    return [str(row[0]) for row in session.query(query).rows()]


def test_a_join_has_both_sides_below_it(session: sparktree.Session) -> None:
    found = _lines(session, "EXPLAIN SELECT x.s FROM t AS x LEFT JOIN t AS y ON x.a = y.b")
    assert found == [
        "Output: s",
        "",
        "Join (JOIN FillRightFirst)",
        "│  Type: left | Strictness: all",
        "│  Output rows: estimated 1.00 thousand",
        "│  Left: rows estimated 1.00 thousand",
        "│  Right: rows estimated 1.00 thousand",
        "│  Join conditions: a = b",
        "│  Input (left): a, s",
        "│  Input (right): b",
        "├──ReadFromMergeTree (explained.t)",
        "│     Read type: Default",
        "│     Parts: 1 | Granules: 10",
        "│     Output: a, s",
        "└──ReadFromMergeTree (explained.t)",
        "      Read type: Default",
        "      Parts: 1 | Granules: 10",
        "      Output: b",
    ]


def test_joins_are_shown_in_the_order_in_which_they_are_made(session: sparktree.Session) -> None:
    session.query("CREATE TABLE large (k UInt32, g UInt32) ENGINE = MergeTree ORDER BY k")
    session.query("INSERT INTO large SELECT number, number % 1000 FROM numbers(300000)")
    query = "SELECT count() FROM large AS x, large AS y, t WHERE x.g = t.a AND y.k = t.b"
    found = _lines(session, f"EXPLAIN {query}")
    kinds = [line.strip("│└├─ ") for line in found if "Type: " in line]
    assert kinds == ["Type: inner | Strictness: all"] * 2
    tables = [line.partition("(explained.")[2].rstrip(")") for line in found if "ReadFrom" in line]
    assert sorted(tables) == ["large", "large", "t"] and tables[0] == "large"
    session.query("SET query_plan_optimize_join_order_limit = 0")
    written = _lines(session, f"EXPLAIN {query}")
    session.query("SET query_plan_optimize_join_order_limit = 10")
    assert any("Type: cross" in line for line in written)


def test_analyze_shows_estimated_and_real_rows(session: sparktree.Session) -> None:
    session.query("CREATE TABLE facts (k UInt32, g Nullable(UInt32)) ENGINE = MergeTree ORDER BY k")
    session.query("INSERT INTO facts SELECT number, number % 100 FROM numbers(20000)")
    session.query("OPTIMIZE TABLE facts FINAL")  # merged parts have statistics
    query = "SELECT t.b, count() FROM facts, t WHERE facts.k = t.a AND facts.g = 7 GROUP BY t.b"
    found = _lines(session, f"EXPLAIN ANALYZE indexes = 0 {query} SETTINGS max_threads = 2")
    assert found[0] == "Query summary:"
    assert found[1].startswith("  Time:  ") and " (planning " in found[1]
    assert found[2].startswith("  Read:        21.00 thousand rows, ")
    assert found[3].startswith("  Peak memory: ")
    (tree,) = (found[n:] for n in range(len(found)) if found[n].startswith("Aggregating"))
    lines = [line.lstrip("│└├─ ") for line in tree]
    assert "I/O: rows 10 → 1" in lines
    about = r"(19\d|20\d)(\.00)?"  # of a hundred different values, as a sketch knows them
    assert any(re.fullmatch(rf"Left: rows estimated {about} · rows 200\.00", one) for one in lines)
    assert "Right: rows estimated 1.00 thousand · rows 1.00 thousand" in lines
    assert "I/O: rows 1.20 thousand → 10" in lines
    told = rf"Output rows: estimated {about} · actual 200\.00"
    assert any(re.fullmatch(told, one) for one in lines)
    plain = _lines(session, f"EXPLAIN estimates = 1 {query}")
    shown = rf".*ReadFromMergeTree \(explained\.facts\) \(rows: {about}, cost: <unknown>\)"
    assert any(re.fullmatch(shown, one) for one in plain)
    profile = (
        "SELECT countIf(name LIKE '%/%') FROM (SELECT arrayJoin(mapKeys(ProfileEvents)) AS name"
    )
    assert session.query(f"{profile} FROM system.query_log)").text() == "0\n"


def test_rows_of_a_join_with_a_longer_calendar(session: sparktree.Session) -> None:
    """Of a calendar of 100,000 days, 1,000 are in the table that it is joined with: 10 of these
    leave a hundredth of its rows, not one in ten thousand."""
    for name, begin, days, rows in (
        ("calendar", 0, 100_000, 100_000),
        ("sold", 50_000, 1000, 50_000),
    ):
        session.query(
            f"CREATE TABLE {name} (day Nullable(Int64), n Int64) ENGINE = MergeTree ORDER BY n"
        )
        numbers = f"SELECT {begin} + number % {days}, number FROM numbers({rows})"
        session.query(f"INSERT INTO {name} {numbers}")
        session.query(f"OPTIMIZE TABLE {name} FINAL")
    joined = "FROM sold, calendar WHERE sold.day = calendar.day AND calendar.n BETWEEN {} AND {}"
    for begin in (50_100, 99_000):
        found = _lines(session, f"EXPLAIN SELECT sold.n {joined.format(begin, begin + 10)}")
        (told,) = (line for line in found if "Output rows: estimated" in line)
        assert 250 < float(told.split()[-1]) < 1000  # of the days that are chosen nothing is known


def test_analyze_ends_as_the_query_does(session: sparktree.Session) -> None:
    with pytest.raises(sparktree.Error) as error:
        session.query("EXPLAIN ANALYZE SELECT throwIf(a = 999) FROM t")
    assert error.value.name == "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"
    assert _lines(session, "EXPLAIN ANALYZE SELECT sum(number) FROM numbers(10) WHERE number > 100")


def test_columns_that_are_read_last_are_a_step(session: sparktree.Session) -> None:
    found = _lines(session, "EXPLAIN SELECT upper(s) FROM t ORDER BY a LIMIT 3")
    assert found[:3] == ["Output: upper(s)", "", "JoinLazyColumnsStep"]
    assert "│     │  Prefix sort description: a ASC" in found
    assert found[-2:] == ["└──LazilyReadFromMergeTree", "      Lazily read columns: s"]


def test_headers_name_the_columns_of_each_step(session: sparktree.Session) -> None:
    found = _lines(session, "EXPLAIN header = 1 SELECT a, sum(b) AS x FROM t GROUP BY a")
    assert found[3:5] == ["│  Header: a UInt32", "│          sum(b) UInt64"]
    assert found[-5:-3] == ["      Header: a UInt32", "              b UInt32"]


def test_json_has_the_same_tree(session: sparktree.Session) -> None:
    text = "EXPLAIN json = 1, indices = 1 SELECT a FROM t WHERE a < 150 ORDER BY s LIMIT 2"
    plan = json.loads(_lines(session, text)[0])[0]["Plan"]
    kinds = []
    while "Plans" in plan:
        kinds.append(plan["Node Type"])
        plan = plan["Plans"][0]
    assert kinds == ["Limit", "Sorting"]
    assert plan["Node Type"] == "ReadFromMergeTree" and plan["Description"] == "explained.t"
    assert plan["Indexes"][0]["Type"] == "PrimaryKey"
    assert plan["Indexes"][0]["Selected Granules"] == 2


def test_projections_are_read_in_place_of_the_table(session: sparktree.Session) -> None:
    found = _lines(session, "EXPLAIN projections = 1 SELECT b, count() FROM t GROUP BY b")
    assert "└──ReadFromMergeTree (by_b)" in found
    assert _lines(session, "EXPLAIN SELECT count() FROM t")[-1] == (
        "└──ReadFromPreparedSource (Optimized trivial count)"
    )


def test_the_pipeline_shows_stages_and_kernel_sql(session: sparktree.Session) -> None:
    found = _lines(session, "EXPLAIN PIPELINE SELECT sum(b) FROM t")
    assert any(line.startswith("Stage 0: 1 task") for line in found)
    assert any(line.startswith("  Kernel: SELECT") for line in found)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("EXPLAIN nosuch = 1 SELECT 1", "UNKNOWN_SETTING"),
        ("EXPLAIN ANALYZE json = 1 SELECT 1", "UNKNOWN_SETTING"),
        ("EXPLAIN ANALYZE processors = 1 SELECT 1", "NOT_IMPLEMENTED"),
        ("EXPLAIN ANALYZE INSERT INTO t SELECT * FROM t", "INCORRECT_QUERY"),
        ("EXPLAIN compact = 0 SELECT 1", "NOT_IMPLEMENTED"),
        ("EXPLAIN pretty = 0 SELECT 1", "NOT_IMPLEMENTED"),
        ("EXPLAIN INSERT INTO t SELECT * FROM t", "INCORRECT_QUERY"),
        ("EXPLAIN TABLE OVERRIDE numbers(1) COLUMNS (number UInt8)", "NOT_IMPLEMENTED"),
        ("EXPLAIN SYNTAX run_query_tree_passes = 1 SELECT 1", "NOT_IMPLEMENTED"),
    ],
)
def test_what_cannot_be_explained(session: sparktree.Session, query: str, name: str) -> None:
    with pytest.raises(sparktree.Error) as error:
        session.query(query)
    assert error.value.name == name
