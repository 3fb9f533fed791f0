"""ON CLUSTER, which every statement refuses in the same words."""

from __future__ import annotations

from sparktree.errors import not_implemented


def refuse_cluster(cluster: str | None) -> None:
    """NOT_IMPLEMENTED if the statement names a cluster."""
    if cluster is not None:
        raise not_implemented("ON CLUSTER is not supported yet.")
