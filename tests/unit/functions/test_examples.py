"""Every function does what its example says, and what ClickHouse does."""

from collections.abc import Iterator

import pytest

import sparktree
from sparktree.functions.core.declare import FUNCTIONS, Function
from tests.oracle import Oracle, OracleError


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
