import json

import pytest

from sparktree.sql import format_query, parse, split
from tests.oracle import Oracle, OracleError
from tests.unit.sql.corpus import FOLDER, SINGLE_LINES, lines, statements


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


@pytest.mark.parametrize(
    ("function", "one_line"), [("formatQuery", False), ("formatQuerySingleLine", True)]
)
def test_every_statement_prints_as_clickhouse_prints_it(
    function: str, one_line: bool, oracle: Oracle
) -> None:
    array = ", ".join(map(_literal, SINGLE_LINES))
    rows = oracle.text(f"SELECT {function}(arrayJoin([{array}])) AS text", "JSONEachRow")
    expected = [json.loads(row)["text"] for row in rows.splitlines()]
    actual = [format_query(parse(line), one_line) for line in SINGLE_LINES]
    assert actual == expected


def test_the_examples_of_the_specifications_print_as_clickhouse_prints_them(
    oracle: Oracle,
) -> None:
    compared = 0
    for parsed in statements("specification"):
        try:
            query = f"SELECT formatQuery({_literal(parsed.text)})"
            expected = oracle.text(query, "TabSeparatedRaw").rstrip("\n")
        except OracleError:
            assert "EXPORT" in parsed.text  # ClickHouse 26.9 does not know it
            continue
        assert format_query(parsed) == expected
        compared += 1
    assert compared > 80


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.SQLCommand")
def test_export_prints_back() -> None:
    text = "ALTER TABLE db.s EXPORT PART 'all_1_1_0' TO TABLE d"
    assert (
        format_query(parse(text), one_line=True)
        == "ALTER TABLE db.s (EXPORT PART 'all_1_1_0' TO TABLE d)"
    )


@pytest.mark.parametrize("text", SINGLE_LINES)
def test_printing_and_parsing_again_gives_the_same_statement(text: str) -> None:
    first = parse(text)
    for one_line in (False, True):
        printed = format_query(first, one_line)
        assert format_query(parse(printed), one_line) == printed


# PRIMARY KEY moves out of the list of columns, the data of INSERT is not printed, nan != nan.
_CHANGED = ("CREATE", "INSERT", " nan,")
_QUERIES = [*lines("expressions"), *lines("queries")]
_TREES = [text for text in _QUERIES if not any(word in text for word in _CHANGED)]


@pytest.mark.parametrize("text", _TREES)
def test_queries_keep_their_tree(text: str) -> None:
    first = parse(text)
    assert parse(format_query(first)).statement == first.statement


def test_the_examples_of_the_specifications_print_back() -> None:
    parsed = list(split((FOLDER / "specification.sql").read_text()))
    assert len(parsed) > 85
    for statement in parsed:
        printed = format_query(statement)
        assert format_query(parse(printed)) == printed
