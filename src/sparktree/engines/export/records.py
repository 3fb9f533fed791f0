"""What is remembered of exports: how far one is, and the record of a partition."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import xxhash


class Status(StrEnum):
    """How far an export is."""

    PENDING = "Pending"
    RUNNING = "Running"
    COMPLETED = "Completed"
    FAILED = "Failed"
    CANCELLED = "Cancelled"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file of an exported partition. `hash` is the sum, as UInt64, of
    `cityHash64(toString(tuple(...)))` over its rows, in whatever order these are."""

    key: str
    part: str
    rows: int = 0
    size: int = 0
    hash: int = 0


@dataclass(frozen=True, slots=True)
class PartitionRecord:
    """The last export of a partition of a table to a table."""

    source_database: str
    source_table: str
    source: str  # UUIDs
    destination_database: str
    destination_table: str
    destination: str
    partition_id: str
    owner: str
    query_id: str
    parts: tuple[str, ...]
    columns: tuple[str, ...]  # those of the files, which the hashes are of
    files: tuple[ExportedFile, ...]
    kept: tuple[str, ...] = ()  # keys that were there before
    status: Status = Status.RUNNING
    created: float = field(default_factory=time.time)
    ended: float = 0.0
    attempts: int = 0  # of parts, beyond the first of each
    exception: str = ""
    commit_file: str = ""
    wishes: Mapping[str, Any] = field(default_factory=dict)  # how files are made
    retries: int = 0  # how often a part that fails is tried again
    replaced: tuple[str, ...] = ()  # keys of the export before, which go with the commit
    resumed: int = 0  # processes that went on after one had died

    @property
    def name(self) -> str:
        """What tells it from others."""
        return record_name(self.source, self.destination, self.partition_id)

    @property
    def rows(self) -> int:
        """Rows of all files."""
        return sum(one.rows for one in self.files)


def record_name(source: str, destination: str, partition_id: str) -> str:
    """The name under which the export of a partition is kept."""
    return xxhash.xxh3_128_hexdigest(f"{source}/{destination}/{partition_id}".encode())
