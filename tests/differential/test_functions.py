"""Every scalar function does what ClickHouse's does, in calls derived from its declaration."""

from collections.abc import Iterator

import pytest

from sparktree.functions.core.declare import FUNCTIONS, Function
from tests.differential.cases import cases, declared
from tests.differential.comparing import Comparison
from tests.differential.known import known
from tests.differential.report import OUTCOMES
from tests.oracle import Oracle

KNOWN = known()
# What only a server can answer, which has ports and requests: tests/server asks them.
OF_A_SERVER = ("getClientHTTPHeader", "getMacro", "getServerPort")


@pytest.fixture(scope="module")
def comparison() -> Iterator[Comparison]:
    with Comparison() as comparison:
        yield comparison


@pytest.mark.parametrize("function", declared(), ids=lambda f: f.name)
def test_calls_give_what_clickhouse_gives(
    function: Function, comparison: Comparison, pytestconfig: pytest.Config
) -> None:
    outcomes = comparison.outcomes(cases(function))
    pytestconfig.stash.setdefault(OUTCOMES, []).extend(outcomes)
    new = [str(o) for o in outcomes if not o.agrees and o.case.key not in KNOWN]
    assert not new, "\n".join(new)
    solved = [o.case.key for o in outcomes if o.agrees and o.case.key in KNOWN]
    assert not solved, f"These agree by now, remove them from known.toml: {solved}"


def test_known_differences_are_of_functions_that_exist() -> None:
    names = {function.name for function in declared()}
    assert not [key for key in KNOWN if key.partition("/")[0] not in names]


def test_names_are_found_in_the_cases_that_clickhouse_allows(oracle: Oracle) -> None:
    rows = oracle.text("SELECT name, case_insensitive FROM system.functions WHERE NOT is_aggregate")
    theirs = dict(line.split("\t") for line in rows.splitlines())
    public = [name for name in FUNCTIONS if not name.startswith("_")]
    assert [name for name in public if name not in theirs] == []
    assert [n for n in public if (n.lower() in FUNCTIONS.any_case) != (theirs[n] == "1")] == []


@pytest.mark.parametrize("function", declared(), ids=lambda f: f.name)
def test_every_function_is_documented(function: Function) -> None:
    assert function.doc
    assert function.example or function.name in OF_A_SERVER
