"""Views, databases, functions, dictionaries, named collections, indexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Lambda, Node, Query, Setting, TableName
from sparktree.sql.statements.base import Statement
from sparktree.sql.statements.create import CreateTable, IndexDeclaration, Storage
from sparktree.sql.type_ast import TypeName

SecurityKind = Choice["DEFINER", "INVOKER", "NONE"]


@dataclass(frozen=True, slots=True)
class Security(Node):
    """`DEFINER = user SQL SECURITY DEFINER | INVOKER | NONE`."""

    definer: str | None = None  # CURRENT_USER stays that word
    kind: SecurityKind | None = None


@dataclass(frozen=True, slots=True)
class Span(Node):
    """`1 HOUR 30 MINUTE`: amounts with units."""

    parts: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Refresh(Node):
    """`REFRESH EVERY | AFTER span [OFFSET span] [RANDOMIZE FOR span] [DEPENDS ON ...] ...`."""

    kind: Choice["EVERY", "AFTER"]
    period: Span
    offset: Span | None = None
    spread: Span | None = None
    depends_on: tuple[TableName, ...] = ()
    settings: tuple[Setting, ...] = ()
    append: bool = False


@dataclass(frozen=True, slots=True)
class CreateView(Statement):
    """CREATE [MATERIALIZED] VIEW; `table` holds name, columns, storage, comment and flags."""

    table: CreateTable
    query: Query
    materialized: bool = False
    to: TableName | None = None
    populate: bool = False
    empty: bool = False
    security: Security | None = None
    refresh: Refresh | None = None


@dataclass(frozen=True, slots=True)
class CreateDatabase(Statement):
    """CREATE or ATTACH DATABASE."""

    name: str
    if_not_exists: bool = False
    storage: Storage | None = None
    comment: str | None = None
    uuid: str | None = None
    on_cluster: str | None = None
    attach: bool = False


@dataclass(frozen=True, slots=True)
class CreateFunction(Statement):
    """`CREATE FUNCTION name AS lambda`."""

    name: str
    body: Expression | Lambda
    or_replace: bool = False
    if_not_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class CollectionEntry(Node):
    """`key = value [[NOT] OVERRIDABLE]`."""

    setting: Setting
    overridable: bool | None = None


@dataclass(frozen=True, slots=True)
class CreateNamedCollection(Statement):
    """CREATE NAMED COLLECTION."""

    name: str
    entries: tuple[CollectionEntry, ...]
    if_not_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class AlterNamedCollection(Statement):
    """`ALTER NAMED COLLECTION name [SET ...] [DELETE ...]`."""

    name: str
    entries: tuple[CollectionEntry, ...] = ()
    deleted: tuple[str, ...] = ()
    if_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class CreateIndex(Statement):
    """`CREATE [UNIQUE] INDEX name ON table ...`; without TYPE the name of the type is empty."""

    table: TableName
    index: IndexDeclaration
    if_not_exists: bool = False
    on_cluster: str | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True)
class DictionaryAttribute(Node):
    """A column of a dictionary."""

    name: str
    type: TypeName
    default: Expression | None = None
    expression: Expression | None = None
    hierarchical: bool = False
    injective: bool = False
    is_object_id: bool = False


@dataclass(frozen=True, slots=True)
class KeyValue(Node):
    """`key value` or `key(pairs)` of SOURCE and LAYOUT."""

    key: str
    value: Expression | None = None
    pairs: tuple[KeyValue, ...] | None = None


@dataclass(frozen=True, slots=True)
class CreateDictionary(Statement):
    """CREATE DICTIONARY."""

    name: TableName
    attributes: tuple[DictionaryAttribute, ...] = ()
    primary_key: tuple[Expression, ...] = ()
    source: KeyValue | None = None
    lifetime: tuple[int, int] | None = None  # MIN and MAX, in seconds
    layout: KeyValue | None = None
    range: tuple[str, str] | None = None
    settings: tuple[Setting, ...] = ()
    comment: str | None = None
    or_replace: bool = False
    if_not_exists: bool = False
    on_cluster: str | None = None
    attach: bool = False
