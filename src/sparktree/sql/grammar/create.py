"""CREATE TABLE: columns, indexes, projections, constraints, storage, TTL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as Choice
from typing import TypedDict

from sparktree.sql.ast import Expression, Function, Identifier, Query, Setting, TableName
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.calls import arguments
from sparktree.sql.grammar.common import on_cluster
from sparktree.sql.grammar.data_types import data_type
from sparktree.sql.grammar.operands import at_query
from sparktree.sql.grammar.select import projection_select, query
from sparktree.sql.grammar.settings import setting, settings_clause
from sparktree.sql.grammar.tables import table_function, table_name
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.create import (
    Assignment,
    ColumnDeclaration,
    ConstraintDeclaration,
    CreateTable,
    DefaultKind,
    IndexDeclaration,
    ProjectionDeclaration,
    Storage,
    StorageOrderItem,
    TableElement,
    TtlElement,
)
from sparktree.sql.type_ast import TypeName

# --- columns -------------------------------------------------------------------------------

_DEFAULTS: tuple[DefaultKind, ...] = ("DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL")
_AFTER_NAME = frozenset(
    {*_DEFAULTS, "AUTO_INCREMENT", "NULL", "NOT", "COMMENT", "CODEC", "STATISTICS", "TTL",
     "PRIMARY", "COLLATE", "SETTINGS", "REMOVE", "MODIFY", "RESET", "FIRST", "AFTER", "ADD"}
)  # fmt: skip


class _ColumnParts(TypedDict, total=False):
    nullable: bool
    default_kind: DefaultKind
    default: Expression | None
    comment: str
    codec: Function
    statistics: tuple[Expression, ...]
    ttl: Expression
    collation: str
    settings: tuple[Setting, ...]
    primary_key: bool


def column_declaration(c: Cursor) -> ColumnDeclaration:
    """`name Type [DEFAULT ...] [COMMENT ...] ...`."""
    return column_body(c, ".".join(c.compound()))


def column_body(c: Cursor, name: str) -> ColumnDeclaration:
    """What follows a column's name."""
    kind: TypeName | None = None
    if c.at_identifier() and not (c.token.kind is Kind.WORD and c.token.key in _AFTER_NAME):
        kind = data_type(c)
    parts = _ColumnParts()
    while _column_part(c, parts):
        pass
    return ColumnDeclaration(name, kind, **parts)


def _column_part(c: Cursor, parts: _ColumnParts) -> bool:
    if c.accept_words("NOT NULL"):
        parts["nullable"] = False
    elif c.accept("NULL"):
        parts["nullable"] = True
    elif c.accept("AUTO_INCREMENT"):
        parts["default_kind"] = "AUTO_INCREMENT"
    elif c.accept("COMMENT"):
        parts["comment"] = c.string()
    elif c.token.key == "CODEC" and c.peek().key == "(":
        parts["codec"] = codec(c)
    elif c.token.key == "STATISTICS" and c.peek().key == "(":
        c.advance()
        parts["statistics"] = c.parenthesized(lambda c: c.listed(_statistics_type))
    elif c.accept("TTL"):
        parts["ttl"] = c.rules.expression(c)
    elif c.accept("COLLATE"):
        parts["collation"] = c.string() if c.at_string() else c.identifier()
    elif c.accept_words("PRIMARY KEY"):
        parts["primary_key"] = True
    elif c.token.key == "SETTINGS" and c.peek().key == "(":
        c.advance()
        parts["settings"] = c.parenthesized(lambda c: c.listed(setting))
    else:
        return _default(c, parts)
    return True


def _default(c: Cursor, parts: _ColumnParts) -> bool:
    for kind in _DEFAULTS:
        if c.accept(kind):
            parts["default_kind"] = kind
            ends = c.token.key in (",", ")", ";", "") or c.token.key in _AFTER_NAME
            optional = kind == "EPHEMERAL" and c.token.kind in (Kind.WORD, Kind.SYMBOL, Kind.END)
            parts["default"] = None if optional and ends else c.rules.expression(c)
            return True
    return False


