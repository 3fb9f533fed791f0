"""system.clusters: `default`, as in ClickHouse's own configuration, is this node."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.system.table import Reading, SystemTable, system_table

LOCAL = "default"


@dataclass(frozen=True, slots=True)
class ClusterNode:
    """A replica of a shard of a cluster."""

    cluster: str
    host: str
    user: str


def _clusters(reading: Reading) -> list[ClusterNode]:
    return [ClusterNode(LOCAL, reading.services.journal.host, reading.environment.context.user)]


system_table(
    SystemTable[ClusterNode](
        "clusters",
        "The clusters: this node alone.",
        _clusters,
        {
            "cluster": "cluster",
            "shard_num": lambda _: 1,
            "shard_weight": lambda _: 1,
            "replica_num": lambda _: 1,
            "host_name": "host",
            "host_address": lambda _: "127.0.0.1",
            "is_local": lambda _: 1,
            "user": "user",
        },
    )
)
