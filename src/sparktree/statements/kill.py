"""KILL QUERY and KILL MUTATION."""

from __future__ import annotations

import time

from sparktree.background.mutations import MUTATIONS_TASK
from sparktree.errors import not_implemented
from sparktree.spark.queries import cancel
from sparktree.sql import format_query
from sparktree.sql.statements.other import Kill
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.on_cluster import refuse_cluster
from sparktree.statements.rows import query, rows
from sparktree.types import STRING

_HEADER = [("kill_status", STRING), ("query_id", STRING), ("user", STRING), ("query", STRING)]
_MUTATION_HEADER = [
    (name, STRING) for name in ("kill_status", "database", "table", "mutation_id", "command")
]
_PATIENCE = 30.0  # seconds that SYNC waits for a query to end
_STEP = 0.02


@handles(Kill)
def kill(statement: Kill, context: Context) -> Outcome:
    """KILL QUERY: stops what the condition chooses, this statement apart."""
    refuse_cluster(statement.on_cluster)
    if statement.kind == "MUTATION":
        return _kill_mutations(statement, context)
    if statement.kind != "QUERY":
        raise not_implemented(f"KILL {statement.kind} is not supported yet.")
    lines = []
    for query_id, user, text in _chosen(statement, context):
        lines.append((_kill(query_id, statement, context), query_id, user, text))
    return rows(_HEADER, lines)


def _kill_mutations(statement: Kill, context: Context) -> Outcome:
    """KILL MUTATION: what the condition chooses is forgotten, finished ones included."""
    condition = format_query(statement.where, one_line=True)
    outcome = query(
        f"SELECT database, table, mutation_id, command FROM system.mutations WHERE {condition}",
        context,
    )
    found = [
        row for block in outcome.blocks for row in zip(*block.to_pydict().values(), strict=True)
    ]
    status = "unknown_status" if statement.test else "waiting"
    if not statement.test:
        for database, table, mutation_id in dict.fromkeys(row[:3] for row in found):
            _kill_mutation(database, table, mutation_id, context)
    return rows(_MUTATION_HEADER, [(status, *row) for row in found])


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
    outcome = query(
        f"SELECT query_id, user, query FROM system.processes WHERE {condition}", context
    )
    found = [row for block in outcome.blocks for row in _tuples(block.to_pydict())]
    return [row for row in found if row[0] != context.query_id]


def _tuples(columns: dict[str, list[str]]) -> list[tuple[str, str, str]]:
    ids, users, texts = columns.values()
    return list(zip(ids, users, texts, strict=True))


def _kill(query_id: str, statement: Kill, context: Context) -> str:
    if statement.test:
        return "unknown_status"
    services = context.services
    running = services.running.get(query_id)
    if running is None:
        return "finished"
    running.cancelled = True
    cancel(query_id)
    if not statement.sync:
        return "waiting"
    end = time.monotonic() + _PATIENCE
    while query_id in services.running and time.monotonic() < end:
        time.sleep(_STEP)
    return "waiting" if query_id in services.running else "finished"
