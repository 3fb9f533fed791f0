"""SYSTEM commands."""

from __future__ import annotations

from sparktree.errors import not_implemented
from sparktree.sql.statements.other import SystemCommand
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.on_cluster import refuse_cluster

# What these stop, start or empty does not exist here, so that they are done at once.
NOTHING_TO_DO = frozenset(
    f"{action} {what}"
    for action in ("STOP", "START")
    for what in ("MERGES", "TTL MERGES", "MOVES", "CLEANUP")
) | frozenset(
    f"{action} {what} CACHE"
    for action in ("DROP", "CLEAR")
    for what in ("MARK", "PRIMARY INDEX", "UNCOMPRESSED", "INDEX MARK", "INDEX UNCOMPRESSED",
                 "MMAP", "QUERY", "QUERY CONDITION", "COMPILED EXPRESSION", "PAGE", "SCHEMA",
                 "DNS", "FILESYSTEM")
)  # fmt: skip


@handles(SystemCommand)
def system_command(statement: SystemCommand, context: Context) -> None:
    """SYSTEM FLUSH LOGS, and commands over things that there are none of."""
    refuse_cluster(statement.on_cluster)
    if statement.command == "FLUSH LOGS":
        context.services.logs.flush()
        return
    if statement.command not in NOTHING_TO_DO:
        raise not_implemented(f"SYSTEM {statement.command} is not supported yet.")
    if statement.table is not None and not statement.if_exists:
        context.record(statement.table)
