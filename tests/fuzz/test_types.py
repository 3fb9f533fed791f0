"""The types of results over all pairs of numeric types equal ClickHouse's."""

import pytest

import sparktree
from tests.fuzz.compare import Pair
from tests.fuzz.matrix import ARITHMETIC, CHOICES, MOMENTS, NUMBERS, differences
from tests.oracle import Oracle


@pytest.fixture(scope="module")
def pair(shared_engine: sparktree.Engine, oracle: Oracle) -> Pair:
    return Pair(shared_engine.session(), oracle)


@pytest.mark.parametrize("operation", ARITHMETIC)
def test_arithmetic_of_all_types_is_that_of_clickhouse(pair: Pair, operation: str) -> None:
    assert not list(differences(pair, NUMBERS, [operation]))


@pytest.mark.parametrize("types", [NUMBERS, MOMENTS], ids=["numbers", "moments"])
def test_types_that_hold_two_others_are_those_of_clickhouse(pair: Pair, types: list[str]) -> None:
    assert not list(differences(pair, types, CHOICES))
