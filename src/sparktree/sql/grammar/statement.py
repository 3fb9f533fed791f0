"""Which rule parses which statement, and what may stand behind any of them."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.sql.ast import Node, Setting
from sparktree.sql.cursor import Cursor, Rules
from sparktree.sql.grammar.create import create_table
from sparktree.sql.grammar.expressions import element, expression
from sparktree.sql.grammar.insert import insert, with_insert
from sparktree.sql.grammar.select import query
from sparktree.sql.grammar.settings import settings_clause
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.base import Outfile, Parsed
from sparktree.sql.statements.insert import Insert

RULES = Rules(expression, element, query)


def _with(c: Cursor) -> Node:
    return c.attempt(query) or with_insert(c)


STATEMENTS: dict[str, Callable[[Cursor], Node]] = {
    "SELECT": query,
    "FROM": query,
    "(": query,
    "WITH": _with,
    "INSERT": insert,
}


def _create(c: Cursor) -> Node:
    c.expect("CREATE")
    or_replace = c.accept_words("OR REPLACE")
    temporary = c.accept("TEMPORARY")
    return create_table(c, or_replace, temporary)


STATEMENTS["CREATE"] = _create


def statement(c: Cursor) -> Node:
    """One statement, without what may follow it."""
    rule = STATEMENTS.get(c.token.key)
    if rule is None or c.token.kind is Kind.QUOTED:
        c.fail("Query")
    return rule(c)


def parsed(c: Cursor) -> Parsed:
    """A statement and its OUTFILE, FORMAT and SETTINGS."""
    start = c.token.start
    node = statement(c)
    if isinstance(node, Insert) and node.data is not None:
        return Parsed(node, c.text[start:])
    outfile = _outfile(c)
    settings: tuple[Setting, ...] = settings_clause(c)
    name = c.identifier("FORMAT name") if c.accept("FORMAT") else None
    settings = settings or settings_clause(c)
    end = c.tokens[c.index - 1].end
    return Parsed(node, c.text[start:end], name, outfile, settings)


def _outfile(c: Cursor) -> Outfile | None:
    if not c.accept_words("INTO OUTFILE"):
        return None
    path = c.string()
    append = c.accept("APPEND")
    truncate = not append and c.accept("TRUNCATE")
    and_stdout = c.accept_words("AND STDOUT")
    compression = level = None
    if c.accept("COMPRESSION"):
        compression = c.string()
        level = c.unsigned() if c.accept("LEVEL") else None
    return Outfile(path, append, truncate, and_stdout, compression, level)
