"""system.named_collections: their keys, never their values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.engines.objects.arguments import COLLECTION
from sparktree.planner.secrets import HIDDEN
from sparktree.sql import format_query
from sparktree.sql.ast import Setting
from sparktree.sql.statements.views import CollectionEntry, CreateNamedCollection
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class ShownCollection:
    """A collection as everybody may see it."""

    name: str
    entries: dict[str, bool | None]  # whether a key may be overridden, if that was said

    @property
    def collection(self) -> dict[str, str]:
        """The keys, sorted."""
        return dict.fromkeys(sorted(self.entries), HIDDEN)

    @property
    def create_query(self) -> str:
        """The statement that would make it."""
        entries = tuple(
            CollectionEntry(Setting(key, HIDDEN), self.entries[key]) for key in sorted(self.entries)
        )
        return format_query(CreateNamedCollection(self.name, entries), one_line=True)


def _collections(reading: Reading) -> Iterator[ShownCollection]:
    for stored in reading.services.catalog.objects.all(COLLECTION):
        entries = json.loads(stored.payload)
        yield ShownCollection(stored.name, {k: e["overridable"] for k, e in entries.items()})


system_table(
    SystemTable[ShownCollection](
        "named_collections",
        "Named collections; their values are hidden.",
        _collections,
        {
            "name": "name",
            "collection": "collection",
            "source": lambda _: "SQL",
            "create_query": "create_query",
        },
    )
)
