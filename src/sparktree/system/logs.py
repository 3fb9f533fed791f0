"""system.query_log and part_log: what queries and parts went through."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from sparktree.functions.hashes.any_values import SIP_HASH
from sparktree.functions.query.query_shapes import query_shape
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class LoggedRow:
    """A row of a log; `values` are the columns that differ from the defaults."""

    type: str
    moment: float
    values: dict[str, Any]


def log_rows(name: str) -> Callable[[Reading], Iterator[LoggedRow]]:
    def rows(reading: Reading) -> Iterator[LoggedRow]:
        for row in reading.services.journal.logs.read(name):
            yield LoggedRow(row.type, row.event_time, json.loads(row.payload))

    return rows


def _hashed(rows: Iterable[LoggedRow]) -> Iterator[LoggedRow]:
    """Queries with the hash that those share which differ in their values alone."""
    found = list(rows)
    if not found:
        return
    hashes = _hashes([row.values.get("query", "") for row in found])
    for row, hashed in zip(found, hashes, strict=True):
        row.values["normalized_query_hash"] = hashed
        yield row


def _hashes(queries: list[str]) -> list[int]:
    shape = SIP_HASH.texts(query_shape(sql.name("query"), False, True))
    with kernel() as cursor:
        cursor.register("queries", pa.table({"query": queries}))
        found = cursor.sql(f"SELECT {shape} FROM queries").fetchall()
        cursor.unregister("queries")
    return [hashed for (hashed,) in found]


def normalized_hash(query: str) -> str:
    """The hash that a query shares with those that differ from it in their values alone."""
    return str(_hashes([query])[0])


def logged(name: str, default: Any) -> Callable[[LoggedRow], Any]:
    return lambda row: row.values.get(name, default)


TIMES: dict[str, Callable[[LoggedRow], Any]] = {
    "event_date": lambda row: int(row.moment // 86_400),
    "event_time": lambda row: int(row.moment),
    "event_time_microseconds": lambda row: int(row.moment * 1_000_000),
}
_TEXTS = ("hostname", "current_database", "query", "formatted_query", "query_kind", "exception",
          "user", "query_id", "log_comment", "http_user_agent", "http_referer")  # fmt: skip
_COUNTS = ("query_duration_ms", "read_rows", "read_bytes", "written_rows", "written_bytes",
           "result_rows", "result_bytes", "memory_usage", "exception_code", "query_start_time",
           "query_start_time_microseconds", "normalized_query_hash", "http_method")  # fmt: skip
_LISTS = ("databases", "tables", "columns", "partitions", "views", "used_functions",
          "used_aggregate_functions", "used_aggregate_function_combinators",
          "used_data_type_families", "used_table_functions", "used_storages", "used_formats",
          "projections")  # fmt: skip

system_table(
    SystemTable[LoggedRow](
        "query_log",
        "The statements that were run.",
        lambda reading: _hashed(log_rows("query_log")(reading)),
        {
            "type": "type",
            **TIMES,
            **{name: logged(name, "") for name in _TEXTS},
            **{name: logged(name, 0) for name in _COUNTS},
            **{name: logged(name, []) for name in _LISTS},
            "initial_user": logged("user", ""),
            "initial_query_id": logged("query_id", ""),
            "authenticated_user": logged("user", ""),
            "initial_query_start_time": logged("query_start_time", 0),
            "initial_query_start_time_microseconds": logged("query_start_time_microseconds", 0),
            "is_initial_query": lambda _: True,
            "interface": logged("interface", 6),
            "Settings": logged("Settings", {}),
            "ProfileEvents": logged("ProfileEvents", {}),
            "query_cache_usage": lambda _: "None",
        },
    )
)

_PART_TEXTS = ("hostname", "query_id", "database", "table", "part_name", "partition_id",
               "partition", "part_type", "disk_name", "path_on_disk", "exception",
               "destination")  # fmt: skip
_PART_COUNTS = ("duration_ms", "rows", "size_in_bytes", "bytes_uncompressed", "read_rows",
                "read_bytes", "peak_memory_usage", "thread_id")  # fmt: skip

system_table(
    SystemTable[LoggedRow](
        "part_log",
        "What happened to parts.",
        log_rows("part_log"),
        {
            "event_type": "type",
            **TIMES,
            **{name: logged(name, "") for name in _PART_TEXTS},
            **{name: logged(name, 0) for name in _PART_COUNTS},
            "table_uuid": logged("table_uuid", "00000000-0000-0000-0000-000000000000"),
            "merged_from": logged("merged_from", []),
            "error": logged("exception", ""),
        },
    )
)
