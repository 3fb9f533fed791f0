"""system.processes, user_processes, events, metrics, asynchronous_metrics, errors."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.background.pools import Pool
from sparktree.engines.storage.journal import CountedError, RunningQuery
from sparktree.errors import Code
from sparktree.system.table import Reading, SystemTable, system_table


def _processes(reading: Reading) -> Iterator[RunningQuery]:
    yield from list(reading.services.journal.running.values())


system_table(
    SystemTable[RunningQuery](
        "processes",
        "The queries that run now.",
        _processes,
        {
            "is_initial_query": lambda _: True,
            "user": "user",
            "query_id": "query_id",
            "initial_user": "user",
            "initial_query_id": "query_id",
            "interface": lambda q: q.client.interface,
            "address": lambda q: q.client.address,
            "port": lambda q: q.client.port,
            "initial_address": lambda q: q.client.address,
            "initial_port": lambda q: q.client.port,
            "client_name": lambda q: q.client.name,
            "http_method": lambda q: q.client.http_method,
            "http_user_agent": lambda q: q.client.http_agent,
            "http_referer": lambda q: q.client.http_referer,
            "forwarded_for": lambda q: q.client.forwarded_for,
            "quota_key": lambda q: q.client.quota_key,
            "elapsed": lambda q: time.time() - q.started,
            "is_cancelled": "cancelled",
            "read_rows": "rows",
            "read_bytes": "bytes",
            "peak_memory_usage": "peak_memory",
            "total_rows_approx": "total_rows",
            "query": "text",
            "query_kind": "kind",
            "Settings": "settings",
            "current_database": "database",
        },
    )
)


@dataclass(frozen=True, slots=True)
class UserProcess:
    """What the queries of one user take."""

    user: str


def _users(reading: Reading) -> Iterator[UserProcess]:
    users = {query.user for query in list(reading.services.journal.running.values())}
    return (UserProcess(user) for user in sorted(users))


system_table(
    SystemTable[UserProcess](
        "user_processes", "The users whose queries run now.", _users, {"user": "user"}
    )
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number under a name."""

    name: str
    value: float
    doc: str


EVENTS = {
    "Query": "Statements that were started.",
    "SelectQuery": "SELECT statements that were started.",
    "InsertQuery": "INSERT statements that were started.",
    "FailedQuery": "Statements that failed.",
    "FailedSelectQuery": "SELECT statements that failed.",
    "FailedInsertQuery": "INSERT statements that failed.",
    "QueryTimeMicroseconds": "Time of all statements.",
    "AsyncInsertQuery": "INSERTs that were collected, to be written together.",
    "AsyncInsertBytes": "Bytes of INSERTs that were collected.",
    "AsyncInsertRows": "Rows of INSERTs that were collected, once they were written.",
    "InsertedRows": "Rows that INSERT wrote, those of materialized views included.",
    "InsertedBytes": "Bytes that INSERT wrote before compression.",
    "SelectedRows": "Rows that were read from tables.",
    "SelectedBytes": "Bytes that were read from tables.",
    "PartsLocks": "Partitions that operations and mutations locked.",
    "PartsLockWaitMicroseconds": "Time that they waited for the locks, and for merges to end.",
    "PartsLockHoldMicroseconds": "Time that they held the locks.",
    "PartsExports": "Parts that were exported.",
    "PartsExportFailures": "Exports of parts that failed.",
    "PartsExportDuplicated": "Exports of parts that failed because the file is there already.",
    "PartsExportTotalMilliseconds": "Time of all exports of parts.",
    "ExportsThrottlerBytes": "Bytes that went through the limit on the bandwidth of exports.",
    "ExportsThrottlerSleepMicroseconds": "Time that exports waited to keep their bandwidth.",
}


def _events(reading: Reading) -> Iterator[Figure]:
    counted = sorted(reading.services.journal.events().items())
    return (Figure(name, value, EVENTS.get(name, "")) for name, value in counted)


