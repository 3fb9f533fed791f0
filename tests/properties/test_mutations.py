"""Random inserts, updates, deletes, masks and merges leave the rows that ClickHouse leaves."""

from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sparktree
from tests.oracle import Oracle

CONDITIONS = st.sampled_from(
    (
        "k < 5",
        "k % 3 = 1",
        "v > 20",
        "v IS NULL",
        "s LIKE '%1%'",
        "k IN (SELECT number * 2 FROM numbers(4))",
        "p = 1 AND v != 3",
        "m > 12",
        "0",
        "1",
    )
)
ASSIGNMENTS = st.sampled_from(
    (
        "v = v + 1",
        "v = NULL",
        "s = concat(s, 'u')",
        "v = k, s = ifNull(toString(v), 'n')",
        "s = 'c'",
    )
)
INSERT = st.integers(0, 30).map(
    lambda n: (
        f"INSERT INTO {{t}} (k, p, s, v) SELECT number + {n}, number % 2, toString(number),"
        f" if(number % 4 = 0, NULL, number) FROM numbers({n % 7 + 1})"
    )
)
OPERATIONS = st.one_of(
    INSERT,
    st.builds("ALTER TABLE {{t}} UPDATE {} WHERE {}".format, ASSIGNMENTS, CONDITIONS),
    st.builds(
        "ALTER TABLE {{t}} UPDATE {} IN PARTITION 1 WHERE {}".format, ASSIGNMENTS, CONDITIONS
    ),
    st.builds("ALTER TABLE {{t}} DELETE WHERE {}".format, CONDITIONS),
    st.builds("DELETE FROM {{t}} WHERE {}".format, CONDITIONS),
    st.builds("UPDATE {{t}} SET {} WHERE {}".format, ASSIGNMENTS, CONDITIONS),
    st.builds(
        "DELETE FROM {{t}} WHERE {} SETTINGS lightweight_delete_mode = 'lightweight_update'".format,
        CONDITIONS,
    ),
    st.sampled_from(
        (
            "OPTIMIZE TABLE {t} FINAL",
            "ALTER TABLE {t} APPLY DELETED MASK",
            "ALTER TABLE {t} APPLY PATCHES",
        )
    ),
)
NAMES = (f"mutated_{number}" for number in count())


@pytest.mark.slow
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    layout=st.sampled_from(("min_bytes_for_wide_part = 0", "min_rows_for_wide_part = 1000000")),
    operations=st.lists(OPERATIONS, min_size=3, max_size=9),
)
def test_rows_are_those_of_clickhouse(
    shared_engine: sparktree.Engine, oracle: Oracle, layout: str, operations: list[str]
) -> None:
    name = next(NAMES)
    create = (
        f"CREATE TABLE {name} (k UInt32, p UInt8, s String, v Nullable(Int64), m Int64 MATERIALIZED"
        f" ifNull(v, 0) + k) ENGINE = MergeTree ORDER BY k PARTITION BY p SETTINGS {layout},"
        " enable_block_number_column = 1, enable_block_offset_column = 1"
    )
    first = (
        "INSERT INTO {t} (k, p, s, v) SELECT number, number % 2, toString(number), number"
        " FROM numbers(12)"
    )
    shown = f"SELECT *, m FROM {name} ORDER BY ALL"
    for statement in (create, first, *operations):
        shared_engine.query(statement.format(t=name))
        oracle.query(statement.format(t=name))
        if not statement.startswith("CREATE"):
            assert shared_engine.query(shown).text() == oracle.text(shown), statement
    for each in (shared_engine.query, oracle.query):
        each(f"DROP TABLE {name}")
