"""Loads every system table."""

from sparktree.system import (
    databases,
    declared,
    empty,
    functions,
    generated,
    information_schema,
    logs,
    merges,
    mutations,
    other,
    parts,
    running,
    settings,
    storage,
    table_columns,
    tables,
)

__all__ = [
    "databases",
    "declared",
    "empty",
    "functions",
    "generated",
    "information_schema",
    "logs",
    "merges",
    "mutations",
    "other",
    "parts",
    "running",
    "settings",
    "storage",
    "table_columns",
    "tables",
]
