"""What is kept of exports of whole partitions: one record for each, which outlives the process."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import xxhash

from sparktree.engines.export.checking import import_source
from sparktree.engines.export.leftovers import withdraw
from sparktree.engines.export.manifest import Status
from sparktree.engines.services import Services
from sparktree.errors import Error

HISTORY = "partition_export"


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


def save(services: Services, record: PartitionRecord) -> None:
    """Keep the record in place of the one before."""
    services.catalog.objects.replace(HISTORY, record.name, json.dumps(asdict(record)))


def find(services: Services, name: str) -> PartitionRecord | None:
    """The record of that name."""
    stored = services.catalog.objects.find(HISTORY, name)
    return None if stored is None else _record(json.loads(stored.payload))


def records(services: Services) -> list[PartitionRecord]:
    """All of them, oldest first."""
    found = [_record(json.loads(one.payload)) for one in services.catalog.objects.all(HISTORY)]
    return sorted(found, key=lambda record: record.created)


def _record(content: dict[str, Any]) -> PartitionRecord:
    files = tuple(ExportedFile(**one) for one in content.pop("files"))
    for name in ("parts", "columns", "kept", "replaced"):
        content[name] = tuple(content.get(name, ()))
    return PartitionRecord(**{**content, "files": files, "status": Status(content["status"])})


def orphans(services: Services) -> list[PartitionRecord]:
    """Exports whose process died before their end."""
    live = services.catalog.owners.live_ids()
    running = [one for one in records(services) if one.status == Status.RUNNING]
    return [one for one in running if one.owner not in live]


def abandon(services: Services, record: PartitionRecord, reason: str) -> None:
    """Remove what a dead process exported and did not commit."""
    take_back(services, record, [one.key for one in record.files])
    text = f"The process that exported the partition has died. {reason}"
    failed = replace(record, status=Status.FAILED, exception=text, ended=time.time())
    save(services, replace(failed, owner=services.catalog.owner))


def take_back(services: Services, record: PartitionRecord, keys: Iterable[str]) -> None:
    """Delete files of an export that did not come to its end, but for those it found there."""
    destination = services.catalog.tables.find_uuid(record.destination)
    if destination is None:
        return
    store = import_source(destination, services).store
    failure: Error | None = None
    for key in set(keys) - set(record.kept):
        try:
            withdraw(store, [key])
        except Error as error:
            failure = error
    if failure is not None:
        raise failure
