"""What stands between operators: literals, names, brackets, calls, asterisks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.sql.ast import (
    Aliased,
    Asterisk,
    Columns,
    Expression,
    Function,
    Identifier,
    Lambda,
    Literal,
    QueryParameter,
    Subquery,
    Transformer,
)
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.calls import (
    arguments,
    call,
    cast,
    data_type_text,
    spelled_lambda,
)
from sparktree.sql.grammar.intervals import interval
from sparktree.sql.grammar.numbers import number
from sparktree.sql.grammar.special_calls import part, special_call
from sparktree.sql.lexer import Kind
from sparktree.sql.like import like_as_regexp

_FLOAT_WORDS = {"INF": math.inf, "INFINITY": math.inf, "NAN": math.nan}
_CONSTANTS: dict[str, bool | None] = {"NULL": None, "TRUE": True, "FALSE": False}


def operand(c: Cursor) -> Expression:
    """One operand, without postfix operators."""
    token = c.token
    if token.kind is Kind.WORD:
        rule = _WORDS.get(token.key)
        found = c.attempt(rule) if rule else None
        return found or _name_or_call(c)
    if token.kind is Kind.NUMBER:
        return _number_or_cast(c, "")
    if token.kind is Kind.STRING:
        return _string_or_cast(c)
    if token.kind is Kind.QUOTED:
        return _name_or_call(c)
    rule = _SYMBOLS.get(token.key)
    if rule is None:
        c.fail("expression")
    return rule(c)


# --- literals ------------------------------------------------------------------------------


def signed_number(c: Cursor) -> Expression | None:
    """`-1`, one literal; None if no number follows the sign."""
    following = c.peek()
    if following.kind is Kind.NUMBER:
        sign = c.advance().key
        return _number_or_cast(c, "-" if sign == "-" else "")
    if following.key in _FLOAT_WORDS and c.peek(2).key != "(":
        negative = c.advance().key == "-"
        value = _FLOAT_WORDS[c.advance().key]
        return Literal(-value if negative else value)
    return None


def _number_or_cast(c: Cursor, sign: str) -> Expression:
    token = c.advance()
    if c.token.key == "::":
        c.advance()
        return cast(Literal(sign + token.text), data_type_text(c))
    literal = number(token.text, sign == "-")
    if isinstance(literal.value, float) and math.isinf(literal.value):
        c.fail("number")
    return literal


def _string_or_cast(c: Cursor) -> Expression:
    literal = Literal(c.advance().text)
    if c.token.key == "::":
        c.advance()
        return cast(literal, data_type_text(c))
    return literal


def _constant(c: Cursor) -> Expression:
    if c.peek().key == "(":
        c.fail()
    return Literal(_CONSTANTS[c.advance().key])


def _float_word(c: Cursor) -> Expression:
    if c.peek().key == "(":
        c.fail()
    return Literal(_FLOAT_WORDS[c.advance().key])


# --- brackets ------------------------------------------------------------------------------


def _array(c: Cursor) -> Expression:
    first = c.index
    c.advance()
    items = c.deeper(lambda c: arguments(c, "]"))
    return _or_cast_of_text(c, first, Function("array", items, operator=True))


def _parentheses(c: Cursor) -> Expression:
    if at_query(c):
        query = c.attempt(lambda c: c.parenthesized(lambda c: c.deeper(c.rules.query)))
        if query is not None:
            return Subquery(query)
    return c.deeper(_tuple_or_grouping)


def at_query(c: Cursor) -> bool:
    """Whether `(` opens a query, perhaps inside more parentheses."""
    begin, end = c.opening
    if not begin <= c.index < end:
        end = c.index + 1
        while c.peek(end - c.index).key == "(":
            end += 1
        c.opening = (c.index, end)
    return c.peek(end - c.index).key in ("SELECT", "WITH", "FROM", "EXPLAIN")


def _tuple_or_grouping(c: Cursor) -> Expression:
    first = c.index
    c.advance()
    if c.accept(")"):
        return Function("tuple", (), operator=True)
    items = [c.rules.element(c)]
    is_tuple = False
    while c.accept(","):
        is_tuple = True
        if c.at(")"):
            break
        items.append(c.rules.element(c))
    c.expect(")")
    result = Function("tuple", tuple(items), operator=True) if is_tuple else items[0]
    if is_tuple and len(items) == 1:
        return result
    cast_of_text = _or_cast_of_text(c, first, result)
    if is_tuple or cast_of_text is not result or _has_brackets(result):
        return cast_of_text
    return replace(result, parens=True)


def _has_brackets(node: Expression) -> bool:
    """Whether one more pair of brackets is not kept: `((1, 2))` is the literal `(1, 2)`."""
    if node.parens or isinstance(node, Subquery):
        return True
    return (
        isinstance(node, Function)
        and node.name == "tuple"
        and len(node.args) > 1
        and is_literal(node)
    )


def is_literal(node: Expression) -> bool:
    """Whether ClickHouse reads this as one literal: a value, or a bracketed list of them."""
    if isinstance(node, Function):
        bracketed = node.operator and node.name in ("array", "tuple")
        return bracketed and all(map(is_literal, node.args))
    return isinstance(node, Literal)


_TEXT_KINDS = (Kind.NUMBER, Kind.STRING)
_TEXT_SYMBOLS = frozenset("()[],-")


def _or_cast_of_text(c: Cursor, first: int, node: Expression) -> Expression:
    """`[1, 2]::T` casts the text of the literal, so that nothing is lost on the way."""
    if c.token.key != "::":
        return node
    for token in c.tokens[first : c.index]:
        if token.kind not in _TEXT_KINDS and token.key not in _TEXT_SYMBOLS:
            return node
    text = c.text[c.tokens[first].start : c.tokens[c.index - 1].end]
    c.advance()
    return cast(Literal(text), data_type_text(c))


def _parameter(c: Cursor) -> Expression:
    """`{name:Type}`."""
    c.advance()
    if not c.at_identifier():
        c.fail("substitution name (identifier)")
    name = c.advance().text
    c.expect(":")
    type_text = data_type_text(c)
    c.expect("}")
    if type_text == "Identifier" and c.parameters is not None:
        raise Error(Code.UNKNOWN_QUERY_PARAMETER, f"Substitution `{name}` is not set.")
    return QueryParameter(name, type_text)


# --- names and calls -----------------------------------------------------------------------


def _name_or_call(c: Cursor) -> Expression:
    parts = [c.advance().text]
    while c.token.key == ".":
        if c.peek().key == "*":
            c.advance()
            return _asterisk_of(c, tuple(parts))
        piece = _name_piece(c)
        if piece is None:
            break
        parts.append(piece)
        _array_json(c, parts)
    if c.token.key == "(" and not parts[-1].startswith(":"):
        return _call(c, parts)
    return Identifier(tuple(parts))


def _name_piece(c: Cursor) -> str | None:
    """The next `.piece` of a name, stepped over; None if a tuple element follows."""
    following = c.peek()
    if following.kind <= Kind.QUOTED:
        c.advance()
        return c.advance().text
    if following.key == "^" and c.peek(2).kind <= Kind.QUOTED:
        c.advance()
        c.advance()
        return "^" + c.advance().text
    if following.key == ":" and c.peek(2).kind <= Kind.QUOTED:
        c.advance()
        c.advance()
        return f":`{c.advance().text}`"
    return None


def _array_json(c: Cursor, parts: list[str]) -> None:
    """`a.b[].c` reads a path inside an array of JSON objects."""
    depth = 0
    while c.token.key == "[" and c.peek().key == "]":
        c.advance()
        c.advance()
        depth += 1
    if depth:
        parts.append(":`" + "Array(" * depth + "JSON" + ")" * depth + "`")


def _call(c: Cursor, parts: list[str]) -> Expression:
    if parts[-1] == "COLUMNS" or [part.upper() for part in parts] == ["COLUMNS"]:
        found = c.attempt(lambda c: _columns(c, tuple(parts[:-1])))
        if found is not None:
            return found
    special = special_call(c, parts[0]) if len(parts) == 1 else None
    return special or call(c, ".".join(parts))


def _global_variable(c: Cursor) -> Expression:
    c.advance()
    name = c.identifier()
    if c.at(".") and c.peek().kind <= Kind.QUOTED:
        c.advance()
        name = c.identifier()
    return Aliased(Function("globalVariable", (Literal(name),)), f"@@{name}")


# --- asterisks -----------------------------------------------------------------------------


def _asterisk(c: Cursor) -> Expression:
    return _asterisk_of(c, ())


def _asterisk_of(c: Cursor, qualifier: tuple[str, ...]) -> Expression:
    c.expect("*")
    if c.at("LIKE", "ILIKE"):
        return _columns_like(c, qualifier)
    return Asterisk(qualifier, transformers(c))


def _columns_like(c: Cursor, qualifier: tuple[str, ...]) -> Expression:
    """`* LIKE 'a%'`: COLUMNS with the pattern as a regular expression."""
    fold = c.advance().key == "ILIKE"
    pattern = like_as_regexp(c.string())
    shown = f"(?i){pattern}" if fold else pattern
    return Columns(shown, qualifier=qualifier, transformers=transformers(c))


def _columns(c: Cursor, qualifier: tuple[str, ...]) -> Expression:
    c.expect("(")
    if c.at_string():
        pattern = c.string()
        c.expect(")")
        return Columns(pattern, qualifier=qualifier, transformers=transformers(c))
    names = c.listed(lambda c: Identifier(c.compound()))
    c.expect(")")
    return Columns(None, names, qualifier, transformers(c))


def transformers(c: Cursor) -> tuple[Transformer, ...]:
    """`EXCEPT`, `REPLACE` and `APPLY` after an asterisk, in any order."""
    found = []
    while True:
        if c.token.key == "APPLY":
            found.append(_apply(c))
        elif c.token.key in ("EXCEPT", "EXCLUDE") and c.peek().key not in _SET_OPERANDS:
            found.append(_except(c))
        elif c.token.key == "REPLACE":
            found.append(_replace(c))
        else:
            return tuple(found)


# After EXCEPT these words say that it joins two queries.
_SET_OPERANDS = ("SELECT", "ALL", "DISTINCT", "WITH", "FROM")


def _apply(c: Cursor) -> Transformer:
    c.advance()
    bracket = c.accept("(")
    if c.peek().key != "->" and (not bracket or c.peek().key in ("(", ")")):
        name = c.identifier()
        parameters = None
        if c.accept("("):
            parameters = arguments(c, ")")
        function: Expression = spelled_lambda(name, parameters) or Function(
            name, parameters=parameters
        )
    else:
        function = c.rules.expression(c)
    if bracket:
        c.expect(")")
    if not isinstance(function, Function | Lambda):
        c.fail("lambda")
    return Transformer("APPLY", function=function)


def _except(c: Cursor) -> Transformer:
    index = c.index
    c.advance()
    strict = c.accept("STRICT")
    if c.at("(") and c.peek().key in ("SELECT", "WITH", "(", "FROM"):
        c.rewind(index)
        c.fail()
    if c.accept("("):
        if c.at_string():
            pattern = c.string()
            c.expect(")")
            return Transformer("EXCEPT", pattern=pattern, strict=strict)
        names = c.listed(Cursor.identifier)
        c.expect(")")
        return Transformer("EXCEPT", names, strict=strict)
    if c.at_string():
        return Transformer("EXCEPT", pattern=c.string(), strict=strict)
    return Transformer("EXCEPT", (c.identifier(),), strict=strict)


def _replace(c: Cursor) -> Transformer:
    c.advance()
    strict = c.accept("STRICT")
    if c.accept("("):
        replacements = c.listed(_replacement)
        c.expect(")")
    else:
        replacements = (_replacement(c),)
    return Transformer("REPLACE", replacements=replacements, strict=strict)


def _replacement(c: Cursor) -> Aliased:
    element = c.rules.element(c)
    if not isinstance(element, Aliased):
        c.fail("AS")
    return element


# --- CASE ----------------------------------------------------------------------------------


def _case(c: Cursor) -> Expression:
    c.advance()
    subject = None if c.at("WHEN") else part(c, *_CASE_WORDS)
    branches: list[Expression] = []
    while c.accept("WHEN"):
        branches.append(part(c, *_CASE_WORDS))
        c.expect("THEN")
        branches.append(part(c, *_CASE_WORDS))
    branches.append(part(c, *_CASE_WORDS) if c.accept("ELSE") else Literal(None))
    c.expect("END")
    if subject is None:
        return Function("multiIf", tuple(branches))
    return Function("caseWithExpression", (subject, *branches))


_CASE_WORDS = ("WHEN", "THEN", "ELSE", "END")


def _date(c: Cursor) -> Expression:
    return _typed_string(c, "toDate")


def _timestamp(c: Cursor) -> Expression:
    return _typed_string(c, "toDateTime")


def _typed_string(c: Cursor, function: str) -> Expression:
    c.advance()
    return Function(function, (Literal(c.string()),))


_WORDS: dict[str, Callable[[Cursor], Expression]] = {
    "NULL": _constant,
    "TRUE": _constant,
    "FALSE": _constant,
    "INF": _float_word,
    "INFINITY": _float_word,
    "NAN": _float_word,
    "CASE": _case,
    "DATE": _date,
    "TIMESTAMP": _timestamp,
    "INTERVAL": interval,
}
_SYMBOLS: dict[str, Callable[[Cursor], Expression]] = {
    "(": _parentheses,
    "[": _array,
    "{": _parameter,
    "*": _asterisk,
    "@@": _global_variable,
}
