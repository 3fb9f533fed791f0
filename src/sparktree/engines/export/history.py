"""What is kept of exports of whole partitions: one record for each, which outlives the process."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from sparktree.engines.export.checking import import_source
from sparktree.engines.export.leftovers import withdraw
from sparktree.engines.export.records import ExportedFile, PartitionRecord, Status
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Error

HISTORY = "partition_export"


def save(storage: DataFolder, record: PartitionRecord) -> None:
    """Keep the record in place of the one before."""
    storage.catalog.objects.replace(HISTORY, record.name, json.dumps(asdict(record)))


def find(storage: DataFolder, name: str) -> PartitionRecord | None:
    """The record of that name."""
    stored = storage.catalog.objects.find(HISTORY, name)
    return None if stored is None else _record(json.loads(stored.payload))


def records(storage: DataFolder) -> list[PartitionRecord]:
    """All of them, oldest first."""
    found = [_record(json.loads(one.payload)) for one in storage.catalog.objects.all(HISTORY)]
    return sorted(found, key=lambda record: record.created)


def _record(content: dict[str, Any]) -> PartitionRecord:
    files = tuple(ExportedFile(**one) for one in content.pop("files"))
    for name in ("parts", "columns", "kept", "replaced"):
        content[name] = tuple(content.get(name, ()))
    return PartitionRecord(**{**content, "files": files, "status": Status(content["status"])})


def orphans(storage: DataFolder) -> list[PartitionRecord]:
    """Exports whose process died before their end."""
    live = storage.catalog.owners.live_ids()
    running = [one for one in records(storage) if one.status == Status.RUNNING]
    return [one for one in running if one.owner not in live]


def abandon(storage: DataFolder, record: PartitionRecord, reason: str) -> None:
    """Remove what a dead process exported and did not commit."""
    take_back(storage, record, [one.key for one in record.files])
    text = f"The process that exported the partition has died. {reason}"
    failed = replace(record, status=Status.FAILED, exception=text, ended=time.time())
    save(storage, replace(failed, owner=storage.catalog.owner))


def take_back(storage: DataFolder, record: PartitionRecord, keys: Iterable[str]) -> None:
    """Delete files of an export that did not come to its end, but for those it found there."""
    destination = storage.catalog.tables.find_uuid(record.destination)
    if destination is None:
        return
    store = import_source(destination, storage).store
    failure: Error | None = None
    for key in set(keys) - set(record.kept):
        try:
            withdraw(store, [key])
        except Error as error:
            failure = error
    if failure is not None:
        raise failure
