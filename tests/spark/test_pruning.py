"""Which granules a query reads, as EXPLAIN tells."""

import re

import pytest

import sparktree


@pytest.mark.parametrize(
    ("condition", "granules", "rows"),
    [("1", "10/10", 1000), ("a >= 0", "10/10", 1000), ("a = 250", "1/10", 100),
     ("a < 150 OR a >= 950", "3/10", 300), ("a > 5000", "0/10", 0)],
)  # fmt: skip
def test_the_primary_key_leaves_few_granules(
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


@pytest.mark.requirement("MT.Proj.OrderByStorage")
def test_a_projection_with_the_places_of_rows_is_an_index(engine: sparktree.Engine) -> None:
    """Few rows are read of the projection and of the table, also where another part lacks it."""
    engine.query(
        "CREATE TABLE visits (k UInt32, user UInt32, url String) ENGINE = MergeTree ORDER BY k"
    )
    rows = "SELECT number + {}, number * 7919 % 20000, toString(number) FROM numbers({})"
    engine.query("INSERT INTO visits " + rows.format(0, 100))
    engine.query("ALTER TABLE visits ADD PROJECTION by_user INDEX user TYPE basic")
    engine.query("INSERT INTO visits " + rows.format(100, 200_000))
    query = "SELECT count(), sum(k), max(url) FROM visits WHERE user = 7919"
    off = engine.query(query)  # the table is too small to be worth it
    on = engine.query(f"{query} SETTINGS min_table_rows_to_use_projection_index = 1000")
    assert on.text() == off.text()
    assert off.statistics["rows_read"] == 200_100
    # A granule of the projection, the other part, and the rows that were found.
    assert on.statistics["rows_read"] <= 2 * 8192 + 100 + 10
