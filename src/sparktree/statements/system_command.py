"""SYSTEM commands."""

from __future__ import annotations

from sparktree.background.exports import EXPORT_TASKS
from sparktree.background.moving import MOVE_TASKS
from sparktree.engines.skip_indexes.loading import GRAPHS
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql.statements.other import SystemCommand
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.system_replicas import REPLICA_COMMANDS, replica_command
from sparktree.statements.system_rights import system_rights

# Background work that can be stopped and started, for one table or for all.
ACTIONS = ("MERGES", "TTL MERGES", "MOVES", "CLEANUP")
# Work of replicas and of distributed tables, which there are none of: it never runs.
_NEVER_RUNS = frozenset(
    {
        "FETCHES", "REPLICATED SENDS", "REPLICATION QUEUES", "DISTRIBUTED SENDS",
        "PULLING REPLICATION LOG",
    }
)  # fmt: skip
# How the tasks are called that STOP ends.
_STOPPED = {
    "MERGES": ("merge ", "TTL merge "),
    "TTL MERGES": ("TTL merge ",),
    "MOVES": (EXPORT_TASKS, MOVE_TASKS),
}
_GRAPHS = tuple(f"{word} VECTOR SIMILARITY INDEX CACHE" for word in ("DROP", "CLEAR"))
_FILES = tuple(f"{word} FILESYSTEM CACHE" for word in ("DROP", "CLEAR"))
# What these empty does not exist here, so that they are done at once.
NOTHING_TO_DO = frozenset(
    f"{action} {what} CACHE"
    for action in ("DROP", "CLEAR")
    for what in ("MARK", "PRIMARY INDEX", "UNCOMPRESSED", "INDEX MARK", "INDEX UNCOMPRESSED",
                 "MMAP", "QUERY", "QUERY CONDITION", "COMPILED EXPRESSION", "PAGE", "SCHEMA",
                 "DNS")
)  # fmt: skip


@handles(SystemCommand, needs=system_rights)
def system_command(statement: SystemCommand, context: Context) -> None:
    """SYSTEM FLUSH LOGS, and commands over things that there are none of."""
    if statement.command == "FLUSH LOGS":
        context.services.journal.logs.flush()
        return
    if statement.command == "FLUSH ASYNC INSERT QUEUE":
        _flush_async_inserts(statement, context)
        return
    if statement.command in ("RELOAD CONFIG", "RELOAD USERS"):
        _reload(statement.command, context)
        return
    if statement.command in REPLICA_COMMANDS:
        replica_command(statement, context)
        return
    word, _, action = statement.command.partition(" ")
    if word in ("STOP", "START") and action in (*ACTIONS, *_NEVER_RUNS):
        _switch(word, action, statement, context)
        return
    if statement.command in _GRAPHS:
        GRAPHS.clear()
        return
    if statement.command in _FILES:
        _drop_cached_files(statement, context)
        return
    if statement.command not in NOTHING_TO_DO:
        raise not_implemented(f"SYSTEM {statement.command} is not supported yet.")
    if statement.table is not None and not statement.if_exists:
        context.record(statement.table)


def _drop_cached_files(statement: SystemCommand, context: Context) -> None:
    """Of the cache that it names, or of all: on this machine and on those of the tasks."""
    found = {
        name: one.cache
        for name, one in context.services.disks.declared.items()
        if one.cache is not None
    }
    for name in statement.values:
        if name not in found:
            raise Error(Code.BAD_ARGUMENTS, f"There is no cache by name: {name}")
    for name, cache in found.items():
        if name in (statement.values or (name,)):
            cache.cache().clear()


def _reload(command: str, context: Context) -> None:
    """Take the configuration anew, or only its users."""
    reload = context.services.storage.reload
    if command == "RELOAD CONFIG" and reload is not None:
        reload()
    context.services.access.reload()


def _flush_async_inserts(statement: SystemCommand, context: Context) -> None:
    """Of the tables that it names, or of all."""
    records = [context.record(name) for name in statement.tables]
    if statement.table is None:
        context.services.async_inserts.flush()
        return
    for record in (context.record(statement.table), *records):
        context.services.async_inserts.flush((record.database, record.name))


def _switch(word: str, action: str, statement: SystemCommand, context: Context) -> None:
    """STOP also ends what runs; START looks at once what there is to do."""
    services = context.services
    table = None
    if statement.table is not None:
        database = statement.table.database or context.session.database
        services.catalog.databases.require(database)
        record = services.catalog.tables.find(database, statement.table.name)
        if record is None:
            return  # as ClickHouse: nothing to stop
        table = record.uuid
    if action in _NEVER_RUNS:
        return
    if word == "START":
        services.jobs.blockers.start(action, table)
        for record in [] if table else services.catalog.tables.all():
            services.background.wake(record.uuid)
        if table:
            services.background.wake(table)
        return
    services.jobs.blockers.stop(action, table)
    names = _STOPPED.get(action, ())
    if names:
        services.background.cancel(
            lambda task: task.name.startswith(names) and table in (None, task.table)
        )
