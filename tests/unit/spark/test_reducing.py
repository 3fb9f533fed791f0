"""Tasks group their rows before an exchange only where that makes them fewer."""

import duckdb
import pytest

from sparktree.spark.reducing import chosen, likely_groups
from sparktree.spark.stages import SqlRelation, Unreduced

ROWS = 300_000
GROUPS = "SELECT k, sum(v) AS s, count(*) AS c FROM t GROUP BY k"
SINGLE = Unreduced("SELECT k, v AS s, 1 AS c FROM t", ("k",), 1000)


def taken(key: str, unreduced: Unreduced = SINGLE, rows: int = ROWS) -> tuple[str, list[object]]:
    """The SQL that is chosen, and the types and the sums that come of it."""
    source = f"SELECT {key} AS k, CAST(range % 7 AS INTEGER) AS v FROM range({rows})"
    with duckdb.connect() as connection:
        relation = SqlRelation(source, rows)
        connection.execute(f"CREATE TEMP VIEW t AS {source}")
        sql = chosen(connection, GROUPS, unreduced, {"t": relation})
        whole = connection.execute(
            f"SELECT sum(s), sum(c), count(DISTINCT k) FROM ({sql})"
        ).fetchone()
        types = [str(kind) for kind in connection.sql(sql).types]
    assert whole is not None
    return sql, [*types, *whole]


def test_rows_that_are_groups_go_as_they_are() -> None:
    sql, found = taken("range")
    assert "GROUP BY" not in sql
    assert found == ["BIGINT", "HUGEINT", "BIGINT", sum(i % 7 for i in range(ROWS)), ROWS, ROWS]


@pytest.mark.parametrize("key", ["range % 50", "range // 3", "hash(range) % 90000", "NULL::INT"])
def test_groups_of_several_rows_are_made(key: str) -> None:
    assert taken(key)[0] == GROUPS


def test_few_rows_are_not_looked_at() -> None:
    assert taken("range", rows=999)[0] == GROUPS


def test_few_groups_are_made() -> None:
    """A filter leaves few of the rows."""
    few = Unreduced(f"{SINGLE.sql} WHERE k % 100000 = 0", ("k",), 1000)
    assert taken("range", few)[0] == GROUPS
    none = Unreduced(f"{SINGLE.sql} WHERE k < 0", ("k",), 1000)
    assert taken("range", none)[0] == GROUPS


def test_a_sample_tells_how_many_groups_there_are() -> None:
    assert likely_groups(1000, 1000, 5e6) == 5e6
    assert likely_groups(65536, 1, 5e6) == pytest.approx(1, rel=0.01)
    # A million values, equally frequent: 63,435 of them are among 65,536 rows.
    assert likely_groups(65536, 63435, 5e6) == pytest.approx(993_000, rel=0.02)
    assert likely_groups(0, 0, 0.0) == 0
