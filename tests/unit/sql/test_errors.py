import pytest

from sparktree.errors import Error
from sparktree.sql import parse


def _message(text: str) -> str:
    with pytest.raises(Error) as raised:
        parse(text)
    assert raised.value.code == 62
    return raised.value.message


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("SELECT 1 2", "Syntax error: failed at position 10 (2): 2. Expected one of: "),
        (
            "SELECT 1,\n  2 3",
            "Syntax error: failed at position 15 (3) (line 2, col 5): 3. Expected ",
        ),
        ("SELECT a FROM", "Syntax error: failed at position 14 (end of query): . Expected "),
        ("SELECT * FROM t GROUP a", "Syntax error: failed at position 23 (a): a. Expected BY"),
        ("ALTER TABLE t FOO", "Syntax error: failed at position 15 (FOO): FOO. Expected one of: "),
        ("CREATE TABLE t (a)", "Syntax error: failed at position 18 ()): ). Expected one of: "),
        ("", "Empty query"),
        (" -- nothing", "Empty query"),
    ],
)
def test_a_syntax_error_says_where_and_what_was_expected(text: str, start: str) -> None:
    assert _message(text).startswith(start)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "SELECT (1 + 2",
            "Syntax error: failed at position 14 (end of query): (1 + 2. "
            "Unmatched parentheses: '(' at position 8 is never closed.",
        ),
        (
            "SELECT 1 + 2)",
            "Syntax error: failed at position 13 ()): ). "
            "Unmatched parentheses: ')' at position 13 has no matching opening bracket.",
        ),
        (
            "SELECT (1, 2]",
            "Syntax error: failed at position 13 (]): ]. "
            "Unmatched parentheses: ']' at position 13 does not match '(' at position 8.",
        ),
        (
            "SELECT 'abc",
            "Single quoted string is not closed: "
            "Syntax error: failed at position 8 ('abc): 'abc. .",
        ),
        (
            "SELECT 1; SELECT 2",
            "Syntax error (Multi-statements are not allowed): "
            "failed at position 9 (end of query): ; SELECT 2. .",
        ),
    ],
)
def test_brackets_quotes_and_second_statements_have_messages_of_their_own(
    text: str, message: str
) -> None:
    assert _message(text) == message


@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions"
)
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.Subquery")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.Join")
@pytest.mark.parametrize(
    "source",
    ["file(table_2.parquet)", "(SELECT * FROM t2)", "t2 JOIN t3 ON t2.p = t3.p", "numbers(10)"],
)
def test_replace_partition_takes_only_a_table(source: str) -> None:
    assert "Syntax error" in _message(f"ALTER TABLE table_1 REPLACE PARTITION 2 FROM {source}")


def test_a_long_query_is_shortened_in_the_message() -> None:
    message = _message("SELECT 1 2 " + "x" * 500)
    assert "x..." in message
    assert len(message) < 1000
