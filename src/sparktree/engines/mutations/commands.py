"""ALTER commands that rewrite parts, as steps; which they are is declared here, once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sparktree.engines.definition.partition_ids import partition_id_of
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.ttl_rules import rules_of
from sparktree.engines.mutations.steps import (
    ClearIndexStep,
    ClearProjectionStep,
    ClearStatisticsStep,
    ClearStep,
    ConvertStep,
    DeleteStep,
    FillStep,
    MaterializeIndexStep,
    MaterializeProjectionStep,
    MaterializeStatisticsStep,
    MaterializeTtlStep,
    RewriteStep,
    Step,
    UpdateStep,
)
from sparktree.engines.projections.definition import projection
from sparktree.engines.skip_indexes.definition import index_layouts
from sparktree.engines.statistics.declaration import statistics_layouts
from sparktree.errors import Code, Error
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.environment import Environment
from sparktree.registry import Registry
from sparktree.sql import ast, format_query, parse, walk
from sparktree.sql.statements import alter as nodes
from sparktree.sql.statements.alter import AlterCommand, AlterTable, Partition


@dataclass(frozen=True, slots=True)
class Target:
    """The table that a command is for."""

    definition: TableDefinition
    environment: Environment

    def partition(self, partition: Partition | None) -> str | None:
        """The id of IN PARTITION."""
        if partition is None:
            return None
        return partition_id_of(partition, self.definition, self.environment)


Maker = Callable[[Any, Target], Step | Sequence[Step] | None]
COMMANDS: Registry[type[AlterCommand], Maker] = Registry()


@COMMANDS.declare(nodes.UpdateRows)
def _update(command: nodes.UpdateRows, target: Target) -> Step:
    assignments = tuple((a.column, a.value) for a in command.assignments)
    return UpdateStep(target.partition(command.partition), assignments, command.where)


@COMMANDS.declare(nodes.DeleteRows)
def _delete(command: nodes.DeleteRows, target: Target) -> Step:
    return DeleteStep(target.partition(command.partition), command.where)


@COMMANDS.declare(nodes.ClearColumn)
def _clear_column(command: nodes.ClearColumn, target: Target) -> Step:
    return ClearStep(target.partition(command.partition), command.name)


@COMMANDS.declare(nodes.MaterializeColumn)
def _materialize_column(command: nodes.MaterializeColumn, target: Target) -> Step:
    column = target.definition.by_name.get(command.name)
    if column is None:
        raise Error(Code.NO_SUCH_COLUMN_IN_TABLE, f"There is no column {command.name} in table.")
    if column.default is None or not column.stored:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Cannot materialize column `{command.name}` because it doesn't have default"
            " expression",
        )
    step = FillStep if column.kind == "DEFAULT" else UpdateStep
    return step(target.partition(command.partition), ((command.name, column.default),))


@COMMANDS.declare(nodes.ApplyDeletedMask)
def _apply_deleted_mask(command: nodes.ApplyDeletedMask, target: Target) -> Step:
    return RewriteStep(target.partition(command.partition), ROW_EXISTS)


@COMMANDS.declare(nodes.ApplyPatches)
def _apply_patches(command: nodes.ApplyPatches, target: Target) -> None:
    """Every mutation gives parts the values of patches before it; this one does no more."""
    target.partition(command.partition)


@COMMANDS.declare(nodes.RewriteParts)
def _rewrite_parts(command: nodes.RewriteParts, target: Target) -> Step:
    return RewriteStep(target.partition(command.partition))


@COMMANDS.declare(nodes.MaterializeIndex)
def _materialize_index(command: nodes.MaterializeIndex, target: Target) -> Step | None:
    found = index_layouts(target.definition, target.environment, [command.name])
    if not found:
        return None
    partition = target.partition(command.partition)
    return MaterializeIndexStep(partition, None, command.name, found[0].declaration)


@COMMANDS.declare(nodes.MaterializeTtl)
def _materialize_ttl(command: nodes.MaterializeTtl, target: Target) -> Step:
    rules = tuple(rules_of(target.definition))
    if not rules:
        name = target.definition.create.name.name
        raise Error(
            Code.INCORRECT_QUERY,
            f"Cannot MATERIALIZE TTL as there is no TTL set for table {name}",
        )
    now = target.environment.context.now
    counts = target.definition.settings.materialize_ttl_recalculate_only
    return MaterializeTtlStep(target.partition(command.partition), rules, now, counts)


@COMMANDS.declare(nodes.ClearIndex)
def _clear_index(command: nodes.ClearIndex, target: Target) -> Step:
    known = command.if_exists or any(
        index.name == command.name for index in target.definition.indexes
    )
    if command.partition is not None and not known:
        raise Error(Code.BAD_ARGUMENTS, f"There is no index {command.name} in table.")
    return ClearIndexStep(target.partition(command.partition), command.name)


@COMMANDS.declare(nodes.DropIndex)
def _drop_index(command: nodes.DropIndex, target: Target) -> Step:
    """The table has forgotten it already; its files go out of the parts."""
    del target
    return ClearIndexStep(None, command.name)


@COMMANDS.declare(nodes.MaterializeProjection)
def _materialize_projection(command: nodes.MaterializeProjection, target: Target) -> Step | None:
    declared = target.definition.create.projections
    found = next((one for one in declared if one.name == command.name), None)
    if found is None:
        return None
    signature = projection(found, target.definition, target.environment).signature
    partition = target.partition(command.partition)
    return MaterializeProjectionStep(partition, command.name, signature)


@COMMANDS.declare(nodes.ClearProjection)
def _clear_projection(command: nodes.ClearProjection, target: Target) -> Step:
    return ClearProjectionStep(target.partition(command.partition), command.name)


@COMMANDS.declare(nodes.MaterializeStatistics)
def _materialize_statistics(command: nodes.MaterializeStatistics, target: Target) -> Sequence[Step]:
    only = None if command.all else command.columns
    found = statistics_layouts(target.definition, only, automatic=True)
    return [MaterializeStatisticsStep(None, None, one.column, one.declaration) for one in found]


@COMMANDS.declare(nodes.ClearStatistics, nodes.DropStatistics)
def _clear_statistics(
    command: nodes.ClearStatistics | nodes.DropStatistics, target: Target
) -> Sequence[Step]:
    columns = command.columns
    if isinstance(command, nodes.ClearStatistics) and command.all:
        columns = tuple(one.column for one in statistics_layouts(target.definition, automatic=True))
    return [ClearStatisticsStep(None, column) for column in columns]


@COMMANDS.declare(nodes.DropColumn, nodes.RenameColumn)
def _column_change(command: AlterCommand, target: Target) -> None:
    """The part takes the names of the table's columns as they are; that is done with every step."""
    del command, target


