"""Which granules a query reads, as EXPLAIN tells."""

import re

import pytest

import sparktree


@pytest.mark.parametrize(
    ("condition", "granules", "rows"),
    [("1", "10/10", 1000), ("a >= 0", "10/10", 1000), ("a = 250", "1/10", 100),
     ("a < 150 OR a >= 950", "3/10", 300), ("a > 5000", "0/10", 0)],
)  # fmt: skip
def test_primary_key(
    shared_engine: sparktree.Engine, condition: str, granules: str, rows: int
) -> None:
    db = shared_engine
    db.query(
        "CREATE TABLE IF NOT EXISTS pruned (a UInt64) ENGINE = MergeTree ORDER BY a"
        " SETTINGS index_granularity = 100"
    )
    if db.query("SELECT count() FROM pruned").text() == "0\n":
        db.query("INSERT INTO pruned SELECT number FROM numbers(1000)")
    told = db.query(f"EXPLAIN PIPELINE SELECT a FROM pruned WHERE {condition}").text()
    found = re.search(r"granules (\S+), rows (\d+)", told)
    assert found is not None
    assert found.groups() == (granules, str(rows))
    expected = sum(
        1 for a in range(1000) if eval(condition.replace("OR", "or").replace(" = ", "=="))
    )
    assert db.query(f"SELECT count() FROM pruned WHERE {condition}").text() == f"{expected}\n"
