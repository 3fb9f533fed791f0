"""ALTER TABLE ... ADD, MODIFY and DROP STATISTICS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.statistics.declaration import check_type, in_order, kind_of
from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error
from sparktree.sql import ast
from sparktree.sql.statements.alter import (
    AddStatistics,
    DropStatistics,
    ModifyStatistics,
)
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable
from sparktree.statements.alter_table import ALTERS, Altering
from sparktree.statements.statistics_allowed import require_statistics


@ALTERS.declare(AddStatistics)
def add_statistics(create: CreateTable, command: AddStatistics, altering: Altering) -> CreateTable:
    """ADD STATISTICS: new parts have them; MATERIALIZE STATISTICS is for those that are there."""
    kinds = _kinds(command.types)
    columns = {c.name: c for c in create.columns}
    for name in command.columns:
        column = _column(create, name, "add")
        held = {kind_of(node) for node in column.statistics}
        for kind in kinds:
            if kind in held and not command.if_not_exists:
                shown = {"tdigest": "TDigest", "uniq": "Uniq"}.get(kind, kind)
                raise Error(
                    Code.ILLEGAL_STATISTICS,
                    f"Statistics type name {shown} has existed in column {name}",
                )
        added = {k: node for k, node in kinds.items() if k not in held}
        columns[name] = _with(create, column, added, keep=True)
    return replace(create, columns=tuple(columns.values()))


@ALTERS.declare(ModifyStatistics)
def modify_statistics(
    create: CreateTable, command: ModifyStatistics, altering: Altering
) -> CreateTable:
    """MODIFY STATISTICS: these kinds and no others."""
    kinds = _kinds(command.types)
    columns = {c.name: c for c in create.columns}
    for name in command.columns:
        columns[name] = _with(create, _column(create, name, "modify"), kinds, keep=False)
    return replace(create, columns=tuple(columns.values()))


@ALTERS.declare(DropStatistics)
def drop_statistics(
    create: CreateTable, command: DropStatistics, altering: Altering
) -> CreateTable:
    """DROP STATISTICS: their files go out of the parts, too."""
    declared = {c.name for c in create.columns if c.statistics}
    if not command.if_exists:
        require_statistics(command.columns, declared)
        named = command.columns
        require_statistics([n for i, n in enumerate(named) if n in named[:i]], ())
    parts = altering.context.services.catalog.parts.all(altering.record.uuid)
    held = {name for part in parts for name in described(part).statistics}
    gone = [name for name in command.columns if name in held]
    if gone:
        altering.rewrites.append(replace(command, columns=tuple(gone)))
    columns = tuple(
        replace(c, statistics=()) if c.name in command.columns else c for c in create.columns
    )
    return replace(create, columns=columns)


def _kinds(types: Sequence[ast.Expression]) -> dict[str, ast.Expression]:
    """The declared kinds, each once."""
    found: dict[str, ast.Expression] = {}
    for node in types:
        kind = kind_of(node)
        if kind in found:
            message = f"Statistics type {kind} was specified more than once"
            raise Error(Code.INCORRECT_QUERY, message)
        found[kind] = node
    return found


def _column(create: CreateTable, name: str, action: str) -> ColumnDeclaration:
    for column in create.columns:
        if column.name == name:
            return column
    raise Error(
        Code.ILLEGAL_STATISTICS,
        f"Cannot {action} statistics for column {name}: this column is not found",
    )


def _with(
    create: CreateTable,
    column: ColumnDeclaration,
    kinds: dict[str, ast.Expression],
    *,
    keep: bool,
) -> ColumnDeclaration:
    """The column with statistics of the kinds, and those that it had if they are kept."""
    typed = TableDefinition(create).by_name[column.name]
    for kind in kinds:
        check_type(kind, typed)
    held = {kind_of(node): node for node in column.statistics if keep}
    held |= kinds
    return replace(column, statistics=in_order(held.values()))
