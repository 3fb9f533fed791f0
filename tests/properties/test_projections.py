"""Random inserts, mutations, masks and merges: projections answer as the rows do."""

from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sparktree
from tests.oracle import Oracle

CONDITIONS = st.sampled_from(
    ("k < 5", "k % 3 = 1", "v > 20", "v IS NULL", "s LIKE '%1%'", "p = 1 AND v != 3", "0", "1")
)
ASSIGNMENTS = st.sampled_from(
    ("v = v + 1", "v = NULL", "s = concat(s, 'u')", "v = k, s = ifNull(toString(v), 'n')", "x = 7")
)
INSERT = st.integers(0, 40).map(
    lambda n: (
        f"INSERT INTO {{t}} SELECT number + {n}, number % 2, toString(number % 5),"
        f" if(number % 4 = 0, NULL, number * {n} % 30), {n} FROM numbers({n % 11 + 1})"
    )
)
PROJECTIONS = (
    "PROJECTION byv (SELECT * ORDER BY v)",
    "PROJECTION keyed (SELECT p, s, count(), sum(v), min(k), avg(v), uniqExact(k) GROUP BY p, s)",
    "PROJECTION some (SELECT k, v WHERE v > 10 ORDER BY v)",
    "PROJECTION places INDEX s TYPE basic",
    "PROJECTION third (SELECT k % 3, countIf(v > 5) GROUP BY k % 3)",
)
FIRST = (
    "INSERT INTO {t} SELECT number, number % 2, toString(number % 5), number, 0 FROM numbers(30)"
)
OPERATIONS = st.one_of(
    INSERT,
    INSERT,
    st.builds("ALTER TABLE {{t}} UPDATE {} WHERE {}".format, ASSIGNMENTS, CONDITIONS),
    st.builds("ALTER TABLE {{t}} DELETE WHERE {}".format, CONDITIONS),
    st.builds("DELETE FROM {{t}} WHERE {}".format, CONDITIONS),
    st.sampled_from(
        (
            "OPTIMIZE TABLE {t} FINAL",
            "OPTIMIZE TABLE {t} FINAL",
            "ALTER TABLE {t} APPLY DELETED MASK",
            "ALTER TABLE {t} CLEAR PROJECTION byv IN PARTITION 1",
            "ALTER TABLE {t} CLEAR PROJECTION keyed IN PARTITION 0",
            "ALTER TABLE {t} MATERIALIZE PROJECTION byv",
            "ALTER TABLE {t} MATERIALIZE PROJECTION keyed IN PARTITION 0",
            "ALTER TABLE {t} ADD PROJECTION IF NOT EXISTS late (SELECT s, min(k) GROUP BY s)",
            "ALTER TABLE {t} MATERIALIZE PROJECTION late",
            "ALTER TABLE {t} DROP PROJECTION IF EXISTS late",
        )
    ),
)
QUERIES = (
    "SELECT * FROM {t} WHERE v = 3 ORDER BY ALL",
    "SELECT k, v FROM {t} WHERE v > 10 AND v < 20 ORDER BY ALL",
    "SELECT count(), sum(k) FROM {t} WHERE v IS NULL",
    "SELECT p, s, count(), sum(v), avg(v), uniqExact(k) FROM {t} GROUP BY p, s ORDER BY ALL",
    "SELECT s, sum(v) FROM {t} WHERE p = 1 GROUP BY s ORDER BY ALL",
    "SELECT k % 3, countIf(v > 5) FROM {t} GROUP BY k % 3 ORDER BY ALL",
    "SELECT s, min(k) FROM {t} GROUP BY s ORDER BY ALL",
    "SELECT count(), min(p), max(p) FROM {t}",
    "SELECT * FROM {t} WHERE s = '3' ORDER BY ALL",
    "SELECT k, x FROM {t} WHERE s IN ('1', '2u') AND v != 11 ORDER BY ALL",
    "SELECT p, count() FROM {t} WHERE p = 1 GROUP BY p",
)
SETTINGS = st.sampled_from(
    (
        "index_granularity = 2, min_bytes_for_wide_part = 0",
        "index_granularity = 3, min_rows_for_wide_part = 1000000",
    )
)
NAMES = (f"projected_{number}" for number in count())


@pytest.mark.slow
@pytest.mark.requirement("MT.Proj.Feasible")
@pytest.mark.requirement("MT.Proj.Merge")
@pytest.mark.requirement("MT.Proj.Maintenance")
@settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(layout=SETTINGS, operations=st.lists(OPERATIONS, min_size=3, max_size=5))
def test_projections_answer_as_the_rows_do(
    shared_engine: sparktree.Engine, oracle: Oracle, layout: str, operations: list[str]
) -> None:
    name = next(NAMES)
    columns = "k UInt32, p UInt8, s String, v Nullable(Int64), x UInt32"
    rest = f"ENGINE = MergeTree ORDER BY k PARTITION BY p SETTINGS {layout}"
    shared_engine.query(
        f"CREATE TABLE {name} ({columns}, {', '.join(PROJECTIONS)}) {rest},"
        " lightweight_mutation_projection_mode = 'rebuild'"
    )
    # ClickHouse has the rows alone: what projections must answer is what rows answer.
    oracle.query(f"CREATE TABLE {name} ({columns}) {rest}")
    added = False
    for statement in (FIRST, *operations):
        added = (added or "ADD PROJECTION" in statement) and "DROP PROJECTION" not in statement
        if "MATERIALIZE PROJECTION late" in statement and not added:
            continue
        text = statement.format(t=name)
        sync = " SETTINGS mutations_sync = 2" if text.startswith("ALTER") else ""
        shared_engine.query(text + sync)
        if "PROJECTION" not in text:
            oracle.query(text + sync)
    looked_up = " SETTINGS min_table_rows_to_use_projection_index = 0"
    for query in QUERIES:
        text = query.format(t=name)
        assert shared_engine.query(text + looked_up).text() == oracle.text(text), text
    for each in (shared_engine.query, oracle.query):
        each(f"DROP TABLE {name}")
