"""Queries over functions print what ClickHouse prints; a refused one is refused with its code."""

import re
from pathlib import Path

import pytest

import sparktree
from tests.oracle import Oracle, OracleError

FOLDER = Path(__file__).parent / "queries"
QUERIES = [
    pytest.param(line, id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.sql"))
    for number, line in enumerate(file.read_text().splitlines(), 1)
]
CODE = re.compile(r"Code: (\d+)")


def code(text: str) -> str:
    found = CODE.search(text)
    assert found, text
    return f"Code: {found.group(1)}"


def expected(oracle: Oracle, query: str) -> str:
    try:
        return oracle.text(query)
    except OracleError as error:
        return code(str(error))


def printed(engine: sparktree.Engine, query: str) -> str:
    try:
        return engine.query(query).text()
    except sparktree.Error as error:
        return code(str(error))


@pytest.mark.parametrize("query", QUERIES)
def test_query(query: str, shared_engine: sparktree.Engine, oracle: Oracle) -> None:
    assert printed(shared_engine, query) == expected(oracle, query), query
