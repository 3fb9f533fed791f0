"""System tables by name."""

from __future__ import annotations

from sparktree.access.access import Access, right
from sparktree.catalog.hints import closest, dotted
from sparktree.errors import Code, Error
from sparktree.planner.sources import TableSource
from sparktree.system import all_tables
from sparktree.system.table import SYSTEM_TABLES, Reading, SystemSource, SystemTable

__all__ = ["all_tables", "find_system_table", "is_system_database", "open_system_table"]

# Besides logs: what must have been granted to be read.
_OF_OTHERS = ("errors",)
_DATABASES = ("system", "information_schema", "INFORMATION_SCHEMA")


def is_system_database(name: str) -> bool:
    """Whether the tables of the database are system tables."""
    return name in _DATABASES


def find_system_table(database: str, name: str) -> SystemTable[object] | None:
    """The system table; information_schema answers in both cases."""
    if database == "INFORMATION_SCHEMA" or (database == "information_schema" and name.isupper()):
        database, name = "information_schema", name.lower()
    return SYSTEM_TABLES.get((database, name))


def _check(table: SystemTable[object], access: Access) -> None:
    """Everybody may read system tables, where they show what they may see; some tell of others."""
    if table.needs:
        access.check(right(table.needs))
    if table.name.endswith("_log") or table.name in _OF_OTHERS:
        access.check_granted(right("SELECT", table.database, table.name))


def open_system_table(database: str, name: str, reading: Reading) -> TableSource:
    """The system table as a query reads it, or UNKNOWN_TABLE."""
    found = find_system_table(database, name)
    if found is None:
        close = closest(name, sorted(n for d, n in SYSTEM_TABLES if d == database.lower()))
        hint = f". Maybe you meant {dotted(database, close)}?" if close else ""
        message = f"Table {dotted(database, name)} does not exist{hint}."
        raise Error(Code.UNKNOWN_TABLE, message)
    if reading.access is not None:
        _check(found, reading.access)
    if found.source is not None:
        return found.source(f"{database}.{name}")
    return SystemSource(found, reading)
