"""System tables by name."""

from __future__ import annotations

from sparktree.engines.services import Services
from sparktree.errors import Code, Error
from sparktree.planner.environment import Environment
from sparktree.planner.nodes import TableSource
from sparktree.system.table import SYSTEM_TABLES, SystemSource


def open_system_table(
    database: str, name: str, services: Services, environment: Environment
) -> TableSource:
    """The system table, or UNKNOWN_TABLE."""
    found = SYSTEM_TABLES.get(name) if database == "system" else None
    if found is None:
        raise Error(
            Code.UNKNOWN_TABLE, f"Unknown table expression identifier '{database}.{name}' in scope"
        )
    return SystemSource(found, services, environment)
