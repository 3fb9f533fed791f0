"""DROP, DETACH, TRUNCATE, UNDROP, RENAME, EXCHANGE, OPTIMIZE, CHECK, KILL, USE, SET."""

from __future__ import annotations

from sparktree.sql.ast import TableName
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.common import if_exists, on_cluster
from sparktree.sql.grammar.expressions import column
from sparktree.sql.grammar.partitions import partition, partition_value
from sparktree.sql.grammar.settings import setting
from sparktree.sql.grammar.show import like
from sparktree.sql.grammar.tables import table_name
from sparktree.sql.lexer import Kind
from sparktree.sql.statements import other as nodes
from sparktree.sql.statements.base import Statement

# --- dropping ------------------------------------------------------------------------------


def _object_kind(c: Cursor) -> nodes.ObjectKind:
    if c.accept("VIEW"):
        return "VIEW"
    if c.accept("DICTIONARY"):
        return "DICTIONARY"
    c.expect("TABLE")
    return "TABLE"


def _sync(c: Cursor) -> bool:
    return c.accept("SYNC") or c.accept_words("NO DELAY")


def drop(c: Cursor) -> Statement:
    """What follows DROP, of tables, databases, functions, collections and indexes."""
    if c.accept("DATABASE"):
        present, empty = if_exists(c), c.accept_words("IF EMPTY")
        name, cluster = c.identifier(), on_cluster(c)
        return nodes.DropDatabase(name, present, empty, _sync(c), cluster)
    if c.accept("FUNCTION"):
        present = if_exists(c)
        return nodes.DropFunction(c.identifier(), present, on_cluster(c))
    if c.accept_words("NAMED COLLECTION"):
        present = if_exists(c)
        return nodes.DropNamedCollection(c.identifier(), present, on_cluster(c))
    if c.accept("INDEX"):
        present = if_exists(c)
        index = c.identifier()
        c.expect("ON")
        return nodes.DropIndexOn(index, table_name(c), present, on_cluster(c))
    temporary = c.accept("TEMPORARY")
    kind = _object_kind(c)
    present, empty = if_exists(c), c.accept_words("IF EMPTY")
    names = c.listed(table_name)
    cluster = on_cluster(c)
    return nodes.DropTable(names, kind, temporary, present, empty, _sync(c), cluster)


def detach(c: Cursor) -> Statement:
    """DETACH."""
    c.expect("DETACH")
    if c.accept("DATABASE"):
        present = if_exists(c)
        name, cluster = c.identifier(), on_cluster(c)
        return nodes.DetachDatabase(name, present, c.accept("PERMANENTLY"), _sync(c), cluster)
    kind = _object_kind(c)
    present = if_exists(c)
    names = c.listed(table_name)
    cluster = on_cluster(c)
    return nodes.DetachTable(names, kind, present, c.accept("PERMANENTLY"), _sync(c), cluster)


def truncate(c: Cursor) -> Statement:
    """TRUNCATE."""
    c.expect("TRUNCATE")
    if c.accept("DATABASE"):
        present = if_exists(c)
        name, cluster = c.identifier(), on_cluster(c)
        return nodes.TruncateDatabase(name, present, _sync(c), cluster)
    if c.accept_any("ALL TABLES FROM", "TABLES FROM"):
        present = if_exists(c)
        name, pattern, cluster = c.identifier(), like(c), on_cluster(c)
        return nodes.TruncateAllTables(name, pattern, present, _sync(c), cluster)
    temporary = c.accept("TEMPORARY")
    if c.peek().kind <= Kind.QUOTED:
        c.accept("TABLE")
    present = if_exists(c)
    names = c.listed(table_name)
    cluster = on_cluster(c)
    return nodes.TruncateTable(names, temporary, present, _sync(c), cluster)


def undrop(c: Cursor) -> Statement:
    """UNDROP TABLE."""
    c.expect_words("UNDROP TABLE")
    name = table_name(c)
    uuid = c.string() if c.accept("UUID") else None
    return nodes.UndropTable(name, uuid, on_cluster(c))


# --- renaming ------------------------------------------------------------------------------


