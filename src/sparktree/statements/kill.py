"""KILL QUERY, KILL MUTATION, KILL EXPORT PART and KILL EXPORT PARTITION."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sparktree.access.access import right
from sparktree.access.grant_texts import shown
from sparktree.access.rights import Element
from sparktree.background.mutations import MUTATIONS_TASK
from sparktree.engines.export.exporting import stop
from sparktree.engines.mutations.commands import from_text
from sparktree.engines.services import Services
from sparktree.errors import Code, Error, not_implemented
from sparktree.spark.queries import cancel
from sparktree.sql import ast, format_query
from sparktree.sql.statements.other import Kill
from sparktree.statements.alter_rights import ALTER_RIGHTS
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles, nothing
from sparktree.statements.rows import query, rows
from sparktree.system.mutations import shown_command
from sparktree.types import STRING

_HEADER = [("kill_status", STRING), ("query_id", STRING), ("user", STRING), ("query", STRING)]
_MUTATION_HEADER = [
    (name, STRING) for name in ("kill_status", "database", "table", "mutation_id", "command")
]
_EXPORT_NAMES = (
    "source_database",
    "source_table",
    "destination_database",
    "destination_table",
    "part_name",
)
_PARTITION_NAMES = (*_EXPORT_NAMES[:-1], "partition_id")
_PARTITION_HEADER = [("kill_status", STRING), *((name, STRING) for name in _PARTITION_NAMES)]
_EXPORT_HEADER = [("kill_status", STRING), *((name, STRING) for name in _EXPORT_NAMES)]
_PATIENCE = 30.0  # seconds that SYNC waits for a query to end
_STEP = 0.02


@handles(Kill, needs=nothing)
def kill(statement: Kill, context: Context) -> Outcome:
    """KILL QUERY: stops what the condition chooses, this statement apart.

    Others' queries need KILL QUERY, mutations and exports the rights of who starts them. What the
    user may not end is passed over; if there is nothing else, the statement is refused.
    """
    if statement.kind == "MUTATION":
        return _kill_mutations(statement, context)
    if statement.kind == "EXPORT PART":
        return _kill_exports(statement, context)
    if statement.kind == "EXPORT PARTITION":
        return _kill_partition_exports(statement, context)
    if statement.kind != "QUERY":
        raise not_implemented(f"KILL {statement.kind} is not supported yet.")
    chosen = _chosen(statement, context)
    allowed = [row for row in chosen if _may_kill_queries_of(row[1], context)]
    if chosen and not allowed:
        raise Error(
            Code.ACCESS_DENIED,
            f"User {context.session.user} attempts to kill query created by {chosen[0][1]}",
        )
    lines = [(_kill(row[0], statement, context), *row) for row in allowed]
    return rows(_HEADER, lines)


def _may_kill_queries_of(user: str, context: Context) -> bool:
    access = context.access
    return access is None or user == access.user.name or access.allows(right("KILL QUERY"))


def _kill_mutations(statement: Kill, context: Context) -> Outcome:
    """KILL MUTATION: what the condition chooses is forgotten, finished ones included."""
    condition = format_query(statement.where, one_line=True)
    columns = "database, table, mutation_id, command"
    chosen = _rows(f"SELECT {columns} FROM system.mutations WHERE {condition}", context)
    found = [row for row in chosen if statement.test or _allowed(row, context)]
    if chosen and not found:
        needed = shown(_mutation_rights(chosen[-1], context))
        raise Error(
            Code.ACCESS_DENIED,
            "Not allowed to kill mutation. To execute this query, it's necessary to have the grant"
            f" GRANT {needed}",
        )
    status = "unknown_status" if statement.test else "waiting"
    if not statement.test:
        for database, table, mutation_id in dict.fromkeys(row[:3] for row in found):
            _kill_mutation(database, table, mutation_id, context)
    return rows(_MUTATION_HEADER, [(status, *row) for row in found])


def _allowed(row: Sequence[Any], context: Context) -> bool:
    return context.access is None or context.access.allows(*_mutation_rights(row, context))


def _mutation_rights(row: Sequence[Any], context: Context) -> tuple[Element, ...]:
    """The rights that the command of a row of system.mutations needs."""
    database, table, mutation_id, text = row
    catalog = context.services.catalog
    record = catalog.tables.find(database, table)
    mutation = catalog.mutations.find(record.uuid, mutation_id) if record is not None else None
    commands = [] if mutation is None else from_text(mutation.command)
    name = ast.TableName(table, database)
    return tuple(
        element
        for command in commands
        if shown_command(command) == text
        for element in ALTER_RIGHTS[type(command)](command, name, context)
    )


def _kill_mutation(database: str, table: str, mutation_id: str, context: Context) -> None:
    """A part that it rewrites just now is left as it was."""
    services = context.services
    record = services.catalog.tables.get(database, table)
    mutation = services.catalog.mutations.find(record.uuid, mutation_id)
    if mutation is None:
        return
    services.catalog.mutations.kill(mutation)
    services.prepared.pop((record.uuid, mutation_id), None)
    if not mutation.is_done:
        services.background.cancel(
            lambda task: task.table == record.uuid and task.name == MUTATIONS_TASK
        )
        services.background.wake(record.uuid)


def _chosen(statement: Kill, context: Context) -> list[tuple[str, str, str]]:
    condition = format_query(statement.where, one_line=True)
    found = _rows(f"SELECT query_id, user, query FROM system.processes WHERE {condition}", context)
    return [row for row in found if row[0] != context.query_id]


def _rows(text: str, context: Context) -> list[tuple[Any, ...]]:
    blocks = query(text, context).blocks
    return [row for block in blocks for row in zip(*block.to_pydict().values(), strict=True)]


def _kill_exports(statement: Kill, context: Context) -> Outcome:
    """KILL EXPORT PART: those that the condition chooses of the ones that have not ended."""
    services = context.services
    condition = format_query(statement.where, one_line=True)
    listed = ", ".join(_EXPORT_NAMES)
    found = _rows(f"SELECT id, {listed} FROM system.exports WHERE {condition}", context)
    lines = []
    for number, *names in found:
        if not _may_kill_export(names, statement, context):
            continue
        export = services.exports.find(number)
        if export is not None and not statement.test:
            stop(services.exports, export)
            services.background.cancel(_is_named(export.task_name))
        if export is not None:
            lines.append(("unknown_status" if statement.test else "finished", *names))
    return rows(_EXPORT_HEADER, lines)


def _may_kill_export(names: Sequence[str], statement: Kill, context: Context) -> bool:
    """Whether the user might have started it: others' are passed over."""
    if statement.test or context.access is None:
        return True
    source, destination = names[:2], names[2:4]
    return context.access.allows(right("SELECT", *source), right("INSERT", *destination))


