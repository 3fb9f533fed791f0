"""Other spellings, halves of conditions and optimisations: a few, always the same."""

import pytest
from hypothesis import given

import sparktree
from tests.fuzz.agreements import (
    INDEXES,
    Halves,
    Switched,
    half_differences,
    halves,
    spelling_differences,
    switch_differences,
    switched,
)
from tests.fuzz.checks import several
from tests.fuzz.compare import Pair
from tests.fuzz.rounds import bounded, drawn
from tests.fuzz.spellings import Respelt, respellings
from tests.fuzz.tables import databases
from tests.oracle import Oracle


@pytest.fixture(scope="module")
def pair(shared_engine: sparktree.Engine, oracle: Oracle) -> Pair:
    """A session on each side with three tables that have indexes and projections."""
    pair = Pair(shared_engine.session(), oracle)
    for statement in ("CREATE DATABASE fuzz_agreements", "USE fuzz_agreements"):
        pair.both(statement)
    for table in drawn(databases(), 2):
        for statement in table.statements(INDEXES):
            pair.both(statement)
    return pair


@bounded(2)
@given(asked=several(respellings()))
def test_queries_in_other_spellings_give_the_same(pair: Pair, asked: list[Respelt]) -> None:
    assert not dict(spelling_differences(pair, asked))


@bounded(2)
@given(asked=several(halves()))
def test_a_condition_its_negation_and_its_null_give_all_rows(
    pair: Pair, asked: list[Halves]
) -> None:
    assert not dict(half_differences(pair, asked))


@bounded(2)
@given(asked=several(switched()))
def test_switched_off_optimisations_change_no_result(pair: Pair, asked: list[Switched]) -> None:
    assert not dict(switch_differences(pair, asked))
