"""ALTER TABLE ... PARTITION and PART: which operation each command means, and running them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NoReturn

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.partition_ids import constant_text
from sparktree.engines.definition.table import load_definition
from sparktree.engines.partitions.changes import Changes
from sparktree.engines.partitions.detached import own_name
from sparktree.engines.partitions.detaching import Attach, Detach, DropDetached
from sparktree.engines.partitions.fetching import Fetch
from sparktree.engines.partitions.freezing import Freeze, Unfreeze
from sparktree.engines.partitions.locks import PartitionLocks, Patience, locked
from sparktree.engines.partitions.moving import Forget, MoveToDisk
from sparktree.engines.partitions.operations import (
    AttachFrom,
    Drop,
    MoveToTable,
    Operation,
    Replace,
    ResultLine,
)
from sparktree.engines.partitions.targets import Chosen, choose
from sparktree.errors import Code, Error, not_implemented
from sparktree.registry import Registry
from sparktree.sql import ast
from sparktree.sql.statements import partitions as nodes
from sparktree.sql.statements.alter import AlterCommand, Partition
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome
from sparktree.statements.rows import rows
from sparktree.types import STRING

_ATTEMPTS = 1000  # an insert into the partition, or an ALTER, makes an operation begin anew
_CHANGED = (Code.ABORTED, Code.CANNOT_ASSIGN_ALTER)

Maker = Callable[[Any, Table, Context], Operation]
PARTITION_COMMANDS: Registry[type[AlterCommand], Maker] = Registry()


def alter_partitions(
    name: ast.TableName, commands: Sequence[AlterCommand], context: Context
) -> Outcome | None:
    """Run the commands; those on different partitions are one commit."""
    done: list[ResultLine] = []
    waiting = list(commands)
    while waiting:
        done += (result := _some(name, waiting, context))[0]
        waiting = waiting[result[1] :]
    if not done or not context.settings.alter_partition_verbose_result:
        return None
    return _outcome(done)


def _some(
    name: ast.TableName, commands: Sequence[AlterCommand], context: Context
) -> tuple[list[ResultLine], int]:
    """What was done, and how many of the commands that were."""
    patience = context.patience()
    for _ in range(_ATTEMPTS):
        table = partitioned_table(context.record(name), context)
        operations = _apart([PARTITION_COMMANDS[type(c)](c, table, context) for c in commands])
        try:
            return _run(operations, patience, context), len(operations)
        except Error as error:
            context.check_not_killed()
            if error.code not in _CHANGED:
                raise
            failure = error
    raise failure


def _apart(operations: Sequence[Operation]) -> Sequence[Operation]:
    """The first of the operations, as long as no two of them touch the same partition."""
    locked_places: set[object] = set()
    for count, operation in enumerate(operations):
        places = operation.locks().locked
        if count and not locked_places.isdisjoint(places):
            return operations[:count]
        locked_places |= places
    return operations


def _run(operations: Sequence[Operation], patience: Patience, context: Context) -> list[ResultLine]:
    services = context.services
    locks = reduce(
        or_, (operation.locks() for operation in operations), PartitionLocks(frozenset())
    )
    purpose = ", ".join(dict.fromkeys(operation.purpose for operation in operations))
    with locked(services.catalog.leases, services.jobs, locks, purpose, patience) as lease:
        changes = Changes(services.storage)
        try:
            done = [one for operation in operations for one in operation.run(changes)]
            changes.versions |= {o.table.uuid: o.table.metadata_version for o in operations}
            swapped = changes.commit(lease)
        except BaseException:
            changes.undo()
            raise
    tables = [table for operation in operations for table in operation.tables()]
    moved = {part.name for moves in changes.moves for part, _ in moves.orders}
    context.log_parts("MovePart", [p for p in swapped.active if p.name in moved], tables)
    context.log_parts("NewPart", [p for p in swapped.active if p.name not in moved], tables)
    context.log_parts("RemovePart", swapped.outdated, tables)
    return done


def _outcome(done: Sequence[ResultLine]) -> Outcome:
    """Only the columns that some command fills."""
    columns = ["command_type", "partition_id", "part_name"]
    columns += ["old_part_name"] * any(one.old_part_name for one in done)
    if any(one.backup_name for one in done):
        columns += ["backup_name", "backup_path", "part_backup_path"]
    lines = [tuple(getattr(one, column) for column in columns) for one in done]
    return rows([(column, STRING) for column in columns], lines)


def partitioned_table(record: Table, context: Context) -> Table:
    """The table itself; behind a materialized view the one that it fills."""
    record = context.filled(record)
    if not engine_info(record.engine).sorted:
        raise not_implemented(f"Table engine {record.engine} doesn't support partitioning")
    return record


# --- the commands --------------------------------------------------------------------------


def _choose(partition: Partition | None, table: Table, context: Context) -> Chosen:
    return choose(partition, load_definition(table.create_query), context)


def _choose_one(partition: Partition | None, table: Table, context: Context) -> Chosen:
    """One partition; ALL is refused."""
    if partition is not None and partition.all:
        raise Error(
            Code.SUPPORT_IS_DISABLED, "Only support DROP/DETACH/ATTACH PARTITION ALL currently."
        )
    return _choose(partition, table, context)


def _other_table(
    name: ast.TableName, context: Context, refuse: Callable[[Table], NoReturn]
) -> Table:
    """The other table of a command, which must have partitions."""
    record = context.filled(context.record(name))
    if not engine_info(record.engine).sorted:
        refuse(record)
    return record


def _named(table: Table) -> str:
    return f"{table.database}.{table.name} ({table.uuid})"


def _source(name: ast.TableName, target: Table, context: Context) -> Table:
    def refuse(found: Table) -> NoReturn:
        raise not_implemented(
            f"Cannot replace partition from table {_named(found)} with storage {found.engine} to"
            f" table {_named(target)}"
        )

    return _other_table(name, context, refuse)


@PARTITION_COMMANDS.declare(nodes.DropPartition)
def _drop(command: nodes.DropPartition, table: Table, context: Context) -> Operation:
    return Drop(context.services.storage, table, _choose(command.partition, table, context))


@PARTITION_COMMANDS.declare(nodes.DetachPartition)
def _detach(command: nodes.DetachPartition, table: Table, context: Context) -> Operation:
    return Detach(context.services.storage, table, _choose(command.partition, table, context))


@PARTITION_COMMANDS.declare(nodes.AttachPartition)
def _attach(command: nodes.AttachPartition, table: Table, context: Context) -> Operation:
    return Attach(context.services.storage, table, _choose(command.partition, table, context))


@PARTITION_COMMANDS.declare(nodes.DropDetachedPartition)
def _drop_detached(
    command: nodes.DropDetachedPartition, table: Table, context: Context
) -> Operation:
    if not context.settings.allow_drop_detached:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Cannot execute query: DROP DETACHED PART is disabled (see allow_drop_detached"
            " setting)",
        )
    part = command.partition.part
    if part is None:
        chosen = _choose(command.partition, table, context)
    else:  # any folder, whatever stands before the part's name
        name = constant_text(part, context)
        info = own_name(name)
        chosen = Chosen(info.partition_id if info else "", name)
    return DropDetached(context.services.storage, table, chosen)


@PARTITION_COMMANDS.declare(nodes.ReplacePartition)
def _replace(command: nodes.ReplacePartition, table: Table, context: Context) -> Operation:
    chosen = _choose_one(command.partition, table, context)
    source = _source(command.source, table, context)
    empty = context.settings.allow_replace_partition_from_empty_source
    return Replace(context.services.storage, table, chosen, source, empty)


@PARTITION_COMMANDS.declare(nodes.AttachPartitionFrom)
def _attach_from(command: nodes.AttachPartitionFrom, table: Table, context: Context) -> Operation:
    chosen = _choose(command.partition, table, context)
    source = _source(command.source, table, context)
    return AttachFrom(context.services.storage, table, chosen, source)


@PARTITION_COMMANDS.declare(nodes.MovePartition)
def _move(command: nodes.MovePartition, table: Table, context: Context) -> Operation:
    chosen = _choose_one(command.partition, table, context)
    if command.table is None:
        assert command.name is not None
        jobs = context.services.jobs
        if jobs.blockers.stopped("MOVES", table.uuid):
            raise Error(Code.ABORTED, "Cannot move parts because moves are manually disabled.")
        storage = context.services.storage
        where = (command.destination, command.name)
        return MoveToDisk(storage, table, chosen, *where, jobs, context.options)

    def refuse(found: Table) -> NoReturn:
        raise not_implemented(
            f"Cannot move partition from table {_named(table)} to table {_named(found)} with"
            f" storage {found.engine}"
        )

    return MoveToTable(
        context.services.storage, table, chosen, _other_table(command.table, context, refuse)
    )


@PARTITION_COMMANDS.declare(nodes.FreezePartition)
def _freeze(command: nodes.FreezePartition, table: Table, context: Context) -> Operation:
    chosen = _choose_one(command.partition, table, context)
    return Freeze(context.services.storage, table, chosen, command.name)


@PARTITION_COMMANDS.declare(nodes.UnfreezePartition)
def _unfreeze(command: nodes.UnfreezePartition, table: Table, context: Context) -> Operation:
    chosen = _choose_one(command.partition, table, context)
    return Unfreeze(context.services.storage, table, chosen, command.name)


@PARTITION_COMMANDS.declare(nodes.ForgetPartition)
def _forget(command: nodes.ForgetPartition, table: Table, context: Context) -> Operation:
    return Forget(context.services.storage, table, _choose_one(command.partition, table, context))


@PARTITION_COMMANDS.declare(nodes.FetchPartition)
def _fetch(command: nodes.FetchPartition, table: Table, context: Context) -> Operation:
    chosen = _choose(command.partition, table, context)
    if not engine_info(table.engine).is_replicated:
        raise not_implemented(f"FETCH PARTITION is not supported by storage {table.engine}.")
    return Fetch(context.services.storage, table, chosen, command.path)
