import pytest

from sparktree.errors import Error
from sparktree.sql import parse, parse_expression
from sparktree.sql.ast import (
    Aliased,
    Asterisk,
    Expression,
    Function,
    Identifier,
    Lambda,
    Literal,
    QueryParameter,
    Select,
    Subquery,
)
from sparktree.sql.cursor import Cursor
from sparktree.sql.lexer import Token


def _name(name: str) -> Identifier:
    return Identifier(tuple(name.split(".")))


def _call(name: str, *args: Expression) -> Function:
    return Function(name, args)


A, B, C = _name("a"), _name("b"), _name("c")
ONE, TWO = Literal(1), Literal(2)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b * c", _call("plus", A, _call("multiply", B, C))),
        ("a - b - c", _call("minus", _call("minus", A, B), C)),
        ("NOT a = b", _call("not", _call("equals", A, B))),
        ("NOT a AND b", _call("and", _call("not", A), B)),
        ("a OR b OR c", _call("or", A, B, C)),
        ("-a.1", _call("negate", _call("tupleElement", A, ONE))),
        ("-1", Literal(-1)),
        ("a -1", _call("minus", A, ONE)),
        ("-1::Int8", _call("CAST", Literal("-1"), Literal("Int8"))),
        ("[1, 2]::Array(Int8)", _call("CAST", Literal("[1, 2]"), Literal("Array(Int8)"))),
        ("a BETWEEN 1 AND 2", _call("and", _call("greaterOrEquals", A, ONE),
                                    _call("lessOrEquals", A, TWO))),
        ("a NOT IN (1, 2)", _call("notIn", A, _call("tuple", ONE, TWO))),
        ("a IN (1)", _call("in", A, ONE)),
        ("a ? 1 : 2", _call("if", A, ONE, TWO)),
        ("a[1].2", _call("tupleElement", _call("arrayElement", A, ONE), TWO)),
        ("a || b || c", _call("concat", A, B, C)),
        ("a IS NOT NULL", _call("isNotNull", A)),
        ("a <=> b", _call("isNotDistinctFrom", A, B)),
        ("INTERVAL 1 DAY", _call("toIntervalDay", ONE)),
        ("CASE a WHEN 1 THEN 2 END", _call("caseWithExpression", A, ONE, TWO, Literal(None))),
        ("CASE WHEN a THEN 1 ELSE 2 END", _call("multiIf", A, ONE, TWO)),
        ("x -> a", Lambda(("x",), A)),
        ("(x, y) -> a", Lambda(("x", "y"), A)),
        ("count(*)", _call("count", Asterisk())),
        ("count(DISTINCT a)", _call("countDistinct", A)),
        ("sum(a) FILTER (WHERE b)", _call("sumIf", A, B)),
        ("quantile(1)(a)", Function("quantile", (A,), (ONE,))),
        ("t.a AS b", Aliased(_name("t.a"), "b")),
        ("{p:Array(UInt8)}", QueryParameter("p", "Array(UInt8)")),
        ("date", _name("date")),
        ("DATE '2020-01-01'", _call("toDate", Literal("2020-01-01"))),
        ("EXTRACT(YEAR FROM a)", _call("toYear", A)),
        ("position(a IN b)", _call("position", B, A)),
        ("(SELECT 1)", Subquery(Select((ONE,)))),
        ("(a)", A),
        ("(a,)", _call("tuple", A)),
        ("`a b`.`c`", Identifier(("a b", "c"))),
        ("a AT TIME ZONE 'UTC'", _call("toTimeZone", A, Literal("UTC"))),
    ],
)  # fmt: skip
def test_operators_and_sugar_are_calls(text: str, tree: Expression) -> None:
    assert parse_expression(text) == tree


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x1F", 31),
        ("0b11", 3),
        ("1_000", 1000),
        ("18446744073709551615", 2**64 - 1),
        ("18446744073709551616", float(2**64)),
        ("-9223372036854775808", -(2**63)),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("'it''s'", "it's"),
        (r"'a\tb\'c\\'", "a\tb'c\\"),
        (r"'\x41\xD0\xB0'", "A\u0430"),
        (r"'\xff'", "\U0010ff7f\U0010ffff"),
        (r"'\q\%'", r"\q\%"),
        ("$$a'b$$", "a'b"),
        ("$tag$x$tag$", "x"),
        ("‘a’", "a"),
        ("x'4142'", "AB"),
        ("true", True),
        ("NULL", None),
    ],
)
def test_literals_have_the_value_that_clickhouse_reads(text: str, value: object) -> None:
    literal = parse_expression(text)
    assert isinstance(literal, Literal)
    assert literal.value == value
    assert type(literal.value) is type(value)


def test_nesting_past_the_limit_is_refused() -> None:
    with pytest.raises(Error) as raised:
        parse_expression("(" * 2000 + "1" + ")" * 2000)
    assert raised.value.name == "TOO_DEEP_RECURSION"


def test_deep_but_allowed_nesting_parses() -> None:
    tree = parse_expression("f(" * 150 + "1" + ")" * 150)
    assert isinstance(tree, Function)


def test_parentheses_beyond_the_limit_are_looked_through_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peeked, peek = [0], Cursor.peek

    def counted(cursor: Cursor, distance: int = 1) -> Token:
        peeked[0] += 1
        return peek(cursor, distance)

    monkeypatch.setattr(Cursor, "peek", counted)
    for text in ("SELECT " + "(" * 20_000, "SELECT * FROM " + "(" * 20_000):
        with pytest.raises(Error) as raised:
            parse(text)
        assert raised.value.name == "TOO_DEEP_RECURSION"
    assert peeked[0] < 100_000
