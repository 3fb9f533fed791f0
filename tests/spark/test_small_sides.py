"""Small sides of joins come first: a large side reads only what can meet them."""

import json
from collections.abc import Iterator

import pytest

import sparktree

_ON = {"join_runtime_filter_min_probe_rows": 1000}
_OFF = {"enable_join_runtime_filters": 0}


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> Iterator[sparktree.Session]:
    session = shared_engine.session()
    session.query("CREATE DATABASE small_sides")
    session.query("USE small_sides")
    session.query(
        "CREATE TABLE large (k UInt32, g UInt32, n Nullable(UInt32), s String) ENGINE = MergeTree"
        " ORDER BY k SETTINGS index_granularity = 100"
    )
    session.query(
        "INSERT INTO large SELECT number, number % 1000, if(number % 3 = 0, NULL, number),"
        " toString(number) FROM numbers(100000)"
    )
    session.query("CREATE TABLE small (k UInt32, s String) ENGINE = MergeTree ORDER BY k")
    session.query("INSERT INTO small SELECT number * 3, toString(number) FROM numbers(3000)")
    yield session
    session.query("DROP DATABASE small_sides")


QUERIES = {
    "where": "SELECT count(), sum(g), max(small.s) FROM large JOIN small ON large.k = small.k"
    " WHERE small.s LIKE '77%'",
    "grouped": "SELECT sum(c), max(s) FROM (SELECT k, count() AS c FROM large GROUP BY k) AS q"
    " JOIN small ON q.k = small.k WHERE small.s IN ('5', '6')",
    "semi": "SELECT count(), sum(g) FROM large LEFT SEMI JOIN"
    " (SELECT k FROM small WHERE s = '9') AS few ON large.k = few.k",
    "exists": "SELECT count() FROM large WHERE EXISTS"
    " (SELECT 1 FROM small WHERE small.k = large.k AND small.s = '12')",
    "commas": "SELECT count(), sum(other.g) FROM large, small, large AS other"
    " WHERE large.k = small.k AND other.k = small.k AND small.s = '100'",
    "nothing": "SELECT count(), sum(g) FROM large JOIN small ON large.k = small.k"
    " WHERE small.s = 'nobody'",
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_few_rows_are_read(session: sparktree.Session, query: str) -> None:
    plain = json.loads(session.query(f"{query} FORMAT JSONCompact", _OFF).text())
    found = json.loads(session.query(f"{query} FORMAT JSONCompact", _ON).text())
    assert found["data"] == plain["data"] and found["meta"] == plain["meta"]
    assert plain["statistics"]["rows_read"] >= 100_000
    assert found["statistics"]["rows_read"] < 30_000


@pytest.mark.parametrize(
    "query",
    [
        # Rows of the large side stay without a partner.
        "SELECT count(), sum(small.k) FROM large LEFT JOIN small ON large.k = small.k",
        "SELECT count() FROM large LEFT ANTI JOIN small ON large.k = small.k",
        # NULL has no partner.
        "SELECT count(), sum(small.k) FROM large JOIN small ON large.n = small.k AND small.s < '2'",
        # More rows than were thought: nothing is known of what a function leaves.
        "SELECT count() FROM large JOIN small ON large.k = small.k WHERE NOT ignore(small.s)",
    ],
)
def test_answers_are_the_same(session: sparktree.Session, query: str) -> None:
    few = {**_ON, "join_runtime_filter_exact_values_limit": 2000}
    assert session.query(query, few).text() == session.query(query, _OFF).text()


def test_what_may_be_read_is_counted_as_a_whole(session: sparktree.Session) -> None:
    with pytest.raises(sparktree.Error) as error:
        session.query(QUERIES["where"], {**_ON, "max_rows_to_read": 50_000})
    assert error.value.name == "TOO_MANY_ROWS"