def codec(c: Cursor) -> Function:
    """`CODEC(Delta(4), ZSTD)`."""
    c.expect("CODEC")
    c.expect("(")
    if c.at(")"):
        c.fail("codec")
    return Function("CODEC", arguments(c, ")"))


def _statistics_type(c: Cursor) -> Expression:
    name = c.identifier()
    if not c.accept("("):
        return Identifier((name,))
    return Function(name, arguments(c, ")"))


# --- other elements of the list ------------------------------------------------------------


def index_declaration(c: Cursor) -> IndexDeclaration:
    """`name expression TYPE type [GRANULARITY n]`, after the word INDEX."""
    name = c.identifier()
    expression = c.rules.expression(c)
    c.expect("TYPE")
    kind = index_type(c)
    return IndexDeclaration(name, expression, kind, index_granularity(c, kind))


def index_granularity(c: Cursor, kind: Function) -> int:
    """`GRANULARITY n`; some indexes cover a whole part unless told otherwise."""
    if c.accept("GRANULARITY"):
        return c.unsigned()
    return _WHOLE_PART if kind.name in ("text", "vector_similarity") else 1


_WHOLE_PART = 100_000_000


def index_type(c: Cursor) -> Function:
    """`minmax` or `set(100)`."""
    name = c.identifier()
    return Function(name, arguments(c, ")") if c.accept("(") else ())


def projection_declaration(c: Cursor) -> ProjectionDeclaration:
    """`name (SELECT ...)`, after the word PROJECTION."""
    name = c.identifier()
    if c.accept("INDEX"):
        expression = c.rules.expression(c)
        c.expect("TYPE")
        return ProjectionDeclaration(name, None, expression, index_type(c))
    body = c.parenthesized(projection_select)
    settings: tuple[Setting, ...] = ()
    if c.accept_words("WITH SETTINGS"):
        settings = c.parenthesized(lambda c: c.listed(setting))
    return ProjectionDeclaration(name, body, settings=settings)


def constraint_declaration(c: Cursor) -> ConstraintDeclaration:
    """`name CHECK expression`, after the word CONSTRAINT."""
    name = c.identifier()
    kind = c.expect_any("CHECK", "ASSUME")
    condition = c.rules.expression(c)
    return ConstraintDeclaration(name, condition, "CHECK" if kind == "CHECK" else "ASSUME")


_ELEMENTS: dict[str, Callable[[Cursor], TableElement]] = {
    "INDEX": index_declaration,
    "PROJECTION": projection_declaration,
    "CONSTRAINT": constraint_declaration,
}


def _table_element(c: Cursor) -> TableElement | Expression:
    rule = _ELEMENTS.get(c.token.key)
    if rule is not None:
        index = c.index
        c.advance()
        found = c.attempt(rule)
        if found is not None:
            return found
        c.rewind(index)
    if c.accept_words("PRIMARY KEY"):
        return c.rules.expression(c)
    column = column_declaration(c)
    if column.type is None and column.default_kind is None:
        c.fail("data type", *_DEFAULTS)
    return column


class _Lists(TypedDict, total=False):
    columns: tuple[ColumnDeclaration, ...]
    indexes: tuple[IndexDeclaration, ...]
    projections: tuple[ProjectionDeclaration, ...]
    constraints: tuple[ConstraintDeclaration, ...]
    primary_key: Expression | None
    has_list: bool


def table_elements(c: Cursor) -> _Lists:
    """`(columns, indexes, projections, constraints)`, if a bracket follows."""
    if not c.at("(") or at_query(c):
        return {}
    c.advance()
    elements: list[TableElement | Expression] = [_table_element(c)]
    while c.accept(",") and not c.at(")"):
        elements.append(_table_element(c))
    c.expect(")")
    keys = [element for element in elements if isinstance(element, Expression)]
    if len(keys) > 1:
        c.fail()
    return {
        "columns": tuple(e for e in elements if isinstance(e, ColumnDeclaration)),
        "indexes": tuple(e for e in elements if isinstance(e, IndexDeclaration)),
        "projections": tuple(e for e in elements if isinstance(e, ProjectionDeclaration)),
        "constraints": tuple(e for e in elements if isinstance(e, ConstraintDeclaration)),
        "primary_key": keys[0] if keys else None,
        "has_list": True,
    }