def rename(c: Cursor) -> Statement:
    """RENAME."""
    c.expect("RENAME")
    if c.token.key == "DATABASE" and c.peek().key != "TO":
        c.advance()
        present = if_exists(c)
        pairs = c.listed(_database_pair)
        return nodes.RenameDatabase(pairs, present, on_cluster(c))
    dictionary = c.token.key == "DICTIONARY" and c.peek().key != "TO"
    if dictionary or (c.token.key == "TABLE" and c.peek().key != "TO"):
        c.advance()
    present = if_exists(c)
    tables = c.listed(lambda c: _pair(c, "TO"))
    return nodes.Rename(tables, "DICTIONARY" if dictionary else "TABLE", present, on_cluster(c))


def _database_pair(c: Cursor) -> tuple[str, str]:
    old = c.identifier()
    c.expect("TO")
    return old, c.identifier()


def _pair(c: Cursor, word: str) -> tuple[TableName, TableName]:
    first = table_name(c)
    c.expect(word)
    return first, table_name(c)


def exchange(c: Cursor) -> Statement:
    """EXCHANGE."""
    c.expect("EXCHANGE")
    tables = c.expect_any("TABLES", "DICTIONARIES") == "TABLES"
    pairs = c.listed(lambda c: _pair(c, "AND"))
    return nodes.Exchange(pairs, "TABLES" if tables else "DICTIONARIES", on_cluster(c))


# --- maintenance ---------------------------------------------------------------------------


def optimize(c: Cursor) -> Statement:
    """OPTIMIZE TABLE."""
    c.expect_words("OPTIMIZE TABLE")
    table = table_name(c)
    cluster = on_cluster(c)
    target = partition_value(c) if c.accept("PARTITION") else None
    parts = c.listed(Cursor.string) if c.accept_words("DRY RUN PARTS") else ()
    final = c.accept_any("FINAL", "FORCE") is not None
    deduplicate = c.accept("DEDUPLICATE")
    by = c.listed(column) if deduplicate and c.accept("BY") else ()
    cleanup = c.accept("CLEANUP")
    return nodes.Optimize(table, target, final, deduplicate, by, cleanup, parts, cluster)


def check(c: Cursor) -> Statement:
    """CHECK TABLE, CHECK ALL TABLES and CHECK EXPORT."""
    if c.accept_words("ALL TABLES"):
        return nodes.CheckTable(None)
    if c.accept("EXPORT"):
        source = table_name(c)
        c.expect_words("TO TABLE")
        destination = table_name(c)
        return nodes.CheckExport(source, destination, partition(c) if c.at("PARTITION") else None)
    c.expect("TABLE")
    table = table_name(c)
    return nodes.CheckTable(table, partition(c) if c.at("PARTITION", "PART") else None)


def kill(c: Cursor) -> Statement:
    """KILL QUERY, KILL MUTATION, KILL EXPORT PART and the like."""
    c.expect("KILL")
    kinds = ("QUERY", "MUTATION", "PART_MOVE_TO_SHARD", "TRANSACTION", "EXPORT")
    kind = c.expect_any(*kinds)
    if kind == "EXPORT":
        kind = f"EXPORT {c.expect_any('PART', 'PARTITION')}"
    cluster = on_cluster(c)
    c.expect("WHERE")
    where = c.rules.expression(c)
    mode = c.accept_any("SYNC", "ASYNC", "TEST")
    return nodes.Kill(kind, where, mode == "SYNC", mode == "TEST", cluster)  # type: ignore[arg-type]


# --- session -------------------------------------------------------------------------------


def use(c: Cursor) -> Statement:
    """USE."""
    c.expect("USE")
    if c.peek().kind <= Kind.QUOTED:
        c.accept("DATABASE")
    return nodes.Use(c.identifier())


def set_(c: Cursor) -> Statement:
    """SET of settings, after the word SET."""
    return nodes.Set(c.listed(setting))


def transaction(c: Cursor) -> Statement:
    """BEGIN TRANSACTION, COMMIT, ROLLBACK."""
    if c.accept("BEGIN"):
        c.accept("TRANSACTION")
        return nodes.Transaction("BEGIN TRANSACTION")
    committed = c.expect_any("COMMIT", "ROLLBACK") == "COMMIT"
    return nodes.Transaction("COMMIT" if committed else "ROLLBACK")
