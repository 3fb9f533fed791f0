"""system.named_collections: their keys, never their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sparktree.engines.objects.collections import all_collections
from sparktree.planner.analysis.secrets import HIDDEN
from sparktree.sql import format_query
from sparktree.sql.ast import Setting
from sparktree.sql.statements.views import CollectionEntry, CreateNamedCollection
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class ShownCollection:
    """A collection as everybody may see it."""

    name: str
    entries: Mapping[str, bool | None]  # whether a key may be overridden, if that was said
    source: str

    @property
    def collection(self) -> dict[str, str]:
        """The keys, sorted."""
        return dict.fromkeys(sorted(self.entries), HIDDEN)

    @property
    def create_query(self) -> str:
        """The statement that would make it; one of the configuration has none."""
        if self.source != "SQL":
            return ""
        entries = tuple(
            CollectionEntry(Setting(key, HIDDEN), self.entries[key]) for key in sorted(self.entries)
        )
        return format_query(CreateNamedCollection(self.name, entries), one_line=True)


def _collections(reading: Reading) -> Iterator[ShownCollection]:
    for one in all_collections(reading.services.storage):
        yield ShownCollection(one.name, one.overridable, one.source)


system_table(
    SystemTable[ShownCollection](
        "named_collections",
        "Named collections; their values are hidden.",
        _collections,
        {
            "name": "name",
            "collection": "collection",
            "source": "source",
            "create_query": "create_query",
        },
    )
)
