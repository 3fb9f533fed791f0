"""Rows of system.part_log."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from sparktree.catalog.records import Part, Table
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.journal import Journal
from sparktree.errors import Error


def log_part(
    storage: DataFolder,
    journal: Journal,
    event: str,
    table: Table,
    part: Part,
    sources: Sequence[Part] = (),
    *,
    began: float,
    error: Error | None = None,
    more: Mapping[str, object] | None = None,
) -> None:
    """MergeParts, MutatePart, RemovePart: what happened to a part, and out of which it was made.

    `more` are columns that the event alone has, or has otherwise.
    """
    now = time.time()
    values = {
        **_common(storage, journal, table, part),
        "query_id": "",
        "merge_reason": "RegularMerge" if event == "MergeParts" else "NotAMerge",
        "merge_algorithm": "Horizontal" if event == "MergeParts" else "Undecided",
        "duration_ms": int((now - began) * 1000),
        "merged_from": [source.name for source in sources],
        "read_rows": sum(source.rows for source in sources),
        "read_bytes": sum(source.data_uncompressed_bytes for source in sources),
        "exception": str(error) if error is not None else "",
        **(more or {}),
    }
    journal.logs.add("part_log", event, values, now)


def log_part_of_statement(
    storage: DataFolder,
    journal: Journal,
    event: str,
    table: Table,
    part: Part,
    *,
    query_id: str,
    began: float,
) -> None:
    """NewPart, RemovePart: what a statement did with a part."""
    now = time.time()
    values = {
        **_common(storage, journal, table, part),
        "query_id": query_id,
        "duration_ms": int((now - began) * 1000),
    }
    journal.logs.add("part_log", event, values, now)


def _common(storage: DataFolder, journal: Journal, table: Table, part: Part) -> dict[str, object]:
    return {
        "hostname": journal.host,
        "database": table.database,
        "table": table.name,
        "table_uuid": table.uuid,
        "part_name": part.name,
        "partition_id": part.partition_id,
        "partition": part.partition,
        "part_type": part.part_type,
        "disk_name": part.disk,
        "path_on_disk": storage.disks[part.disk].url(part.path),
        "rows": part.rows,
        "size_in_bytes": part.bytes_on_disk,
        "bytes_uncompressed": part.data_uncompressed_bytes,
    }
