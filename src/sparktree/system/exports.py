"""system.exports: parts, since the start; system.partition_exports: partitions, ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sparktree.engines.export.history import records
from sparktree.engines.export.manifest import Export
from sparktree.engines.export.records import PartitionRecord
from sparktree.system.columns import Column
from sparktree.system.table import Reading, SystemTable, system_table


def _exports(reading: Reading) -> Iterator[Export]:
    yield from reading.services.exports.all()


_COLUMNS: dict[str, tuple[str, str | Callable[[Export], Any]]] = {
    "source_database": ("String", "source.database"),
    "source_table": ("String", "source.name"),
    "destination_database": ("String", "destination.database"),
    "destination_table": ("String", "destination.name"),
    "create_time": ("DateTime", lambda e: int(e.created)),
    "part_name": ("String", "part.name"),
    "destination_file_path": ("String", "target.path"),
    "elapsed": ("Float64", "elapsed"),
    "rows_read": ("UInt64", "rows_read"),
    "total_rows_to_read": ("UInt64", "part.rows"),
    "total_size_bytes_compressed": ("UInt64", "part.bytes_on_disk"),
    "total_size_bytes_uncompressed": ("UInt64", "part.data_uncompressed_bytes"),
    "bytes_read_uncompressed": ("UInt64", "bytes_read"),
    "memory_usage": ("UInt64", "memory"),
    "peak_memory_usage": ("UInt64", "peak_memory"),
    "status": ("LowCardinality(String)", "status"),
    "exception": ("String", "exception"),
    "query_id": ("String", "query_id"),
    "id": ("UInt64", "number"),
}

system_table(
    SystemTable[Export](
        "exports",
        "Exports of parts that wait, run or ended since the start.",
        _exports,
        {name: value for name, (_, value) in _COLUMNS.items()},
        own_columns=tuple(Column(name, type_) for name, (type_, _) in _COLUMNS.items()),
    )
)


def _partition_exports(reading: Reading) -> Iterator[PartitionRecord]:
    yield from records(reading.services.storage)


_PARTITION_COLUMNS: dict[str, tuple[str, str | Callable[[PartitionRecord], Any]]] = {
    "source_database": ("String", "source_database"),
    "source_table": ("String", "source_table"),
    "destination_database": ("String", "destination_database"),
    "destination_table": ("String", "destination_table"),
    "partition_id": ("String", "partition_id"),
    "create_time": ("DateTime", lambda e: int(e.created)),
    "end_time": ("DateTime", lambda e: int(e.ended)),
    "status": ("LowCardinality(String)", "status"),
    "parts": ("Array(String)", lambda e: list(e.parts)),
    "files": ("Array(String)", lambda e: [one.key for one in e.files]),
    "rows": ("UInt64", "rows"),
    "retries": ("UInt64", "attempts"),
    "exception": ("String", "exception"),
    "commit_file": ("String", "commit_file"),
    "query_id": ("String", "query_id"),
    "id": ("String", "name"),
}

system_table(
    SystemTable[PartitionRecord](
        "partition_exports",
        "The last export of each partition to each table; kept over restarts.",
        _partition_exports,
        {name: value for name, (_, value) in _PARTITION_COLUMNS.items()},
        own_columns=tuple(Column(name, type_) for name, (type_, _) in _PARTITION_COLUMNS.items()),
    )
)
