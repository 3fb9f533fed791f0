"""Names are taken in the spellings that ClickHouse takes, and in no others."""

import json
from collections.abc import Iterator

import sparktree
from sparktree.engines.table_functions.declare import TABLE_FUNCTIONS
from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import AGGREGATES
from sparktree.functions.core.declare import FUNCTIONS, find
from sparktree.planner.analysis.special_forms import form_name
from sparktree.planner.analysis.windows import WINDOW_FUNCTIONS, find_window
from sparktree.planner.spelling import canonical_name
from sparktree.types.parse import parse_type
from tests.oracle import Oracle, OracleError


def _spellings(name: str) -> Iterator[str]:
    """The name in capitals, in small letters and with the case of every letter changed."""
    yield from dict.fromkeys((name.upper(), name.lower(), name.swapcase()))


def _rows(oracle: Oracle, table: str) -> dict[str, dict[str, object]]:
    columns = "name, case_insensitive, alias_to"
    lines = oracle.text(f"SELECT {columns} FROM system.{table}", "JSONEachRow").splitlines()
    return {row["name"]: row for row in map(json.loads, lines)}


def _means(name: str) -> str | None:
    """The declaration that a call of the name finds."""
    found = find(name) or AGGREGATES.find(name) or find_window(name)
    if found is not None:
        return found.name
    return form_name(name) if form_name(name) in ("arrayJoin", "CAST", "grouping") else None


def test_functions_are_found_in_the_spellings_of_clickhouse(oracle: Oracle) -> None:
    theirs = _rows(oracle, "functions")
    known = {*theirs, *FUNCTIONS, *AGGREGATES, *WINDOW_FUNCTIONS}
    wrong = []
    for name, row in theirs.items():
        own = _means(name)
        if own is None:
            continue  # a function that is left out
        for spelling in _spellings(name):
            taken = _means(spelling) == own
            if spelling not in known and taken != bool(row["case_insensitive"]):
                wrong.append((name, spelling, taken))
    assert wrong == []


def test_declarations_are_stored_under_the_names_of_clickhouse(oracle: Oracle) -> None:
    theirs = _rows(oracle, "functions")
    stored = {
        name: (canonical_name(name.swapcase()), row["alias_to"] or name)
        for name, row in theirs.items()
        if row["case_insensitive"] and _means(name) is not None
    }
    different = {name: pair for name, pair in stored.items() if pair[0] != pair[1]}
    # The one name says connectionID there, whose own name is connectionId.
    assert different == {"connection_id": ("connectionId", "connectionID")}


def test_types_are_found_in_the_spellings_of_clickhouse(oracle: Oracle) -> None:
    wrong = []
    theirs = _rows(oracle, "data_type_families")
    for name, row in theirs.items():
        for spelling in _spellings(name):
            taken = _known_type(spelling) == bool(row["case_insensitive"])
            if spelling not in theirs and _known_type(name) and not taken:
                wrong.append((name, spelling))
    assert wrong == []


def _known_type(name: str) -> bool:
    """Whether the name is that of a type; what else the text lacks does not matter."""
    try:
        parse_type(name)
    except Error as error:
        several = error.code == Code.SYNTAX_ERROR and "unexpected word" in error.message
        return error.code not in (Code.UNKNOWN_TYPE, Code.NOT_IMPLEMENTED) and not several
    return True


def test_table_functions_are_found_in_the_spellings_of_clickhouse(
    oracle: Oracle, shared_engine: sparktree.Engine
) -> None:
    wrong = []
    for spelling in (spelling for name in TABLE_FUNCTIONS for spelling in _spellings(name)):
        sql = f"SELECT * FROM `{spelling}`(`no`(1))"
        if _is_unknown(shared_engine, sql) != _is_unknown(oracle, sql):
            wrong.append(spelling)
    assert wrong == []


def _is_unknown(asked: sparktree.Engine | Oracle, sql: str) -> bool:
    try:
        asked.query(sql)
    except (Error, OracleError) as error:
        return "Unknown table function" in str(error)
    return False
