"""CREATE of views, databases, functions, dictionaries, named collections, indexes."""

from __future__ import annotations

from dataclasses import replace as replaced
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Function, Literal, Setting
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.calls import call
from sparktree.sql.grammar.common import if_exists, if_not_exists, on_cluster
from sparktree.sql.grammar.create import (
    engine,
    index_granularity,
    index_type,
    storage,
    table_elements,
)
from sparktree.sql.grammar.data_types import data_type
from sparktree.sql.grammar.intervals import unit
from sparktree.sql.grammar.select import query
from sparktree.sql.grammar.settings import setting, settings_clause
from sparktree.sql.grammar.tables import table_name
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.create import CreateTable, IndexDeclaration, Storage
from sparktree.sql.statements.views import (
    AlterNamedCollection,
    CollectionEntry,
    CreateDatabase,
    CreateDictionary,
    CreateFunction,
    CreateIndex,
    CreateNamedCollection,
    CreateView,
    DictionaryAttribute,
    KeyValue,
    Refresh,
    Security,
    Span,
)

# --- views ---------------------------------------------------------------------------------


def create_view(c: Cursor, or_replace: bool = False, attach: bool = False) -> CreateView:
    """From `[MATERIALIZED] VIEW` on."""
    materialized = c.accept("MATERIALIZED")
    c.expect("VIEW")
    absent = not or_replace and if_not_exists(c)
    name = table_name(c)
    uuid = c.string() if c.accept("UUID") else None
    cluster = on_cluster(c)
    schedule = refresh(c)
    target = table_name(c) if materialized and c.accept("TO") else None
    lists = table_elements(c)
    who = security(c)
    inner = storage(c) if materialized and target is None else None
    populate = c.accept("POPULATE")
    empty = c.accept("EMPTY")
    who = who or security(c)
    comment = c.string() if c.accept("COMMENT") else None
    c.expect("AS")
    body = query(c)
    comment = comment or (c.string() if c.accept("COMMENT") else None)
    table = CreateTable(
        name, **lists, storage=inner, comment=comment, if_not_exists=absent,
        or_replace=or_replace, attach=attach, uuid=uuid, on_cluster=cluster,
    )  # fmt: skip
    return CreateView(table, body, materialized, target, populate, empty, who, schedule)


_SECURITY: dict[str, Choice["DEFINER", "INVOKER", "NONE"]] = {
    "DEFINER": "DEFINER",
    "INVOKER": "INVOKER",
    "NONE": "NONE",
}


def security(c: Cursor) -> Security | None:
    """`DEFINER = user` and `SQL SECURITY kind`, in any order."""
    found = Security()
    while True:
        if c.token.key == "DEFINER" and c.peek().key == "=":
            c.advance()
            c.advance()
            user = "CURRENT_USER" if c.accept("CURRENT_USER") else c.identifier()
            found = replaced(found, definer=user)
        elif c.accept_words("SQL SECURITY"):
            found = replaced(found, kind=_SECURITY[c.expect_any(*_SECURITY)])
        else:
            return found if found != Security() else None


def refresh(c: Cursor) -> Refresh | None:
    """`REFRESH EVERY 1 HOUR ...`."""
    if not c.accept("REFRESH"):
        return None
    kind: Choice["EVERY", "AFTER"] = (
        "EVERY" if c.expect_any("EVERY", "AFTER") == "EVERY" else "AFTER"
    )
    period = _span(c)
    offset = _span(c) if c.accept("OFFSET") else None
    spread = _span(c) if c.accept_words("RANDOMIZE FOR") else None
    depends = c.listed(table_name) if c.accept_words("DEPENDS ON") else ()
    settings = settings_clause(c)
    append = c.accept("APPEND")
    return Refresh(kind, period, offset, spread, depends, settings, append)


def _span(c: Cursor) -> Span:
    parts = []
    while c.token.kind is Kind.NUMBER:
        amount = c.unsigned()
        found = unit(c)
        if found is None:
            c.fail("interval kind")
        parts.append((amount, found.upper()))
    if not parts:
        c.fail("number")
    return Span(tuple(parts))


# --- databases, functions, collections, indexes --------------------------------------------


def create_database(c: Cursor, attach: bool = False) -> CreateDatabase:
    """From the word DATABASE on."""
    c.expect("DATABASE")
    absent = if_not_exists(c)
    name = c.identifier()
    uuid = c.string() if c.accept("UUID") else None
    cluster = on_cluster(c)
    found: Function | None = None
    if c.accept("ENGINE"):
        c.accept("=")
        found = engine(c)
    settings = settings_clause(c) if found else ()
    comment = c.string() if c.accept("COMMENT") else None
    inner = Storage(found, settings=settings) if found else None
    return CreateDatabase(name, absent, inner, comment, uuid, cluster, attach)


def create_function(c: Cursor, or_replace: bool = False) -> CreateFunction:
    """From the word FUNCTION on."""
    c.expect("FUNCTION")
    absent = not or_replace and if_not_exists(c)
    name = c.identifier()
    cluster = on_cluster(c)
    c.expect("AS")
    return CreateFunction(name, c.rules.expression(c), or_replace, absent, cluster)


def _entry(c: Cursor) -> CollectionEntry:
    found = setting(c)
    if c.accept_words("NOT OVERRIDABLE"):
        return CollectionEntry(found, False)
    return CollectionEntry(found, True if c.accept("OVERRIDABLE") else None)


