"""Messages about names that are not there name those that may have been meant."""

from collections.abc import Iterator

import pytest

import sparktree
from sparktree.errors import Error


@pytest.fixture(scope="module")
def session() -> Iterator[sparktree.Session]:
    with sparktree.connect() as engine:
        engine.query("CREATE TABLE events (loc Tuple(lat Int8), items Nested(sku Int8)) ENGINE Log")
        yield engine.session()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("SELECT 1 FORMAT Prety", "Unknown format Prety. Maybe you meant: ['Pretty']"),
        ("SELECT * FROM numberz(1)", "function numberz. Maybe you meant: ['numbers']"),
        ("SELECT * FROM eventz", "'eventz'. Maybe you meant default.events? In scope SELECT"),
        ("SELECT loc.la FROM events", "`loc.la`. Maybe you meant: ['loc.lat']. In scope"),
        ("SELECT e.loc.la FROM events e", "events). Maybe you meant: ['e.loc.lat']. In scope"),
        ("SELECT items.skuu FROM events", "Maybe you meant: ['items.sku']. In scope"),
    ],
)
def test_names_that_may_have_been_meant(session: sparktree.Session, query: str, words: str) -> None:
    with pytest.raises(Error) as caught:
        session.query(query)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SELECT " + " + ".join(["1"] * 3000), "TOO_DEEP_AST"),
        ("SELECT " + " || ".join(["'a'"] * 3000), "TOO_DEEP_RECURSION"),
    ],
    ids=["tree", "kernel"],
)
def test_what_is_too_deep_is_said_to_be(session: sparktree.Session, query: str, name: str) -> None:
    with pytest.raises(Error) as caught:
        session.query(query)
    assert caught.value.name == name
    assert session.query("SELECT 1").rows() == [(1,)]


@pytest.mark.parametrize("call", ["negate({})", "round({}, 1)"])
def test_calls_inside_of_each_other_do_not_grow_without_measure(
    session: sparktree.Session, call: str
) -> None:
    text = "materialize(1.5)"
    for _ in range(20):
        text = call.format(text)
    assert session.query(f"SELECT {text}").rows() == [(1.5,)]
    text = "materialize(toInt64(-9223372036854775808))"
    for _ in range(20):
        text = call.format(text)
    assert session.query(f"SELECT {text}").rows() == [(-9223372036854775808,)]
