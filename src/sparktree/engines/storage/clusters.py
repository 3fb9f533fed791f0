"""Clusters by their names: those of the configuration, and this server as `default`.

All servers over one catalog have the same tables, and Spark's executors do the work of all of
them: a cluster says who is to be told of, and lends its name to `ON CLUSTER` and `s3Cluster`.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.config import leaf_text

LOCAL = "default"
_SECTION = "remote_servers"
_PORT = 9000
_OWN_NAMES = ("localhost", "127.0.0.1", "::1")
_OF_CLUSTERS = ("secret", "allow_distributed_ddl_queries")


@dataclass(frozen=True, slots=True)
class ClusterNode:
    """A replica of a shard of a cluster."""

    cluster: str
    host: str
    port: int = _PORT
    shard_num: int = 1
    replica_num: int = 1
    shard_name: str = "1"
    shard_weight: int = 1
    internal_replication: bool = False
    user: str = "default"
    default_database: str = ""
    is_local: bool = False

    @property
    def address(self) -> str:
        """The address of the host; nothing if it cannot be found out."""
        if self.is_local:
            return "127.0.0.1"
        try:
            return str(socket.getaddrinfo(self.host, self.port)[0][4][0])
        except OSError:
            return ""


def clusters(storage: DataFolder) -> dict[str, list[ClusterNode]]:
    """The nodes of every cluster, by name."""
    found = {LOCAL: [_this_server(storage)]}
    for name, tree in (storage.config.section(_SECTION) or {}).items():
        if not name.startswith("@"):
            found[name] = list(_nodes(name, tree, storage))
    return dict(sorted(found.items()))


def cluster(name: str, storage: DataFolder) -> list[ClusterNode]:
    """The nodes of a cluster, or CLUSTER_DOESNT_EXIST."""
    known = clusters(storage)
    if name not in known:
        raise Error(Code.CLUSTER_DOESNT_EXIST, f"Requested cluster '{name}' not found")
    return known[name]


def check_clusters(storage: DataFolder) -> None:
    """Refuse a configuration whose clusters cannot be understood."""
    clusters(storage)


def _this_server(storage: DataFolder) -> ClusterNode:
    return ClusterNode(LOCAL, storage.catalog.owners.me.host, _own_port(storage), is_local=True)


def _own_port(storage: DataFolder) -> int:
    return storage.facts.ports.get("tcp_port", _PORT)


def _nodes(name: str, tree: Any, storage: DataFolder) -> Iterator[ClusterNode]:
    """The nodes of `<shard><replica>` or, each a shard of its own, of `<node>`."""
    path = f"{_SECTION}.{name}"
    if not isinstance(tree, Mapping) or not _elements(tree):
        raise Error(
            Code.SHARD_HAS_NO_CONNECTIONS, f"There must be either 'node' or 'shard' in {path}"
        )
    for number, (kind, shard) in enumerate(_elements(tree), 1):
        if kind == "discovery":
            raise not_implemented(f"Clusters whose nodes are found by ZooKeeper ({path}.discovery)")
        if kind not in ("shard", "node"):
            raise Error(Code.UNKNOWN_ELEMENT_IN_CONFIG, f"Unknown element in config: {path}.{kind}")
        replicas = [shard] if kind == "node" else _listed(shard.get("replica"))
        if not replicas:
            raise Error(Code.SHARD_HAS_NO_CONNECTIONS, f"No replicas in shard {number} of {path}")
        for place, replica in enumerate(replicas, 1):
            yield _node(name, number, place, shard, replica, storage)


def _elements(tree: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Shards and nodes in their order."""
    found = []
    for kind, value in tree.items():
        if kind not in _OF_CLUSTERS and not kind.startswith("@"):
            found += [(kind, one if isinstance(one, Mapping) else {}) for one in _listed(value)]
    return found


def _listed(value: Any) -> Sequence[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _node(
    name: str,
    number: int,
    place: int,
    shard: Mapping[str, Any],
    replica: Mapping[str, Any],
    storage: DataFolder,
) -> ClusterNode:
    host = _text(replica, "host")
    if not host:
        raise Error(Code.NO_ELEMENTS_IN_CONFIG, f"Not found: {_SECTION}.{name}.shard.replica.host")
    port = _number(name, replica, "port", _PORT)
    own = (*_OWN_NAMES, storage.catalog.owners.me.host)
    return ClusterNode(
        name,
        host,
        port,
        number,
        place,
        _text(shard, "name") or str(number),
        _number(name, shard, "weight", 1),
        _text(shard, "internal_replication").lower() in ("1", "true"),
        _text(replica, "user") or "default",
        _text(replica, "default_database"),
        host in own and port == _own_port(storage),
    )


def _text(tree: Mapping[str, Any], name: str) -> str:
    return (leaf_text(tree[name]) or "") if name in tree else ""


def _number(cluster_name: str, tree: Mapping[str, Any], name: str, default: int) -> int:
    text = _text(tree, name)
    if text and not text.isdigit():
        path = f"{_SECTION}.{cluster_name}"
        raise Error(Code.INVALID_CONFIG_PARAMETER, f"{name} in {path} must be a number, not {text}")
    return int(text) if text else default
