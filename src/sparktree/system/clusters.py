"""system.clusters, replicas and macros: the servers over one catalog."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.catalog.records import Table
from sparktree.engines.definition.replicas import ReplicaPlace
from sparktree.engines.definition.table_replicas import live_replicas, replicated_tables
from sparktree.engines.storage.clusters import ClusterNode, clusters
from sparktree.system.table import Reading, SystemTable, system_table


def _clusters(reading: Reading) -> Iterator[ClusterNode]:
    for nodes in clusters(reading.services.storage).values():
        yield from nodes


system_table(
    SystemTable[ClusterNode](
        "clusters",
        "The clusters of the configuration, and `default`, which is this node alone.",
        _clusters,
        {
            "cluster": "cluster",
            "shard_num": "shard_num",
            "shard_name": "shard_name",
            "shard_weight": "shard_weight",
            "internal_replication": "internal_replication",
            "replica_num": "replica_num",
            "host_name": "host",
            "host_address": "address",
            "port": "port",
            "is_local": "is_local",
            "user": "user",
            "default_database": "default_database",
        },
    )
)


@dataclass(frozen=True, slots=True)
class Replica:
    """This server's replica of a table, and the others that live."""

    table: Table
    place: ReplicaPlace
    active: list[str]
    read: float

    @property
    def now(self) -> int:
        """When it was up to date: with every commit of any server."""
        return int(self.read)

    @property
    def log(self) -> int:
        """The number of the last change."""
        return self.table.parts_version


def _replicas(reading: Reading) -> Iterator[Replica]:
    storage = reading.services.storage
    for record, place in replicated_tables(storage):
        yield Replica(record, place, live_replicas(record, storage), time.time())


system_table(
    SystemTable[Replica](
        "replicas",
        "Replicated tables: the servers over this catalog that live; none is ever behind.",
        _replicas,
        {
            "database": "table.database",
            "table": "table.name",
            "uuid": "table.uuid",
            "engine": "table.engine",
            "is_leader": lambda _: 1,
            "can_become_leader": lambda _: 1,
            "zookeeper_name": lambda _: "default",
            "zookeeper_path": "place.path",
            "replica_name": "place.replica",
            "replica_path": "place.full",
            "columns_version": "table.metadata_version",
            "log_max_index": "log",
            "log_pointer": "log",
            "last_queue_update": "now",
            "total_replicas": lambda replica: len(replica.active),
            "active_replicas": lambda replica: len(replica.active),
            "replica_is_active": lambda replica: dict.fromkeys(replica.active, 1),
        },
    )
)


def _macros(reading: Reading) -> Iterator[tuple[str, str]]:
    yield from reading.services.storage.config.pairs("macros").items()


system_table(
    SystemTable[tuple[str, str]](
        "macros",
        "The macros of the configuration.",
        _macros,
        {"macro": lambda row: row[0], "substitution": lambda row: row[1]},
    )
)