system_table(
    SystemTable[Figure](
        "events",
        "How often things happened since the start.",
        _events,
        {"event": "name", "value": lambda f: int(f.value), "description": "doc"},
    )
)


# The names that ClickHouse has for the pools; that of exports is ours.
_POOLS = {
    Pool.MERGES_MUTATIONS: "MergesAndMutations",
    Pool.MOVES: "Move",
    Pool.FETCHES: "Fetches",
    Pool.EXPORTS: "Exports",
    Pool.COMMON: "Common",
}


def _metrics(reading: Reading) -> Iterator[Figure]:
    services = reading.services
    parts = services.catalog.parts.all()
    yield Figure("Query", len(services.journal.running), "Statements that run now.")
    waiting = sum(len(batch.entries) for batch in services.async_inserts.waiting())
    yield Figure("PendingAsyncInsert", waiting, "INSERTs that wait to be written together.")
    merges = list(services.jobs.merges.values())
    mutated = sum(merge.is_mutation for merge in merges)
    yield Figure("Merge", len(merges) - mutated, "Merges that run now.")
    yield Figure("PartMutation", mutated, "Mutations of parts that run now.")
    yield Figure("Move", len(services.jobs.moves), "Moves of parts that run now.")
    yield Figure("Export", services.exports.running(), "Exports of parts that run now.")
    for pool, (busy, size) in services.jobs.background.pools().items():
        name = f"Background{_POOLS[pool]}Pool"
        yield Figure(f"{name}Task", busy, f"Threads that work in the pool of {pool}.")
        yield Figure(f"{name}Size", size, f"Threads in the pool of {pool}.")
    yield Figure("AttachedDatabase", len(services.catalog.databases.all()), "Stored databases.")
    yield Figure("AttachedTable", len(services.catalog.tables.all()), "Tables and views.")
    yield Figure("PartsActive", len(parts), "Active parts.")
    for kind in ("Compact", "Wide"):
        count = sum(part.part_type == kind for part in parts)
        yield Figure(f"Parts{kind}", count, f"Active parts of type {kind}.")


system_table(
    SystemTable[Figure](
        "metrics",
        "Figures of this moment.",
        _metrics,
        {"metric": "name", "value": lambda f: int(f.value), "description": "doc"},
    )
)


def _asynchronous_metrics(reading: Reading) -> Iterator[Figure]:
    services = reading.services
    active = services.catalog.parts.all()
    yield Figure("Uptime", time.time() - services.journal.started, "Seconds since the start.")
    yield Figure("NumberOfDatabases", len(services.catalog.databases.all()), "Stored databases.")
    yield Figure("NumberOfTables", len(services.catalog.tables.all()), "Tables and views.")
    yield Figure(
        "TotalPartsOfMergeTreeTables", len(active), "Active parts of all MergeTree tables."
    )
    yield Figure(
        "TotalRowsOfMergeTreeTables", sum(p.rows for p in active), "Rows of all MergeTree tables."
    )
    yield Figure(
        "TotalBytesOfMergeTreeTables",
        sum(p.bytes_on_disk for p in active),
        "Bytes on disk of all MergeTree tables.",
    )
    for name, value in zip((1, 5, 15), os.getloadavg(), strict=True):
        yield Figure(f"LoadAverage{name}", value, f"Load of the machine over {name} minutes.")


system_table(
    SystemTable[Figure](
        "asynchronous_metrics",
        "Figures that take longer to compute.",
        _asynchronous_metrics,
        {"metric": "name", "value": lambda f: float(f.value), "description": "doc"},
    )
)


def _errors(reading: Reading) -> Iterator[CountedError]:
    yield from reading.services.journal.errors()


system_table(
    SystemTable[CountedError](
        "errors",
        "The errors that happened since the start.",
        _errors,
        {
            "name": "name",
            "code": lambda e: Code[e.name].value,
            "value": "count",
            "last_error_time": lambda e: int(e.last),
            "last_error_message": "message",
        },
    )
)
