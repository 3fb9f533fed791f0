"""CREATE TABLE and its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Function, Node, Query, Select, Setting, TableName
from sparktree.sql.statements.base import Statement
from sparktree.sql.type_ast import TypeName

DefaultKind = Choice["DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL", "AUTO_INCREMENT"]


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`column = expression` of UPDATE and of TTL ... SET."""

    column: str
    value: Expression


@dataclass(frozen=True, slots=True)
class StorageOrderItem(Expression):
    """`expression DESC` inside a table's ORDER BY."""

    expression: Expression
    descending: bool = True


@dataclass(frozen=True, slots=True)
class ColumnDeclaration(Node):
    """One column; `nullable` is None unless NULL or NOT NULL was written."""

    name: str
    type: TypeName | None = None
    nullable: bool | None = None
    default_kind: DefaultKind | None = None
    default: Expression | None = None
    comment: str | None = None
    codec: Function | None = None
    statistics: tuple[Expression, ...] = ()
    ttl: Expression | None = None
    collation: str | None = None
    settings: tuple[Setting, ...] = ()
    primary_key: bool = False


@dataclass(frozen=True, slots=True)
class IndexDeclaration(Node):
    """`INDEX name expression TYPE type GRANULARITY n`."""

    name: str
    expression: Expression
    type: Function
    granularity: int = 1


@dataclass(frozen=True, slots=True)
class ProjectionDeclaration(Node):
    """`PROJECTION name (SELECT ...)`, or an index projection with a type."""

    name: str
    query: Select | None = None
    index: Expression | None = None
    type: Function | None = None
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class ConstraintDeclaration(Node):
    """`CONSTRAINT name CHECK | ASSUME expression`."""

    name: str
    expression: Expression
    kind: Choice["CHECK", "ASSUME"] = "CHECK"


@dataclass(frozen=True, slots=True)
class TtlElement(Node):
    """One rule of a table's TTL."""

    expression: Expression
    mode: Choice["DELETE", "MOVE", "GROUP BY", "RECOMPRESS"] = "DELETE"
    destination: Choice["DISK", "VOLUME"] | None = None
    destination_name: str | None = None
    if_exists: bool = False
    where: Expression | None = None
    group_by: tuple[Expression, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    codec: Function | None = None


@dataclass(frozen=True, slots=True)
class Storage(Node):
    """ENGINE and the clauses after it; an engine's `parameters` are never set, `args` are."""

    engine: Function | None = None
    partition_by: Expression | None = None
    primary_key: Expression | None = None
    order_by: Expression | None = None
    sample_by: Expression | None = None
    ttl: tuple[TtlElement, ...] = ()
    settings: tuple[Setting, ...] = ()


TableElement = ColumnDeclaration | IndexDeclaration | ProjectionDeclaration | ConstraintDeclaration


@dataclass(frozen=True, slots=True)
class CreateTable(Statement):
    """CREATE, REPLACE or ATTACH TABLE."""

    name: TableName
    columns: tuple[ColumnDeclaration, ...] = ()
    indexes: tuple[IndexDeclaration, ...] = ()
    projections: tuple[ProjectionDeclaration, ...] = ()
    constraints: tuple[ConstraintDeclaration, ...] = ()
    primary_key: Expression | None = None  # PRIMARY KEY inside the list of columns
    storage: Storage | None = None
    comment: str | None = None
    as_table: TableName | None = None
    as_function: Function | None = None
    as_query: Query | None = None
    clone: bool = False
    empty: bool = False
    temporary: bool = False
    if_not_exists: bool = False
    or_replace: bool = False
    replace: bool = False
    attach: bool = False
    attach_from: str | None = None
    as_replicated: bool | None = None  # ATTACH ... AS [NOT] REPLICATED
    uuid: str | None = None
    on_cluster: str | None = None
    has_list: bool = False  # whether a list of columns was written, even an empty one
