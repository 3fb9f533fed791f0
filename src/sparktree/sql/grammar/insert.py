"""INSERT."""

from __future__ import annotations

import re

from sparktree.errors import Code, Error
from sparktree.sql.ast import (
    Expression,
    Function,
    Query,
    Select,
    SetOperation,
    Setting,
    TableExpression,
)
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.expressions import column
from sparktree.sql.grammar.select import query, with_list, with_names
from sparktree.sql.grammar.settings import settings_clause
from sparktree.sql.grammar.tables import table_function, table_name
from sparktree.sql.lexer import Kind, Token
from sparktree.sql.statements.insert import Infile, Insert
from sparktree.sql.walk import walk


def insert(c: Cursor) -> Insert:
    """`INSERT INTO ...`; the cursor stops where inline data begins."""
    c.expect("INSERT")
    c.accept("INTO")
    table = function = partition_by = None
    if c.peek().kind <= Kind.QUOTED or c.peek().key == "{":
        c.accept("TABLE")
    if c.token.key == "FUNCTION" and c.peek().kind <= Kind.QUOTED:
        c.advance()
        function = table_function(c)
        if c.accept_words("PARTITION BY"):
            partition_by = c.rules.expression(c)
    else:
        table = table_name(c)
    columns = c.attempt(_columns) or ()
    infile = _infile(c)
    settings = settings_clause(c)
    source, name, data, late = _source(c, infile is not None)
    return Insert(
        table, function, partition_by, columns, source, name, data, infile, settings or late
    )


def _columns(c: Cursor) -> tuple[Expression, ...]:
    if c.token.key == "(" and c.peek().key in ("SELECT", "WITH", "("):
        c.fail()
    return c.parenthesized(lambda c: c.listed(column))


def _infile(c: Cursor) -> Infile | None:
    if not c.accept_words("FROM INFILE"):
        return None
    path = c.string()
    return Infile(path, c.string() if c.accept("COMPRESSION") else None)


_Source = tuple[Query | None, str | None, str | None, tuple[Setting, ...]]


def _source(c: Cursor, from_file: bool) -> _Source:
    if c.token.key == "VALUES":
        return None, "Values", _after(c, c.advance()), ()
    if c.accept("FORMAT"):
        name, late, data = _format(c, from_file)
        return None, name, data, late
    if c.at("SELECT", "WITH", "FROM", "("):
        found = query(c)
        settings = _settings_of(found)
        if c.token.key != "FORMAT" or not _reads_input(found):
            return found, None, None, settings
        c.advance()
        name, late, data = _format(c, from_file)
        return found, name, data, settings or late
    if from_file:
        return None, None, None, ()
    raise c.failure("VALUES", "FORMAT", "SELECT", "WITH")


def _format(c: Cursor, from_file: bool) -> tuple[str, tuple[Setting, ...], str | None]:
    """The name of a format, settings behind it, and the data."""
    name = c.token
    c.identifier("FORMAT name")
    late = settings_clause(c) if c.token.key == "SETTINGS" else ()
    last = c.tokens[c.index - 1]
    return name.text, late, None if from_file else _after_format(c, last)


def _reads_input(found: Query) -> bool:
    """Whether input() stands for the data behind the query."""
    sources = (node.source for node in walk(found) if isinstance(node, TableExpression))
    return any(isinstance(source, Function) and source.name == "input" for source in sources)


def _settings_of(found: Query) -> tuple[Setting, ...]:
    """A query's settings govern the INSERT around it too."""
    if isinstance(found, SetOperation):
        return _settings_of(found.right)
    return found.settings if isinstance(found, Select) else ()


def _after(c: Cursor, token: Token) -> str:
    return c.text[token.end :]


_GAP = re.compile(r"[ \t\f]*;?")
_BREAK = re.compile(r"[ \t\f]*\r?\n?")


def _after_format(c: Cursor, token: Token) -> str:
    """The data after the FORMAT's name: spaces and one line break are skipped."""
    gap = _GAP.match(c.text, token.end)
    if gap is not None and gap.group().endswith(";") and c.text[gap.end() :].strip():
        raise Error(
            Code.SYNTAX_ERROR,
            "You have excessive ';' symbol before data for INSERT.\n"
            "Here are two examples:\n\n"
            "INSERT INTO t VALUES (1, 'x')\n\n"
            "INSERT INTO t FORMAT CSV\n1,x",
        )
    if gap is not None and gap.group().endswith(";"):
        return ""
    skipped = _BREAK.match(c.text, token.end)
    return c.text[skipped.end() if skipped else token.end :]


def with_insert(c: Cursor) -> Insert:
    """`WITH ... INSERT INTO ... SELECT ...`."""
    c.expect("WITH")
    c.accept("RECURSIVE")
    names = with_list(c)
    statement = insert(c)
    if statement.query is None:
        c.fail("SELECT")
    return Insert(
        statement.table, statement.function, statement.partition_by, statement.columns,
        with_names(statement.query, names), settings=statement.settings,
    )  # fmt: skip
