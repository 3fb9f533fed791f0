"""Operators, by precedence climbing."""

from __future__ import annotations

from sparktree.sql.ast import (
    Aliased,
    Asterisk,
    Expression,
    Function,
    Identifier,
    Lambda,
    Literal,
    Select,
    Subquery,
    TableExpression,
)
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.aliases import RESTRICTED, never_aliased
from sparktree.sql.grammar.calls import cast, data_type_text
from sparktree.sql.grammar.numbers import number
from sparktree.sql.grammar.operands import operand, signed_number
from sparktree.sql.lexer import Kind
from sparktree.sql.operators import (
    BETWEEN,
    BINARY,
    COMPARISON,
    IS,
    LIKE_FUNCTIONS,
    MERGEABLE,
    NEGATED,
    NOT,
    POSTFIX,
    QUANTIFIED,
    TERNARY,
    UNARY_MINUS,
)


def expression(c: Cursor) -> Expression:
    """An expression without an alias."""
    return _climb(c, 0)


def element(c: Cursor) -> Expression:
    """`expression [AS alias]`, as it may stand inside brackets."""
    value = _climb(c, 0)
    if c.token.key == "AS" and c.peek().kind <= Kind.QUOTED:
        c.advance()
        return Aliased(value, c.advance().text)
    return value


def column(c: Cursor) -> Expression:
    """`expression [[AS] alias]`, as in a SELECT list."""
    value = element(c)
    token = c.token
    if isinstance(value, Aliased) and not value.parens:
        return value
    if token.key == "COMMENT" and c.peek().kind is Kind.STRING:
        return value  # the comment of a view
    if isinstance(value, Identifier) and never_aliased(value.parts):
        return value
    if token.kind is Kind.QUOTED or (token.kind is Kind.WORD and token.key not in RESTRICTED):
        c.advance()
        return Aliased(value, token.text)
    return value


def _climb(c: Cursor, floor: int) -> Expression:
    """An operand and the operators after it that bind tighter than `floor`."""
    left = _prefix(c)
    while True:
        key = c.token.key
        binary = BINARY.get(key)
        if binary is not None:
            if binary[0] <= floor or (key == "IN" and _at_in_partition(c)):
                return left
            left = _binary(c, left, *binary)
            continue
        merged = MERGEABLE.get(key)
        if merged is not None:
            if merged[0] <= floor:
                return left
            left = _merged(c, left, key, *merged)
            continue
        found = _postfix_operator(c, left, key, floor)
        if found is None:
            return left
        left = found


def _prefix(c: Cursor) -> Expression:
    key = c.token.key
    if key == "-" or key == "+":
        literal = signed_number(c)
        if literal is not None:
            return literal
        c.advance()
        operand_of_sign = c.deeper(lambda c: _climb(c, UNARY_MINUS))
        return operand_of_sign if key == "+" else _operator("negate", operand_of_sign)
    if key == "NOT":
        c.advance()
        return _operator("not", c.deeper(lambda c: _climb(c, NOT)))
    return operand(c)


def _at_in_partition(c: Cursor) -> bool:
    """Whether IN begins `IN PARTITION p`, a clause and not an operator."""
    after = c.peek(2)
    if c.peek().key != "PARTITION" or after.kind is Kind.END:
        return False
    if after.kind is Kind.SYMBOL:
        return after.key in ("(", "[", "{")
    return after.key not in MERGEABLE and after.key not in RESTRICTED


def _operator(name: str, *args: Expression) -> Function:
    return Function(name, args, operator=True)


# --- binary --------------------------------------------------------------------------------


def _binary(c: Cursor, left: Expression, priority: int, function: str) -> Expression:
    c.advance()
    if priority == COMPARISON and c.token.key in ("ANY", "ALL", "SOME") and c.peek().key == "(":
        quantified = c.attempt(lambda c: _quantified(c, left, function))
        if quantified is not None:
            return quantified
    right = _climb(c, priority)
    if function in LIKE_FUNCTIONS and c.token.key == "ESCAPE" and c.peek().kind is Kind.STRING:
        c.advance()
        return _operator(function, left, right, Literal(c.advance().text))
    return _operator(function, left, right)


def _quantified(c: Cursor, left: Expression, comparison: str) -> Expression:
    """`= ANY (SELECT ...)` and its kin, rewritten as ClickHouse does."""
    word = "ALL" if c.advance().key == "ALL" else "ANY"
    if (comparison, word) not in QUANTIFIED:
        c.fail()
    function, aggregate = QUANTIFIED[comparison, word]
    subquery = Subquery(c.parenthesized(lambda c: c.deeper(c.rules.query)))
    if aggregate is not None:
        call = Function(aggregate, (Asterisk(),))
        subquery = Subquery(Select((call,), from_=TableExpression(subquery)))
    return _operator(function, left, subquery)


