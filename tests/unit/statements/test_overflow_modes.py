"""Queries that end instead of failing give what they make of the rows read so far."""

import pytest

import sparktree
from sparktree.statements import limits

BREAK = {"max_execution_time": 0.3, "timeout_overflow_mode": "break"}
BREAK_AT_ROWS = {"max_rows_to_read": 1000, "read_overflow_mode": "break", "max_block_size": 400}


def test_a_query_that_takes_too_long_counts_what_was_read(shared_engine: sparktree.Engine) -> None:
    # ClickHouse documents this, but its own pipeline drops the result of an aggregation.
    found = shared_engine.query("SELECT count() FROM numbers(1000000000000)", settings=BREAK)
    ((count,),) = found.rows()
    assert 0 < count < 1000000000000
    assert found.statistics["rows_read"] == count


def test_the_time_after_reading_is_limited_too(
    shared_engine: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_AFTER_READING", 0.1)
    long = (
        "SELECT sum(a.number * b.number) FROM numbers(200000) AS a"
        " CROSS JOIN numbers(200000) AS b WHERE a.number % 7 != b.number % 5"
    )
    with pytest.raises(sparktree.Error) as failure:
        shared_engine.query(long, settings=BREAK)
    assert failure.value.name == "TIMEOUT_EXCEEDED"


def test_rows_of_a_join_and_an_insert_end_too(shared_engine: sparktree.Engine) -> None:
    db = shared_engine.session()
    db.query("CREATE DATABASE overflowing")
    db.query("CREATE TABLE overflowing.t (a UInt64) ENGINE = MergeTree ORDER BY a")
    insert = "INSERT INTO overflowing.t SELECT number FROM numbers(1000000)"
    db.query(insert, settings=BREAK_AT_ROWS)
    assert db.query("SELECT count(), max(a) FROM overflowing.t").text() == "1200\t1199\n"
    joined = "SELECT count() FROM overflowing.t AS x JOIN overflowing.t AS y USING (a)"
    assert db.query(joined, settings=BREAK_AT_ROWS | {"max_rows_to_read": 400}).text() == "400\n"


def test_a_result_knows_the_rows_before_its_limit(shared_engine: sparktree.Engine) -> None:
    query = "SELECT number FROM numbers(1000) WHERE number % 2 ORDER BY number LIMIT 3"
    told = shared_engine.query(query, format="JSON").statistics
    assert told["rows_before_limit_at_least"] == 500
    plain = shared_engine.query(f"{query} OFFSET 1")
    assert plain.statistics["rows_before_limit_at_least"] == 4
    assert "rows_before_limit_at_least" not in shared_engine.query("SELECT 1").statistics
    with shared_engine.session().stream(query, format="XML") as stream:
        assert sum(block.num_rows for block in stream.blocks()) == 3
    assert stream.statistics["rows_before_limit_at_least"] == 500