@COMMANDS.declare(nodes.ModifyColumn)
def _modify_column(command: nodes.ModifyColumn, target: Target) -> Step:
    return ConvertStep(None, command.column.name)


def steps_of(command: AlterCommand, target: Target) -> Sequence[Step]:
    """What the command does to parts."""
    made = COMMANDS[type(command)](command, target)
    if made is None:
        return ()
    return (made,) if isinstance(made, Step) else made


def to_text(commands: Sequence[AlterCommand]) -> str:
    """Commands as the catalog keeps them."""
    return ", ".join(format_query(command, one_line=True) for command in commands)


def from_text(text: str) -> tuple[AlterCommand, ...]:
    """The commands of a mutation that the catalog keeps."""
    statement = parse(f"ALTER TABLE mutated {text}").statement
    assert isinstance(statement, AlterTable)
    return statement.commands


_ON_COLUMN = (nodes.MaterializeColumn, nodes.ClearColumn, nodes.DropColumn, nodes.RenameColumn)


def names_of(commands: Sequence[AlterCommand]) -> set[str]:
    """The columns that commands of a mutation read or write."""
    names = {a.column for c in commands if isinstance(c, nodes.UpdateRows) for a in c.assignments}
    names |= {c.name for c in commands if isinstance(c, _ON_COLUMN)}
    names |= {c.column.name for c in commands if isinstance(c, nodes.ModifyColumn)}
    return names | {
        ".".join(node.parts)
        for command in commands
        for node in walk(command)
        if isinstance(node, ast.Identifier)
    }
