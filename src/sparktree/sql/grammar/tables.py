"""FROM: tables, joins and ARRAY JOIN."""

from __future__ import annotations

from typing import Literal as Choice

from sparktree.errors import Code, Error
from sparktree.sql.ast import (
    ArrayJoin,
    Asterisk,
    Expression,
    FromItem,
    Function,
    Join,
    JoinKind,
    JoinStrictness,
    Literal,
    QueryParameter,
    Select,
    Subquery,
    TableExpression,
    TableName,
)
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.aliases import RESTRICTED, never_aliased
from sparktree.sql.grammar.calls import arguments
from sparktree.sql.grammar.expressions import column
from sparktree.sql.grammar.operands import at_query, operand
from sparktree.sql.grammar.special_calls import QUERY_CALLS, bare_query
from sparktree.sql.lexer import Kind


def tables(c: Cursor) -> FromItem:
    """Everything after FROM."""
    item: FromItem = table_expression(c)
    while True:
        following = _array_join(c, item) or _join(c, item)
        if following is None:
            return item
        item = following


def table_name(c: Cursor) -> TableName:
    """`[database.]name`."""
    if c.at_string():
        return TableName(c.string())
    parts = c.compound()
    return TableName(parts[-1], ".".join(parts[:-1]) or None)


def table_expression(c: Cursor) -> TableExpression:
    """A table with its alias and modifiers."""
    source = _source(c)
    plain = (source.name,) if isinstance(source, TableName) and source.database is None else ()
    alias, columns = _alias(c) if c.at("AS") or not never_aliased(plain) else (None, ())
    final = c.accept("FINAL")
    sample = offset = None
    if c.accept("SAMPLE"):
        sample = _ratio(c)
        if c.accept("OFFSET"):
            offset = _ratio(c)
    return TableExpression(source, alias, columns, final, sample, offset)


def _ratio(c: Cursor) -> Expression:
    """A ratio as a fraction of whole numbers: 0.1 is 1 / 10."""
    value = _rational(c)
    if c.accept("/"):
        divisor = _rational(c)
        value = value[0] * divisor[1], value[1] * divisor[0]
    top, bottom = (Literal(part, str(part)) for part in value)
    return top if bottom.value == 1 else Function("divide", (top, bottom), operator=True)


def _rational(c: Cursor) -> tuple[int, int]:
    if c.token.kind is not Kind.NUMBER:
        c.fail("number")
    mantissa, _, exponent = c.advance().text.lower().replace("_", "").partition("e")
    whole, _, fraction = mantissa.partition(".")
    shift = len(fraction) - int(exponent or 0)
    digits = int((whole + fraction) or 0)
    return (digits, 10**shift) if shift >= 0 else (digits * 10**-shift, 1)


def _source(c: Cursor) -> TableName | Function | Subquery | QueryParameter:
    if c.token.key == "(":
        if c.peek().key == "VALUES" and c.peek(2).key == "(":
            return c.parenthesized(_values)
        if not at_query(c):
            return c.parenthesized(_joined_tables)
        return Subquery(c.parenthesized(lambda c: c.deeper(c.rules.query)))
    if c.token.key == "{" and not c.at_identifier():
        parameter = operand(c)
        if not isinstance(parameter, QueryParameter):
            c.fail("identifier")
        return parameter
    if c.token.kind <= Kind.QUOTED and c.peek().key == "(":
        return table_function(c)
    name = table_name(c)
    if name.database is not None and c.accept("("):  # a view with parameters
        whole = f"{name.database}.{name.name}"
        return Function(whole, c.deeper(lambda c: arguments(c, ")")))
    return name


def _joined_tables(c: Cursor) -> Subquery:
    """`(a JOIN b ON ...)` stands for a query of all its columns."""
    inner = c.deeper(tables)
    if not isinstance(inner, Join):
        c.fail("JOIN")
    return Subquery(Select((Asterisk(),), from_=inner))


def _values(c: Cursor) -> Function:
    """`(VALUES (1, 'a'), (2, 'b'))`: the table function of these rows."""
    c.advance()
    return Function("values", c.listed(c.rules.expression))


def table_function(c: Cursor) -> Function:
    """`numbers(10)`."""
    name = c.identifier()
    if name.upper() in QUERY_CALLS:
        return bare_query(c, name)
    c.expect("(")
    return Function(name, c.deeper(lambda c: arguments(c, ")", _table_argument)))


