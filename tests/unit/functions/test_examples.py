"""Every function does what its example says, and what ClickHouse does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import sparktree
from sparktree.functions.declare import FUNCTIONS, Function, find
from tests.oracle import Oracle, OracleError

FAMILIES = (
    "addresses", "dates", "hashes", "introspection", "json", "readable", "reinterpretation",
    "strings", "urls",
)  # fmt: skip
GAPS = {
    "IPv4CIDRToRange": "ClickHouse has tuples that are NULL",
    "IPv6CIDRToRange": "ClickHouse has tuples that are NULL",
    "byteSize": "ClickHouse counts the value that lies behind a NULL",
    "isIPAddressInRange": "ClickHouse takes NULL for no address here",
}
CASES = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def here() -> Iterator[sparktree.Engine]:
    """An engine that computes in this process; nothing here reads a table."""
    with sparktree.connect() as engine:
        engine.query("SET session_timezone = 'UTC'")
        yield engine


@pytest.fixture(scope="module")
def there() -> Iterator[Oracle]:
    """ClickHouse in the same time zone."""
    with Oracle() as oracle:
        oracle.query("SET session_timezone = 'UTC'")
        yield oracle


def _declared() -> list[Function]:
    unique = {function.name: function for function in FUNCTIONS.values()}
    public = (f for f in unique.values() if not f.name.startswith("_"))
    return sorted((f for f in public if f.example), key=lambda f: f.name)


def _ours(engine: sparktree.Engine, query: str) -> str:
    """The text of a result; for an error its code."""
    try:
        return engine.query(query).text().rstrip("\n")
    except sparktree.Error as error:
        return f"Code: {int(error.code)}"


def _theirs(oracle: Oracle, query: str) -> str:
    try:
        return oracle.text(query).rstrip("\n")
    except OracleError as error:
        return str(error).split("Code: ", 1)[-1].join(("Code: ", "")).split(".", 1)[0]


@pytest.mark.parametrize("function", _declared(), ids=lambda f: f.name)
def test_the_example_gives_what_it_shows_here_and_in_clickhouse(
    function: Function, here: sparktree.Engine, there: Oracle
) -> None:
    assert function.example is not None
    expression, shown = function.example
    assert _theirs(there, f"SELECT {expression}") == shown
    assert _ours(here, f"SELECT {expression}") == shown


def _cases() -> list[str]:
    lines = (line.strip() for file in sorted(CASES.glob("*.txt")) for line in file.open())
    return [line for line in lines if line and not line.startswith("--")]


def _query(case: str) -> str:
    return case if case.upper().startswith("SELECT ") else f"SELECT {case}"


@pytest.mark.parametrize("case", _cases())
def test_the_case_gives_what_clickhouse_gives(
    case: str, here: sparktree.Engine, there: Oracle
) -> None:
    assert _ours(here, _query(case)) == _theirs(there, _query(case))


def _arguments(expression: str, name: str) -> list[str] | None:
    """The arguments of `name(...)`, or None if the example is something else."""
    if not expression.startswith(f"{name}(") or not expression.endswith(")"):
        return None
    found, depth, quoted, start = [], 0, False, len(name) + 1
    for place in range(start, len(expression) - 1):
        character = expression[place]
        if character == "'" and expression[place - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (character in "([") - (character in ")]")
            if depth < 0:
                return None
            if depth == 0 and character == ",":
                found.append(expression[start:place].strip())
                start = place + 1
    return [*found, expression[start:-1].strip()] if expression[start:-1].strip() else None


def _variants(function: Function) -> list[str]:
    """The example over columns, and with NULL in the place of each argument."""
    assert function.example is not None
    arguments = _arguments(function.example[0], function.name)
    if arguments is None or any("->" in a or "INTERVAL" in a for a in arguments):
        return []
    columns = [
        a if i in function.constant_arguments else f"materialize({a})"
        for i, a in enumerate(arguments)
    ]
    calls = [columns]
    for place in range(len(columns)):
        # Arrays that are NULL are not supported yet.
        if place not in function.constant_arguments and not arguments[place].startswith("["):
            null = f"if(materialize(1), NULL, {arguments[place]})"
            calls.append([*columns[:place], null, *columns[place + 1 :]])
    names = [f"{function.name}({', '.join(call)})" for call in calls]
    return [f"SELECT {n} AS r, toTypeName(r)" for n in names]


def _covered() -> list[ParameterSet]:
    found = []
    for function in _declared():
        gap = GAPS.get(function.name)
        marks = [pytest.mark.xfail(reason=gap, strict=True)] if gap else []
        if function.family in FAMILIES:
            found.append(pytest.param(function, id=function.name, marks=marks))
    return found


@pytest.mark.parametrize("function", _covered())
def test_columns_and_nulls_give_what_clickhouse_gives(
    function: Function, here: sparktree.Engine, there: Oracle
) -> None:
    for query in _variants(function):
        theirs = _theirs(there, query)
        assert (query, _ours(here, query)) == (query, theirs)


def test_names_are_found_in_the_cases_that_clickhouse_allows(there: Oracle) -> None:
    rows = there.text("SELECT name, case_insensitive FROM system.functions WHERE NOT is_aggregate")
    any_case = {line.split("\t")[0]: line.split("\t")[1] == "1" for line in rows.splitlines()}
    for spelling, function in FUNCTIONS.items():
        if spelling.startswith("_") or function.family not in FAMILIES:
            continue
        assert spelling in any_case, f"{spelling} is no function of ClickHouse"
        assert not any_case[spelling] or find(spelling.swapcase()) is function, spelling
