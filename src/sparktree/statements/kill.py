"""KILL QUERY."""

from __future__ import annotations

import time

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
_PATIENCE = 30.0  # seconds that SYNC waits for a query to end
_STEP = 0.02


@handles(Kill)
def kill(statement: Kill, context: Context) -> Outcome:
    """KILL QUERY: stops what the condition chooses, this statement apart."""
    refuse_cluster(statement.on_cluster)
    if statement.kind != "QUERY":
        raise not_implemented(f"KILL {statement.kind} is not supported yet.")
    lines = []
    for query_id, user, text in _chosen(statement, context):
        lines.append((_kill(query_id, statement, context), query_id, user, text))
    return rows(_HEADER, lines)


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
