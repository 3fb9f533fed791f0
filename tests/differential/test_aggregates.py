"""Every aggregate function does what ClickHouse's does, in calls derived from its declaration."""

from collections.abc import Iterator

import pytest

from sparktree.functions.aggregates.declare import AGGREGATES, Aggregate
from tests.differential.aggregate_cases import aggregate_cases, declared_aggregates
from tests.differential.comparing import Comparison
from tests.differential.known import known
from tests.differential.report import AGGREGATE_OUTCOMES
from tests.oracle import Oracle

KNOWN = known("aggregates")


@pytest.fixture(scope="module")
def comparison() -> Iterator[Comparison]:
    with Comparison() as comparison:
        yield comparison


@pytest.mark.parametrize("declared", declared_aggregates(), ids=lambda a: a.name)
def test_calls_give_what_clickhouse_gives(
    declared: Aggregate, comparison: Comparison, pytestconfig: pytest.Config
) -> None:
    outcomes = comparison.outcomes(aggregate_cases(declared))
    pytestconfig.stash.setdefault(AGGREGATE_OUTCOMES, []).extend(outcomes)
    new = [str(o) for o in outcomes if not o.agrees and o.case.key not in KNOWN]
    assert not new, "\n".join(new)
    differing = {o.case.key for o in outcomes if not o.agrees}
    solved = {o.case.key for o in outcomes if o.case.key in KNOWN} - differing
    assert not solved, f"These agree by now, remove them from known_aggregates.toml: {solved}"


def test_known_differences_are_of_functions_that_exist() -> None:
    names = {declared.name for declared in declared_aggregates()}
    assert not [key for key in KNOWN if key.partition("/")[0] not in names]


def test_names_are_found_in_the_cases_that_clickhouse_allows(oracle: Oracle) -> None:
    rows = oracle.text("SELECT name, case_insensitive FROM system.functions WHERE is_aggregate")
    theirs = dict(line.split("\t") for line in rows.splitlines())
    combined = {"sumMap", "minMap", "maxMap"}  # there the combinator of another function
    names = [name for name in AGGREGATES if name not in combined]
    assert [name for name in names if name not in theirs] == []
    assert [n for n in names if (n.lower() in AGGREGATES.any_case) != (theirs[n] == "1")] == []
