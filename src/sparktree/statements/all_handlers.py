"""Loads every handler."""

from sparktree.statements import (
    alter_columns,
    alter_properties,
    alter_table,
    create_table,
    databases,
    describe,
    explain,
    functions,
    insert,
    kill,
    mutations,
    select,
    show,
    system_command,
    tables,
    views,
)

__all__ = [
    "alter_columns",
    "alter_properties",
    "alter_table",
    "create_table",
    "databases",
    "describe",
    "explain",
    "functions",
    "insert",
    "kill",
    "mutations",
    "select",
    "show",
    "system_command",
    "tables",
    "views",
]
