"""system.databases, database_engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.catalog.records import NO_UUID, Database
from sparktree.engines.services import Services
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.system.table import Reading, SystemTable, system_table

VIRTUAL_DATABASES = ("INFORMATION_SCHEMA", "information_schema", "system")


@dataclass(frozen=True, slots=True)
class ShownDatabase:
    """A database with where its tables lie."""

    record: Database
    services: Services

    @property
    def data_path(self) -> str:
        """The folder of its tables' data."""
        return f"{self.services.storage.folder}/store/"


def shown_databases(reading: Reading) -> Iterator[ShownDatabase]:
    """All databases by name, those that are not stored included."""
    found = [d for d in reading.services.catalog.databases.all() if d.name != TEMPORARY_DATABASE]
    found += [Database(name, NO_UUID, "Memory") for name in VIRTUAL_DATABASES]
    for record in sorted(found, key=lambda d: d.name):
        yield ShownDatabase(record, reading.services)


system_table(
    SystemTable[ShownDatabase](
        "databases",
        "The databases.",
        shown_databases,
        {
            "name": "record.name",
            "engine": "record.engine",
            "data_path": "data_path",
            "uuid": "record.uuid",
            "engine_full": "record.engine",
            "comment": "record.comment",
        },
    )
)
