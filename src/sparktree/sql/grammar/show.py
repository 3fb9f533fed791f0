"""SHOW, DESCRIBE, EXISTS."""

from __future__ import annotations

from sparktree.sql.ast import Subquery, TableExpression, TableName
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.select import query
from sparktree.sql.grammar.tables import table_expression, table_name
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.base import Statement
from sparktree.sql.statements.other import Describe, Exists, Like, Show, ShowCreate


def like(c: Cursor) -> Like | None:
    """`[NOT] LIKE | ILIKE 'pattern'`."""
    for words, negated, folded in (
        ("NOT LIKE", True, False),
        ("NOT ILIKE", True, True),
        ("LIKE", False, False),
        ("ILIKE", False, True),
    ):
        if c.accept_words(words):
            return Like(c.string(), negated, folded)
    return None


def show(c: Cursor) -> Statement:
    """What follows SHOW, of tables, databases, columns, settings and so on."""
    for words in ("CHANGED SETTINGS", "SETTINGS", "FUNCTIONS", "MERGES", "CLUSTERS", "DATABASES"):
        if c.accept_words(words):
            return _filtered(c, Show(words))
    for words in ("PROCESSLIST", "ENGINES", "PRIVILEGES", "FILESYSTEM CACHES"):
        if c.accept_words(words):
            return Show(words)
    if c.accept("SETTING"):
        return Show("SETTING", name=c.identifier())
    if c.accept("CLUSTER"):
        return Show("CLUSTER", name=c.string() if c.at_string() else c.identifier())
    return _show_tables(c) or _show_columns(c) or _show_create(c)


def _show_tables(c: Cursor) -> Statement | None:
    index = c.index
    full, temporary = c.accept("FULL"), c.accept("TEMPORARY")
    what = c.accept_any("TABLES", "DICTIONARIES")
    if what is None:
        c.rewind(index)
        return None
    database = _database(c)
    return _filtered(c, Show(what, database=database, full=full, temporary=temporary))


def _database(c: Cursor) -> str | None:
    return c.identifier() if c.accept_any("FROM", "IN") else None


def _filtered(c: Cursor, node: Show) -> Show:
    pattern = like(c)
    where = c.rules.expression(c) if pattern is None and c.accept("WHERE") else None
    limit = c.rules.expression(c) if c.accept("LIMIT") else None
    return Show(
        node.what, node.table, node.database, node.name, pattern, where, limit, node.full,
        node.extended, node.temporary,
    )  # fmt: skip


_INDEXES = ("INDEXES", "INDICES", "INDEX", "KEYS")


def _show_columns(c: Cursor) -> Statement | None:
    index = c.index
    extended, full = c.accept("EXTENDED"), c.accept("FULL")
    what = c.accept_any("COLUMNS", "FIELDS", *_INDEXES)
    if what is None or not c.accept_any("FROM", "IN"):
        c.rewind(index)
        return None
    table = table_name(c)
    database = _database(c) or table.database
    kind = "INDEXES" if what in _INDEXES else "COLUMNS"
    shown = Show(kind, TableName(table.name), database, full=full, extended=extended)
    if kind == "COLUMNS":
        return _filtered(c, shown)
    where = c.rules.expression(c) if c.accept("WHERE") else None
    return Show(kind, shown.table, database, where=where, extended=extended)


def _show_create(c: Cursor) -> Statement:
    created = c.accept("CREATE")
    temporary = c.accept("TEMPORARY")
    kind = c.accept_any("TABLE", "VIEW", "DICTIONARY", "DATABASE")
    if kind is None and not created:
        c.fail("CREATE", "TABLES", "DATABASES", "COLUMNS", "INDEXES", "GRANTS", "SETTINGS")
    if kind == "DATABASE":
        return ShowCreate("DATABASE", TableName(c.identifier()))
    return ShowCreate(kind or "TABLE", table_name(c), temporary)  # type: ignore[arg-type]


def describe(c: Cursor) -> Statement:
    """DESCRIBE TABLE."""
    c.expect_any("DESCRIBE", "DESC")
    if c.peek().kind <= Kind.QUOTED or c.peek().key == "(":
        c.accept("TABLE")
    if c.at("SELECT", "WITH"):
        return Describe(TableExpression(Subquery(query(c))))
    return Describe(table_expression(c))


def exists(c: Cursor) -> Statement:
    """EXISTS TABLE and its kin."""
    c.expect("EXISTS")
    temporary = c.accept("TEMPORARY")
    kind = None
    if c.peek().kind <= Kind.QUOTED:
        kind = c.accept_any("TABLE", "VIEW", "DICTIONARY", "DATABASE")
    if kind == "DATABASE":
        return Exists("DATABASE", TableName(c.identifier()))
    return Exists(kind or "TABLE", table_name(c), temporary)  # type: ignore[arg-type]
