"""ON CLUSTER: the statement runs once, as all servers have the same tables; each node is listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from sparktree.access.access import right
from sparktree.engines.storage.clusters import ClusterNode, cluster
from sparktree.errors import Error
from sparktree.sql.ast import Node
from sparktree.sql.statements.views import CreateView
from sparktree.statements.context import Context
from sparktree.system.values import column_array
from sparktree.types import INT64, STRING, UINT16, UINT64, Nullable, Type

_PRIVILEGE = "CLUSTER"


def cluster_of(statement: Node) -> str | None:
    """The cluster that the statement names."""
    if isinstance(statement, CreateView):
        return statement.table.on_cluster
    found: str | None = getattr(statement, "on_cluster", None)
    return found


def without_cluster(statement: Any) -> Any:
    """The statement as this node runs it."""
    if isinstance(statement, CreateView):
        return replace(statement, table=replace(statement.table, on_cluster=None))
    return replace(statement, on_cluster=None)


def nodes_of(name: str, context: Context) -> Sequence[ClusterNode]:
    """The nodes of the cluster, or CLUSTER_DOESNT_EXIST; ACCESS_DENIED if it is not the user's."""
    nodes = cluster(name, context.services.storage)
    if context.access is not None:
        context.access.check(right(_PRIVILEGE))
    return nodes


def on_nodes(
    nodes: Sequence[ClusterNode], failure: Error | None, context: Context
) -> tuple[list[tuple[str, Type]], list[pa.Table]]:
    """Header and rows of the answer, or the failure, as distributed_ddl_output_mode asks for."""
    mode = context.settings.distributed_ddl_output_mode.removesuffix("_only_active")
    throws = mode in ("throw", "none")
    if failure is not None and mode != "never_throw":
        first = f"[{nodes[0].host}:{nodes[0].port}]"
        raise Error(failure.code, f"There was an error on {first}: {failure.message}") from failure
    if mode == "none" or context.settings.distributed_ddl_task_timeout == 0:
        return [], []
    header: list[tuple[str, Type]] = [
        ("host", STRING),
        ("port", UINT16),
        ("status", INT64 if throws else Nullable(INT64)),
        ("error", STRING if throws else Nullable(STRING)),
        ("num_hosts_remaining", UINT64),
        ("num_hosts_active", UINT64),
    ]
    status, text = (0, "") if failure is None else (int(failure.code), str(failure))
    left = len(nodes)
    values = [(n.host, n.port, status, text, left - i, 0) for i, n in enumerate(nodes, 1)]
    columns = [
        column_array(type_, [row[i] for row in values]) for i, (_, type_) in enumerate(header)
    ]
    return header, [pa.table(columns, names=[f"c{i}" for i in range(len(header))])]