def create_named_collection(c: Cursor) -> CreateNamedCollection:
    """From `NAMED COLLECTION` on."""
    c.expect_words("NAMED COLLECTION")
    absent = if_not_exists(c)
    name = c.identifier()
    cluster = on_cluster(c)
    c.expect("AS")
    return CreateNamedCollection(name, c.listed(_entry), absent, cluster)


def alter_named_collection(c: Cursor) -> AlterNamedCollection:
    """From `NAMED COLLECTION` on."""
    c.expect_words("NAMED COLLECTION")
    present = if_exists(c)
    name = c.identifier()
    cluster = on_cluster(c)
    entries = c.listed(_entry) if c.accept("SET") else ()
    deleted = c.listed(Cursor.identifier) if c.accept("DELETE") else ()
    if not entries and not deleted:
        c.fail("SET", "DELETE")
    return AlterNamedCollection(name, entries, deleted, present, cluster)


def create_index(c: Cursor) -> CreateIndex:
    """From the word UNIQUE or INDEX on; TYPE may be missing."""
    unique = bool(c.accept("UNIQUE"))
    c.expect("INDEX")
    absent = if_not_exists(c)
    name = c.identifier()
    c.expect("ON")
    table = table_name(c)
    cluster = on_cluster(c)
    expression = _index_expression(c)
    kind = index_type(c) if c.accept("TYPE") else Function("")
    index = IndexDeclaration(name, expression, kind, index_granularity(c, kind))
    return CreateIndex(table, index, absent, cluster, unique)


def _index_expression(c: Cursor) -> Expression:
    """An expression, or several in brackets; ASC and DESC, as other databases have them, are
    passed over."""
    if not c.accept("("):
        return c.rules.expression(c)
    found = c.listed(_index_element)
    c.expect(")")
    return found[0] if len(found) == 1 else Function("tuple", found, operator=True)


def _index_element(c: Cursor) -> Expression:
    expression = c.rules.expression(c)
    c.accept_any("ASC", "DESC", "ASCENDING", "DESCENDING")
    return expression


# --- dictionaries --------------------------------------------------------------------------


def create_dictionary(
    c: Cursor, or_replace: bool = False, attach: bool = False
) -> CreateDictionary:
    """From the word DICTIONARY on."""
    c.expect("DICTIONARY")
    absent = if_not_exists(c)
    name = table_name(c)
    _ = c.string() if c.accept("UUID") else None
    found = CreateDictionary(
        name, if_not_exists=absent, or_replace=or_replace, attach=attach, on_cluster=on_cluster(c)
    )
    if c.at("("):
        found = replaced(found, attributes=c.parenthesized(lambda c: c.listed(_attribute)))
    while (following := _dictionary_part(c, found)) is not None:
        found = following
    return found


def _attribute(c: Cursor) -> DictionaryAttribute:
    found = DictionaryAttribute(c.identifier(), data_type(c))
    while True:
        if c.accept("DEFAULT"):
            found = replaced(found, default=c.rules.expression(c))
        elif c.accept("EXPRESSION"):
            found = replaced(found, expression=c.rules.expression(c))
        elif c.accept("HIERARCHICAL"):
            found = replaced(found, hierarchical=True)
        elif c.accept("INJECTIVE"):
            found = replaced(found, injective=True)
        elif c.accept("IS_OBJECT_ID"):
            found = replaced(found, is_object_id=True)
        else:
            return found


def _dictionary_part(c: Cursor, found: CreateDictionary) -> CreateDictionary | None:
    if c.accept_words("PRIMARY KEY"):
        return replaced(found, primary_key=c.listed(c.rules.expression))
    if c.accept("SOURCE"):
        return replaced(found, source=c.parenthesized(_pairs_of))
    if c.accept("LAYOUT"):
        return replaced(found, layout=c.parenthesized(_pairs_of))
    if c.accept("LIFETIME"):
        return replaced(found, lifetime=c.parenthesized(_lifetime))
    if c.accept("RANGE"):
        return replaced(found, range=c.parenthesized(_range))
    if c.token.key == "SETTINGS" and c.peek().key == "(":
        c.advance()
        settings: tuple[Setting, ...] = c.parenthesized(lambda c: c.listed(setting))
        return replaced(found, settings=settings)
    if c.accept("COMMENT"):
        return replaced(found, comment=c.string())
    return None


def _pairs_of(c: Cursor) -> KeyValue:
    """`NAME(key value ...)`."""
    name = c.identifier().upper()
    c.expect("(")
    pairs = []
    while not c.at(")"):
        pairs.append(_pair(c))
    c.expect(")")
    return KeyValue(name, pairs=tuple(pairs))


def _pair(c: Cursor) -> KeyValue:
    if c.peek().key == "(":
        return _pairs_of(c)
    key = c.identifier().upper()
    if c.at_identifier() and c.peek().key == "(":
        return KeyValue(key, call(c, c.identifier()))
    return KeyValue(key, _value(c))


def _value(c: Cursor) -> Expression:
    if c.at_identifier():
        return Literal(c.identifier())
    return c.rules.expression(c)


def _lifetime(c: Cursor) -> tuple[int, int]:
    if c.token.kind is Kind.NUMBER:
        return 0, c.unsigned()
    bounds = {"MIN": 0, "MAX": 0}
    while c.at("MIN", "MAX"):
        word = c.advance().key
        bounds[word] = c.unsigned()
    return bounds["MIN"], bounds["MAX"]


def _range(c: Cursor) -> tuple[str, str]:
    bounds = {"MIN": "", "MAX": ""}
    while c.at("MIN", "MAX"):
        word = c.advance().key
        bounds[word] = c.identifier()
    return bounds["MIN"], bounds["MAX"]
