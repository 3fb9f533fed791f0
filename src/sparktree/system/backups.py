"""system.backups: what was saved and restored since the start; system.backup_log: ever."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from typing import Any

from sparktree.engines.backups.operations import LOG, Operation
from sparktree.system.columns import Column, all_columns
from sparktree.system.logs import TIMES, LoggedRow, log_rows, logged
from sparktree.system.table import Reading, SystemTable, system_table
from sparktree.version import CLICKHOUSE_VERSION


def _operations(reading: Reading) -> Iterator[Operation]:
    yield from reading.services.backups.all()


def _micros(name: str) -> Callable[[Operation], int]:
    return lambda one: int(getattr(one, name) * 1_000_000)


_SAME = ("id", "query_id", "error", "num_files", "total_size", "num_entries",
         "uncompressed_size", "files_read", "bytes_read", "settings")  # fmt: skip
_VALUES: dict[str, str | Callable[[Operation], Any]] = {
    **{name: name for name in _SAME},
    "name": "name",
    "base_backup_name": "base_name",
    "status": lambda one: one.status.value,
    "start_time": _micros("started"),
    "end_time": _micros("ended"),
    "compressed_size": "uncompressed_size",
}
_BACKUPS = SystemTable[Operation](
    "backups", "Backups and restores since the start.", _operations, _VALUES
)
system_table(_BACKUPS)

_TEXTS = ("id", "name", "base_backup_name", "query_id", "error")
_NUMBERS = ("start_time", "end_time", "num_files", "total_size", "num_entries",
            "uncompressed_size", "compressed_size", "files_read", "bytes_read")  # fmt: skip
_LOG_VALUES: dict[str, str | Callable[[LoggedRow], Any]] = {
    **TIMES,
    "hostname": logged("hostname", ""),
    "clickhouse_version": lambda _: CLICKHOUSE_VERSION,
    "system_processor": lambda _: platform.machine(),
    "status": "type",
    **{name: logged(name, "") for name in _TEXTS},
    **{name: logged(name, 0) for name in _NUMBERS},
    "settings": logged("settings", {}),
    "engine_settings": lambda _: {},
}
_FIRST = {
    "hostname": "LowCardinality(String)",
    "clickhouse_version": "LowCardinality(String)",
    "system_processor": "LowCardinality(String)",
    "event_date": "Date",
    "event_time": "DateTime",
    "event_time_microseconds": "DateTime64(6)",
}


def _log_columns() -> tuple[Column, ...]:
    """Those of system.backups behind the moment of each change, as ClickHouse has them where its
    configuration asks for the log."""
    own = tuple(Column(name, type_) for name, type_ in _FIRST.items())
    rest = tuple(c for c in all_columns()["backups"] if c.name != "ProfileEvents")
    return own + rest


system_table(
    SystemTable[LoggedRow](
        LOG,
        "What happened to backups and restores.",
        log_rows(LOG),
        _LOG_VALUES,
        own_columns=_log_columns(),
    )
)
