"""Pieces of kernel SQL: what they cost and whether they may raise follows from what they hold."""

from collections import Counter
from pathlib import Path

import pytest

import sparktree
from sparktree.kernel import sql
from sparktree.kernel.connection import ARROW_FUNCTIONS, escaped_text, kernel, raw_bytes
from sparktree.kernel.sql import Sql

COLUMN = sql.name("c0")
RAISING = sql.call("error", sql.string("no"))


@pytest.mark.parametrize(
    ("piece", "dear", "raises"),
    [
        (COLUMN, False, False),
        (sql.string("error(st_text(x))"), False, False),
        (sql.op("+", COLUMN, 1), False, False),
        (sql.call("year", COLUMN), False, False),
        (sql.call("sqrt", COLUMN), True, False),
        (sql.op("+", sql.call("sqrt", COLUMN), 1), True, False),
        (sql.array(COLUMN), True, False),
        (sql.case((sql.is_null(COLUMN), sql.NULL), otherwise=RAISING), True, True),
        (sql.cast(RAISING, "BIGINT"), True, True),
        (sql.coalesce(COLUMN, RAISING), True, True),
        (raw_bytes(COLUMN), True, True),
        (sql.struct(COLUMN, escaped_text(COLUMN)), True, True),
        (Sql("year(c0) + 1"), False, False),
        (Sql("ln(c0)"), True, False),
        (Sql(f"({RAISING} IS NULL)"), True, True),
    ],
)
def test_what_is_known_of_a_piece(piece: Sql, dear: bool, raises: bool) -> None:
    assert (piece.dear, piece.raises) == (dear, raises)


def test_numbers_and_truth_values_stand_for_their_literals() -> None:
    assert sql.call("f", 1, -1, True) == "f(1, (-1), true)"
    assert sql.case((False, -1), otherwise=0) == "(CASE WHEN false THEN (-1) ELSE 0 END)"
    assert sql.cast(-1, "BIGINT") == "CAST((-1) AS BIGINT)"


def test_a_dear_value_is_computed_once() -> None:
    dear = sql.call("sqrt", COLUMN)
    assert sql.let(COLUMN, lambda v: sql.op("*", v, v)) == sql.op("*", COLUMN, COLUMN)
    assert sql.let(dear, lambda v: sql.op("*", v, v)).count("sqrt") == 1


def test_only_declarations_name_kernel_functions() -> None:
    """Others call them through the object that was declared."""
    texts = [file.read_text() for file in Path(sparktree.__file__).parent.rglob("*.py")]
    written = Counter({n: sum(text.count(f'"{n}"') for text in texts) for n in ARROW_FUNCTIONS})
    assert [name for name, count in written.items() if count > 1] == []
    assert not any('call("st_' in text for text in texts)


def test_names_of_lambdas_do_not_meet() -> None:
    """A lambda inside of another may use the parameters of both."""
    listed = sql.array(1, 2)

    def pairs(outer: Sql) -> Sql:
        return sql.call("list_transform", listed, sql.closure(lambda v: sql.op("+", outer, v)))

    each = sql.call("list_transform", sql.array(10, 20), sql.closure(pairs))
    computed = sql.let(sql.call("len", each), lambda v: sql.op("*", v, 100))
    with kernel() as cursor:
        assert cursor.execute(f"SELECT {each}, {computed}").fetchall() == [
            ([[11, 12], [21, 22]], 200)
        ]
