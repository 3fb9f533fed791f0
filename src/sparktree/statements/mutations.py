"""Mutations as statements: ALTER of rows, DELETE FROM, UPDATE, and waiting for them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from sparktree.background.updating import Updating
from sparktree.catalog.records import Mutation, Table
from sparktree.engines.definition.engines import Merges, engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.mutations.commands import to_text
from sparktree.engines.mutations.preparing import Prepared, prepare
from sparktree.engines.partitions.locks import PartitionLocks, locked, refuse_stopped
from sparktree.engines.patches.writing import PARTITION, SYSTEM_COLUMNS
from sparktree.engines.tables import join_engine
from sparktree.errors import Code, Error, not_implemented
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.sql import ast, format_query
from sparktree.sql.statements import alter as nodes
from sparktree.sql.statements.alter import AlterCommand, Delete, Update
from sparktree.sql.statements.create import Assignment
from sparktree.statements.back_pressure import delay_or_refuse_mutation
from sparktree.statements.cancellation import StatementCancellation
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.qualifying import qualified
from sparktree.statements.rights import table_right
from sparktree.statements.table_readonly import (
    refuse_mutation_of_immutable,
    refuse_readonly_table,
)

# Commands of ALTER that change rows and nothing that the table declares.
ROW_COMMANDS = frozenset(
    {
        nodes.UpdateRows,
        nodes.DeleteRows,
        nodes.MaterializeColumn,
        nodes.MaterializeIndex,
        nodes.ClearIndex,
        nodes.MaterializeProjection,
        nodes.ClearProjection,
        nodes.ApplyDeletedMask,
        nodes.ApplyPatches,
        nodes.RewriteParts,
        nodes.MaterializeTtl,
        nodes.MaterializeStatistics,
        nodes.ClearStatistics,
    }
)
_SHORTEST_POLL = 0.002
_LONGEST_POLL = 0.05


def mutate(record: Table, commands: Sequence[AlterCommand], context: Context) -> None:
    """Commands of ALTER on rows; they wait as mutations_sync says, of a Memory table always."""
    if engine_info(record.engine).only_in_joins:
        commands = [_of_whole_keys(record, command) for command in commands]
    refuse_if_stopped(record, commands, context)
    at_once = engine_info(record.engine).keyless
    submit(record, commands, context, wait=at_once or context.settings.mutations_sync > 0)


def _of_whole_keys(record: Table, command: AlterCommand) -> AlterCommand:
    """DELETE of a row that counts takes those along that came later with the same keys."""
    name = f"{record.database}.{record.name}"
    declared = join_engine.join_table(load_definition(record.create_query), name)
    if not isinstance(command, nodes.DeleteRows) or declared is None or not declared.keeps_first:
        return command
    keys = tuple(ast.Identifier((key,)) for key in declared.keys)
    table = ast.TableExpression(ast.TableName(record.name, record.database))
    chosen = ast.Subquery(ast.Select(keys, from_=table, where=command.where))
    left = keys[0] if len(keys) == 1 else ast.Function("tuple", keys)
    return replace(command, where=ast.Function("in", (left, chosen)))


def submit(
    record: Table, commands: Sequence[AlterCommand], context: Context, *, wait: bool
) -> None:
    """New mutations, analysed first: what cannot be right changes nothing.

    Those of a partition wait for the operation that holds it.
    """
    groups = list(_separated(qualified(command, context.session.database) for command in commands))
    prepared = [prepare(record, group, context) for group in groups]
    services = context.services
    delay_or_refuse_mutation(record, context)
    scoped = {typed.step.partition for one in prepared for typed in one.steps}
    places = frozenset((record.uuid, partition) for partition in scoped if partition is not None)
    patience = context.patience()
    mutations = services.catalog.mutations
    with locked(
        services.catalog.leases, services.jobs, PartitionLocks(places), "mutation", patience
    ):
        failed = {m.id: m.latest_fail_time for m in mutations.all(record.uuid, is_done=False)}
        for group, one in zip(groups, prepared, strict=True):
            mutation = mutations.add(record.uuid, to_text(group))
            _keep(one, mutation, context)
    services.background.wake(record.uuid)
    if wait:
        wait_for(mutation, context, failed)


def refuse_if_stopped(record: Table, commands: Sequence[AlterCommand], context: Context) -> None:
    """ABORTED while an operation on a partition holds off mutations of the whole table."""
    if any(getattr(command, "partition", None) is None for command in commands):
        refuse_stopped(
            context.services.catalog.leases, record.uuid, None, "Cancelled mutating parts"
        )


def _separated(commands: Iterable[AlterCommand]) -> Iterator[list[AlterCommand]]:
    """The commands of each mutation: MATERIALIZE TTL is one of its own."""
    for _, group in groupby(commands, lambda c: isinstance(c, nodes.MaterializeTtl)):
        yield list(group)


def _keep(prepared: Prepared, mutation: Mutation, context: Context) -> None:
    """The results of subqueries are those of now, however late the mutation runs."""
    context.services.prepared[mutation.table, mutation.id] = prepared


def wait_for(mutation: Mutation, context: Context, failed: Mapping[str, float]) -> None:
    """Until all parts are done; UNFINISHED if one cannot be, or if the mutation is killed.

    Mutations that had `failed` before, and when, are tried again first: that may go well now.
    """
    pause = _SHORTEST_POLL
    while True:
        # Mutations are done in their order: one that fails holds up those after it.
        pending = context.services.catalog.mutations.all(mutation.table, is_done=False)
        before = [one for one in pending if one.number <= mutation.number]
        if not before or before[-1].id != mutation.id:
            break
        if before[0].latest_fail_time > failed.get(before[0].id, 0.0):
            raise _failed(before)
        try:
            context.check_waiting()
        except Error as error:
            raise Error(error.code, f"{error.message} {_awaited(before, context)}") from None
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_POLL)
    if context.services.catalog.mutations.find(mutation.table, mutation.id) is None:
        raise Error(Code.UNFINISHED, f"Mutation {mutation.id} was killed")


def _awaited(mutations: Sequence[Mutation], context: Context) -> str:
    """What a statement waited for: mutations, and others that hold parts of the table."""
    table = mutations[0].table
    holders = [
        lease.purpose
        for lease in context.services.catalog.leases.all()
        if lease.granted is not None and any(table in key.split("/") for key in lease.keys)
    ]
    held = f" Parts of the table are held by: {', '.join(dict.fromkeys(holders))}."
    ids = ", ".join(mutation.id for mutation in mutations)
    return f"It waited for mutation{'s' * (len(mutations) > 1)} '{ids}'." + held * bool(holders)


def _failed(mutations: Sequence[Mutation]) -> Error:
    """The first of them failed, and so did not let the others begin."""
    ids = ", ".join(mutation.id for mutation in mutations)
    first = mutations[0]
    return Error(
        Code.UNFINISHED,
        f"Exception happened during execution of mutation{'s' * (len(mutations) > 1)} '{ids}' with"
        f" part '{first.latest_failed_part}' reason: '{first.latest_fail_reason}'. This error"
        " maybe retryable or not. In case of unretryable error, mutation can be killed with KILL"
        " MUTATION query",
    )


@handles(Delete, needs=table_right("ALTER DELETE"))
def delete_from(statement: Delete, context: Context) -> None:
    """DELETE FROM: rows are masked, and dropped by the next merge."""
    record = context.record(statement.table)
    if not engine_info(record.engine).sorted:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"DELETE query is not supported for table {record.database}.{record.name}",
        )
    _refuse_with_projections(record)
    refuse_readonly_table(record, context)
    refuse_mutation_of_immutable(record, context)
    mask = Assignment(ROW_EXISTS, ast.Literal(0))
    command = nodes.UpdateRows((mask,), statement.where, statement.partition)
    refuse_if_stopped(record, [command], context)
    if _deletes_by_patch(statement, record, context):
        _patch(record, command, context)
        return
    wait = context.settings.lightweight_deletes_sync > 0
    submit(record, [command], context, wait=wait)


def _refuse_with_projections(record: Table) -> None:
    definition = load_definition(record.create_query)
    mode = definition.settings.lightweight_mutation_projection_mode
    if definition.create.projections and mode == "throw":
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            f"DELETE query is not allowed for table {record.database}.{record.name} because as it"
            " has projections and setting lightweight_mutation_projection_mode is set to THROW."
            " User should change lightweight_mutation_projection_mode OR drop all the projections"
            " manually before running the query",
        )


def _deletes_by_patch(statement: Delete, record: Table, context: Context) -> bool:
    """What lightweight_delete_mode means for the table."""
    mode = context.settings.lightweight_delete_mode
    reason = None if mode == "alter_update" else _not_updatable(record)
    if mode == "lightweight_update_force" and reason is not None:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            f"Setting lightweight_delete_mode='{mode}' but cannot execute query"
            f" '{format_query(statement, one_line=True)}' using a lightweight update. {reason}",
        )
    return mode != "alter_update" and reason is None


@handles(Update, needs=table_right("ALTER UPDATE"))
def update(statement: Update, context: Context) -> None:
    """UPDATE: new values are written as patch parts, which are visible when it returns."""
    record = context.record(statement.table)
    if not context.settings.enable_lightweight_update:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Lightweight updates are not allowed. Set 'enable_lightweight_update = 1' to allow"
            " them",
        )
    reason = _not_updatable(record)
    if reason is not None:
        raise not_implemented(f"Lightweight updates are not supported. {reason}")
    refuse_readonly_table(record, context)
    refuse_mutation_of_immutable(record, context)
    command = nodes.UpdateRows(statement.assignments, statement.where, statement.partition)
    refuse_if_stopped(record, [command], context)
    _patch(record, command, context)


def _patch(record: Table, command: nodes.UpdateRows, context: Context) -> None:
    """Patch parts for the rows that the command changes."""
    prepared = prepare(record, [command], context, filters=True)
    cancellation = StatementCancellation(context)
    patience = context.settings.lock_acquire_timeout
    Updating(context.services, prepared, cancellation, context.check_waiting, patience).run()


def _not_updatable(record: Table) -> str | None:
    """Why rows of the table cannot get new values by patches."""
    if not engine_info(record.engine).sorted:
        return f"Table with engine {record.engine} doesn't support lightweight updates"
    if engine_info(record.engine).merges is Merges.SUMS:
        return f"Lightweight updates are not supported for tables with {record.engine} engine"
    definition = load_definition(record.create_query)
    settings = definition.settings
    for name in (*SYSTEM_COLUMNS, PARTITION):
        if name in definition.by_name:
            return f"Patches have a use of their own for the name of the table's column `{name}`"
    for column in ("_block_number", "_block_offset"):
        name = f"enable{column}_column"
        if not getattr(settings, name):
            return (
                f"Lightweight updates are supported only for tables with materialized {column}"
                f" column. Run 'MODIFY SETTING {name} = 1' command to enable it"
            )
    return None
