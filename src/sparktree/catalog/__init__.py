"""The catalog room: databases, tables, parts, owners, leases, logs in a SQL database."""

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import (
    Database,
    Lease,
    LogRow,
    Mutation,
    NewPart,
    Owner,
    Part,
    PartState,
    StoredObject,
    Table,
    TableState,
    new_uuid,
)
from sparktree.catalog.snapshots import Snapshot

__all__ = [
    "Catalog",
    "Database",
    "Lease",
    "LogRow",
    "Mutation",
    "NewPart",
    "Owner",
    "Part",
    "PartState",
    "Snapshot",
    "StoredObject",
    "Table",
    "TableState",
    "new_uuid",
]
