"""Kinds of joins, and the conditions of ON taken apart."""

import pytest

from sparktree.functions.core.declare import QueryContext
from sparktree.planner import calls
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.analysis.joins import join_kind
from sparktree.planner.expr import Column, Expr
from sparktree.sql import ast, parse
from sparktree.types import UINT64


def joined(text: str) -> ast.Join:
    statement = parse(f"SELECT 1 FROM a {text} b ON a.x = b.x").statement
    assert isinstance(statement, ast.Select)
    assert isinstance(statement.from_, ast.Join)
    return statement.from_


@pytest.mark.parametrize(
    ("text", "kind", "any_"),
    [
        ("JOIN", "INNER", False),
        ("LEFT ANY JOIN", "LEFT", True),
        ("ANTI JOIN", "ANTI", False),
        ("RIGHT SEMI JOIN", "RIGHT SEMI", False),
        ("ASOF JOIN", "ASOF", False),
        ("ASOF LEFT JOIN", "ASOF LEFT", False),
        ("FULL JOIN", "FULL", False),
    ],
)
def test_words_tell_the_kind_of_a_join(text: str, kind: str, any_: bool) -> None:
    assert join_kind(joined(text)) == (kind, any_)


def test_conjuncts_reach_into_nested_ands() -> None:
    a, b, c = (Column(UINT64, i, f"c{i}") for i in range(3))

    def both(left: Expr, right: Expr) -> Expr:
        return calls.call("and", [left, right], QueryContext())

    assert conjuncts(both(both(a, b), c)) == [a, b, c]
