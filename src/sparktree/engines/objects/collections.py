"""Named collections: those of SQL are kept in the catalog, others are in the configuration."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sparktree.engines.storage.data_folder import DataFolder

KIND = "named_collection"  # of objects of the catalog


@dataclass(frozen=True, slots=True)
class Collection:
    """Arguments under a name."""

    name: str
    values: Mapping[str, object]
    overridable: Mapping[str, bool | None]  # whether a call may override them, if that was said
    source: str  # as system.named_collections calls it


def all_collections(storage: DataFolder) -> Iterator[Collection]:
    """Those of the configuration, then those of SQL."""
    section = storage.config.section("named_collections") or {}
    for name, element in section.items():
        values = {k: str(v) for k, v in element.items()} if isinstance(element, Mapping) else {}
        yield Collection(name, values, dict.fromkeys(values), "CONFIG")
    for stored in storage.catalog.objects.all(KIND):
        entries = json.loads(stored.payload)
        values = {key: entry["value"] for key, entry in entries.items()}
        overridable = {key: entry["overridable"] for key, entry in entries.items()}
        yield Collection(stored.name, values, overridable, "SQL")


def find_collection(name: str, storage: DataFolder) -> Collection | None:
    """The collection of that name."""
    return next((one for one in all_collections(storage) if one.name == name), None)


def is_configured(name: str, storage: DataFolder) -> bool:
    """Whether the configuration has it, so that no statement can change it."""
    return name in (storage.config.section("named_collections") or {})