def _merged(c: Cursor, left: Expression, key: str, priority: int, function: str) -> Expression:
    args = [left]
    while c.token.key == key:
        c.advance()
        args.append(_climb(c, priority))
    return Function(function, tuple(args), operator=function != "concat")


# --- the rest ------------------------------------------------------------------------------


def _postfix_operator(c: Cursor, left: Expression, key: str, floor: int) -> Expression | None:
    """Postfix, ternary, lambda and worded operators; None if none follows."""
    rule = _OTHERS.get(key)
    if rule is None:
        return None
    priority, parse = rule
    if key == "NOT" and c.peek().key != "BETWEEN":
        priority = COMPARISON  # NOT LIKE, NOT IN
    if priority <= floor:
        return None
    return parse(c, left)


def _tuple_element(c: Cursor, left: Expression) -> Expression | None:
    following = c.peek()
    if following.kind is Kind.NUMBER or (following.key == "-" and c.peek(2).kind is Kind.NUMBER):
        c.advance()
        negative = c.accept("-")
        index = number(c.advance().text, negative)
        return Function("tupleElement", (left, index), operator=not negative)
    if following.kind <= Kind.QUOTED:
        c.advance()
        return Function("tupleElement", (left, Literal(c.advance().text)))
    return None


def _array_element(c: Cursor, left: Expression) -> Expression:
    c.advance()
    index = c.deeper(element)
    c.expect("]")
    return _operator("arrayElement", left, index)


def _cast(c: Cursor, left: Expression) -> Expression:
    c.advance()
    return cast(left, data_type_text(c))


def _ternary(c: Cursor, left: Expression) -> Expression:
    c.advance()
    then = _climb(c, TERNARY)
    c.expect(":")
    return Function("if", (left, then, _climb(c, TERNARY)))


def _lambda(c: Cursor, left: Expression) -> Expression:
    parameters = _parameters(left)
    if parameters is None:
        c.fail()
    c.advance()
    return Lambda(parameters, c.deeper(lambda c: _climb(c, 0)))


def _parameters(left: Expression) -> tuple[str, ...] | None:
    names = left.args if isinstance(left, Function) and left.name == "tuple" else (left,)
    if all(isinstance(name, Identifier) and len(name.parts) == 1 for name in names):
        return tuple(name.parts[0] for name in names if isinstance(name, Identifier))
    return None


def _between(c: Cursor, left: Expression, negated: bool = False) -> Expression:
    c.advance()
    low = _climb(c, BETWEEN + 1)
    c.expect("AND")
    high = _climb(c, BETWEEN + 1)
    if negated:
        return _operator("or", _operator("less", left, low), _operator("greater", left, high))
    bounds = _operator("greaterOrEquals", left, low), _operator("lessOrEquals", left, high)
    return _operator("and", *bounds)


def _not(c: Cursor, left: Expression) -> Expression | None:
    following = c.peek().key
    if following == "BETWEEN":
        c.advance()
        return _between(c, left, negated=True)
    if following not in NEGATED:
        return None
    c.advance()
    return _binary(c, left, COMPARISON, NEGATED[following])


def _global(c: Cursor, left: Expression) -> Expression | None:
    if c.accept_words("GLOBAL NOT IN"):
        return _operator("globalNotIn", left, _climb(c, COMPARISON))
    if c.accept_words("GLOBAL IN"):
        return _operator("globalIn", left, _climb(c, COMPARISON))
    return None


_IS_WORDS = {"TRUE": True, "FALSE": False}


def _is(c: Cursor, left: Expression) -> Expression | None:
    index = c.index
    c.advance()
    negated = c.accept("NOT")
    if c.accept("NULL") or c.accept("UNKNOWN"):
        return _operator("isNotNull" if negated else "isNull", left)
    distinct = "isDistinctFrom" if negated else "isNotDistinctFrom"
    if c.token.key in _IS_WORDS:
        return _operator(distinct, left, Literal(_IS_WORDS[c.advance().key]))
    if c.accept_words("DISTINCT FROM"):
        function = "isNotDistinctFrom" if negated else "isDistinctFrom"
        return _operator(function, left, _climb(c, IS))
    c.rewind(index)
    return None


def _time_zone(c: Cursor, left: Expression) -> Expression | None:
    if not c.accept_words("AT TIME ZONE"):
        return None
    return Function("toTimeZone", (left, _climb(c, POSTFIX - 1)))


_OTHERS = {
    "->": (1, _lambda),
    "?": (TERNARY, _ternary),
    "IS": (IS, _is),
    "BETWEEN": (BETWEEN, _between),
    "NOT": (BETWEEN, _not),
    "GLOBAL": (COMPARISON, _global),
    "AT": (POSTFIX, _time_zone),
    ".": (POSTFIX, _tuple_element),
    "[": (POSTFIX, _array_element),
    "::": (POSTFIX, _cast),
}
