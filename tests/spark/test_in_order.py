"""ORDER BY keys with LIMIT: how many rows are read, and that they are the right ones."""

import random
from collections.abc import Iterator

import pytest

import sparktree

GRANULE = 100


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> Iterator[sparktree.Session]:
    session = shared_engine.session()
    session.query("CREATE DATABASE in_order")
    session.query("USE in_order")
    session.query(
        "CREATE TABLE t (a UInt32, b UInt32, c UInt32) ENGINE = MergeTree ORDER BY (a, b)"
        f" SETTINGS index_granularity = {GRANULE}"
    )
    for shift in (0, 3):
        session.query(
            f"INSERT INTO t SELECT number % 10 + {shift}, number, number * 7 % 1000"
            " FROM numbers(5000)"
        )
    yield session
    session.query("DROP DATABASE in_order")


@pytest.mark.parametrize(
    ("query", "most_granules"),
    [
        ("SELECT * FROM t ORDER BY a LIMIT 10", 2),
        ("SELECT * FROM t ORDER BY a, b LIMIT 150", 3),
        ("SELECT * FROM t ORDER BY a DESC, b DESC LIMIT 10", 2),
        ("SELECT * FROM t ORDER BY a, c LIMIT 10", 12),
        ("SELECT * FROM t WHERE a = 5 ORDER BY b LIMIT 10", 6),
        ("SELECT * FROM t WHERE a = 5 ORDER BY b DESC LIMIT 10", 6),
        ("SELECT * FROM t WHERE a >= 5 ORDER BY a LIMIT 10", 6),
    ],
)
def test_only_the_first_granules_are_read(
    session: sparktree.Session, query: str, most_granules: int
) -> None:
    few = session.query(query)
    all_ = session.query(f"{query} SETTINGS optimize_read_in_order = 0")
    assert few.statistics["rows_read"] <= most_granules * GRANULE
    assert few.statistics["rows_read"] < all_.statistics["rows_read"]


@pytest.mark.parametrize("query", ["ORDER BY a, b LIMIT 3", "WHERE a = 4 ORDER BY b LIMIT 3"])
def test_explain_names_the_way_of_reading(session: sparktree.Session, query: str) -> None:
    def read_type(text: str) -> str:
        lines = [str(row[0]) for row in session.query(f"EXPLAIN indexes = 1 {text}").rows()]
        return next(line.strip() for line in lines if "Read type" in line)

    assert read_type(f"SELECT * FROM t {query}") == "Read type: InOrder"
    backwards = query.replace("a, b", "a DESC, b DESC").replace("BY b", "BY b DESC")
    assert read_type(f"SELECT * FROM t {backwards}") == "Read type: InReverseOrder"
    off = f"SELECT * FROM t {query} SETTINGS optimize_read_in_order = 0"
    assert read_type(off) == "Read type: Default"


def test_random_orderings_give_the_same_rows(session: sparktree.Session) -> None:
    """Against the same query without the index: the ordered values must be equal."""
    chance = random.Random(7)
    queries = []
    for _ in range(25):
        keys = chance.choice([["a"], ["a", "b"], ["b"], ["a", "c"], ["b", "a"], ["a", "b", "c"]])
        items = ", ".join(f"{key}{chance.choice(['', ' DESC'])}" for key in keys)
        where = chance.choice(
            ["", "WHERE a = 6", "WHERE a > 4", "WHERE a IN (3, 9)", "WHERE c < 100",
             "WHERE a = 5 AND b > 2500", "WHERE a != 3 OR b < 9", "WHERE NOT (a < 11)"]
        )  # fmt: skip
        shown = f"({', '.join(keys)})" if len(keys) > 1 else keys[0]
        limit = chance.choice([1, 5, 120, 900])
        queries.append(f"SELECT {shown} AS x FROM t {where} ORDER BY {items} LIMIT {limit}")
    for setting in (0, 1):
        session.query(f"SET optimize_read_in_order = {setting}")
        found = [session.query(query).rows() for query in queries]
        if setting == 0:
            expected = found
    assert found == expected