def _kill_partition_exports(statement: Kill, context: Context) -> Outcome:
    """KILL EXPORT PARTITION: of those that run in this process, what the condition chooses."""
    services = context.services
    condition = format_query(statement.where, one_line=True)
    listed = ", ".join(_PARTITION_NAMES)
    text = f"SELECT id, {listed} FROM system.partition_exports WHERE {condition}"
    lines = []
    for name, *names in _rows(text, context):
        if not _may_kill_export(names, statement, context):
            continue
        running = services.exports.of_partitions.get(name)
        if running is None:
            continue
        if not statement.test:
            running.kill()
            for export in running.of_parts:
                services.background.cancel(_is_named(export.task_name))
        lines.append(("unknown_status" if statement.test else "finished", *names))
    return rows(_PARTITION_HEADER, lines)


def _is_named(name: str) -> Callable[[Any], bool]:
    return lambda task: task.name == name


def stop_query(query_id: str, services: Services) -> bool:
    """Cancel a query; False if none of that id runs."""
    running = services.journal.running.get(query_id)
    if running is None:
        return False
    running.cancelled = True
    cancel(query_id)
    return True


def _kill(query_id: str, statement: Kill, context: Context) -> str:
    if statement.test:
        return "unknown_status"
    services = context.services
    if not stop_query(query_id, services):
        return "finished"
    if not statement.sync:
        return "waiting"
    end = time.monotonic() + _PATIENCE
    while query_id in services.journal.running and time.monotonic() < end:
        time.sleep(_STEP)
    return "waiting" if query_id in services.journal.running else "finished"
