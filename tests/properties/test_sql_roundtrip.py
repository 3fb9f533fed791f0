from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.sql import format_query, parse, parse_expression
from sparktree.sql.ast import Aliased, Expression, Function, Identifier, Lambda, Literal

_names = st.one_of(
    st.sampled_from(
        ["a", "b", "x1", "date", "select", "from", "interval", "not", "a b", "a`b", "é", "1a"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Co"]), min_size=1, max_size=8),
)
_texts = st.text(st.characters(exclude_categories=["Cs", "Co"]), max_size=12)
_literals: st.SearchStrategy[Expression] = st.one_of(
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False),
    st.booleans(),
    st.none(),
    _texts,
).map(Literal)
_identifiers: st.SearchStrategy[Expression] = st.lists(
    _names.filter(lambda name: name[0] not in "^:"), min_size=1, max_size=3
).map(lambda parts: Identifier(tuple(parts)))
_BINARY = ["plus", "minus", "multiply", "divide", "equals", "less", "like", "in", "notIn", "modulo"]
_UNARY = ["negate", "not", "isNull", "isNotNull"]


def _operators(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pairs = st.tuples(inner, inner)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(_operator, st.sampled_from(_BINARY), pairs),
        st.builds(_operator, st.sampled_from(_UNARY), st.tuples(inner)),
        st.builds(_operator, st.sampled_from(["and", "or", "tuple", "array"]), several),
        st.builds(_operator, st.just("arrayElement"), pairs),
        st.builds(Function, st.sampled_from(["f", "If", "a.b"]), several),
        st.builds(Aliased, inner.filter(lambda e: not isinstance(e, Aliased)), _names),
        st.builds(lambda names, body: Lambda(tuple(names), body),
                  st.lists(_names, min_size=1, max_size=2, unique=True), inner),
    )  # fmt: skip


def _operator(name: str, args: tuple[Expression, ...]) -> Expression:
    return Function(name, args, operator=True)


_expressions = st.recursive(st.one_of(_literals, _identifiers), _operators, max_leaves=12)


@settings(max_examples=300, deadline=None)
@given(_expressions)
def test_what_is_printed_parses_to_something_that_prints_the_same(tree: Expression) -> None:
    printed = format_query(tree, one_line=True)
    again = format_query(parse_expression(printed), one_line=True)
    assert format_query(parse_expression(again), one_line=True) == again


@settings(max_examples=300, deadline=None)
@given(_texts)
def test_printed_strings_are_read_as_they_were(text: str) -> None:
    assert parse_expression(format_query(Literal(text))) == Literal(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(_names.filter(lambda name: name[0] not in "^:"), min_size=1, max_size=3))
def test_printed_names_are_read_as_they_were(parts: list[str]) -> None:
    tree = Identifier(tuple(parts))
    assert parse_expression(format_query(tree)) == tree


@settings(max_examples=300, deadline=None)
@given(st.floats(allow_nan=False) | st.integers(-(2**63), 2**64 - 1))
def test_printed_numbers_are_read_as_they_were(value: float) -> None:
    parsed = parse_expression(format_query(Literal(value)))
    assert isinstance(parsed, Literal)
    assert parsed.value == value
    assert type(parsed.value) is type(value)


@settings(max_examples=200, deadline=None)
@given(st.lists(_expressions, min_size=1, max_size=3), _expressions)
def test_queries_print_the_same_on_one_line_and_on_many(
    columns: list[Expression], where: Expression
) -> None:
    items = ", ".join(format_query(column, one_line=True) for column in columns)
    parsed = parse(f"SELECT {items} FROM t WHERE {format_query(where, one_line=True)}")
    assert parse(format_query(parsed)).statement == parsed.statement