# --- storage -------------------------------------------------------------------------------


class _StorageParts(TypedDict, total=False):
    engine: Function
    partition_by: Expression
    primary_key: Expression
    order_by: Expression
    sample_by: Expression
    ttl: tuple[TtlElement, ...]
    settings: tuple[Setting, ...]


def storage(c: Cursor) -> Storage | None:
    """ENGINE and its clauses in any order; None if there is none."""
    parts = _StorageParts()
    while _storage_part(c, parts):
        pass
    return Storage(**parts) if parts else None


def _storage_part(c: Cursor, parts: _StorageParts) -> bool:
    if "engine" not in parts and c.accept("ENGINE"):
        c.accept("=")
        parts["engine"] = engine(c)
    elif "partition_by" not in parts and c.accept_words("PARTITION BY"):
        parts["partition_by"] = c.rules.expression(c)
    elif "primary_key" not in parts and c.accept_words("PRIMARY KEY"):
        parts["primary_key"] = c.rules.expression(c)
    elif "order_by" not in parts and c.accept_words("ORDER BY"):
        parts["order_by"] = order_key(c)
    elif "sample_by" not in parts and c.accept_words("SAMPLE BY"):
        parts["sample_by"] = c.rules.expression(c)
    elif "ttl" not in parts and c.accept("TTL"):
        parts["ttl"] = ttl_list(c)
    elif "settings" not in parts and c.at("SETTINGS"):
        parts["settings"] = settings_clause(c)
        return bool(parts["settings"])
    else:
        return False
    return True


def engine(c: Cursor) -> Function:
    """`MergeTree` or `MergeTree(arguments)`; NULL is an engine name too."""
    name = c.identifier("engine")
    return Function(name, arguments(c, ")") if c.accept("(") else ())


def order_key(c: Cursor) -> Expression:
    """A table's ORDER BY: an expression, or a list in brackets with directions."""
    if c.at("(") or (c.token.key == "TUPLE" and c.peek().key == "("):
        directed = c.attempt(_directed_list)
        if directed is not None:
            return directed
    return _without_asc(_order_element(c))


def _directed_list(c: Cursor) -> Expression:
    """`(a DESC, b ASC)`, also as `tuple(a DESC, b)`; a list without directions is left alone."""
    c.accept("TUPLE")
    items = c.parenthesized(lambda c: c.listed(_order_element))
    if not any(isinstance(item, StorageOrderItem) for item in items):
        c.fail()
    return Function("tuple", tuple(map(_without_asc, items)))


def _order_element(c: Cursor) -> Expression:
    value = c.rules.expression(c)
    word = c.accept_any("DESC", "DESCENDING", "ASC", "ASCENDING")
    return StorageOrderItem(value, word.startswith("DESC")) if word else value


def _without_asc(item: Expression) -> Expression:
    if isinstance(item, StorageOrderItem) and not item.descending:
        return item.expression
    return item


# --- TTL -----------------------------------------------------------------------------------


def ttl_list(c: Cursor) -> tuple[TtlElement, ...]:
    """The rules after the word TTL; in ALTER another command may follow the comma."""
    found = [_ttl_element(c)]
    while c.at(",") and not (c.peek().key in _ALTERS and c.peek(2).kind is Kind.WORD):
        c.advance()
        found.append(_ttl_element(c))
    return tuple(found)


_ALTERS = frozenset(
    {"ADD", "DROP", "CLEAR", "MODIFY", "REMOVE", "MATERIALIZE", "RENAME", "RESET", "COMMENT"}
)


