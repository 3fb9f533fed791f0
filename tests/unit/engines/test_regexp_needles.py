"""What every match of a regular expression holds, for the indexes of words and n-grams."""

import re

import pytest

from sparktree.engines.skip_indexes.needles import of_match, tokens_of

_PIECES = [
    ("to needle one [a-z]+", ["to needle one "]),
    ("ab*c", ["a", "c"]),
    ("ab+c", ["ab", "c"]),
    ("a{2,3}bc", ["bc"]),
    ("a??bc", ["bc"]),
    ("(x|y)abc", ["abc"]),
    ("x(a(b)c)*yz", ["x", "yz"]),
    ("[]a]bc[[:alpha:]]+foo", ["bc", "foo"]),
    (r"a\.b\d+c", ["a.b", "c"]),
    ("é?xy.z", ["xy", "z"]),
    ("abc|d", []),
    ("(?i)abc", []),
    (r"\Qabc\E", []),
    ("abc(", []),
    ("foo\\", []),
    ("a$b", []),
    ("ab{c", []),
]


@pytest.mark.parametrize(("pattern", "pieces"), _PIECES)
def test_a_pattern_tells_pieces_of_every_match(pattern: str, pieces: list[str]) -> None:
    assert [segment.text.decode() for segment in of_match(pattern)] == pieces


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("ab*c", "ac"), ("ab+c", "abbc"), ("a{2,3}bc", "aabc"), ("a??bc", "bc"), ("(x|y)abc", "yabc")],
)
def test_a_match_holds_them(pattern: str, text: str) -> None:
    assert re.search(pattern, text)
    assert all(segment.text.decode() in text for segment in of_match(pattern))


def test_words_at_the_edge_of_a_piece_are_not_whole() -> None:
    pieces = of_match("^to needle one[a-z]+ x two$")
    assert [token for piece in pieces for token in tokens_of(piece)] == [
        b"to", b"needle", b"x", b"two",
    ]  # fmt: skip
