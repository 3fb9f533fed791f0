"""Which texts of INSERTs may be read as one: only those that mean the same rows then."""

import pytest

from sparktree.formats.format import find
from sparktree.formats.joining import Joining


@pytest.mark.parametrize(
    ("format_", "text", "rows"),
    [
        ("JSONEachRow", '{"a": 1}', 1),
        ("JSONEachRow", '{"a": "}\\n{"}\n{"a": 2}\r\n', 2),
        ("JSONEachRow", '{"a": {"b": [{}]}},{"a": 1}', 2),
        ("JSONEachRow", '{"a": "x\ny"}', None),
        ("JSONEachRow", '{"a": 1', None),
        ("JSONEachRow", '[{"a": 1}]', None),
        ("JSONEachRow", "", None),
        ("JSONEachRow", '{"a": "x', None),
        ("JSONCompactEachRow", "[1]\n[2]", 2),
        ("JSONCompactEachRow", "1", None),
        ("TSV", "1\t2\n3\t4\n", 2),
        ("TSV", "1", 1),
        ("TSV", "1\\\n2", None),
        ("TSV", "1\\", None),
        ("TSV", "\n", None),
        ("CSV", '1,"a""b"\n2,c', 2),
        ("CSV", '1,"a\nb"', None),
        ("CSV", 'a","b', None),
        ("CSV", '"a', None),
        ("Values", "(1, 'a)(', now()), (2, f(g), [3])", 2),
        ("Values", "(1, 'a\\'b')", 1),
        ("Values", "(1, 'a", None),
        ("Values", "(1)) -- (2)", None),
        ("Values", "(1, f(g(1)))", None),
        ("Values", "(1);", None),
        ("CSVWithNames", "a\n1\n", None),
        ("Native", "x", None),
    ],
)
def test_rows_of_plain_texts(format_: str, text: str, rows: int | None) -> None:
    joining = find(format_).joining
    assert (None if joining is None else joining.plain_rows(text.encode())) == rows


def _joining(format_: str) -> Joining:
    joining = find(format_).joining
    assert joining is not None
    return joining


def test_long_texts_are_read_by_themselves() -> None:
    assert _joining("TSV").plain_rows(b"1\n" * 50_000) is None


def test_texts_are_joined_to_one() -> None:
    assert _joining("TSV").joined([b"1\n", b"\n", b"2"]) == b"1\n\n2"
    assert _joining("Values").joined([b"(1)", b"(2)"]) == b"(1), (2)"
