"""What is remembered of statements: processes, events, errors, query_log and part_log."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sparktree.disks.events import DISK_EVENTS
from sparktree.engines.storage.client import Client
from sparktree.engines.storage.journal import Room, RunningQuery
from sparktree.errors import Error
from sparktree.kernel import text as kernel_text
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.sql import ast, format_query
from sparktree.sql.statements.other import Explain, Kill, Show
from sparktree.statements.context import Context
from sparktree.statements.query_facts import used
from sparktree.statements.quotas import quota_use

ASYNC_FLUSH = "AsyncInsertFlush"  # the kind of what writes collected INSERTs
_PROCESSES = ("system", "processes")
_COUNTED = ("Select", "Insert")  # kinds with events of their own


def kind_of(statement: ast.Node | None) -> str:
    """The word of system.query_log.query_kind: the first one of the statement."""
    if statement is None:
        return "Insert"
    if isinstance(statement, Explain):
        return "Explain"
    if isinstance(statement, ast.Query):
        return "Select"
    found = re.match(r"[A-Z][a-z]+", type(statement).__name__)
    return found.group() if found else ""


def _public_text(text: str, statement: ast.Node | None) -> str:
    """The statement as logs keep it: as it was written, or spelled anew if it has secrets."""
    public = without_secrets(statement) if statement is not None else None
    if public is None or public is statement:
        return text
    return format_query(public, one_line=True)


@contextmanager
def recorded(
    text: str, statement: ast.Node | None, context: Context, *, kind: str = ""
) -> Iterator[None]:
    """The statement is in system.processes while it runs, in events, errors and logs afterwards."""
    journal = context.services.journal
    written, text = text, _public_text(text, statement)
    text = kernel_text.escape(text.encode("utf-8", "surrogateescape"))
    kind = kind or kind_of(statement)
    running = RunningQuery(
        context.query_id,
        text,
        context.session.user,
        context.session.database,
        context.started,
        kind=kind,
        settings=context.settings.changes(),
        client=context.session.client,
        priority=context.settings.priority,
    )
    journal.enter(running, _room(statement, kind, context))
    journal.count("Query")
    if kind in _COUNTED:
        journal.count(f"{kind}Query")
    try:
        if kind != ASYNC_FLUSH:  # those whose rows it writes have used it
            _begin_quota(written, statement, context)
        yield
    except Error as error:
        if context.quota is not None:
            context.quota.fail()
        _count_error(error, context)
        _count_failure(kind, context)
        _log(running, statement, context, error)
        raise
    else:
        _log(running, statement, context, None)
    finally:
        journal.leave(context.query_id)
        context.use_quota(check=False)
        journal.count("QueryTimeMicroseconds", int((time.time() - context.started) * 1e6))
        for event, amount in context.profile.items():
            journal.count(event, amount)
        for event, amount in DISK_EVENTS.take().items():
            journal.count(event, amount)
        journal.count("SelectedRows", context.read_rows)
        journal.count("SelectedBytes", context.read_bytes)


def _begin_quota(text: str, statement: ast.Node | None, context: Context) -> None:
    use = quota_use(text, statement, context.session.as_quotas_see, context.services.access)
    if use is not None:
        context.quota = use
        use.begin(statement, text)


def _room(statement: ast.Node | None, kind: str, context: Context) -> Room | None:
    """How many queries may run beside it; None if it may always: what looks at running queries,
    what ends them, and what others wait for."""
    if kind == ASYNC_FLUSH or looks_at_processes(statement):
        return None
    settings = context.settings
    return Room(
        context.services.storage.server.max_concurrent_queries,
        settings.queue_max_wait_ms / 1000,
        settings.max_concurrent_queries_for_all_users,
        settings.max_concurrent_queries_for_user,
    )


def looks_at_processes(statement: ast.Node | None) -> bool:
    """Whether it is KILL QUERY, SHOW PROCESSLIST or a SELECT from system.processes."""
    if isinstance(statement, Kill):
        return True
    if isinstance(statement, Show):
        return statement.what == "PROCESSLIST"
    source = statement.from_ if isinstance(statement, ast.Select) else None
    name = source.source if isinstance(source, ast.TableExpression) else None
    return isinstance(name, ast.TableName) and (name.database, name.name) == _PROCESSES


def _count_error(error: Error, context: Context) -> None:
    context.services.journal.count_error(error)


def _count_failure(kind: str, context: Context) -> None:
    context.services.journal.count("FailedQuery")
    if kind in _COUNTED:
        context.services.journal.count(f"Failed{kind}Query")


def _log(
    running: RunningQuery, statement: ast.Node | None, context: Context, error: Error | None
) -> None:
    if not context.settings.log_queries:
        return
    logs, now = context.services.journal.logs, time.time()
    start = _values(running, statement, context)
    ending = _ending(running.kind, context, now, error)
    if error is not None and not context.began:
        logs.add("query_log", "ExceptionBeforeStart", start | ending, now)
        return
    logs.add("query_log", "QueryStart", start, context.started)
    kind = "QueryFinish" if error is None else "ExceptionWhileProcessing"
    logs.add("query_log", kind, start | ending, now)


def _values(
    running: RunningQuery, statement: ast.Node | None, context: Context
) -> dict[str, object]:
    names = [f"{database}.{name}" for database, name in context.used]
    return {
        "hostname": context.services.journal.host,
        "query_start_time": int(context.started),
        "query_start_time_microseconds": int(context.started * 1_000_000),
        "current_database": running.database,
        "query": running.text,
        "formatted_query": _formatted(statement, context),
        "query_kind": running.kind,
        "databases": sorted({database for database, _ in context.used}),
        "tables": sorted(names),
        "columns": sorted(context.read.columns),
        "partitions": sorted(context.read.partitions),
        "views": sorted(context.read.views),
        **{column: sorted(found) for column, found in used(statement).items()},
        "user": running.user,
        "query_id": running.query_id,
        "log_comment": context.settings.log_comment,
        "Settings": running.settings,
        **_asked_by(running.client),
    }


# The numbers of system.query_log; system.processes has the names.
_INTERFACES = {"TCP": 1, "HTTP": 2, "Local": 6}
_METHODS = {"GET": 1, "POST": 2, "OPTIONS": 3, "HEAD": 6}


def _asked_by(client: Client) -> dict[str, object]:
    return {
        "interface": _INTERFACES[client.interface],
        "http_method": _METHODS.get(client.http_method, 0),
        "http_user_agent": client.http_agent,
        "http_referer": client.http_referer,
    }


def _formatted(statement: ast.Node | None, context: Context) -> str:
    """The statement in ClickHouse's spelling, where that is asked for."""
    if statement is None or not context.settings.log_formatted_queries:
        return ""
    return format_query(without_secrets(statement), one_line=True)


def _events(kind: str, context: Context, now: float, error: Error | None) -> dict[str, int]:
    """What the statement counts, as the engine's counters do."""
    counted = ("", kind) if kind in _COUNTED else ("",)
    events = {f"{name}Query": 1 for name in counted}
    if error is not None:
        events |= {f"Failed{name}Query": 1 for name in counted}
    return {
        **events,
        **context.profile,
        "QueryTimeMicroseconds": int((now - context.started) * 1e6),
        "SelectedRows": context.read_rows,
        "SelectedBytes": context.read_bytes,
    }


def _ending(kind: str, context: Context, now: float, error: Error | None) -> dict[str, object]:
    return {
        "query_duration_ms": int((now - context.started) * 1000),
        "read_rows": context.read_rows,
        "read_bytes": context.read_bytes,
        "written_rows": context.written_rows,
        "written_bytes": context.written_bytes,
        "memory_usage": context.peak_memory,
        "result_rows": context.result_rows or context.written_rows,
        "result_bytes": context.result_bytes or context.written_bytes,
        "ProfileEvents": _events(kind, context, now, error),
        "projections": sorted(set(context.projections)),
        "exception_code": error.code if error is not None else 0,
        "exception": str(error) if error is not None else "",
    }
