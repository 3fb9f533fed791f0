"""Data types as syntax: a name and its arguments."""

from __future__ import annotations

from sparktree.sql.ast import Expression, Function, Identifier
from sparktree.sql.cursor import Cursor
from sparktree.sql.lexer import Kind
from sparktree.sql.type_ast import NamedType, SkipPath, TypeArgument, TypeName

# Whole numbers of SQL, whose sign may follow, also behind a width: INT(11) UNSIGNED.
_SIGNED = ("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT", "INT1")
# Words that SQL puts after a type's first word.
_TAILS: dict[str, tuple[str, ...]] = {
    "NATIONAL": (
        "CHARACTER LARGE OBJECT", "CHARACTER VARYING", "CHAR VARYING", "CHARACTER", "CHAR",
    ),
    "DOUBLE": ("PRECISION",),
    "CHAR": ("LARGE OBJECT", "VARYING"),
    "CHARACTER": ("LARGE OBJECT", "VARYING"),
    "BINARY": ("LARGE OBJECT", "VARYING"),
    "NCHAR": ("LARGE OBJECT", "VARYING"),
    **dict.fromkeys(_SIGNED, ("SIGNED", "UNSIGNED")),
}  # fmt: skip
_WITH_NAMES = {"TUPLE", "NESTED", "JSON", "OBJECT"}
_OF_TYPES = {
    "NULLABLE", "ARRAY", "MAP", "LOWCARDINALITY", "VARIANT", "TUPLE", "NESTED", "QBIT",
}  # fmt: skip
_AGGREGATE = {"AGGREGATEFUNCTION", "SIMPLEAGGREGATEFUNCTION"}


def data_type(c: Cursor) -> TypeName:
    """A type, e.g. `Array(Nullable(String))` or `INT UNSIGNED`."""
    return c.deeper(_data_type)


def _data_type(c: Cursor) -> TypeName:
    if not c.at_identifier():
        c.fail("data type")
    token = c.advance()
    name = token.text
    tail = c.accept_any(*_TAILS.get(token.key, ()))
    if tail:
        name = f"{token.key} {tail}"
    if not c.at("("):
        return TypeName(name)
    c.advance()
    arguments: list[TypeArgument] = []
    if not c.at(")"):
        arguments.append(_first_argument(c, name.upper()))
        while c.accept(","):
            if c.at(")"):
                break
            arguments.append(_argument(c, name.upper(), len(arguments)))
    c.expect(")")
    if token.key in _SIGNED and (sign := c.accept_any("UNSIGNED", "SIGNED")):
        return TypeName(f"{token.key} {sign}")
    # The width of a whole number means nothing and is forgotten: INT(11) is INT.
    return TypeName(name, () if token.key in _SIGNED else tuple(arguments))


def _first_argument(c: Cursor, name: str) -> TypeArgument:
    if name in _AGGREGATE:
        return _aggregate_function(c)
    return _argument(c, name, 0)


def _argument(c: Cursor, name: str, position: int) -> TypeArgument:
    if name == "JSON" and c.at("SKIP"):
        return _skip_path(c)
    if c.at_identifier() and c.peek().key == "=":
        return c.rules.expression(c)
    if name in _WITH_NAMES and _at_named(c):
        return _named(c)
    if name in _OF_TYPES or (name in _AGGREGATE and position):
        return data_type(c) if c.at_identifier() else c.rules.expression(c)
    if c.at_identifier():
        return data_type(c)
    return c.rules.expression(c)


def _at_named(c: Cursor) -> bool:
    """Whether a name and then a type follow, and not a type alone."""
    distance = 1
    while c.peek(distance).key == "." and c.peek(distance + 1).kind <= Kind.QUOTED:
        distance += 2
    if not c.at_identifier() or c.peek(distance).kind > Kind.QUOTED:
        return False
    return not (c.peek(distance).key in _TAILS.get(c.token.key, ()) and distance == 1)


def _named(c: Cursor) -> NamedType:
    name = ".".join(c.compound())
    return NamedType(name, data_type(c))


def _skip_path(c: Cursor) -> SkipPath:
    c.advance()
    if c.accept("REGEXP"):
        return SkipPath(c.string(), regexp=True)
    return SkipPath(".".join(c.compound()))


def _aggregate_function(c: Cursor) -> TypeArgument:
    """`quantiles(0.5, 0.9)` or `sum`; also the version number before it."""
    if c.token.kind is Kind.NUMBER:
        return c.rules.expression(c)
    name = c.identifier()
    if not c.at("("):
        return Identifier((name,))
    c.advance()
    arguments: list[Expression] = []
    while not c.at(")"):
        arguments.append(c.rules.expression(c))
        if not c.accept(","):
            break
    c.expect(")")
    return Function(name, tuple(arguments))
