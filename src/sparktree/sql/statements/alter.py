"""ALTER TABLE and its commands on columns, indexes, statistics, TTL, settings, rows."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.sql.ast import Expression, Node, Query, Setting, TableName
from sparktree.sql.statements.base import Statement
from sparktree.sql.statements.create import (
    Assignment,
    ColumnDeclaration,
    ConstraintDeclaration,
    IndexDeclaration,
    ProjectionDeclaration,
    TtlElement,
)
from sparktree.sql.statements.views import Refresh, Security


@dataclass(frozen=True, slots=True)
class Partition(Node):
    """`PARTITION expression`, `PARTITION ID 'x'`, `PARTITION ALL` or `PART 'name'`.

    Exactly one field is set; `id` and `part` are expressions, as they may be parameters.
    """

    expression: Expression | None = None
    id: Expression | None = None
    all: bool = False
    part: Expression | None = None


@dataclass(frozen=True, slots=True)
class AlterCommand(Node):
    """One command of an ALTER."""


# --- columns -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddColumn(AlterCommand):
    """`ADD COLUMN [IF NOT EXISTS] declaration [FIRST | AFTER name]`."""

    column: ColumnDeclaration
    if_not_exists: bool = False
    first: bool = False
    after: str | None = None


@dataclass(frozen=True, slots=True)
class DropColumn(AlterCommand):
    """`DROP COLUMN [IF EXISTS] name`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class ClearColumn(AlterCommand):
    """`CLEAR COLUMN [IF EXISTS] name [IN PARTITION p]`."""

    name: str
    if_exists: bool = False
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class ModifyColumn(AlterCommand):
    """`MODIFY COLUMN`: a new declaration, or one property removed, or settings changed."""

    column: ColumnDeclaration
    if_exists: bool = False
    remove: str | None = None
    modify_settings: tuple[Setting, ...] = ()
    reset_settings: tuple[str, ...] = ()
    first: bool = False
    after: str | None = None


@dataclass(frozen=True, slots=True)
class RenameColumn(AlterCommand):
    """`RENAME COLUMN [IF EXISTS] name TO new_name`."""

    name: str
    new_name: str
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class CommentColumn(AlterCommand):
    """`COMMENT COLUMN [IF EXISTS] name 'comment'`."""

    name: str
    comment: str
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class MaterializeColumn(AlterCommand):
    """`MATERIALIZE COLUMN name [IN PARTITION p]`."""

    name: str
    partition: Partition | None = None


# --- indexes, projections, statistics, constraints -----------------------------------------


@dataclass(frozen=True, slots=True)
class AddIndex(AlterCommand):
    """`ADD INDEX`."""

    index: IndexDeclaration
    if_not_exists: bool = False
    first: bool = False
    after: str | None = None


