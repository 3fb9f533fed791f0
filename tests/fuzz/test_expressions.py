"""Random expressions of every type give ClickHouse's text and type, or its error."""

import pytest
from hypothesis import given

import sparktree
from tests.fuzz.checks import EDGES, column_differences, constant_differences, several
from tests.fuzz.compare import Pair
from tests.fuzz.expressions import Expression, column_leaves, expressions
from tests.fuzz.literals import LITERALS, table_statements
from tests.fuzz.rounds import bounded
from tests.oracle import Oracle


@pytest.fixture(scope="module")
def pair(shared_engine: sparktree.Engine, oracle: Oracle) -> Pair:
    """A session on each side with the table of edges, in a database of its own."""
    pair = Pair(shared_engine.session(), oracle)
    for statement in ("CREATE DATABASE fuzz_expressions", "USE fuzz_expressions"):
        pair.both(statement)
    for statement in table_statements(EDGES):
        pair.both(statement)
    return pair


@bounded(20)
@given(made=several(expressions(LITERALS)))
def test_random_constants_are_those_of_clickhouse(pair: Pair, made: list[Expression]) -> None:
    assert not dict(constant_differences(pair, made))


@bounded(10)
@given(made=several(expressions(column_leaves())))
def test_random_expressions_over_columns_are_those_of_clickhouse(
    pair: Pair, made: list[Expression]
) -> None:
    assert not dict(column_differences(pair, made))
