"""A script is cut into statements as clickhouse-client cuts it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparktree.cli.script import statements


def texts(script: str) -> list[str]:
    return [statement.text for statement in statements(script)]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("SELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]),
        ("SELECT ';' ; SELECT 2;", ["SELECT ';' ", "SELECT 2"]),
        ("SELECT 'a\\';b'; SELECT 'it''s;'", ["SELECT 'a\\';b'", "SELECT 'it''s;'"]),
        ('SELECT 1 AS "a;b"; SELECT `c;d`', ['SELECT 1 AS "a;b"', "SELECT `c;d`"]),
        ("SELECT 1 /* ; */; SELECT $x$;$x$", ["SELECT 1 /* ; */", "SELECT $x$;$x$"]),
        ("-- only a comment;\n", []),
        (";;  ;", []),
        (
            "INSERT INTO t VALUES (1, ';'), (2, 'b'); SELECT 1",
            ["INSERT INTO t VALUES (1, ';'), (2, 'b')", "SELECT 1"],
        ),
        ("SELECT 1 -- a; b\n+ 1; SELECT 2", ["SELECT 1 -- a; b\n+ 1", "SELECT 2"]),
        ("SELECT 1\\G SELECT 2", ["SELECT 1", "SELECT 2"]),
    ],
)
def test_a_script_is_cut_at_delimiters_outside_quotes_and_comments(
    script: str, expected: list[str]
) -> None:
    assert texts(script) == expected


def test_data_of_an_insert_ends_at_the_empty_line() -> None:
    script = "INSERT INTO t FORMAT CSV\n1,a;b\n2,c\n\nSELECT 1;"
    assert texts(script) == ["INSERT INTO t FORMAT CSV\n1,a;b\n2,c", "SELECT 1"]


def test_insert_format_before_a_delimiter_has_no_data() -> None:
    assert texts("INSERT INTO t FORMAT CSV; SELECT 1") == ["INSERT INTO t FORMAT CSV", "SELECT 1"]


def test_format_after_select_in_an_insert_is_not_data() -> None:
    script = "INSERT INTO t SELECT 1 FORMAT Null; SELECT 2"
    assert texts(script) == ["INSERT INTO t SELECT 1 FORMAT Null", "SELECT 2"]


def test_format_values_is_cut_at_the_delimiter() -> None:
    assert texts("INSERT INTO t FORMAT Values (1); SELECT 2") == [
        "INSERT INTO t FORMAT Values (1)",
        "SELECT 2",
    ]


def test_comments_on_the_line_belong_to_the_statement_and_later_ones_to_the_next() -> None:
    first, second = statements("SELECT 1; -- { serverError X }\n-- about two\nSELECT 2;")
    assert first.full == "SELECT 1; -- { serverError X }"
    assert second.full == "-- about two\nSELECT 2;"
    assert (first.line, second.line) == (1, 2)


def test_an_open_quote_costs_one_line_only() -> None:
    bad, good = statements("SELECT 'a; -- { clientError SYNTAX_ERROR }\nSELECT 2;")
    assert bad.unfinished
    assert good.text == "SELECT 2"


@pytest.mark.parametrize("text", ["SELECT (1", "SELECT 'x", "SELECT 1 /* x", "SELECT [1,"])
def test_what_is_left_open_is_unfinished(text: str) -> None:
    assert [statement.unfinished for statement in statements(text)] == [True]


def test_backslash_g_asks_for_vertical() -> None:
    (statement,) = statements("SELECT 1\\G")
    assert statement.vertical
    assert statement.delimited


@given(st.text(alphabet="aZ'\"`;\\G-#/*$ \n([)INSERT FORMAT", max_size=60))
def test_any_text_is_cut_without_loss_of_words(text: str) -> None:
    found = "".join(statement.full for statement in statements(text))
    assert len(found) <= len(text)
    assert all(statement.text in text for statement in statements(text))


@pytest.mark.parametrize(
    ("text", "awaits"),
    [
        ("INSERT INTO t FORMAT CSV", True),
        ("INSERT INTO t FORMAT CSV;", True),
        ("INSERT INTO t (a, b) VALUES", True),
        ("INSERT INTO t VALUES ;", True),
        ("INSERT INTO t FORMAT Values", True),
        ("INSERT INTO t FORMAT CSV\n1", False),
        ("INSERT INTO t VALUES (1)", False),
        ("INSERT INTO t SELECT 1", False),
        ("SELECT 1 FORMAT CSV", False),
        ("INSERT INTO t FROM INFILE 'f' FORMAT CSV", False),
    ],
)
def test_an_insert_without_data_waits_for_it(text: str, awaits: bool) -> None:
    assert [statement.awaits_data for statement in statements(text)] == [awaits]