def _ttl_element(c: Cursor) -> TtlElement:
    expression = c.rules.expression(c)
    if c.accept("TO"):
        destination = c.expect_any("DISK", "VOLUME")
        if_exists = c.accept_words("IF EXISTS")
        kind: Choice["DISK", "VOLUME"] = "DISK" if destination == "DISK" else "VOLUME"
        return TtlElement(expression, "MOVE", kind, c.string(), if_exists)
    if c.accept("RECOMPRESS"):
        return TtlElement(expression, "RECOMPRESS", codec=codec(c))
    c.accept("DELETE")
    where = c.rules.expression(c) if c.accept("WHERE") else None
    if c.accept_words("GROUP BY"):
        keys = c.listed(c.rules.expression)
        changes = _ttl_assignments(c) if c.accept("SET") else ()
        return TtlElement(expression, "GROUP BY", where=where, group_by=keys, assignments=changes)
    return TtlElement(expression, where=where)


def _ttl_assignments(c: Cursor) -> tuple[Assignment, ...]:
    found = [assignment(c)]
    while c.at(",") and c.peek().kind <= Kind.QUOTED and c.peek(2).key == "=":
        c.advance()
        found.append(assignment(c))
    return tuple(found)


def assignment(c: Cursor) -> Assignment:
    """`column = expression`."""
    name = ".".join(c.compound())
    c.expect("=")
    return Assignment(name, c.rules.expression(c))


# --- the statement -------------------------------------------------------------------------


class _Source(TypedDict, total=False):
    as_table: TableName
    as_function: Function
    as_query: Query
    clone: bool
    empty: bool


def create_table(
    c: Cursor, or_replace: bool = False, temporary: bool = False, replace: bool = False,
    attach: bool = False,
) -> CreateTable:  # fmt: skip
    """From the word TABLE on."""
    c.expect("TABLE")
    if_not_exists = not or_replace and not replace and c.accept_words("IF NOT EXISTS")
    name = table_name(c)
    uuid = c.string() if c.accept("UUID") else None
    attach_from = c.string() if attach and c.accept("FROM") else None
    cluster = on_cluster(c)
    for words, as_replicated in (("AS REPLICATED", True), ("AS NOT REPLICATED", False)):
        if attach and c.accept_words(words):
            return CreateTable(
                name, if_not_exists=if_not_exists, attach=True, uuid=uuid, attach_from=attach_from,
                on_cluster=cluster, as_replicated=as_replicated,
            )  # fmt: skip
    lists = table_elements(c)
    found = storage(c)
    comment = _comment(c)
    source, later = _source(c, found is not None, bool(lists), temporary)
    comment = comment or _comment(c)
    return CreateTable(
        name, **lists, storage=found or later, comment=comment, **source, temporary=temporary,
        if_not_exists=if_not_exists, or_replace=or_replace, replace=replace, attach=attach,
        attach_from=attach_from, uuid=uuid, on_cluster=cluster,
    )  # fmt: skip


def _comment(c: Cursor) -> str | None:
    return c.string() if c.accept("COMMENT") else None


def _source(
    c: Cursor, has_storage: bool, has_list: bool, temporary: bool
) -> tuple[_Source, Storage | None]:
    """`[EMPTY | CLONE] AS` a query, a table function or a table, which a storage may follow.

    A list of columns leaves a query to what stores rows and a function to what does not.
    """
    clone = c.accept_words("CLONE AS")
    empty = not clone and c.accept_words("EMPTY AS")
    if not clone and not empty and not c.accept("AS"):
        return {}, None
    if c.at("SELECT", "WITH", "FROM", "(") and (has_storage or temporary or not has_list):
        return {"as_query": query(c), "clone": clone, "empty": empty}, None
    if c.peek().key == "(" and not has_storage and not (has_list and temporary):
        return {"as_function": table_function(c), "clone": clone}, None
    if has_list:
        c.fail("SELECT query" if has_storage or temporary else "table function")
    name = table_name(c)
    return {"as_table": name, "clone": clone}, None if has_storage else storage(c)
