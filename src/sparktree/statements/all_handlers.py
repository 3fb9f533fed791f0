"""Loads every handler."""

from sparktree.statements import (
    create_table,
    databases,
    describe,
    explain,
    functions,
    insert,
    kill,
    select,
    show,
    system_command,
    tables,
    views,
)

__all__ = [
    "create_table",
    "databases",
    "describe",
    "explain",
    "functions",
    "insert",
    "kill",
    "select",
    "show",
    "system_command",
    "tables",
    "views",
]
