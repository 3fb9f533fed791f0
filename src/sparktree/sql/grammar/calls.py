"""Function calls as every function is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Function, Identifier, Lambda, Literal
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.data_types import data_type
from sparktree.sql.grammar.windows import over
from sparktree.sql.lexer import Kind
from sparktree.sql.printers.types import format_type


def data_type_text(c: Cursor) -> str:
    """A type in ClickHouse's normal spelling."""
    return format_type(data_type(c))


def cast(value: Expression, type_text: str) -> Function:
    """`CAST(value, 'type')`."""
    return Function("CAST", (value, Literal(type_text)))


def arguments(
    c: Cursor, closing: str, rule: Callable[[Cursor], Expression] | None = None
) -> tuple[Expression, ...]:
    """Elements up to the closing bracket, which is stepped over."""
    if c.accept(closing):
        return ()
    found = c.listed(rule or c.rules.element)
    c.expect(closing)
    return found


def call(c: Cursor, name: str) -> Expression:
    """`name(arguments)` with parameters, DISTINCT, FILTER, NULLS and OVER."""
    c.expect("(")
    c.depth += 1
    name, args = _distinct_or_all(c, name)
    parameters = None
    if c.token.key == "(":
        parameters = args
        c.advance()
        if parameters and c.token.key == ")":  # only what has no parameters may have no arguments
            c.fail()
        name, args = _distinct_or_all(c, name)
    c.depth -= 1
    if parameters is None and (spelled := spelled_lambda(name, args)):
        return spelled
    if c.token.kind is not Kind.WORD:
        return Function(name, args, parameters)
    return _suffixes(c, name, args, parameters)


def spelled_lambda(name: str, parameters: tuple[Expression, ...] | None) -> Lambda | None:
    """`lambda(tuple(x), x + 1)`, which is `x -> x + 1`."""
    if name != "lambda" or parameters is None or len(parameters) != 2:
        return None
    names, body = parameters
    if not isinstance(names, Function) or names.name != "tuple":
        return None
    single = [n.parts[0] for n in names.args if isinstance(n, Identifier) and len(n.parts) == 1]
    return Lambda(tuple(single), body, True) if len(single) == len(names.args) else None


def _distinct_or_all(c: Cursor, name: str) -> tuple[str, tuple[Expression, ...]]:
    """The arguments; `f(DISTINCT x)` is `fDistinct(x)`."""
    following = c.peek().key
    if c.token.key == "DISTINCT" and following not in (")", ","):
        c.advance()
        name += "Distinct"
    elif c.token.key == "ALL" and (c.peek().kind <= Kind.NUMBER or following == "("):
        c.advance()
    return name, arguments(c, ")")


def _suffixes(
    c: Cursor, name: str, args: tuple[Expression, ...], parameters: tuple[Expression, ...] | None
) -> Expression:
    if c.token.key == "FILTER" and c.peek().key == "(" and c.peek(2).key == "WHERE":
        for _ in range(3):
            c.advance()
        name, args = name + "If", (*args, c.rules.expression(c))
        c.expect(")")
    nulls = _nulls(c)
    if c.token.key == "FILTER":  # after a call this word is no alias
        c.fail()
    window = over(c) if c.token.key == "OVER" else None
    return Function(name, args, parameters, nulls=nulls, over=window)


def _nulls(c: Cursor) -> Choice["RESPECT", "IGNORE"] | None:
    if c.accept_words("RESPECT NULLS"):
        return "RESPECT"
    return "IGNORE" if c.accept_words("IGNORE NULLS") else None