@dataclass(frozen=True, slots=True)
class DropIndex(AlterCommand):
    """`DROP INDEX`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class ClearIndex(AlterCommand):
    """`CLEAR INDEX name [IN PARTITION p]`."""

    name: str
    if_exists: bool = False
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class MaterializeIndex(AlterCommand):
    """`MATERIALIZE INDEX name [IN PARTITION p]`."""

    name: str
    if_exists: bool = False
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class AddProjection(AlterCommand):
    """`ADD PROJECTION`."""

    projection: ProjectionDeclaration
    if_not_exists: bool = False
    first: bool = False
    after: str | None = None


@dataclass(frozen=True, slots=True)
class DropProjection(AlterCommand):
    """`DROP PROJECTION`."""

    name: str
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class ClearProjection(AlterCommand):
    """`CLEAR PROJECTION name [IN PARTITION p]`."""

    name: str
    if_exists: bool = False
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class MaterializeProjection(AlterCommand):
    """`MATERIALIZE PROJECTION name [IN PARTITION p]`."""

    name: str
    if_exists: bool = False
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class AddStatistics(AlterCommand):
    """`ADD STATISTICS [IF NOT EXISTS] columns TYPE types`."""

    columns: tuple[str, ...]
    types: tuple[Expression, ...]
    if_not_exists: bool = False


@dataclass(frozen=True, slots=True)
class ModifyStatistics(AlterCommand):
    """`MODIFY STATISTICS columns TYPE types`."""

    columns: tuple[str, ...]
    types: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class DropStatistics(AlterCommand):
    """`DROP STATISTICS [IF EXISTS] columns`."""

    columns: tuple[str, ...]
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class ClearStatistics(AlterCommand):
    """`CLEAR STATISTICS [IF EXISTS] columns | ALL`."""

    columns: tuple[str, ...]
    if_exists: bool = False
    all: bool = False


@dataclass(frozen=True, slots=True)
class MaterializeStatistics(AlterCommand):
    """`MATERIALIZE STATISTICS columns | ALL`."""

    columns: tuple[str, ...]
    if_exists: bool = False
    all: bool = False


@dataclass(frozen=True, slots=True)
class AddConstraint(AlterCommand):
    """`ADD CONSTRAINT`."""

    constraint: ConstraintDeclaration
    if_not_exists: bool = False


@dataclass(frozen=True, slots=True)
class DropConstraint(AlterCommand):
    """`DROP CONSTRAINT`."""

    name: str
    if_exists: bool = False


# --- the table itself ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModifyTtl(AlterCommand):
    """`MODIFY TTL rules`."""

    elements: tuple[TtlElement, ...]


@dataclass(frozen=True, slots=True)
class RemoveTtl(AlterCommand):
    """`REMOVE TTL`."""


@dataclass(frozen=True, slots=True)
class MaterializeTtl(AlterCommand):
    """`MATERIALIZE TTL [IN PARTITION p]`."""

    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class ModifyOrderBy(AlterCommand):
    """`MODIFY ORDER BY expression`."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class ModifySampleBy(AlterCommand):
    """`MODIFY SAMPLE BY expression`."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class RemoveSampleBy(AlterCommand):
    """`REMOVE SAMPLE BY`."""


@dataclass(frozen=True, slots=True)
class ModifySetting(AlterCommand):
    """`MODIFY SETTING name = value, ...`."""

    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class ResetSetting(AlterCommand):
    """`RESET SETTING name, ...`."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModifyComment(AlterCommand):
    """`MODIFY COMMENT 'text'`."""

    comment: str


@dataclass(frozen=True, slots=True)
class ModifyQuery(AlterCommand):
    """`MODIFY QUERY SELECT ...` of a view."""

    query: Query


@dataclass(frozen=True, slots=True)
class ModifySecurity(AlterCommand):
    """`MODIFY [DEFINER = user] [SQL SECURITY x]` of a view."""

    security: Security


@dataclass(frozen=True, slots=True)
class ModifyRefresh(AlterCommand):
    """`MODIFY REFRESH ...` of a refreshable view."""

    refresh: Refresh


# --- rows ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UpdateRows(AlterCommand):
    """`UPDATE a = 1, ... [IN PARTITION p] WHERE condition`."""

    assignments: tuple[Assignment, ...]
    where: Expression
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class DeleteRows(AlterCommand):
    """`DELETE [IN PARTITION p] WHERE condition`."""

    where: Expression
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class ApplyDeletedMask(AlterCommand):
    """`APPLY DELETED MASK [IN PARTITION p]`."""

    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class ApplyPatches(AlterCommand):
    """`APPLY PATCHES [IN PARTITION p]`."""

    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class RewriteParts(AlterCommand):
    """`REWRITE PARTS [IN PARTITION p]`."""

    partition: Partition | None = None


# --- statements ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AlterTable(Statement):
    """`ALTER TABLE name command, ...`."""

    table: TableName
    commands: tuple[AlterCommand, ...]
    on_cluster: str | None = None
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class AlterDatabase(Statement):
    """`ALTER DATABASE name command, ...`."""

    name: str
    commands: tuple[AlterCommand, ...]
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Delete(Statement):
    """`DELETE FROM table [IN PARTITION p] WHERE condition`."""

    table: TableName
    where: Expression
    partition: Partition | None = None
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Update(Statement):
    """`UPDATE table SET a = 1 [IN PARTITION p] WHERE condition`."""

    table: TableName
    assignments: tuple[Assignment, ...]
    where: Expression
    partition: Partition | None = None
    on_cluster: str | None = None
