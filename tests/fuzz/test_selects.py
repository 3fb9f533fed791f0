"""Random SELECTs over random tables: the rows of ClickHouse, in one task and in several."""

import pytest
from hypothesis import given

import sparktree
from tests.fuzz.checks import select_differences, several
from tests.fuzz.compare import Pair
from tests.fuzz.rounds import bounded, drawn
from tests.fuzz.selects import Statement, selects
from tests.fuzz.tables import databases
from tests.oracle import Oracle


@pytest.fixture(scope="module")
def pair(shared_engine: sparktree.Engine, oracle: Oracle) -> Pair:
    """A session on each side with the three tables, in a database of its own."""
    pair = Pair(shared_engine.session(), oracle)
    for statement in ("CREATE DATABASE fuzz_selects", "USE fuzz_selects"):
        pair.both(statement)
    for table in drawn(databases(), 1):
        for statement in table.statements():
            pair.both(statement)
    return pair


@bounded(4)
@given(statements=several(selects()))
def test_random_selects_are_those_of_clickhouse(pair: Pair, statements: list[Statement]) -> None:
    assert not dict(select_differences(pair, statements))
