"""system.partition_locks: operations that hold partitions, and those that wait for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.catalog.records import Lease, Owner, Table
from sparktree.engines.jobs.partition_keys import locked_place
from sparktree.system.columns import Column
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class PartitionLock:
    """A partition that an operation holds or waits for."""

    table: Table
    partition_id: str
    lease: Lease
    owner: Owner | None
    own: bool


def _locks(reading: Reading) -> Iterator[PartitionLock]:
    catalog = reading.services.catalog
    leases = catalog.leases.all()
    places = [(lease, locked_place(key)) for lease in leases for key in lease.keys]
    found = [(lease, place) for lease, place in places if place is not None]
    tables = {uuid: catalog.tables.find_uuid(uuid) for uuid in {place[0] for _, place in found}}
    owners = {owner.id: owner for owner in catalog.owners.all()} if found else {}
    for lease, (uuid, partition_id) in found:
        table = tables[uuid]
        if table is not None:
            owner = owners.get(lease.owner)
            yield PartitionLock(table, partition_id, lease, owner, lease.owner == catalog.owner)


system_table(
    SystemTable[PartitionLock](
        "partition_locks",
        "Operations that hold partitions, and those that wait for them, in all processes.",
        _locks,
        {
            "database": "table.database",
            "table": "table.name",
            "table_uuid": "table.uuid",
            "partition_id": "partition_id",
            "operation": "lease.purpose",
            "ticket": "lease.ticket",
            "is_granted": lambda lock: lock.lease.granted is not None,
            "requested_at": lambda lock: int(lock.lease.requested),
            "granted_at": lambda lock: int(lock.lease.granted or 0),
            "expires_at": lambda lock: int(lock.lease.expires),
            "host": lambda lock: lock.owner.host if lock.owner else "",
            "process_id": lambda lock: lock.owner.pid if lock.owner else 0,
            "is_own_process": "own",
        },
        own_columns=(
            Column("database", "String"),
            Column("table", "String"),
            Column("table_uuid", "UUID"),
            Column("partition_id", "String"),
            Column("operation", "String"),
            Column("ticket", "UInt64"),
            Column("is_granted", "UInt8"),
            Column("requested_at", "DateTime"),
            Column("granted_at", "DateTime"),
            Column("expires_at", "DateTime"),
            Column("host", "String"),
            Column("process_id", "UInt64"),
            Column("is_own_process", "UInt8"),
        ),
    )
)
