"""Loads every handler."""

from sparktree.statements import (
    create_table,
    databases,
    describe,
    functions,
    insert,
    select,
    show,
    tables,
    views,
)

__all__ = [
    "create_table",
    "databases",
    "describe",
    "functions",
    "insert",
    "select",
    "show",
    "tables",
    "views",
]
