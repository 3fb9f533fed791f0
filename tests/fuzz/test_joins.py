"""Random joins over random tables: ClickHouse's rows, in whatever order the joins are made."""

import pytest
from hypothesis import given

import sparktree
from tests.fuzz.checks import several
from tests.fuzz.compare import Pair
from tests.fuzz.joins import join_differences, joins
from tests.fuzz.rounds import bounded, drawn
from tests.fuzz.selects import Statement
from tests.fuzz.tables import databases
from tests.oracle import Oracle


@pytest.fixture(scope="module")
def pair(shared_engine: sparktree.Engine, oracle: Oracle) -> Pair:
    """A session on each side with the three tables, in a database of its own."""
    pair = Pair(shared_engine.session(), oracle)
    for statement in ("CREATE DATABASE fuzz_joins", "USE fuzz_joins"):
        pair.both(statement)
    for table in drawn(databases(), 3):
        for statement in table.statements():
            pair.both(statement)
    return pair


@bounded(2)
@given(statements=several(joins()))
def test_random_joins_are_those_of_clickhouse(pair: Pair, statements: list[Statement]) -> None:
    assert not dict(join_differences(pair, statements))