def _table_argument(c: Cursor) -> Expression:
    """An argument of a table function, which may be a table itself."""
    if c.token.key in QUERY_CALLS and c.peek().key == "(":
        return table_function(c)
    return c.rules.element(c)


def _alias(c: Cursor) -> tuple[str | None, tuple[str, ...]]:
    token = c.token
    if token.key == "AS" or token.kind is Kind.QUOTED:
        c.accept("AS")
    elif token.kind is not Kind.WORD or token.key in RESTRICTED or token.key == "SELECT":
        return None, ()
    alias = c.identifier("alias")
    if c.at("(") and c.peek().kind <= Kind.QUOTED and c.peek(2).key in (",", ")"):
        return alias, c.parenthesized(lambda c: c.listed(Cursor.identifier))
    return alias, ()


# --- joins ---------------------------------------------------------------------------------


def _array_join(c: Cursor, left: FromItem) -> FromItem | None:
    outer = c.accept_words("LEFT ARRAY JOIN")
    if not outer and not c.accept_words("INNER ARRAY JOIN") and not c.accept_words("ARRAY JOIN"):
        return None
    return ArrayJoin(left, c.listed(column), outer)


_KINDS: dict[str, JoinKind] = {
    "INNER": "INNER",
    "LEFT": "LEFT",
    "RIGHT": "RIGHT",
    "FULL": "FULL",
    "CROSS": "CROSS",
    "PASTE": "PASTE",
}
_STRICTNESSES: dict[str, JoinStrictness] = {
    "ALL": "ALL",
    "ANY": "ANY",
    "SEMI": "SEMI",
    "ANTI": "ANTI",
    "ASOF": "ASOF",
    "ONLY": "ANTI",
}


def _join(c: Cursor, left: FromItem) -> FromItem | None:
    if c.accept(","):
        return Join(left, table_expression(c), "CROSS", comma=True)
    index = c.index
    if c.trace:
        for word in ("GLOBAL", *_STRICTNESSES, *_KINDS, "JOIN"):
            c.expect_note(word)
    is_global, is_local = c.accept("GLOBAL"), c.accept("LOCAL")
    natural = c.accept("NATURAL")
    kind: JoinKind | None = None
    strictness: JoinStrictness | None = None
    while c.token.key != "JOIN":
        key = c.token.key
        if kind is None and key in _KINDS:
            kind = _KINDS[key]
        elif strictness is None and key in _STRICTNESSES:
            strictness = _STRICTNESSES[key]
        elif key != "OUTER" or kind not in ("LEFT", "RIGHT", "FULL"):
            c.rewind(index)
            return None
        c.advance()
    c.advance()
    if natural:
        _check_natural(kind, strictness)
    kind = kind or ("LEFT" if strictness in ("SEMI", "ANTI") else "INNER")
    _check_strictness(kind, strictness)
    right = table_expression(c)
    conditional = kind not in ("CROSS", "PASTE") and not natural
    on, using = _condition(c) if conditional else (None, ())
    locality: Choice["GLOBAL", "LOCAL"] | None = None
    if is_global or is_local:
        locality = "GLOBAL" if is_global else "LOCAL"
    return Join(left, right, kind, strictness, locality, on, using, natural=natural)


def _check_strictness(kind: JoinKind, strictness: JoinStrictness | None) -> None:
    if strictness is not None and kind in ("CROSS", "PASTE"):
        raise Error(Code.SYNTAX_ERROR, f"You must not specify ANY or ALL for {kind} JOIN.")
    if strictness in ("SEMI", "ANTI") and kind not in ("LEFT", "RIGHT"):
        raise Error(Code.SYNTAX_ERROR, "SEMI|ANTI JOIN should be LEFT or RIGHT.")


def _check_natural(kind: JoinKind | None, strictness: JoinStrictness | None) -> None:
    if strictness is not None:
        message = "NATURAL JOIN cannot be combined with ANY/ALL/ASOF/SEMI/ANTI modifiers"
        raise Error(Code.SYNTAX_ERROR, message)
    if kind in ("CROSS", "PASTE"):
        raise Error(Code.SYNTAX_ERROR, "NATURAL JOIN cannot be used with CROSS or PASTE join")


def _condition(c: Cursor) -> tuple[Expression | None, tuple[Expression, ...]]:
    if c.accept("ON"):
        return c.rules.expression(c), ()
    c.expect("USING")
    if c.accept("("):
        if c.at(")"):
            c.fail("column identifier for USING")
        using = c.listed(c.rules.element)
        c.expect(")")
        return None, using
    return None, c.listed(c.rules.element)
